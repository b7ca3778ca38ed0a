"""A gRPC server that does what a bad day does: fails, stalls, lies about time, dies.

It is the other side of the wire, not a part of Croupier: it answers each call with the next
step of a script and keeps what it was sent.
"""

import asyncio
from collections import deque
from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import dataclass, field
from typing import Any

import grpc
import grpc.aio
from google.protobuf.duration_pb2 import Duration
from google.protobuf.message import Message
from google.rpc.error_details_pb2 import BadRequest, ErrorInfo, RetryInfo
from google.rpc.status_pb2 import Status

from croupier.client.connection import PATHS
from croupier.v1.table_service_pb2 import WatchTableRequest

Context = grpc.aio.ServicerContext[Any, Any]
WATCH_PATH = PATHS[WatchTableRequest.DESCRIPTOR.full_name]


@dataclass(frozen=True)
class No:
    """An answer with an error; `reason` makes it one of Croupier's."""

    code: grpc.StatusCode
    reason: str = ""
    applied: str = "NO"
    rule: str | None = None
    facts: dict[str, str] = field(default_factory=dict)
    violations: tuple[tuple[str, str], ...] = ()
    retry_after_ms: int | None = None
    domain: str = "croupier"

    def status(self) -> Status:
        """The rich form."""
        status = Status(code=self.code.value[0], message="no")
        facts = {**self.facts, "applied": self.applied}
        if self.rule is not None:
            facts["rule"] = self.rule
        status.details.add().Pack(ErrorInfo(reason=self.reason, domain=self.domain, metadata=facts))
        wrong = [BadRequest.FieldViolation(field=f, description=d) for f, d in self.violations]
        status.details.add().Pack(BadRequest(field_violations=wrong))
        if self.retry_after_ms is not None:
            delay = Duration()
            delay.FromMilliseconds(self.retry_after_ms)
            status.details.add().Pack(RetryInfo(retry_delay=delay))
        return status


@dataclass(frozen=True)
class Stall:
    """Say nothing for a while, then go on with the script."""

    seconds: float


@dataclass(frozen=True)
class Replayed:
    """An answer marked as that of a repeat."""

    message: Message


Step = Message | No | Stall | Replayed
Called = tuple[str, bytes, dict[str, str]]


class Hostile:
    """The server. `script` answers unary calls, `streams` watches, each in order."""

    def __init__(self) -> None:
        self.script: deque[Step] = deque()
        self.streams: deque[list[Step]] = deque()
        self.calls: list[Called] = []
        self.open_streams = 0
        self.port = 0
        self._server: grpc.aio.Server | None = None

    @property
    def address(self) -> str:
        """Where it listens."""
        return f"127.0.0.1:{self.port}"

    def sent(self, kind: type[Any]) -> list[Any]:
        """Every request of this kind, as it came in."""
        path = PATHS[kind.DESCRIPTOR.full_name]
        return [kind.FromString(body) for called, body, _ in self.calls if called == path]

    async def start(self, port: int = 0) -> None:
        """Listen; a port of one's own, or a known one again."""
        self._server = grpc.aio.server(options=[("grpc.so_reuseport", 0)])
        self._server.add_generic_rpc_handlers((_Any(self),))
        self.port = self._server.add_insecure_port(f"127.0.0.1:{port}")
        await self._server.start()

    async def stop(self) -> None:
        """Go away without a word."""
        if self._server is not None:
            await self._server.stop(None)

    async def answer(self, path: str, body: bytes, context: Context) -> bytes:
        """A unary call."""
        self._note(path, body, context)
        while True:
            step = self.script.popleft() if self.script else No(grpc.StatusCode.UNAVAILABLE)
            match step:
                case Stall(seconds):
                    await asyncio.sleep(seconds)
                case Replayed(message):
                    context.set_trailing_metadata((("croupier-replayed", "true"),))
                    return message.SerializeToString()
                case No():
                    await _refuse(step, context)
                case _:
                    return step.SerializeToString()

    async def stream(self, path: str, body: bytes, context: Context) -> AsyncIterator[bytes]:
        """A watch."""
        self._note(path, body, context)
        self.open_streams += 1
        try:
            async for message in self._steps(context):
                yield message
        finally:
            self.open_streams -= 1

    async def _steps(self, context: Context) -> AsyncIterator[bytes]:
        steps = self.streams.popleft() if self.streams else [No(grpc.StatusCode.UNAVAILABLE)]
        for step in steps:
            match step:
                case Stall(seconds):
                    await asyncio.sleep(seconds)
                case No():
                    await _refuse(step, context)
                case Replayed(message):
                    yield message.SerializeToString()
                case _:
                    yield step.SerializeToString()

    def _note(self, path: str, body: bytes, context: Context) -> None:
        metadata = {key: str(value) for key, value in context.invocation_metadata() or ()}
        self.calls.append((path, body, metadata))


class _Any(grpc.GenericRpcHandler):
    """Every method of the contract."""

    def __init__(self, hostile: Hostile) -> None:
        self._hostile = hostile

    def service(self, details: grpc.HandlerCallDetails) -> Any:
        path = str(details.method)
        if path not in PATHS.values():
            return None

        def stream(body: bytes, context: Context) -> AsyncIterator[bytes]:
            return self._hostile.stream(path, body, context)

        def answer(body: bytes, context: Context) -> Awaitable[bytes]:
            return self._hostile.answer(path, body, context)

        if path == WATCH_PATH:
            return grpc.unary_stream_rpc_method_handler(_streaming(stream))
        return grpc.unary_unary_rpc_method_handler(_unary(answer))


def _streaming(
    stream: Callable[[bytes, Context], AsyncIterator[bytes]],
) -> Callable[[bytes, Context], AsyncIterator[bytes]]:
    async def behave(body: bytes, context: Context) -> AsyncIterator[bytes]:
        async for message in stream(body, context):
            yield message

    return behave


def _unary(
    answer: Callable[[bytes, Context], Awaitable[bytes]],
) -> Callable[[bytes, Context], Awaitable[bytes]]:
    async def behave(body: bytes, context: Context) -> bytes:
        return await answer(body, context)

    return behave


async def _refuse(no: No, context: Context) -> None:
    if no.reason:
        details = (("grpc-status-details-bin", no.status().SerializeToString()),)
        await context.abort(no.code, "no", details)
    await context.abort(no.code, "something in between")
