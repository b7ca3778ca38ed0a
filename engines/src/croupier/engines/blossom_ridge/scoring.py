"""Points, and who has won: all of it can be read off a table.

BLO-R36: the house keeps the tally, and nothing of time, age, paper or theme is a rule.
"""

from collections.abc import Sequence
from enum import Enum

from croupier.engines.blossom_ridge.cards import Suit
from croupier.engines.blossom_ridge.table import Table, Town, controller
from croupier.engines.kernel.agenda import Step
from croupier.engines.kernel.result import Result, Standing
from croupier.engines.kernel.values import Seat

ROUNDS = {2: 4, 3: 3, 4: 4}  # BLO-060, BLO-064, BLO-066; BLO-145: 40, 39 and 40 tricks
TRICKS = {2: 10, 3: 13, 4: 10}
DISTRICT = 2  # BLO-124: of the three Locations of a suit
BONUS_MAX = 2  # BLO-125, BLO-R27: a player and Round; BLO-129: so 14 points at most


class Tiebreak(Enum):
    """What decided between equal scores."""

    NONE = "none"
    MARKERS = "markers"
    TRICKS = "tricks"
    SHARED = "shared"


def controlled(town: Town, seats: Sequence[Seat]) -> tuple[int, ...]:
    """BLO-121, BLO-122. One point for each controlled Location; BLO-123: none for a tie."""
    holders = [controller(site.markers) for site in town]
    return tuple(holders.count(seat) for seat in seats)


def bonus(town: Town, seats: Sequence[Seat]) -> tuple[int, ...]:
    """BLO-124. +1 for each suit with at least two controlled Locations.

    BLO-125: at most +2. BLO-126: three of three is still one.
    """
    districts = [[controller(site.markers) for site in town if site.suit is suit] for suit in Suit]
    return tuple(
        min(BONUS_MAX, sum(held.count(seat) >= DISTRICT for held in districts)) for seat in seats
    )


def result(table: Table[Step]) -> Result | None:
    """BLO-140 to BLO-144. The final standings, or None while the game goes on."""
    if table.agenda:
        return None
    keys = [final_key(table, seat) for seat in table.seats]
    best = max(keys)
    return Result(
        tuple(seat for seat in table.seats if keys[seat] == best),
        tuple(
            Standing(seat, 1 + sum(other > keys[seat] for other in keys), table.scores[seat])
            for seat in table.seats
        ),
        tiebreak(keys).value,
    )


def final_key(table: Table[Step], seat: Seat) -> tuple[int, int, int]:
    """BLO-141, BLO-142, BLO-143, BLO-R28. Score, markers on the map, the last Round's tricks."""
    markers = sum(site.markers[seat] for site in table.town)
    return table.scores[seat], markers, table.tricks_won[seat]


def tiebreak(keys: Sequence[tuple[int, int, int]]) -> Tiebreak:
    """How many of score, markers and tricks it took. BLO-144: with all equal, it is shared."""
    best = max(keys)
    for length, decided in ((1, Tiebreak.NONE), (2, Tiebreak.MARKERS), (3, Tiebreak.TRICKS)):
        if sum(key[:length] == best[:length] for key in keys) == 1:
            return decided
    return Tiebreak.SHARED
