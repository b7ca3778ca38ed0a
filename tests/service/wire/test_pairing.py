"""An engine and its contract fit, or every difference is said."""

from enum import Enum
from typing import Any

import pytest

from croupier.engines.kernel.agenda import Command, Prompt
from croupier.engines.kernel.change import Event
from croupier.engines.kernel.pack import Pack
from croupier.engines.kernel.secret import Counted, Secret
from croupier.engines.kernel.values import Tagged, Value
from croupier.service.transport.translate.pairing import Mismatch, Pairing, snake
from tests.service.wire.contract import Messages, contract


class Suit(Enum):
    """A choice of words."""

    HEARTS = "hearts"
    SPADES = "spades"


class Wild(Enum):
    """Words that the contract's Suit does not have."""

    HEARTS = "hearts"
    STARS = "stars"


class Card(Value, frozen=True):
    """A record inside others."""

    suit: Suit
    rank: int


class Play(Command, frozen=True):
    """A command: its seat is not sent."""

    card: Card
    loud: bool = False


class Pass(Command, frozen=True):
    """A command without fields."""


class Asked(Prompt, frozen=True, kw_only=True):
    """A prompt: seat, rule and limit are not sent."""

    cards: tuple[Card, ...]


class Drawn(Event, frozen=True, kw_only=True):
    """An event with a secret: its audience is not sent."""

    seat: int
    card: Secret[Card]
    rest: Counted[tuple[str, ...]]


class Deep(Event, frozen=True, kw_only=True):
    """An event with a secret too deep inside."""

    drawn: tuple[Drawn, ...]


class Sight(Value, frozen=True):
    """A view."""

    pack: Pack[Any]
    top: Card | None
    names: tuple[str, ...]


CARD: Messages = {"Card": ("Suit suit", "int32 rank")}
FITTING: Messages = {
    **CARD,
    "Play": ("Card card", "bool loud"),
    "Pass": (),
    "CommandOf": ("Play play", "Pass pass"),
    "Asked": ("repeated Card cards",),
    "Drawn": ("uint32 seat", "Card card", "repeated string rest"),
    "Sight": ("string pack", "Card top", "repeated string names"),
}


def said(kind: Any, name: str, messages: Messages) -> list[str]:
    """What is wrong between a type and a message."""
    pairing, descriptor = Pairing(), contract(messages)[name]
    if name.endswith("Of"):
        pairing.union(kind, descriptor)
    else:
        pairing.record(kind, descriptor)
    try:
        pairing.check()
    except Mismatch as mismatch:
        return str(mismatch).splitlines()
    return []


@pytest.mark.parametrize(
    ("kind", "name"),
    [(Play | Pass, "CommandOf"), (Asked, "Asked"), (Drawn, "Drawn"), (Sight, "Sight")],
)
def test_an_engine_that_fits_its_contract_passes(kind: Any, name: str) -> None:
    assert said(kind, name, FITTING) == []


@pytest.mark.parametrize(
    ("fields", "wrong"),
    [
        (("Suit suit",), "the contract has no field 'rank'"),
        (("Suit suit", "int32 rank", "bool hot"), "the engine has no field 'hot'"),
        (("Suit suit", "int64 rank"), "cannot be sent"),
        (("Suit suit", "string rank"), "cannot be sent"),
        (("Suit suit", "bool rank"), "cannot be sent"),
        (("string suit", "int32 rank"), "cannot be sent"),
        (("Suit suit", "repeated int32 rank"), "repeated on one side"),
    ],
)
def test_a_field_that_does_not_fit_is_named(fields: tuple[str, ...], wrong: str) -> None:
    (line,) = said(Card, "Card", {"Card": fields})

    assert wrong in line
    assert "Card" in line


def test_all_differences_are_said_at_once() -> None:
    lines = said(Card, "Card", {"Card": ("string suit", "int64 rank", "bool hot")})

    assert len(lines) == 3


def test_the_words_of_an_enum_are_the_same_on_both_sides() -> None:
    class Odd(Value, frozen=True):
        suit: Wild

    (line,) = said(Odd, "Odd", {"Odd": ("Suit suit",)})

    assert "['spades', 'stars']" in line


@pytest.mark.parametrize(
    ("branches", "wrong"),
    [
        (("Play play",), "the contract has no branch 'pass'"),
        (("Play play", "Pass pass", "Pass again"), "the engine has nothing for the branch 'again'"),
    ],
)
def test_a_branch_on_one_side_only_is_named(branches: tuple[str, ...], wrong: str) -> None:
    (line,) = said(Play | Pass, "CommandOf", {**FITTING, "CommandOf": branches})

    assert wrong in line


def test_a_union_needs_one_choice_and_nothing_beside_it() -> None:
    pairing = Pairing()
    pairing.union(Play | Pass, contract({**FITTING, "Two": ("Play play", "Pass pass")})["Two"])

    with pytest.raises(Mismatch, match="must be one oneof"):
        pairing.check()


def test_a_secret_inside_a_secretless_message_is_refused() -> None:
    messages = {**FITTING, "Deep": ("repeated Drawn drawn",)}

    assert any("has a secret inside" in line for line in said(Deep, "Deep", messages))


@pytest.mark.parametrize("hint", [tuple[int, int], dict[str, int], float, bytes, object])
def test_what_cannot_be_sent_is_refused(hint: Any) -> None:
    odd = type("Odd", (Value,), {"__annotations__": {"rank": hint}, "__module__": __name__})

    assert len(said(odd, "Odd", {"Odd": ("int32 rank",)})) == 1


@pytest.mark.parametrize("hint", [Pack[Any], tuple[str, ...] | None])
def test_what_cannot_be_read_is_refused_in_commands(hint: Any) -> None:
    odd = type("Odd", (Tagged,), {"__annotations__": {"name": hint}, "__module__": __name__})
    label = "string" if hint == Pack[Any] else "repeated string"
    pairing = Pairing()
    record = pairing.record(odd, contract({"Odd": (f"{label} name",)})["Odd"])
    pairing.check()

    with pytest.raises(Mismatch, match="cannot be read"):
        pairing.check(read=(record,))


@pytest.mark.parametrize(
    ("name", "field"),
    [("PlayCard", "play_card"), ("Act", "act"), ("UseAOEBlast", "use_aoe_blast")],
)
def test_a_class_gives_its_branch_the_name(name: str, field: str) -> None:
    assert snake(name) == field
