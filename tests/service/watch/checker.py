"""Compares what a watch brought with the log: nothing skipped, repeated, or told to the wrong."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from croupier.engines.kernel.values import Viewer
from croupier.service.app.frames import Frame, Kind, Mode, News, news_of
from croupier.service.app.live import Live
from croupier.service.app.records import place_of
from tests.service.watch.replicas import Watching


@dataclass(frozen=True)
class History:
    """What the log says that one viewer was told, and its token at each revision."""

    news: dict[int, News]
    tokens: dict[int, str]

    @classmethod
    async def of(cls, here: Watching, live: Live, viewer: Viewer) -> "History":
        """Read the whole log."""
        snapshot = live.snapshot
        place = place_of(viewer, len(snapshot.chairs))
        news: dict[int, News] = {}
        tokens: dict[int, str] = {}
        version = revision = 0
        while version < snapshot.version:
            for logged in await here.replica.store.entries(snapshot.table_id, version):
                version = logged.entry.version
                if logged.entry.revisions[place] > revision:
                    revision = logged.entry.revisions[place]
                    news[revision] = news_of(here.replica.tables, live, logged, viewer)
                    tokens[revision] = here.resume.issue(
                        snapshot.table_id, snapshot.epoch, viewer, revision, logged.chain
                    )
        return cls(news, tokens)


def faults(frames: Sequence[Frame], history: History, mode: Mode) -> list[str]:
    """What is wrong with one stream, or with several on end, each resumed by the one before."""
    found = [fault for frame in frames for fault in _within(frame, history, mode)]
    for before, after in pairwise(frames):
        if after.from_revision != before.revision:
            found.append(f"{after.from_revision} follows {before.revision}")
        if after.kind in (Kind.BOOKMARK, Kind.END) and after.token != before.token:
            found.append(f"a {after.kind} with another token")
        if after.kind is Kind.SNAPSHOT:
            found.append("a snapshot in the middle")
    return found


def _within(frame: Frame, history: History, mode: Mode) -> Iterator[str]:
    if frame.token != history.tokens.get(frame.revision):
        yield f"revision {frame.revision} with the token of another"
    if frame.kind in (Kind.BOOKMARK, Kind.END) and frame.revision != frame.from_revision:
        yield f"a {frame.kind} that moves"
    if frame.kind is Kind.RESET:
        yield f"reset: {frame.reason}"
    if frame.kind is not Kind.CHANGE:
        return
    told = [one.revision for one in frame.news]
    if told != list(range(frame.from_revision + 1, frame.revision + 1)) or not told:
        yield f"{frame.from_revision} to {frame.revision} tells {told}"
    if mode is Mode.EVENTS and len(told) > 1:
        yield f"several revisions at once: {told}"
    if any(one != history.news.get(one.revision) for one in frame.news):
        yield f"{told} tells what the log does not"
