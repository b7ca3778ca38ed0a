"""A form stands for exactly the commands whose blanks are filled as it allows."""

from itertools import product

import pytest

from croupier.engines.kernel.agenda import Command
from croupier.engines.kernel.shape import Blank, Form
from croupier.engines.kernel.values import Seat


class Stake(Command, frozen=True):
    up: tuple[int, ...] = ()
    down: tuple[int, ...] = ()
    bid: int = 0
    words: str = ""


class Keep(Command, frozen=True):
    up: tuple[int, ...] = ()


A, B = Seat(0), Seat(1)
UP, DOWN = Blank("up", (1, 2, 3), 0, 2), Blank("down", (1, 2, 3), 0, 3)
BID = Blank("bid", least=2, most=4, kind="number")
WORDS = Blank("words", least=1, most=3, kind="text")
LISTS = Form(Stake(A), (UP, DOWN), apart=("up", "down"), least=1)


def test_lists_that_are_apart_share_nothing_and_hold_enough_together() -> None:
    for up in product((1, 2, 3), repeat=2):
        for down in ((), (1,), (2, 3), (3, 3), (4,)):
            together = (*up, *down)
            fits = len(set(together)) == len(together) and 4 not in down
            assert LISTS.covers(Stake(A, up, down)) == fits

    assert not LISTS.covers(Stake(A))
    assert LISTS.covers(Stake(A, (), (2,)))
    assert not LISTS.covers(Stake(A, (1, 2, 3)))


@pytest.mark.parametrize(("bid", "fits"), [(1, False), (2, True), (4, True), (5, False)])
def test_a_number_lies_between_its_bounds(bid: int, fits: bool) -> None:
    assert Form(Stake(A), (BID,)).covers(Stake(A, bid=bid)) == fits


@pytest.mark.parametrize(
    ("words", "fits"), [("", False), ("a", True), ("abc", True), ("abcd", False)]
)
def test_a_text_has_a_length(words: str, fits: bool) -> None:
    assert Form(Stake(A), (WORDS,)).covers(Stake(A, words=words)) == fits


def test_the_same_thing_may_come_again_where_the_blank_says_so() -> None:
    again = Form(Stake(A), (Blank("up", (1, 2), 1, 3, again=True),))

    assert again.covers(Stake(A, (2, 2, 1)))
    assert not again.covers(Stake(A, (2, 3)))
    assert not again.covers(Stake(A, ()))
    assert not again.covers(Stake(A, (1, 1, 1, 1)))


def test_what_is_no_blank_must_be_as_the_form_says() -> None:
    assert not LISTS.covers(Stake(B, (1,)))
    assert not LISTS.covers(Stake(A, (1,), bid=3))
    assert not LISTS.covers(Keep(A, (1,)))


def test_a_form_is_filled_by_name() -> None:
    assert LISTS.filled(up=(2,)) == Stake(A, (2,))
