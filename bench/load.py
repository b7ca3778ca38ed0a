"""Fires prepared requests: closed loop, one request in flight for each lane.

`python -m bench.load` reads a plan (msgpack) from standard input and prints what it measured
as JSON. It knows nothing of games, so its own work is small and the same for every server.
"""

import asyncio
import json
import resource
import sys
import time
from typing import TypeAlias

import grpc
import msgspec
import uvloop

Metadata = tuple[tuple[str, str], ...]
Unary: TypeAlias = "grpc.aio.UnaryUnaryMultiCallable[bytes, bytes]"
Stream: TypeAlias = "grpc.aio.UnaryStreamMultiCallable[bytes, bytes]"


class Request(msgspec.Struct, array_like=True):
    """One call: its bytes and its caller's token."""

    body: bytes
    token: str = ""


class Plan(msgspec.Struct):
    """What to fire at whom. Each lane has its own connection and its requests in order."""

    address: str
    method: str
    lanes: list[list[Request]]
    watch_method: str = ""
    watchers: list[Request] = []
    watch_connections: int = 0  # for all watchers together; 0 is one each
    max_s: float = 60.0


class Measured(msgspec.Struct):
    """What came of it."""

    calls: int
    seconds: float
    client_cpu_s: float
    latencies_ms: list[float]
    reply_bytes: int
    deliveries: int
    frame_bytes: int
    failures: list[str]


def options(lane: int) -> list[tuple[str, int]]:
    """A connection of its own for each lane."""
    return [("bench.lane", lane), ("grpc.use_local_subchannel_pool", 1)]


async def fire(plan: Plan) -> Measured:
    """Run the plan to its end or its time."""
    measured = Measured(0, 0.0, 0.0, [], 0, 0, 0, [])
    lanes = len(plan.lanes)
    ears = plan.watch_connections or len(plan.watchers)
    channels = [
        grpc.aio.insecure_channel(plan.address, options(number)) for number in range(lanes + ears)
    ]
    await asyncio.gather(*(channel.channel_ready() for channel in channels))
    arrived = asyncio.Semaphore(0)
    watching = [
        asyncio.ensure_future(_watch(plan, channels[lanes + n % ears], request, measured, arrived))
        for n, request in enumerate(plan.watchers)
    ]
    for _ in watching:  # every watcher has its first frame before anything is fired
        await arrived.acquire()
    measured.deliveries = measured.frame_bytes = 0
    print("firing", flush=True)  # noqa: T201
    sys.stdin.buffer.read(1)
    began, cpu = time.perf_counter(), _cpu_s()
    end = began + plan.max_s
    await asyncio.gather(
        *(
            _lane(plan, channel, requests, measured, end)
            for channel, requests in zip(channels, plan.lanes, strict=False)
        )
    )
    measured.seconds = time.perf_counter() - began
    measured.client_cpu_s = _cpu_s() - cpu
    for task in watching:
        task.cancel()
    await asyncio.gather(*watching, return_exceptions=True)
    await asyncio.gather(*(channel.close() for channel in channels))
    return measured


async def _lane(
    plan: Plan, channel: grpc.aio.Channel, requests: list[Request], measured: Measured, end: float
) -> None:
    call: Unary = channel.unary_unary(plan.method)
    for request in requests:
        began = time.perf_counter()
        if began > end:
            return
        try:
            reply = await call(request.body, metadata=_token(request))
        except grpc.aio.AioRpcError as error:
            measured.failures.append(f"{error.code().name} {error.details()}")
            return
        measured.latencies_ms.append((time.perf_counter() - began) * 1000)
        measured.reply_bytes += len(reply)
        measured.calls += 1


async def _watch(
    plan: Plan,
    channel: grpc.aio.Channel,
    request: Request,
    measured: Measured,
    arrived: asyncio.Semaphore,
) -> None:
    watched: Stream = channel.unary_stream(plan.watch_method)
    try:
        async for frame in watched(request.body, metadata=_token(request)):
            measured.deliveries += 1
            measured.frame_bytes += len(frame)
            arrived.release()
    except grpc.aio.AioRpcError as error:
        measured.failures.append(f"watch: {error.code().name} {error.details()}")
        arrived.release()


def _token(request: Request) -> Metadata:
    return (("authorization", f"Bearer {request.token}"),) if request.token else ()


def _cpu_s() -> float:
    used = resource.getrusage(resource.RUSAGE_SELF)
    return used.ru_utime + used.ru_stime


def main() -> None:
    """Read the plan's length and the plan, wait for a byte, fire, print."""
    size = int.from_bytes(sys.stdin.buffer.read(8), "big")
    plan = msgspec.msgpack.decode(sys.stdin.buffer.read(size), type=Plan)
    print(json.dumps(msgspec.to_builtins(uvloop.run(fire(plan)))), flush=True)  # noqa: T201


if __name__ == "__main__":
    main()
