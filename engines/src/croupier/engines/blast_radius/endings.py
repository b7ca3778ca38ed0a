"""Points, ranks, and the end of a game."""

from croupier.engines.blast_radius.events import GameEnded
from croupier.engines.blast_radius.reasons import EndReason
from croupier.engines.blast_radius.table import AnyTable, TieBreak
from croupier.engines.kernel.change import Change
from croupier.engines.kernel.result import Result, Standing
from croupier.engines.kernel.values import Seat, replace


def score(table: AnyTable, seat: Seat) -> int:
    """BLA-084. The values of the completed objectives, and nothing else."""
    return sum(table.cards.objectives[each].value for each in table.scored[seat])


def standings(table: AnyTable) -> Result:
    """BLA-002, BLA-085, BLA-086. The highest score wins; equal scores share the place."""
    by_count = table.options.tie_break is TieBreak.OBJECTIVES
    scores = [score(table, seat) for seat in table.seats]
    keys = [(scores[seat], by_count * len(table.scored[seat])) for seat in table.seats]
    best = max(keys)
    winners = tuple(seat for seat in table.seats if keys[seat] == best)
    tied = scores.count(max(scores)) > 1
    return Result(
        winners,
        tuple(
            Standing(seat, 1 + sum(other > keys[seat] for other in keys), scores[seat])
            for seat in table.seats
        ),
        "none" if not tied else "shared" if len(winners) > 1 else "objectives",
    )


def end_game(table: AnyTable, why: EndReason) -> Change[AnyTable]:
    """BLA-083. Nothing is left to do."""
    result = standings(table)
    scores = tuple(standing.score for standing in result.standings)
    ended = GameEnded(scores=scores, winners=result.winners, why=why)
    return Change(replace(table, agenda=(), just_drawn=None), (ended,))


def result(table: AnyTable) -> Result | None:
    """BLA-R34. How it ended, or None while it goes on."""
    return None if table.agenda else standings(table)
