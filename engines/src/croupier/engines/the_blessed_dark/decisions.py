"""How every decision asks and judges: from the situation of the seat that decides."""

from collections.abc import Iterator
from typing import TypeAlias

from croupier.engines.kernel.agenda import Answer, Prompt, Step
from croupier.engines.kernel.values import Seat
from croupier.engines.the_blessed_dark import choices, legality, offers, situation
from croupier.engines.the_blessed_dark.commands import Said
from croupier.engines.the_blessed_dark.table import Table

AnyTable: TypeAlias = Table[Step]


class FromSituation:
    """A step whose prompt, legal answers and judge read only what its seat sees."""

    __slots__ = ()
    seat: Seat

    def ask(self, table: AnyTable) -> tuple[Prompt, ...]:
        """The one question of the seat that decides."""
        return (offers.prompt(situation.of_table(table, self.seat)),)

    def answers(self, table: AnyTable, seat: Seat) -> Iterator[Answer]:
        """Every legal answer of that seat."""
        return legal(table, seat)

    def accepts(self, table: AnyTable, command: Said) -> bool:
        """Whether the ladder finds no reason against it."""
        return accepts(table, command)


def legal(table: AnyTable, seat: Seat) -> Iterator[Answer]:
    """Every legal answer of a seat that is asked."""
    here = situation.of_table(table, seat)
    return choices.legal(here, offers.prompt(here))


def accepts(table: AnyTable, command: Said) -> bool:
    """Whether the ladder finds no reason against a command."""
    return legality.why_not(situation.of_table(table, command.seat), command) is None
