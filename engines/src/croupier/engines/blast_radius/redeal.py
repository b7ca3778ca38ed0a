"""For the laws: everything a viewer cannot see, dealt again."""

from croupier.engines.blast_radius.jokes import JudgesJoke
from croupier.engines.blast_radius.opening import Introduce
from croupier.engines.blast_radius.survivors import HEIGHTS
from croupier.engines.blast_radius.table import AnyTable
from croupier.engines.blast_radius.votes import Votes
from croupier.engines.kernel.agenda import Step
from croupier.engines.kernel.rng import Rng, shuffled
from croupier.engines.kernel.secret import Counted, Secret, known_to, known_to_nobody
from croupier.engines.kernel.values import Seat, Viewer, replace

WHY = "a law's other deal"


def redeal(table: AnyTable, viewer: Viewer, rng: Rng) -> AnyTable:
    """Another table that this viewer cannot tell apart: other orders, votes and heights."""
    items = shuffled(table.deck.peek(), rng, "redeal", WHY)
    objectives = shuffled(table.objective_deck.peek(), rng, "redeal", WHY)
    return replace(
        table,
        deck=Counted(items, ()),
        objective_deck=Counted(objectives, ()),
        agenda=tuple(_again(step, viewer, rng) for step in table.agenda),
    )


def _again(step: Step, viewer: Viewer, rng: Rng) -> Step:
    match step:
        case Introduce(heights=heights):
            return Introduce(tuple(_height(each, rng) for each in heights))
        case JudgesJoke(votes=votes):
            cast = tuple(
                vote if seat == viewer else _vote(vote, Seat(seat), rng)
                for seat, vote in enumerate(votes.cast)
            )
            return replace(step, votes=Votes(cast))
        case _:
            return step


def _height(told: Secret[int | None] | None, rng: Rng) -> Secret[int | None] | None:
    if told is None:
        return None
    n = rng.below(len(HEIGHTS) + 1, "redeal", WHY)
    return known_to_nobody(HEIGHTS[n] if n < len(HEIGHTS) else None)


def _vote(vote: Secret[bool] | None, seat: Seat, rng: Rng) -> Secret[bool] | None:
    return None if vote is None else known_to(seat, held=bool(rng.below(2, "redeal", WHY)))
