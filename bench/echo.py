"""The yardstick: grpc.aio on uvloop that answers every request with the same canned bytes.

`python -m bench.echo PORT BYTES` prints `echo` when it listens.

"""

import sys

import grpc
import uvloop


async def serve(port: int, size: int) -> None:
    """Answer until told to stop."""
    canned = b"x" * size

    async def call(request: bytes, context: object) -> bytes:
        return canned

    method: grpc.RpcMethodHandler[bytes, bytes] = grpc.unary_unary_rpc_method_handler(call)
    server = grpc.aio.server()
    server.add_generic_rpc_handlers(
        (grpc.method_handlers_generic_handler("bench.Echo", {"Call": method}),)
    )
    server.add_insecure_port(f"127.0.0.1:{port}")
    await server.start()
    print("echo", flush=True)  # noqa: T201
    await server.wait_for_termination()


if __name__ == "__main__":
    uvloop.run(serve(int(sys.argv[1]), int(sys.argv[2])))
