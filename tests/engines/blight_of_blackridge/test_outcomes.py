"""Ties, count wagers, multi events, penalties, partnerships and rewards."""

import pytest

from croupier.engines.blight_of_blackridge.bet_events import (
    CardReturned,
    OutcomeDecided,
)
from croupier.engines.blight_of_blackridge.body import Life
from croupier.engines.blight_of_blackridge.events import AilmentsDealt, DieRolled, ItemsGained
from croupier.engines.blight_of_blackridge.prompts import (
    SettlePrompt,
)
from croupier.engines.blight_of_blackridge.table import MultiPenalty, Options
from croupier.engines.kernel.values import Seat
from tests.engines.blight_of_blackridge.dsl import ADA, BO, COLE, JUNE, Day

FOUR = ("5I", "5I", "5I", "5I")


def hit(t: Day) -> list[Seat]:
    """Who was hit, in order."""
    return [event.seat for event in t.said(AilmentsDealt)]


@pytest.mark.rule("BLI-126", "BLI-127", "BLI-128", "BLI-129", "BLI-R29")
def test_07_a_tie_at_or_above_the_wager() -> None:
    t = Day("dust_devil", "lever_action 4I", "5I", "5I", "lever_action 4I")

    t.bet(ADA, "lever_action").passes(BO, COLE).bet(JUNE, "lever_action").all_pass()

    assert t.said(OutcomeDecided)[0].outcome.winner is None
    assert len(t.said(OutcomeDecided)[0].outcome.tied) == 2
    assert hit(t) == [BO, COLE]
    assert t.said(DieRolled) == []
    t.settled()
    assert t.table.event_discard == ("dust_devil",)


@pytest.mark.rule("BLI-R29")
def test_08_a_tie_below_the_wager() -> None:
    t = Day("dust_devil", "bowie_knife 4I", "bowie_knife 4I", "5I", "5I")

    t.bet(ADA, "bowie_knife").bet(BO, "bowie_knife").all_pass()

    assert t.said(OutcomeDecided)[0].outcome.tied == ()
    assert hit(t) == [ADA, BO, COLE, JUNE]


@pytest.mark.rule("BLI-R29")
@pytest.mark.parametrize("works", [True, False])
def test_10_on_win_text_of_tied_bets_is_an_option(works: bool) -> None:
    options = Options(tie_triggers_on_win=works)
    t = Day("gorge_beast", "tomahawk 4I", "bowie_knife 4I", options=options)

    t.bet(ADA, "tomahawk").bet(BO, "bowie_knife").all_pass()

    assert len(t.said(CardReturned)) == works
    assert t.discards(2) == (("bowie_knife",) if works else ("tomahawk", "bowie_knife"))


@pytest.mark.rule("BLI-089", "BLI-127", "BLI-R28", "BLI-133")
def test_11_a_tie_between_a_partnership_and_a_solo_bet() -> None:
    t = Day("dust_devil", "lever_action 4I", "revolver 4I", "bowie_knife 4I", "5I")

    t.bet(ADA, "lever_action").propose(BO, [COLE], "revolver", order=[BO], trophy=BO)
    t.agrees(COLE, "bowie_knife").all_pass()

    assert hit(t) == [JUNE]
    assert t.table.trophies == ((), (), (), ())


@pytest.mark.rule("BLI-R28", "BLI-133", "BLI-131")
def test_a_losing_partnership_takes_the_full_penalty_each() -> None:
    t = Day("hellhound", "revolver 4I", "revolver 4I", "5I")

    t.propose(ADA, [BO], "revolver").agrees(BO, "revolver").all_pass()

    dealt = [(e.seat, e.n) for e in t.said(AilmentsDealt)]
    assert dealt == [(ADA, 2), (BO, 2), (COLE, 2)]


@pytest.mark.rule("BLI-135", "BLI-136", "BLI-138", "BLI-206", "BLI-141", "BLI-R37", "BLI-067")
def test_21_a_count_wager_and_cancelled_tools() -> None:
    t = Day("hellhound", "pickaxe dynamite 3I", "bear_trap bowie_knife 3I", "5I", "5I")

    t.bet(ADA, second=["pickaxe", "dynamite"]).bet(BO, second=["bear_trap", "bowie_knife"])
    t.all_pass()

    assert t.said(OutcomeDecided)[1].outcome.totals == (2, 1)
    assert hit(t) == [BO, COLE, JUNE]
    t.settled()
    assert t.state(ADA) == "0D/0C/5I"
    assert t.table.trophies[ADA] == ()
    assert sorted(t.discards(1)) == ["bear_trap", "dynamite", "pickaxe"]


@pytest.mark.rule("BLI-068", "BLI-069", "BLI-R31", "BLI-R32", "BLI-140")
def test_22_both_options_are_won_and_the_stamp_is_one() -> None:
    t = Day("hellhound", "buffalo_rifle lever_action pickaxe 2I", "rope 4I", "5I", "5I")

    t.bet(ADA, "buffalo_rifle", "lever_action", second=["pickaxe"]).passes(BO, COLE, JUNE)
    t.all_pass(1)

    assert [e.outcome.winner is not None for e in t.said(OutcomeDecided)] == [True, True]
    assert hit(t) == [BO, COLE, JUNE]
    t.settled()
    assert t.state(ADA) == "0D/0C/6I"
    assert t.table.trophies[ADA] == ("hellhound",)


@pytest.mark.rule("BLI-R31")
@pytest.mark.parametrize("rule", list(MultiPenalty))
def test_22_whoever_wins_one_option_and_loses_the_other(rule: MultiPenalty) -> None:
    t = Day("hellhound", "revolver pickaxe 3I", "5I", options=Options(multi_penalty=rule))

    t.bet(ADA, "revolver", second=["pickaxe"]).all_pass()

    assert (ADA in hit(t)) is (rule is MultiPenalty.HIT_IF_ANY_LOSS)
    assert BO in hit(t)


@pytest.mark.rule("BLI-137")
def test_23_a_tie_on_the_trap_option_only() -> None:
    t = Day("hellhound", "rope 4I", "rope 4I", "5I", "5I")

    t.bet(ADA, second=["rope"]).bet(BO, second=["rope"]).all_pass()

    assert hit(t) == [COLE, JUNE]
    t.settled()
    assert t.state(ADA) == "0D/0C/4I"
    assert t.table.event_discard == ("hellhound",)


@pytest.mark.rule("BLI-R37", "BLI-178")
def test_24_corruption_on_a_count_wager() -> None:
    t = Day("hellhound", "5I", "rope bowie_knife 3I", "5D 3C cunning violent", "5I")

    t.passes(ADA).bet(BO, second=["rope", "bowie_knife"])
    t.bet(COLE, second=["cunning", "violent"]).all_pass()

    assert t.said(OutcomeDecided)[1].outcome.totals == (1, 1)
    assert hit(t) == [ADA, JUNE]
    t.settled()
    assert t.state(COLE) == "7D/3C/0I"


@pytest.mark.rule("BLI-207", "BLI-141", "BLI-029")
def test_consuming_the_blood_moon_beast_gives_no_trophy() -> None:
    t = Day("blood_moon_beast", "2C 4I", "5I")

    t.bet(ADA, second=["hardtack"]).all_pass(5)

    assert [e.deck.value for e in t.said(ItemsGained)] == ["weapon"]
    assert t.owes(ADA) == (0, 2)
    t.settled()
    assert t.table.trophies[ADA] == ()


@pytest.mark.rule("BLI-129", "BLI-130", "BLI-132", "BLI-205")
def test_a_stamp_for_losers_spares_who_did_not_take_part_and_the_other_way_round() -> None:
    losers = Day("mine_lurker", "bowie_knife 4I", "5I").bet(ADA, "bowie_knife").all_pass()
    assert hit(losers) == [ADA]

    idle = Day("ember_coyote", "rope 4I", "5I").bet(ADA, "rope").all_pass()
    assert hit(idle) == [BO]


@pytest.mark.rule("BLI-120", "BLI-119", "BLI-200")
def test_rolled_damage_is_rolled_at_the_reveal() -> None:
    t = Day("gorge_beast", "throwing_knife 4I", "rusty_shotgun 4I", "5I")

    t.bet(ADA, "throwing_knife").bet(BO, sideways=["rusty_shotgun"]).all_pass(6, 1, 1)

    assert t.said(OutcomeDecided)[0].outcome.totals == (3, 2)
    assert [card.rolled for card in t.view(None).placed] == [6, 1]


@pytest.mark.rule("BLI-007")
def test_only_tools_with_a_damage_value_add_to_a_bet() -> None:
    t = Day("tar_crawler", "pickaxe rope bear_trap 2I", "5I")

    t.bet(ADA, "pickaxe", "rope", "bear_trap").all_pass()

    assert [card.worth for card in t.view(None).placed] == [1, 0, 0]


@pytest.mark.rule("BLI-039", "BLI-040", "BLI-R05", "BLI-R06", "BLI-R67", "BLI-122", "BLI-124")
def test_26_gain_with_a_full_hand() -> None:
    t = Day("dust_devil", "2D 1C lever_action 6I", "5I")
    t.bet(ADA, "lever_action").all_pass(5)

    prompt = t.asked(ADA, SettlePrompt)
    assert (prompt.items, prompt.corruption, len(prompt.item_slots)) == (1, 0, 8)
    t.settles(ADA, "hardtack").settled()

    assert t.state(ADA) == "2D/1C/7I"


@pytest.mark.rule("BLI-R05", "BLI-038")
def test_27_corruption_cost_and_gain_with_a_full_hand() -> None:
    t = Day("dust_devil", "2D 1C lever_action 6I", "5I")
    t.bet(ADA, sideways=["lever_action"]).all_pass(5)

    assert t.owes(ADA) == (2, 0)
    t.settled()
    assert t.state(ADA) == "2D/2C/6I"


@pytest.mark.rule("BLI-R01", "BLI-R66", "BLI-R65")
def test_on_lose_text_works_and_a_returned_card_may_revive() -> None:
    t = Day("dust_devil", "4D 5C derringer", "lever_action 4I")
    t.bet(ADA, "derringer").bet(BO, "lever_action").all_pass(1).settled()
    assert t.holds(ADA, "derringer") == 1

    u = Day("dust_devil", "4D 5C derringer", "lever_action 4I", "5I")
    u.bet(ADA, sideways=["derringer"]).bet(BO, "lever_action").all_pass(1)
    assert u.life(ADA) is Life.ALIVE
    assert u.owes(ADA) == (0, 1)
    u.settled()
    assert u.state(ADA) == "4D/5C/1I"


@pytest.mark.rule("BLI-R01", "BLI-R55")
def test_untargeted_on_win_text_comes_after_rewards() -> None:
    t = Day("mine_lurker", "5D 4C ravenous", "5I")

    t.bet(ADA, "ravenous", "hollow", "hollow").all_pass()
    assert t.said(OutcomeDecided)[0].outcome.winner is None

    u = Day("gorge_beast", "5D 4C ravenous", "5I")
    u.bet(ADA, "ravenous").all_pass(1)
    assert [e.n for e in u.said(ItemsGained)] == [1, 1]


@pytest.mark.rule("BLI-R07", "BLI-R68", "BLI-R08")
def test_a_reviving_seat_pays_with_corruption_for_every_item_of_one_block() -> None:
    t = Day("mine_lurker", "5D 4C violent", "5I")

    t.bet(ADA, "violent").all_pass(5)

    assert t.owes(ADA) == (0, 1)
    t.settled()
    assert t.state(ADA) == "5D/3C/2I"
