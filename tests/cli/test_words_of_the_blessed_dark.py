"""Everything that a table of The Blessed Dark says in whole games has words."""

import tomllib
from collections import Counter
from collections.abc import Iterator
from itertools import islice
from typing import Any

import pytest
from google.protobuf.json_format import MessageToDict
from google.protobuf.struct_pb2 import Struct

from croupier.client import State
from croupier.engines.kernel.pack import Pack
from croupier.engines.kernel.rng import KeyedRng
from croupier.engines.kernel.shape import Pick
from croupier.engines.kernel.values import Seat
from croupier.engines.the_blessed_dark import engine
from croupier.engines.the_blessed_dark.table import Options
from croupier.games.the_blessed_dark.v1 import the_blessed_dark_pb2 as bd
from croupier.service.cli.games.known import renderer_of
from croupier.service.cli.games.the_blessed_dark import HEADLINES, QUIET, TheBlessedDark
from croupier.service.transport.wire import Wire
from croupier.v1.payload_pb2 import Command, Event, LegalCommand, Prompt
from croupier.v1.table_pb2 import Table, TableView
from tests.engines.the_blessed_dark.packs import SMALL

NAMES = ["Ada", "Bo", "Cy"]
WIRE = Wire(engine)
GAMES = 40
LEGAL_MAX = 40


def contents(text: str) -> dict[str, Any]:
    """A pack as a client gets it: every number is a float."""
    struct = Struct()
    struct.update(tomllib.loads(text))
    return MessageToDict(struct)


WORDS = TheBlessedDark(NAMES, contents(engine.house_pack))


def games(text: str, count: int) -> Iterator[tuple[Any, tuple[Any, ...]]]:
    """Every table of some whole games with what was told on the way to it."""
    pack: Pack[Any] = engine.read_pack(text)
    options = Options(turn_limit=120, reveal_hands_at_end=True)
    for n in range(count):
        rng = KeyedRng(b"%d" % n)
        change = engine.setup(len(NAMES), options, pack, rng)
        while questions := engine.questions(change.table):
            yield change.table, change.events
            prompt: Any = questions[0]
            view = engine.project(change.table, prompt.seat)
            answer = engine.house_answer(view, prompt, "random", rng)
            change = engine.apply(change.table, answer, rng)
        yield change.table, change.events


@pytest.mark.parametrize("text", [engine.house_pack, SMALL], ids=["house", "small"])
def test_whole_games_are_told(text: str) -> None:
    words, told = TheBlessedDark(NAMES, contents(text)), Counter[str]()
    for _, events in games(text, GAMES):
        for event in events:
            for viewer in (Seat(getattr(event, "seat", 0)), None):
                message = WIRE.event_to(event, viewer)
                said = words.told(message)
                name = message.the_blessed_dark.WhichOneof("event") or ""
                told[name] += 1
                assert (said is None) == (name in QUIET)
                assert said is None or "_" not in said
                assert words.is_headline(message) == (name in HEADLINES)

    branches = bd.Event.DESCRIPTOR.oneofs_by_name["event"].fields
    assert {field.name for field in branches} - told.keys() == set()


@pytest.mark.parametrize("text", [engine.house_pack, SMALL], ids=["house", "small"])
def test_whole_games_are_shown_and_asked(text: str) -> None:
    words, asked = TheBlessedDark(NAMES, contents(text)), Counter[str]()
    for table, _ in games(text, GAMES // 8):
        for prompt in engine.questions(table):
            view = WIRE.view_to(engine.project(table, prompt.seat))
            scene = list(words.scene(State(1, "token", TableView(view=view))))
            assert scene[0].startswith("Turn ")
            assert all("_" not in line for line in scene)
            message = WIRE.prompt_to(prompt, "0.1", True, None)
            said = words.asked(message)
            asked[message.the_blessed_dark.WhichOneof("prompt") or ""] += 1
            assert said[-1] in ".?)"
            assert "_" not in said
            told = list(choices(words, table, prompt.seat))
            assert len(told) == len(dict.fromkeys(told)), told

    assert len(asked) == len(bd.Prompt.DESCRIPTOR.oneofs_by_name["prompt"].fields)


def choices(words: TheBlessedDark, table: Any, seat: Any) -> Iterator[str]:
    """The legal commands of a seat in words."""
    for answer in islice(engine.legal(table, seat), LEGAL_MAX):
        sent: LegalCommand = WIRE.answer_to(answer)
        choice = words.choice(sent.pick.like if isinstance(answer, Pick) else sent.command)
        assert choice.kind
        yield choice.text


def test_a_card_says_what_it_does() -> None:
    card = {name: WORDS._words.card(name) for name in ("feast_of_knives", "drowned_sun")}

    assert card["feast_of_knives"] == (
        "Feast of Knives (a pair and 1; steal 3 blood; exhaust 1 of the others' spells)"
    )
    assert card["drowned_sun"] == "Drowned Sun (6 6 6; 2 blood; favor 7)"


def test_a_cast_that_costs_more_than_it_must_is_another_kind_of_choice() -> None:
    prompt = bd.RitualPrompt(
        dice=(1, 3, 4),
        attempt=1,
        casts=[bd.CastOffer(card="red_tithe", assign=(0, 1), mods=(0,) * 3)],
    )
    WORDS.asked(Prompt(the_blessed_dark=bd.Prompt(ritual_prompt=prompt)))
    casts = [bd.Cast(card="red_tithe", assign=(0, 1), mods=mods) for mods in ((), (2, 0, 0))]
    told = [WORDS.choice(Command(the_blessed_dark=bd.Command(cast=cast))) for cast in casts]

    assert [choice.kind for choice in told] == ["Cast", "Cast for more blood"]
    assert told[0].text.endswith("with dice 1 and 2")
    assert told[1].text.endswith("with dice 1 and 2, die 1 +2")


def test_a_stolen_card_is_named_to_the_two_who_know_it() -> None:
    stolen = bd.CardStolen(thief=0, victim=1, card="red_tithe")
    known = WORDS.told(Event(the_blessed_dark=bd.Event(card_stolen=stolen)))
    stolen.ClearField("card")
    hidden = WORDS.told(Event(the_blessed_dark=bd.Event(card_stolen=stolen)))

    assert known == "Ada steals Red Tithe from Bo."
    assert hidden == "Ada steals a card from Bo."


def test_the_game_is_known() -> None:
    table = Table(game="the_blessed_dark")

    assert isinstance(renderer_of(table, NAMES, {}), TheBlessedDark)
    assert list(WORDS.scene(State(1, "token", TableView()))) == []
