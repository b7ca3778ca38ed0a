"""BLI-147 to BLI-161. Shops: no competing; pay, spend a trophy or rob, and get the effect."""

from typing import ClassVar, assert_never

from croupier.engines.blight_of_blackridge import faceup, trading, turns, verbs
from croupier.engines.blight_of_blackridge.asking import Asking
from croupier.engines.blight_of_blackridge.body import Life
from croupier.engines.blight_of_blackridge.cards import Cost
from croupier.engines.blight_of_blackridge.commands import (
    PassTurn,
    Payment,
    PlayFaceUp,
    ShopUse,
)
from croupier.engines.blight_of_blackridge.effects import Context, Run
from croupier.engines.blight_of_blackridge.events import TurnPassed
from croupier.engines.blight_of_blackridge.incident_events import ShopUsed
from croupier.engines.blight_of_blackridge.ops import Ailment
from croupier.engines.blight_of_blackridge.settling import SettleTouched
from croupier.engines.blight_of_blackridge.stakes import Used
from croupier.engines.blight_of_blackridge.table import AnyTable, Phase, Question
from croupier.engines.blight_of_blackridge.verbs import Source
from croupier.engines.kernel.agenda import Command, Step
from croupier.engines.kernel.change import Change
from croupier.engines.kernel.rng import Rng
from croupier.engines.kernel.values import Seat, put, replace, without


class ShopTurn(Asking, frozen=True):
    """BLI-149, BLI-150, BLI-R40, BLI-R41. Face-up plays, then use one option or pass."""

    takes: ClassVar[tuple[type[Command], ...]] = (PassTurn, ShopUse, PlayFaceUp)
    phase: ClassVar[Phase] = Phase.SHOP
    trading: ClassVar[bool] = True
    seat: Seat

    def waits(self, table: AnyTable) -> tuple[Seat, ...]:
        """BLI-148. The seat with the marker."""
        return () if table.dead[self.seat] else (self.seat,)

    def shown(self, table: AnyTable) -> Question:
        """Whose turn it is."""
        return Question(seat=self.seat)

    def do(
        self, table: AnyTable, answer: PassTurn | ShopUse | PlayFaceUp | None, rng: Rng
    ) -> Change[AnyTable]:
        """One use or a pass ends the turn."""
        later = NextBuyer(self.seat)
        match answer:
            case None:
                return Change(table.next_first(later))
            case PassTurn():
                passed = turns.decline(table, self.seat).next_first(later)
                return Change(passed, (TurnPassed(seat=self.seat),))
            case PlayFaceUp():
                return faceup.play(table, answer, self, rng)
            case ShopUse():
                return use(table.next_first(SettleTouched(), later), answer, rng)
        assert_never(answer)


class NextBuyer(Step, frozen=True):
    """BLI-151. The shop closes once everyone passes in a row."""

    seat: Seat

    def do(self, table: AnyTable, answer: None, rng: Rng) -> Change[AnyTable]:
        """Else the next seat clockwise."""
        if turns.all_decline(table):
            return Change(table)
        after, seat = turns.after(table, self.seat)
        return Change(after.next_first(ShopTurn(seat)))


def use(table: AnyTable, said: ShopUse, rng: Rng) -> Change[AnyTable]:
    """BLI-152, BLI-R43. Payment first, then the effect; BLI-159: each option once a seat.

    BLI-160: whoever is not alive once the Cost is paid gets nothing, unless a trophy paid; the
    table is told the same, so that nobody learns of it.
    """
    seat, option = said.seat, table.now.options[said.option]
    assert option.cost is not None, "a shop's option costs something"
    table = replace(verbs.next_step(turns.reopen(trading.lapse(table))), touched=())
    table = replace(table, used=(*table.used, Used(seat, said.option)))
    change = pay(table, said, option.cost, rng)
    void = change.table.body(seat).life is not Life.ALIVE and said.payment is not Payment.TROPHY
    here = Context(seat, Source.SELF, said.target, void=void)
    return Change(change.table.next_first(Run(here, option.effects)), change.events)


def pay(table: AnyTable, said: ShopUse, cost: Cost, rng: Rng) -> Change[AnyTable]:
    """BLI-145, BLI-153, BLI-154, BLI-155, BLI-157.

    Items, an ailment, one trophy for the whole, or Corruption for items."""
    seat, cards = said.seat, tuple[str, ...]()
    match said.payment:
        case Payment.ITEMS:
            table, cards = verbs.give_up(table, seat, said.slots)
            table = verbs.discard(table, cards)
        case Payment.TROPHY:
            assert said.trophy is not None, "a trophy was named"
            left = put(table.trophies, seat, without(table.trophies[seat], said.trophy))
            pile = (*table.event_discard, said.trophy)  # BLI-156, BLI-R45
            table = replace(table, trophies=left, event_discard=pile)
        case Payment.ROB | Payment.AILMENT:
            pass
    shown = cards if table.options.shop_payment_public else ()
    told = ShopUsed(
        seat=seat,
        option=said.option,
        payment=said.payment,
        cards=shown,
        trophy=said.trophy,
        target=said.target,
    )
    change: Change[AnyTable] = Change(table, (told,))
    if said.payment is Payment.ROB and cost.items is not None:
        n, ailment = cost.items.n, Ailment.CORRUPTION
        change = change.then(verbs.ailments, seat, ailment, n, Source.SELF, None, rng)
    elif said.payment is Payment.AILMENT and cost.ailment is not None:
        n, ailment = cost.n, cost.ailment
        change = change.then(verbs.ailments, seat, ailment, n, Source.SELF, None, rng)
    return change
