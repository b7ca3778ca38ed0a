"""What holds for every ability: BLO-100 to BLO-110."""

import pytest

from croupier.engines.blossom_ridge.cards import Suit, TrickModKind
from croupier.engines.blossom_ridge.commands import Choice, Encore, March, Reach
from croupier.engines.blossom_ridge.events import AbilityUsed
from croupier.engines.blossom_ridge.prompts import ActionPrompt, CardPrompt, TrickModOffer
from croupier.engines.blossom_ridge.table import Phase
from croupier.engines.kernel.values import Seat
from tests.engines.blossom_ridge.dsl import (
    CLUBS,
    HEARTS,
    PACK,
    act,
    add,
    apply,
    asked,
    card,
    legal,
    mod,
    play,
    reason,
    redeploy,
    said,
    table,
    take_back,
    use,
)
from tests.engines.blossom_ridge.uses import (
    add_many,
    convert,
    followed,
    pass_lead,
    push,
    remove_many,
    sweep,
    won,
)

STILL = redeploy("@H1", "@H1")


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
    others = followed("H5", "silas_crane", "H3 D2")
    assert reason(others, mod(1, ability, suit, target)) == "BAD_ARGUMENT"


@pytest.mark.rule("BLO-101", "BLO-107")
def test_after_an_ability_the_action_is_still_a_basic_one_next_time() -> None:
    before = table("""
        trick: 0=H9 1=H2
        seat 0 ada_thornbury used steady_aim: D1
        seat 1 silas_crane: D2
        @H1: 1 1
    """)

    assert apply(before, act(0, take_back("@H1"))).phase is Phase.PLAY


@pytest.mark.rule("BLO-108", "BLO-R32")
@pytest.mark.parametrize(
    ("character", "ability", "choice", "why"),
    [
        ("wren_calloway", "night_ride", March("x", "x", 0), "BAD_ARGUMENT"),
        ("dutch_halloran", "tear_it_down", remove_many(("@D1", 1), ("x", 1)), "UNKNOWN_LOCATION"),
        ("hank_mullory", "cattle_drive", push(1, "@D1", "@D1"), "WRONG_SUIT"),
        ("pearl_ostrander", "second_helping", Encore(STILL, STILL), "SAME_LOCATION"),
        ("juno_pickett", "double_claim", add_many("@H1", "@H1"), "ABILITY_NOT_APPLICABLE"),
        ("odessa_vane", "wide_circulation", Reach(HEARTS, add("@H1")), "ABILITY_NOT_APPLICABLE"),
        ("silas_crane", "house_deals", pass_lead(0, add("@H1")), "ABILITY_NOT_APPLICABLE"),
        ("silas_crane", "house_deals", pass_lead(0), "ABILITY_NOT_APPLICABLE"),
        ("barnaby_finch", "change_of_colors", convert("@H2", 0), "NO_SUPPLY"),
        ("hank_mullory", "cattle_drive", push(0, "@H2", "@H3"), "BAD_OWNER"),
        ("dutch_halloran", "tear_it_down", remove_many(("@H2", 1), ("@H1", 0)), "BAD_OWNER"),
    ],
)
def test_of_several_reasons_the_first_of_the_ladder_is_given(
    character: str, ability: str, choice: Choice, why: str
) -> None:
    before = won(character, "@H1: 0 1", "supply 0: 0 on @C1")

    assert reason(before, use(0, ability, choice)) == why


@pytest.mark.rule("BLO-108")
def test_whose_when_and_how_come_before_what_for() -> None:
    before = table("""
        trick: 0=H9 1=H2
        seat 0 ada_thornbury used steady_aim: D1
        seat 1 silas_crane: D2
    """)
    bad = March("x", "x", 0)

    assert reason(before, use(0, "low_stakes", bad)) == "ABILITY_NOT_YOURS"
    assert reason(before, use(0, "steady_aim", bad)) == "ABILITY_SPENT"
    assert reason(before, use(0, "clear_the_street", bad)) == "ABILITY_SPENT"
    assert reason(won("ada_thornbury"), use(0, "steady_aim", bad)) == "WRONG_TIMING"
