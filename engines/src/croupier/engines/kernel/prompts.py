"""Numbers for prompts: `<seat>.<n>` names one decision of one seat, and only that seat sees n.

n belongs to the seat: it grows after a commit that left the seat with another question, or
in which the seat itself answered, and for each invitation that is new. What other seats do in
secret leaves it alone, so answering at the same time can be retried.
"""

from croupier.engines.kernel.agenda import Prompt
from croupier.engines.kernel.values import Value


class PromptNumbers(Value, frozen=True):
    """One seat's counter and the numbers of what it is asked now."""

    last: int = 0
    question: int | None = None
    invitations: tuple[int, ...] = ()


class Asked(Value, frozen=True):
    """What one seat is asked: at most one question, any number of invitations."""

    question: Prompt | None = None
    invitations: tuple[Prompt, ...] = ()


NOTHING_ASKED = Asked()


def renumbered(
    before: Asked, after: Asked, numbers: PromptNumbers, answered: bool
) -> PromptNumbers:
    """The numbers after a commit; `answered` is whether this seat's own command made it."""
    last, question = numbers.last, numbers.question
    if after.question is None:
        question = None
    elif answered or before.question != after.question:
        last += 1
        question = last
    kept = list(zip(before.invitations, numbers.invitations, strict=True))
    invitations = []
    for invitation in after.invitations:
        old = next((pair for pair in kept if pair[0] == invitation), None)
        if old is None:
            last += 1
            invitations.append(last)
        else:
            kept.remove(old)
            invitations.append(old[1])
    return PromptNumbers(last, question, tuple(invitations))


def numbered(asked: Asked, numbers: PromptNumbers) -> tuple[tuple[int, Prompt], ...]:
    """Every open prompt of a seat with its n, the question first."""
    mine = () if asked.question is None else ((numbers.question or 0, asked.question),)
    return mine + tuple(zip(numbers.invitations, asked.invitations, strict=True))
