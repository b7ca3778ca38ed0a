"""What tools and balancers ask any gRPC server, by the stock servicers: health and reflection."""

from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from typing import Any, TypeAlias

from google.protobuf.message import Message
from grpc_health.v1 import health, health_pb2
from grpc_reflection.v1alpha import reflection, reflection_pb2

from croupier.service.app.problems import Problem

Write: TypeAlias = Callable[[bytes], Awaitable[None]]
# Answers requests as they come, each with as many messages as it likes. Raises Problem.
Tool: TypeAlias = Callable[[AsyncIterator[bytes], Write], Awaitable[None]]

HEALTH = "/grpc.health.v1.Health/"
REFLECTION = "ServerReflection/ServerReflectionInfo"  # v1 has the messages of v1alpha


class _Context:
    """As much of a call's context as the servicers use."""

    def __init__(self, write: Write) -> None:
        self._write = write

    async def write(self, reply: Message) -> None:
        """One more message."""
        await self._write(reply.SerializeToString())

    async def abort(self, _: object) -> None:
        """A service that nobody knows."""
        raise Problem("UNIMPLEMENTED", message="There is no such service.")


def tools(
    healthy: health.aio.HealthServicer, reflected: reflection.aio.ReflectionServicer | None
) -> Mapping[str, Tool]:
    """Each by its path."""

    def context(write: Write) -> Any:
        return _Context(write)

    async def check(requests: AsyncIterator[bytes], write: Write) -> None:
        async for request in requests:
            reply: Any = await healthy.Check(_service(request), context(write))
            await write(reply.SerializeToString())
            return

    async def watch(requests: AsyncIterator[bytes], write: Write) -> None:
        async for request in requests:
            await healthy.Watch(_service(request), context(write))

    shown: dict[str, Tool] = {f"{HEALTH}Check": check, f"{HEALTH}Watch": watch}
    if reflected is not None:
        reflect = _reflecting(reflected)
        for version in ("v1", "v1alpha"):
            shown[f"/grpc.reflection.{version}.{REFLECTION}"] = reflect
    return shown


def _reflecting(servicer: reflection.aio.ReflectionServicer) -> Tool:
    async def reflect(requests: AsyncIterator[bytes], write: Write) -> None:
        replies: Any = servicer.ServerReflectionInfo(_questions(requests), None)
        async for reply in replies:
            await write(reply.SerializeToString())

    return reflect


async def _questions(requests: AsyncIterator[bytes]) -> AsyncIterator[Any]:
    async for request in requests:
        yield reflection_pb2.ServerReflectionRequest.FromString(request)


def _service(request: bytes) -> Any:
    return health_pb2.HealthCheckRequest.FromString(request)
