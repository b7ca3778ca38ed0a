"""What a stream promises by itself, whatever the log says."""

from collections import defaultdict
from collections.abc import Iterator
from itertools import pairwise

from croupier.service.load.history import Follower, Frame, Viewer


def unsound(frames: list[Frame]) -> Iterator[str]:
    """Every broken promise of a table's streams: gaps, repeats, moved tokens, other views."""
    for stream in _by_stream(frames):
        yield from _stream_is_sound(stream)
    yield from _resumed_without_gap_or_repeat(frames)
    yield from _tokens_name_revisions(frames)
    yield from _views_agree(frames)


def _by_stream(frames: list[Frame]) -> Iterator[list[Frame]]:
    streams: dict[int, list[Frame]] = defaultdict(list)
    for frame in frames:
        streams[frame.stream].append(frame)
    yield from streams.values()


def _stream_is_sound(stream: list[Frame]) -> Iterator[str]:
    """Frames say where they stand, never go back silently, and END is the last."""
    for before, frame in pairwise(stream):
        where = f"stream {frame.stream} at revision {frame.revision}"
        if before.kind == "END":
            yield f"{where}: a frame after the end"
        if frame.from_revision != before.revision:
            yield f"{where}: does not follow revision {before.revision}"
        if frame.kind == "CHANGE" and frame.revision <= before.revision:
            yield f"{where}: a change that goes back or stands still"
        if frame.kind in ("BOOKMARK", "END") and frame.revision != before.revision:
            yield f"{where}: {frame.kind} moves the revision"
        if frame.kind == "RESET" and frame.reason == "LAGGED" and frame.revision < before.revision:
            yield f"{where}: a reset for lagging goes back"
        if frame.kind == "RESET" and frame.reason == "ROLLED_BACK":
            yield f"{where}: history was rolled back"
        if frame.kind == "SNAPSHOT":
            yield f"{where}: a snapshot in the middle of a stream"


def _resumed_without_gap_or_repeat(frames: list[Frame]) -> Iterator[str]:
    """A new stream of a viewer goes on where its last one stopped, on whichever replica."""
    reached: dict[Follower, int] = {}
    for stream in _by_stream(frames):
        first, last = stream[0], stream[-1]
        stood = reached.get(first.follower)
        if stood is not None and (first.from_revision != stood or first.kind == "SNAPSHOT"):
            yield f"viewer {first.viewer}: resumed at {first.from_revision} instead of {stood}"
        reached[first.follower] = last.revision


def _tokens_name_revisions(frames: list[Frame]) -> Iterator[str]:
    tokens: dict[tuple[Viewer, int], str] = {}
    for frame in frames:
        if tokens.setdefault((frame.viewer, frame.revision), frame.token) != frame.token:
            yield f"viewer {frame.viewer}: two tokens for revision {frame.revision}"


def _views_agree(frames: list[Frame]) -> Iterator[str]:
    """Whoever follows a viewer, on whichever replica, is shown the same at a revision."""
    shown: dict[tuple[Viewer, int], bytes] = {}
    for frame in frames:
        if frame.view is None:
            continue
        if shown.setdefault((frame.viewer, frame.revision), frame.view) != frame.view:
            yield f"viewer {frame.viewer}: two views of revision {frame.revision}"
