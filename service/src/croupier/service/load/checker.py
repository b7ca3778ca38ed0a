"""Compares what was seen with what the log says. Versions are a total order: no search."""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import pairwise

from croupier.service.load.history import (
    Call,
    Commit,
    Follower,
    Frame,
    History,
    Outcome,
    Truth,
)
from croupier.service.load.streams import unsound


def violations(history: History, truths: Sequence[Truth]) -> list[str]:
    """Every broken promise, in words. Empty: none was seen."""
    found: list[str] = []
    for truth in truths:
        calls = [call for call in history.calls if call.table_id == truth.table_id]
        frames = [frame for frame in history.frames if frame.table_id == truth.table_id]
        found += [f"{truth.table_id}: {one}" for one in _of_table(truth, calls, frames)]
    return found


def lost_of(history: History, truth: Truth) -> set[bytes]:
    """The acknowledged commands that are not in the log."""
    return history.acknowledged - {commit.command_id for commit in truth.commits}


def _of_table(truth: Truth, calls: list[Call], frames: list[Frame]) -> Iterator[str]:
    yield from _log_is_gapless(truth.commits)
    yield from _revisions_are_gapless(truth.commits)
    yield from _commands_once(truth.commits, calls)
    yield from _real_time(truth.commits, calls)
    yield from _answers_are_the_logs(truth, calls)
    yield from unsound(frames)
    yield from _views_are_the_logs(truth, frames)
    if truth.finished:
        yield from _end_was_seen(truth, frames)


def _log_is_gapless(commits: tuple[Commit, ...]) -> Iterator[str]:
    versions = [commit.version for commit in commits]
    if versions != list(range(1, len(versions) + 1)):
        yield f"the log's versions are not 1..{len(versions)}"


def _revisions_are_gapless(commits: tuple[Commit, ...]) -> Iterator[str]:
    for before, after in pairwise(commits):
        steps = [new - old for old, new in zip(before.revisions, after.revisions, strict=True)]
        if any(step not in (0, 1) for step in steps):
            yield f"version {after.version}: a revision grew by other than 0 or 1"


def _commands_once(commits: tuple[Commit, ...], calls: list[Call]) -> Iterator[str]:
    logged = Counter((commit.caller, commit.command_id) for commit in commits)
    for (caller, command_id), times in logged.items():
        if times > 1:
            yield f"{caller} {command_id.hex()} was applied {times} times"
    for call in calls:
        times = logged[str(call.seat), call.command_id]
        if call.outcome is Outcome.ACCEPTED and times == 0:
            yield f"{call.seat} {call.command_id.hex()} was acknowledged and is lost"
        if call.outcome is Outcome.REFUSED and times > 0:
            yield f"{call.seat} {call.command_id.hex()} was refused and is in the log"
    sent = {(str(call.seat), call.command_id) for call in calls}
    players = {caller for caller, _ in sent}
    for caller, command_id in logged:
        if caller in players and (caller, command_id) not in sent:
            yield f"{caller} {command_id.hex()} is in the log and was never sent"


def _accepted(commits: tuple[Commit, ...], calls: list[Call]) -> Iterator[tuple[Call, Commit]]:
    by_id = {(commit.caller, commit.command_id): commit for commit in commits}
    for call in calls:
        commit = by_id.get((str(call.seat), call.command_id))
        if call.outcome is Outcome.ACCEPTED and commit is not None:
            yield call, commit


def _real_time(commits: tuple[Commit, ...], calls: list[Call]) -> Iterator[str]:
    """If one command was answered before another began, its version is the smaller."""
    pairs = list(_accepted(commits, calls))
    ended = sorted((call.ended, commit.version) for call, commit in pairs)
    at, newest = 0, 0
    for call, commit in sorted(pairs, key=lambda pair: pair[0].began):
        while at < len(ended) and ended[at][0] < call.began:
            newest = max(newest, ended[at][1])
            at += 1
        if commit.version < newest:
            yield f"version {commit.version} began after version {newest} was answered"


def _answers_are_the_logs(truth: Truth, calls: list[Call]) -> Iterator[str]:
    seen: dict[tuple[int, int], tuple[str | None, bytes | None]] = {}
    for call, commit in _accepted(truth.commits, calls):
        if call.revision != commit.revisions[call.seat]:
            yield f"version {commit.version} was answered with another revision"
        answer = seen.setdefault((call.seat, commit.version), (call.token, call.events))
        if answer != (call.token, call.events):
            yield f"version {commit.version} was answered in two ways"


def _views_are_the_logs(truth: Truth, frames: list[Frame]) -> Iterator[str]:
    for frame in frames:
        if frame.view is None:
            continue
        view = truth.views.get((frame.viewer, frame.revision))
        if view is None:
            yield f"viewer {frame.viewer}: revision {frame.revision} is in no log"
        elif view != frame.view:
            yield f"viewer {frame.viewer}: the view of revision {frame.revision} is another"


def _end_was_seen(truth: Truth, frames: list[Frame]) -> Iterator[str]:
    """Every viewer that watched was brought to the newest revision."""
    newest = truth.commits[-1].revisions
    reached: dict[Follower, int] = {}
    for frame in frames:
        reached[frame.follower] = max(reached.get(frame.follower, 0), frame.revision)
    for (viewer, _), revision in reached.items():
        last = newest[truth.seats if viewer is None else viewer]
        if revision != last:
            yield f"viewer {viewer} stopped at revision {revision} of {last}"
