"""A wire between the store and its server that breaks where a test says."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from typing import Any

import hiredis

READ_BYTES = 65536
CUT = b"cut"  # the server carries the command out, and the reply is lost
DROP = b"drop"  # the connection ends before the server hears of it


class Proxy:
    """Passes commands on. Script calls meet `faults`, one each: CUT, DROP or an error reply."""

    def __init__(self, upstream_port: int) -> None:
        self._upstream_port = upstream_port
        self._writers: list[asyncio.StreamWriter] = []
        self.faults: list[bytes] = []
        self.scripts_seen = 0
        self.port = 0

    @property
    def url(self) -> str:
        """What a client is given."""
        return f"redis://127.0.0.1:{self.port}"

    async def serve(self, client: asyncio.StreamReader, back: asyncio.StreamWriter) -> None:
        """One client's connection."""
        replies, upstream = await asyncio.open_connection("127.0.0.1", self._upstream_port)
        self._writers += (back, upstream)
        requests = hiredis.Reader()
        with suppress(ConnectionError, EOFError):
            while data := await client.read(READ_BYTES):
                requests.feed(data)
                while (command := requests.gets()) is not False:
                    await self._pass(command, replies, upstream, back)
        self.hang_up(back, upstream)

    async def _pass(
        self,
        command: list[bytes],
        replies: asyncio.StreamReader,
        upstream: asyncio.StreamWriter,
        back: asyncio.StreamWriter,
    ) -> None:
        fault = b""
        if command[0].upper() in (b"EVALSHA", b"EVAL"):
            self.scripts_seen += 1
            fault = self.faults.pop(0) if self.faults else b""
        if fault == DROP:
            raise EOFError
        if fault not in (b"", CUT):
            back.write(b"-" + fault + b"\r\n")
            return
        parts: tuple[Any, ...] = tuple(command)
        upstream.write(hiredis.pack_command(parts))
        reply = await self._whole_reply(replies)
        if fault == CUT:
            raise EOFError
        back.write(reply)

    async def _whole_reply(self, replies: asyncio.StreamReader) -> bytes:
        parser, raw = hiredis.Reader(), b""
        while True:
            data = await replies.read(READ_BYTES)
            if not data:
                raise EOFError
            raw += data
            parser.feed(data)
            if parser.gets() is not False:
                return raw

    def hang_up(self, *writers: asyncio.StreamWriter) -> None:
        """End these connections, or all."""
        for writer in writers or self._writers:
            writer.close()


@asynccontextmanager
async def proxy_to(upstream_port: int) -> AsyncIterator[Proxy]:
    """A proxy on a port of its own."""
    proxy = Proxy(upstream_port)
    server = await asyncio.start_server(proxy.serve, "127.0.0.1", 0)
    proxy.port = _port(server)
    try:
        yield proxy
    finally:
        server.close()
        proxy.hang_up()
        await server.wait_closed()


def _port(server: Any) -> int:
    return int(server.sockets[0].getsockname()[1])
