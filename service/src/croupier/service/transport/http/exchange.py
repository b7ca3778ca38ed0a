"""A request as it came over HTTP, and an answer as it goes back: no protocol of ours yet."""

import asyncio
import zlib
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable, Mapping
from typing import Any, NamedTuple, TypeAlias

from croupier.service.app.problems import Problem, Violation
from croupier.service.transport.context import REQUEST_ID_KEY, Arrival, request_id_of
from croupier.service.transport.dispatcher import MESSAGE_BYTES_MAX, too_large

Scope: TypeAlias = Mapping[str, Any]
Receive: TypeAlias = Callable[[], Awaitable[Mapping[str, Any]]]
Send: TypeAlias = Callable[[dict[str, Any]], Awaitable[None]]
Header: TypeAlias = tuple[bytes, bytes]
Peer: TypeAlias = tuple[str, int]  # the other end of a connection

BODY_S = 10.0  # for a whole body to arrive
WRITE_S = 30.0  # a reader that takes nothing for so long is let go
ENCODINGS = b"gzip, identity"  # what a request may come in
GZIP = 16 + zlib.MAX_WBITS
_NAMED = REQUEST_ID_KEY.encode()


class Gone(Exception):
    """The caller has hung up, or takes nothing any more: there is nobody to answer."""


class Request:
    """The head of a request, and its body when it is asked for."""

    __slots__ = ("_receive", "headers", "path", "peer", "query", "verb")

    def __init__(self, scope: Scope, receive: Receive) -> None:
        self.verb: str = scope["method"]
        self.path: str = scope["raw_path"].decode("latin-1")  # as sent: nothing is unescaped
        self.query: bytes = scope["query_string"]
        # Of a connection that carries this request alone: HTTP/2 carries many.
        self.peer: Peer | None = scope.get("client") if scope["http_version"] == "1.1" else None
        self.headers = _gathered(scope["headers"])
        self._receive = receive

    def header(self, name: bytes) -> str:
        """A header's value; several of a name are one list, as in HTTP. "" when there is none."""
        return self.headers.get(name, b"").decode("latin-1")

    @property
    def named(self) -> bool:
        """Whether the caller has named this request."""
        return _NAMED in self.headers

    def arrival(self, door: str, remaining_s: float | None = None) -> Arrival:
        """What came beside the body."""
        named = self.headers.get(_NAMED)
        authorization = self.headers.get(b"authorization")
        return Arrival(
            door,
            request_id_of(None if named is None else named.decode("latin-1")),
            None if authorization is None else authorization.decode("latin-1"),
            remaining_s,
        )

    async def body(self, most: int = MESSAGE_BYTES_MAX) -> bytes:
        """Everything that was sent. Raises TOO_LARGE once it is more than `most`, and Gone."""
        message = await self._receive()
        if message["type"] == "http.request" and not message.get("more_body"):
            whole: bytes = message.get("body", b"")
            if len(whole) > most:
                raise too_large()
            return whole
        try:
            async with asyncio.timeout(BODY_S):
                return await self._gathered(message, most)
        except TimeoutError:
            raise Problem("DEADLINE_EXCEEDED") from None

    async def _gathered(self, message: Mapping[str, Any], most: int) -> bytes:
        parts, size = [], 0
        while True:
            part = _said(message)
            size += len(part)
            if size > most:
                raise too_large()
            parts.append(part)
            if not message.get("more_body"):
                return b"".join(parts)
            message = await self._receive()

    async def pieces(self) -> AsyncIterator[bytes]:
        """The body as it comes, for as long as the caller says something. Raises Gone."""
        more = True
        while more:
            message = await self._receive()
            yield _said(message)
            more = message.get("more_body", False)


def _said(message: Mapping[str, Any]) -> bytes:
    if message["type"] != "http.request":
        raise Gone
    said: bytes = message.get("body", b"")
    return said


def plain(body: bytes, encoding: str, most: int = MESSAGE_BYTES_MAX) -> bytes:
    """A body as it was before it was encoded, bounded. Raises TOO_LARGE and INVALID_REQUEST."""
    match encoding.strip().lower():
        case "" | "identity":
            return body
        case "gzip":
            return _unzipped(body, most)
    raise Problem("UNIMPLEMENTED", message="Send messages as they are, or with gzip.")


def _unzipped(body: bytes, most: int) -> bytes:
    """Nothing is made that is larger than the limit, whatever the body would swell to."""
    unpacked = zlib.decompressobj(GZIP)
    try:
        text = unpacked.decompress(body, most + 1)
    except zlib.error:
        raise _broken() from None
    if len(text) > most:
        raise too_large()
    if not unpacked.eof or unpacked.unused_data:
        raise _broken()
    return text


def _broken() -> Problem:
    wrong = (Violation("", "The body is not one whole piece of gzip."),)
    return Problem("INVALID_REQUEST", violations=wrong)


def name_of(arrival: Arrival) -> Header:
    """The request's id: it goes back with every no, and to callers that name their requests."""
    return _NAMED, arrival.request_id.encode()


class Answer(NamedTuple):
    """A whole answer."""

    status: int
    content_type: bytes
    body: bytes
    headers: tuple[Header, ...] = ()

    async def send(self, send: Send) -> None:
        """To the caller."""
        size = (b"content-length", b"%d" % len(self.body))
        content_type = (b"content-type", self.content_type)
        await begin(send, self.status, (content_type, size, *self.headers))
        await send({"type": "http.response.body", "body": self.body})


async def begin(send: Send, status: int, headers: Iterable[Header], trailers: bool = False) -> None:
    """The head of an answer."""
    await send(
        {
            "type": "http.response.start",
            "status": status,
            "headers": list(headers),
            "trailers": trailers,
        }
    )


async def part(send: Send, body: bytes) -> None:
    """A piece of a stream. Raises Gone when the reader does not read."""
    await _taken(send, {"type": "http.response.body", "body": body, "more_body": True})


async def last(send: Send, body: bytes = b"") -> None:
    """The end of a stream. Raises Gone when the reader does not read."""
    await _taken(send, {"type": "http.response.body", "body": body})


async def _taken(send: Send, message: dict[str, Any]) -> None:
    try:
        async with asyncio.timeout(WRITE_S):
            await send(message)
    except TimeoutError:
        raise Gone from None


def _gathered(pairs: Iterable[Header]) -> dict[bytes, bytes]:
    headers: dict[bytes, bytes] = {}
    for name, value in pairs:
        headers[name] = value if name not in headers else b"%b, %b" % (headers[name], value)
    return headers
