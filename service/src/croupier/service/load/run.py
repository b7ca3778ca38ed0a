"""A load run: tables come and go as planned; afterwards everything that was seen is checked."""

import asyncio
import pickle
import random
import time
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

from croupier.client import Croupier, CroupierError, ViewerClient
from croupier.service.load.figures import Figures
from croupier.service.load.history import History, Viewer
from croupier.service.load.plan import Plan
from croupier.service.load.players import Table
from croupier.service.load.witness import contradictions, lost_of

WRONG_MAX = 1_000  # kept in words; the rest is counted
CHECKS_AT_ONCE = 8


class Seat(NamedTuple):
    """How to be that viewer again."""

    viewer: Viewer
    token: str


@dataclass(frozen=True, slots=True)
class Played:
    """A table that was opened: where what was seen of it is kept, and who may ask about it."""

    table_id: str
    game: str
    seats: tuple[Seat, ...]
    file: Path
    finished: bool

    def history(self) -> History:
        """What was seen."""
        with self.file.open("rb") as file:
            seen: History = pickle.load(file)  # our own, from a moment ago
        return seen


@dataclass
class Wrong:
    """Broken promises, by the check that found them."""

    words: list[str] = field(default_factory=list)
    count: int = 0

    def add(self, found: list[str]) -> None:
        """Count them all, keep the first in words."""
        self.count += len(found)
        self.words += found[: WRONG_MAX - len(self.words)]


@dataclass
class Run:
    """Where a run stands; all of it can be read while it goes on."""

    plan: Plan
    folder: Path
    figures: Figures = field(default_factory=Figures)
    played: list[Played] = field(default_factory=list)
    wrong: Wrong = field(default_factory=Wrong)
    opened: int = 0
    playing: int = 0
    unfinished: int = 0
    durability: str = ""  # what the service promises
    lost: set[bytes] = field(default_factory=set)  # acknowledged commands, where it promises none
    asked: int = 0  # tables that were compared with what the service tells
    read: int = 0  # tables that were compared with their log
    unread: str = ""  # why the logs could not be read

    @property
    def may_lose(self) -> bool:
        """Whether the service says that it may lose what it acknowledged."""
        return self.durability == "none"

    async def play(self, address: str, operator_key: str | None, chance: random.Random) -> None:
        """Play every table of the plan; those that time ended are counted as unfinished."""
        async with _clients(address, operator_key, self.plan.connections) as clients:
            self.figures = Figures()
            begin = time.monotonic()
            room = asyncio.Semaphore(self.plan.at_once)
            arrivals = self.plan.arrivals(chance)
            try:
                async with asyncio.timeout(self.plan.time_max_s), asyncio.TaskGroup() as group:
                    for number, (game, seats) in enumerate(self.plan.order(chance)):
                        due = begin + arrivals[number]
                        if self.plan.rate is None:
                            await room.acquire()
                            due = time.monotonic()
                        else:
                            await asyncio.sleep(max(0.0, due - time.monotonic()))
                        client = clients[number % len(clients)]
                        table = Table(client, self.plan, self.figures, random.Random(number))
                        self.opened += 1
                        group.create_task(self._one(table, game, seats, due, room.release))
            except TimeoutError:
                pass
            self.figures.stop()

    async def _one(
        self, table: Table, game: str, seats: int, due: float, over: Callable[[], None]
    ) -> None:
        self.playing += 1
        finished = False
        try:
            await table.play(game, seats, due)
            finished = True
        except* CroupierError as errors:
            for error in errors.exceptions:
                self.figures.counts[f"given up: {error}"] += 1
        finally:
            self.playing -= 1
            over()
            self.unfinished += not finished
            if table.table_id:
                self._keep(table, game, finished)

    def _keep(self, table: Table, game: str, finished: bool) -> None:
        file = self.folder / f"{len(self.played)}.pickle"
        with file.open("wb") as out:
            pickle.dump(table.history, out)
        seats = tuple(Seat(viewer, client.token) for viewer, client in table.viewers.items())
        self.played.append(Played(table.table_id, game, seats, file, finished))

    async def ask(self, address: str) -> None:
        """Ask the service about every table, as its players may, and compare."""
        gate = asyncio.Semaphore(CHECKS_AT_ONCE)

        async def one(played: Played) -> None:
            async with gate:
                found = await self._contradictions(played, _viewers(client, played))
            self.wrong.add([f"{played.table_id}: {each}" for each in found])
            self.asked += 1

        async with Croupier(address) as client, asyncio.TaskGroup() as group:
            for played in self.played:
                group.create_task(one(played))

    async def _contradictions(
        self, played: Played, viewers: dict[Viewer, ViewerClient]
    ) -> list[str]:
        """Of everything, or of what is left where something may be lost."""
        history = played.history()
        found = await contradictions(history, viewers)
        if found and self.may_lose:
            lost = await lost_of(history, viewers)
            self.lost |= lost
            found = await contradictions(history.survivors(lost), viewers)
        return found


def _viewers(client: Croupier, played: Played) -> dict[Viewer, ViewerClient]:
    return {
        seat.viewer: client.spectator(played.table_id, seat.token)
        if seat.viewer is None
        else client.seat(played.table_id, seat.token, seat.viewer)
        for seat in played.seats
    }


@asynccontextmanager
async def _clients(
    address: str, operator_key: str | None, many: int
) -> AsyncIterator[list[Croupier]]:
    async with AsyncExitStack() as stack:
        yield [
            await stack.enter_async_context(Croupier(address, operator_key=operator_key))
            for _ in range(many)
        ]
