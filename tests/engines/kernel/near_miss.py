"""Commands one step outside what is legal, and commands that come too early or too late."""

import enum
from collections.abc import Iterator
from types import NoneType, UnionType
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

from croupier.engines.kernel.agenda import Command
from croupier.engines.kernel.values import Seat, Value, replace, seats_of
from tests.engines.kernel.walk import Game, filled

NUMBERS = (-1, 0, 1_000_000)
WORDS = ("", "no_such_thing")
SEEN_MAX = 64  # values remembered for one field
ANSWERS_MOST = 8  # legal answers of one seat to go astray from


class Corpus:
    """What was seen in a game so far, to make wrong commands from."""

    def __init__(self) -> None:
        self._values: dict[tuple[str, str], list[Any]] = {}
        self._samples: dict[str, list[Command]] = {}

    def note(self, command: Command) -> None:
        """Remember a command and the values of its fields."""
        name = type(command).__name__
        samples = self._samples.setdefault(name, [])
        if command not in samples and len(samples) < SEEN_MAX:
            samples.append(command)
        for field in command.__struct_fields__:
            values = self._values.setdefault((name, field), [])
            if (value := getattr(command, field)) not in values and len(values) < SEEN_MAX:
                values.append(value)

    def around(self, game: Game) -> Iterator[Command]:
        """Near misses of what is legal now, then what was legal at other times, for any seat."""
        for answers in game.legal:
            for answer in game.chance.sample(answers, min(len(answers), ANSWERS_MOST)):
                command = filled(answer, game.chance)
                self.note(command)
                yield command
                yield from self.near(command, game.seats)
        for samples in self._samples.values():
            for command in samples:
                for seat in seats_of(game.seats):
                    yield replace(command, seat=seat)

    def near(self, command: Command, seats: int) -> Iterator[Command]:
        """The command with each field one step outside."""
        name, hints = type(command).__name__, get_type_hints(type(command))
        for field in command.__struct_fields__:
            value = getattr(command, field)
            if field == "seat":
                others: Iterator[Any] = (seat for seat in seats_of(seats) if seat != value)
            else:
                others = outside(hints[field], value, self._values.get((name, field), []))
            for other in others:
                yield replace(command, **{field: other})

    def some(self, game: Game, most: int, seat: Seat | None = None) -> list[Command]:
        """A sample of wrong (and right) commands, of one seat or of all."""
        found = [c for c in self.around(game) if seat is None or c.seat == seat]
        return found if len(found) <= most else game.chance.sample(found, most)


def outside(hint: Any, value: Any, known: list[Any]) -> Iterator[Any]:
    """Other values of a field's type: one step away, absurd, and seen elsewhere."""
    yield from (other for other in known if other != value)
    origin = get_origin(hint)
    if origin in (Union, UnionType):
        for member in get_args(hint):
            if member is NoneType and value is not None:
                yield None
            elif member is not NoneType:
                yield from outside(member, value, [])
    elif origin is Literal:
        yield from (other for other in get_args(hint) if other != value)
    elif origin is tuple:
        yield from _tuples(get_args(hint)[0], value or ())
    else:
        yield from _plain(getattr(hint, "__supertype__", hint), value)


def _plain(kind: Any, value: Any) -> Iterator[Any]:
    if kind is bool:
        yield not value
    elif kind is int:
        steps = (value - 1, value + 1) if isinstance(value, int) else ()
        yield from (number for number in (*steps, *NUMBERS) if number != value)
    elif kind is str:
        yield from (word for word in WORDS if word != value)
    elif issubclass(kind, enum.Enum):
        yield from (member for member in kind if member != value)
    elif issubclass(kind, Value) and isinstance(value, kind):
        hints = get_type_hints(kind)
        for field in kind.__struct_fields__:
            for other in outside(hints[field], getattr(value, field), []):
                yield replace(value, **{field: other})


def _tuples(kind: Any, value: tuple[Any, ...]) -> Iterator[tuple[Any, ...]]:
    if value:
        yield ()
        yield value[1:]
        yield value[:-1]
        yield (*value, value[0])
        yield tuple(reversed(value))
    for other in outside(kind, value[0] if value else None, []):
        yield (*value, other)
        yield (other, *value[1:])
