"""Replicas that watch, readers of their streams, and a table of endless talk to watch."""

import asyncio
from collections.abc import AsyncGenerator
from contextlib import aclosing, asynccontextmanager
from dataclasses import dataclass
from typing import Any, Self

from croupier.engines.kernel.agenda import Command
from croupier.engines.kernel.values import Seat
from croupier.service.app.dealer import Told
from croupier.service.app.frames import Frame, Kind, Mode
from croupier.service.app.games import Game
from croupier.service.app.hub import Hub
from croupier.service.app.identity import Badge
from croupier.service.app.live import Live
from croupier.service.app.pace import Pace
from croupier.service.app.ports import Store
from croupier.service.app.resume import ResumeTokens
from tests.engines.kernel.games import sealed_bids
from tests.service.app.replica import (
    KEYS,
    Party,
    Replica,
    bearer,
    new_id,
    replica,
    said,
    seated,
)
from tests.service.watch import whispers

GAMES = {"sealed_bids": Game(sealed_bids), "whispers": Game(whispers)}
PATIENCE_S = 10.0  # a frame that does not come in this time never will
# Nothing in these tests waits for a heartbeat, an age or a poll, unless it says so.
STILL = Pace(heartbeat_s=600, age_max_s=6000, poll_s=600, poll_quick_s=600)


@dataclass
class Watching:
    """A replica with a hub."""

    replica: Replica
    hub: Hub
    resume: ResumeTokens

    @classmethod
    @asynccontextmanager
    async def over(cls, store: Store, pace: Pace = STILL) -> AsyncGenerator[Self, None]:
        """A replica over a store, its hub running."""
        here = replica(store, GAMES)
        resume = ResumeTokens(KEYS.ring("resume"))
        hub = Hub(here.tables, store, resume, pace)
        here.clerk.tell(hub.heard)
        running = asyncio.create_task(hub.run())
        try:
            yield cls(here, hub, resume)
        finally:
            running.cancel()
            await asyncio.gather(running, return_exceptions=True)

    @asynccontextmanager
    async def watch(
        self, badge: Badge, token: str | None = None, mode: Mode = Mode.STATE
    ) -> AsyncGenerator["Stream", None]:
        """One open watch, closed at the end."""
        frames = self.hub.watch(badge, token, mode)
        async with aclosing(frames):
            yield Stream(frames)

    async def talk(self, command: Command, party: Party) -> Told:
        """A command at the table of talk."""
        badge = party.seats[command.seat]
        return await self.replica.dealer.submit(
            said(badge, command, game="whispers", command_id=new_id())
        )

    async def say(self, party: Party, words: str, seat: int = 0) -> Told:
        """Tell everybody."""
        return await self.talk(whispers.Say(Seat(seat), words), party)

    async def whisper(self, party: Party, seat: int, words: str = "psst") -> Told:
        """Tell nobody else."""
        return await self.talk(whispers.Whisper(Seat(seat), words), party)


class Stream:
    """A watch as its reader pulls it."""

    def __init__(self, frames: AsyncGenerator[Frame, None]) -> None:
        self._frames = frames
        self.read: list[Frame] = []

    async def next(self, kind: Kind | None = None) -> Frame:
        """The next frame, which must be of this kind."""
        async with asyncio.timeout(PATIENCE_S):
            frame = await anext(self._frames)
        self.read.append(frame)
        assert kind is None or frame.kind is kind, frame
        return frame

    async def until(self, revision: int) -> tuple[Frame, ...]:
        """Frames up to this revision."""
        found = [await self.next()]
        while found[-1].revision < revision:
            found.append(await self.next())
        return tuple(found)

    async def ended(self) -> None:
        """There is no frame after END."""
        async with asyncio.timeout(PATIENCE_S):
            left = [frame async for frame in self._frames]
        assert left == []


def heard(frame: Frame) -> tuple[str, ...]:
    """What was said last by each seat, as the frame's view has it."""
    assert frame.seen is not None
    assert isinstance(frame.seen.view, whispers.View)
    return frame.seen.view.said


def words(*frames: Frame) -> list[str]:
    """What was said aloud, as these frames' events have it."""
    events = (e for frame in frames for one in frame.news for e in one.events)
    return [event.words for event in events if isinstance(event, whispers.Said)]


async def talkers(here: Watching, seats: int = 2, **terms: Any) -> Party:
    """A table of endless talk, everybody seated, started."""
    return await seated(here.replica, seats, game="whispers", options=whispers.Options(), **terms)


async def spectator(here: Watching, party: Party) -> Badge:
    """Somebody who only watches."""
    _, token = await here.replica.lobby.spectate(party.table_id, party.opened.invite_code)
    return bearer(here.replica, token)


async def now(here: Watching, party: Party) -> Live:
    """The table as the store has it."""
    return await here.replica.tables.current(party.table_id)
