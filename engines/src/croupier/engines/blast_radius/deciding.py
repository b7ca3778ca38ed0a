"""The steps in which somebody decides: prompt, answers and judge all read the seat's scene."""

from collections.abc import Iterator

from croupier.engines.blast_radius import asking, choices, legality, scene
from croupier.engines.blast_radius.choices import Answer
from croupier.engines.blast_radius.commands import Said
from croupier.engines.blast_radius.table import AnyTable, Decision
from croupier.engines.kernel.agenda import Prompt
from croupier.engines.kernel.values import Seat


class Decides(Decision, frozen=True):
    """A decision of the seats it names as `asked`."""

    def limit_ms(self, table: AnyTable) -> int | None:
        """How long they have; None is for ever."""
        return None

    def ask(self, table: AnyTable) -> tuple[Prompt, ...]:
        """One question to each of them."""
        limit = self.limit_ms(table)
        return tuple(
            [asking.prompt(scene.of_table(table, seat), limit) for seat in self.asked(table)]
        )

    def answers(self, table: AnyTable, seat: Seat) -> Iterator[Answer]:
        """Every legal command, from the prompt."""
        here = scene.of_table(table, seat)
        return choices.legal(here, asking.prompt(here, self.limit_ms(table)))

    def accepts(self, table: AnyTable, command: Said) -> bool:
        """Whether the ladder finds no reason against it."""
        return legality.why_not(scene.of_table(table, command.seat), command) is None
