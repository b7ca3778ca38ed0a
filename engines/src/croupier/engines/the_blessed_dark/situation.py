"""All that one seat knows when it decides: legality, prompts and refusals read only this.

It is made from the table to judge, or from the seat's own view to explain; the two are equal,
so no verdict and no reason can depend on what the seat does not see.
"""

from croupier.engines.kernel.agenda import Step
from croupier.engines.kernel.values import Seat, Value
from croupier.engines.the_blessed_dark.edition import Contents
from croupier.engines.the_blessed_dark.table import (
    Cards,
    Grimoire,
    Options,
    Phase,
    Ritual,
    Table,
)
from croupier.engines.the_blessed_dark.view import PendingView, View, pending_of, sealed_of


class Situation(Value, frozen=True):
    """The part of the table that decides what this seat may do."""

    seat: Seat
    contents: Contents
    options: Options
    phase: Phase
    active: Seat | None
    players: int
    hand: Cards
    sealed: bool
    pool: int
    blood: int
    grimoire: Grimoire
    dark_one: Seat | None
    ritual: Ritual | None
    pending: PendingView | None
    last_card: str | None

    @property
    def rolled(self) -> Ritual:
        """The ritual that is going on."""
        assert self.ritual is not None, "a ritual is going on"
        return self.ritual

    @property
    def has_bonus_power(self) -> bool:
        """BLE-150, BLE-157, BLE-R52. Control from an earlier ritual, summoned or stolen."""
        return self.dark_one == self.seat and not self.rolled.moved_dark_one


def of_table(table: Table[Step], seat: Seat) -> Situation:
    """What the rules know of a seat's situation."""
    sealed = sealed_of(table)
    last = table.last_card.peek() if seat in table.last_card.audience else ()
    return Situation(
        seat,
        table.pack.contents,
        table.options,
        table.phase,
        table.active,
        len(table.hands),
        table.hands[seat].peek(),
        bool(sealed) and sealed[seat].count > 0,
        table.pool,
        table.blood[seat],
        table.grimoires[seat],
        table.dark_one,
        table.ritual,
        pending_of(table, seat),
        last[0] if last else None,
    )


def of_view(view: View, seat: Seat) -> Situation:
    """What the seat itself can tell of its situation."""
    mine = view.seats[seat]
    return Situation(
        seat,
        view.pack.contents,
        view.options,
        view.phase,
        view.active,
        len(view.seats),
        view.hand,
        mine.sealed,
        view.pool,
        mine.blood,
        mine.grimoire,
        view.dark_one,
        view.ritual,
        view.pending,
        None if view.last_card is None else view.last_card.card,
    )
