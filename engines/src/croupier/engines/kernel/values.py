"""The one place that knows how values are kept: frozen, comparable, stored by position."""

from collections.abc import Iterable
from functools import cache
from typing import NewType, TypeVar

import msgspec

T = TypeVar("T")

Seat = NewType("Seat", int)
Viewer = Seat | None  # None is a spectator
RuleId = NewType("RuleId", str)


class Value(msgspec.Struct, frozen=True, array_like=True, forbid_unknown_fields=True, gc=False):
    """An immutable record, stored as an array: new fields go last and have a default."""


class Tagged(Value, frozen=True, tag=True):
    """A record that is one of several: stored with its own name in front."""


replace = msgspec.structs.replace


def put(items: tuple[T, ...], at: int, item: T) -> tuple[T, ...]:
    """The same tuple with one place changed."""
    return (*items[:at], item, *items[at + 1 :])


def without(items: tuple[T, ...], *gone: T) -> tuple[T, ...]:
    """The same tuple, less one copy of each item named. An item that is not there is a bug."""
    kept = list(items)
    for item in gone:
        kept.remove(item)
    return tuple(kept)


@cache
def seats_of(count: int) -> tuple[Seat, ...]:
    """Seats 0 to count-1, clockwise."""
    return tuple(Seat(n) for n in range(count))


@cache
def clockwise(first: Seat, count: int) -> tuple[Seat, ...]:
    """All seats, clockwise from `first`."""
    return tuple(Seat((first + step) % count) for step in range(count))


def audience_of(seats: Iterable[Seat]) -> tuple[Seat, ...]:
    """Seats as an audience: ascending, each once."""
    return tuple(sorted(dict.fromkeys(seats)))
