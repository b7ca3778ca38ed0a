"""Partnerships: who asks whom, what is agreed, and who divides."""

import pytest

from croupier.engines.blight_of_blackridge.bet_events import (
    OutcomeDecided,
    PartnerAnswered,
    PartnershipFormed,
    PartnershipProposed,
    RewardDivided,
)
from croupier.engines.blight_of_blackridge.body import Life
from croupier.engines.blight_of_blackridge.commands import (
    PartnerCancel,
    PartnerPropose,
    PartnerRespond,
    TradeAccept,
    TradeOffer,
)
from croupier.engines.blight_of_blackridge.events import AilmentsDealt
from croupier.engines.blight_of_blackridge.prompts import (
    DividePrompt,
    RespondPrompt,
)
from croupier.engines.blight_of_blackridge.table import Phase
from croupier.engines.kernel.values import Seat
from tests.engines.blight_of_blackridge.dsl import ADA, BO, COLE, JUNE, Day

FOUR = ("5I", "5I", "5I", "5I")


def hit(t: Day) -> list[Seat]:
    """Who was hit, in order."""
    return [event.seat for event in t.said(AilmentsDealt)]


@pytest.mark.rule("BLI-091", "BLI-092", "BLI-094", "BLI-095", "BLI-R22", "BLI-R24", "BLI-R16")
def test_a_proposal_says_its_terms_and_not_its_cards() -> None:
    t = Day("dust_devil", "lever_action 4I", "4D 5C violent", "5I")

    t.propose(ADA, [BO], "lever_action", claim=99, order=[BO, ADA], trophy=ADA)

    assert t.said(PartnershipProposed)[0].claim == 99
    assert t.view(COLE).placed == ()
    assert t.waiting == (BO,)
    t.agrees(BO, "violent", claim=0)
    assert [(e.seat, e.claim) for e in t.said(PartnerAnswered)] == [(BO, 0)]
    assert t.said(PartnershipFormed)[0].members == (ADA, BO)
    t.all_pass(1).settled()
    assert t.life(BO) is Life.ALIVE


@pytest.mark.rule("BLI-R22", "BLI-091")
def test_44_a_declined_proposal() -> None:
    t = Day("dust_devil", "5I", "5I", "5I", "5I", leader=BO)
    for failures in (1, 2, 3):
        t.propose(BO, [COLE, JUNE], "hardtack").agrees(COLE, "hardtack").declines(JUNE)
        assert (t.waiting, t.state(COLE)) == ((BO,), "0D/0C/5I")
        assert t.view(BO).question.failures == failures
        assert t.view(None).placed == ()

    assert t.no(PartnerPropose(BO, 0, (COLE,), (0,))) == "TOO_MANY_PROPOSALS"


@pytest.mark.rule("BLI-R22", "BLI-R23", "BLI-093")
def test_whom_one_may_ask_and_with_what() -> None:
    t = Day("dust_devil", "5I", "5I", "5I", "dead")
    assert t.no(PartnerPropose(ADA, 0, (ADA,), (0,))) == "INVITE_SELF"
    assert t.no(PartnerPropose(ADA, 0, (JUNE,), (0,))) == "INVITE_DEAD"
    assert t.no(PartnerPropose(ADA, 0, (BO,))) == "EMPTY_BET"
    assert t.no(PartnerPropose(ADA, 0, (BO,), (0,), order=(COLE,), trophy=ADA)) == "BAD_SPLIT"
    assert t.no(PartnerPropose(ADA, 0, (BO,), (0,), order=(BO,))) == "BAD_SPLIT"
    t.propose(ADA, [BO], "hardtack")
    assert t.no(PartnerRespond(BO, True)) == "EMPTY_BET"
    assert t.no(PartnerRespond(COLE, False)) == "NOT_INVITED"
    t.agrees(BO, "hardtack")
    t.passes(COLE)
    assert t.waiting == (ADA,)
    assert t.no(PartnerPropose(ADA, 0, (BO,), (1,))) == "ALREADY_PARTNERED"


@pytest.mark.rule("BLI-R22")
def test_a_proposal_may_be_taken_back() -> None:
    t = Day("dust_devil", "5I", "5I")
    assert t.no(PartnerCancel(ADA)) == "NO_PROPOSAL"

    t.propose(ADA, [BO], "hardtack").do(PartnerCancel(ADA))

    assert (t.waiting, t.view(ADA).question.failures) == ((ADA,), 1)


@pytest.mark.rule("BLI-R22", "BLI-R60")
def test_cards_named_in_a_proposal_are_locked_and_their_owners_do_not_trade() -> None:
    t = Day("dust_devil", "lever_action 4I", "5I", "5I")
    t.offers(COLE, ADA, "hardtack", want=1)

    t.propose(ADA, [BO, COLE], "lever_action")
    t.agrees(BO, "hardtack")

    assert t.no(TradeOffer(ADA, COLE, (1,), 0)) == "TRADE_CLOSED"
    assert t.no(TradeAccept(ADA, COLE, (1,))) == "OFFER_LAPSED"
    assert t.no(TradeOffer(BO, COLE, (1,), 0)) == "TRADE_CLOSED"
    t.offers(COLE, BO, "hardtack")


@pytest.mark.rule("BLI-R22", "BLI-090", "BLI-103", "BLI-R23")
def test_a_partnership_grows_and_solo_bets_are_merged() -> None:
    t = Day("dust_devil", "revolver 4I", "bowie_knife 4I", "bowie_knife 4I")
    t.bet(ADA, "revolver").propose(BO, [ADA], "bowie_knife", order=[BO], trophy=BO)
    assert t.asked(ADA, RespondPrompt).least == 0
    t.agrees(ADA)
    t.passes(COLE, ADA).propose(BO, [COLE], order=[COLE], trophy=COLE)
    assert t.waiting == (ADA, COLE)
    t.agrees(ADA).agrees(COLE, "bowie_knife")

    assert len(t.view(None).bets) == 1
    assert t.said(PartnershipFormed)[-1].members == (ADA, BO, COLE)
    t.all_pass(1).settled()
    assert t.table.trophies[COLE] == ("dust_devil",)


@pytest.mark.rule("BLI-R21")
def test_the_marker_skips_a_new_partner_once() -> None:
    t = Day("dust_devil", *FOUR)

    t.propose(ADA, [BO, COLE, JUNE], "hardtack")
    t.agrees(BO, "hardtack").agrees(COLE, "hardtack").agrees(JUNE, "hardtack")

    assert t.waiting == (ADA,)
    t.passes(ADA)
    assert t.waiting == (BO,)


@pytest.mark.rule("BLI-R27", "BLI-090")
def test_43_two_players_in_one_partnership() -> None:
    won = Day("dust_devil", "revolver 4I", "bowie_knife 4I")
    won.propose(ADA, [BO], "revolver", order=[BO], trophy=ADA).agrees(BO, "bowie_knife")
    won.all_pass(1).settled()
    assert (hit(won), won.table.trophies[ADA]) == ([], ("dust_devil",))

    lost = Day("dust_devil", "bowie_knife 4I", "bowie_knife 4I")
    lost.propose(ADA, [BO], "bowie_knife").agrees(BO, "bowie_knife").all_pass()
    assert hit(lost) == [ADA, BO]


@pytest.mark.rule("BLI-097", "BLI-R26")
def test_41_no_agreement_the_larger_contribution_divides() -> None:
    t = Day("dust_devil", "bowie_knife 4I", "lever_action 4I", "5I")
    t.propose(ADA, [BO], "bowie_knife").agrees(BO, "lever_action").all_pass(5)

    prompt = t.asked(BO, DividePrompt)
    assert (prompt.units, prompt.members) == (("tool", "tool"), (ADA, BO))
    t.divides(BO, [BO, BO], BO).settled()

    assert t.state(ADA, BO) == "0D/0C/4I 0D/0C/6I"
    assert t.table.trophies[BO] == ("dust_devil",)
    assert hit(t) == [COLE]


@pytest.mark.rule("BLI-R26")
def test_42_no_agreement_and_a_tie_the_first_in_turn_order_divides() -> None:
    t = Day("dust_devil", "revolver 4I", "coach_gun 4I", "5I", "5I", leader=COLE)
    t.passes(COLE, JUNE).propose(ADA, [BO], "revolver").agrees(BO, "coach_gun").all_pass(1)

    assert t.waiting == (ADA,)
    assert t.phase is Phase.DIVIDE


@pytest.mark.rule("BLI-R15")
def test_40_what_was_agreed_for_the_dead_passes_on() -> None:
    t = Day("dust_devil", "lever_action 4I", "9D dynamite", "5I", "5I")
    t.propose(ADA, [BO], "lever_action", order=[BO, ADA], trophy=BO).agrees(BO, "dynamite")

    t.all_pass(5)

    assert t.life(BO) is Life.DEAD
    assert t.said(OutcomeDecided)[0].outcome.totals == (6,)
    t.settled()
    assert t.state(ADA) == "0D/0C/6I"
    assert t.table.trophies[ADA] == ("dust_devil",)


@pytest.mark.rule("BLI-R14")
def test_39_death_by_an_on_reveal_effect_voids_the_bet() -> None:
    t = Day("dust_devil", "9D dynamite", "5I", "5I", "5I")

    t.bet(ADA, "dynamite").all_pass()

    assert t.life(ADA) is Life.DEAD
    assert t.said(OutcomeDecided)[0].outcome.winner is None
    assert [e.seat for e in t.said(AilmentsDealt)] == [ADA, BO, COLE, JUNE]


@pytest.mark.rule("BLI-096", "BLI-R15", "BLI-144")
def test_a_trophy_agreed_for_the_living_is_not_divided_again() -> None:
    t = Day("dust_devil", "9D dynamite", "lever_action 4I", "revolver 4I", "5I")
    t.propose(ADA, [BO, COLE], "dynamite", order=[ADA], trophy=COLE)
    t.agrees(BO, "lever_action").agrees(COLE, "revolver")

    t.all_pass(5)

    assert t.life(ADA) is Life.DEAD
    assert not t.asked(BO, DividePrompt).needs_trophy
    t.divides(BO, [BO, BO], None)
    assert t.table.trophies == ((), (), ("dust_devil",), ())


@pytest.mark.rule("BLI-R15", "BLI-R25")
def test_units_of_the_dead_pass_on_in_the_order_agreed() -> None:
    t = Day("dust_devil", "9D dynamite", "lever_action 4I", "revolver 4I", "5I")
    t.propose(ADA, [BO, COLE], "dynamite", order=[BO, ADA, COLE], trophy=COLE)
    t.agrees(BO, "lever_action").agrees(COLE, "revolver")

    t.all_pass(6)

    assert t.said(RewardDivided)[0].seats == (BO, COLE, COLE)


@pytest.mark.rule("BLI-R22", "BLI-068")
def test_partners_on_one_option_may_be_partners_on_the_other_too() -> None:
    t = Day("hellhound", "rope 4I", "rope 4I", "5I")
    t.propose(ADA, [BO], "hardtack").agrees(BO, "hardtack").passes(COLE)

    t.propose(ADA, [BO], "rope", option=1).agrees(BO, "rope")

    assert [(bet.option, bet.members) for bet in t.view(None).bets] == [(0, (0, 1)), (1, (0, 1))]
