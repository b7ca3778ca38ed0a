"""The yardstick: grpc.aio on uvloop that answers every request with the same canned bytes.

`python -m bench.echo PORT BYTES FRAME_BYTES` prints `echo` when it listens. A call also sends
one canned frame to every open watch, as a command does to everybody at a table.
"""

import asyncio
import sys
from collections.abc import AsyncIterator

import grpc
import uvloop


class Echo:
    """Canned answers, canned frames."""

    def __init__(self, size: int, frame_size: int) -> None:
        self._canned, self._frame = b"x" * size, b"x" * frame_size
        self._called = asyncio.Event()

    async def call(self, request: bytes, context: object) -> bytes:
        """Answer, and wake the watches."""
        self._called.set()
        self._called = asyncio.Event()
        return self._canned

    async def watch(self, request: bytes, context: object) -> AsyncIterator[bytes]:
        """A frame to begin with, and one after each call (or after several)."""
        while True:
            called = self._called
            yield self._frame
            await called.wait()


async def serve(port: int, size: int, frame_size: int) -> None:
    """Answer until told to stop."""
    echo = Echo(size, frame_size)
    call: grpc.RpcMethodHandler[bytes, bytes] = grpc.unary_unary_rpc_method_handler(echo.call)
    watch: grpc.RpcMethodHandler[bytes, bytes] = grpc.unary_stream_rpc_method_handler(echo.watch)
    server = grpc.aio.server()
    server.add_generic_rpc_handlers(
        (grpc.method_handlers_generic_handler("bench.Echo", {"Call": call, "Watch": watch}),)
    )
    server.add_insecure_port(f"127.0.0.1:{port}")
    await server.start()
    print("echo", flush=True)  # noqa: T201
    await server.wait_for_termination()


if __name__ == "__main__":
    uvloop.run(serve(int(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3])))
