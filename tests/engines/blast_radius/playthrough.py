"""Games written down: what was decided, what happened, and every view at every decision.

A view is written as what changed in the spectator's since the decision before; a seat's own
view as what differs from the spectator's. So everything that any viewer is shown is there.
"""

from collections.abc import Iterator
from enum import Enum
from typing import Any

import msgspec

from croupier.engines.blast_radius import engine
from croupier.engines.blast_radius.prompts import Asks
from croupier.engines.blast_radius.table import AnyTable, Options
from croupier.engines.blast_radius.view import View
from croupier.engines.kernel.change import Event
from croupier.engines.kernel.pack import Pack
from croupier.engines.kernel.rng import KeyedRng
from croupier.engines.kernel.secret import Secret
from tests.engines.blast_radius.dsl import PACK

UNSEEN: Any = object()


def written(players: int, options: Options, key: bytes, turns: int, views: bool) -> Iterator[str]:
    """The lines of a game between house seats that play at random, for so many turns."""
    rng, house = KeyedRng(key), KeyedRng(b"house" + key)
    yield f"{players} players, {short(options)}"
    change = engine.setup(players, options, PACK, rng)
    on, before = change.table, None
    while on.agenda and on.turn <= turns:
        if views:
            yield from _shown(on, before)
            before = engine.project(on, None)
        prompt = asked(on)
        command = engine.house_answer(engine.project(on, prompt.seat), prompt, "random", house)
        change = engine.apply(on, command, rng)
        on = change.table
        yield f"> {line(command)}"
        yield from (f"  {line(event)}" for event in change.events)
    yield f"= {short(engine.result(on))}"


def asked(on: AnyTable) -> Asks:
    """The open question of the first seat that has one."""
    prompt: Any = engine.questions(on)[0]
    asked_: Asks = prompt
    return asked_


def _shown(on: AnyTable, before: View | None) -> Iterator[str]:
    """BLA-017: a seat's own view differs from the spectator's in little."""
    public = engine.project(on, None)
    yield from (f"  all: {what}" for what in changed(before, public))
    for seat in on.seats:
        own = " ".join(changed(public, engine.project(on, seat)))
        invited = " ".join(line(each) for each in engine.invitations(on, seat))
        yield f"  seat {seat}: {own} {invited}".rstrip()
    yield from (f"  asked: {line(each)}" for each in engine.questions(on))


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


def line(said: Event | msgspec.Struct) -> str:
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
