"""What is written down is read back, secrets in full, and nothing that was not meant to be."""

from typing import Any, Generic, TypeVar

import msgspec
import pytest

from croupier.engines.kernel import pack as packs
from croupier.engines.kernel.agenda import Step
from croupier.engines.kernel.pack import Contents, Pack
from croupier.engines.kernel.secret import Counted, Secret, known_to, known_to_nobody
from croupier.engines.kernel.stored import Stored
from croupier.engines.kernel.values import Seat, Tagged, Value

S = TypeVar("S")


class Card(Value, frozen=True):
    name: str


class Edition(Contents, frozen=True):
    """Nothing but a head."""


class Draw(Step, frozen=True):
    seat: Seat


class Bids(Step, frozen=True):
    sealed: tuple[Secret[int | None], ...]


class Odd(Step, frozen=True):
    """A step that is missing in the union."""


class Mark(Tagged, frozen=True):
    cards: Counted[tuple[Card, ...]]


class Table(Value, Generic[S], frozen=True):
    agenda: tuple[S, ...]
    pack: Pack[Edition]
    deck: Secret[tuple[Card, ...]]
    hands: tuple[Counted[tuple[str, ...]], ...]
    nested: Secret[tuple[Secret[str], ...]]
    mark: Mark | None = None


TEXT = 'schema = 1\nedition = "house"\ngame = "demo"\n'
PACK = packs.read(TEXT, Edition, "demo")
KIND: Any = Table[Draw | Bids]
STORED: Stored[Any] = Stored(KIND, {PACK.sha256: PACK}.__getitem__)


def table(*steps: Step) -> Table[Step]:
    return Table(
        agenda=steps,
        pack=PACK,
        deck=known_to_nobody((Card("queen"),)),
        hands=(Counted(("a", "b"), (Seat(0),)), Counted((), (Seat(1),))),
        nested=known_to(Seat(0), Seat(1), held=(known_to(Seat(0), held="x"),)),
        mark=Mark(Counted((Card("ten"),), ())),
    )


@pytest.mark.parametrize(
    "steps",
    [
        (),
        (Draw(Seat(1)), Bids((known_to(Seat(0), held=None), known_to(Seat(1), held=3)))),
    ],
)
def test_a_table_is_read_back_as_it_was(steps: tuple[Step, ...]) -> None:
    before = table(*steps)

    after = STORED.read(STORED.write(before))

    assert after == before
    assert STORED.write(after) == STORED.write(before)
    assert type(after.hands[0]) is Counted
    assert type(after.deck) is Secret
    assert after.hands[0].audience == (0,)
    assert type(after.deck.peek()[0]) is Card
    assert after.pack is PACK


def test_a_pack_is_written_as_its_hash() -> None:
    written = STORED.write(table())

    assert PACK.sha256.encode() in written
    assert TEXT.encode() not in written


def test_a_step_outside_the_union_is_not_read() -> None:
    written = STORED.write(table(Odd()))

    with pytest.raises(msgspec.ValidationError, match="Odd"):
        STORED.read(written)


def test_what_is_cut_or_of_another_kind_is_not_read() -> None:
    with pytest.raises(msgspec.DecodeError):
        STORED.read(STORED.write(table())[:-1])
    with pytest.raises(msgspec.DecodeError):
        STORED.read(msgspec.msgpack.encode({"agenda": []}))


def test_without_a_resolver_a_pack_is_not_read() -> None:
    with pytest.raises(msgspec.ValidationError, match="no packs to resolve from"):
        Stored[Any](KIND).read(STORED.write(table()))


def test_a_pack_that_nobody_has_is_the_resolvers_error() -> None:
    none: dict[str, Pack[Any]] = {}
    with pytest.raises(KeyError):
        Stored[Any](KIND, none.__getitem__).read(STORED.write(table()))


def test_what_is_not_a_record_is_neither_written_nor_read() -> None:
    class Loose:
        """Neither a value nor a secret."""

    class Holder(Value, frozen=True):
        loose: Loose

    with pytest.raises(TypeError, match="cannot write Loose"):
        Stored[Any](Holder).write(Holder(Loose()))
    with pytest.raises(msgspec.ValidationError, match="cannot read"):
        Stored[Any](Holder).read(msgspec.msgpack.encode([["x"]]))


def test_equal_values_are_equal_bytes_whatever_order_they_were_made_in() -> None:
    class Counts(Value, frozen=True):
        drawn: dict[str, int]

    stored: Stored[Any] = Stored(Counts)

    assert stored.write(Counts({"a": 1, "b": 2})) == stored.write(Counts({"b": 2, "a": 1}))
