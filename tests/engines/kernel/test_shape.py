"""A shape stands for exactly the commands that pick from its source."""

from itertools import permutations, product

import pytest

from croupier.engines.kernel.agenda import Command
from croupier.engines.kernel.shape import Pick
from croupier.engines.kernel.values import Seat


class Give(Command, frozen=True):
    to: Seat
    cards: tuple[str, ...]


class Keep(Command, frozen=True):
    cards: tuple[str, ...]


SHAPE = Pick(Give(Seat(0), Seat(1), ()), "cards", ("a", "a", "b"), 1, 2)


@pytest.mark.parametrize("picked", [("a",), ("b",), ("a", "a"), ("a", "b"), ("b", "a")])
def test_any_order_of_the_things_is_covered(picked: tuple[str, ...]) -> None:
    assert SHAPE.covers(SHAPE.filled(picked))


@pytest.mark.parametrize(
    "picked", [(), ("b", "b"), ("a", "a", "b"), ("c",), ("a", "c"), ("a", "a", "a")]
)
def test_too_few_too_many_and_other_things_are_not(picked: tuple[str, ...]) -> None:
    assert not SHAPE.covers(SHAPE.filled(picked))


def test_everything_but_the_picks_must_be_as_the_shape_says() -> None:
    assert not SHAPE.covers(Give(Seat(1), Seat(1), ("a",)))
    assert not SHAPE.covers(Give(Seat(0), Seat(2), ("a",)))
    assert not SHAPE.covers(Keep(Seat(0), ("a",)))


def test_it_covers_what_a_list_would_say() -> None:
    listed = {picked for many in (1, 2) for picked in permutations(("a", "a", "b"), many)}

    for many in range(4):
        for picked in product("abc", repeat=many):
            assert SHAPE.covers(SHAPE.filled(picked)) == (picked in listed)


def test_slots_are_picked_by_number() -> None:
    class Discard(Command, frozen=True):
        slots: tuple[int, ...]

    shape = Pick(Discard(Seat(0), ()), "slots", (0, 3, 5), 0, 3)

    assert shape.covers(Discard(Seat(0), ()))
    assert shape.covers(Discard(Seat(0), (5, 0, 3)))
    assert not shape.covers(Discard(Seat(0), (1,)))
    assert not shape.covers(Discard(Seat(0), (0, 0)))
