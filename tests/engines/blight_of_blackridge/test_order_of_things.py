"""In which order things happen, to whom, and where they do not happen at all."""

import pytest

from croupier.engines.blight_of_blackridge import engine
from croupier.engines.blight_of_blackridge.bet_events import OutcomeDecided
from croupier.engines.blight_of_blackridge.body import Life
from croupier.engines.blight_of_blackridge.commands import OfferUse, PlayFaceUp
from croupier.engines.blight_of_blackridge.events import (
    DieRolled,
    GameEnded,
    ItemsLost,
    MealDone,
    SeatDied,
)
from croupier.engines.blight_of_blackridge.incident_events import PotAwarded
from croupier.engines.blight_of_blackridge.ops import Deck
from croupier.engines.blight_of_blackridge.prompts import DividePrompt, ShopPrompt, TargetPrompt
from croupier.engines.blight_of_blackridge.table import Phase
from tests.engines.blight_of_blackridge.dsl import ADA, BO, COLE, JUNE, PACK_DECKS, Day


@pytest.mark.rule("BLI-R01", "BLI-119")
def test_damage_is_rolled_in_turn_order_from_the_leader() -> None:
    t = Day("dust_devil", "throwing_knife 4I", "5I", "throwing_knife 4I", leader=COLE)
    t.bet(COLE, "throwing_knife").bet(ADA, "throwing_knife")

    t.all_pass(6, 1, 1)

    totals = {t.table.bet(n).members: total for n, total in _bets(t)}
    assert totals == {(COLE,): 3, (ADA,): 1}


def _bets(t: Day) -> list[tuple[int, int]]:
    outcome = t.said(OutcomeDecided)[0].outcome
    return list(zip([bet.id for bet in t.table.bets], outcome.totals, strict=True))


@pytest.mark.rule("BLI-R37", "BLI-119")
def test_on_a_count_wager_no_damage_is_rolled() -> None:
    t = Day("hellhound", "throwing_knife rope 3I", "5I")
    t.bet(ADA, second=["throwing_knife", "rope"])

    t.all_pass()

    assert t.said(DieRolled) == []


@pytest.mark.rule("BLI-R01", "BLI-R38", "BLI-125")
def test_shots_are_fired_in_turn_order_from_the_leader() -> None:
    guns = "coach_gun 4I"
    t = Day("dust_devil", guns, "5I", guns, leader=COLE)
    t.propose(COLE, [ADA], "coach_gun", order=[COLE, ADA], trophy=COLE)
    t.agrees(ADA, "coach_gun")

    t.all_pass(1)

    assert t.asked(COLE, TargetPrompt).targets == (ADA, BO)
    t.targets(COLE, BO)
    assert t.waiting == (ADA,)


@pytest.mark.rule("BLI-R15", "BLI-R26")
def test_where_all_who_were_to_share_are_dead_somebody_divides() -> None:
    t = Day("dust_devil", "9D dynamite", "lever_action 4I", "revolver 4I", "5I")
    t.propose(ADA, [BO, COLE], "dynamite", order=[ADA], trophy=ADA)
    t.agrees(BO, "lever_action").agrees(COLE, "revolver")

    t.all_pass(5)

    assert t.life(ADA) is Life.DEAD
    assert t.phase is Phase.DIVIDE
    assert t.waiting == (BO,)
    t.divides(BO, [BO, COLE], COLE)
    assert t.table.trophies == ((), (), ("dust_devil",), ())


@pytest.mark.rule("BLI-R23", "BLI-R36")
def test_what_was_played_at_a_bet_stays_when_it_is_merged() -> None:
    t = Day("dust_devil", "lever_action 4I", "rope 4I", "revolver 4I")
    t.bet(ADA, "lever_action")
    [alone] = t.table.bets
    t.play(BO, "rope", bet=alone.id).passes(BO)

    t.propose(COLE, [ADA], "revolver", order=[ADA, COLE], trophy=ADA)
    t.agrees(ADA)

    [joint] = t.table.bets
    assert (joint.members, joint.modifier) == ((ADA, COLE), -1)


@pytest.mark.rule("BLI-R36", "BLI-110")
def test_a_card_for_creatures_is_not_played_in_a_shop() -> None:
    t = Day("general_store", "bait_meat lasso 3I", "5I")

    assert [one.slot for one in t.asked(ADA, ShopPrompt).face_up if not one.sideways] == [1]
    assert t.no(PlayFaceUp(ADA, 0)) == "WRONG_EVENT_TYPE"


@pytest.mark.rule("BLI-169", "BLI-024", "BLI-025", "BLI-026", "BLI-027")
@pytest.mark.parametrize(
    ("roll", "deck"), [(2, Deck.RATION), (3, Deck.TOOL), (5, Deck.WEAPON), (6, Deck.WEAPON)]
)
def test_a_meal_draws_from_the_deck_that_its_roll_names(roll: int, deck: Deck) -> None:
    t = Day("general_store", "hardtack", "5I").all_pass()

    t.eats(ADA, "hardtack", roll)

    [drawn] = [card for card in t.table.body(ADA).slots if card]
    assert PACK_DECKS[drawn] == deck.value


@pytest.mark.rule("BLI-R59", "BLI-R53")
def test_whoever_dies_of_the_own_ration_is_dead_for_all_when_the_meal_ends() -> None:
    poison = '{ op = "take", ailment = "damage", n = 1 }'
    text = engine.house_pack.replace('on_eat = [{ op = "cleanse", n = 1 }]', f"on_eat = [{poison}]")
    t = Day("general_store", "9D bitter_tea", "5I", "5I", pack=engine.read_pack(text)).all_pass()

    t.eats(ADA, "bitter_tea")

    assert t.life(ADA) is Life.DEAD
    assert t.said(SeatDied) == []
    assert not t.view(BO).seats[ADA].dead
    t.settles(ADA).meal()
    assert [event.seat for event in t.said(SeatDied)] == [ADA]
    assert t.events.index(t.said(SeatDied)[0]) > t.events.index(t.said(MealDone)[-1])


@pytest.mark.rule("BLI-R60")
def test_an_offer_lapses_with_the_meal_of_a_party_and_not_of_a_third() -> None:
    t = Day("general_store", "5I", "5I", "5I").all_pass()
    t.offers(ADA, BO, "hardtack", want=1)

    t.eats(COLE, "hardtack")
    assert len(t.view(None).trades) == 1

    t.eats(BO, "hardtack")
    assert t.view(None).trades == ()


@pytest.mark.rule("BLI-R60", "BLI-R40")
def test_an_offer_lapses_when_an_option_of_the_shop_is_used() -> None:
    t = Day("general_store", "revolver 4I", "5I", "5I")
    t.offers(BO, COLE, "hardtack", want=1)

    t.buys(ADA, 0, "revolver")

    assert t.view(None).trades == ()


@pytest.mark.rule("BLI-R40", "BLI-151")
def test_whoever_passed_may_take_an_offer_after_somebody_has() -> None:
    t = Day("revival_tent", "5I", "5I", "5I")
    t.passes(ADA, BO)
    for seat in (COLE, ADA):
        t.do(OfferUse(seat, t.slots(seat, ["hardtack"]))).settled()

    t.passes(BO, COLE)

    assert t.waiting == (ADA,)
    t.passes(ADA)
    assert t.phase is Phase.MEAL


@pytest.mark.rule("BLI-R68", "BLI-R26", "BLI-028")
def test_a_random_item_of_a_reward_is_rolled_before_it_is_divided() -> None:
    t = Day("ember_coyote", "lever_action 4I", "revolver 4I")
    t.propose(ADA, [BO], "lever_action").agrees(BO, "revolver")

    t.all_pass(1, 6)

    assert t.asked(ADA, DividePrompt).units == ("ration", "weapon")
    t.divides(ADA, [BO, ADA], ADA)
    assert t.state() == "0D/0C/5I 0D/0C/5I"


@pytest.mark.rule("BLI-R36", "BLI-120")
def test_no_bet_is_worth_less_than_nothing() -> None:
    t = Day("gorge_beast", "5I", "rope 4I", "5I")
    t.bet(ADA, "hardtack")
    [bet] = t.table.bets

    t.play(BO, "rope", bet=bet.id).all_pass()

    assert t.said(OutcomeDecided)[0].outcome.totals == (0,)


@pytest.mark.rule("BLI-130", "BLI-R05", "BLI-R55")
def test_an_item_that_is_owed_cannot_be_stolen_and_nobody_owes_more_than_there_is() -> None:
    t = Day("mirage_mare", "bullwhip revolver 3I", "rope", "4D 6C", "1D")
    t.bet(ADA, "bullwhip", "revolver").all_pass(5)
    lost = [(event.seat, event.n) for event in t.said(ItemsLost)]
    assert lost == [(BO, 1), (COLE, 1), (JUNE, 1)]
    assert [t.owes(seat) for seat in (BO, COLE, JUNE)] == [(1, 0), (0, 0), (0, 0)]

    t.targets(ADA, BO).settled()

    assert t.holds(ADA, "rope") == 0
    assert t.state(BO, COLE, JUNE) == "0D/0C/0I 4D/6C/0I 1D/0C/0I"
    assert "rope" in t.discards(1)


@pytest.mark.rule("BLI-R55", "BLI-188", "BLI-R01", "BLI-R29")
def test_each_shot_is_a_step_of_its_own() -> None:
    t = Day("gorge_beast", "4D 5C coach_gun", "5D 4C revolver", "5D 4C 1I")
    t.bet(ADA, sideways=["coach_gun"]).bet(BO, "revolver").all_pass()
    assert t.life(ADA) is Life.BLIGHTED

    t.targets(ADA, COLE).targets(ADA, BO).settled()

    assert t.said(GameEnded)[0].winners == (BO,)


@pytest.mark.rule("BLI-R55", "BLI-188")
def test_each_use_of_a_shop_is_a_step_of_its_own() -> None:
    t = Day("general_store", "4D 5C", "4D 5C")

    t.buys(ADA, 0, rob=True).settled().buys(BO, 0, rob=True).settled().all_pass()

    assert t.said(GameEnded)[0].winners == (BO,)


@pytest.mark.rule("BLI-R04", "BLI-R13", "BLI-040")
def test_whoever_came_back_pays_with_corruption_until_the_settlement_and_then_no_more() -> None:
    won = (("gorge_beast", "hellhound"), ())
    t = Day("trading_post", "4D 6C", "5I", trophies=won)
    t.buys(ADA, 0, trophy="gorge_beast")
    assert t.owes(ADA) == (0, 1)
    t.settled().passes(BO)

    t.buys(ADA, 1, trophy="hellhound")

    assert t.owes(ADA) == (3, 0)


@pytest.mark.rule("BLI-R37", "BLI-135", "BLI-138")
def test_on_other_count_wagers_the_text_of_what_counts_works() -> None:
    eaten, won = 'on_eat = [{ op = "cleanse", n = 1 }]', 'on_win = [{ op = "return" }]'
    pack = engine.read_pack(engine.house_pack.replace(eaten, won))
    t = Day("bone_mule", "bitter_tea*2 tomahawk", "5I", pack=pack)

    t.bet(ADA, second=["bitter_tea", "bitter_tea", "tomahawk"]).all_pass()

    assert t.said(OutcomeDecided)[1].outcome.totals == (2,)
    assert (t.holds(ADA, "bitter_tea"), t.holds(ADA, "tomahawk")) == (2, 0)


@pytest.mark.rule("BLI-R60", "BLI-R36")
def test_an_offer_lapses_when_a_card_is_played_open() -> None:
    t = Day("gorge_beast", "tin_star 4I", "5I", "5I")
    t.offers(BO, COLE, "hardtack", want=1)

    t.play(ADA, "tin_star")

    assert t.view(None).trades == ()


@pytest.mark.rule("BLI-R61")
def test_after_a_swap_the_other_offers_of_both_lapse() -> None:
    t = Day("dust_devil", "5I", "5I", "5I", "5I")
    t.offers(ADA, BO, "hardtack").offers(COLE, ADA, "hardtack").offers(COLE, JUNE, want=1)

    t.accepts(BO, ADA)

    assert [(trade.by, trade.to) for trade in t.view(None).trades] == [(COLE, JUNE)]


@pytest.mark.rule("BLI-162")
def test_incidents_may_turn_the_other_way() -> None:
    text = engine.house_pack.replace('dir = "clockwise"', 'dir = "counterclockwise"')
    pack = engine.read_pack(text.replace('best = "high"', 'best = "low"'))
    t = Day("stampede", "rope 4I", "revolver 4I", "pickaxe 4I", pack=pack)
    t.gives(ADA, "rope").gives(BO, "revolver").gives(COLE, "pickaxe").settled()
    assert (t.holds(COLE, "rope"), t.holds(ADA, "revolver"), t.holds(BO, "pickaxe")) == (1, 1, 1)

    u = Day("poker_night", "rope 4I", "revolver 4I", pack=pack).gives(ADA, "rope")
    u.rng.rolls += [2, 5]
    u.gives(BO, "revolver")
    assert u.said(PotAwarded)[0].seat == ADA
