"""Paired worlds: what is hidden differs, and a viewer is told and shown the same."""

from typing import Any

import msgspec
import pytest

from croupier.engines.blight_of_blackridge import engine
from croupier.engines.blight_of_blackridge.body import Life
from croupier.engines.blight_of_blackridge.commands import EatMeal, Said, Settle, TradeOffer
from croupier.engines.blight_of_blackridge.events import HandChanged, ItemsTaken, SettlementClosed
from croupier.engines.blight_of_blackridge.table import Phase, Pile
from croupier.engines.kernel.secret import known_to_nobody
from croupier.engines.kernel.values import Viewer, put, replace
from tests.engines.blight_of_blackridge.dsl import ADA, BO, COLE, JUNE, Day
from tests.engines.kernel.walk import encode, told


def seen(t: Day, viewer: Viewer) -> bytes:
    """Everything of a table that a viewer can ask for."""
    prompts: list[Any] = []
    legal: list[Any] = []
    if viewer is not None:
        prompts += [p for p in engine.questions(t.table) if p.seat == viewer]
        prompts += engine.invitations(t.table, viewer)
        legal += engine.legal(t.table, viewer)
    return encode([t.view(viewer), prompts]) + msgspec.msgpack.encode(legal)


def news(t: Day, since: int, viewer: Viewer) -> tuple[bytes, ...]:
    """What a viewer was told since then, how much and what."""
    return told(t.events[since:], viewer)


class Worlds:
    """Two tables that a viewer cannot tell apart."""

    def __init__(self, one: Day, two: Day, *viewers: Viewer) -> None:
        self.one, self.two, self.viewers = one, two, viewers
        self.same()

    def same(self, since: tuple[int, int] = (0, 0)) -> None:
        """Views, prompts, legal lists and news are byte-equal."""
        for viewer in self.viewers:
            assert seen(self.one, viewer) == seen(self.two, viewer)
            assert news(self.one, since[0], viewer) == news(self.two, since[1], viewer)

    def do(self, one: Said, two: Said | None = None, *dice: int) -> None:
        """A command in each world, with the same public dice."""
        before = len(self.one.events), len(self.two.events)
        self.one.do(one, *dice)
        self.two.do(one if two is None else two, *dice)
        self.same(before)

    def settled(self) -> None:
        """All settle in both worlds, each in its own way."""
        while self.one.phase is Phase.SETTLE:
            prompt = engine.questions(self.one.table)[0]
            other = next(p for p in engine.questions(self.two.table) if p.seat == prompt.seat)
            self.do(self.one.house(prompt), self.two.house(other))


@pytest.mark.rule("BLI-055", "BLI-056", "BLI-057", "BLI-R53", "BLI-R05", "BLI-173")
@pytest.mark.parametrize("cole", ["5I", "4D 1C 3I", "9D 1C"])
def test_71_hand_contents_and_life(cole: str) -> None:
    hands = ("revolver 4I", "5I")
    one = Day("dust_devil", *hands, "4D 6C", "5I")
    two = Day("dust_devil", *hands, cole, "5I")
    both = Worlds(one, two, ADA, BO, JUNE, None)
    for seat in (ADA, BO, COLE, JUNE):
        both.do(one.house(one.asked_any(seat)), two.house(two.asked_any(seat)))
    both.settled()
    assert one.phase is Phase.MEAL
    for seat in (ADA, BO, JUNE, COLE):  # whoever draws later draws from what is left
        both.do(one.house(one.asked_any(seat)), two.house(two.asked_any(seat)), 6)
        if seat != COLE or "9D" not in cole:  # a death is told at the end of the Meal
            both.do(one.house(one.asked_any(seat)), two.house(two.asked_any(seat)))
    assert one.life(COLE) is Life.BLIGHTED


@pytest.mark.rule("BLI-R05", "BLI-R04")
def test_72_a_settlement() -> None:
    one = Day("dust_devil", "5I", "3D 2C 5I", "5I")
    two = Day("dust_devil", "5I", "3D 2C 2I", "5I")
    both = Worlds(one, two, ADA, COLE, None)
    for seat in (ADA, BO, COLE):
        both.do(one.house(one.asked_any(seat)))
    assert (one.owes(BO), two.owes(BO)) == ((1, 0), (0, 0))

    before = len(one.events)
    both.do(Settle(BO, one.slots(BO, ["hardtack"])), Settle(BO))
    assert not any(event.told_to(ADA) for event in one.events[before:])
    both.settled()

    told_of = [e for e in one.events if e.told_to(ADA) and isinstance(e, SettlementClosed)]
    assert len(told_of) == 1


@pytest.mark.rule("BLI-057", "BLI-R62")
def test_73_errors_and_legal_commands() -> None:
    one = Day("hired_knife", "rope 4I", "5I", "1D")
    two = Day("hired_knife", "rope 4I", "5I", "revolver*3")
    both = Worlds(one, two, ADA, BO, None)
    assert one.no(TradeOffer(ADA, COLE)) == two.no(TradeOffer(ADA, COLE)) == "EMPTY_TRADE"

    both.do(TradeOffer(ADA, COLE, one.slots(ADA, ["hardtack"]), 1))

    before = len(one.events), len(two.events)
    for t in (one, two):
        t.buys(ADA, 1, "rope", target=COLE)
    stolen = [e for e in one.events if isinstance(e, ItemsTaken)]
    assert [(e.seat, e.target, e.n) for e in stolen] == [(ADA, COLE, 1)]
    for viewer in (BO, None):
        assert news(one, before[0], viewer) == news(two, before[1], viewer)
        assert seen(one, viewer) == seen(two, viewer)
    own = [e for e in two.events if isinstance(e, HandChanged) and e.seat == ADA]
    assert own[-1].gained == ("revolver",)


@pytest.mark.rule("BLI-R53", "BLI-032", "BLI-034")
def test_74_decks() -> None:
    worlds = []
    for left in ((), ("salt_pork", "salt_pork")):
        t = Day("general_store", "5I", "5I", "5I").all_pass()
        pile = Pile(left, ("tinned_beans", "tinned_beans", "tinned_beans"))
        t.table = replace(t.table, piles=put(t.table.piles, 0, known_to_nobody(pile)))
        worlds.append(t)
    one, two = worlds
    both = Worlds(one, two, ADA, COLE, None)

    slot = one.slots(BO, ["hardtack"])[0]
    both.do(EatMeal(BO, slot), EatMeal(BO, slot), 1)
    both.do(Settle(BO))
    assert "shuffle/ration" in one.rng.streams
    assert one.rng.streams.count("shuffle/ration") > two.rng.streams.count("shuffle/ration")

    public = [t.rng.drawn.get("public_dice", 0) for t in (one, two)]
    assert public[0] == public[1]


@pytest.mark.rule("BLI-R42", "BLI-160", "BLI-057")
def test_robbing_at_the_brink_looks_the_same_to_others() -> None:
    one = Day("card_sharp", "4D 4C", "5I", "5I")
    two = Day("card_sharp", "4D 1C 1I", "5I", "5I")
    both = Worlds(one, two, BO, COLE, None)
    before = len(one.events), len(two.events)

    for t in (one, two):
        t.buys(ADA, 1, rob=True, dice=[5])

    both.same(before)
    assert one.life(ADA) is not two.life(ADA)


@pytest.mark.rule("BLI-058", "BLI-R02")
def test_a_card_face_down_is_hidden_whatever_it_is() -> None:
    one = Day("dust_devil", "lever_action 4I", "5I")
    two = Day("dust_devil", "salt_pork 4I", "5I")
    both = Worlds(one, two, BO, None)
    before = len(one.events), len(two.events)

    one.bet(ADA, "lever_action")
    two.bet(ADA, "salt_pork")

    both.same(before)
