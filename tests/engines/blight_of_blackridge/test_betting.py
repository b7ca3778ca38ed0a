"""Betting: turns, bets, raises, bluffs, face-up plays, and when all bets are final."""

import pytest

from croupier.engines.blight_of_blackridge import engine
from croupier.engines.blight_of_blackridge.bet_events import (
    BetModified,
    CardsPeeked,
    CardsRevealed,
    OutcomeDecided,
)
from croupier.engines.blight_of_blackridge.commands import (
    PassTurn,
    PlaceBet,
    PlayFaceUp,
    RaiseBet,
    Settle,
    TradeOffer,
)
from croupier.engines.blight_of_blackridge.events import AilmentsDealt, CardsSeen, DieRolled
from croupier.engines.blight_of_blackridge.prompts import BetPrompt, SettlePrompt
from croupier.engines.blight_of_blackridge.table import Phase
from tests.engines.blight_of_blackridge.dsl import ADA, BO, COLE, JUNE, Day

FOUR = ("5I", "5I", "5I", "5I")


def hits(t: Day) -> list[tuple[int, int]]:
    """Who took how many ailments, nominally."""
    return [(event.seat, event.n) for event in t.said(AilmentsDealt)]


@pytest.mark.rule("BLI-073", "BLI-077", "BLI-078", "BLI-079", "BLI-081", "BLI-021", "BLI-209")
@pytest.mark.rule("BLI-R30", "BLI-063", "BLI-062", "BLI-071")
def test_05_all_pass_in_the_first_circle() -> None:
    t = Day("dust_devil", *FOUR)
    assert t.waiting == (ADA,)
    assert t.no(PassTurn(BO)) == "NOT_YOUR_TURN"

    t.passes(ADA, BO, COLE)
    assert t.phase is Phase.BETTING
    t.passes(JUNE)

    assert hits(t) == [(ADA, 1), (BO, 1), (COLE, 1), (JUNE, 1)]
    t.settled()
    assert t.state() == "1D/0C/5I 1D/0C/5I 1D/0C/5I 1D/0C/5I"
    assert t.table.event_discard == ("dust_devil",)
    assert t.table.trophies == ((), (), (), ())


@pytest.mark.rule("BLI-R17", "BLI-R18", "BLI-081", "BLI-101", "BLI-102")
def test_04_a_late_bet_opens_the_row_again_and_only_an_unbroken_row_closes_it() -> None:
    t = Day("gorge_beast", *FOUR)
    t.bet(ADA, "hardtack").passes(BO, COLE, JUNE)
    t.raises(ADA, "hardtack").passes(BO, COLE)

    t.bet(JUNE, "hardtack").passes(ADA, BO)
    assert t.phase is Phase.BETTING
    assert t.waiting == (COLE,)
    t.passes(COLE)
    assert t.waiting == (JUNE,)
    t.passes(JUNE)

    assert [(e.seat, e.n) for e in t.said(AilmentsDealt)] == [(ADA, 1), (JUNE, 1)]
    assert t.phase is not Phase.BETTING


@pytest.mark.rule("BLI-080", "BLI-082", "BLI-086", "BLI-099", "BLI-102", "BLI-R18", "BLI-098")
def test_whoever_passed_may_still_bet_and_everybody_gets_another_turn() -> None:
    t = Day("gorge_beast", "lever_action 4I", "revolver 4I", "5I", "5I")
    t.passes(ADA, BO, COLE).bet(JUNE, "hardtack")
    assert t.waiting == (ADA,)

    t.bet(ADA, "lever_action").passes(BO, COLE, JUNE)
    assert t.waiting == (ADA,)
    t.raises(ADA, "hardtack")
    assert t.waiting == (BO,)


@pytest.mark.rule("BLI-083", "BLI-058", "BLI-R19", "BLI-R20", "BLI-R02")
def test_a_bet_holds_at_least_one_card_and_is_hidden() -> None:
    t = Day("dust_devil", "lever_action 4I", *FOUR[1:])
    assert t.no(PlaceBet(ADA)) == "EMPTY_BET"
    assert t.no(RaiseBet(ADA, (0,))) == "NO_BET"

    t.bet(ADA, "lever_action")

    assert t.state(ADA) == "0D/0C/4I"
    assert [card.card for card in t.view(ADA).placed] == ["lever_action"]
    assert [card.card for card in t.view(BO).placed] == [None]
    assert [card.card for card in t.view(None).placed] == [None]


@pytest.mark.rule("BLI-016", "BLI-035", "BLI-036")
def test_a_slot_must_be_there_and_filled_and_named_once() -> None:
    t = Day("dust_devil", *FOUR)

    assert len(t.view(ADA).me.slots) == 10  # type: ignore[union-attr]
    assert t.no(PlaceBet(ADA, (10,))) == "NO_SUCH_SLOT"
    assert t.no(PlaceBet(ADA, (7,))) == "EMPTY_SLOT"
    assert t.no(PlaceBet(ADA, (0, 0))) == "CARD_TWICE"
    assert t.no(PlaceBet(ADA, second_upright=(0,))) == "OPTION_UNKNOWN"


@pytest.mark.rule("BLI-035", "BLI-R33", "BLI-087")
@pytest.mark.rule("BLI-045", "BLI-047")
def test_25_a_corruption_card_the_living_may_play() -> None:
    t = Day("dust_devil", "restless violent 1D 3I", *FOUR[1:])
    assert t.no(PlaceBet(ADA, (1,))) == "NOT_PLAYABLE"
    assert t.no(PlaceBet(ADA, (2,))) == "NOT_PLAYABLE"

    t.bet(ADA, "restless")

    t.all_pass()
    assert t.said(OutcomeDecided)[0].outcome.totals == (1,)


@pytest.mark.rule("BLI-176", "BLI-087")
def test_a_blighted_seat_may_bet_all_its_corruption_and_no_damage() -> None:
    t = Day("dust_devil", "4D 3C violent*3", *FOUR[1:])
    prompt = t.asked(ADA, BetPrompt)
    assert prompt.slots == tuple(range(4, 10))

    t.bet(ADA, *["hollow"] * 3, *["violent"] * 3).all_pass(1)

    assert t.said(OutcomeDecided)[0].outcome.totals == (6,)


@pytest.mark.rule("BLI-085", "BLI-105", "BLI-106", "BLI-107", "BLI-108", "BLI-R03", "BLI-R35")
def test_12_a_corrupted_weapon() -> None:
    t = Day("dust_devil", "lever_action 4I", "buffalo_rifle 4I", "5I", "5I")
    t.bet(ADA, sideways=["lever_action"])
    assert t.view(BO).placed[0].sideways
    assert t.state(ADA) == "0D/0C/4I"

    t.bet(BO, "buffalo_rifle").passes(COLE, JUNE, ADA, BO, dice=[1])

    assert hits(t)[0] == (ADA, 1)
    assert t.said(OutcomeDecided)[0].outcome.totals == (5, 4)
    t.settled()
    assert t.state(ADA) == "0D/1C/5I"


@pytest.mark.rule("BLI-100", "BLI-R20")
def test_13_corrupting_an_already_bet_card() -> None:
    t = Day("dust_devil", "lever_action 4I", *FOUR[1:])
    t.bet(ADA, "lever_action").passes(BO, COLE, JUNE)
    [card] = t.view(ADA).placed

    t.raises(ADA, corrupt=[card.ref])

    assert t.view(JUNE).placed[0].sideways
    assert t.state(ADA) == "0D/0C/4I"
    assert t.waiting == (BO,)
    t.passes(BO, COLE, JUNE)
    assert t.no(RaiseBet(ADA, corrupt=(card.ref,))) == "ALREADY_SIDEWAYS"
    assert t.no(RaiseBet(ADA, corrupt=(99,))) == "NOT_YOUR_CARD"
    t.passes(ADA, dice=[1])
    assert t.said(OutcomeDecided)[0].outcome.totals == (5,)


@pytest.mark.rule("BLI-109", "BLI-201", "BLI-121")
def test_14_unchanged_text_keeps_working() -> None:
    t = Day("gorge_beast", "tomahawk 4I", *FOUR[1:])

    t.bet(ADA, sideways=["tomahawk"]).all_pass(1)

    assert t.said(OutcomeDecided)[0].outcome.totals == (2,)
    t.settled()
    assert t.holds(ADA, "tomahawk") == 1
    assert t.state(ADA) == "0D/1C/6I"


@pytest.mark.rule("BLI-125", "BLI-R35", "BLI-199")
def test_15_an_appended_on_win_effect() -> None:
    t = Day("gorge_beast", "coach_gun 4I", *FOUR[1:])

    t.bet(ADA, sideways=["coach_gun"]).all_pass(1)
    t.targets(ADA, BO).targets(ADA, COLE).settled()

    assert t.state() == "0D/1C/5I 1D/0C/5I 1D/0C/5I 0D/0C/5I"


@pytest.mark.rule("BLI-R38", "BLI-125")
def test_15_shots_may_name_the_same_seat_or_be_declined() -> None:
    t = Day("gorge_beast", "coach_gun 4I", *FOUR[1:])

    t.bet(ADA, sideways=["coach_gun"]).all_pass(1)
    t.targets(ADA, BO).targets(ADA, None).settled()

    assert t.state(BO, COLE) == "1D/0C/5I 0D/0C/5I"


@pytest.mark.rule("BLI-111", "BLI-112", "BLI-113", "BLI-R33")
def test_16_a_bluff_is_worth_nothing_and_is_used_up() -> None:
    t = Day("gorge_beast", "rope 4I", "bowie_knife 4I", "5I", "5I")

    t.bet(ADA, "rope").bet(BO, "bowie_knife").all_pass(1)

    assert t.said(OutcomeDecided)[0].outcome.totals == (0, 1)
    assert hits(t) == [(ADA, 1)]
    assert t.discards(1) == ("rope",)


@pytest.mark.rule("BLI-115", "BLI-R34")
def test_17_a_bluff_as_corrupted_without_an_ability_costs_one() -> None:
    t = Day("gorge_beast", "coach_gun 4I", "bowie_knife 4I", "5I", "5I")

    t.bet(ADA, "coach_gun").bet(BO, "bowie_knife", sideways=["hardtack"]).all_pass(1)

    assert [e for e in hits(t) if e[0] == BO] == [(BO, 1), (BO, 1)]
    t.targets(ADA, None).settled()
    assert t.state(BO) == "0D/2C/3I"


@pytest.mark.rule("BLI-114", "BLI-R34", "BLI-R37", "BLI-084")
def test_18_a_bluff_as_corrupted_costs_what_is_listed() -> None:
    t = Day("hellhound", "5I", "buffalo_rifle pickaxe 3I", "5I", "5I")

    t.passes(ADA).bet(BO, second=["pickaxe"], second_sideways=["buffalo_rifle"]).all_pass()

    assert t.said(OutcomeDecided)[1].outcome.totals == (1,)
    assert hits(t)[0] == (BO, 2)
    t.settled()
    assert t.state(BO) == "0D/2C/5I"
    assert t.table.trophies[BO] == ()


@pytest.mark.rule("BLI-184", "BLI-R34")
def test_a_blighted_seat_pays_nothing_for_a_sideways_card() -> None:
    t = Day("dust_devil", "4D 5C violent", *FOUR[1:])

    t.bet(ADA, sideways=["violent"]).all_pass()

    assert hits(t)[0] == (ADA, 1)
    assert t.state(ADA).startswith("4D/5C")


@pytest.mark.rule("BLI-110", "BLI-139", "BLI-R36", "BLI-059", "BLI-006")
def test_19_a_face_up_play_acts_at_once_and_is_no_bet() -> None:
    t = Day("gorge_beast", "coach_gun 4I", "rope 4I", "5I", "5I")
    t.bet(ADA, "coach_gun")
    [bet] = t.view(BO).bets

    t.play(BO, "rope", bet=bet.id)

    assert t.view(JUNE).bets[0].modifier == -1
    assert [card.card for card in t.view(JUNE).face_up] == ["rope"]
    assert t.said(BetModified)[0].n == -1
    assert t.waiting == (BO,)
    t.passes(BO).all_pass(1)
    assert t.said(OutcomeDecided)[0].outcome.totals == (1,)
    assert hits(t) == []
    assert t.discards(1) == ("rope",)


@pytest.mark.rule("BLI-R17", "BLI-R36")
def test_20_a_face_up_play_reopens_the_row() -> None:
    t = Day("gorge_beast", "lantern revolver 4I", "5I", "5I", "5I")
    t.bet(ADA, "revolver").passes(BO, COLE, JUNE)
    [bet] = t.view(ADA).bets

    t.play(ADA, "lantern", bet=bet.id)
    assert t.view(None).betting.declined == ()
    t.passes(ADA)

    assert t.view(None).betting.declined == (ADA,)
    assert t.waiting == (BO,)
    assert t.said(CardsPeeked)[0].seat == ADA
    seen = t.said(CardsSeen)[0]
    assert (seen.audience, seen.cards) == ((ADA,), ("revolver",))


@pytest.mark.rule("BLI-R36")
def test_a_face_up_card_needs_its_event_its_aim_and_its_text() -> None:
    t = Day("gorge_beast", "rope revolver lasso 2I", "5I", "5I", "5I")
    assert t.no(PlayFaceUp(ADA, 1)) == "NOT_FACE_UP_CARD"
    assert t.no(PlayFaceUp(ADA, 0, bet=0)) == "NO_SUCH_BET"
    assert t.no(PlayFaceUp(ADA, 2)) == "TARGET_INVALID"
    assert t.no(PlayFaceUp(ADA, 2, target=ADA)) == "TARGET_INVALID"
    shop = Day("general_store", "rope 4I", "5I")
    assert shop.no(PlayFaceUp(ADA, 0)) == "WRONG_EVENT_TYPE"


@pytest.mark.rule("BLI-R03", "BLI-R05", "BLI-R46")
def test_a_face_up_play_that_names_a_hand_is_settled_at_once() -> None:
    t = Day("gorge_beast", "blessed_water 3C 2I", "5I")

    t.play(ADA, "blessed_water")

    prompt = t.asked(ADA, SettlePrompt)
    assert (prompt.items, prompt.corruption, t.waiting) == (0, 2, (ADA,))
    assert t.no(Settle(ADA)) == "WRONG_COUNT"
    t.settles(ADA, corruption=["hollow", "hollow"])
    assert t.state(ADA) == "0D/1C/2I"
    assert t.waiting == (ADA,)
    assert t.phase is Phase.BETTING


@pytest.mark.rule("BLI-R38", "BLI-R05")
def test_a_lasso_takes_an_item_that_only_the_two_learn_of() -> None:
    t = Day("gorge_beast", "lasso 4I", "revolver", "5I")

    t.play(ADA, "lasso", target=BO)

    assert t.waiting == (ADA, BO)
    t.settled()
    assert (t.holds(ADA, "revolver"), t.state(BO)) == (1, "0D/0C/0I")
    told = [event for event in t.events if event.told_to(COLE)]
    assert all("revolver" not in repr(event) for event in told)


@pytest.mark.rule("BLI-R36")
def test_a_ward_lets_the_penalty_pass() -> None:
    t = Day("dust_devil", "tin_star 4I", "5I")

    t.play(ADA, "tin_star").all_pass()

    assert hits(t) == [(BO, 1)]


@pytest.mark.rule("BLI-R36", "BLI-002")
def test_snake_oil_rolls_in_the_open() -> None:
    t = Day("gorge_beast", "snake_oil 2C 2I", "5I")

    t.play(ADA, "snake_oil", 5)

    assert [e.roll for e in t.said(DieRolled)] == [5]
    assert t.owes(ADA) == (0, 2)


@pytest.mark.rule("BLI-116", "BLI-117", "BLI-118", "BLI-R30")
def test_09_the_highest_bet_below_the_wager_loses() -> None:
    t = Day("dust_devil", "coach_gun 4I", "bowie_knife 4I", "5I", "5I")

    t.bet(ADA, "coach_gun").bet(BO, "bowie_knife").all_pass()

    assert len(t.said(CardsRevealed)[0].cards) == 2
    assert t.said(OutcomeDecided)[0].outcome.winner is None
    assert [seat for seat, _ in hits(t)] == [ADA, BO, COLE, JUNE]
    assert t.phase is Phase.SETTLE
    assert t.discards(2) == ("coach_gun", "bowie_knife")


@pytest.mark.rule("BLI-R61", "BLI-R60")
def test_a_card_on_offer_cannot_be_bet() -> None:
    t = Day("dust_devil", "lever_action 4I", "5I")
    t.offers(ADA, BO, "lever_action", want=1)

    assert t.no(PlaceBet(ADA, (0,))) == "CARD_LOCKED"
    assert t.no(TradeOffer(ADA, BO, (1,), 1)) == "TRADE_LIMIT"
    assert engine.accepts(t.table, PlaceBet(ADA, (1,)))
