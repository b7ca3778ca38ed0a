"""The players for other load tools: `python -m croupier.service.load.feed ADDRESS MIX`.

Each line on standard input is a name; a whole game is played for it. What it did comes out as
JSON lines `[name, kind, milliseconds, error]`, and at its end `[name, "over", 0, error]`.
"""

import asyncio
import json
import random
import sys
import time

from croupier.client import Croupier, CroupierError
from croupier.service.catalogue import GAMES
from croupier.service.load.figures import Figures
from croupier.service.load.plan import Plan, mix_of, seats_of
from croupier.service.load.players import Table

OVER = "over"


class Said(Figures):
    """Figures that are said at once, in the name of whoever wanted the game."""

    def __init__(self, name: str) -> None:
        super().__init__()
        self._name = name

    def say(self, kind: str, took_ms: float, error: str) -> None:
        """One line."""
        sys.stdout.write(json.dumps([self._name, kind, round(took_ms, 3), error]) + "\n")
        sys.stdout.flush()

    def took(self, kind: str, since: float) -> None:
        """Something is done now that was due then."""
        self.say(kind, (time.monotonic() - since) * 1e3, "")

    def failed(self, kind: str, reason: str) -> None:
        """Something failed after every repeat that the client makes."""
        self.say(kind, 0.0, reason)


async def feed(address: str, mix: str) -> None:
    """Play a game for every line that comes in, until there are no more."""
    games = mix_of(mix, GAMES)
    plan = Plan(games, seats_of(None, games, GAMES), tables=1, at_once=1)
    lines = asyncio.StreamReader()
    await asyncio.get_running_loop().connect_read_pipe(
        lambda: asyncio.StreamReaderProtocol(lines), sys.stdin
    )
    async with Croupier(address) as croupier, asyncio.TaskGroup() as playing:
        async for line in lines:
            playing.create_task(_game(croupier, plan, Said(line.decode().strip())))


async def _game(croupier: Croupier, plan: Plan, said: Said) -> None:
    chance = random.Random()
    ((game, seats),) = plan.order(chance)
    error = ""
    try:
        await Table(croupier, plan, said, chance).play(game, seats, time.monotonic())
    except* CroupierError as errors:
        error = str(errors.exceptions[0])
    said.say(OVER, 0.0, error)


if __name__ == "__main__":
    _, address, mix = sys.argv
    asyncio.run(feed(address, mix))
