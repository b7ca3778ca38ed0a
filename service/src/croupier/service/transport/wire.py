"""Between engines and the wire: one translator for every game, made from types and contract.

Nothing here knows a game. `Wire(engine)` pairs the engine's commands, events, prompts, view
and options with the messages of its contract when the service starts, and raises `Mismatch`
with every difference. Secrets are opened here and nowhere else: for the viewer in hand.

What is sent can be written `into` a field of a larger message, which saves a copy.
"""

from typing import Any

from google.protobuf.descriptor import Descriptor, FieldDescriptor
from google.protobuf.message import Message

from croupier.engines.kernel.agenda import Answer, Command, Prompt
from croupier.engines.kernel.change import Event
from croupier.engines.kernel.engine import Engine
from croupier.engines.kernel.result import Result
from croupier.engines.kernel.shape import Blank, Form, Pick
from croupier.engines.kernel.values import Seat, Viewer
from croupier.service.app.problems import Problem
from croupier.service.app.records import Notice
from croupier.service.transport.translate.pairing import (
    Mismatch,
    Pairing,
    members_of,
    message_of,
    snake,
)
from croupier.service.transport.translate.reading import Readers, malformed
from croupier.service.transport.translate.writing import (
    Writer,
    Writers,
    enclosed,
    enclosed_seen,
)
from croupier.v1 import common_pb2, payload_pb2

GAME = "game"  # the choice between games, in a command or options
PAYLOADS = (
    payload_pb2.Command.DESCRIPTOR,
    payload_pb2.Event.DESCRIPTOR,
    payload_pb2.Prompt.DESCRIPTOR,
    payload_pb2.View.DESCRIPTOR,
    payload_pb2.Options.DESCRIPTOR,
)


class Wire:
    """The translator of one game."""

    def __init__(self, engine: Engine) -> None:
        self.game = engine.game
        command, event, prompt, view, options = (
            _branch(payload, engine.game) for payload in PAYLOADS
        )
        pairing = Pairing()
        commands = pairing.union(engine.commands, message_of(command))
        events = pairing.union(engine.events, message_of(event))
        prompts = pairing.union(engine.prompts, message_of(prompt))
        view_record = pairing.record(engine.view, message_of(view))
        options_record = pairing.record(engine.options, message_of(options))
        pairing.check(read=(commands, options_record))

        writers, readers = Writers(), Readers()
        self._read_command = readers.union(commands)
        self._read_options = readers.record(options_record)
        self._default_options = engine.options()
        self._write_command = enclosed(command, writers.body(commands))
        self._write_prompt = enclosed(prompt, writers.body(prompts))
        self._write_view = enclosed(view, writers.body(view_record))
        self._write_options = enclosed(options, writers.body(options_record))
        self._write_event = {
            kind: enclosed_seen(event, enclosed_seen(branch.proto, writers.seen(branch.record)))
            for kind, branch in events.members.items()
        }

    def command_from(self, message: Message, seat: Seat) -> Command:
        """What a seat decides, from a message with a choice between games.

        Raises INVALID_REQUEST with the path of the field, or WRONG_GAME.
        """
        mine = self._mine(message)
        if mine is None:
            raise malformed(GAME, "is needed: the game and its command")
        command: Command = self._read_command(mine, self.game, seat=seat)
        return command

    def command_to(self, command: Command) -> payload_pb2.Command:
        """A command without its seat."""
        return payload_pb2.Command.FromString(self._write_command(command))

    def answer_to(self, answer: Answer) -> payload_pb2.LegalCommand:
        """A legal command, or the shape of many."""
        if isinstance(answer, Form):
            return payload_pb2.LegalCommand(form=self._form_to(answer))
        if not isinstance(answer, Pick):
            return payload_pb2.LegalCommand(command=self.command_to(answer))
        pick = payload_pb2.Pick(
            like=self.command_to(answer.like),
            field=answer.field,
            source=map(str, answer.source),
            least=answer.least,
            most=answer.most,
        )
        return payload_pb2.LegalCommand(pick=pick)

    def _form_to(self, form: Form) -> payload_pb2.Form:
        return payload_pb2.Form(
            like=self.command_to(form.like),
            blanks=map(_blank_to, form.blanks),
            apart=form.apart,
            least=form.least,
        )

    def event_to(
        self, event: Event, viewer: Viewer, into: payload_pb2.Event | None = None
    ) -> payload_pb2.Event:
        """An event as this viewer may know it. Whether it is told of it at all is asked before."""
        message = payload_pb2.Event() if into is None else into
        message.MergeFromString(self._write_event[type(event)](event, viewer))
        return message

    def view_to(self, view: Any, into: payload_pb2.View | None = None) -> payload_pb2.View:
        """The engine's view of one viewer."""
        message = payload_pb2.View() if into is None else into
        message.MergeFromString(self._write_view(view))
        return message

    def prompt_to(
        self,
        prompt: Prompt,
        prompt_id: str,
        question: bool,
        deadline_ms: int | None,
        into: payload_pb2.Prompt | None = None,
    ) -> payload_pb2.Prompt:
        """A prompt of the viewer itself, with its name and when it is due."""
        message = payload_pb2.Prompt() if into is None else into
        message.MergeFromString(self._write_prompt(prompt))
        message.prompt_id, message.rule, message.question = prompt_id, prompt.rule, question
        if deadline_ms is not None:
            message.deadline_time.FromMilliseconds(deadline_ms)
        return message

    def options_from(self, message: Message | None) -> Any:
        """Options with every default filled in. Raises INVALID_REQUEST or WRONG_GAME."""
        mine = None if message is None else self._mine(message)
        if mine is None:
            return self._default_options
        return self._read_options(mine, f"options.{self.game}")

    def options_to(self, options: Any) -> payload_pb2.Options:
        """Options, all of them."""
        return payload_pb2.Options.FromString(self._write_options(options))

    def _mine(self, message: Message) -> Any | None:
        """This game's branch, or None when no game is named. Raises WRONG_GAME."""
        named = message.WhichOneof(GAME)
        if named is None:
            return None
        if named != self.game:
            raise Problem("WRONG_GAME", metadata={"game": self.game})
        return getattr(message, named)


BLANK_KINDS: dict[str, payload_pb2.BlankKind.ValueType] = {
    "list": payload_pb2.BLANK_KIND_LIST,
    "number": payload_pb2.BLANK_KIND_NUMBER,
    "text": payload_pb2.BLANK_KIND_TEXT,
}


def _blank_to(blank: Blank) -> payload_pb2.Blank:
    return payload_pb2.Blank(
        field=blank.field,
        kind=BLANK_KINDS[blank.kind],
        source=map(str, blank.source),
        least=blank.least,
        most=blank.most,
        again=blank.again,
    )


def _branch(payload: Descriptor, game: str) -> FieldDescriptor:
    """Where a game is in a payload. Raises Mismatch when it is not there."""
    for proto in payload.fields:
        if proto.name == game:
            return proto
    raise Mismatch(f"{payload.full_name} has no branch {game!r}")


def _notice_writers() -> dict[type[Any], Writer]:
    """What the house tells beside the games: every branch of an event that is not a game's."""
    pairing, writers = Pairing(), Writers()
    event = payload_pb2.Event.DESCRIPTOR
    made = {}
    for kind in members_of(Notice):
        proto = event.fields_by_name[snake(kind.__name__)]
        made[kind] = enclosed(proto, writers.body(pairing.record(kind, message_of(proto))))
    pairing.check()
    return made


def _result_writer() -> Writer:
    pairing = Pairing()
    record = pairing.record(Result, common_pb2.Result.DESCRIPTOR)
    pairing.check()
    return Writers().body(record)


_write_notice = _notice_writers()
_write_result = _result_writer()


def notice_to(notice: Notice, into: payload_pb2.Event | None = None) -> payload_pb2.Event:
    """An event around a game: it is told to everybody."""
    message = payload_pb2.Event() if into is None else into
    message.MergeFromString(_write_notice[type(notice)](notice))
    return message


def result_to(result: Result) -> common_pb2.Result:
    """How a game ended."""
    return common_pb2.Result.FromString(_write_result(result))
