"""Everything that a table of Blossom Ridge can say has words; nothing falls through."""

from typing import Any

import pytest
from google.protobuf.message import Message

from croupier.client import State
from croupier.games.blossom_ridge.v1 import blossom_ridge_pb2 as br
from croupier.service.cli.games.blossom_ridge import BlossomRidge
from croupier.service.cli.games.known import renderer_of
from croupier.service.cli.games.plain import Plain
from croupier.service.cli.games.renderer import counted, listed
from croupier.v1 import common_pb2
from croupier.v1.payload_pb2 import Command, Event, Prompt, View
from croupier.v1.table_pb2 import Table, TableView

NAMES = ["Ada", "Bo", "Cy", "Di"]
PACK = {
    "location": [{"id": "inn", "name": "The Inn"}, {"id": "mill", "name": "Old Mill"}],
    "character": [
        {"id": "hero", "name": "Hero", "ability": [{"id": "leap", "text": "Leaps far."}]}
    ],
}
WORDS = BlossomRidge(NAMES, PACK)
SHOWN_BY_THE_SCENE = {"town_built", "hand_dealt", "trick_started"}


def filled(message: Message) -> Message:
    """Every field set to something that exists."""
    for field in message.DESCRIPTOR.fields:
        oneof = field.containing_oneof
        if oneof is not None and message.WhichOneof(oneof.name) not in (None, field.name):
            continue
        value: Any = {"card": "H7", "ability": "leap", "character": "hero"}.get(field.name)
        if field.message_type is not None:
            place = getattr(message, field.name)
            filled(place.add() if field.is_repeated else place)
            continue
        if field.enum_type is not None:
            value = 1
        elif value is None:
            value = "inn" if field.cpp_type == field.CPPTYPE_STRING else 1
        if field.cpp_type == field.CPPTYPE_BOOL:
            value = True
        if field.is_repeated:
            getattr(message, field.name).append("H7" if field.name == "cards" else value)
        else:
            setattr(message, field.name, value)
    return message


def branches(kind: type[Any], oneof: str) -> list[str]:
    """The names of a oneof."""
    return [field.name for field in kind.DESCRIPTOR.oneofs_by_name[oneof].fields]


AROUND = [
    name
    for name in branches(Event, "event")
    if Event.DESCRIPTOR.fields_by_name[name].number not in range(10, 100)
]


def with_branch(kind: type[Any], name: str) -> Any:
    """A message with this branch, filled."""
    message = kind()
    getattr(message, name).SetInParent()
    return filled(message)


@pytest.mark.parametrize("name", branches(br.Event, "event"))
def test_every_event_is_told_or_shown(name: str) -> None:
    said = WORDS.told(Event(blossom_ridge=with_branch(br.Event, name)))

    assert (said is None) == (name in SHOWN_BY_THE_SCENE)
    if said is not None:
        assert said.endswith(".")


@pytest.mark.parametrize("name", AROUND)
def test_what_happens_around_the_game_is_told(name: str) -> None:
    said = WORDS.told(with_branch(Event, name))

    assert (said is None) == (name == "table_opened")


@pytest.mark.parametrize("name", branches(br.Command, "command"))
def test_every_command_is_a_choice(name: str) -> None:
    choice = WORDS.choice(Command(blossom_ridge=with_branch(br.Command, name)))

    assert choice.text[0].isupper()
    assert choice.kind


def test_no_two_commands_read_alike() -> None:
    commands = [with_branch(br.Command, name) for name in branches(br.Command, "command")]
    for name in branches(br.Action, "action"):
        act = br.Act(action=with_branch(br.Action, name))
        commands.append(br.Command(act=act))
    for name in branches(br.Choice, "choice"):
        used = br.UseCoreControl(ability="leap", choice=with_branch(br.Choice, name))
        commands.append(br.Command(use_core_control=used))
    unlike = {command.SerializeToString(): command for command in commands}.values()

    told = [WORDS.choice(Command(blossom_ridge=command)).text for command in unlike]

    assert len(set(told)) == len(told)


@pytest.mark.parametrize("name", branches(br.Prompt, "prompt"))
def test_every_prompt_asks_something(name: str) -> None:
    prompt = Prompt(blossom_ridge=with_branch(br.Prompt, name), question=True)

    assert WORDS.asked(prompt).endswith(".")


def test_a_peek_at_a_hand_is_told_to_the_one_who_looked_only() -> None:
    peek = br.HandPeeked(seat=0, target=1, cards=["H7", "S1", "H10"])

    told = WORDS.told(Event(blossom_ridge=br.Event(hand_peeked=peek)))
    peek.ClearField("cards")
    heard = WORDS.told(Event(blossom_ridge=br.Event(hand_peeked=peek)))

    assert told == "Ada looks at Bo's hand: hearts 7 10, spades A."
    assert heard == "Ada looks at Bo's hand."


def test_a_scene_shows_town_seats_trick_and_hand() -> None:
    view = br.View(
        round=2, rounds=4, trick_number=3, tricks_per_round=10, order=[1, 0, 2, 3],
        town=[br.LocationView(id="inn", suit=br.SUIT_HEARTS, markers=[2, 0, 1, 0], controller=0)],
        seats=[br.SeatView(seat=n, supply=14 - n, score=n, hand_size=1) for n in range(4)],
        trick=[br.PlayedCard(seat=1, card="D1")],
        hand=["C10"],
    )  # fmt: skip
    seen = TableView(view=View(blossom_ridge=view))

    lines = list(WORDS.scene(State(1, "t", seen)))

    assert lines[0] == "Round 2 of 4, trick 3 of 10"
    assert lines[2].split() == ["hearts", "The", "Inn", "2", ".", "1", ".", "Ada"]
    assert lines[3] == "  Bo: 1 point, 13 markers to place, 0 tricks, 1 card"
    assert lines[-2:] == ["The trick: Bo ace of diamonds", "Your hand: clubs 10"]


def test_nothing_is_shown_before_the_start() -> None:
    assert list(WORDS.scene(State(1, "t", TableView()))) == []


@pytest.mark.parametrize("name", branches(br.Event, "event"))
def test_a_game_without_words_is_told_plainly(name: str) -> None:
    said = Plain(NAMES).told(Event(blossom_ridge=with_branch(br.Event, name)))

    assert said is not None
    assert said.startswith(name.replace("_", " ").capitalize())


def test_a_game_without_words_is_played_plainly() -> None:
    plain = renderer_of(Table(game="whist"), NAMES, {})
    command = Command(blossom_ridge=br.Command(play_card=br.PlayCard(card="H7")))

    assert isinstance(plain, Plain)
    assert plain.choice(command).text == 'Play card card: "H7"'
    assert plain.asked(Prompt(rule="WHI-001")) == "Decide (WHI-001)."
    assert plain.told(Event(table_started=common_pb2.TableStarted())) == "The game begins."


@pytest.mark.parametrize(
    ("words", "text"),
    [([], ""), (["a"], "a"), (["a", "b"], "a and b"), (list("abc"), "a, b and c")],
)
def test_lists_read_well(words: list[str], text: str) -> None:
    assert listed(words) == text


def test_numbers_read_well() -> None:
    assert [counted(n, "card") for n in (0, 1, 2)] == ["0 cards", "1 card", "2 cards"]
