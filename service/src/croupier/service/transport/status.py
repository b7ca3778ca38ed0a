"""A no on the wire: `google.rpc.Status` with its details, the same through every door."""

from google.protobuf.duration_pb2 import Duration
from google.rpc.error_details_pb2 import BadRequest, ErrorInfo, RetryInfo
from google.rpc.status_pb2 import Status

from croupier.service.app.ports import ReplicaTooOld, Rotten, StoreAway
from croupier.service.app.problems import Problem

DOMAIN = "croupier"
STORE_RETRY_MS = 200  # the store restarts in less; clients add jitter


def status_of(problem: Problem) -> Status:
    """The code, the sentence, and the details a client can act on."""
    status = Status(code=problem.code.value, message=problem.message)
    applied = "UNKNOWN" if problem.may_be_applied else "NO"
    info = ErrorInfo(
        reason=problem.reason, domain=DOMAIN, metadata={**problem.metadata, "applied": applied}
    )
    status.details.add().Pack(info)
    if problem.violations:
        fields = (
            BadRequest.FieldViolation(field=violation.field, description=violation.description)
            for violation in problem.violations
        )
        status.details.add().Pack(BadRequest(field_violations=fields))
    if problem.retry_after_ms is not None:
        delay = Duration()
        delay.FromMilliseconds(problem.retry_after_ms)
        status.details.add().Pack(RetryInfo(retry_delay=delay))
    return status


def problem_of(failure: Exception) -> Problem | None:
    """The typed no that a failure stands for. None: nobody expected it."""
    match failure:
        case Problem():
            return failure
        case StoreAway(may_be_applied=may_be_applied):
            return Problem(
                "STORE_AWAY", may_be_applied=may_be_applied, retry_after_ms=STORE_RETRY_MS
            )
        case Rotten():
            return Problem("DATA_LOSS")
        case ReplicaTooOld():
            return Problem("REPLICA_TOO_OLD")
    return None
