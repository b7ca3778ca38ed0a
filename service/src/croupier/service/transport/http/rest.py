"""REST by the contract's own routes, in JSON; what streams comes as server-sent events.

The id of an event is its resume token: a client that reconnects with `Last-Event-ID`, as
browsers do by themselves, goes on where it was.
"""

import math
import re
from collections.abc import Iterator, Mapping
from contextlib import aclosing
from functools import lru_cache
from typing import Any, NamedTuple
from urllib.parse import unquote_to_bytes

import orjson
from google.protobuf.message import Message

from croupier.service.app.problems import Problem, Violation
from croupier.service.transport.context import Arrival
from croupier.service.transport.dispatcher import UNKNOWN, Dispatcher, Form, Method
from croupier.service.transport.http import json_reading, json_writing
from croupier.service.transport.http.codes import NAMES
from croupier.service.transport.http.exchange import (
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
from croupier.service.transport.http.json_reading import refuse
from croupier.service.transport.status import status_of

EVENTS_REMEMBERED = 256  # as text, for other watchers that stand at the same place
JSON = b"application/json"
SSE = b"text/event-stream"
RETRY_MS = 1_000  # how long a browser waits before it reconnects
NO_STORE = (b"cache-control", b"no-store")
UNBUFFERED = (b"x-accel-buffering", b"no")  # proxies shall not wait for more
VARIABLE = re.compile(r"\\\{(\w+)\\\}")
TOKEN_FIELD = "resume_token"
BOOLS: Mapping[str, object] = {"true": True, "false": False}


class Route(NamedTuple):
    """Where a method is found."""

    verb: str
    path: re.Pattern[str]
    has_body: bool
    method: Method


class Found(NamedTuple):
    """A method, and the variables of its path as they were sent."""

    route: Route
    variables: Mapping[str, str]


class RestAdapter:
    """Answers what is asked at the contract's paths."""

    def __init__(self, dispatcher: Dispatcher) -> None:
        self._dispatcher = dispatcher
        self._routes = tuple(_routes(dispatcher))
        self._event = lru_cache(EVENTS_REMEMBERED)(_event)
        for route in self._routes:
            json_reading.members_of(route.method.request.DESCRIPTOR)

    async def answer(self, request: Request, send: Send) -> None:
        """Whatever is asked, also at paths that nobody knows."""
        found, verbs = self._found(request)
        if found is None:
            await self._nothing(request, verbs).send(send)
        elif found.route.method.streams:
            await self._stream(request, found, send)
        else:
            await (await self._unary(request, found)).send(send)

    async def _unary(self, request: Request, found: Found) -> Answer:
        method, arrival = found.route.method, request.arrival("rest")
        try:
            body = await self._body(request, found, arrival)
            form = Form(_Reading(request, found).read, json_writing.write)
            reply = await self._dispatcher.unary(method, body, arrival, form)
        except Problem as problem:
            return refused(problem, arrival)
        trailers = ((k.encode(), v.encode()) for k, v in reply.trailers.items())
        return Answer(200, JSON, reply.body, (NO_STORE, name_of(arrival), *trailers))

    async def _stream(self, request: Request, found: Found, send: Send) -> None:
        """A refusal before the first event is an answer like any other; a later one an event."""
        method, arrival = found.route.method, request.arrival("sse")
        form, begun = Form(_Reading(request, found).read, json_writing.write), False
        try:
            body = await self._body(request, found, arrival)
            async with aclosing(self._dispatcher.stream(method, body, arrival, form)) as frames:
                async for frame in frames:
                    event = self._event(method, frame)
                    if not begun:
                        begun = True
                        head = ((b"content-type", SSE), NO_STORE, UNBUFFERED, name_of(arrival))
                        await begin(send, 200, head)
                        event = b"retry: %d\n\n%b" % (RETRY_MS, event)
                    await part(send, event)
        except Problem as problem:
            if not begun:
                await refused(problem, arrival).send(send)
                return
            await part(send, b"event: error\ndata: %b\n\n" % refused(problem, arrival).body)
        await last(send)

    async def _body(self, request: Request, found: Found, arrival: Arrival) -> bytes:
        """The body of a request that may have one. Raises Problem, which is logged."""
        try:
            if not found.route.has_body:
                return b""
            body = plain(await request.body(), request.header(b"content-encoding"))
            content_type = request.header(b"content-type").partition(";")[0].strip().lower()
            if content_type != JSON.decode():
                refuse("content-type", "must be application/json")
            return body
        except Problem as problem:
            raise self._dispatcher.unread(found.route.method.name, problem, arrival) from None

    def _found(self, request: Request) -> tuple[Found | None, list[str]]:
        """Who answers, or the verbs that this path knows."""
        path, verbs = request.path.replace("%3A", ":").replace("%3a", ":"), []
        verb = "GET" if request.verb == "HEAD" else request.verb
        for route in self._routes:
            match = route.path.fullmatch(path)
            if match is not None and route.verb == verb:
                return Found(route, match.groupdict()), []
            if match is not None:
                verbs.append(route.verb)
        return None, verbs

    def _nothing(self, request: Request, verbs: list[str]) -> Answer:
        arrival = request.arrival("rest")
        if verbs:
            problem = Problem("UNIMPLEMENTED", message=f"Here is {' and '.join(verbs)} alone.")
            self._dispatcher.unread(UNKNOWN, problem, arrival)
            return refused(problem, arrival, 405, ((b"allow", ", ".join(verbs).encode()),))
        problem = self._dispatcher.unknown(request.path, arrival)
        return refused(problem, arrival, 404)


class _Reading:
    """How a request is put together: from its path, its query and its body."""

    def __init__(self, request: Request, found: Found) -> None:
        self._request, self._found = request, found

    def read(self, kind: type[Message], body: bytes) -> Message:
        """The request. Raises INVALID_REQUEST."""
        message = kind()
        has_body = self._found.route.has_body
        if has_body:
            json_reading.fill(message, json_reading.parsed(body), "")
        self._add_query(message, has_body)
        self._add_variables(message)
        token = self._request.header(b"last-event-id")
        if token and self._found.route.method.streams:
            setattr(message, TOKEN_FIELD, token)
        return message

    def _add_query(self, message: Message, has_body: bool) -> None:
        members = json_reading.members_of(message.DESCRIPTOR)
        for pair in filter(None, self._request.query.split(b"&")):
            name, _, value = pair.replace(b"+", b" ").partition(b"=")
            named = _decoded(name, "")
            member = None if has_body else members.get(named)
            if member is None or member.read is None or member.name in self._found.variables:
                refuse(json_reading.below("", named), "there is no such field")
            text = _decoded(value, member.name)
            json_reading.put(message, member, BOOLS.get(text, text), member.name)

    def _add_variables(self, message: Message) -> None:
        """The path decides; a body that says the same is not wrong."""
        members = json_reading.members_of(message.DESCRIPTOR)
        for name, value in self._found.variables.items():
            read = members[name].read
            assert read is not None, "a variable of a path is one value"
            held = read(_decoded(value.encode("latin-1"), name), name)
            if message.HasField(name) and getattr(message, name) != held:
                refuse(name, "is not the one in the path")
            setattr(message, name, held)


def refused(
    problem: Problem, arrival: Arrival, http: int | None = None, more: tuple[Header, ...] = ()
) -> Answer:
    """A refusal: the same facts as in every other protocol."""
    status = status_of(problem)
    http = NAMES[problem.code].http if http is None else http
    told = {
        "code": http,
        "status": problem.code.name,
        "message": status.message,
        "details": json_writing.details(status),
    }
    headers = [NO_STORE, name_of(arrival), *more]
    if problem.retry_after_ms is not None:
        headers.append((b"retry-after", b"%d" % math.ceil(problem.retry_after_ms / 1_000)))
    if http == 401:
        headers.append((b"www-authenticate", b"Bearer"))
    return Answer(http, JSON, orjson.dumps({"error": told}), tuple(headers))


def _routes(dispatcher: Dispatcher) -> Iterator[Route]:
    for method in dispatcher.methods.values():
        verb, path, has_body = method.route
        pattern = VARIABLE.sub(r"(?P<\1>[^/:]+)", re.escape(path))
        yield Route(verb, re.compile(pattern), has_body, method)


def _event(method: Method, frame: bytes) -> bytes:
    """A frame as an event: its token, its kind, and itself."""
    message: Any = method.reply.FromString(frame)
    name = message.WhichOneof("frame")
    lines = (message.resume_token.encode(), name.encode(), json_writing.write(message))
    return b"id: %b\nevent: %b\ndata: %b\n\n" % lines


def _decoded(value: bytes, path: str) -> str:
    try:
        return unquote_to_bytes(value).decode()
    except UnicodeDecodeError:
        wrong = (Violation(path, "must be UTF-8, percent-encoded"),)
        raise Problem("INVALID_REQUEST", violations=wrong) from None
