"""What a game says of itself so that the laws can be tried on it."""

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from random import Random
from types import ModuleType
from typing import Any, TypeAlias, cast, get_args

import msgspec

from croupier.engines.kernel.change import Event
from croupier.engines.kernel.engine import Engine
from croupier.engines.kernel.pack import Pack
from croupier.engines.kernel.values import Seat

Hearers: TypeAlias = Callable[[Any], tuple[Seat, ...] | None]


def everyone(event: Event) -> tuple[Seat, ...] | None:
    """An event that all may hear, spectators too."""
    return None


def options_by_default(engine: Engine) -> Callable[[Random, int], Any]:
    """The options every game has: those it ships with."""
    return lambda chance, seats: engine.options()


@dataclass(frozen=True)
class Subject:
    """One game under the laws.

    `conserved(table)` is what play can never change (the sorted cards, the coins in all).
    `commands_max` bounds the commands of a whole game, every budget spent.
    `options(chance, seats)` draws options for a game; `packs` are the editions played.
    `fleeting` are the events whose content a view does not keep (a statement, a look at a card),
    each with who may hear it: `everyone`, or a function of the event that names the seats. Only
    where one of these is told may two worlds with equal views differ in what a viewer heard.
    `deducible` are paths of secrets that a viewer can always work out, so never dealt again.
    `rare` are commands and events that random play need not reach.
    `option_sets` fix some of the options, one set for each game in turn; tables are counted by set.
    `stops` tables of a game are looked at closely: with `misses_most` wrong commands each, or for
    `viewers_most` of its viewers.
    """

    module: ModuleType
    conserved: Callable[[Any], Any]
    commands_max: int
    options: Callable[[Random, int], Any] | None = None
    packs: tuple[str, ...] = ()
    fleeting: Mapping[type[Event], Hearers] = field(default_factory=dict)
    deducible: tuple[str, ...] = ()
    rare: tuple[type[Any], ...] = ()
    option_sets: tuple[Mapping[str, Any], ...] = ({},)
    stops: int = 4
    viewers_most: int = 99
    misses_most: int = 40

    @property
    def engine(self) -> Engine:
        """The game's functions."""
        return cast(Engine, self.module)

    def some_options(self, chance: Random, seats: int, seed: int = 0) -> Any:
        """Options for one game."""
        drawn = (self.options or options_by_default(self.engine))(chance, seats)
        return msgspec.structs.replace(drawn, **self.option_sets[seed % len(self.option_sets)])

    def set_of(self, seed: int) -> str:
        """The name of the set of options that a game is played with."""
        fixed = self.option_sets[seed % len(self.option_sets)]
        return " ".join(f"{name}={getattr(value, 'value', value)}" for name, value in fixed.items())

    def some_pack(self, chance: Random) -> Pack[Any]:
        """The pack for one game."""
        return self.engine.read_pack(chance.choice(self.packs or (self.engine.house_pack,)))


def looked_at(tables: Counter[str]) -> list[str]:
    """How many tables were looked at, by the set of options."""
    return [f"{count:>9} tables {name}".rstrip() for name, count in sorted(tables.items())]


def members(union: Any) -> tuple[type[Any], ...]:
    """The classes of a union, or the one class itself."""
    return get_args(union) or (union,)


@dataclass
class Reached:
    """How often random play reached each command, event, prompt and refusal."""

    counts: Counter[str] = field(default_factory=Counter)
    tables: Counter[str] = field(default_factory=Counter)
    games: int = 0
    commits: int = 0

    def note(self, kind: str, thing: str) -> None:
        """Count one more."""
        self.counts[f"{kind} {thing}"] += 1

    def missing(self, subject: Subject) -> tuple[str, ...]:
        """Commands, events and prompts of the game that play never reached."""
        engine, rare = subject.engine, subject.rare
        kinds = (("command", engine.commands), ("event", engine.events), ("prompt", engine.prompts))
        return tuple(
            f"{kind} {one.__name__}"
            for kind, union in kinds
            for one in members(union)
            if one not in rare and not self.counts[f"{kind} {one.__name__}"]
        )

    def report(self) -> str:
        """The counts as lines, rarest first."""
        lines = [f"{count:>9} {name}" for name, count in self.counts.most_common()]
        played = f"{self.games} games, {self.commits} commits"
        return "\n".join([*looked_at(self.tables), played, *reversed(lines)])
