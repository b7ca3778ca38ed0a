"""Paying what is owed: the same prompt for whoever the record names, with a choice or without."""

from typing import ClassVar

from croupier.engines.blight_of_blackridge import body as bodies
from croupier.engines.blight_of_blackridge import verbs
from croupier.engines.blight_of_blackridge.asking import Asking
from croupier.engines.blight_of_blackridge.commands import Settle
from croupier.engines.blight_of_blackridge.events import AnswerSealed, SettlementClosed
from croupier.engines.blight_of_blackridge.table import AnyTable, Phase
from croupier.engines.kernel.agenda import Command, Step
from croupier.engines.kernel.change import Change, Event
from croupier.engines.kernel.rng import Rng
from croupier.engines.kernel.secret import Secret, known_to
from croupier.engines.kernel.values import Seat, put, replace


def settled(table: AnyTable, answer: Settle) -> AnyTable:
    """BLI-R05, BLI-R06. Exactly what is owed leaves the hand, face down; the rest fits again."""
    seat = answer.seat
    table, cards = verbs.give_up(table, seat, (*answer.items, *answer.corruption))
    after = replace(table.body(seat), owed_items=0, owed_corruption=0, reviving=False)
    table = verbs.discard(table, cards)
    return table.with_body(seat, bodies.tidied(after))


def paid(table: AnyTable, answer: Settle) -> tuple[AnyTable, bool]:
    """BLI-R72. The table after an answer, and whether the window is still open for this seat.

    The first answer pays; with windows of a fixed length, the second waits no longer.
    """
    seat = answer.seat
    if not table.options.settle_seconds:
        return settled(table, answer), False
    body = table.body(seat)
    if body.settled:
        closed = replace(body, settled=False, windows=body.windows + 1)
        return table.with_body(seat, closed), False
    table = settled(table, answer)
    return table.with_body(seat, replace(table.body(seat), settled=True)), True


class SettleTouched(Step, frozen=True):
    """BLI-R05. After a use, a play or an incident's step: whoever the record names."""

    def do(self, table: AnyTable, answer: None, rng: Rng) -> Change[AnyTable]:
        """Open the settlement, if any hand was named."""
        seats = tuple([seat for seat in table.touched if not table.dead[seat]])
        table = replace(table, touched=())
        return Change(table.next_first(settlement(seats)) if seats else table)


class SettleAll(Step, frozen=True):
    """BLI-R01, R12. After a reveal all seats that are not dead settle."""

    def do(self, table: AnyTable, answer: None, rng: Rng) -> Change[AnyTable]:
        """Open the settlement; where all have died there is none."""
        table, seats = replace(table, touched=()), table.standing
        return Change(table.next_first(settlement(seats)) if seats else table)


class Settling(Asking, frozen=True):
    """BLI-R05. Who has settled is published only when the last seat has."""

    takes: ClassVar[tuple[type[Command], ...]] = (Settle,)
    phase: ClassVar[Phase] = Phase.SETTLE
    seats: tuple[Seat, ...]
    done: tuple[Secret[bool], ...]

    def waits(self, table: AnyTable) -> tuple[Seat, ...]:
        """Those who have not answered."""
        return tuple(
            [
                seat
                for seat, done in zip(self.seats, self.done, strict=True)
                if not done.peek() and not table.dead[seat]
            ]
        )

    def do(self, table: AnyTable, answer: Settle, rng: Rng) -> Change[AnyTable]:
        """One seat pays."""
        seat = answer.seat
        table, open_ = paid(table, answer)
        sealed = AnswerSealed(seat=seat, phase=Phase.SETTLE, audience=(seat,))
        told: tuple[Event, ...] = (sealed,)
        if open_:
            return Change(table.next_first(self), told)
        done = put(self.done, self.seats.index(seat), known_to(seat, held=True))
        later = replace(self, done=done)
        if later.waits(table):
            return Change(table.next_first(later), told)
        return Change(table, (*told, SettlementClosed(seats=self.seats)))


def settlement(seats: tuple[Seat, ...]) -> Settling:
    """A settlement of these seats, by number."""
    ordered = tuple(sorted(seats))
    return Settling(ordered, tuple([known_to(seat, held=False) for seat in ordered]))
