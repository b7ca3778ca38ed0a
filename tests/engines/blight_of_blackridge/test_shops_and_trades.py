"""Shops, trophies and trades."""

import pytest

from croupier.engines.blight_of_blackridge import engine
from croupier.engines.blight_of_blackridge.bet_events import CardsPeeked
from croupier.engines.blight_of_blackridge.body import Life
from croupier.engines.blight_of_blackridge.commands import (
    ChooseTarget,
    Divide,
    PassTurn,
    Payment,
    Say,
    ShopUse,
    TradeAccept,
    TradeCancel,
    TradeDecline,
    TradeOffer,
    Vote,
)
from croupier.engines.blight_of_blackridge.events import (
    CardsSeen,
    ItemsGained,
    Spoken,
    Traded,
)
from croupier.engines.blight_of_blackridge.incident_events import (
    ShopUsed,
)
from croupier.engines.blight_of_blackridge.prompts import ShopPrompt
from croupier.engines.blight_of_blackridge.table import Options, Phase
from croupier.engines.blight_of_blackridge.view import OFFERS_A_DAY, WORDS_A_DAY
from tests.engines.blight_of_blackridge.dsl import ADA, BO, COLE, JUNE, Day

FOUR = ("5I", "5I", "5I", "5I")


@pytest.mark.rule("BLI-152", "BLI-153", "BLI-157", "BLI-159", "BLI-R41", "BLI-R42", "BLI-061")
def test_45_payments() -> None:
    t = Day("gunsmith", "2I rope revolver", "5I")
    assert t.no(ShopUse(ADA, 1, Payment.ITEMS, (0,))) == "COST_MISMATCH"
    assert t.no(ShopUse(ADA, 1, Payment.ITEMS, (0, 2))) == "COST_MISMATCH"
    assert t.no(ShopUse(ADA, 2, Payment.ITEMS, (0,))) == "OPTION_UNKNOWN"

    t.buys(ADA, 1, "hardtack", "hardtack").settled().passes(BO)
    assert t.said(ShopUsed)[0].cards == ("hardtack", "hardtack")
    assert t.state(ADA) == "0D/0C/4I"
    t.buys(ADA, 0, rob=True).settled().passes(BO)

    assert t.state(ADA) == "0D/1C/5I"
    assert t.holds(ADA, "rope") >= 1
    assert t.no(ShopUse(ADA, 0, Payment.ROB)) == "OPTION_USED"


@pytest.mark.rule("BLI-R42")
def test_45_payments_may_be_hidden() -> None:
    t = Day("gunsmith", "2I rope", "5I", options=Options(shop_payment_public=False))

    t.buys(ADA, 0, "rope")

    assert t.said(ShopUsed)[0].cards == ()


@pytest.mark.rule("BLI-145", "BLI-155", "BLI-156", "BLI-R45", "BLI-142", "BLI-143")
def test_46_a_trophy_pays_the_whole_cost() -> None:
    t = Day("trading_post", "5I", "5I", trophies=(("gorge_beast",), ()))
    assert t.view(BO).seats[ADA].trophies == ("gorge_beast",)
    assert t.no(ShopUse(ADA, 1, Payment.TROPHY, trophy="hellhound")) == "NO_TROPHY"

    t.buys(ADA, 1, trophy="gorge_beast")

    assert t.table.trophies[ADA] == ()
    assert t.table.event_discard == ("gorge_beast",)
    t.settled()
    assert t.state(ADA) == "0D/0C/8I"


@pytest.mark.rule("BLI-154", "BLI-158", "BLI-208", "BLI-R44", "BLI-046")
def test_47_surgery() -> None:
    t = Day("sawbones", "3D 4C 3I", "5I", "4C 5I", trophies=((), (), ("hellhound",)))

    t.buys(ADA, 0, ailment=True)
    assert t.owes(ADA) == (1, 3)
    t.settled()
    assert t.state(ADA) == "4D/1C/2I"
    assert t.no(ShopUse(BO, 0, Payment.ROB)) == "NOT_ROBBABLE"
    t.passes(BO).buys(COLE, 0, trophy="hellhound").settled()
    assert t.state(COLE) == "0D/1C/5I"


@pytest.mark.rule("BLI-160", "BLI-161", "BLI-R13")
def test_48_a_blighted_customer() -> None:
    t = Day("general_store", "4D 6C", "5I", trophies=(("gorge_beast",), ()))
    assert t.no(ShopUse(ADA, 0, Payment.ROB)) == "BLIGHTED_TROPHY_ONLY"
    assert t.no(ShopUse(ADA, 0, Payment.ITEMS, (9,))) == "BLIGHTED_TROPHY_ONLY"

    t.buys(ADA, 0, trophy="gorge_beast").settled()

    assert t.state(ADA) == "4D/4C/2I"
    assert t.life(ADA) is Life.ALIVE
    t.passes(BO)
    payments = {choice.payment for choice in t.asked(ADA, ShopPrompt).choices}
    assert Payment.ITEMS in payments


@pytest.mark.rule("BLI-160", "BLI-R43")
def test_49_robbing_at_the_brink_gets_nothing_and_nobody_is_told_so() -> None:
    t = Day("general_store", "4D 5C", "5I", "5I")

    t.buys(ADA, 0, rob=True)

    assert t.life(ADA) is Life.BLIGHTED
    assert [(e.seat, e.n) for e in t.said(ItemsGained)] == [(ADA, 2)]
    t.settled()
    assert t.state(ADA) == "4D/6C/0I"
    t.all_pass().eats(ADA, "hollow")
    assert t.state(ADA) == "5D/5C/0I"


@pytest.mark.rule("BLI-160", "BLI-R43")
@pytest.mark.parametrize(("ada", "sees"), [("4D 5C", 0), ("4D 4C", 1)])
def test_whoever_is_blighted_by_paying_is_shown_nothing(ada: str, sees: int) -> None:
    gain = 'effects = [{ op = "gain", deck = "ration", n = 2 }]'
    assert gain in engine.house_pack
    look = 'effects = [{ op = "peek_event", n = 2 }]'
    pack = engine.read_pack(engine.house_pack.replace(gain, look, 1))
    t = Day("general_store", ada, "5I", "5I", pack=pack)

    t.buys(ADA, 0, rob=True)

    assert len(t.said(CardsPeeked)) == 1
    assert len(t.said(CardsSeen)) == len(t.view(ADA).me.notes) == sees  # type: ignore[union-attr]


@pytest.mark.rule("BLI-147", "BLI-148", "BLI-149", "BLI-150", "BLI-151", "BLI-060", "BLI-R40")
def test_50_shop_closing() -> None:
    t = Day("general_store", *FOUR)
    t.passes(ADA).buys(BO, 1, "hardtack").settled().passes(COLE, JUNE)
    t.buys(ADA, 1, "hardtack").settled().passes(BO, COLE, JUNE)
    assert t.waiting == (ADA,)

    t.passes(ADA)

    assert t.phase is Phase.MEAL


@pytest.mark.rule("BLI-183", "BLI-184", "BLI-R39", "BLI-061")
def test_37_shop_damage_and_corruption_on_the_blighted() -> None:
    t = Day("hired_knife", "revolver 4I", "5I", "6D 4C")
    t.buys(ADA, 0, "revolver", target=COLE)
    assert t.owes(COLE) == (0, 1)
    t.settled()
    assert t.state(COLE) == "7D/3C/0I"

    u = Day("undertaker", "5I", "rope*2 3I", "7D 3C")
    u.passes(ADA).buys(BO, 1, "rope", "rope", target=COLE).settled()
    assert u.state(COLE) == "7D/3C/0I"

    v = Day("hired_knife", "revolver 4I", "5I", "9D 1C")
    v.buys(ADA, 0, "revolver", target=COLE)
    assert v.life(COLE) is Life.DEAD


@pytest.mark.rule("BLI-154")
def test_an_ailment_may_be_the_cost() -> None:
    t = Day("undertaker", "5I", "5I")

    t.buys(ADA, 0, ailment=True, dice=[1, 3]).settled()

    assert t.state(ADA) == "0D/1C/7I"


@pytest.mark.rule("BLI-193", "BLI-197", "BLI-R61", "BLI-R60", "BLI-194")
def test_53_a_trade_for_food_at_meal_time() -> None:
    t = Day("general_store", "bowie_knife revolver", "2I", "5I", "5I").all_pass()

    t.offers(ADA, BO, "bowie_knife", want=1, claim=["lever_action"])
    assert "bowie_knife" not in repr(t.view(BO))
    t.accepts(BO, ADA, "hardtack")

    assert t.holds(BO, "bowie_knife") == 1
    assert (t.said(Traded)[0].gave, t.said(Traded)[0].got) == (1, 1)
    assert "bowie" not in repr([e for e in t.events if e.told_to(JUNE)])
    t.eats(ADA, "hardtack")
    assert t.state(ADA).startswith("0D/0C")
    assert t.no(TradeOffer(ADA, BO, (1,), 0)) == "TRADE_CLOSED"
    assert t.no(TradeOffer(BO, ADA, (1,), 0)) == "TRADE_CLOSED"


@pytest.mark.rule("BLI-195", "BLI-196", "BLI-R45")
def test_54_what_cannot_be_traded() -> None:
    t = Day("dust_devil", "1D 1C revolver 2I", "5I", trophies=(("hellhound",), ()))
    t.bet(ADA, "revolver")

    assert t.no(TradeOffer(ADA, BO, (0,))) == "NOT_AN_ITEM"
    assert t.no(TradeOffer(ADA, BO, (1,))) == "NOT_AN_ITEM"
    assert t.no(TradeOffer(ADA, BO, (2,))) == "EMPTY_SLOT"
    assert t.no(TradeOffer(ADA, BO)) == "EMPTY_TRADE"
    assert t.no(TradeOffer(ADA, ADA, (3,))) == "TARGET_INVALID"


@pytest.mark.rule("BLI-054", "BLI-R62", "BLI-194")
def test_55_a_gift_revives() -> None:
    t = Day("dust_devil", "hardtack 4I", "5I", "6D 3C violent", "5I")
    t.offers(ADA, COLE, "hardtack")

    t.accepts(COLE, ADA, drop=["violent"])

    assert t.state(COLE) == "6D/3C/1I"
    assert t.life(COLE) is Life.ALIVE
    assert t.holds(COLE, "violent") == 0
    assert (t.said(Traded)[0].gave, t.said(Traded)[0].got) == (1, 0)


@pytest.mark.rule("BLI-R61")
def test_what_does_not_fit_after_a_trade_is_dropped_newest_first() -> None:
    t = Day("dust_devil", "revolver*2 3I", "10I")
    t.offers(ADA, BO, "revolver", "revolver")

    t.accepts(BO, ADA, drop=["hardtack"])

    assert t.state(BO) == "0D/0C/10I"
    assert (t.holds(BO, "revolver"), t.holds(BO, "hardtack")) == (1, 9)


@pytest.mark.rule("BLI-039", "BLI-R61")
def test_whoever_offers_says_what_goes_first_if_the_hand_is_too_full() -> None:
    t = Day("dust_devil", "tinned_beans 9I", "revolver*2 3I")
    give, drop = t.slots(ADA, ["hardtack"]), t.slots(ADA, ["tinned_beans"])
    t.do(TradeOffer(ADA, BO, give, 2, drop=drop))
    assert "tinned" not in repr((t.view(BO), t.view(ADA).trades))

    t.accepts(BO, ADA, "revolver", "revolver")

    assert t.state(ADA) == "0D/0C/10I"
    assert (t.holds(ADA, "revolver"), t.holds(ADA, "tinned_beans")) == (2, 0)


@pytest.mark.rule("BLI-R60")
def test_offers_close_and_are_limited() -> None:
    t = Day("dust_devil", "5I", "5I", "5I")
    for _ in range(3):
        t.offers(ADA, BO, "hardtack").do(TradeDecline(BO, ADA))
    assert t.no(TradeOffer(ADA, BO, (0,))) == "TRADE_LIMIT"
    t.offers(ADA, COLE, "hardtack").do(TradeCancel(ADA, COLE))
    assert t.no(TradeCancel(ADA, COLE)) == "OFFER_LAPSED"
    t.passes(ADA)
    for _ in range(OFFERS_A_DAY - 4):
        t.offers(ADA, BO, "hardtack").do(TradeDecline(BO, ADA))
    assert t.no(TradeOffer(ADA, COLE, (0,))) == "TRADE_LIMIT"


@pytest.mark.rule("BLI-R60")
def test_offers_lapse_when_the_bets_are_final() -> None:
    t = Day("dust_devil", "5I", "5I")
    t.offers(ADA, BO, "hardtack")

    t.all_pass()

    assert t.view(None).trades == ()
    assert t.no(TradeAccept(BO, ADA)) == "OFFER_LAPSED"
    assert t.no(TradeOffer(ADA, BO, (0,))) == "TRADE_CLOSED"


@pytest.mark.rule("BLI-R24")
def test_anything_may_be_said_a_few_times_a_day() -> None:
    t = Day("dust_devil", "5I", "5I")
    for n in range(WORDS_A_DAY):
        t.do(Say(BO, f"I have {n} guns"))

    assert len(t.said(Spoken)) == WORDS_A_DAY
    assert t.no(Say(BO, "and more")) == "TOO_MANY"


@pytest.mark.rule("BLI-070")
def test_what_is_for_another_time_is_refused() -> None:
    t = Day("general_store", "5I", "5I")

    assert t.no(Vote(ADA, BO)) == "WRONG_PHASE"
    assert t.no(ChooseTarget(ADA, BO)) == "WRONG_PHASE"
    assert t.no(Divide(ADA, ())) == "WRONG_PHASE"
    assert t.no(PassTurn(BO)) == "NOT_YOUR_TURN"
