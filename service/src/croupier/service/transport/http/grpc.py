"""gRPC over the HTTP port: native for any stock client, and gRPC-Web for browsers.

Both wrap messages in the same envelopes. They differ in where the status goes: native gRPC has
real trailers, gRPC-Web writes them as a last envelope of the body.
"""

import base64
import binascii
import re
from collections.abc import Iterable, Mapping
from contextlib import aclosing
from urllib.parse import quote

from google.protobuf.message import DecodeError

from croupier.service.app.problems import Problem, Violation
from croupier.service.transport.context import Arrival
from croupier.service.transport.dispatcher import Dispatcher, Method
from croupier.service.transport.http.envelope import (
    BODY_BYTES_MAX,
    WEB_TRAILERS,
    each,
    only,
    wrapped,
)
from croupier.service.transport.http.exchange import (
    ENCODINGS,
    Header,
    Request,
    Send,
    begin,
    last,
    name_of,
    part,
)
from croupier.service.transport.http.tools import Tool
from croupier.service.transport.status import status_of

NATIVE = b"application/grpc"
WEB = b"application/grpc-web"
WEB_TEXT = b"application/grpc-web-text"
_OK = (b"grpc-status", b"0")
_TIMEOUT = re.compile(rb"([0-9]{1,8})([HMSmun])")
_SECONDS = {b"H": 3600.0, b"M": 60.0, b"S": 1.0, b"m": 1e-3, b"u": 1e-6, b"n": 1e-9}
_ACCEPTS = (b"grpc-accept-encoding", ENCODINGS)


class GrpcAdapter:
    """Answers calls whose content type begins with `application/grpc`."""

    def __init__(self, dispatcher: Dispatcher, tools: Mapping[str, Tool]) -> None:
        self._dispatcher, self._tools = dispatcher, tools

    async def answer(self, request: Request, send: Send) -> None:
        """A call of any method, known or not."""
        out = _out(request, send)
        tool = self._tools.get(request.path)
        if tool is not None:
            await self._assist(tool, request, out)
            return
        arrival = request.arrival(out.door, _remaining_s(request))
        method = self._dispatcher.methods.get(request.path)
        try:
            if method is None:
                raise self._dispatcher.unknown(request.path, arrival)
            body = await self._body(method, request, out, arrival)
            if method.streams:
                await self._stream(method, body, arrival, out)
            else:
                reply = await self._dispatcher.unary(method, body, arrival)
                trailers = tuple((k.encode(), v.encode()) for k, v in reply.trailers.items())
                await out.whole(reply.body, (_OK, *trailers, *_asked(request, arrival)))
                return
        except Problem as problem:
            await out.end((*_status(problem), name_of(arrival)))
            return
        await out.end((_OK, *_asked(request, arrival)))

    async def _assist(self, tool: Tool, request: Request, out: "_Out") -> None:
        """What tools and balancers ask beside the contract; it is not logged."""
        try:
            await tool(each(request.pieces()), out.message)
        except (Problem, DecodeError) as failure:
            problem = failure if isinstance(failure, Problem) else Problem("INVALID_REQUEST")
            await out.end(_status(problem))
            return
        await out.end((_OK,))

    async def _stream(self, method: Method, body: bytes, arrival: Arrival, out: "_Out") -> None:
        async with aclosing(self._dispatcher.stream(method, body, arrival)) as replies:
            async for reply in replies:
                await out.message(reply)

    async def _body(self, method: Method, request: Request, out: "_Out", arrival: Arrival) -> bytes:
        """The message of the call. Raises Problem, which is logged."""
        try:
            if request.verb != "POST":
                raise Problem("INVALID_REQUEST", message="Calls are sent with POST.")
            body = out.read(await request.body(out.bytes_max))
            return only(body, request.header(b"grpc-encoding"))
        except Problem as problem:
            raise self._dispatcher.unread(method.name, problem, arrival) from None


class _Out:
    """Where a native answer goes: messages, then trailers."""

    door = "grpc_http"
    bytes_max = BODY_BYTES_MAX

    def __init__(self, send: Send, content_type: bytes) -> None:
        self._send, self._content_type = send, content_type
        self._begun = False

    def read(self, body: bytes) -> bytes:
        """The envelopes of a request's body. Raises Problem."""
        return body

    async def message(self, message: bytes) -> None:
        """One message of the answer."""
        await self._begin()
        await part(self._send, wrapped(message))

    async def whole(self, message: bytes, trailers: Iterable[Header]) -> None:
        """The one message of the answer and its status."""
        await self._begin()
        await self._send({"type": "http.response.body", "body": wrapped(message)})
        await self._send({"type": "http.response.trailers", "headers": list(trailers)})

    async def end(self, trailers: Iterable[Header]) -> None:
        """The status, at last; in the head when there was nothing before it."""
        if not self._begun:
            head = ((b"content-type", self._content_type), _ACCEPTS, *trailers)
            await begin(self._send, 200, head)
            await last(self._send)
            return
        await last(self._send)
        await self._send({"type": "http.response.trailers", "headers": list(trailers)})

    async def _begin(self, trailers: bool = True) -> None:
        if not self._begun:
            self._begun = True
            head = ((b"content-type", self._content_type), _ACCEPTS)
            await begin(self._send, 200, head, trailers)


class _WebOut(_Out):
    """Where an answer of gRPC-Web goes: trailers are a last envelope."""

    door = "grpc_web"

    def written(self, envelopes: bytes) -> bytes:
        """Envelopes as they go into the body."""
        return envelopes

    async def message(self, message: bytes) -> None:
        """One message of the answer."""
        await self._begin(trailers=False)
        await part(self._send, self.written(wrapped(message)))

    async def end(self, trailers: Iterable[Header]) -> None:
        """The status, at last."""
        await self._begin(trailers=False)
        await last(self._send, self.written(_last(trailers)))

    async def whole(self, message: bytes, trailers: Iterable[Header]) -> None:
        """The one message of the answer and its status."""
        await self._begin(trailers=False)
        body = self.written(wrapped(message) + _last(trailers))
        await self._send({"type": "http.response.body", "body": body})


class _WebTextOut(_WebOut):
    """The same in base64, for browsers that cannot read bytes as they come."""

    bytes_max = (BODY_BYTES_MAX + 2) // 3 * 4

    def read(self, body: bytes) -> bytes:
        """The envelopes of a request's body. Raises Problem."""
        try:
            return base64.b64decode(body, validate=True)
        except binascii.Error:
            wrong = (Violation("", "The body is not base64."),)
            raise Problem("INVALID_REQUEST", violations=wrong) from None

    def written(self, envelopes: bytes) -> bytes:
        """Envelopes as they go into the body."""
        return base64.b64encode(envelopes)


def _out(request: Request, send: Send) -> _Out:
    """Where the answer to a call goes; its content type is that of the call."""
    content_type = request.headers[b"content-type"]
    if content_type.startswith(WEB_TEXT):
        return _WebTextOut(send, WEB_TEXT + b"+proto")
    if content_type.startswith(WEB):
        return _WebOut(send, WEB + b"+proto")
    return _Out(send, NATIVE)


def _status(problem: Problem) -> tuple[Header, ...]:
    """A no as trailers: the code, the sentence and the details."""
    status = status_of(problem)
    details = base64.b64encode(status.SerializeToString()).rstrip(b"=")
    return (
        (b"grpc-status", b"%d" % status.code),
        (b"grpc-message", quote(status.message, safe=" !#$&'()*+,/:;=?@[]\"<>^`{|}").encode()),
        (b"grpc-status-details-bin", details),
    )


def _last(trailers: Iterable[Header]) -> bytes:
    """Trailers as an envelope."""
    return wrapped(b"".join(b"%b: %b\r\n" % pair for pair in trailers), WEB_TRAILERS)


def _asked(request: Request, arrival: Arrival) -> tuple[Header, ...]:
    return (name_of(arrival),) if request.named else ()


def _remaining_s(request: Request) -> float | None:
    """Until the caller's deadline. None: it set none, or none that can be read."""
    told = request.headers.get(b"grpc-timeout")
    match = None if told is None else _TIMEOUT.fullmatch(told)
    return None if match is None else int(match[1]) * _SECONDS[match[2]]
