"""The gRPC door: turns calls into bytes for the dispatcher, and its answers into calls.

The reference door: health, reflection and rich errors beside the API.
"""

import asyncio
import ipaddress
from collections.abc import Iterable
from contextlib import aclosing
from typing import Any, NamedTuple, NoReturn, TypeAlias

import grpc
from google.protobuf.descriptor_pool import DescriptorPool
from grpc import aio
from grpc_health.v1 import health, health_pb2, health_pb2_grpc
from grpc_reflection.v1alpha import reflection, reflection_pb2_grpc
from grpc_status import rpc_status

from croupier.service.app.problems import Problem
from croupier.service.transport.context import REQUEST_ID_KEY, Arrival, request_id_of
from croupier.service.transport.dispatcher import (
    MESSAGE_BYTES_MAX,
    METADATA_BYTES_MAX,
    Dispatcher,
    Method,
)
from croupier.service.transport.status import status_of

MethodHandler: TypeAlias = "grpc.RpcMethodHandler[Any, Any]"
Context: TypeAlias = "aio.ServicerContext[bytes, bytes]"

KEEPALIVE_MS = 20_000
PING_TIMEOUT_MS = 10_000  # without it a frozen peer is noticed after a minute
PING_INTERVAL_MIN_MS = 10_000
STREAMS_MAX = 256  # of one connection; more wait
AGE_GRACE_MS = 60_000
WRITE_S = 30.0  # a reader that takes nothing for so long is let go


class Place(NamedTuple):
    """Where the door is."""

    host: str
    port: int  # 0: any free one
    shared: bool = False  # several processes listen there


class GrpcDoor:
    """Opens, answers and closes."""

    def __init__(
        self, dispatcher: Dispatcher, connection_age_s: float, reflected: DescriptorPool | None
    ) -> None:
        self._dispatcher, self._age_s = dispatcher, connection_age_s
        self._names = sorted({path.split("/")[1] for path in dispatcher.methods})
        # Both doors of gRPC answer with these two.
        self.health = health.aio.HealthServicer()
        self.reflection = None if reflected is None else _reflecting(reflected, self._names)
        self._server: aio.Server | None = None
        self.serving = False  # between `open` and `warn`

    async def open(self, place: Place) -> int:
        """Listen; the port in the end. Raises OSError when the place is taken."""
        server = aio.server(
            options=self._options(place), compression=grpc.Compression.NoCompression
        )
        health_pb2_grpc.add_HealthServicer_to_server(self.health, server)
        if self.reflection is not None:
            add: Any = reflection_pb2_grpc.add_ServerReflectionServicer_to_server
            add(self.reflection, server)
        server.add_generic_rpc_handlers((_Handlers(self._dispatcher),))
        try:
            port = server.add_insecure_port(address(place.host, place.port))
        except RuntimeError:
            raise OSError(f"{address(place.host, place.port)} cannot be listened on") from None
        await server.start()
        for name in ("", *self._names):
            await self.health.set(name, health_pb2.HealthCheckResponse.SERVING)
        self._server, self.serving = server, True
        return port

    async def warn(self) -> None:
        """Say NOT_SERVING, and go on serving."""
        self.serving = False
        await self.health.enter_graceful_shutdown()

    async def close(self, grace_s: float) -> None:
        """Take no new calls; what still runs after the grace is cancelled."""
        if self._server is not None:
            await self._server.stop(grace_s)

    def _options(self, place: Place) -> list[tuple[str, Any]]:
        return [
            ("grpc.so_reuseport", int(place.shared)),
            ("grpc.keepalive_time_ms", KEEPALIVE_MS),
            ("grpc.keepalive_timeout_ms", PING_TIMEOUT_MS),
            ("grpc.http2.ping_timeout_ms", PING_TIMEOUT_MS),
            ("grpc.keepalive_permit_without_calls", 1),
            ("grpc.http2.min_ping_interval_without_data_ms", PING_INTERVAL_MIN_MS),
            ("grpc.max_connection_age_ms", int(self._age_s * 1_000)),
            ("grpc.max_connection_age_grace_ms", AGE_GRACE_MS),
            ("grpc.max_concurrent_streams", STREAMS_MAX),
            # What is a little too large is refused by the dispatcher, with its reason.
            ("grpc.max_receive_message_length", 2 * MESSAGE_BYTES_MAX),
            ("grpc.max_metadata_size", METADATA_BYTES_MAX),
            ("grpc.absolute_max_metadata_size", METADATA_BYTES_MAX),
        ]


def _reflecting(pool: DescriptorPool, names: list[str]) -> reflection.aio.ReflectionServicer:
    return reflection.aio.ReflectionServicer((*names, reflection.SERVICE_NAME), pool=pool)


def address(host: str, port: int) -> str:
    """Host and port in one word, also for IPv6."""
    try:
        if ipaddress.ip_address(host).version == 6:
            return f"[{host}]:{port}"
    except ValueError:
        pass
    return f"{host}:{port}"


class _Handlers(grpc.GenericRpcHandler):
    """Every method of the dispatcher, and a typed no for any other."""

    def __init__(self, dispatcher: Dispatcher) -> None:
        self._dispatcher = dispatcher
        self._handlers = {
            path: _stream(dispatcher, method) if method.streams else _unary(dispatcher, method)
            for path, method in dispatcher.methods.items()
        }

    def service(self, details: grpc.HandlerCallDetails) -> MethodHandler:
        """How a call is answered."""
        known = self._handlers.get(details.method)
        return known or _nothing(self._dispatcher, details.method)


def _unary(dispatcher: Dispatcher, method: Method) -> MethodHandler:
    async def answer(body: bytes, context: Context) -> bytes:
        arrival, named = _arrival(context)
        try:
            reply = await dispatcher.unary(method, body, arrival)
        except Problem as problem:
            await _refuse(context, problem, arrival)
        if reply.trailers or named:
            context.set_trailing_metadata((*reply.trailers.items(), *_name(arrival, named)))
        return reply.body

    return grpc.unary_unary_rpc_method_handler(answer)


def _stream(dispatcher: Dispatcher, method: Method) -> MethodHandler:
    async def answer(body: bytes, context: Context) -> None:
        arrival, named = _arrival(context)
        context.set_trailing_metadata(_name(arrival, named))
        try:
            async with aclosing(dispatcher.stream(method, body, arrival)) as replies:
                async for reply in replies:
                    async with asyncio.timeout(WRITE_S):
                        await context.write(reply)
        except Problem as problem:
            await _refuse(context, problem, arrival)
        except TimeoutError:
            await _refuse(context, Problem("DEADLINE_EXCEEDED"), arrival)

    return grpc.unary_stream_rpc_method_handler(answer)


def _nothing(dispatcher: Dispatcher, path: str) -> MethodHandler:
    async def answer(_body: bytes, context: Context) -> bytes:
        arrival, _ = _arrival(context)
        await _refuse(context, dispatcher.unknown(path, arrival), arrival)

    return grpc.unary_unary_rpc_method_handler(answer)


def _arrival(context: Context) -> tuple[Arrival, bool]:
    """What came with a call, and whether its caller has named it."""
    pairs = context.invocation_metadata() or ()
    sent = dict(pairs)
    authorization, request_id = sent.get("authorization"), sent.get(REQUEST_ID_KEY)
    if len(sent) != len(pairs):
        authorization = _combined(value for name, value in pairs if name == "authorization")
    arrival = Arrival(
        "grpc",
        request_id_of(request_id),
        authorization if isinstance(authorization, str) else None,
        context.time_remaining(),
    )
    return arrival, request_id is not None


def _name(arrival: Arrival, named: bool) -> tuple[tuple[str, str], ...]:
    """The request's id goes back with every no, and to callers that name their requests."""
    return ((REQUEST_ID_KEY, arrival.request_id),) if named else ()


def _combined(values: Iterable[str | bytes]) -> str | None:
    """Several headers of a name are one list, as in HTTP; no token reads like a list."""
    return ", ".join(map(str, values)) or None


async def _refuse(context: Context, problem: Problem, arrival: Arrival) -> NoReturn:
    status = rpc_status.to_status(status_of(problem))
    trailers = (*status.trailing_metadata, *_name(arrival, True))
    await context.abort(status.code, status.details, trailers)
