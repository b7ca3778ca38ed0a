"""Games written down: what was decided, what everybody was told, and every view at every turn.

A view is written as what changed in the spectator's since the decision before; a seat's own part
as it stands. So everything that any viewer is shown is there.
"""

from collections.abc import Iterator
from enum import Enum
from typing import Any

import msgspec

from croupier.engines.blight_of_blackridge import engine
from croupier.engines.blight_of_blackridge.table import Options
from croupier.engines.kernel.pack import Pack
from croupier.engines.kernel.rng import KeyedRng
from tests.engines.blight_of_blackridge.dsl import PACK

ASIDE = 6  # one command in so many is a trade or a statement
UNSEEN: Any = object()


def written(players: int, options: Options, key: bytes, days: int) -> Iterator[str]:
    """The lines of the first days of a game between house seats that play at random."""
    rng, house = KeyedRng(key), KeyedRng(b"house" + key)
    yield f"{players} players, {short(options)}"
    on = engine.setup(players, options, PACK, rng).table
    before: Any = None
    while engine.result(on) is None and on.day <= days:
        public = engine.project(on, None)
        yield from (f"  all: {what}" for what in changed(before, public))
        before = public
        for seat in on.seats:
            own = engine.project(on, seat).me
            yield f"  seat {seat}: {short(own)}"
        prompts: list[Any] = list(engine.questions(on))
        seat = on.seats[house.below(players, "who", "who")]
        beside: list[Any] = list(engine.invitations(on, seat))
        if beside and house.below(ASIDE, "what", "aside") == 0:
            prompts = beside
        prompt = prompts[house.below(len(prompts), "who", "prompt")]
        yield f"  asked {prompt.seat}: {line(prompt)}"
        view = engine.project(on, prompt.seat)
        command = engine.house_answer(view, prompt, "random", house)
        change = engine.apply(on, command, rng)
        on = change.table
        yield f"> {line(command)}"
        for event in change.events:
            whom = "all" if event.audience is None else f"seat {event.audience[0]} alone"
            yield f"  {whom}: {line(event)}"
    yield f"= {short(engine.result(on))}"


def changed(before: Any, after: Any) -> Iterator[str]:
    """The fields of a view that differ."""
    for name in after.__struct_fields__:
        new: Any = getattr(after, name)
        if getattr(before, name, UNSEEN) != new:
            yield f"{name}={short(new)}"


def line(said: msgspec.Struct) -> str:
    """A command, event or prompt with its fields by name."""
    names = [name for name in said.__struct_fields__ if name not in ("audience", "limit_ms")]
    pairs = [(name, getattr(said, name)) for name in names]
    told = [f"{name}={short(value)}" for name, value in pairs if value not in (None, ())]
    return " ".join([type(said).__name__, *told])


def short(value: Any) -> str:
    """A value in few characters."""
    match value:
        case None:
            return "-"
        case Enum():
            return str(value.value)
        case Pack():
            return str(value.contents.edition)
        case tuple():
            return f"[{' '.join(map(short, value))}]"
        case msgspec.Struct():
            inner = " ".join(short(getattr(value, name)) for name in value.__struct_fields__)
            return f"{type(value).__name__}({inner})"
        case "":
            return "_"
        case _:
            return str(value)
