"""Games written down: what was decided, what happened, and every view at every decision.

A view is written as what changed in the spectator's since the decision before; a seat's own
view as what differs from the spectator's. So everything that any viewer is shown is there.
"""

from collections.abc import Iterator
from enum import Enum
from typing import Any

import msgspec

from croupier.engines.kernel.agenda import Prompt
from croupier.engines.kernel.change import Change, Event
from croupier.engines.kernel.pack import Pack
from croupier.engines.kernel.rng import KeyedRng
from croupier.engines.kernel.secret import Secret
from croupier.engines.the_blessed_dark import engine
from croupier.engines.the_blessed_dark.table import Options
from croupier.engines.the_blessed_dark.view import View
from tests.engines.the_blessed_dark.dsl import PACK, AnyTable

UNSEEN: Any = object()


def played(players: int, options: Options, key: bytes) -> Iterator[tuple[Any, Change[AnyTable]]]:
    """A game between house seats that play at random: each command and what it changed."""
    rng, house = KeyedRng(key), KeyedRng(b"house" + key)
    change = engine.setup(players, options, PACK, rng)
    yield None, change
    while questions := engine.questions(change.table):
        prompt: Any = questions[-1]
        view = engine.project(change.table, prompt.seat)
        command = engine.house_answer(view, prompt, "random", house)
        change = engine.apply(change.table, command, rng)
        yield command, change


def written(players: int, options: Options, key: bytes, turns: int, views: bool) -> Iterator[str]:
    """The lines of a game, for so many turns."""
    yield f"{players} players, {short(options)}"
    before: View | None = None
    on = None
    for command, change in played(players, options, key):
        on = change.table
        if command is not None:
            yield f"> {line(command)}"
        yield from (f"  {line(event)}" for event in change.events)
        if on.turns >= turns:
            break
        if views:
            yield from _shown(on, before)
            before = engine.project(on, None)
    assert on is not None
    yield f"= {short(engine.result(on))}"


def _shown(on: AnyTable, before: View | None) -> Iterator[str]:
    public = engine.project(on, None)
    yield from (f"  all: {what}" for what in changed(before, public))
    for seat in on.seats:
        own = " ".join(changed(public, engine.project(on, seat)))
        yield f"  seat {seat}: {own}"
    yield from (f"  asked: {line(prompt)}" for prompt in engine.questions(on))


def changed(before: View | None, after: View) -> Iterator[str]:
    """The fields of a view that differ, row by row where it has rows."""
    for name in after.__struct_fields__:
        old: Any = getattr(before, name, UNSEEN)
        new: Any = getattr(after, name)
        rows = isinstance(new, tuple) and isinstance(old, tuple) and len(old) == len(new)
        if rows and new and isinstance(new[0], msgspec.Struct):
            pairs = enumerate(zip(old, new, strict=True))
            yield from (f"{name}[{at}]={short(row)}" for at, (was, row) in pairs if was != row)
        elif old != new:
            yield f"{name}={short(new)}"


def line(said: Event | Prompt | msgspec.Struct) -> str:
    """A command, event or prompt with its fields by name."""
    fields = [name for name in said.__struct_fields__ if name not in ("audience", "limit_ms")]
    pairs = [(name, getattr(said, name)) for name in fields]
    told = [f"{name}={short(value)}" for name, value in pairs if value is not None]
    return " ".join([type(said).__name__, *told])


def short(value: Any) -> str:
    """A value in few characters."""
    match value:
        case None:
            return "-"
        case Enum():
            return str(value.value)
        case Secret():
            return f"secret{list(value.audience)}{short(value.peek())}"
        case Pack():
            return str(value.contents.edition)
        case tuple():
            return f"[{' '.join(map(short, value))}]"
        case msgspec.Struct():
            inner = " ".join(short(getattr(value, name)) for name in value.__struct_fields__)
            return f"{type(value).__name__}({inner})"
        case _:
            return str(value)
