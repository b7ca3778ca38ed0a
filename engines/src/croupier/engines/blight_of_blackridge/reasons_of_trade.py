"""Why a trade cannot be offered or accepted so."""

from croupier.engines.blight_of_blackridge import hand
from croupier.engines.blight_of_blackridge.commands import TradeAccept, TradeOffer
from croupier.engines.blight_of_blackridge.reasons_of_play import slot_problem
from croupier.engines.blight_of_blackridge.table import Stage
from croupier.engines.blight_of_blackridge.view import OFFERS_A_TURN, View
from croupier.engines.kernel.refusal import Refusal, refusal


def _not_items(view: View, slots: tuple[int, ...]) -> Refusal | None:
    if (no := slot_problem(view, slots)) is not None:
        return no
    if any(slot not in hand.items(view) for slot in slots):
        return refusal("BLI-196", "NOT_AN_ITEM")
    if not hand.may_leave(view, slots):
        return refusal("BLI-R64", "MANDATORY")
    return None


def offering(view: View, command: TradeOffer) -> Refusal:
    """Is trading open, with whom, how often, and what."""
    me, to = hand.me_of(view), command.to
    if to == view.viewer or not 0 <= to < len(view.seats):
        return refusal("BLI-193", "TARGET_INVALID", to=to)
    if view.seats[to].dead:
        return refusal("BLI-R62", "DEAD_SEAT", to=to)
    if not me.trading or view.seats[to].stage is Stage.ROLLED:
        return refusal("BLI-R60", "TRADE_CLOSED")
    if any(trade.by == view.viewer and trade.to == to for trade in view.trades):
        return refusal("BLI-R60", "TRADE_LIMIT", open=1)
    if me.offers_left[to] <= 0:
        return refusal("BLI-R60", "TRADE_LIMIT", most=OFFERS_A_TURN)
    if (no := _not_items(view, command.give)) is not None:
        return no
    if not command.give and not command.want:
        return refusal("BLI-194", "EMPTY_TRADE")
    return refusal("BLI-R61", "BAD_ARGUMENT", field="want, drop or claim")


def accepting(view: View, command: TradeAccept) -> Refusal:
    """Is it open, and are these the counter cards."""
    trade = next(
        (one for one in view.trades if (one.by, one.to) == (command.by, view.viewer)), None
    )
    if trade is None:
        return refusal("BLI-R60", "OFFER_LAPSED")
    if not hand.me_of(view).trading:
        return refusal("BLI-R60", "TRADE_CLOSED")
    if (no := _not_items(view, command.give)) is not None:
        return no
    if len(command.give) != trade.wants:
        return refusal("BLI-R61", "WRONG_COUNT", wants=trade.wants)
    return refusal("BLI-R61", "BAD_ARGUMENT", field="drop or claim")
