"""Players and watchers at one table, through the public client, writing down what they see."""

import asyncio
import itertools
import random
import time
import uuid
from collections.abc import AsyncIterator, Awaitable
from contextlib import aclosing, asynccontextmanager
from typing import TypeVar

from croupier.client import (
    Croupier,
    CroupierError,
    Frame,
    FrameKind,
    HostClient,
    Receipt,
    SeatClient,
    State,
    ViewerClient,
    any_of,
)
from croupier.client.bot import OVERTAKEN
from croupier.service.load import history as seen
from croupier.service.load.figures import Figures
from croupier.service.load.history import Call, History, Outcome, Viewer, digest_of, digest_of_all
from croupier.service.load.plan import Plan
from croupier.v1.common_pb2 import SPECTATORS_LIVE
from croupier.v1.payload_pb2 import Command, Prompt

PERSIST_MAX = 20  # how often a player begins anew after the client gave up
PAUSE_S = 0.5
SLOW_S = 0.1  # what a slow reader takes for a frame

T = TypeVar("T")


class Table:
    """One game from opening to end: a player and its watch on every seat, and spectators."""

    def __init__(
        self, croupier: Croupier, plan: Plan, figures: Figures, chance: random.Random
    ) -> None:
        self._croupier, self._plan, self._figures = croupier, plan, figures
        self._chance = chance
        self._streams = itertools.count(1)
        self._decisions = itertools.count()
        self._began = 0.0
        self.history = History()
        self.table_id = ""
        self.viewers: dict[Viewer, ViewerClient] = {}

    async def play(self, game: str, seats: int, due: float) -> None:
        """Open the table, which was due at that moment, and play until everybody saw the end.

        Raises CroupierError when the table cannot be opened.
        """
        host = await self._try(
            "open",
            self._croupier.create_table(game, seats, spectators=SPECTATORS_LIVE),
            due,
        )
        self.table_id = host.table_id
        players = [await self._sit(host, seat) for seat in range(seats)]
        spectators = [await host.spectate() for _ in range(self._plan.watchers)]
        self.viewers = {player.seat: player for player in players}
        if spectators:
            self.viewers[None] = spectators[0]
        await host.start()
        self._began = time.monotonic()
        async with asyncio.TaskGroup() as group:
            for player in players:
                group.create_task(self._player(player))
            for number, spectator in enumerate(spectators):
                group.create_task(self._spectator(spectator, number))

    async def _sit(self, host: HostClient, seat: int) -> SeatClient:
        return await self._try("join", host.join(f"Player {seat}", seat), time.monotonic())

    async def _try(self, kind: str, call: Awaitable[T], since: float) -> T:
        try:
            answer = await call
        except CroupierError as error:
            self._figures.failed(kind, error.reason)
            raise
        self._figures.took(kind, since)
        return answer

    # --- watching -------------------------------------------------------------------------

    @asynccontextmanager
    async def _frames(
        self, viewer: ViewerClient, who: Viewer, watcher: int, token: str | None
    ) -> AsyncIterator[AsyncIterator[Frame]]:
        """One stream, written down as it comes."""
        number = next(self._streams)

        async def noted() -> AsyncIterator[Frame]:
            async for frame in stream:
                self.history.frames.append(_noted(self.table_id, who, watcher, number, frame))
                self._figures.counts["frame"] += 1
                yield frame

        async with aclosing(viewer.watch(token)) as stream:
            yield noted()

    async def _spectator(self, viewer: ViewerClient, watcher: int) -> None:
        """Follow to the end; go away and come back now and then; perhaps read slowly."""
        slow = self._chance.random() < self._plan.slow
        token: str | None = None
        while True:
            left = self._plan.reconnect_every or None
            async with self._frames(viewer, None, watcher, token) as frames:
                async for frame in frames:
                    token = frame.resume_token or token
                    if frame.kind is FrameKind.END:
                        return
                    if slow:
                        await asyncio.sleep(SLOW_S)
                    left = None if left is None else left - 1
                    if left == 0:
                        break
            self._figures.counts["reconnect"] += 1

    # --- playing --------------------------------------------------------------------------

    async def _player(self, seat: SeatClient) -> None:
        """Answer every question of this seat, once it is seen, until the end is seen. Looks for
        itself at a sign of life: were a frame lost, the table would wait for ever."""
        acted = 0  # the newest own revision that a decision led to
        waited: dict[int, float] = {}  # own revision -> when its decision was due
        async with self._frames(seat, seat.seat, 0, None) as frames:
            async for frame in frames:
                for known in [one for one in waited if one <= frame.revision]:
                    self._figures.took("seen", waited.pop(known))
                if frame.kind is FrameKind.END:
                    return
                if frame.kind is FrameKind.RESET:
                    acted = 0  # what it had led to may be no longer true
                    waited.clear()
                state = await seat.view() if frame.kind is FrameKind.BOOKMARK else frame.state
                if state is None or state.question is None or state.revision < acted:
                    continue
                due = await self._until_due()
                revision = await self._decide(seat, state.question, due)
                if revision is not None:
                    waited[revision] = due
                    acted = revision

    async def _until_due(self) -> float:
        """When the next decision of this table is due: now, or at its own time (open loop)."""
        now = time.monotonic()
        if self._plan.rate is None or self._plan.pace_s == 0:
            return now
        due = self._began + next(self._decisions) * self._plan.pace_s
        await asyncio.sleep(max(0.0, due - now))
        return due

    async def _decide(self, seat: SeatClient, question: Prompt, due: float) -> int | None:
        """Send one legal decision until its outcome is certain; the revision it led to, or
        None when something else came first. Raises CroupierError for any other no."""
        decision = await self._legal(seat)
        if decision is None:
            return None
        command_id, began = uuid.uuid4(), time.monotonic()

        def noted(outcome: Outcome, receipt: Receipt | None = None) -> None:
            call = Call(
                self.table_id, seat.seat, command_id.bytes, began, time.monotonic(), outcome
            )
            if receipt is not None:
                call = call._replace(
                    revision=receipt.revision,
                    token=receipt.resume_token,
                    events=digest_of_all(receipt.events),
                )
            self.history.calls.append(call)

        doubt = False
        for again in range(PERSIST_MAX):
            try:
                receipt = await seat.submit(decision, question, command_id=str(command_id))
            except CroupierError as error:
                doubt = doubt or error.applied == "UNKNOWN"
                noted(Outcome.UNKNOWN if doubt else Outcome.REFUSED)
                if error.reason in OVERTAKEN:
                    self._figures.counts["overtaken"] += 1
                    return None
                self._figures.failed("command", error.reason)
                if not error.passing or again == PERSIST_MAX - 1:
                    raise
                await asyncio.sleep(PAUSE_S)
            else:
                noted(Outcome.ACCEPTED, receipt)
                self._figures.took("command", due)
                return receipt.revision
        raise AssertionError("the last attempt returns or raises")

    async def _legal(self, seat: SeatClient) -> Command | None:
        """One of the legal commands; None when the game is over."""
        try:
            legal = await self._try("legal", seat.legal(), time.monotonic())
        except CroupierError as error:
            if error.reason in OVERTAKEN:
                return None
            raise
        return any_of(legal) if legal else None


def _noted(table_id: str, who: Viewer, watcher: int, stream: int, frame: Frame) -> seen.Frame:
    state: State | None = frame.state
    view = None if state is None else state.view
    return seen.Frame(
        table_id,
        who,
        stream,
        frame.kind.name,
        frame.revision,
        frame.from_revision,
        frame.resume_token,
        frame.reason or "",
        None if view is None else digest_of(view),
        tuple((one.revision, digest_of_all(one.events)) for one in frame.revisions),
        watcher,
    )
