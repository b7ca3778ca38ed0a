"""The way of every request, whichever door it came through: admit, read, answer, log.

A door hands over bytes and an `Arrival`; it gets bytes back, or a `Problem`, never anything
else: what nobody expected becomes INTERNAL with an incident id that only the log explains.
"""

import asyncio
import secrets
from collections.abc import AsyncGenerator, Callable, Coroutine, Iterable, Iterator, Mapping
from contextlib import aclosing
from time import perf_counter
from typing import Any, NamedTuple

from google.protobuf.descriptor import ServiceDescriptor
from google.protobuf.descriptor_pb2 import MethodOptions
from google.protobuf.message import DecodeError, Message
from google.protobuf.message_factory import GetMessageClass
from structlog.typing import FilteringBoundLogger

from croupier.service.app.problems import Problem, Violation
from croupier.service.transport.admission import Admission
from croupier.service.transport.context import Arrival, Call, Desk
from croupier.service.transport.descriptors import Route, route
from croupier.service.transport.status import problem_of
from croupier.service.transport.validation import violations

MESSAGE_BYTES_MAX = 64 * 1024
METADATA_BYTES_MAX = 8 * 1024
DEADLINE_S = 5.0  # of a unary call whose caller set none
DEADLINE_MAX_S = 10.0  # whatever the caller set
UNKNOWN = "unknown"  # what a method that does not exist is called

# Told once of every request: its door, its method, the code and the reason of its answer, and
# how many seconds it took.
Answered = Callable[[str, str, str, str | None, float], None]


class Method(NamedTuple):
    """One RPC: how its request is read and who answers it.

    The handler of a unary call returns a message; that of a stream yields encoded messages,
    so that what several watchers get is encoded once.
    """

    path: str  # "/croupier.v1.TableService/SubmitCommand"
    request: type[Message]
    handler: Callable[[Any, Call], Any]
    streams: bool
    changes: bool  # False: it may be given up half-way
    reply: type[Message]
    route: Route

    @property
    def name(self) -> str:
        """What the log calls it: "TableService/SubmitCommand"."""
        return self.path.rpartition(".")[2]


class Form(NamedTuple):
    """How a door's bytes are read as a request, and a reply is written as bytes."""

    read: Callable[[type[Message], bytes], Message]  # raises Problem, in our own words
    write: Callable[[Message], bytes]


class Reply(NamedTuple):
    """An answer and what goes beside it."""

    body: bytes
    trailers: Mapping[str, str]


def methods_of(service: ServiceDescriptor, handlers: object) -> Iterator[Method]:
    """Every RPC of a service with its handler. AttributeError when one is missing."""
    for method in service.methods:
        level = method.GetOptions().idempotency_level
        yield Method(
            path=f"/{service.full_name}/{method.name}",
            request=GetMessageClass(method.input_type),
            handler=getattr(handlers, method.name),
            streams=method.server_streaming,
            changes=level != MethodOptions.NO_SIDE_EFFECTS,
            reply=GetMessageClass(method.output_type),
            route=route(method),
        )


def _from_binary(kind: type[Message], body: bytes) -> Message:
    try:
        return kind.FromString(body)
    except DecodeError:
        wrong = (Violation("", "The body is not a request of this method."),)
        raise Problem("INVALID_REQUEST", violations=wrong) from None


def _in_binary(reply: Message) -> bytes:
    return reply.SerializeToString()


BINARY = Form(_from_binary, _in_binary)


class Dispatcher:
    """Answers every request of every door."""

    def __init__(
        self,
        methods: Iterable[Method],
        desk: Desk,
        admission: Admission,
        log: FilteringBoundLogger,
        answered: Answered,
    ) -> None:
        self.methods = {method.path: method for method in methods}
        self._desk, self._admission, self.log = desk, admission, log
        self.answered = answered
        for method in self.methods.values():
            violations(method.request())  # so that no first request waits for its rules

    async def unary(
        self, method: Method, body: bytes, arrival: Arrival, form: Form = BINARY
    ) -> Reply:
        """The one reply. Raises Problem."""
        call = self._call(method, arrival)
        with _Answered(self, call), self._admission.unary:
            request = _read(method, body, call, form)
            work = self._work(method, request, call)
            reply = await self._in_time(method, work, arrival)
            return Reply(form.write(reply), call.trailers)

    async def stream(
        self, method: Method, body: bytes, arrival: Arrival, form: Form = BINARY
    ) -> AsyncGenerator[bytes, None]:
        """Every reply of a stream, as the handler encoded it. Raises Problem."""
        call = self._call(method, arrival)
        with _Answered(self, call), self._admission.watch:
            request = _read(method, body, call, form)
            async with aclosing(method.handler(request, call)) as replies:
                async for reply in replies:
                    yield reply

    def unknown(self, path: str, arrival: Arrival) -> Problem:
        """The no to a method that does not exist."""
        return self.unread(UNKNOWN, Problem("UNIMPLEMENTED"), arrival, path_length=len(path))

    def unread(self, name: str, problem: Problem, arrival: Arrival, **facts: int) -> Problem:
        """A no before there was a request to read: it is logged and counted like any other."""
        self.log.info(
            "request",
            method=name,
            door=arrival.door,
            request_id=arrival.request_id,
            code=problem.code.name,
            reason=problem.reason,
            **facts,
        )
        self.answered(arrival.door, name, problem.code.name, problem.reason, 0.0)
        return problem

    def _call(self, method: Method, arrival: Arrival) -> Call:
        facts = {
            "method": method.name,
            "door": arrival.door,
            "request_id": arrival.request_id,
        }
        return Call(self._desk, arrival, method.changes, facts)

    async def _in_time(
        self, method: Method, work: Coroutine[Any, Any, Message], arrival: Arrival
    ) -> Message:
        """Within the caller's deadline. A change goes on to its end, whoever still waits."""
        asked = DEADLINE_S if arrival.remaining_s is None else arrival.remaining_s
        within_s = min(asked, DEADLINE_MAX_S)
        try:
            if method.changes:
                return await self._admission.finished(work, within_s)
            async with asyncio.timeout(within_s):
                return await work
        except TimeoutError:  # those of the work itself are named
            raise Problem("DEADLINE_EXCEEDED", may_be_applied=method.changes) from None

    async def _work(self, method: Method, request: Message, call: Call) -> Message:
        """The handler's answer. Raises Problem, also when nobody waits for it any more."""
        try:
            reply: Message = await method.handler(request, call)
            return reply
        except Exception as failure:
            raise self.problem(failure, call) from None

    def problem(self, failure: Exception, call: Call) -> Problem:
        """The no a caller may read. What nobody expected is told to the log alone."""
        problem = problem_of(failure)
        if problem is not None:
            return problem
        incident = secrets.token_hex(8)
        self.log.error("incident", **call.facts, incident=incident, exc_info=failure)
        return Problem("INTERNAL", metadata={"incident": incident}, may_be_applied=call.changes)


class _Answered:
    """The error boundary, and the one log line of a request."""

    __slots__ = ("_began", "_call", "_dispatcher")

    def __init__(self, dispatcher: Dispatcher, call: Call) -> None:
        self._dispatcher, self._call = dispatcher, call
        self._began = perf_counter()

    def __enter__(self) -> None:
        pass

    def __exit__(self, _: object, failure: BaseException | None, __: object) -> None:
        code, reason, problem = "OK", None, None
        if isinstance(failure, Exception):
            problem = self._dispatcher.problem(failure, self._call)
            code, reason = problem.code.name, problem.reason
        elif failure is not None:
            code = "CANCELLED"
        took_s = perf_counter() - self._began
        facts = self._call.facts
        self._dispatcher.answered(facts["door"], facts["method"], code, reason, took_s)
        self._dispatcher.log.info(
            "request", **facts, code=code, reason=reason, took_ms=round(took_s * 1_000, 2)
        )
        if problem is not None:
            raise problem from None


def _read(method: Method, body: bytes, call: Call, form: Form) -> Message:
    """The request, in shape. Raises TOO_LARGE or INVALID_REQUEST, in our own words."""
    if len(body) > MESSAGE_BYTES_MAX:
        raise too_large()
    request = form.read(method.request, body)
    wrong = violations(request)
    if wrong:
        raise Problem("INVALID_REQUEST", violations=wrong)
    call.about(getattr(request, "table_id", ""))
    return request


def too_large() -> Problem:
    """The no to a message beyond the limit."""
    return Problem("TOO_LARGE", metadata={"bytes_max": str(MESSAGE_BYTES_MAX)})
