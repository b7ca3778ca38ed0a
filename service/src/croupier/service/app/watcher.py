"""One open watch: where it stands, and which frame comes next. Nothing is queued for it."""

import asyncio
from collections import deque

from croupier.engines.kernel.values import Viewer
from croupier.service.app.frames import (
    EVENTS_MAX,
    REVISIONS_MAX,
    EndReason,
    Frame,
    Kind,
    Mode,
    ResetReason,
    news_of,
    too_much,
)
from croupier.service.app.identity import Badge, check
from croupier.service.app.live import Live
from croupier.service.app.ports import Logged, ReplicaTooOld, StoreAway
from croupier.service.app.problems import Problem
from croupier.service.app.records import Status, place_of
from croupier.service.app.resume import Since
from croupier.service.app.room import Moment, Room

AHEAD_MAX = 32  # entries an EVENTS watch holds while its reader catches up
OVER = (Status.OVER, Status.CLOSED)


class Watcher:
    """Makes the frames of one watch, one for each pull; a slow reader only conflates."""

    def __init__(self, room: Room, badge: Badge, mode: Mode) -> None:
        self._room, self._badge, self._mode = room, badge, mode
        self._viewer: Viewer = badge.viewer
        self._pace = room.pace
        self._now = asyncio.get_running_loop().time
        self._old_at = self._now() + self._pace.about(self._pace.age_max_s)
        self._beat_at = self._now()
        self._drain_at: float | None = None
        self._ahead: deque[Logged] = deque()  # the next revisions of an EVENTS watch
        self._epoch = b""
        self._told = b""  # chain hash of the version of which this viewer was told everything
        self._since = Since(0, b"", 0)
        self._token = ""

    async def first(self, token: str | None) -> Frame:
        """The first frame. Raises Problem: a dead badge, a token that is not this viewer's."""
        moment = await self._room.fresh()
        live = moment.live
        check(self._badge, live.snapshot)
        self._epoch = live.snapshot.epoch
        if token is None:
            return self._sent(self._whole(live, Kind.SNAPSHOT))
        self._since = self._room.resume.read(
            token, live.snapshot.table_id, self._epoch, self._viewer
        )
        frame = await self._news(moment)
        if frame is None:
            self._stands_at(live)
            frame = self._bare(Kind.BOOKMARK)
        return self._sent(frame)

    async def next(self) -> Frame:
        """The next frame: waits until there is one, a heartbeat is due, or the watch ends."""
        while True:
            moved = self._room.moved
            ends = self._ends()
            if ends is not None:
                return self._bare(Kind.END, ends)
            moment = self._room.newest
            assert moment is not None
            wait_until, frame = self._beat_at, None
            if moment.live.row.chain != self._told:
                try:
                    frame = await self._news(moment)
                except StoreAway:
                    wait_until = self._now() + self._pace.backoff(1)
                else:
                    if frame is None:
                        self._told = moment.live.row.chain
            if frame is not None:
                return self._sent(frame)
            if moment.live.row.chain == self._told and moment.live.snapshot.status in OVER:
                return self._bare(Kind.END, EndReason.OVER)
            if self._now() >= self._beat_at:
                return self._sent(self._bare(Kind.BOOKMARK))
            await self._wait(moved, wait_until)

    async def _wait(self, moved: asyncio.Event, until: float) -> None:
        moments = (until, self._beat_at, self._old_at, self._drain_at or self._old_at)
        try:
            async with asyncio.timeout_at(min(moments)):
                await moved.wait()
        except TimeoutError:
            pass  # something is due

    def _ends(self) -> EndReason | None:
        """Why this watch ends now, the gravest reason first."""
        room, now = self._room, self._now()
        assert room.newest is not None
        if room.newest.live.row.chain != self._told:
            try:
                check(self._badge, room.newest.live.snapshot)
            except Problem:
                return EndReason.REVOKED
        if isinstance(room.problem, ReplicaTooOld):
            return EndReason.DRAIN
        if room.problem is not None and not isinstance(room.problem, StoreAway):
            raise room.problem.with_traceback(None)
        if room.draining and self._drain_at is None:
            self._drain_at = now + self._pace.chance() * self._pace.drain_s
        if self._drain_at is not None and now >= self._drain_at:
            return EndReason.DRAIN
        return EndReason.MAX_AGE if now >= self._old_at else None

    # --- which frame ------------------------------------------------------------------------

    async def _news(self, moment: Moment) -> Frame | None:
        """What this viewer has not been told yet: a change, or a reset. None: nothing."""
        live = moment.live
        place = place_of(self._viewer, len(live.snapshot.chairs))
        lag = live.snapshot.revisions[place] - self._since.revision
        mark = live.row.marks[place]
        if live.snapshot.epoch != self._epoch or lag < 0:
            return self._whole(live, Kind.RESET, ResetReason.ROLLED_BACK)
        if lag == 0:
            if self._room.resume.agrees(self._since, self._viewer, mark):
                return None
            return self._whole(live, Kind.RESET, ResetReason.ROLLED_BACK)
        if self._mode is Mode.EVENTS and lag > 1:
            return await self._one_by_one(moment, lag)
        return await self._conflated(moment, lag)

    async def _conflated(self, moment: Moment, lag: int) -> Frame:
        """One change with everything since. A single revision is told whole, however large."""
        viewer, live, since = self._viewer, moment.live, self._since
        self._ahead.clear()
        held = self._room.frames.get((viewer, since))
        if held is not None and moment is self._room.newest:
            frame, self._since = held
            self._told = live.row.chain
            return frame
        told_too_much = lag > EVENTS_MAX  # each revision told something
        entries = await self._room.missed(moment, viewer, since, 0 if told_too_much else lag)
        if entries is None:
            return self._whole(live, Kind.RESET, ResetReason.ROLLED_BACK)
        if told_too_much:
            return self._whole(live, Kind.RESET, ResetReason.LAGGED)
        news = tuple(news_of(self._room.tables, live, entry, viewer) for entry in entries)
        if lag > 1 and too_much(news, viewer):
            return self._whole(live, Kind.RESET, ResetReason.LAGGED)
        self._stands_at(live)
        frame = Frame(
            Kind.CHANGE,
            self._since.revision,
            since.revision,
            self._token,
            seen=self._room.seen(live, viewer),
            news=news,
        )
        if moment is self._room.newest:
            self._room.keep_frame(viewer, since, frame, self._since)
        return frame

    async def _one_by_one(self, moment: Moment, lag: int) -> Frame:
        """The next revision alone, without a view: views of the past are not kept."""
        live = moment.live
        if not self._ahead:
            entries = await self._room.missed(moment, self._viewer, self._since, AHEAD_MAX)
            if entries is None:
                return self._whole(live, Kind.RESET, ResetReason.ROLLED_BACK)
            if lag > REVISIONS_MAX:
                return self._whole(live, Kind.RESET, ResetReason.LAGGED)
            self._ahead.extend(entries)
        logged = self._ahead.popleft()
        news = news_of(self._room.tables, live, logged, self._viewer)
        before = self._since.revision
        self._stand(live, news.revision, logged.chain)
        return Frame(Kind.CHANGE, news.revision, before, self._token, news=(news,))

    def _whole(self, live: Live, kind: Kind, reason: ResetReason | None = None) -> Frame:
        """A view to begin from."""
        before = self._since.revision
        self._ahead.clear()
        self._stands_at(live)
        seen = self._room.seen(live, self._viewer)
        return Frame(kind, self._since.revision, before, self._token, reason=reason, seen=seen)

    def _bare(self, kind: Kind, reason: EndReason | None = None) -> Frame:
        revision = self._since.revision
        return Frame(kind, revision, revision, self._token, reason=reason)

    # --- where it stands ---------------------------------------------------------------------

    def _stands_at(self, live: Live) -> None:
        place = place_of(self._viewer, len(live.snapshot.chairs))
        self._epoch = live.snapshot.epoch
        self._stand(live, live.snapshot.revisions[place], live.row.marks[place])
        self._told = live.row.chain

    def _stand(self, live: Live, revision: int, mark: bytes) -> None:
        resume, snapshot = self._room.resume, live.snapshot
        self._told = b""
        self._since = resume.at(self._viewer, revision, mark)
        self._token = resume.issue(snapshot.table_id, snapshot.epoch, self._viewer, revision, mark)

    def _sent(self, frame: Frame) -> Frame:
        self._beat_at = self._now() + self._pace.about(self._pace.heartbeat_s)
        self._token = frame.token
        return frame
