"""Why a command is not legal: one ladder for each kind, from the sender's own view alone."""

from typing import assert_never

from croupier.engines.blight_of_blackridge import hand, offers
from croupier.engines.blight_of_blackridge.body import Life
from croupier.engines.blight_of_blackridge.commands import (
    ChooseLoadout,
    ChooseTarget,
    Contribute,
    Divide,
    EatMeal,
    OfferUse,
    PartnerCancel,
    PartnerPropose,
    PartnerRespond,
    PassTurn,
    Payment,
    PlaceBet,
    PlayFaceUp,
    RaiseBet,
    Said,
    Say,
    Settle,
    ShopUse,
    TradeAccept,
    TradeCancel,
    TradeDecline,
    TradeOffer,
    Vote,
)
from croupier.engines.blight_of_blackridge.reasons_of_play import (
    betting,
    face_up,
    proposing,
    responding,
    slot_problem,
)
from croupier.engines.blight_of_blackridge.reasons_of_trade import accepting, offering
from croupier.engines.blight_of_blackridge.table import Phase, Stage
from croupier.engines.blight_of_blackridge.view import View
from croupier.engines.kernel.refusal import Refusal, refusal

_PHASES: dict[type, tuple[Phase, ...]] = {
    ChooseLoadout: (Phase.LOADOUT,),
    PassTurn: (Phase.BETTING, Phase.SHOP, Phase.OFFER),
    PlaceBet: (Phase.BETTING,),
    RaiseBet: (Phase.BETTING,),
    PlayFaceUp: (Phase.BETTING, Phase.SHOP, Phase.OFFER, Phase.CONTRIBUTE, Phase.VOTE),
    PartnerPropose: (Phase.BETTING,),
    PartnerRespond: (Phase.PARTNERS,),
    ShopUse: (Phase.SHOP,),
    Contribute: (Phase.CONTRIBUTE,),
    Vote: (Phase.VOTE,),
    OfferUse: (Phase.OFFER,),
    ChooseTarget: (Phase.TARGET,),
    Divide: (Phase.DIVIDE,),
    Settle: (Phase.SETTLE, Phase.MEAL),
    EatMeal: (Phase.MEAL,),
}
_TURNS = (Phase.BETTING, Phase.SHOP, Phase.OFFER)
BAD = "BAD_ARGUMENT"


def reason(view: View, command: Said) -> Refusal:
    """The first reason that holds, for a command that is not legal."""
    me = hand.me_of(view)
    if view.phase is Phase.OVER:
        return refusal("BLI-187", "GAME_OVER")
    if view.seats[command.seat].dead:
        return refusal("BLI-052", "DEAD_SEAT")
    if me.life is Life.DEAD and not isinstance(command, Settle | TradeDecline):
        return refusal("BLI-R59", "DEAD_SEAT")
    match command:
        case TradeOffer() | TradeAccept() | TradeDecline() | TradeCancel() | Say():
            return _beside(view, command)
        case PartnerCancel():
            return refusal("BLI-R22", "NO_PROPOSAL")
    if view.phase not in _PHASES[type(command)]:
        return refusal("BLI-070", "WRONG_PHASE", phase=view.phase.value)
    if not me.asked:
        return _not_asked(view)
    return _asked(view, command)


def _not_asked(view: View) -> Refusal:
    if view.phase in _TURNS:
        return refusal("BLI-073", "NOT_YOUR_TURN", turn=view.question.seat)
    if view.phase is Phase.PARTNERS:
        return refusal("BLI-R22", "NOT_INVITED")
    if view.phase in (Phase.TARGET, Phase.DIVIDE):
        return refusal("BLI-R26", "NOT_YOUR_DECISION", seat=view.question.seat)
    return refusal("BLI-R05", "ALREADY_DONE")


def _asked(view: View, command: Said) -> Refusal:
    match command:
        case ChooseLoadout():
            return refusal("BLI-017", "UNKNOWN_LOADOUT")
        case PlaceBet() | RaiseBet():
            return betting(view, command)
        case PlayFaceUp():
            return face_up(view, command)
        case PartnerPropose():
            return proposing(view, command)
        case PartnerRespond():
            return responding(view, command)
        case ShopUse():
            return _shop(view, command)
        case ChooseTarget(target=None):
            return refusal("BLI-R38", "NOT_OPTIONAL")
        case ChooseTarget() | Vote():
            return refusal("BLI-R38", "TARGET_INVALID")
        case Divide():
            return refusal("BLI-R26", "BAD_SPLIT", units=len(view.question.units))
        case _:
            return _cards(view, command)


def _cards(view: View, command: Said) -> Refusal:
    """Contributions, offers, settlements, meals."""
    match command:
        case Contribute(slots=slots):
            if (no := slot_problem(view, slots)) is not None:
                return no
            if len(slots) < view.question.least:
                return refusal("BLI-R64", "MANDATORY", least=view.question.least)
            return refusal("BLI-R64", "WRONG_COUNT", most=view.question.most)
        case OfferUse(slots=slots):
            if sum(used.seat == view.viewer for used in view.used) >= view.question.limit:
                return refusal("BLI-162", "LIMIT", most=view.question.limit)
            no = slot_problem(view, slots)
            return refusal("BLI-152", "COST_MISMATCH") if no is None else no
        case Settle(items=items, corruption=corruption):
            return _settling(view, items, corruption)
        case EatMeal(slot=slot):
            return _meal(view, slot)
    return refusal("BLI-077", BAD)


def _settling(view: View, items: tuple[int, ...], corruption: tuple[int, ...]) -> Refusal:
    me, (own_items, own_corruption) = hand.me_of(view), hand.owed_from(view)
    if view.phase is Phase.MEAL and view.seats[hand.seat_of(view)].stage is Stage.WAIT:
        return refusal("BLI-R51", "WRONG_PHASE", stage=Stage.WAIT.value)
    if (no := slot_problem(view, (*items, *corruption), locks=False)) is not None:
        return no
    if any(at not in own_items for at in items):
        return refusal("BLI-R05", "NOT_AN_ITEM")
    if any(at not in own_corruption for at in corruption):
        return refusal("BLI-R05", "NOT_CORRUPTION")
    owed = (me.owed_items, me.owed_corruption)
    return refusal("BLI-R06", "WRONG_COUNT", items=owed[0], corruption=owed[1])


def _meal(view: View, slot: int | None) -> Refusal:
    me, seat = hand.me_of(view), hand.seat_of(view)
    if view.seats[seat].stage is not Stage.WAIT:
        return refusal("BLI-R51", "ALREADY_DONE")
    if slot is None:
        return refusal("BLI-166", "MUST_EAT")
    if (no := slot_problem(view, (slot,), locks=False)) is not None:
        return no
    if me.life is Life.BLIGHTED:
        return refusal("BLI-171", "NOT_CORRUPTION")
    return refusal("BLI-166", "NOT_A_RATION")


def _shop(view: View, command: ShopUse) -> Refusal:
    """BLI-R42. In the order of the catalogue: option, payment, cost, target."""
    options, seat, me = hand.options(view), hand.seat_of(view), hand.me_of(view)
    if not 0 <= command.option < len(options):
        return refusal("BLI-152", "OPTION_UNKNOWN", options=len(options))
    if any(used.seat == seat and used.option == command.option for used in view.used):
        return refusal("BLI-159", "OPTION_USED", option=command.option)
    cost, payment = options[command.option].cost, command.payment
    assert cost is not None, "a shop's option costs something"
    if me.life is Life.BLIGHTED and payment is not Payment.TROPHY:
        return refusal("BLI-160", "BLIGHTED_TROPHY_ONLY")
    if payment is Payment.ROB and cost.items is None:
        return refusal("BLI-158", "NOT_ROBBABLE")
    if payment is Payment.TROPHY and command.trophy not in view.seats[seat].trophies:
        return refusal("BLI-155", "NO_TROPHY")
    if (no := slot_problem(view, command.slots)) is not None:
        return no
    choices = [
        one
        for one in offers.shop_choices(view)
        if one.option == command.option and one.payment is payment
    ]
    if not choices or len(command.slots) != choices[0].cost:
        return refusal("BLI-R42", "COST_MISMATCH")
    if any(at not in choices[0].slots for at in command.slots):
        return refusal("BLI-R42", "COST_MISMATCH")
    if (command.trophy is None) is (payment is Payment.TROPHY):
        return refusal("BLI-R42", "COST_MISMATCH")
    return refusal("BLI-R38", "TARGET_INVALID")


def _beside(
    view: View, command: TradeOffer | TradeAccept | TradeDecline | TradeCancel | Say
) -> Refusal:
    match command:
        case TradeOffer():
            return offering(view, command)
        case TradeAccept():
            return accepting(view, command)
        case TradeDecline() | TradeCancel():
            return refusal("BLI-R60", "OFFER_LAPSED")
        case Say(text=""):
            return refusal("BLI-R24", BAD)
        case Say():
            left = hand.me_of(view).words_left
            return refusal("BLI-R24", BAD if left else "TOO_MANY")
    assert_never(command)
