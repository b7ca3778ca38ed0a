"""Why cards cannot be placed, played or promised so."""

from croupier.engines.blight_of_blackridge import hand, offers
from croupier.engines.blight_of_blackridge.body import EMPTY
from croupier.engines.blight_of_blackridge.commands import (
    PartnerPropose,
    PartnerRespond,
    PlaceBet,
    PlayFaceUp,
    RaiseBet,
)
from croupier.engines.blight_of_blackridge.stakes import Slots
from croupier.engines.blight_of_blackridge.text import is_kind, text_of
from croupier.engines.blight_of_blackridge.view import PROPOSALS, View
from croupier.engines.kernel.refusal import Refusal, refusal
from croupier.engines.kernel.values import Seat


def slot_problem(view: View, slots: Slots, *, locks: bool = True) -> Refusal | None:
    """Whether these slots are there, filled, free, and each named once."""
    me = hand.me_of(view)
    for slot in slots:
        if not 0 <= slot < len(me.slots):
            return refusal("BLI-016", "NO_SUCH_SLOT", slot=slot)
        if me.slots[slot] == EMPTY:
            return refusal("BLI-016", "EMPTY_SLOT", slot=slot)
        if locks and slot in me.locked:
            return refusal("BLI-R61", "CARD_LOCKED", slot=slot)
    if len(slots) != len(dict.fromkeys(slots)):
        return refusal("BLI-069", "CARD_TWICE")
    return None


def _not_playable(view: View, slots: Slots) -> Refusal | None:
    if any(slot not in hand.placeable(view) for slot in slots):
        return refusal("BLI-087", "NOT_PLAYABLE")
    return None


def betting(view: View, command: PlaceBet | RaiseBet) -> Refusal:
    """Slots, then what may be placed, then what lies already."""
    second = (*command.second_upright, *command.second_sideways)
    slots = (*command.upright, *command.sideways, *second)
    options = range(len(hand.options(view)))
    if second and len(options) < 2:
        return refusal("BLI-084", "OPTION_UNKNOWN", options=len(options))
    raising = isinstance(command, RaiseBet)
    if raising and all(hand.own_bet(view, option) is None for option in options):
        return refusal("BLI-099", "NO_BET")
    if not slots and not (raising and command.corrupt):
        return refusal("BLI-083", "EMPTY_BET")
    if (no := slot_problem(view, slots)) is not None:
        return no
    if (no := _not_playable(view, slots)) is not None:
        return no
    mine = [card for card in view.placed if card.owner == view.viewer]
    for ref in command.corrupt:
        if all(card.ref != ref for card in mine):
            return refusal("BLI-100", "NOT_YOUR_CARD", card=ref)
        if any(card.ref == ref and card.sideways for card in mine):
            return refusal("BLI-R20", "ALREADY_SIDEWAYS", card=ref)
    return refusal("BLI-100", "CARD_TWICE")


def face_up(view: View, command: PlayFaceUp) -> Refusal:
    """Slot, card, event, then what it is aimed at."""
    if (no := slot_problem(view, (command.slot,))) is not None:
        return no
    card = hand.cards(view)[hand.me_of(view).slots[command.slot]]
    text = text_of(card, sideways=command.sideways)
    if text.face_up is None or not is_kind(card, "any"):
        return refusal("BLI-110", "NOT_FACE_UP_CARD")
    if hand.event(view).kind not in text.face_up.when:
        return refusal("BLI-R36", "WRONG_EVENT_TYPE")
    if not hand.may_leave(view, (command.slot,)):
        return refusal("BLI-R64", "MANDATORY")
    found = [
        choice
        for choice in offers.face_up(view)
        if (choice.slot, choice.sideways) == (command.slot, command.sideways)
    ]
    if not found or command.bet not in (found[0].bets or (None,)):
        return refusal("BLI-R36", "NO_SUCH_BET")
    return refusal("BLI-R38", "TARGET_INVALID")


def proposing(view: View, command: PartnerPropose) -> Refusal:
    """Option, invited, budget, cards, split."""
    options, option = hand.options(view), command.option
    if not 0 <= option < len(options):
        return refusal("BLI-084", "OPTION_UNKNOWN", options=len(options))
    if view.viewer in command.invited:
        return refusal("BLI-R22", "INVITE_SELF")
    for seat in command.invited:
        if not 0 <= seat < len(view.seats):
            return refusal("BLI-R22", "TARGET_INVALID", seat=seat)
        if view.seats[seat].dead:
            return refusal("BLI-R22", "INVITE_DEAD", seat=seat)
        if seat not in hand.partners(view, option):
            return refusal("BLI-R22", "ALREADY_PARTNERED", seat=seat)
    if list(command.invited) != sorted(dict.fromkeys(command.invited)) or not command.invited:
        return refusal("BLI-R22", "TARGET_INVALID")
    if view.question.failures >= PROPOSALS:
        return refusal("BLI-R22", "TOO_MANY_PROPOSALS", most=PROPOSALS)
    cards = (*command.upright, *command.sideways)
    if (no := slot_problem(view, cards) or _not_playable(view, cards)) is not None:
        return no
    own = hand.own_bet(view, option)
    if not cards and not hand.has_card_on(view, option, hand.seat_of(view)):
        return refusal("BLI-R23", "EMPTY_BET")
    members: tuple[Seat, ...] = () if own is None else own.members
    inside = (hand.seat_of(view), *members, *command.invited)
    kill = options[option].kill and bool(command.order)
    strangers = [seat for seat in command.order if seat not in inside]
    if strangers or (command.trophy in inside) is not kill:
        return refusal("BLI-R25", "BAD_SPLIT")
    return refusal("BLI-R24", "BAD_ARGUMENT", field="claim or order")


def responding(view: View, command: PartnerRespond) -> Refusal:
    """Cards, and at least one of them."""
    cards = (*command.upright, *command.sideways)
    if not command.accept:
        return refusal("BLI-R22", "BAD_ARGUMENT", field="accept")
    if (no := slot_problem(view, cards) or _not_playable(view, cards)) is not None:
        return no
    if not cards:
        return refusal("BLI-R23", "EMPTY_BET")
    return refusal("BLI-R24", "BAD_ARGUMENT", field="claim")
