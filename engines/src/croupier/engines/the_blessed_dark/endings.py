"""How casts, turns and the game end."""

from typing import ClassVar, TypeAlias

from croupier.engines.kernel.agenda import Command, Step
from croupier.engines.kernel.change import Change
from croupier.engines.kernel.rng import Rng
from croupier.engines.kernel.values import Seat, replace
from croupier.engines.the_blessed_dark import grimoires, verbs
from croupier.engines.the_blessed_dark.commands import PlaceLastCard
from croupier.engines.the_blessed_dark.decisions import FromSituation
from croupier.engines.the_blessed_dark.table import Decision, EndReason, Phase, Table

AnyTable: TypeAlias = Table[Step]


class Dispose(Step, frozen=True):
    """BLE-120 (3), BLE-R33. The card that was cast, after its last effect."""

    caster: Seat
    card: str

    def do(self, table: AnyTable, answer: None, rng: Rng) -> Change[AnyTable]:
        """BLE-154. By its icon, cast for free or not."""
        return grimoires.dispose(table, self.caster, self.card)


class OfferLastCard(FromSituation, Decision, frozen=True):
    """BLE-171, BLE-R37. The drawer alone decides; then the game is over."""

    takes: ClassVar[tuple[type[Command], ...]] = (PlaceLastCard,)
    phase: ClassVar[Phase] = Phase.LAST_CARD

    def do(self, table: AnyTable, answer: PlaceLastCard, rng: Rng) -> Change[AnyTable]:
        """BLE-172. Nothing else is done."""
        settle = verbs.place_last_card if answer.place else verbs.keep_last_card
        return settle(table, self.seat).then(verbs.end_game, EndReason.DECK)


def draw(table: AnyTable, seat: Seat) -> Change[AnyTable]:
    """BLE-043, BLE-174. Draw a card; the last one ends the game, whatever made it drawn."""
    change = verbs.draw_card(table, seat)
    return change.then(end_if_last, seat)


def end_if_last(table: AnyTable, seat: Seat) -> Change[AnyTable]:
    """BLE-170, BLE-R38. What is left to do is dropped, but a card that was cast is disposed of."""
    if not table.last_card.count:
        return Change(table)
    left = tuple(step for step in table.agenda if isinstance(step, Dispose))
    return Change(replace(table, agenda=(*left, OfferLastCard(seat))))
