"""The clocks of a table: what shares one, and windows that close by the clock alone."""

from typing import Any

import pytest

from croupier.engines.blight_of_blackridge import engine
from croupier.engines.blight_of_blackridge.commands import PartnerCancel, Settle
from croupier.engines.blight_of_blackridge.events import AnswerSealed, SettlementClosed
from croupier.engines.blight_of_blackridge.prompts import BetPrompt, ProposalPrompt, SettlePrompt
from croupier.engines.blight_of_blackridge.table import Options, Phase, Stage
from croupier.engines.kernel.values import Seat
from tests.engines.blight_of_blackridge.dsl import ADA, BO, COLE, Day

TIMED = Options(turn_seconds=30)
WINDOWS = Options(settle_seconds=5)


def clock(prompt: Any) -> tuple[int | None, str | None]:
    """How long, and on which clock."""
    return prompt.limit_ms, prompt.clock


def proposal(t: Day, seat: Seat) -> ProposalPrompt:
    """What a seat may take back."""
    [mine] = [one for one in engine.invitations(t.table, seat) if isinstance(one, ProposalPrompt)]
    return mine


@pytest.mark.rule("BLI-R71")
def test_proposals_and_their_failure_are_within_the_clock_of_the_turn() -> None:
    t = Day("dust_devil", "5I", "5I", "5I", options=TIMED)
    turn = clock(t.asked(ADA, BetPrompt))
    assert turn[0] == 30_000

    t.propose(ADA, [BO], "hardtack", order=[ADA, BO], trophy=ADA)
    assert clock(proposal(t, ADA)) == turn
    assert clock(t.asked_any(BO)) == (30_000, "partners 1")
    assert t.house(proposal(t, ADA)) == PartnerCancel(ADA)

    t.declines(BO)
    assert clock(t.asked(ADA, BetPrompt)) == turn


@pytest.mark.rule("BLI-R71")
def test_each_turn_has_a_clock_of_its_own() -> None:
    t = Day("dust_devil", "5I", "5I", "5I", options=TIMED)
    t.bet(ADA, "hardtack").passes(BO, COLE)
    again = t.asked(ADA, BetPrompt).clock

    t.bet(ADA, "hardtack").passes(BO, COLE)

    assert t.asked(ADA, BetPrompt).clock != again


@pytest.mark.rule("BLI-R60", "BLI-R71")
@pytest.mark.parametrize("options", [Options(), TIMED])
@pytest.mark.parametrize("event", ["dust_devil", "general_store", "poker_night", "town_vote"])
def test_a_trade_changes_what_is_asked_and_restarts_no_clock(event: str, options: Options) -> None:
    t = Day(event, "5I", "5I", "5I", options=options)
    before = t.asked_any(ADA)
    assert before.clock is not None

    t.offers(ADA, BO, "hardtack").accepts(BO, ADA)

    assert event == "town_vote" or t.asked_any(ADA) != before
    assert clock(t.asked_any(ADA)) == clock(before)


@pytest.mark.rule("BLI-R60", "BLI-R71")
def test_a_trade_restarts_neither_the_clock_of_the_invited_nor_of_a_meal() -> None:
    t = Day("dust_devil", "5I", "5I", "5I").propose(ADA, [BO], "hardtack")
    before = t.asked_any(BO)
    t.offers(COLE, BO, "hardtack").accepts(BO, COLE)
    assert t.asked_any(BO) != before
    assert clock(t.asked_any(BO)) == clock(before)

    u = Day("general_store", "5I", "5I", "5I").all_pass()
    meal = u.asked_any(BO)
    u.offers(COLE, BO, "hardtack").accepts(BO, COLE)
    assert u.asked_any(BO) != meal
    assert clock(u.asked_any(BO)) == clock(meal)


@pytest.mark.rule("BLI-R72", "BLI-R05")
def test_a_settlement_of_a_fixed_length_waits_for_its_clock() -> None:
    t = Day("dust_devil", "3D 2C 5I", "5I", options=WINDOWS).all_pass()
    before = clock(t.asked(ADA, SettlePrompt))
    assert before[0] == 5_000
    public = t.view(None)

    t.settles(ADA, "hardtack").settles(BO)

    assert t.phase is Phase.SETTLE
    assert t.view(None) == public
    prompt = t.asked(ADA, SettlePrompt)
    assert (prompt.settled, prompt.items, prompt.corruption) == (True, 0, 0)
    assert clock(prompt) == before
    assert t.no(Settle(ADA, t.slots(ADA, ["hardtack"]))) == "WRONG_COUNT"
    assert [e.audience for e in t.said(AnswerSealed)] == [(ADA,), (BO,)]

    t.do(t.house(prompt)).do(t.house(t.asked(BO, SettlePrompt)))

    assert len(t.said(SettlementClosed)) == 1
    assert t.view(None).phase is Phase.MEAL


@pytest.mark.rule("BLI-R72", "BLI-R51")
def test_a_meal_is_done_a_fixed_time_after_its_roll() -> None:
    t = Day("dust_devil", "5I", "5I", options=WINDOWS).all_pass().settled()
    first = t.asked_any(ADA)
    assert first.limit_ms is None

    t.eats(ADA, "hardtack").settles(ADA)
    assert t.stage(ADA) is Stage.ROLLED
    waiting = t.asked(ADA, SettlePrompt)
    t.do(t.house(waiting))

    assert t.stage(ADA) is Stage.DONE
    assert t.phase is Phase.MEAL
    t.eats(BO, "hardtack").settles(BO).settles(BO)
    assert t.phase is not Phase.MEAL


@pytest.mark.rule("BLI-R72")
def test_every_window_has_a_clock_of_its_own() -> None:
    t = Day("dust_devil", "5I", "5I", options=WINDOWS).all_pass()
    first = t.asked(ADA, SettlePrompt).clock

    t.settled().eats(ADA, "hardtack")

    assert t.asked(ADA, SettlePrompt).clock != first


@pytest.mark.rule("BLI-R05", "BLI-R72")
def test_without_windows_the_last_payment_closes_a_settlement() -> None:
    t = Day("dust_devil", "3D 2C 5I", "5I").all_pass()

    t.settles(ADA, "hardtack").settles(BO)

    assert t.phase is Phase.MEAL
