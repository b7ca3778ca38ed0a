"""How a decision asks: each seat's prompt is made of that seat's own view and nothing else."""

from croupier.engines.blight_of_blackridge.offers import question
from croupier.engines.blight_of_blackridge.table import AnyTable, Decision
from croupier.engines.blight_of_blackridge.view import project
from croupier.engines.kernel.agenda import Prompt


class Asking(Decision, frozen=True):
    """A decision at the head of the agenda."""

    def ask(self, table: AnyTable) -> tuple[Prompt, ...]:
        """The question of every seat that it waits for."""
        return tuple([question(project(table, seat)) for seat in self.waits(table)])
