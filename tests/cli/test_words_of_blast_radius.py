"""Everything that a table of Blast Radius says in whole games has words."""

import tomllib
from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest
from google.protobuf.json_format import MessageToDict
from google.protobuf.struct_pb2 import Struct

from croupier.client import State
from croupier.engines.blast_radius import engine
from croupier.engines.blast_radius.table import JokeMode, Options
from croupier.engines.kernel.rng import KeyedRng
from croupier.engines.kernel.shape import Form, Pick
from croupier.engines.kernel.values import Seat
from croupier.games.blast_radius.v1 import blast_radius_pb2 as br
from croupier.service.cli.games.blast_radius import ASKED, HEADLINES, QUIET, BlastRadius
from croupier.service.cli.games.known import renderer_of
from croupier.service.transport.wire import Wire
from croupier.v1.payload_pb2 import Command, Event
from croupier.v1.table_pb2 import Table, TableView
from tests.engines.blast_radius.dsl import LIVELY, PACK

NAMES = ["Ada", "Bo", "Cy", "Di", "Eve", "Fay"]
WIRE = Wire(engine)
GAMES = 6


def contents(text: str) -> dict[str, Any]:
    """A pack as a client gets it: every number is a float."""
    struct = Struct()
    struct.update(tomllib.loads(text))
    return MessageToDict(struct)


WORDS = BlastRadius(NAMES, contents(engine.house_pack))


def games(pack: Any) -> Iterator[tuple[Any, tuple[Any, ...]]]:
    """Every table of some whole games with what was told on the way to it."""
    for n in range(GAMES):
        mode = list(JokeMode)[n % 3]
        options = Options(
            survivor_abilities=True, turns_max=40, joke_mode=mode, karrot_window_ms=n % 2 * 900
        )
        rng = KeyedRng(b"%d" % n)
        change = engine.setup(len(NAMES), options, pack, rng)
        while questions := engine.questions(change.table):
            yield change.table, change.events
            prompt: Any = questions[0]
            view = engine.project(change.table, prompt.seat)
            answer = engine.house_answer(view, prompt, "random", rng)
            change = engine.apply(change.table, answer, rng)
        yield change.table, change.events


@pytest.mark.parametrize("pack", [PACK, LIVELY], ids=["house", "lively"])
def test_everything_said_in_whole_games_has_words(pack: Any) -> None:
    words = BlastRadius(NAMES, contents(pack.text))
    said: Counter[str] = Counter()
    for table, events in games(pack):
        for event in events:
            message = WIRE.event_to(event, Seat(0))
            name = message.blast_radius.WhichOneof("event") or ""
            line = words.told(message)
            assert (line is None) is (name in QUIET), name
            assert words.is_headline(message) is (name in HEADLINES)
            said[name] += 1
        for prompt in engine.questions(table):
            sent = WIRE.prompt_to(prompt, "0.1", True, None)
            assert words.asked(sent)
            said[sent.blast_radius.WhichOneof("prompt") or ""] += 1
            for answer in list(engine.legal(table, prompt.seat))[:12]:
                like: Any = answer.like if isinstance(answer, Pick | Form) else answer
                choice = words.choice(WIRE.command_to(like))
                assert choice.kind
                assert choice.text
        seen = words.scene(
            State(1, "token", TableView(view=WIRE.view_to(engine.project(table, Seat(0)))))
        )
        assert len(list(seen)) > len(NAMES)
    assert said["game_ended"] == GAMES
    assert len(said) > 30


def test_every_event_and_prompt_has_words() -> None:
    for field in br.Prompt.DESCRIPTOR.oneofs_by_name["prompt"].fields:
        assert field.name in ASKED
    for field in br.Event.DESCRIPTOR.oneofs_by_name["event"].fields:
        event = Event()
        _filled(getattr(event.blast_radius, field.name))
        assert (WORDS.told(event) is None) is (field.name in QUIET), field.name


def test_every_command_has_words() -> None:
    for field in br.Command.DESCRIPTOR.oneofs_by_name["command"].fields:
        command = Command()
        _filled(getattr(command.blast_radius, field.name))
        assert WORDS.choice(command).text


def _filled(message: Any) -> None:
    """Every field set to something that exists."""
    message.SetInParent()
    for field in message.DESCRIPTOR.fields:
        if field.message_type is not None:
            place = getattr(message, field.name)
            _filled(place.add() if field.is_repeated else place)
        elif field.enum_type is not None or field.cpp_type != field.CPPTYPE_STRING:
            many = len(NAMES) if field.name in ("characters", "scores") else 1
            if field.is_repeated:
                getattr(message, field.name).extend([1] * many)
            else:
                setattr(message, field.name, 1)
        elif field.is_repeated:
            getattr(message, field.name).append("machete.1")
        else:
            setattr(message, field.name, "machete.1")


def test_the_terminal_knows_the_game() -> None:
    table = Table(game="blast_radius")

    assert isinstance(renderer_of(table, NAMES, contents(engine.house_pack)), BlastRadius)
    assert list(WORDS.scene(State(1, "token", TableView()))) == []
    assert WORDS.thing("cards", "machete.2") == "Machete"
