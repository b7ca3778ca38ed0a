"""Plain HTTP/1.1 on a socket: what is sent is exactly what a test says."""

import asyncio
import json
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any

Headers = Mapping[str, str]
ANSWER_S = 15.0


@dataclass
class Response:
    """An answer; its body comes by pieces when it is chunked."""

    status: int
    headers: Mapping[str, str]
    _reader: asyncio.StreamReader

    @property
    def chunked(self) -> bool:
        """Whether the body has no stated length."""
        return self.headers.get("transfer-encoding") == "chunked"

    async def pieces(self) -> AsyncIterator[bytes]:
        """The body as it comes."""
        if not self.chunked:
            size = int(self.headers.get("content-length", 0))
            yield await self._reader.readexactly(size)
            return
        while size := int(await self._reader.readline(), 16):
            yield await self._reader.readexactly(size)
            await self._reader.readline()
        await self._reader.readline()

    async def body(self) -> bytes:
        """All of it."""
        async with asyncio.timeout(ANSWER_S):
            return b"".join([piece async for piece in self.pieces()])

    async def json(self) -> Any:
        """The body as JSON."""
        return json.loads(await self.body())


@asynccontextmanager
async def asked(
    port: int, verb: str, path: str, body: bytes | None = None, headers: Headers | None = None
) -> AsyncIterator[Response]:
    """Ask, and read the head of the answer; the connection ends with the block."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    try:
        sent = {"host": f"127.0.0.1:{port}", **(headers or {})}
        if body is not None:
            sent["content-length"] = str(len(body))
        head = "".join(f"{name}: {value}\r\n" for name, value in sent.items())
        writer.write(f"{verb} {path} HTTP/1.1\r\n{head}\r\n".encode() + (body or b""))
        async with asyncio.timeout(ANSWER_S):
            yield await head_of(reader)
    finally:
        writer.close()


async def head_of(reader: asyncio.StreamReader) -> Response:
    """The head of an answer."""
    line, *lines = (await reader.readuntil(b"\r\n\r\n")).decode().split("\r\n")
    pairs = (line.split(": ", 1) for line in lines if line)
    return Response(int(line.split(" ")[1]), {name.lower(): value for name, value in pairs}, reader)


async def told(
    port: int, verb: str, path: str, body: bytes | None = None, headers: Headers | None = None
) -> tuple[Response, bytes]:
    """A whole answer."""
    async with asked(port, verb, path, body, headers) as response:
        return response, b"" if verb == "HEAD" else await response.body()


@dataclass(frozen=True)
class Event:
    """A server-sent event."""

    id: str
    name: str
    data: Any


async def events(response: Response) -> AsyncIterator[Event]:
    """The events of a stream, as a browser reads them."""
    rest = ""
    async for piece in response.pieces():
        *blocks, rest = (rest + piece.decode()).split("\n\n")
        for block in blocks:
            fields = dict(line.split(": ", 1) for line in block.split("\n"))
            if "data" in fields:
                yield Event(fields.get("id", ""), fields["event"], json.loads(fields["data"]))


class Line:
    """A connection that is kept: many questions, one after the other; opened again if cut."""

    def __init__(self, port: int) -> None:
        self._port = port
        self._writer: asyncio.StreamWriter | None = None

    async def ask(self, raw: bytes) -> tuple[Response, bytes] | None:
        """The answer to these bytes. None: the connection was cut instead."""
        async with asyncio.timeout(ANSWER_S):
            try:
                if self._writer is None or self._writer.is_closing():
                    self._reader, self._writer = await asyncio.open_connection(
                        "127.0.0.1", self._port
                    )
                self._writer.write(raw)
                response = await head_of(self._reader)
                body = b"".join([piece async for piece in response.pieces()])
            except (OSError, asyncio.IncompleteReadError):
                self.hang_up()
                return None
        if response.headers.get("connection") == "close":
            self.hang_up()
        return response, body

    def hang_up(self) -> None:
        """Close it."""
        if self._writer is not None:
            self._writer.close()
        self._writer = None


def written(verb: str, path: str, body: bytes, headers: Headers) -> bytes:
    """A whole request."""
    sent = {"host": "127.0.0.1", **headers, "content-length": str(len(body))}
    head = "".join(f"{name}: {value}\r\n" for name, value in sent.items())
    return f"{verb} {path} HTTP/1.1\r\n{head}\r\n".encode("latin-1") + body
