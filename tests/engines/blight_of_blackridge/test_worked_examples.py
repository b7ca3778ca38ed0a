"""The two worked examples, told as they are printed."""

import pytest

from croupier.engines.blight_of_blackridge.bet_events import (
    CardReturned,
    OutcomeDecided,
    RewardDivided,
    TrophyTaken,
)
from croupier.engines.blight_of_blackridge.body import Life
from croupier.engines.blight_of_blackridge.events import AilmentsDealt, DayBegan
from croupier.engines.blight_of_blackridge.prompts import SettlePrompt
from croupier.engines.blight_of_blackridge.table import BettingClose, Options, Phase
from tests.engines.blight_of_blackridge.dsl import ADA, BO, COLE, JUNE, Day

AS_NARRATED = Options(betting_close=BettingClose.ONE_RAISE_CIRCLE)


def hunt(options: Options | None = None) -> Day:
    """Ada bets, Bo and Cole partner up, June passes, Ada stays put, Bo raises."""
    t = Day(
        "dust_devil",
        "lever_action 4I",
        "coach_gun tomahawk 3I",
        "throwing_knife 4I",
        "5I",
        options=options,
    )
    t.bet(ADA, "lever_action")
    t.propose(BO, [COLE], "coach_gun", claim=2, order=[BO, COLE], trophy=COLE)
    t.agrees(COLE, "throwing_knife", claim=3)
    t.passes(JUNE)
    t.passes(ADA)
    return t.raises(BO, "tomahawk")


def the_end_of_the_hunt(t: Day) -> None:
    """Everyone has revealed; a 4 for the knife and a 5 for the reward."""
    [outcome] = [event.outcome for event in t.said(OutcomeDecided)]
    assert sorted(outcome.totals) == [3, 5]
    hits = [(e.seat, e.n) for e in t.said(AilmentsDealt)]
    assert hits == [(ADA, 1), (JUNE, 1)]
    assert t.said(RewardDivided)[0].seats == (BO, COLE)
    assert (t.said(TrophyTaken)[0].seat, t.table.trophies[COLE]) == (COLE, ("dust_devil",))
    assert [(e.seat, e.card) for e in t.said(CardReturned)] == [(BO, "tomahawk")]
    assert t.phase is Phase.TARGET

    t.targets(BO, ADA)

    t.settled()
    assert t.state() == "2D/0C/4I 0D/0C/5I 0D/0C/5I 1D/0C/5I"
    assert t.holds(BO, "tomahawk") == 1
    gone = t.discards(2)
    assert sorted(gone) == ["coach_gun", "lever_action", "throwing_knife"]


@pytest.mark.rule("BLI-119", "BLI-120", "BLI-198", "BLI-199", "BLI-200", "BLI-201", "BLI-204")
@pytest.mark.rule("BLI-209", "BLI-210", "BLI-103", "BLI-096", "BLI-144", "BLI-R21", "BLI-R25")
def test_01_hunting_the_dust_devil_with_the_passes_the_text_does_not_narrate() -> None:
    t = hunt()

    t.passes(COLE, JUNE, ADA)
    assert t.phase is Phase.BETTING

    t.passes(BO, dice=[4, 5])

    the_end_of_the_hunt(t)


@pytest.mark.rule("BLI-R17", "BLI-101")
def test_06_hunting_the_dust_devil_as_narrated() -> None:
    t = hunt(AS_NARRATED)

    t.passes(COLE)
    assert t.phase is Phase.BETTING

    t.passes(JUNE, dice=[4, 5])

    the_end_of_the_hunt(t)


def claw(ada: str) -> Day:
    """Cole is Blighted with 4 Damage and 6 Corruption, and bets Violent face down."""
    t = Day("gorge_beast", f"{ada} 4I", "5I", "4D 5C violent", "5I", leader=COLE)
    t.bet(COLE, "violent").passes(JUNE).bet(ADA, ada)
    return t


@pytest.mark.rule("BLI-202", "BLI-203", "BLI-205", "BLI-211", "BLI-177", "BLI-179", "BLI-180")
@pytest.mark.rule("BLI-054", "BLI-185", "BLI-175", "BLI-088", "BLI-123", "BLI-132", "BLI-R07")
def test_02_cole_claws_back() -> None:
    t = claw("bowie_knife")
    assert t.life(COLE) is Life.BLIGHTED

    t.passes(BO, COLE, JUNE, ADA, dice=[5])

    assert t.said(OutcomeDecided)[0].outcome.totals == (2, 1)
    assert [(e.seat, e.n) for e in t.said(AilmentsDealt)] == [(ADA, 1)]
    prompt = t.asked(COLE, SettlePrompt)
    assert (prompt.items, prompt.corruption) == (0, 2)
    t.settles(COLE, corruption=["hollow", "hollow"])
    t.settled()
    assert t.state(COLE, ADA) == "4D/3C/3I 0D/1C/4I"
    assert t.table.trophies[COLE] == ("gorge_beast",)
    assert t.life(COLE) is Life.ALIVE

    ration = next(card for card in t.table.body(COLE).slots if card not in ("", "damage", "hollow"))
    t.eats(COLE, ration, 3)
    t.settled()

    assert t.state(COLE).startswith("4D/")
    assert t.state(COLE).endswith("3I")


@pytest.mark.rule("BLI-178", "BLI-182", "BLI-184", "BLI-170", "BLI-171", "BLI-172")
def test_03_if_ada_had_won_instead() -> None:
    t = claw("lever_action")

    t.passes(BO, COLE, JUNE, ADA, dice=[1]).settled()

    assert t.state(COLE) == "5D/5C/0I"
    assert t.life(COLE) is Life.BLIGHTED
    assert t.table.trophies[ADA] == ("gorge_beast",)

    t.eats(COLE, "hollow", 5)

    assert t.state(COLE) == "6D/4C/0I"
    assert t.said(DayBegan)[0].leader == COLE
