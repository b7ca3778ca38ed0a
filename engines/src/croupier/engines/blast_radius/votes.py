"""BLA-R49. The sealed votes on a joke: each seat knows its own until all are in."""

from croupier.engines.kernel.agenda import Step
from croupier.engines.kernel.secret import HIDDEN, Secret
from croupier.engines.kernel.values import Value, Viewer


class Votes(Value, frozen=True):
    """One place a seat; None has not voted (the teller never does)."""

    cast: tuple[Secret[bool] | None, ...]

    @property
    def count(self) -> int:
        """How many votes are in."""
        return sum(vote is not None for vote in self.cast)


def own_vote(step: Step | None, viewer: Viewer) -> bool | None:
    """How this viewer voted, while the vote is open."""
    votes = getattr(step, "votes", None)
    if viewer is None or not isinstance(votes, Votes):
        return None
    mine = votes.cast[viewer]
    told = HIDDEN if mine is None else mine.seen_by(viewer)
    return None if told is HIDDEN else told
