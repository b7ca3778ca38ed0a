"""What a load run does: which games, how many, how they arrive, who watches."""

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from croupier.engines.kernel.engine import Engine

GAMES_MAX = 1_000_000
AT_ONCE_MAX = 10_000


class BadPlan(Exception):
    """What cannot be done, in one sentence."""


@dataclass(frozen=True, slots=True)
class Plan:
    """A load run. With `rate` tables open at their own times, whatever the service does (open
    loop); without it a new one opens when another is over (closed loop)."""

    mix: Mapping[str, int]  # game -> weight
    seats: Mapping[str, Sequence[int]]  # game -> numbers of players to choose from
    tables: int
    at_once: int
    rate: float | None = None  # tables a second
    pace_s: float = 0.0  # open loop: how far apart a table's decisions are due
    watchers: int = 1  # spectators at each table, beside the players' own watches
    reconnect_every: int = 50  # frames; 0 never
    slow: float = 0.0  # which part of the spectators reads slowly
    connections: int = 4
    time_max_s: float = 3_600.0

    def order(self, chance: random.Random) -> list[tuple[str, int]]:
        """Game and number of players of each table, in the order of their opening."""
        names = sorted(self.mix)
        whole = sum(self.mix.values())
        shares = [self.tables * self.mix[name] // whole for name in names]
        games = [name for name, share in zip(names, shares, strict=True) for _ in range(share)]
        weights = [self.mix[name] for name in names]
        games += chance.choices(names, weights, k=self.tables - len(games))
        chance.shuffle(games)
        return [(game, chance.choice(self.seats[game])) for game in games]

    def arrivals(self, chance: random.Random) -> list[float]:
        """When each table is due to open, in seconds from the start: at once, or at random
        moments with this rate."""
        if self.rate is None:
            return [0.0] * self.tables
        moments, now = [], 0.0
        for _ in range(self.tables):
            moments.append(now)
            now += chance.expovariate(self.rate)
        return moments


def mix_of(text: str, engines: Sequence[Engine]) -> dict[str, int]:
    """A mix from `blossom_ridge=3,blast_radius`; nothing means every game alike.

    Raises BadPlan.
    """
    known = [engine.game for engine in engines]
    mix: dict[str, int] = {}
    for part in filter(None, (one.strip() for one in text.split(","))):
        name, _, weight = part.partition("=")
        if name not in known:
            raise BadPlan(f"--mix: there is no game {name!r}; there are {', '.join(known)}.")
        if not (weight or "1").isdecimal() or int(weight or 1) == 0:
            raise BadPlan(f"--mix: the weight of {name} is a whole number from 1, not {weight!r}.")
        mix[name] = mix.get(name, 0) + int(weight or 1)
    return mix or dict.fromkeys(known, 1)


def seats_of(
    wanted: int | None, mix: Mapping[str, int], engines: Sequence[Engine]
) -> dict[str, Sequence[int]]:
    """How many may play each game: the wanted number, or any that the game allows.

    Raises BadPlan.
    """
    seats: dict[str, Sequence[int]] = {}
    for engine in engines:
        if engine.game not in mix:
            continue
        allowed = tuple(engine.seats)
        if wanted is not None and wanted not in allowed:
            most = f"{allowed[0]} to {allowed[-1]} players"
            raise BadPlan(f"--seats: {engine.game} is for {most}, not {wanted}.")
        seats[engine.game] = allowed if wanted is None else (wanted,)
    return seats
