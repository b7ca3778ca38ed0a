"""Trick-Mods, one by one: BLO-150 to BLO-155."""

import pytest

from croupier.engines.blossom_ridge import engine
from croupier.engines.blossom_ridge.cards import Suit
from croupier.engines.blossom_ridge.events import AbilityUsed, HandPeeked, TrickWon
from croupier.engines.blossom_ridge.prompts import ActionPrompt, CardPrompt
from croupier.engines.kernel.secret import HIDDEN
from croupier.engines.kernel.values import Seat
from tests.engines.blossom_ridge.dsl import (
    CLUBS,
    DIAMONDS,
    HEARTS,
    SPADES,
    act,
    add,
    apply,
    asked,
    card,
    legal,
    markers,
    mod,
    play,
    reason,
    said,
    table,
    use,
)
from tests.engines.blossom_ridge.uses import followed, sweep


@pytest.mark.rule("BLO-150", "BLO-R33")
@pytest.mark.parametrize(
    ("character", "ability", "name", "winner", "rank"),
    [
        ("ada_thornbury", "steady_aim", "H8", 0, 10),
        ("dutch_halloran", "heavy_hammer", "H8", 1, 11),
        ("pearl_ostrander", "small_favor", "H9", 0, 10),
        ("dutch_halloran", "heavy_hammer", "H7", 0, 10),
    ],
)
def test_t38_a_rank_bonus_ties_or_beats_the_ten(
    character: str, ability: str, name: str, winner: int, rank: int
) -> None:
    before = followed("H10", character, f"{name} D2")

    during = apply(before, mod(1, ability), card(1, name))

    assert during.turn == winner
    assert during.trick[1].rank == rank


@pytest.mark.rule("BLO-150", "BLO-109")
def test_t39_a_rank_bonus_off_suit_is_spent_in_vain() -> None:
    before = followed("H2", "ada_thornbury", "S10 D2")

    during = apply(before, mod(1, "steady_aim"), card(1, "S10"))

    assert (during.turn, during.trick[1].rank, during.trick[1].counts) == (0, 12, False)
    assert during.spent == (None, "steady_aim")


@pytest.mark.rule("BLO-150")
def test_a_rank_bonus_does_not_free_from_following() -> None:
    before = followed("H2", "ada_thornbury", "S10 H1")

    assert reason(apply(before, mod(1, "steady_aim")), card(1, "S10")) == "MUST_FOLLOW_SUIT"


@pytest.mark.rule("BLO-151")
@pytest.mark.parametrize(
    ("character", "ability"), [("silas_crane", "low_stakes"), ("lottie_greer", "humble_lesson")]
)
def test_the_lowest_card_of_the_led_suit_wins(character: str, ability: str) -> None:
    before = followed("H5", character, "H2 D2")

    assert apply(before, card(1, "H2")).turn == 0
    assert apply(before, mod(1, ability), card(1, "H2")).turn == 1


@pytest.mark.rule("BLO-151", "BLO-045")
def test_a_low_card_of_another_suit_does_not_win_low() -> None:
    before = followed("H5", "silas_crane", "D2 S3")

    assert apply(before, mod(1, "low_stakes"), card(1, "D2")).turn == 0


@pytest.mark.rule("BLO-R38", "BLO-R33")
def test_two_lowest_wins_are_one_and_ties_go_by_natural_rank_then_earlier() -> None:
    before = table("""
        leader: 0
        seat 0 silas_crane: H5 D1
        seat 1 lottie_greer: H3 D2
        seat 2 ada_thornbury: H1 D3
    """)

    twice = apply(before, mod(0, "low_stakes"), card(0, "H5"), mod(1, "humble_lesson"))
    bonus = apply(twice, card(1, "H3"), mod(2, "steady_aim"), card(2, "H1"))

    assert [played.rank for played in bonus.trick] == [5, 3, 3]
    assert bonus.turn == 2
    plain = apply(twice, card(1, "H3"), card(2, "H1"))
    assert plain.turn == 2


@pytest.mark.rule("BLO-152", "BLO-R39")
def test_t42_free_play_need_not_follow_and_cannot_win_off_suit() -> None:
    before = followed("H5", "hank_mullory", "S9 H2")

    freed = apply(before, mod(1, "off_the_trail"))

    assert reason(before, card(1, "S9")) == "MUST_FOLLOW_SUIT"
    assert asked(freed, CardPrompt).cards == ("S9", "H2")
    assert apply(freed, card(1, "S9")).turn == 0


@pytest.mark.rule("BLO-152", "BLO-153", "BLO-R37")
@pytest.mark.parametrize(
    ("character", "ability"),
    [("hank_mullory", "off_the_trail"), ("barnaby_finch", "borrowed_coat")],
)
def test_t41_t42_not_when_leading(character: str, ability: str) -> None:
    before = table(f"""
        leader: 0
        seat 0 {character}: H5 D1
        seat 1 juno_pickett: H3 D2
    """)

    assert reason(before, mod(0, ability)) == "ABILITY_NOT_APPLICABLE"
    assert asked(before, CardPrompt).trick_mods == ()


@pytest.mark.rule("BLO-153", "BLO-R33")
@pytest.mark.parametrize(("name", "winner"), [("C6", 0), ("C7", 0), ("C8", 1)])
def test_t41_a_masquerade_counts_as_the_led_suit(name: str, winner: int) -> None:
    before = followed("H7", "barnaby_finch", f"{name} H1")

    during = apply(before, mod(1, "borrowed_coat"), card(1, name))

    assert (during.turn, during.trick[1].counts) == (winner, True)
    assert asked(during, ActionPrompt).suit is HEARTS


@pytest.mark.rule("BLO-R39")
def test_a_masquerade_frees_only_its_owner_and_only_for_one_card() -> None:
    before = table("""
        trick: 0=H7
        seat 0 juno_pickett: D1
        seat 1 barnaby_finch: C8 H1
        seat 2 ada_thornbury: C9 H2
    """)

    after = apply(before, mod(1, "borrowed_coat"), card(1, "C8"))

    assert reason(after, card(2, "C9")) == "MUST_FOLLOW_SUIT"
    led = apply(after, card(2, "H2"), act(1, add("@H1")), card(1, "H1"))
    assert led.mods == ()


@pytest.mark.rule("BLO-150", "BLO-153")
@pytest.mark.parametrize(
    ("character", "ability", "name", "played"),
    [
        ("barnaby_finch", "borrowed_coat", "C8", [(7, True), (8, True), (9, False)]),
        ("ada_thornbury", "steady_aim", "H1", [(7, True), (3, True), (9, False)]),
    ],
)
def test_a_bonus_or_masquerade_is_for_its_owners_card_alone(
    character: str, ability: str, name: str, played: list[tuple[int, bool]]
) -> None:
    before = table(f"""
        trick: 0=H7
        seat 0 juno_pickett: D1
        seat 1 {character}: {name} D2
        seat 2 silas_crane: C9 D3
    """)

    during = apply(before, mod(1, ability), card(1, name), card(2, "C9"))

    assert [(each.rank, each.counts) for each in during.trick] == played


@pytest.mark.rule("BLO-154", "BLO-R18")
def test_t43_the_winner_acts_in_the_suit_declared() -> None:
    before = table("""
        trick: 0=H5
        seat 0 juno_pickett: D1
        seat 1 odessa_vane: H3 D2
        seat 2 ada_thornbury: H9 D3
    """)

    assert reason(before, mod(1, "front_page", HEARTS)) == "ABILITY_NOT_APPLICABLE"
    used = play(before, mod(1, "front_page", DIAMONDS))
    assert said(used, AbilityUsed) == [
        AbilityUsed(seat=Seat(1), ability="front_page", suit=DIAMONDS)
    ]
    declared = apply(used.table, card(1, "H3"))
    assert engine.project(declared, None).led_suit is HEARTS
    change = play(declared, card(2, "H9"))
    during = change.table
    assert said(change, TrickWon) == [
        TrickWon(seat=Seat(2), card="H9", led_suit=HEARTS, action_suit=DIAMONDS)
    ]
    assert (during.turn, asked(during, ActionPrompt).suit) == (2, DIAMONDS)
    assert engine.project(during, None).action_suit is DIAMONDS
    assert reason(during, act(2, add("@H1"))) == "WRONG_SUIT"
    after = apply(during, act(2, add("@D3")))
    assert after.last_trick is not None
    assert after.last_trick.action_suit is DIAMONDS


@pytest.mark.rule("BLO-154", "BLO-R40")
def test_an_ability_works_in_the_suit_declared_too() -> None:
    before = table("""
        trick: 0=H9
        seat 0 ada_thornbury: C1
        seat 1 odessa_vane: H2 C2
        @H1: 0 1
        @D1: 0 1
    """)

    during = apply(before, mod(1, "front_page", DIAMONDS), card(1, "H2"))

    assert reason(during, use(0, "clear_the_street", sweep("@H1"))) == "WRONG_SUIT"
    assert markers(apply(during, use(0, "clear_the_street", sweep("@D1"))), "@D1") == (0, 0)


@pytest.mark.rule("BLO-154", "BLO-R37", "BLO-R38")
def test_the_later_of_two_declared_suits_counts_and_the_led_suit_can_be_restored() -> None:
    two = table("""
        leader: 0
        seat 0 odessa_vane: H5 D1
        seat 1 juno_pickett: H3 D2
    """)
    declared = apply(two, mod(0, "front_page", HEARTS), card(0, "H5"))
    assert declared.action_suit is HEARTS

    clubs_then_hearts = table("""
        trick: 0=H5
        seat 0 juno_pickett: D1
        seat 1 odessa_vane: H3 D2
        seat 2 odessa_vane: H9 D3
    """)
    first = apply(clubs_then_hearts, mod(1, "front_page", CLUBS), card(1, "H3"))
    assert reason(first, mod(2, "front_page", CLUBS)) == "ABILITY_NOT_APPLICABLE"
    restored = apply(first, mod(2, "front_page", HEARTS), card(2, "H9"))
    assert asked(restored, ActionPrompt).suit is HEARTS


@pytest.mark.rule("BLO-154")
def test_any_other_suit_may_be_declared() -> None:
    leading = table("""
        leader: 0
        seat 0 odessa_vane: H5 D1
        seat 1 juno_pickett: H3 D2
    """)
    following = followed("S5", "odessa_vane", "S3 D2")

    [free] = asked(leading, CardPrompt).trick_mods
    [bound] = asked(following, CardPrompt).trick_mods

    assert free.suits == tuple(Suit)
    assert bound.suits == (HEARTS, DIAMONDS, CLUBS)
    assert legal(following, 1)[1:] == tuple(mod(1, "front_page", suit) for suit in bound.suits)
    assert reason(following, mod(1, "front_page", SPADES)) == "ABILITY_NOT_APPLICABLE"


@pytest.mark.rule("BLO-155")
def test_t44_a_peek_is_a_snapshot_for_one_pair_of_eyes_until_the_trick_is_finished() -> None:
    before = table("""
        trick: 0=H5
        seat 0 juno_pickett: D1 D7 D8
        seat 1 wren_calloway: H3 D2 D9
        seat 2 ada_thornbury: H9 D3 D10
        seat 3 silas_crane: H2 C9 S4
    """)

    change = play(before, mod(1, "spyglass", target=3))
    during = change.table

    seen = ("H2", "C9", "S4")
    [used], [peeked] = said(change, AbilityUsed), said(change, HandPeeked)
    assert used == AbilityUsed(seat=Seat(1), ability="spyglass", target=Seat(3))
    assert (peeked.seat, peeked.target) == (1, 3)
    views = [engine.project(during, viewer) for viewer in (*during.seats, None)]
    for view, told in zip(views, [peeked.cards.seen_by(v.viewer) for v in views], strict=True):
        mine = view.viewer == 1
        assert (view.peeked is not None) is mine
        assert told == (seen if mine else HIDDEN)
        assert view.mods[0].target == 3
    later = apply(during, card(1, "H3"), card(2, "H9"), card(3, "H2"))
    kept = engine.project(later, Seat(1)).peeked
    assert kept is not None
    assert (kept.target, kept.cards) == (3, seen)
    after = apply(later, act(2, add("@H1")))
    assert engine.project(after, Seat(1)).peeked is None


@pytest.mark.rule("BLO-155")
def test_a_peek_needs_another_hand_with_cards() -> None:
    before = table("""
        trick: 0=H5
        seat 0 juno_pickett:
        seat 1 wren_calloway: H3
        seat 2 ada_thornbury: H9
    """)

    [offer] = asked(before, CardPrompt).trick_mods
    assert offer.targets == (2,)
    for target in (0, 1, 3, -1):
        assert reason(before, mod(1, "spyglass", target=target)) == "ABILITY_NOT_APPLICABLE"
    last = apply(before, card(1, "H3"))
    assert last.turn == 2
    nobody = table("""
        trick: 0=H5
        seat 0 juno_pickett:
        seat 1 wren_calloway: H3
    """)
    assert asked(nobody, CardPrompt).trick_mods == ()
