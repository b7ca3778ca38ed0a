"""Streams are counted apart, and a scripted source fails on what was not scripted."""

import pytest

from croupier.engines.kernel import fair
from croupier.engines.kernel.rng import KeyedRng, ScriptedRng, chosen, shuffled

KEY = b"k" * 32


def test_a_stream_goes_on_where_it_was() -> None:
    rng = KeyedRng(KEY)
    first = [rng.below(100, "dice", "test") for _ in range(6)]

    again = KeyedRng(KEY, {"dice": 3})

    assert first[3:] == [again.below(100, "dice", "test") for _ in range(3)]
    assert again.drawn == rng.drawn == {"dice": 6}


def test_one_stream_does_not_move_another() -> None:
    alone, beside = KeyedRng(KEY), KeyedRng(KEY)
    for _ in range(5):
        beside.below(7, "pick/0", "test")

    assert alone.below(2**64, "dice", "test") == beside.below(2**64, "dice", "test")
    assert list(beside.drawn) == ["dice", "pick/0"]


def test_a_draw_among_one_is_counted_too() -> None:
    rng = KeyedRng(KEY)

    assert rng.below(1, "dice", "test") == 0
    assert rng.below(6, "dice", "test") == fair.draw(KEY, "dice", 1, 6)


def test_counters_that_were_given_are_not_touched() -> None:
    drawn = {"dice": 3}
    KeyedRng(KEY, drawn).below(6, "dice", "test")

    assert drawn == {"dice": 3}


def test_the_reason_of_a_draw_changes_nothing() -> None:
    assert KeyedRng(KEY).below(2**64, "dice", "a") == KeyedRng(KEY).below(2**64, "dice", "b")


def test_a_shuffle_swaps_from_the_end() -> None:
    rng = ScriptedRng(0, 2, 1)

    assert shuffled("abcd", rng, "shuffle/x", "test") == ("d", "b", "c", "a")
    assert rng.left == 0


def test_nothing_and_one_thing_need_no_draw() -> None:
    assert shuffled("", ScriptedRng(), "shuffle/x", "test") == ()
    assert shuffled("a", ScriptedRng(), "shuffle/x", "test") == ("a",)


def test_one_item_is_chosen_by_one_draw() -> None:
    assert chosen(("a", "b", "c"), ScriptedRng(2), "pick/0", "test") == "c"


def test_an_unscripted_draw_names_itself() -> None:
    with pytest.raises(AssertionError, match="unscripted draw from dice: BLO-011"):
        ScriptedRng().below(6, "dice", "BLO-011")


@pytest.mark.parametrize("number", [6, -1])
def test_a_scripted_number_out_of_range_is_a_wrong_script(number: int) -> None:
    with pytest.raises(AssertionError, match="is not below 6"):
        ScriptedRng(number).below(6, "dice", "BLO-011")
