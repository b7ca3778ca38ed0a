"""BLI-193. Trades at any time: an offer locks its cards until it closes; a swap is one act."""

from croupier.engines.blight_of_blackridge import body as bodies
from croupier.engines.blight_of_blackridge import verbs
from croupier.engines.blight_of_blackridge.body import Body
from croupier.engines.blight_of_blackridge.commands import (
    Say,
    TradeAccept,
    TradeCancel,
    TradeDecline,
    TradeOffer,
)
from croupier.engines.blight_of_blackridge.events import Spoken, TradeClosed, Traded, TradeOffered
from croupier.engines.blight_of_blackridge.stakes import Slots, Trade
from croupier.engines.blight_of_blackridge.table import AnyTable
from croupier.engines.kernel.change import Change
from croupier.engines.kernel.secret import known_to
from croupier.engines.kernel.values import Seat, put, replace


def offer(table: AnyTable, said: TradeOffer) -> Change[AnyTable]:
    """BLI-R61. Numbers and claims are public, the cards stay with their owner, locked."""
    seat, to = said.seat, said.to
    trade = Trade(
        by=seat,
        to=to,
        gives=len(said.give),
        wants=said.want,
        claim=said.claim,
        want_claim=said.want_claim,
        slots=known_to(seat, held=said.give),
        drop=known_to(seat, held=said.drop),
    )
    pair = len(table.seats) * seat + to
    after = replace(
        table,
        trades=(*table.trades, trade),
        tries=put(table.tries, pair, table.tries[pair] + 1),
        offered=put(table.offered, seat, table.offered[seat] + 1),
    )
    told = TradeOffered(
        by=seat,
        to=to,
        gives=trade.gives,
        wants=trade.wants,
        claim=trade.claim,
        want_claim=trade.want_claim,
    )
    return Change(after, (told,))


def close(table: AnyTable, said: TradeDecline | TradeCancel) -> Change[AnyTable]:
    """The offer is gone, and its cards are free."""
    declined = isinstance(said, TradeDecline)
    by, to = (said.by, said.seat) if isinstance(said, TradeDecline) else (said.seat, said.to)
    kept = tuple([trade for trade in table.trades if (trade.by, trade.to) != (by, to)])
    return Change(replace(table, trades=kept), (TradeClosed(by=by, to=to, declined=declined),))


def accept(table: AnyTable, said: TradeAccept) -> Change[AnyTable]:
    """BLI-039, BLI-R61. Both hands change at once; what does not fit is dropped, offers lapse."""
    by, to = said.by, said.seat
    trade = next(each for each in table.trades if (each.by, each.to) == (by, to))
    table, given = verbs.give_up(table, by, trade.slots.peek())
    table, got = verbs.give_up(table, to, said.give)
    for card in given:
        table = verbs.gain_card(table, to, card)
    for card in got:
        table = verbs.gain_card(table, by, card)
    table = make_room(make_room(table, to, said.drop), by, trade.drop.peek())
    table = lapse(table, by, to)
    told = Traded(by=by, to=to, gave=len(given), got=len(got), claim=said.claim)
    return Change(table, (told,))


def make_room(table: AnyTable, seat: Seat, drop: Slots) -> AnyTable:
    """BLI-R61. As many as do not fit go: first those named, then from the last place backwards."""
    after = table.body(seat)
    order = (*drop, *reversed(range(len(after.slots))))
    gone: list[int] = []
    for at in dict.fromkeys(order):
        card = after.slots[at]
        if after.owed_items and bodies.is_item(card, table.cards):
            after = replace(after, owed_items=after.owed_items - 1)
            gone.append(at)
        elif after.owed_corruption and bodies.is_corruption(card, table.cards):
            after = replace(after, owed_corruption=after.owed_corruption - 1)
            gone.append(at)
    return _dropped(table, seat, after, tuple(gone))


def _dropped(table: AnyTable, seat: Seat, after: Body, gone: Slots) -> AnyTable:
    table, cards = verbs.give_up(table.with_body(seat, after), seat, gone)
    table = verbs.discard(table, cards)
    kept = replace(table.body(seat), reviving=False)
    return table.with_body(seat, bodies.tidied(kept))


def lapse(table: AnyTable, *seats: Seat) -> AnyTable:
    """BLI-R60. Offers of or to these seats are gone; named nobody, all are."""
    kept = tuple(
        [
            trade
            for trade in table.trades
            if seats and trade.by not in seats and trade.to not in seats
        ]
    )
    return replace(table, trades=kept)


def new_turn(table: AnyTable) -> AnyTable:
    """The offers of a turn are counted anew."""
    return replace(table, tries=(0,) * len(table.tries))


def say(table: AnyTable, said: Say) -> Change[AnyTable]:
    """BLI-R24. No rule listens."""
    spoken = put(table.spoken, said.seat, table.spoken[said.seat] + 1)
    return Change(replace(table, spoken=spoken), (Spoken(seat=said.seat, text=said.text),))
