"""The Connect protocol: JSON or binary by POST, reads by GET, streams in envelopes."""

import base64
import binascii
import re
from collections.abc import Iterable, Mapping
from contextlib import aclosing
from functools import lru_cache
from typing import Any, NamedTuple
from urllib.parse import unquote_to_bytes

import orjson
from google.protobuf.message import DecodeError
from google.rpc.status_pb2 import Status

from croupier.service.app.problems import Problem, Violation
from croupier.service.transport.context import REQUEST_ID_KEY, Arrival
from croupier.service.transport.dispatcher import BINARY, Dispatcher, Form, Method
from croupier.service.transport.http import json_reading, json_writing
from croupier.service.transport.http.codes import NAMES
from croupier.service.transport.http.envelope import (
    BODY_BYTES_MAX,
    CONNECT_END,
    each,
    only,
    wrapped,
)
from croupier.service.transport.http.exchange import (
    ENCODINGS,
    Answer,
    Header,
    Request,
    Send,
    begin,
    last,
    name_of,
    part,
    plain,
)
from croupier.service.transport.http.tools import Tool
from croupier.service.transport.status import status_of

FRAMES_REMEMBERED = 256  # in JSON, for other watchers that stand at the same place
VERSION = "1"
MILLISECONDS = re.compile(r"[0-9]{1,10}")
FORMS = {"json": Form(json_reading.read, json_writing.write), "proto": BINARY}
UNARY = "application/"
STREAM = "application/connect+"
ACCEPT_POST = {
    streams: ", ".join(f"{STREAM if streams else UNARY}{name}" for name in FORMS).encode()
    for streams in (False, True)
}


class _Sent(NamedTuple):
    """What a caller sent: in which form, and the message itself."""

    form: str  # of FORMS
    message: bytes


class _Unfit(Exception):
    """The request does not speak this protocol: an HTTP status, and a header that says more."""

    def __init__(self, status: int, header: Header) -> None:
        self.status, self.header = status, header


class ConnectAdapter:
    """Answers calls at the paths of the contract's services."""

    def __init__(self, dispatcher: Dispatcher, tools: Mapping[str, Tool]) -> None:
        self._dispatcher, self._tools = dispatcher, tools
        self._frame = lru_cache(FRAMES_REMEMBERED)(self._frame_in_json)

    async def answer(self, request: Request, send: Send) -> None:
        """A call of any method, known or not."""
        tool = self._tools.get(request.path)
        if tool is not None and request.header(b"content-type") == f"{STREAM}proto":
            await _assist(tool, request, send)
            return
        arrival = request.arrival("connect", _remaining_s(request))
        method = self._dispatcher.methods.get(request.path)
        if method is None:
            problem = self._dispatcher.unknown(request.path, arrival)
            await _refused(problem, arrival, status=404).send(send)
            return
        try:
            sent = await self._sent(request, method)
        except _Unfit as unfit:
            problem = Problem("INVALID_REQUEST", message="This is not how the method is called.")
            self._dispatcher.unread(method.name, problem, arrival)
            await _refused(problem, arrival, (unfit.header,), unfit.status).send(send)
        except Problem as problem:
            self._dispatcher.unread(method.name, problem, arrival)
            await _refused(problem, arrival).send(send)
        else:
            answer = self._stream if method.streams else self._unary
            await answer(request, method, sent, arrival, send)

    async def _unary(
        self, request: Request, method: Method, sent: _Sent, arrival: Arrival, send: Send
    ) -> None:
        form = FORMS[sent.form]
        try:
            reply = await self._dispatcher.unary(method, sent.message, arrival, form)
        except Problem as problem:
            await _refused(problem, arrival).send(send)
            return
        trailers = [(f"trailer-{k}".encode(), v.encode()) for k, v in reply.trailers.items()]
        if request.named:
            trailers.append(name_of(arrival))
        content_type = f"{UNARY}{sent.form}".encode()
        await Answer(200, content_type, reply.body, tuple(trailers)).send(send)

    async def _stream(
        self, request: Request, method: Method, sent: _Sent, arrival: Arrival, send: Send
    ) -> None:
        """Always 200: what goes wrong is in the last envelope."""
        head = [(b"content-type", f"{STREAM}{sent.form}".encode())]
        head.append((b"connect-accept-encoding", ENCODINGS))
        if request.named:
            head.append(name_of(arrival))
        await begin(send, 200, head)
        end: dict[str, Any] = {}
        stream = self._dispatcher.stream(method, sent.message, arrival, FORMS[sent.form])
        try:
            async with aclosing(stream) as replies:
                async for reply in replies:
                    message = reply if sent.form == "proto" else self._frame(method, reply)
                    await part(send, wrapped(message))
        except Problem as problem:
            end = {"error": _told(status_of(problem), problem), "metadata": _named(arrival)}
        await last(send, wrapped(orjson.dumps(end), CONNECT_END))

    def _frame_in_json(self, method: Method, frame: bytes) -> bytes:
        return json_writing.write(method.reply.FromString(frame))

    # --- requests -----------------------------------------------------------------------------

    async def _sent(self, request: Request, method: Method) -> _Sent:
        """The message of a call. Raises Problem and _Unfit."""
        version = request.header(b"connect-protocol-version")
        if version not in ("", VERSION):
            refuse_version()
        if request.verb == "GET" and not method.streams and not method.changes:
            return _in_query(request.query)
        if request.verb != "POST":
            raise _Unfit(405, (b"allow", b"POST" if method.changes else b"GET, POST"))
        prefix = STREAM if method.streams else UNARY
        content_type = request.header(b"content-type").partition(";")[0].strip().lower()
        form = content_type.removeprefix(prefix)
        if not content_type.startswith(prefix) or form not in FORMS:
            raise _Unfit(415, (b"accept-post", ACCEPT_POST[method.streams]))
        if method.streams:
            encoding = request.header(b"connect-content-encoding")
            return _Sent(form, only(await request.body(BODY_BYTES_MAX), encoding))
        body = await request.body()
        return _Sent(form, plain(body, request.header(b"content-encoding")))


async def _assist(tool: Tool, request: Request, send: Send) -> None:
    """What tools ask beside the contract; it is not logged."""
    await begin(send, 200, [(b"content-type", f"{STREAM}proto".encode())])
    end: dict[str, Any] = {}

    async def write(message: bytes) -> None:
        await part(send, wrapped(message))

    try:
        await tool(each(request.pieces()), write)
    except (Problem, DecodeError) as failure:
        problem = failure if isinstance(failure, Problem) else Problem("INVALID_REQUEST")
        end = {"error": _told(status_of(problem), problem)}
    await last(send, wrapped(orjson.dumps(end), CONNECT_END))


def _in_query(query: bytes) -> _Sent:
    """The message of a GET. Raises Problem."""
    pairs = (pair.partition(b"=")[::2] for pair in query.split(b"&") if pair)
    sent = {name: unquote_to_bytes(value.replace(b"+", b" ")) for name, value in pairs}
    form = sent.get(b"encoding", b"").decode("latin-1")
    if form not in FORMS:
        json_reading.refuse("encoding", f"must be one of {', '.join(FORMS)}")
    if b"message" not in sent:
        json_reading.refuse("message", "must be there")
    message = sent[b"message"]
    if sent.get(b"base64") == b"1":
        padded = message.rstrip(b"=") + b"=" * (-len(message.rstrip(b"=")) % 4)
        try:
            message = base64.b64decode(padded.translate(_URL_SAFE), validate=True)
        except binascii.Error:
            json_reading.refuse("message", "must be base64")
    return _Sent(form, plain(message, sent.get(b"compression", b"").decode("latin-1")))


_URL_SAFE = bytes.maketrans(b"-_", b"+/")


def refuse_version() -> None:
    """Raises INVALID_REQUEST: there is one version of the protocol."""
    wrong = (Violation("connect-protocol-version", f"must be {VERSION}"),)
    raise Problem("INVALID_REQUEST", violations=wrong)


# --- refusals ----------------------------------------------------------------------------------


def _refused(
    problem: Problem, arrival: Arrival, more: Iterable[Header] = (), status: int | None = None
) -> Answer:
    told = orjson.dumps(_told(status_of(problem), problem))
    http = NAMES[problem.code].http if status is None else status
    return Answer(http, b"application/json", told, (name_of(arrival), *more))


def _told(status: Status, problem: Problem) -> dict[str, Any]:
    """A refusal as Connect writes it; `debug` is the detail in JSON."""
    details = [
        {
            "type": detail.TypeName(),
            "value": base64.b64encode(detail.value).rstrip(b"=").decode(),
            "debug": debug,
        }
        for detail, debug in zip(status.details, json_writing.details(status), strict=True)
    ]
    return {"code": NAMES[problem.code].connect, "message": status.message, "details": details}


def _named(arrival: Arrival) -> Mapping[str, list[str]]:
    return {REQUEST_ID_KEY: [arrival.request_id]}


def _remaining_s(request: Request) -> float | None:
    """Until the caller's deadline. None: it set none, or none that can be read."""
    told = request.header(b"connect-timeout-ms")
    return int(told) / 1_000 if MILLISECONDS.fullmatch(told) else None
