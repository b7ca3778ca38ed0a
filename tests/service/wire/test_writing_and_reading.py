"""What is written is what protobuf would write; what is read is checked field by field."""

from enum import Enum
from typing import Any

import pytest
from google.protobuf.message import Message

from croupier.engines.kernel.agenda import Command
from croupier.engines.kernel.change import Event
from croupier.engines.kernel.pack import Contents, Pack
from croupier.engines.kernel.secret import Secret, known_to, known_to_nobody
from croupier.engines.kernel.values import Seat, Tagged, Value, replace
from croupier.service.app.problems import Problem
from croupier.service.transport.translate import writing
from croupier.service.transport.translate.pairing import Pairing, Record
from croupier.service.transport.translate.reading import Readers
from croupier.service.transport.translate.writing import Writers, varint
from tests.service.wire.contract import contract, message_of


class Suit(Enum):
    """A choice of words."""

    HEARTS = "hearts"
    SPADES = "spades"


class Card(Value, frozen=True):
    """A record inside others."""

    suit: Suit
    rank: int


class Left(Tagged, frozen=True):
    """One branch."""

    steps: int


class Right(Tagged, frozen=True):
    """The other."""

    card: Card


class Everything(Value, frozen=True):
    """Every kind of field."""

    rank: int
    count: int
    loud: bool
    name: str
    suit: Suit
    card: Card
    turn: Left | Right
    ranks: tuple[int, ...]
    names: tuple[str, ...]
    suits: tuple[Suit, ...]
    cards: tuple[Card, ...]
    turns: tuple[Left | Right, ...]
    maybe: int | None = None
    maybe_card: Card | None = None


class Act(Command, frozen=True):
    """A command with needed, defaulted and optional fields."""

    card: Card
    suit: Suit | None
    turn: Left | Right
    loud: bool = True
    cards: tuple[Card, ...] = ()


class Drawn(Event, frozen=True, kw_only=True):
    """An event with secrets."""

    seat: int
    card: Secret[Card]
    names: Secret[tuple[str, ...]]
    other: Secret[Card] | None = None


class Named(Value, frozen=True):
    """A pack is sent by its name."""

    pack: Pack[Any]


PROTOS = contract(
    {
        "Card": ("Suit suit", "int32 rank"),
        "Left": ("uint32 steps",),
        "Right": ("Card card",),
        "TurnOf": ("Left left", "Right right"),
        "Everything": (
            "int32 rank",
            "uint32 count",
            "bool loud",
            "string name",
            "Suit suit",
            "Card card",
            "TurnOf turn",
            "repeated int32 ranks",
            "repeated string names",
            "repeated Suit suits",
            "repeated Card cards",
            "repeated TurnOf turns",
            "int32 maybe",
            "Card maybe_card",
        ),
        "Act": ("Card card", "Suit suit", "TurnOf turn", "bool loud", "repeated Card cards"),
        "Drawn": ("int32 seat", "Card card", "repeated string names", "Card other"),
        "Named": ("string pack",),
    }
)
CARD = Card(Suit.SPADES, 7)
FULL = Everything(
    rank=-1,
    count=2**32 - 1,
    loud=False,
    name="ä" * 100,
    suit=Suit.HEARTS,
    card=CARD,
    turn=Left(3),
    ranks=(0, 127, 128, -(2**31)),
    names=("", "H10", "名"),
    suits=(Suit.HEARTS, Suit.SPADES),
    cards=(CARD, Card(Suit.HEARTS, 0)) * 200,
    turns=(Left(0), Right(CARD)),
    maybe=0,
    maybe_card=CARD,
)


def paired(kind: Any) -> Record:
    """A record with the message of its name."""
    pairing = Pairing()
    record = pairing.record(kind, PROTOS[kind.__name__])
    pairing.check()
    return record


def written(value: Any) -> bytes:
    """A value as it is sent."""
    return Writers().body(paired(type(value)))(value)


def sent(value: Any) -> Any:
    """A value as its receiver reads it."""
    return message_of(PROTOS[type(value).__name__]).FromString(written(value))


def read(kind: Any, message: Message, **given: Any) -> Any:
    """A message as the service reads it."""
    return Readers().record(paired(kind))(message, "act", **given)


def test_every_kind_of_field_arrives() -> None:
    message = sent(FULL)

    assert (message.rank, message.count, message.loud) == (-1, 2**32 - 1, False)
    assert message.name == "ä" * 100
    assert (message.suit, message.card.suit, message.card.rank) == (1, 2, 7)
    assert (message.turn.WhichOneof("choice"), message.turn.left.steps) == ("left", 3)
    assert list(message.ranks) == [0, 127, 128, -(2**31)]
    assert list(message.names) == ["", "H10", "名"]
    assert list(message.suits) == [1, 2]
    assert [card.rank for card in message.cards] == [7, 0] * 200
    assert [turn.WhichOneof("choice") for turn in message.turns] == ["left", "right"]
    assert (message.maybe, message.maybe_card.rank) == (0, 7)


def test_the_bytes_are_those_that_protobuf_writes() -> None:
    assert sent(FULL).SerializeToString(deterministic=True) == written(FULL)


def test_defaults_and_empty_texts_are_present_and_none_is_absent() -> None:
    empty = Everything(
        0, 0, False, "", Suit.HEARTS, Card(Suit.HEARTS, 0), Left(0), (), (), (), (), ()
    )
    message = sent(empty)

    assert all(message.HasField(name) for name in ("rank", "count", "loud", "name", "card"))
    assert not message.HasField("maybe")
    assert not message.HasField("maybe_card")


def test_what_was_written_is_read_again() -> None:
    assert read(Everything, sent(FULL)) == FULL


@pytest.mark.parametrize("number", [0, 1, 127, 128, 300, 2**31 - 1, 2**32 - 1])
def test_numbers_up_to_their_bounds_are_sent(number: int) -> None:
    left = Left(number)

    assert sent(left).steps == number


@pytest.mark.parametrize("length", [0, 127, 128, 1023, 1024, 1500, 16_383, 16_384])
def test_texts_of_every_length_are_sent(length: int) -> None:
    assert sent(replace(FULL, name="x" * length)).name == "x" * length


@pytest.mark.parametrize("number", [-1, 2**32])
def test_a_number_beyond_its_bounds_is_never_wrapped(number: int) -> None:
    with pytest.raises(OverflowError):
        written(Left(number))


def test_negative_numbers_have_ten_bytes_as_in_protobuf() -> None:
    assert varint(-1) == b"\xff" * 9 + b"\x01"


def test_a_field_remembers_only_so_much(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(writing, "REMEMBERED_MAX", 3)
    remembered = writing.Remembered(varint)

    assert [remembered[number] for number in range(10)] == [varint(n) for n in range(10)]
    assert remembered[None] == b""
    assert len(remembered) <= 5


def test_a_pack_is_sent_by_its_name() -> None:
    pack = Pack("text", Contents(schema=1, edition="e", game="g"))

    assert sent(Named(pack)).pack == pack.sha256


def test_a_secret_is_sent_to_its_audience_alone() -> None:
    event = Drawn(
        seat=1,
        card=known_to(Seat(1), held=CARD),
        names=known_to(Seat(0), Seat(1), held=("a", "b")),
        other=known_to_nobody(CARD),
    )
    write = Writers().seen(paired(Drawn))
    parsed: Any = message_of(PROTOS["Drawn"]).FromString
    viewers = (Seat(0), Seat(1), None)
    zero, one, nobody = (parsed(write(event, viewer)) for viewer in viewers)

    assert [message.HasField("card") for message in (zero, one, nobody)] == [False, True, False]
    assert [len(message.names) for message in (zero, one, nobody)] == [2, 2, 0]
    assert not any(message.HasField("other") for message in (zero, one, nobody))
    assert write(event, None) == b"\x08\x01"


def act(**fields: Any) -> Any:
    """A message of Act that is well formed but for these fields (None: absent)."""
    whole = {"card": {"suit": 2, "rank": 7}, "turn": {"left": {"steps": 1}}} | fields
    return message_of(PROTOS["Act"])(**whole)


def test_what_is_absent_takes_its_default_or_none() -> None:
    command = read(Act, act(), seat=Seat(2))

    assert command == Act(Seat(2), CARD, None, Left(1), True, ())


def test_a_default_can_be_said_otherwise() -> None:
    assert read(Act, act(loud=False), seat=Seat(0)).loud is False


@pytest.mark.parametrize(
    ("fields", "path"),
    [
        ({"card": None}, "act.card"),
        ({"card": {"suit": 1}}, "act.card.rank"),
        ({"card": {"suit": 0, "rank": 1}}, "act.card.suit"),
        ({"card": {"suit": 99, "rank": 1}}, "act.card.suit"),
        ({"suit": 0}, "act.suit"),
        ({"turn": None}, "act.turn"),
        ({"turn": {}}, "act.turn.choice"),
        ({"turn": {"left": {}}}, "act.turn.left.steps"),
        ({"cards": [{"suit": 1, "rank": 1}, {"rank": 1}]}, "act.cards[1].suit"),
    ],
)
def test_a_malformed_field_is_refused_with_its_path(fields: dict[str, Any], path: str) -> None:
    with pytest.raises(Problem) as caught:
        read(Act, act(**fields), seat=Seat(0))

    assert caught.value.reason == "INVALID_REQUEST"
    assert [violation.field for violation in caught.value.violations] == [path]
