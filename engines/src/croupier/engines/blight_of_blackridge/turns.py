"""BLI-021, BLI-073, BLI-209.

The turn marker: clockwise over all who are not dead, until all decline."""

from croupier.engines.blight_of_blackridge import trading
from croupier.engines.blight_of_blackridge.stakes import Betting
from croupier.engines.blight_of_blackridge.table import AnyTable
from croupier.engines.kernel.values import Seat, clockwise, replace


def decline(table: AnyTable, seat: Seat) -> AnyTable:
    """BLI-R17. A pass adds the seat to those who decline."""
    now = table.betting
    return replace(table, betting=replace(now, declined=(*now.declined, seat)))


def reopen(table: AnyTable) -> AnyTable:
    """BLI-R17, BLI-R18. Any change gives everybody another turn."""
    return replace(table, betting=replace(table.betting, declined=()))


def acted(table: AnyTable, *seats: Seat) -> AnyTable:
    """These seats have had their action of the first circle."""
    now = table.betting
    return replace(table, betting=replace(now, acted=(*now.acted, *seats)))


def all_decline(table: AnyTable) -> bool:
    """BLI-151, BLI-R70. Whether every seat that is not dead has declined in an unbroken row."""
    return all(seat in table.betting.declined for seat in table.standing)


def after(table: AnyTable, seat: Seat) -> tuple[AnyTable, Seat]:
    """The next seat clockwise that is not dead and not marked to be skipped.

    BLI-R21: a mark is used up by skipping, and all are gone when the leader's place is passed.
    """
    now: Betting = table.betting
    turn = clockwise(seat, len(table.seats))
    for other in (*turn[1:], *turn, *turn):
        if other == table.leader:
            now = replace(now, circle=now.circle + 1, skips=())
        if table.dead[other]:
            continue
        if other in now.skips:
            now = replace(now, skips=tuple([s for s in now.skips if s != other]))
            continue
        return trading.new_turn(replace(table, betting=now)), other
    raise AssertionError("nobody is left to take a turn")
