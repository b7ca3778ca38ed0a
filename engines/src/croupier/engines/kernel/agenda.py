"""What is left to do, as data: the table always knows its own next question.

The agenda holds the steps left, in order. The first one asks (a *question* to one or several
seats) or, when it asks nobody, is done at once. Beside the agenda a game may have *standing*
steps, derived from the table and never stored: what they ask are *invitations*, which a seat
may answer at any time (offers, answers to offers, withdrawals).
"""

from collections.abc import Callable, Iterator
from typing import Any, ClassVar, TypeAlias

from croupier.engines.kernel.change import Change
from croupier.engines.kernel.rng import Rng
from croupier.engines.kernel.shape import Form, Pick
from croupier.engines.kernel.values import RuleId, Seat, Tagged, replace

STEPS_MAX = 1_000  # no legal turn comes near; a loop here is a bug, not a long game


class Command(Tagged, frozen=True):
    """What a seat decides. Named with a rulebook verb. The seat is set by the service."""

    seat: Seat


class Prompt(Tagged, frozen=True, kw_only=True):
    """What one seat must answer (a question) or may send (an invitation).

    Games subclass it with what a frontend needs to offer the choice. It is as secret as a
    hand: only its own seat ever sees it.
    """

    seat: Seat
    rule: RuleId
    limit_ms: int | None = None  # how long the seat has; None is for ever
    reaction: bool = False  # an answer to what others did, not a decision of the own turn
    clock: str | None = None  # prompts of a seat that follow each other on one clock end together


Answer: TypeAlias = Command | Pick | Form


class Step(Tagged, frozen=True):
    """One paragraph of the rulebook: what it asks, which answers it takes, what it does."""

    takes: ClassVar[tuple[type[Command], ...]] = ()

    def ask(self, table: Any) -> tuple[Prompt, ...]:
        """The prompts this step opens now, at most one a seat. None: it is done at once."""
        return ()

    def answers(self, table: Any, seat: Seat) -> Iterator[Answer]:
        """Every legal answer of a seat that is asked: commands, or shapes where they are many."""
        return iter(())

    def accepts(self, table: Any, command: Any) -> bool:
        """The one judge of legality, without randomness. Games override it when they can be
        quicker than looking through `answers`."""
        return any(
            answer.covers(command) if isinstance(answer, Pick | Form) else answer == command
            for answer in self.answers(table, command.seat)
        )

    def do(self, table: Any, answer: Any, rng: Rng) -> Change[Any]:
        """Carry the step out: `answer` is an accepted command, or None if nobody was asked.

        The step has already left the agenda; a step that waits for more puts itself back
        with `next_first`. A standing step is in no agenda.
        """
        raise AssertionError(f"{type(self).__name__} has nothing to do")


Standing: TypeAlias = Callable[[Any], tuple[Step, ...]]


def nothing_stands(_: Any) -> tuple[Step, ...]:
    """For games without invitations."""
    return ()


def questions(table: Any) -> tuple[Prompt, ...]:
    """The open questions: none when the game is over, several when seats choose at once."""
    first = table.agenda[:1]
    return first[0].ask(table) if first else ()


def invitations(table: Any, seat: Seat, standing: Standing = nothing_stands) -> tuple[Prompt, ...]:
    """What this seat may send beside its question, in a stable order."""
    return tuple(p for step in standing(table) for p in step.ask(table) if p.seat == seat)


def taker(table: Any, command: Command, standing: Standing = nothing_stands) -> Step | None:
    """The step that asks this seat and accepts this command, or None: the rules say no."""
    steps: tuple[Step, ...] = (*table.agenda[:1], *standing(table))
    for step in steps:
        if (
            isinstance(command, step.takes)
            and _asks(step, table, command.seat)
            and step.accepts(table, command)
        ):
            return step
    return None


def legal(table: Any, seat: Seat, standing: Standing = nothing_stands) -> Iterator[Answer]:
    """Every legal command of a seat, lazily; large choices as shapes."""
    for step in (*table.agenda[:1], *standing(table)):
        if _asks(step, table, seat):
            yield from step.answers(table, seat)


def carry_out(table: Any, step: Step, command: Command, rng: Rng) -> Change[Any]:
    """Do what a step's `taker` accepted, then everything that needs no answer."""
    asking = table.agenda[:1]
    left = table.agenda[1:] if asking and asking[0] is step else table.agenda
    return settle(step.do(replace(table, agenda=left), command, rng), rng)


def settle(change: Change[Any], rng: Rng) -> Change[Any]:
    """Do every step that needs no answer, until one does or nothing is left."""
    for _ in range(STEPS_MAX):
        agenda = change.table.agenda
        if not agenda or questions(change.table):
            return change
        left = Change(replace(change.table, agenda=agenda[1:]), change.events)
        change = left.then(agenda[0].do, None, rng)
    raise AssertionError(f"agenda did not settle: {type(change.table.agenda[0]).__name__}")


def _asks(step: Step, table: Any, seat: Seat) -> bool:
    return any(prompt.seat == seat for prompt in step.ask(table))
