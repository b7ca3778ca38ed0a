"""Playing and winning tricks: BLO-036, BLO-040 to BLO-052."""

import pytest

from croupier.engines.blossom_ridge import engine
from croupier.engines.blossom_ridge.events import CardPlayed, TrickStarted, TrickWon
from croupier.engines.blossom_ridge.prompts import CardPrompt
from croupier.engines.blossom_ridge.table import Phase
from croupier.engines.kernel.values import Seat, replace
from tests.engines.blossom_ridge.dsl import (
    HEARTS,
    PLAIN,
    AnyTable,
    act,
    add,
    apply,
    asked,
    card,
    legal,
    mod,
    play,
    reason,
    said,
    table,
)


def trick(*names: str, ace_high: bool = False) -> AnyTable:
    """The table after a trick led by seat 0; everybody holds one card more."""
    spare = "S" if names[0][0] == "D" else "D"
    lines = [f"seat {seat}: {spare}{seat + 3} {name}" for seat, name in enumerate(names)]
    before = table("\n".join(lines), replace(PLAIN, ace_high=ace_high))
    return apply(before, *(card(seat, name) for seat, name in enumerate(names)))


@pytest.mark.rule("BLO-040", "BLO-041")
def test_t09_the_leader_may_play_anything_and_must_come_first() -> None:
    before = table("""
        leader: 0
        seat 0: H3 S9
        seat 1: H4 S2
    """)

    assert legal(before, 0) == (card(0, "H3"), card(0, "S9"))
    prompt = asked(before, CardPrompt)
    assert (prompt.rule, prompt.led_suit) == ("BLO-040", None)
    assert reason(before, card(1, "H4")) == "NOT_YOUR_TURN"
    assert legal(before, 1) == ()


@pytest.mark.rule("BLO-042", "BLO-R42", "BLO-R39")
def test_a_follower_with_the_led_suit_must_play_it() -> None:
    before = table("""
        trick: 0=H5
        seat 0: D1
        seat 1: S9 H2 H8
    """)

    assert legal(before, 1) == (card(1, "H2"), card(1, "H8"))
    assert reason(before, card(1, "S9")) == "MUST_FOLLOW_SUIT"
    prompt = asked(before, CardPrompt)
    assert (prompt.rule, prompt.led_suit, prompt.cards) == ("BLO-042", HEARTS, ("H2", "H8"))


@pytest.mark.rule("BLO-043")
def test_t11_a_follower_without_the_led_suit_may_play_anything() -> None:
    before = table("""
        trick: 0=H5
        seat 0: D1
        seat 1: S9 C2
    """)

    assert legal(before, 1) == (card(1, "S9"), card(1, "C2"))


@pytest.mark.rule("BLO-040")
def test_a_card_must_be_in_hand_wherever_it_is() -> None:
    before = table("""
        trick: 0=H5
        seat 0: D1
        seat 1: S9 C2
        stock: S1
    """)

    assert {reason(before, card(1, name)) for name in ("D1", "S1", "H5", "C9")} == {
        "CARD_NOT_IN_HAND"
    }


@pytest.mark.rule("BLO-036", "BLO-044", "BLO-047", "BLO-049", "BLO-R18")
def test_t12_the_highest_card_of_the_led_suit_wins_counts_and_leads() -> None:
    during = trick("H5", "H9", "S10", "H2")
    view = engine.project(during, None)

    assert (view.phase, view.winner, view.action_suit) == (Phase.ACTION, 1, HEARTS)
    assert during.tricks_won == (0, 1, 0, 0)
    after = apply(during, act(1, add("@H1")))
    assert (after.phase, after.turn, after.leader) == (Phase.PLAY, 1, 1)
    assert after.last_trick is not None
    assert after.last_trick.winner == 1


@pytest.mark.rule("BLO-045", "BLO-R17")
def test_t13_a_card_of_another_suit_cannot_win() -> None:
    during = trick("D2", "C10", "S10", "C9")
    view = engine.project(during, None)

    assert (view.winner, view.action_suit.value if view.action_suit else "") == (0, "diamonds")


@pytest.mark.rule("BLO-046", "BLO-R02")
@pytest.mark.parametrize(("ace_high", "winner", "rank"), [(False, 1, 1), (True, 0, 11)])
def test_t14_the_ace_is_low_unless_the_option_makes_it_high(
    ace_high: bool, winner: int, rank: int
) -> None:
    during = trick("H1", "H2", ace_high=ace_high)

    assert during.turn == winner
    assert during.trick[0].rank == rank


@pytest.mark.rule("BLO-R02")
@pytest.mark.parametrize(("second", "winner"), [("H10", 0), ("H2", 0)])
def test_a_high_ace_beats_the_ten(second: str, winner: int) -> None:
    assert trick("H1", second, ace_high=True).turn == winner


@pytest.mark.rule("BLO-R02")
@pytest.mark.parametrize(("lead", "second"), [("H2", "H3"), ("H10", "H1")])
def test_only_the_ace_changes_its_rank(lead: str, second: str) -> None:
    assert trick(lead, second, ace_high=True).turn == 1


@pytest.mark.rule("BLO-R02", "BLO-R33")
@pytest.mark.parametrize(("lowest", "winner"), [(False, 0), (True, 1)])
def test_a_high_ace_is_an_eleven_between_equals_too(lowest: bool, winner: int) -> None:
    before = table(
        """
        leader: 0
        seat 0 silas_crane: H1 D1
        seat 1 dutch_halloran: H8 D2
        """,
        replace(PLAIN, ace_high=True),
    )
    led = apply(before, *[mod(0, "low_stakes")] * lowest, card(0, "H1"))

    during = apply(led, mod(1, "heavy_hammer"), card(1, "H8"))

    assert [played.rank for played in during.trick] == [11, 11]
    assert during.turn == winner


@pytest.mark.rule("BLO-044")
@pytest.mark.parametrize(("second", "winner"), [("H8", 0), ("H10", 1)])
def test_one_rank_more_wins_and_one_less_does_not(second: str, winner: int) -> None:
    assert trick("H9", second).turn == winner


@pytest.mark.rule("BLO-050", "BLO-081")
def test_t15_nobody_plays_before_the_action_is_done() -> None:
    during = trick("H9", "H2")

    assert reason(during, card(0, "D3")) == "WRONG_PHASE"
    assert reason(during, card(1, "D4")) == "WRONG_PHASE"
    assert legal(during, 1) == ()


@pytest.mark.rule("BLO-048", "BLO-051", "BLO-R34")
def test_cards_played_are_out_for_the_round_and_only_counted() -> None:
    after = apply(trick("H9", "H2"), act(0, add("@H1")), card(0, "D3"))
    view = engine.project(after, None)

    assert [each.tricks_won for each in view.seats] == [1, 0]
    assert (view.last_trick, view.tricks) == (None, ())
    assert [played.card for played in after.tricks[0].cards] == ["H9", "H2"]
    assert reason(after, card(1, "H2")) == "CARD_NOT_IN_HAND"


@pytest.mark.rule("BLO-052", "BLO-R25")
@pytest.mark.parametrize(("left", "rounds"), [("D3", 1), ("", 2)])
def test_the_round_ends_with_the_last_card_after_its_action(left: str, rounds: int) -> None:
    before = table(f"""
        trick: 0=H9 1=H2
        seat 0: {left}
        seat 1: {left.replace("3", "4")}
    """)

    assert before.round == 1
    assert before.phase is Phase.ACTION
    assert apply(before, act(0, add("@H1"))).round == rounds


@pytest.mark.rule("BLO-036", "BLO-041", "BLO-049")
def test_a_trick_tells_who_led_played_and_won() -> None:
    before = table("""
        seat 0: H5 D1
        seat 1: H9 D2
    """)

    change = play(before, card(0, "H5"), card(1, "H9"), act(1, add("@H1")))

    assert said(change, CardPlayed) == [
        CardPlayed(seat=Seat(0), card="H5"),
        CardPlayed(seat=Seat(1), card="H9"),
    ]
    assert said(change, TrickWon) == [
        TrickWon(seat=Seat(1), card="H9", led_suit=HEARTS, action_suit=HEARTS)
    ]
    assert said(change, TrickStarted) == [TrickStarted(round=1, trick_number=2, leader=Seat(1))]
