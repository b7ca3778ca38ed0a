"""One watched table: kept up to date by one keeper, however many watch it."""

import asyncio
from bisect import bisect_left
from collections import Counter
from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from croupier.engines.kernel.values import Viewer
from croupier.service.app.clerk import Commit
from croupier.service.app.frames import Frame
from croupier.service.app.live import Live, Tables
from croupier.service.app.pace import Pace
from croupier.service.app.ports import Logged, Store, StoreAway
from croupier.service.app.records import TableId, place_of
from croupier.service.app.resume import ResumeTokens, Since
from croupier.service.app.seen import Seen, seen

TAIL_FIRST = 16  # entries read when a room opens
TAIL_MAX = 64  # newest entries kept, for all watchers together
TAIL_BYTES_MAX = 64 * 1024  # and how large their events may be, before the oldest go
PAGE = 256  # entries a read, for those who resume from further back
FRAMES_MAX = 16  # frames kept for watchers that stand at the same place


@dataclass(frozen=True, slots=True)
class Moment:
    """A table at one version, confirmed by the store, and the newest of its log."""

    live: Live
    tail: tuple[Logged, ...]  # consecutive, the last one made `live`


class Room:
    """What the watchers of one table share. They are woken when it moves, and pull."""

    def __init__(
        self,
        table_id: TableId,
        tables: Tables,
        store: Store,
        resume: ResumeTokens,
        pace: Pace,
        subscribe: Callable[[TableId], Awaitable[None]],
    ) -> None:
        self.table_id, self.tables, self.resume, self.pace = table_id, tables, resume, pace
        self._store, self._subscribe = store, subscribe
        self.watchers: Counter[tuple[Viewer, int]] = Counter()  # by viewer and token generation
        self.empty_since: float | None = None
        self.touch_at = 0.0
        self.draining = False
        self.listening = False
        self.newest: Moment | None = None
        self.problem: Exception | None = None  # why the last look failed
        self.moved = asyncio.Event()  # replaced each time it is set: take it before looking
        self._dirty = asyncio.Event()
        self._suspected = False  # whether a look is due whatever a hint names
        self._head = b""  # the chain hash that the last hint named
        self._begun = self._finished = 0  # looks
        self._seen: dict[int, tuple[tuple[bytes, bytes], Seen]] = {}
        self.frames: dict[tuple[Viewer, Since], tuple[Frame, Since]] = {}

    @property
    def version(self) -> int | None:
        """The newest version known; None before the first look."""
        return None if self.newest is None else self.newest.live.snapshot.version

    # --- keeping up -------------------------------------------------------------------------

    def suspect(self) -> None:
        """Something may have happened: look again. Any number of these make one look."""
        self._suspected = True
        self._dirty.set()

    def hinted(self, head: bytes) -> None:
        """A commit was announced by its chain hash, which may be known already."""
        self._head = head
        self._dirty.set()

    def made_here(self, commit: Commit) -> None:
        """What this replica has stored needs no look when it follows what is known."""
        newest = self.newest
        if newest is None or self.problem or newest.live.row.chain != commit.before:
            self.suspect()
            return
        self.newest = Moment(commit.live, _shortened((*newest.tail, commit.logged)))
        self.frames.clear()
        self._wake()

    def drain(self) -> None:
        """Let the watchers know that this replica is going away."""
        self.draining = True
        self._wake()

    async def keep(self) -> None:
        """Look whenever there is cause; one look at a time, for all watchers."""
        failures = 0
        while True:
            await self._dirty.wait()
            self._dirty.clear()
            suspected, self._suspected = self._suspected, False
            if not suspected and self._knows(self._head):
                continue
            self._begun += 1
            try:
                await self._look()
                self.problem, failures = None, 0
            except Exception as problem:  # the watchers raise it; the keeper lives on
                self.problem, failures = problem, failures + 1
            self._finished = self._begun
            self._wake()
            if isinstance(self.problem, StoreAway):
                await asyncio.sleep(self.pace.backoff(failures))
                self.suspect()

    async def fresh(self) -> Moment:
        """The table by a look that began after this call. Raises why it could not be read."""
        due = self._begun + 1
        self.suspect()
        while self._finished < due:
            await self.moved.wait()
        if self.problem is not None:
            raise self.problem.with_traceback(None)
        assert self.newest is not None
        return self.newest

    async def _look(self) -> None:
        if not self.listening:
            await self._subscribe(self.table_id)  # first, so that no commit falls in between
            self.listening = True
        known = self.newest
        live = await self.tables.current(self.table_id)
        if self._knows(live.row.chain):
            return
        tail = await self._tail_to(live)
        if self.newest is not known:
            self.suspect()  # this replica has committed meanwhile: what was read may be older
            return
        if not tail or tail[-1].chain != live.row.chain:
            raise StoreAway(may_be_applied=False)  # rolled back between the two reads
        self.newest = Moment(live, tail)
        self.frames.clear()

    async def _tail_to(self, live: Live) -> tuple[Logged, ...]:
        """The newest entries, joined to the known ones if those are still in the log."""
        version = live.snapshot.version
        known = () if self.newest is None else self.newest.tail
        missing = version - known[-1].entry.version if known else TAIL_FIRST
        joins = 0 < missing < TAIL_MAX
        limit = missing + 1 if joins else TAIL_MAX  # one more, to compare
        page = await self._store.entries_back(self.table_id, version + 1, limit)
        tail = tuple(reversed(page))
        if known and tail and tail[0].chain == known[-1].chain:
            tail = known[:-1] + tail
        return _shortened(tail)

    def _knows(self, head: bytes) -> bool:
        return self.newest is not None and self.newest.live.row.chain == head

    def _wake(self) -> None:
        moved, self.moved = self.moved, asyncio.Event()
        moved.set()

    # --- what watchers ask --------------------------------------------------------------------

    def seen(self, live: Live, viewer: Viewer) -> Seen:
        """What a viewer sees, made once for each of its revisions."""
        place = place_of(viewer, len(live.snapshot.chairs))
        revision = (live.snapshot.epoch, live.row.marks[place])
        held = self._seen.get(place)
        if held is None or held[0] != revision:
            held = self._seen[place] = revision, seen(live, viewer)
        return held[1]

    def keep_frame(self, viewer: Viewer, since: Since, frame: Frame, after: Since) -> None:
        """For the next watcher that stands where this one stood."""
        if len(self.frames) < FRAMES_MAX:
            self.frames[viewer, since] = frame, after

    async def missed(
        self, moment: Moment, viewer: Viewer, since: Since, limit: int
    ) -> tuple[Logged, ...] | None:
        """The first entries that told this viewer something after `since`.

        None when the log does not say at that revision what `since` says: another chain.
        """
        place = place_of(viewer, len(moment.live.snapshot.chairs))
        maker = await self._maker(moment, place, since.revision)
        if maker is None or not self.resume.agrees(since, viewer, maker.chain):
            return None
        found: list[Logged] = []
        revision, version = since.revision, maker.entry.version
        while version < moment.live.snapshot.version and len(found) < limit:
            page = await self._page(moment, version)
            if not page:
                return None
            for logged in page:
                if logged.entry.revisions[place] > revision:
                    revision = logged.entry.revisions[place]
                    found.append(logged)
            version = page[-1].entry.version
        return tuple(found[:limit])

    async def _maker(self, moment: Moment, place: int, revision: int) -> Logged | None:
        """The entry that made this revision of a viewer, by halving: the log may be long."""
        tail = moment.tail
        if tail[0].entry.revisions[place] < revision:
            at = bisect_left(tail, revision, key=lambda logged: logged.entry.revisions[place])
            return tail[at] if at < len(tail) else None
        low, high = 1, tail[0].entry.version
        found = tail[0]
        while low < high:
            middle = (low + high) // 2
            read = await self._store.entries(self.table_id, middle - 1, middle, 1)
            if not read:
                return None
            if read[0].entry.revisions[place] >= revision:
                high, found = middle, read[0]
            else:
                low = middle + 1
        return found

    async def _page(self, moment: Moment, after: int) -> tuple[Logged, ...]:
        """Entries after a version, ascending, from the tail if it reaches back that far."""
        first = moment.tail[0].entry.version
        if first <= after + 1:
            return moment.tail[after + 1 - first :]
        return tuple(await self._store.entries(self.table_id, after, first - 1, PAGE))


def _shortened(tail: tuple[Logged, ...]) -> tuple[Logged, ...]:
    """The newest entries that fit; always the last one."""
    tail = tail[-TAIL_MAX:]
    size, first = sum([len(logged.entry.events) for logged in tail]), 0
    while size > TAIL_BYTES_MAX and first < len(tail) - 1:
        size -= len(tail[first].entry.events)
        first += 1
    return tail[first:]
