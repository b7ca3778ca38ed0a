"""Incidents: pots, votes and offers."""

import pytest

from croupier.engines.blight_of_blackridge import engine
from croupier.engines.blight_of_blackridge.commands import (
    Contribute,
    OfferUse,
    PlayFaceUp,
    TradeAccept,
    TradeOffer,
    Vote,
)
from croupier.engines.blight_of_blackridge.events import (
    AilmentsDealt,
    ItemsGained,
)
from croupier.engines.blight_of_blackridge.incident_events import (
    PotAwarded,
    PotFilled,
    RolledOff,
    SatOut,
    VotesShown,
)
from croupier.engines.blight_of_blackridge.prompts import ContributePrompt
from croupier.engines.blight_of_blackridge.table import Phase
from tests.engines.blight_of_blackridge.dsl import ADA, BO, COLE, JUNE, Day


@pytest.mark.rule("BLI-163", "BLI-164", "BLI-R64", "BLI-065", "BLI-162")
def test_67_a_mandatory_incident_and_sitting_out() -> None:
    t = Day("poker_night", "rope 4I", "revolver 4I", "4D 6C", "1D")
    assert t.said(SatOut)[0].seats == (COLE, JUNE)
    assert t.waiting == (ADA, BO)
    assert t.no(Contribute(ADA)) == "MANDATORY"
    assert t.no(Contribute(ADA, (0, 1))) == "WRONG_COUNT"
    assert t.no(Contribute(COLE)) == "ALREADY_DONE"

    t.gives(ADA, "rope")
    assert t.said(PotFilled) == []
    t.rng.rolls += [4, 4, 2, 5]
    t.gives(BO, "revolver")

    assert [e.rolls for e in t.said(RolledOff)] == [(4, 4), (2, 5)]
    assert t.said(PotAwarded)[0].seat == BO
    t.settled()
    assert (t.holds(BO, "rope"), t.holds(BO, "revolver")) == (1, 1)


@pytest.mark.rule("BLI-R64")
def test_what_is_owed_to_the_pot_can_be_neither_given_away_nor_played() -> None:
    t = Day("poker_night", "blessed_water", "5I", "5I")
    (slot,) = t.slots(ADA, ["blessed_water"])

    assert t.no(TradeOffer(ADA, BO, (slot,))) == "MANDATORY"
    assert t.no(PlayFaceUp(ADA, slot)) == "MANDATORY"
    t.offers(BO, ADA, "hardtack")
    t.do(TradeAccept(ADA, BO))
    assert t.asked(ADA, ContributePrompt).slots == (0, 1)
    t.play(ADA, "blessed_water").settled()
    assert t.waiting == (ADA, BO, COLE)


@pytest.mark.rule("BLI-R64")
def test_only_what_a_pot_asks_for_must_stay_in_the_hand() -> None:
    rations = engine.house_pack.replace('kind = "any", min = 1', 'kind = "ration", min = 1')
    pack = engine.read_pack(rations)
    t = Day("poker_night", "hardtack blessed_water rope 2C", "1I", "5I", pack=pack)
    ration, water, rope = t.slots(ADA, ["hardtack", "blessed_water", "rope"])

    for given in ((ration,), (ration, rope)):
        assert t.no(TradeOffer(ADA, BO, given)) == "MANDATORY"
    assert t.no(TradeOffer(BO, ADA, (0,))) == "MANDATORY"
    assert engine.accepts(t.table, TradeOffer(ADA, BO, (water, rope)))
    assert engine.accepts(t.table, TradeOffer(COLE, BO, (0, 1, 2, 3)))
    assert t.no(TradeOffer(COLE, BO, (0, 1, 2, 3, 4))) == "MANDATORY"
    assert t.no(Contribute(ADA, (rope,))) == "WRONG_COUNT"
    t.play(ADA, "blessed_water").settled().gives(ADA, "hardtack")
    assert t.waiting == (BO, COLE)


@pytest.mark.rule("BLI-162")
def test_each_offer_of_an_incident_has_a_limit_of_its_own() -> None:
    text = engine.house_pack
    [offer] = [line for line in text.splitlines() if 'step = "offer"' in line]
    once = offer.removeprefix("steps = [ ").removesuffix(" ]")
    pack = engine.read_pack(text.replace(once, f"{once}, {once}"))
    t = Day("revival_tent", "3C 2I", "5I", pack=pack)

    for _ in range(2):
        t.do(OfferUse(ADA, t.slots(ADA, ["hardtack"]))).settled().passes(BO, ADA)

    assert t.phase is Phase.MEAL
    assert t.state(ADA) == "0D/0C/0I"


@pytest.mark.rule("BLI-R63", "BLI-R39", "BLI-162")
def test_68_a_vote() -> None:
    t = Day("town_vote", "5I", "5I", "4D 6C", "5I")
    assert t.no(Vote(ADA, ADA)) == "TARGET_INVALID"
    t.do(Vote(ADA, COLE)).do(Vote(BO, COLE)).do(Vote(COLE, ADA))
    assert t.said(VotesShown) == []
    t.do(Vote(JUNE, ADA))

    assert t.said(VotesShown)[0].most == (ADA, COLE)
    assert [(e.seat, e.n) for e in t.said(AilmentsDealt)] == [(ADA, 1), (COLE, 1)]
    t.settled()
    assert t.state(ADA, COLE) == "1D/0C/5I 4D/6C/0I"


@pytest.mark.rule("BLI-162")
def test_68_when_all_have_the_same_number_nobody_is_voted() -> None:
    t = Day("town_vote", "5I", "5I")

    t.do(Vote(ADA, BO)).do(Vote(BO, ADA))

    assert t.said(VotesShown)[0].most == ()
    assert t.phase is Phase.MEAL


@pytest.mark.rule("BLI-R64")
def test_69_rotation() -> None:
    t = Day("stampede", "rope 4I", "revolver 4I", "4D 6C", "pickaxe 4I")

    t.gives(ADA, "rope").gives(BO, "revolver").gives(JUNE, "pickaxe").settled()

    assert (t.holds(BO, "rope"), t.holds(JUNE, "revolver"), t.holds(ADA, "pickaxe")) == (1, 1, 1)


@pytest.mark.rule("BLI-R64", "BLI-164")
def test_70_in_a_free_contribution_everybody_seals_something() -> None:
    t = Day("passing_train", "rope 4I", "revolver 4I", "4D 6C", "1D")
    assert t.waiting == (ADA, BO, COLE, JUNE)

    t.gives(ADA, "rope", "hardtack").gives(BO, "revolver").gives(COLE).gives(JUNE)

    assert [put.cards for put in t.said(PotFilled)[0].cards] == [2, 1, 0, 0]
    assert [(e.seat, e.n) for e in t.said(ItemsGained)] == [(ADA, 2)]
    t.settled()
    assert t.state(ADA) == "0D/0C/5I"


@pytest.mark.rule("BLI-162")
def test_70_a_tie_on_the_train_gives_nothing() -> None:
    t = Day("passing_train", "5I", "5I")

    t.gives(ADA, "hardtack").gives(BO, "hardtack")

    assert t.said(ItemsGained) == []
    assert t.discards(0) == ("hardtack", "hardtack")


@pytest.mark.rule("BLI-162", "BLI-R36")
def test_an_offer_is_taken_in_turn_once_each() -> None:
    t = Day("revival_tent", "3C 2I", "5I")
    assert t.no(OfferUse(ADA)) == "COST_MISMATCH"
    t.do(OfferUse(ADA, t.slots(ADA, ["hardtack"]))).settled()
    assert t.state(ADA) == "0D/1C/1I"

    t.passes(BO)

    assert t.no(OfferUse(ADA, t.slots(ADA, ["hardtack"]))) == "LIMIT"
    t.passes(ADA)
    assert t.phase is Phase.MEAL
