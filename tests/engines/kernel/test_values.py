"""Tuples with one place changed, seats around the table."""

import msgspec
import pytest

from croupier.engines.kernel.values import (
    Seat,
    Tagged,
    Value,
    audience_of,
    clockwise,
    put,
    seats_of,
    without,
)


class Point(Value, frozen=True):
    x: int
    y: int = 0


class Wider(Value, frozen=True):
    x: int
    y: int = 0
    z: int = 7


class Named(Tagged, frozen=True):
    x: int


def test_one_place_is_put_and_the_rest_is_kept() -> None:
    assert put(("a", "b", "c"), 1, "x") == ("a", "x", "c")
    assert put(("a",), 0, "x") == ("x",)


def test_one_copy_of_each_item_is_taken_away() -> None:
    assert without(("a", "b", "a"), "a") == ("b", "a")
    with pytest.raises(ValueError, match="not in list"):
        without(("a",), "b")


def test_seats_go_around_the_table() -> None:
    assert seats_of(3) == (0, 1, 2)
    assert clockwise(Seat(1), 3) == (1, 2, 0)


def test_an_audience_is_ascending_and_names_each_seat_once() -> None:
    assert audience_of([Seat(2), Seat(0), Seat(2)]) == (0, 2)


def test_a_value_is_stored_by_position_and_cannot_be_changed() -> None:
    assert msgspec.json.encode(Point(1, 2)) == b"[1,2]"
    assert msgspec.json.encode(Named(1)) == b'["Named",1]'
    with pytest.raises(AttributeError):
        Point(1).x = 2  # type: ignore[misc]


def test_a_field_that_was_added_last_is_its_default_in_what_was_stored_before() -> None:
    assert msgspec.msgpack.decode(msgspec.msgpack.encode(Point(1, 2)), type=Wider) == Wider(1, 2, 7)


def test_a_field_that_this_release_does_not_know_is_refused() -> None:
    with pytest.raises(msgspec.ValidationError):
        msgspec.msgpack.decode(msgspec.msgpack.encode(Wider(1)), type=Point)
