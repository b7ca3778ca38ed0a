"""Characters and their Trick-Mods: BLO-100 to BLO-110, BLO-150 to BLO-155."""

import pytest

from croupier.engines.blossom_ridge import engine
from croupier.engines.blossom_ridge.cards import Suit, TrickModKind
from croupier.engines.blossom_ridge.events import AbilityUsed, HandPeeked
from croupier.engines.blossom_ridge.prompts import ActionPrompt, CardPrompt, TrickModOffer
from croupier.engines.blossom_ridge.table import Phase
from croupier.engines.kernel.secret import HIDDEN
from croupier.engines.kernel.values import Seat
from tests.engines.blossom_ridge.dsl import (
    CLUBS,
    DIAMONDS,
    HEARTS,
    PACK,
    SPADES,
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
    take_back,
    use,
)
from tests.engines.blossom_ridge.uses import sweep


def followed(lead: str, follower: str, hand: str, *lines: str) -> AnyTable:
    """Seat 0 has led; this Character follows with these cards, and both hold one card more."""
    return table(
        "\n".join(
            [f"trick: 0={lead}", "seat 0 juno_pickett: D1", f"seat 1 {follower}: {hand}", *lines]
        )
    )


@pytest.mark.rule("BLO-100")
def test_every_character_lists_abilities_with_a_timing() -> None:
    abilities = [each for one in PACK.contents.characters for each in one.abilities]

    assert all(one.abilities for one in PACK.contents.characters)
    assert {each.timing for each in abilities} == {"trick_mod", "core_control"}
    assert len(abilities) == 19


@pytest.mark.rule("BLO-101", "BLO-102", "BLO-074")
def test_t36_one_ability_in_the_whole_game() -> None:
    before = table("""
        round: 3
        trick: 0=H9 1=H2
        seat 0 ada_thornbury used steady_aim: D1
        seat 1 silas_crane: D2
        @H1: 0 1
    """)

    assert reason(before, use(0, "clear_the_street", sweep("@H1"))) == "ABILITY_SPENT"
    assert asked(before, ActionPrompt).core_controls == ()


@pytest.mark.rule("BLO-104", "BLO-105", "BLO-108", "BLO-R31")
def test_t37_a_wrong_timing_owner_or_turn_is_refused_and_spends_nothing() -> None:
    before = table("""
        leader: 0
        seat 0 ada_thornbury: H9 D1
        seat 1 silas_crane: H2 D2
    """)

    assert reason(before, mod(0, "clear_the_street")) == "WRONG_TIMING"
    assert reason(before, mod(0, "low_stakes")) == "ABILITY_NOT_YOURS"
    assert reason(before, mod(0, "no_such_ability")) == "BAD_ARGUMENT"
    assert reason(before, mod(1, "low_stakes")) == "NOT_YOUR_TURN"
    assert reason(before, use(0, "clear_the_street", sweep("@H1"))) == "WRONG_PHASE"
    during = apply(before, card(0, "H9"), card(1, "H2"))
    assert reason(during, use(0, "steady_aim", sweep("@H1"))) == "WRONG_TIMING"
    assert reason(during, mod(0, "steady_aim")) == "WRONG_PHASE"
    assert during.spent == (None, None)


@pytest.mark.rule("BLO-104", "BLO-102", "BLO-R37")
def test_an_ability_is_used_before_the_card_and_spends_the_character() -> None:
    before = table("""
        leader: 0
        seat 0 ada_thornbury: H9 D1
        seat 1 silas_crane: H2 D2
    """)

    change = play(before, mod(0, "steady_aim"))
    during = change.table

    assert (during.phase, during.turn, during.spent) == (Phase.PLAY, 0, ("steady_aim", None))
    assert said(change, AbilityUsed) == [AbilityUsed(seat=Seat(0), ability="steady_aim")]
    assert reason(during, mod(0, "steady_aim")) == "ABILITY_SPENT"
    assert asked(during, CardPrompt).trick_mods == ()


@pytest.mark.rule("BLO-103")
def test_use_is_voluntary() -> None:
    before = followed("H5", "ada_thornbury", "H9 D2")

    assert asked(before, CardPrompt).trick_mods == (
        TrickModOffer("steady_aim", TrickModKind.RANK_BONUS),
    )
    assert legal(before, 1) == (card(1, "H9"), mod(1, "steady_aim"))
    assert apply(before, card(1, "H9")).spent == (None, None)


@pytest.mark.rule("BLO-110", "BLO-R35")
def test_t54_without_characters_there_are_no_abilities() -> None:
    before = table("""
        leader: 0
        seat 0: H9 D1
        seat 1: H2 D2
    """)

    assert reason(before, mod(0, "steady_aim")) == "CHARACTERS_OFF"
    during = apply(before, card(0, "H9"), card(1, "H2"))
    assert reason(during, use(0, "clear_the_street", sweep("@H1"))) == "CHARACTERS_OFF"
    assert asked(before, CardPrompt).trick_mods == ()


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


@pytest.mark.rule("BLO-154", "BLO-R18")
def test_t43_the_winner_acts_in_the_suit_declared() -> None:
    before = table("""
        trick: 0=H5
        seat 0 juno_pickett: D1
        seat 1 odessa_vane: H3 D2
        seat 2 ada_thornbury: H9 D3
    """)

    assert reason(before, mod(1, "front_page", HEARTS)) == "ABILITY_NOT_APPLICABLE"
    declared = apply(before, mod(1, "front_page", DIAMONDS), card(1, "H3"))
    assert engine.project(declared, None).led_suit is HEARTS
    during = apply(declared, card(2, "H9"))
    assert (during.turn, asked(during, ActionPrompt).suit) == (2, DIAMONDS)
    assert reason(during, act(2, add("@H1"))) == "WRONG_SUIT"
    after = apply(during, act(2, add("@D3")))
    assert after.last_trick is not None
    assert after.last_trick.action_suit is DIAMONDS


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
    [peeked] = said(change, HandPeeked)
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


@pytest.mark.rule("BLO-104")
@pytest.mark.parametrize(
    ("character", "ability", "suit", "target"),
    [
        ("ada_thornbury", "steady_aim", HEARTS, None),
        ("ada_thornbury", "steady_aim", None, 0),
        ("odessa_vane", "front_page", None, None),
        ("odessa_vane", "front_page", CLUBS, 0),
        ("wren_calloway", "spyglass", None, None),
        ("wren_calloway", "spyglass", CLUBS, 0),
    ],
)
def test_what_an_ability_does_not_take_or_needs_is_a_bad_argument(
    character: str, ability: str, suit: Suit | None, target: int | None
) -> None:
    before = followed("H5", character, "H3 D2")

    assert reason(before, mod(1, ability, suit, target)) == "BAD_ARGUMENT"


@pytest.mark.rule("BLO-101", "BLO-107")
def test_after_an_ability_the_action_is_still_a_basic_one_next_time() -> None:
    before = table("""
        trick: 0=H9 1=H2
        seat 0 ada_thornbury used steady_aim: D1
        seat 1 silas_crane: D2
        @H1: 1 1
    """)

    assert apply(before, act(0, take_back("@H1"))).phase is Phase.PLAY
