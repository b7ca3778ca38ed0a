"""Resume tokens: one spelling, one viewer, one table; what they say is checked, not trusted."""

import base64
from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from croupier.engines.kernel.values import Seat, Viewer
from croupier.service.app.problems import Problem
from croupier.service.app.records import TableId
from croupier.service.app.resume import TOKEN_LENGTH, ResumeTokens

TABLE, OTHER_TABLE = TableId("t-1"), TableId("t-2")
EPOCH, MARK = b"epoch-01", b"m" * 32
KEY, NEW_KEY = b"k" * 32, b"n" * 32

tokens = ResumeTokens((KEY,))
viewers = st.one_of(st.none(), st.integers(0, 9).map(Seat))
revisions = st.integers(0, 2**32 - 1)


def no(read: Callable[[], object]) -> str:
    """The reason of the problem that reading raises."""
    with pytest.raises(Problem) as problem:
        read()
    return problem.value.reason


@given(viewers, revisions, st.binary(min_size=32, max_size=32))
def test_a_token_says_where_it_stands(viewer: Viewer, revision: int, mark: bytes) -> None:
    token = tokens.issue(TABLE, EPOCH, viewer, revision, mark)

    since = tokens.read(token, TABLE, EPOCH, viewer)

    assert len(token) == TOKEN_LENGTH
    assert since == tokens.at(viewer, revision, mark)
    assert since.revision == revision
    assert tokens.agrees(since, viewer, mark)


def test_a_token_is_a_function_of_what_it_says() -> None:
    assert tokens.issue(TABLE, EPOCH, Seat(0), 7, MARK) == tokens.issue(
        TABLE, EPOCH, Seat(0), 7, MARK
    )


def test_another_history_does_not_agree() -> None:
    since = tokens.at(Seat(0), 7, MARK)

    assert not tokens.agrees(since, Seat(0), b"M" + MARK[1:])


def test_two_viewers_of_one_commit_cannot_compare_their_tokens() -> None:
    """The same commit made both revisions; nothing in the tokens says so."""
    mine, theirs = (
        base64.urlsafe_b64decode(tokens.issue(TABLE, EPOCH, Seat(seat), 7, MARK) + "==")
        for seat in (0, 1)
    )

    assert mine[4:12] != theirs[4:12]


@given(viewers, viewers, st.sampled_from([TABLE, OTHER_TABLE]), st.sampled_from([EPOCH, b"e" * 8]))
def test_a_token_is_for_one_viewer_of_one_table(
    viewer: Viewer, other: Viewer, table: TableId, epoch: bytes
) -> None:
    token = tokens.issue(TABLE, EPOCH, viewer, 7, MARK)

    if (viewer, TABLE, EPOCH) == (other, table, epoch):
        assert tokens.read(token, table, epoch, other).revision == 7
    else:
        assert no(lambda: tokens.read(token, table, epoch, other)) == "RESUME_TOKEN_INVALID"


@given(st.integers(0, TOKEN_LENGTH - 1), st.characters(codec="ascii"))
def test_a_changed_letter_is_found(at: int, letter: str) -> None:
    """The last letter, too, though some of its bits stand for nothing."""
    token = tokens.issue(TABLE, EPOCH, Seat(0), 7, MARK)
    changed = token[:at] + letter + token[at + 1 :]

    if changed != token:
        problem = no(lambda: tokens.read(changed, TABLE, EPOCH, Seat(0)))
        assert problem == "RESUME_TOKEN_INVALID"


@pytest.mark.parametrize(
    "garbled", ["", "7", "a" * TOKEN_LENGTH, "é" * TOKEN_LENGTH, "=" * TOKEN_LENGTH, "a" * 5000]
)
def test_garbage_is_refused(garbled: str) -> None:
    problem = no(lambda: tokens.read(garbled, TABLE, EPOCH, None))

    assert problem == "RESUME_TOKEN_INVALID"


def test_the_old_root_still_verifies_and_the_new_one_signs() -> None:
    rotated = ResumeTokens((NEW_KEY, KEY))
    old = tokens.issue(TABLE, EPOCH, Seat(0), 7, MARK)

    since = rotated.read(old, TABLE, EPOCH, Seat(0))

    assert rotated.agrees(since, Seat(0), MARK)
    assert not rotated.agrees(since, Seat(0), b"M" * 32)
    assert rotated.issue(TABLE, EPOCH, Seat(0), 7, MARK) != old
    assert no(lambda: ResumeTokens((NEW_KEY,)).read(old, TABLE, EPOCH, Seat(0)))
