"""Cards go from a hand to an option and stay there (BLI-103: a partner's into the joint bet)."""

from croupier.engines.blight_of_blackridge import verbs
from croupier.engines.blight_of_blackridge.stakes import Bet, Placed, Slots, Stake
from croupier.engines.blight_of_blackridge.table import AnyTable
from croupier.engines.kernel.secret import known_to
from croupier.engines.kernel.values import Seat, replace


def own_bets(table: AnyTable, seat: Seat, option: int) -> AnyTable:
    """The table with a bet of this seat on this option."""
    if table.bet_of(seat, option) is not None:
        return table
    made = Bet(id=table.refs, option=option, members=(seat,))
    return replace(table, bets=(*table.bets, made), refs=table.refs + 1)


def place(table: AnyTable, seat: Seat, option: int, stake: Stake) -> AnyTable:
    """BLI-058, BLI-R02. Face down, in no hand any more; the slots are empty from now on."""
    slots = (*stake.upright, *stake.sideways)
    table, cards = verbs.give_up(table, seat, slots)
    placed = [
        Placed(
            ref=table.refs + n,
            owner=seat,
            option=option,
            sideways=n >= len(stake.upright),
            card=known_to(seat, held=card),
        )
        for n, card in enumerate(cards)
    ]
    return replace(table, placed=(*table.placed, *placed), refs=table.refs + len(placed))


def turn_sideways(table: AnyTable, refs: Slots) -> AnyTable:
    """BLI-100. Cards already bet are turned; nothing turns them back."""
    turned = [replace(each, sideways=True) if each.ref in refs else each for each in table.placed]
    return replace(table, placed=tuple(turned))
