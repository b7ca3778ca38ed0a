"""Watching: one hub per replica, one room per watched table, and nothing queued for anybody.

A room is looked at again when a hint says so, when a poll of versions finds it behind, and
right after its subscription was confirmed. What this replica commits itself is known without a
look. Hints may get lost; the poll alone delivers within a second and a half.
"""

import asyncio
from collections.abc import AsyncGenerator, Iterator
from contextlib import contextmanager
from itertools import islice

from croupier.service.app.clerk import Commit
from croupier.service.app.frames import Frame, Kind, Mode
from croupier.service.app.identity import Badge
from croupier.service.app.live import Tables
from croupier.service.app.pace import Pace
from croupier.service.app.ports import Store, StoreAway
from croupier.service.app.problems import Problem
from croupier.service.app.records import TableId
from croupier.service.app.resume import ResumeTokens
from croupier.service.app.room import Room
from croupier.service.app.watcher import Watcher

SEAT_WATCHES_MAX = 8  # by one seat token
SPECTATORS_MAX = 500  # of one table; how many watches a replica takes, its doors decide
POLL_CHUNK = 512  # versions asked for in one round trip
RETRY_AFTER_MS = 2_000


class Hub:
    """Every watch of this replica."""

    def __init__(
        self, tables: Tables, store: Store, resume: ResumeTokens, pace: Pace | None = None
    ) -> None:
        self._tables, self._store, self._resume = tables, store, resume
        self._pace = pace or Pace()
        self._rooms: dict[TableId, Room] = {}
        self._keepers: dict[TableId, asyncio.Task[None]] = {}
        self._watches = 0
        self._nobody = asyncio.Event()
        self._draining = False
        self._quick_until = 0.0
        self._hurry = asyncio.Event()
        self._ears = asyncio.Lock()  # subscriptions change one at a time, in order
        store.on_hint(self._hint)

    @property
    def watches(self) -> int:
        """How many watches are open."""
        return self._watches

    @property
    def tables(self) -> int:
        """How many tables are kept up to date for them."""
        return len(self._rooms)

    async def watch(
        self, badge: Badge, resume_token: str | None = None, mode: Mode = Mode.STATE
    ) -> AsyncGenerator[Frame, None]:
        """The frames of one watch, made as they are pulled; END is the last.

        Raises Problem before the first frame: OVERLOADED, DRAINING, a dead token, a resume
        token that is not this viewer's; later only when the table can no longer be read.
        Close the iterator when the reader has gone.
        """
        if badge.role == "host":
            raise Problem("NOT_ALLOWED", message="The host sees no game: watch as a spectator.")
        with self._admitted(badge) as room:
            watcher = Watcher(room, badge, mode)
            frame = await watcher.first(resume_token)
            yield frame
            while frame.kind is not Kind.END:
                frame = await watcher.next()
                yield frame

    def heard(self, commit: Commit) -> None:
        """This replica has committed a version of this table."""
        room = self._rooms.get(commit.live.snapshot.table_id)
        if room is not None:
            room.made_here(commit)

    async def run(self) -> None:
        """The poll, for as long as the replica lives."""
        try:
            while True:
                await self._pause()
                try:
                    await self._poll()
                except StoreAway:
                    self._listen_closely()
        finally:
            for keeper in self._keepers.values():
                keeper.cancel()

    async def drain(self) -> None:
        """Take no more watches, end all with END{DRAIN} over the drain time, wait for them."""
        self._draining = True
        for room in self._rooms.values():
            room.drain()
        try:
            async with asyncio.timeout(self._pace.drain_s * 1.5):
                while self._watches:
                    self._nobody.clear()
                    await self._nobody.wait()
        except TimeoutError:
            pass  # readers that do not read: the doors cut them off

    # --- coming and going -------------------------------------------------------------------

    @contextmanager
    def _admitted(self, badge: Badge) -> Iterator[Room]:
        if self._draining:
            raise Problem("DRAINING", retry_after_ms=RETRY_AFTER_MS)
        room = self._rooms.get(badge.table_id)
        who = (badge.viewer, badge.generation)
        mine = 0 if room is None else room.watchers[who]
        most = SPECTATORS_MAX if badge.viewer is None else SEAT_WATCHES_MAX
        if mine >= most:
            raise Problem("OVERLOADED", retry_after_ms=RETRY_AFTER_MS)
        room = room or self._open(badge.table_id)
        room.watchers[who] += 1
        room.empty_since = None
        self._watches += 1
        try:
            yield room
        finally:
            self._watches -= 1
            room.watchers -= {who: 1}
            if not room.watchers:
                room.empty_since = self._now()
            if not self._watches:
                self._nobody.set()

    def _open(self, table_id: TableId) -> Room:
        room = Room(table_id, self._tables, self._store, self._resume, self._pace, self._subscribe)
        self._rooms[table_id] = room
        self._keepers[table_id] = asyncio.create_task(room.keep(), name=f"watch {table_id}")
        return room

    async def _close_empty(self) -> None:
        """Let go of tables that nobody has watched for a while."""
        before = self._now() - self._pace.linger_s
        for room in tuple(self._rooms.values()):
            if room.empty_since is None or room.empty_since > before:
                continue
            del self._rooms[room.table_id]
            self._keepers.pop(room.table_id).cancel()
            async with self._ears:
                await self._store.unsubscribe(room.table_id)

    # --- causes to look again ---------------------------------------------------------------

    def _hint(self, table_id: TableId | None, head: bytes) -> None:
        if table_id is None:  # some may have been lost, and more may be
            self._listen_closely()
            for room in self._rooms.values():
                room.suspect()
        elif (room_of_it := self._rooms.get(table_id)) is not None:
            room_of_it.hinted(head)

    def _listen_closely(self) -> None:
        """Poll at once, and quickly for a while."""
        if self._now() >= self._quick_until:
            self._hurry.set()
        self._quick_until = self._now() + self._pace.quick_for_s

    async def _pause(self) -> None:
        quick = self._now() < self._quick_until
        pace = self._pace.poll_quick_s if quick else self._pace.poll_s
        try:
            async with asyncio.timeout(self._pace.about(pace, share=0.2)):
                await self._hurry.wait()
        except TimeoutError:
            pass
        self._hurry.clear()

    async def _subscribe(self, table_id: TableId) -> None:
        async with self._ears:
            await self._store.subscribe(table_id)

    async def _poll(self) -> None:
        await self._close_empty()
        ids = iter(tuple(self._rooms))
        while chunk := tuple(islice(ids, POLL_CHUNK)):
            versions = await self._store.versions(chunk)
            for table_id, version in zip(chunk, versions, strict=True):
                room = self._rooms.get(table_id)
                if room is not None and (version != room.version or not room.listening):
                    room.suspect()
        await self._touch()

    async def _touch(self) -> None:
        """A table that is watched does not expire, however long nobody plays."""
        due = self._now()
        for room in tuple(self._rooms.values()):
            if room.watchers and room.touch_at <= due:
                room.touch_at = due + self._pace.about(self._pace.touch_s)
                await self._store.touch(room.table_id)

    def _now(self) -> float:
        return asyncio.get_running_loop().time()
