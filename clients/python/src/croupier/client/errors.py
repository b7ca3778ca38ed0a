"""A no from the service, typed: why, by which rule, and whether the command may have happened."""

from dataclasses import dataclass
from typing import Literal, NamedTuple

import grpc
import grpc.aio
from google.protobuf.message import DecodeError
from google.rpc.error_details_pb2 import BadRequest, ErrorInfo, RetryInfo
from google.rpc.status_pb2 import Status

DOMAIN = "croupier"
DETAILS_KEY = "grpc-status-details-bin"

Applied = Literal["NO", "UNKNOWN"]

# What breaks on the way, in words of gRPC: nobody can say whether the command arrived.
LOST_ON_THE_WAY = frozenset(
    {
        grpc.StatusCode.UNAVAILABLE,
        grpc.StatusCode.DEADLINE_EXCEEDED,
        grpc.StatusCode.CANCELLED,
        grpc.StatusCode.INTERNAL,
        grpc.StatusCode.UNKNOWN,
    }
)


class Violation(NamedTuple):
    """One wrong field of a request."""

    field: str
    description: str


@dataclass(eq=False)
class CroupierError(Exception):
    """The service (or the way to it) said no.

    `applied` is NO when the command surely changed nothing, UNKNOWN when it may have: repeat it
    with the same command id, and the first answer comes back.
    """

    code: grpc.StatusCode
    reason: str
    message: str
    applied: Applied = "NO"
    rule: str | None = None
    violations: tuple[Violation, ...] = ()
    metadata: tuple[tuple[str, str], ...] = ()
    retry_after_s: float | None = None

    def __str__(self) -> str:
        rule = f" ({self.rule})" if self.rule else ""
        wrong = "".join(f" {one.field}: {one.description}." for one in self.violations)
        return f"{self.reason}{rule}: {self.message}{wrong}"

    @property
    def revision(self) -> int | None:
        """The caller's newest revision, where the service told it (stale commands)."""
        told = dict(self.metadata).get("revision")
        return int(told) if told is not None and told.isdecimal() else None

    @property
    def passing(self) -> bool:
        """Whether the same call, with the same command id, may fare better in a moment."""
        return self.code is not grpc.StatusCode.UNAUTHENTICATED and (
            self.applied == "UNKNOWN"
            or self.code is grpc.StatusCode.UNAVAILABLE
            or self.reason == "CONTENDED"
            or self.retry_after_s is not None
        )


def error_of(failure: grpc.aio.AioRpcError) -> CroupierError:
    """The typed error in a failed call, also where something in between failed."""
    code, status = failure.code(), _details(failure)
    applied: Applied = "UNKNOWN" if code in LOST_ON_THE_WAY else "NO"
    error = CroupierError(code, code.name, failure.details() or code.name, applied)
    for detail in status.details if status else ():
        info, bad, retry = ErrorInfo(), BadRequest(), RetryInfo()
        if detail.Unpack(info) and info.domain == DOMAIN:
            error.reason = info.reason
            error.rule = info.metadata.get("rule")
            error.applied = "UNKNOWN" if info.metadata.get("applied") == "UNKNOWN" else "NO"
            error.metadata = tuple(sorted(info.metadata.items()))
        elif detail.Unpack(bad):
            error.violations = tuple(
                Violation(one.field, one.description) for one in bad.field_violations
            )
        elif detail.Unpack(retry):
            error.retry_after_s = retry.retry_delay.ToNanoseconds() / 1e9
    return error


def _details(failure: grpc.aio.AioRpcError) -> Status | None:
    for key, value in failure.trailing_metadata() or ():
        if key == DETAILS_KEY and isinstance(value, bytes):
            try:
                return Status.FromString(value)
            except DecodeError:
                return None
    return None
