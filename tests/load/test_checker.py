"""The checker is checked: a sound history passes, and each planted fault is named."""

from collections.abc import Callable
from typing import Any

import pytest

from croupier.service.load.checker import lost_of, violations
from croupier.service.load.history import Call, Commit, Frame, History, Outcome, Truth

TABLE = "t"
SEATS = 2


def sound() -> tuple[History, Truth]:
    """Two seats, three commands, one watcher that resumes once."""
    ids = [bytes([n]) * 16 for n in range(4)]
    commits = (
        Commit(1, "host", ids[0], (1, 1, 1)),
        Commit(2, "0", ids[1], (2, 1, 1)),
        Commit(3, "1", ids[2], (2, 2, 1)),
        Commit(4, "0", ids[3], (3, 3, 2)),
    )
    calls = [
        Call(TABLE, 0, ids[1], 1.0, 2.0, Outcome.ACCEPTED, 2, "0:2", b"e1"),
        Call(TABLE, 1, ids[2], 1.5, 3.0, Outcome.UNKNOWN),
        Call(TABLE, 1, ids[2], 3.0, 4.0, Outcome.ACCEPTED, 2, "1:2", b"e2"),
        Call(TABLE, 0, ids[3], 5.0, 6.0, Outcome.ACCEPTED, 3, "0:3", b"e3"),
        Call(TABLE, 1, bytes(16), 5.0, 6.0, Outcome.REFUSED),
    ]
    frames = [
        Frame(TABLE, 0, 1, "SNAPSHOT", 1, 0, "0:1", view=b"0@1"),
        Frame(TABLE, 0, 1, "BOOKMARK", 1, 1, "0:1"),
        Frame(TABLE, 0, 1, "END", 1, 1, "0:1", "DRAIN"),
        Frame(TABLE, 0, 2, "CHANGE", 3, 1, "0:3", view=b"0@3"),
        Frame(TABLE, 0, 2, "END", 3, 3, "0:3", "OVER"),
    ]
    views: dict[tuple[int | None, int], bytes] = {(0, n): f"0@{n}".encode() for n in (1, 2, 3)}
    return History(calls, frames), Truth(TABLE, SEATS, commits, views, finished=True)


def test_a_sound_history_passes() -> None:
    history, truth = sound()

    assert violations(history, [truth]) == []


def rolled_back() -> tuple[History, Truth]:
    """The store lost version 4; its watcher was told so, and the game went on otherwise."""
    history, truth = sound()
    found = Commit(4, "1", bytes([9] * 16), (3, 3, 2))
    history.calls.append(Call(TABLE, 1, found.command_id, 7.0, 8.0, Outcome.ACCEPTED, 3, "1:3'"))
    history.frames[-1:] = [
        Frame(TABLE, 0, 2, "RESET", 2, 3, "0:2", "ROLLED_BACK", view=b"0@2"),
        Frame(TABLE, 0, 2, "CHANGE", 3, 2, "0:3'", view=b"0@3'"),
        Frame(TABLE, 0, 2, "END", 3, 3, "0:3'", "OVER"),
    ]
    views = {**truth.views, (0, 3): b"0@3'"}
    return history, Truth(TABLE, SEATS, (*truth.commits[:3], found), views, finished=True)


def test_what_survives_a_lost_moment_is_sound() -> None:
    history, truth = rolled_back()

    lost = lost_of(history, truth)

    assert lost == {history.calls[3].command_id}
    assert any("was acknowledged and is lost" in one for one in violations(history, [truth]))
    assert violations(history.survivors(lost), [truth]) == []


@pytest.mark.parametrize(
    ("number", "changes", "says"),
    [
        (5, {"view": b"0@2"}, "the view of revision 3 is another"),
        (5, {"from_revision": 3}, "does not follow revision 2"),
        (6, {"revision": 2, "from_revision": 2}, "moves the revision"),
        (4, {"view": b"0@9"}, "the view of revision 2 is another"),
    ],
)
def test_faults_after_a_lost_moment_are_found(
    number: int, changes: dict[str, Any], says: str
) -> None:
    history, truth = rolled_back()
    history.frames[number] = history.frames[number]._replace(**changes)

    found = violations(history.survivors(lost_of(history, truth)), [truth])

    assert any(says in one for one in found), found


Fault = Callable[[History, Truth], Truth]


def lost(history: History, truth: Truth) -> Truth:
    """An acknowledged command is not in the log."""
    return Truth(TABLE, SEATS, truth.commits[:3], truth.views, finished=False)


def doubled(history: History, truth: Truth) -> Truth:
    """A command was applied twice."""
    again = truth.commits[3]._replace(version=5, revisions=(4, 4, 3))
    return Truth(TABLE, SEATS, (*truth.commits, again), truth.views, finished=False)


def never_sent(history: History, truth: Truth) -> Truth:
    """Somebody else's command was applied in a player's name."""
    foreign = Commit(5, "0", bytes(range(16)), (4, 4, 3))
    return Truth(TABLE, SEATS, (*truth.commits, foreign), truth.views, finished=False)


def refused_but_applied(history: History, truth: Truth) -> Truth:
    """The caller was told no."""
    history.calls[0] = history.calls[0]._replace(outcome=Outcome.REFUSED)
    return truth


def reordered(history: History, truth: Truth) -> Truth:
    """A later command got the smaller version."""
    history.calls[0] = history.calls[0]._replace(began=5.5, ended=6.0)
    return truth


def other_revision(history: History, truth: Truth) -> Truth:
    """The answer names a revision that the log does not."""
    history.calls[0] = history.calls[0]._replace(revision=3)
    return truth


def two_answers(history: History, truth: Truth) -> Truth:
    """A repeat got another answer."""
    history.calls.append(history.calls[0]._replace(events=b"other"))
    return truth


def gap(history: History, truth: Truth) -> Truth:
    """A frame does not follow the one before."""
    history.frames[4] = history.frames[4]._replace(from_revision=2)
    return truth


def began_again(history: History, truth: Truth) -> Truth:
    """A resumed stream begins with what was missed left out."""
    history.frames[3] = history.frames[3]._replace(from_revision=2)
    return truth


def silent_return(history: History, truth: Truth) -> Truth:
    """A change goes back."""
    history.frames.insert(4, Frame(TABLE, 0, 2, "CHANGE", 2, 3, "0:2", view=b"0@2"))
    return truth


def moved_token(history: History, truth: Truth) -> Truth:
    """A hidden commit moved the token."""
    history.frames[1] = history.frames[1]._replace(token="0:1'")
    return truth


def leaked(history: History, truth: Truth) -> Truth:
    """A view shows what the log's projection does not."""
    history.frames[3] = history.frames[3]._replace(view=b"0@3 and the deck")
    return truth


def shown_in_two_ways(history: History, truth: Truth) -> Truth:
    """Two watchers of one viewer were shown different things."""
    other = history.frames[0]._replace(stream=9, watcher=1, view=b"0@1 and more")
    history.frames.append(other)
    return truth


def never_finished(history: History, truth: Truth) -> Truth:
    """A watcher was not brought to the end."""
    del history.frames[3:]
    return truth


def gap_in_log(history: History, truth: Truth) -> Truth:
    """A version is missing."""
    commits = (*truth.commits[:2], truth.commits[3])
    return Truth(TABLE, SEATS, commits, truth.views, finished=False)


def jump(history: History, truth: Truth) -> Truth:
    """A viewer's revision jumps."""
    commits = (*truth.commits[:3], truth.commits[3]._replace(revisions=(4, 3, 2)))
    return Truth(TABLE, SEATS, commits, truth.views, finished=False)


FAULTS: dict[Fault, str] = {
    lost: "acknowledged and is lost",
    doubled: "applied 2 times",
    never_sent: "was never sent",
    refused_but_applied: "refused and is in the log",
    reordered: "began after",
    other_revision: "another revision",
    two_answers: "in two ways",
    gap: "does not follow",
    began_again: "resumed at 2 instead of 1",
    silent_return: "goes back",
    moved_token: "two tokens",
    leaked: "is another",
    shown_in_two_ways: "two views of",
    never_finished: "stopped at revision",
    gap_in_log: "are not 1..",
    jump: "other than 0 or 1",
}


@pytest.mark.parametrize("fault", FAULTS, ids=lambda fault: fault.__name__)
def test_a_planted_fault_is_found(fault: Fault) -> None:
    history, truth = sound()

    found = violations(history, [fault(history, truth)])

    assert any(FAULTS[fault] in one for one in found), found
