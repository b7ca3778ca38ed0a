"""How a game ends: the last one standing, or the most trophies when the events run out."""

from collections.abc import Callable
from typing import TypeAlias

from croupier.engines.blight_of_blackridge.body import Life, count
from croupier.engines.blight_of_blackridge.events import Count, GameEnded
from croupier.engines.blight_of_blackridge.table import AnyTable
from croupier.engines.kernel.agenda import Step
from croupier.engines.kernel.change import Change
from croupier.engines.kernel.result import Result, Standing
from croupier.engines.kernel.rng import Rng
from croupier.engines.kernel.values import Seat, replace

LAST_STANDING, LAST_TO_FALL, EXHAUSTED = "last_standing", "last_to_fall", "events_exhausted"
Criterion: TypeAlias = tuple[str, Callable[[AnyTable, Seat], int]]  # the highest is best


def _trophies(table: AnyTable, seat: Seat) -> int:
    return len(table.trophies[seat])


def _few_ailments(table: AnyTable, seat: Seat) -> int:
    return -count(table.body(seat), table.cards).ailments


def _little_damage(table: AnyTable, seat: Seat) -> int:
    return -count(table.body(seat), table.cards).damage


def _fell(table: AnyTable, seat: Seat) -> int:
    return table.body(seat).fell or 0


TROPHIES: Criterion = ("trophies", _trophies)  # BLI-146, BLI-189, BLI-190
AILMENTS: Criterion = ("fewest_ailments", _few_ailments)  # BLI-191
DAMAGE: Criterion = ("least_damage", _little_damage)  # BLI-192
LAST: Criterion = ("fell_last", _fell)  # BLI-188


class CheckStanding(Step, frozen=True):
    """BLI-187, BLI-R54. At the end of an event and of Meal Time, and nowhere else."""

    def do(self, table: AnyTable, answer: None, rng: Rng) -> Change[AnyTable]:
        """One living seat wins; with none, whoever fell last; with two or more the game goes on."""
        living = table.living
        if len(living) == 1:
            return over(table, living, LAST_STANDING)
        if living:
            for seat in table.seats:
                table = _without_fall(table, seat)
            return Change(table)
        fallen = [seat for seat in table.seats if table.body(seat).fell is not None]
        best, _ = leading(table, fallen, (LAST, TROPHIES, AILMENTS, DAMAGE))  # BLI-R55, BLI-R56
        return over(table, best, LAST_TO_FALL)


def _without_fall(table: AnyTable, seat: Seat) -> AnyTable:
    """A fall belongs to its event, or to its Meal Time."""
    return table.with_body(seat, replace(table.body(seat), fell=None))


def exhausted(table: AnyTable) -> Change[AnyTable]:
    """BLI-190, BLI-R57. Only the living compete."""
    best, _ = leading(table, list(table.living), (TROPHIES, AILMENTS, DAMAGE))
    return over(table, best, EXHAUSTED)


def leading(
    table: AnyTable, seats: list[Seat], criteria: tuple[Criterion, ...]
) -> tuple[tuple[Seat, ...], str]:
    """The best by the first criterion that tells them apart; all that is equal is shared."""
    decided = "none"
    for name, worth in criteria:
        best = max(worth(table, seat) for seat in seats)
        left = [seat for seat in seats if worth(table, seat) == best]
        if len(left) < len(seats):
            decided = name
        seats = left
        if len(seats) == 1:
            break
    return tuple(seats), decided


def over(table: AnyTable, winners: tuple[Seat, ...], how: str) -> Change[AnyTable]:
    """The game is over, and what the hands hold is public (BLI-R57)."""
    after = replace(table, agenda=(), winners=winners, ended=how, trades=())
    return Change(after, (GameEnded(winners=winners, how=how, counts=counts(after)),))


def counts(table: AnyTable) -> tuple[Count, ...]:
    """Every hand in numbers."""
    found = []
    for seat in table.seats:
        held = count(table.body(seat), table.cards)
        trophies = len(table.trophies[seat])
        found.append(Count(seat, held.damage, held.corruption, held.items, trophies))
    return tuple(found)


def result(table: AnyTable) -> Result | None:
    """BLI-052. The winners first; then the living, the Blighted, the dead; a score is trophies."""
    if table.ended is None:
        return None
    order = (Life.ALIVE, Life.BLIGHTED, Life.DEAD)
    rank = [
        0 if seat in table.winners else 1 + order.index(table.body(seat).life)
        for seat in table.seats
    ]
    standings = tuple(
        [
            Standing(seat, 1 + sum(other < rank[seat] for other in rank), _trophies(table, seat))
            for seat in table.seats
        ]
    )
    return Result(table.winners, standings, table.ended)
