"""Slots, ailments, life and death, Meal Time."""

import pytest

from croupier.engines.blight_of_blackridge.bet_events import OutcomeDecided
from croupier.engines.blight_of_blackridge.body import Life
from croupier.engines.blight_of_blackridge.commands import EatMeal, PassTurn, Settle, TradeOffer
from croupier.engines.blight_of_blackridge.edition import HAND
from croupier.engines.blight_of_blackridge.events import (
    AilmentsDealt,
    DayBegan,
    HandChanged,
    MealRolled,
    SeatDied,
)
from croupier.engines.blight_of_blackridge.prompts import BetPrompt, MealPrompt, SettlePrompt
from croupier.engines.blight_of_blackridge.table import Options, Phase, Stage
from tests.engines.blight_of_blackridge.dsl import ADA, BO, COLE, JUNE, Day

FOUR = ("5I", "5I", "5I", "5I")


def after_the_event(*hands: str, options: Options | None = None) -> Day:
    """Meal Time, after an event that touched nobody."""
    t = Day("general_store", *hands, options=options)
    return t.all_pass()


@pytest.mark.rule("BLI-041", "BLI-044", "BLI-R05", "BLI-043", "BLI-R04")
def test_28_an_ailment_with_a_full_hand_pushes_an_item_out() -> None:
    t = Day("dust_devil", "3D 2C 5I", "5I").all_pass()

    prompt = t.asked(ADA, SettlePrompt)
    assert (prompt.items, prompt.corruption) == (1, 0)
    assert t.no(Settle(ADA)) == "WRONG_COUNT"
    assert t.no(Settle(ADA, (0,))) == "NOT_AN_ITEM"
    t.settled()
    assert t.state(ADA) == "4D/2C/4I"


@pytest.mark.rule("BLI-038", "BLI-042")
def test_29_an_ailment_with_room() -> None:
    t = Day("dust_devil", "3D 2C 4I", "5I").all_pass()
    assert t.owes(ADA) == (0, 0)
    assert t.state(ADA) == "4D/2C/4I"


@pytest.mark.rule("BLI-049", "BLI-037", "BLI-057", "BLI-R08", "BLI-R12")
def test_30_becoming_blighted() -> None:
    t = Day("dust_devil", "5D 4C 1I", "5I", "5I", "5I").all_pass()

    assert t.life(ADA) is Life.BLIGHTED
    assert "" not in t.table.body(ADA).slots
    assert len(t.table.body(ADA).slots) == HAND
    told = [event for event in t.events if event.told_to(BO)]
    assert [e.n for e in told if isinstance(e, AilmentsDealt)] == [1, 1, 1, 1]
    assert not any(isinstance(e, HandChanged) and e.seat == ADA for e in told)
    t.settled()
    assert t.state(ADA) == "6D/4C/0I"
    t.eats(ADA, "hollow")
    assert t.state(ADA) == "7D/3C/0I"


@pytest.mark.rule("BLI-134", "BLI-182", "BLI-R08")
def test_31_a_two_card_penalty_on_the_brink() -> None:
    t = Day("hellhound", "4D 5C 1I", "5I").all_pass()

    assert t.state(ADA) == "5D/5C/0I"
    assert [e.n for e in t.said(AilmentsDealt)] == [2, 2]


@pytest.mark.rule("BLI-050", "BLI-052", "BLI-R09", "BLI-R59")
def test_32_directly_dead() -> None:
    t = Day("dust_devil", "9D 1I", *FOUR[1:]).all_pass()

    assert t.life(ADA) is Life.DEAD
    assert [e.seat for e in t.said(SeatDied)] == [ADA]
    assert t.view(BO).seats[ADA].dead
    assert t.no(PassTurn(ADA)) == "DEAD_SEAT"


@pytest.mark.rule("BLI-R10", "BLI-181", "BLI-051", "BLI-048")
def test_33_an_all_in_gamble_that_is_won() -> None:
    t = Day("gorge_beast", "9D violent", "5I")

    t.bet(ADA, "violent").all_pass(5)

    assert t.life(ADA) is Life.ALIVE
    assert t.owes(ADA) == (2, 0)
    t.settled()
    assert t.state(ADA) == "9D/0C/1I"
    assert t.life(ADA) is Life.ALIVE


@pytest.mark.rule("BLI-051", "BLI-186", "BLI-R10", "BLI-178")
def test_34_an_all_in_gamble_that_is_lost() -> None:
    t = Day("gorge_beast", "9D violent", "lever_action 4I", "5I")

    t.bet(ADA, "violent").bet(BO, "lever_action").all_pass(1)
    assert t.life(ADA) is Life.BLIGHTED
    t.settled()

    assert t.life(ADA) is Life.DEAD
    assert [e.seat for e in t.said(SeatDied)] == [ADA]


@pytest.mark.rule("BLI-183", "BLI-R11", "BLI-R39")
def test_35_damage_from_a_player_on_a_blighted_bettor() -> None:
    t = Day("gorge_beast", "coach_gun 4I", "5I", "4D 6C", leader=COLE)
    t.bet(COLE, "hollow", "hollow").bet(ADA, "coach_gun").all_pass(1)

    t.targets(ADA, COLE)

    assert t.owes(COLE) == (0, 1)
    t.settled()
    assert t.state(COLE) == "7D/3C/0I"


@pytest.mark.rule("BLI-R11", "BLI-186", "BLI-176")
def test_36_the_same_with_every_corruption_bet() -> None:
    t = Day("gorge_beast", "coach_gun 4I", "5I", "4D 6C", leader=COLE)
    t.bet(COLE, *["hollow"] * 6).bet(ADA, "coach_gun").all_pass(1)
    assert t.life(COLE) is Life.BLIGHTED

    t.targets(ADA, COLE)
    assert t.state(COLE) == "5D/0C/0I"
    t.settled()

    assert t.life(COLE) is Life.DEAD


@pytest.mark.rule("BLI-R12", "BLI-R13", "BLI-054")
def test_38_a_winner_blighted_by_the_own_cost_is_revived() -> None:
    t = Day("dust_devil", "4D 5C lever_action", "5I")

    t.bet(ADA, sideways=["lever_action"]).all_pass(1)

    assert t.said(OutcomeDecided)[0].outcome.totals == (5,)
    assert t.life(ADA) is Life.ALIVE
    t.settled()
    assert t.state(ADA) == "4D/5C/1I"
    assert t.table.trophies[ADA] == ("dust_devil",)


@pytest.mark.rule("BLI-175", "BLI-R12")
def test_whoever_fell_in_the_middle_may_add_only_corruption() -> None:
    t = Day("dust_devil", "4D 5C lantern", "5I", "5I", leader=BO)
    t.bet(BO, "hardtack").passes(COLE)
    [bet] = t.view(None).bets

    t.play(ADA, "lantern", sideways=True, bet=bet.id).settled()

    assert t.life(ADA) is Life.BLIGHTED
    assert t.waiting == (ADA,)
    prompt = t.asked(ADA, BetPrompt)
    assert len(prompt.slots) == 6


@pytest.mark.rule("BLI-165", "BLI-166", "BLI-169", "BLI-168", "BLI-008", "BLI-R51")
def test_whoever_has_a_ration_eats_and_draws() -> None:
    t = after_the_event("5I", "5I", "5I")
    assert t.phase is Phase.MEAL
    assert t.waiting == (ADA, BO, COLE)
    assert t.no(EatMeal(ADA)) == "MUST_EAT"

    t.eats(COLE, "hardtack", 5).eats(ADA, "hardtack", 3)

    assert t.state() == "0D/0C/5I 0D/0C/5I 0D/0C/5I"
    assert t.discards(0) == ("hardtack", "hardtack")
    assert (t.stage(COLE), t.stage(BO)) == (Stage.ROLLED, Stage.WAIT)
    assert t.no(EatMeal(ADA, 0)) == "ALREADY_DONE"
    assert t.no(Settle(BO)) == "WRONG_PHASE"
    t.do(Settle(COLE))
    assert t.stage(COLE) is Stage.DONE


@pytest.mark.rule("BLI-167", "BLI-R52", "BLI-R53", "BLI-173", "BLI-057")
def test_51_hunger_and_falling_at_meal_time() -> None:
    t = after_the_event("5D 4C", "1I", "5I", "5I")

    t.eats(ADA, None, 5).eats(BO, "hardtack", 5)

    assert t.state(ADA, BO) == "5D/5C/0I 0D/0C/1I"
    rolls = [(e.seat, e.roll) for e in t.said(MealRolled)]
    assert rolls == [(ADA, 5), (BO, 5)]
    told = [e for e in t.events if e.told_to(COLE)]
    assert not any(isinstance(e, AilmentsDealt) for e in told)


@pytest.mark.rule("BLI-170", "BLI-171", "BLI-172", "BLI-173")
def test_a_blighted_meal() -> None:
    t = after_the_event("6D 4C", "5I", "5I")
    assert len(t.asked(ADA, MealPrompt).slots) == 4
    assert t.no(EatMeal(ADA, 0)) == "NOT_CORRUPTION"

    t.eats(ADA, "hollow", 6)

    assert t.state(ADA) == "7D/3C/0I"
    assert t.said(MealRolled)[0].roll == 6


@pytest.mark.rule("BLI-186", "BLI-R59", "BLI-R51")
def test_52_death_at_the_own_meal_is_told_when_it_ends() -> None:
    t = after_the_event("9D 1C", "5I", "5I")

    t.eats(ADA, "hollow")

    assert t.life(ADA) is Life.DEAD
    assert not t.view(BO).seats[ADA].dead
    assert t.no(TradeOffer(ADA, BO, (), 1)) == "DEAD_SEAT"
    t.do(Settle(ADA)).meal()
    assert [e.seat for e in t.said(SeatDied)] == [ADA]
    assert t.said(DayBegan)[-1].leader == BO


@pytest.mark.rule("BLI-009", "BLI-R53", "BLI-046")
def test_a_rations_bonus_works_unseen() -> None:
    t = after_the_event("bitter_tea 2C", "black_coffee", "5I")

    t.eats(ADA, "bitter_tea", 1).eats(BO, "black_coffee", 1)

    assert t.owes(ADA) == (0, 1)
    assert t.state(BO) == "0D/0C/2I"
    told = [type(e).__name__ for e in t.events if e.told_to(COLE)]
    assert told.count("MealRolled") == 2
    assert "CorruptionCleansed" not in told
    assert "ItemsGained" not in told
    assert t.rng.streams.count("private_dice/1") == 1


@pytest.mark.rule("BLI-R53")
def test_rolls_of_the_meal_may_be_private() -> None:
    t = after_the_event("5I", "6D 4C", "5I", options=Options(meal_roll_public=False))

    t.eats(ADA, "hardtack").eats(BO, "hollow")

    assert [e.roll for e in t.said(MealRolled)] == [None, None]
    assert "private_dice/0" in t.rng.streams
    assert "private_dice/1" in t.rng.streams


@pytest.mark.rule("BLI-185", "BLI-R52", "BLI-R62")
def test_a_blighted_seat_revived_before_its_meal_eats_as_a_living_one() -> None:
    t = after_the_event("6D 4C", "5I", "5I")
    t.offers(BO, ADA, "hardtack").accepts(ADA, BO)
    assert t.life(ADA) is Life.ALIVE
    assert t.state(ADA) == "6D/3C/1I"

    t.eats(ADA, "hardtack", 1)

    assert t.state(ADA) == "6D/3C/1I"


@pytest.mark.rule("BLI-053", "BLI-070", "BLI-074", "BLI-075", "BLI-174", "BLI-023", "BLI-R70")
def test_the_next_seat_leads_even_if_it_is_blighted() -> None:
    t = after_the_event("5I", "6D 4C", "5I")

    t.meal()

    assert [(e.day, e.leader) for e in t.said(DayBegan)] == [(1, ADA), (2, BO)]
    assert t.life(BO) is Life.BLIGHTED
    assert t.waiting == (BO,)


@pytest.mark.rule("BLI-076", "BLI-R58")
def test_a_dead_seat_never_leads() -> None:
    t = after_the_event("5I", "dead", "5I", "5I")
    assert t.waiting == (ADA, COLE, JUNE)

    t.meal()

    assert t.said(DayBegan)[-1].leader == COLE


@pytest.mark.rule("BLI-R63")
def test_the_blighted_vote_and_feel_no_event() -> None:
    t = Day("town_vote", "4D 6C", "5I", "5I")
    assert t.waiting == (ADA, BO, COLE)
