"""Every legal answer to a prompt: the one source of what is legal."""

from collections.abc import Iterator
from itertools import combinations
from typing import assert_never

from croupier.engines.blight_of_blackridge import hand
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
from croupier.engines.blight_of_blackridge.edition import HAND, item_names
from croupier.engines.blight_of_blackridge.prompts import (
    Asks,
    BetPrompt,
    ContributePrompt,
    DividePrompt,
    FaceUpChoice,
    LoadoutPrompt,
    MealPrompt,
    OfferPrompt,
    ProposalPrompt,
    RespondPrompt,
    SayPrompt,
    SettlePrompt,
    ShopPrompt,
    TargetPrompt,
    TradeAnswerPrompt,
    TradeCancelPrompt,
    TradePrompt,
    VotePrompt,
)
from croupier.engines.blight_of_blackridge.view import View
from croupier.engines.kernel.agenda import Answer
from croupier.engines.kernel.shape import Blank, Form, Pick
from croupier.engines.kernel.values import Seat

CLAIM_MAX = 99  # BLI-R24: a claim is any number
CLAIMED_MAX = 10  # names of cards in a trade's claim
ORDER_MAX = 12  # places of a split
TEXT_MAX = 200
_PLACES = ("upright", "sideways", "second_upright", "second_sideways")


TAKES: dict[type[Asks], tuple[type[Said], ...]] = {
    LoadoutPrompt: (ChooseLoadout,),
    BetPrompt: (PassTurn, PlaceBet, RaiseBet, PlayFaceUp, PartnerPropose),
    RespondPrompt: (PartnerRespond,),
    DividePrompt: (Divide,),
    TargetPrompt: (ChooseTarget,),
    ShopPrompt: (PassTurn, ShopUse, PlayFaceUp),
    ContributePrompt: (Contribute, PlayFaceUp),
    VotePrompt: (Vote, PlayFaceUp),
    OfferPrompt: (PassTurn, OfferUse, PlayFaceUp),
    SettlePrompt: (Settle,),
    MealPrompt: (EatMeal,),
    TradePrompt: (TradeOffer,),
    TradeAnswerPrompt: (TradeAccept, TradeDecline),
    TradeCancelPrompt: (TradeCancel,),
    ProposalPrompt: (PartnerCancel,),
    SayPrompt: (Say,),
}


def legal(view: View, prompt: Asks) -> Iterator[Answer]:
    """Every answer, as a command or a shape of many."""
    seat = prompt.seat
    match prompt:
        case LoadoutPrompt(loadouts=names):
            yield from (ChooseLoadout(seat, name) for name in names)
        case BetPrompt():
            yield from _bets(view, prompt)
        case RespondPrompt():
            yield from _responses(prompt)
        case DividePrompt():
            yield from _divisions(prompt)
        case TargetPrompt(targets=targets, optional=optional):
            named = (*targets, None) if optional else targets
            yield from (ChooseTarget(seat, target) for target in named)
        case ShopPrompt():
            yield from _purchases(prompt)
        case ContributePrompt(slots=slots, least=least, most=most):
            yield Pick(Contribute(seat, ()), "slots", slots, least, most)
            yield from _face_up(seat, prompt.face_up)
        case VotePrompt(choices=choices):
            yield from (Vote(seat, choice) for choice in choices)
            yield from _face_up(seat, prompt.face_up)
        case OfferPrompt(slots=slots, cost=cost):
            yield PassTurn(seat)
            if slots:
                yield Pick(OfferUse(seat, ()), "slots", slots, cost, cost)
            yield from _face_up(seat, prompt.face_up)
        case SettlePrompt(items=items, corruption=corruption):
            yield Form(
                Settle(seat),
                (
                    Blank("items", prompt.item_slots, items, items),
                    Blank("corruption", prompt.corruption_slots, corruption, corruption),
                ),
            )
        case MealPrompt(slots=slots):
            yield from (EatMeal(seat, slot) for slot in slots or (None,))
        case _:
            yield from _invited(view, prompt)


def _invited(
    view: View,
    prompt: TradePrompt | TradeAnswerPrompt | TradeCancelPrompt | ProposalPrompt | SayPrompt,
) -> Iterator[Answer]:
    seat = prompt.seat
    match prompt:
        case TradePrompt(to=to):
            yield from _trade_offers(view, seat, to)
        case TradeAnswerPrompt(by=by):
            yield TradeDecline(seat, by)
            if prompt.can_accept:
                yield from _trade_answers(view, seat, by, prompt.wants)
        case TradeCancelPrompt(to=to_seat):
            yield TradeCancel(seat, to_seat)
        case ProposalPrompt():
            yield PartnerCancel(seat)
        case SayPrompt():
            yield Form(Say(seat, ""), (Blank("text", least=1, most=TEXT_MAX, kind="text"),))
        case _:
            assert_never(prompt)


def _face_up(seat: Seat, choices: tuple[FaceUpChoice, ...]) -> Iterator[Said]:
    for one in choices:
        for target in one.targets or (None,):
            for bet in one.bets or (None,):
                yield PlayFaceUp(seat, one.slot, one.sideways, target, bet)


def _bets(view: View, prompt: BetPrompt) -> Iterator[Answer]:
    """BLI-176. Any number of cards, every one if you like."""
    seat, slots = prompt.seat, prompt.slots
    yield PassTurn(seat)
    places = _PLACES[: 2 * prompt.options]
    blanks = tuple([Blank(place, slots, 0, len(slots)) for place in places])
    turned = Blank("corrupt", prompt.corruptible, 0, len(prompt.corruptible))
    if slots:
        yield Form(PlaceBet(seat), (*blanks, turned), apart=places, least=1)
    if slots and prompt.has_bet:
        yield Form(RaiseBet(seat), (*blanks, turned), apart=places, least=1)
    if prompt.corruptible:
        yield Pick(RaiseBet(seat), "corrupt", turned.source, 1, len(turned.source))
    yield from _face_up(seat, prompt.face_up)
    if prompt.proposals_left:
        for option in range(prompt.options):
            yield from _proposals(view, prompt, option)


def _proposals(view: View, prompt: BetPrompt, option: int) -> Iterator[Answer]:
    """BLI-R22, BLI-R25. Whom to invite, with which cards, and how to split, or no agreement."""
    seat, slots = prompt.seat, prompt.slots
    own = hand.own_bet(view, option)
    least = 0 if hand.has_card_on(view, option, seat) else 1
    if len(slots) < least:
        return
    places = (
        Blank("upright", slots, 0, len(slots)),
        Blank("sideways", slots, 0, len(slots)),
        Blank("claim", least=0, most=CLAIM_MAX, kind="number"),
    )
    free = hand.partners(view, option)
    for many in range(1, len(free) + 1):
        for invited in combinations(free, many):
            like = PartnerPropose(seat, option, invited)
            yield Form(like, places, apart=("upright", "sideways"), least=least)
            present = () if own is None else own.members
            members = tuple(sorted(dict.fromkeys((seat, *present, *invited))))
            order = Blank("order", members, 1, ORDER_MAX, again=True)
            keepers = members if hand.options(view)[option].kill else (None,)
            for keeper in keepers:
                agreed = PartnerPropose(seat, option, invited, trophy=keeper)
                blanks = (*places, order)
                yield Form(agreed, blanks, apart=("upright", "sideways"), least=least)


def _responses(prompt: RespondPrompt) -> Iterator[Answer]:
    yield PartnerRespond(prompt.seat, accept=False)
    if len(prompt.slots) >= prompt.least:
        yield Form(
            PartnerRespond(prompt.seat, accept=True),
            (
                Blank("upright", prompt.slots, 0, prompt.most),
                Blank("sideways", prompt.slots, 0, prompt.most),
                Blank("claim", least=0, most=CLAIM_MAX, kind="number"),
            ),
            apart=("upright", "sideways"),
            least=prompt.least,
        )


def _divisions(prompt: DividePrompt) -> Iterator[Answer]:
    many = len(prompt.units)
    for keeper in prompt.members if prompt.needs_trophy else (None,):
        yield Form(
            Divide(prompt.seat, (), keeper),
            (Blank("seats", prompt.members, many, many, again=True),),
        )


def _purchases(prompt: ShopPrompt) -> Iterator[Answer]:
    seat = prompt.seat
    yield PassTurn(seat)
    for one in prompt.choices:
        for target in one.targets or (None,):
            like = ShopUse(seat, one.option, one.payment, target=target)
            if one.payment is Payment.ITEMS:
                yield Pick(like, "slots", one.slots, one.cost, one.cost)
            elif one.payment is Payment.TROPHY:
                for trophy in dict.fromkeys(prompt.trophies):
                    yield ShopUse(seat, one.option, one.payment, (), trophy, target)
            else:
                yield like
    yield from _face_up(seat, prompt.face_up)


def _trade_offers(view: View, seat: Seat, to: tuple[Seat, ...]) -> Iterator[Answer]:
    """BLI-194, BLI-R62. Unequal numbers and gifts; BLI-195: never 0 for 0."""
    more = (_claim("claim", view), _claim("want_claim", view), _drop(view))
    want = Blank("want", least=0, most=HAND, kind="number")
    gives = [Blank("give", slots, 1, most) for slots, most in hand.spendings(view) if most]
    asks = Blank("want", least=1, most=HAND, kind="number")
    for other in to:
        for give in gives:
            yield Form(TradeOffer(seat, other), (give, want, *more), apart=("give", "drop"))
        yield Form(TradeOffer(seat, other, want=1), (asks, *more))  # for nothing


def _trade_answers(view: View, seat: Seat, by: Seat, wants: int) -> Iterator[Answer]:
    for slots, most in hand.spendings(view):
        if most >= wants:
            give = Blank("give", slots, wants, wants)
            more = (_drop(view), _claim("claim", view))
            yield Form(TradeAccept(seat, by), (give, *more), apart=("give", "drop"))


def _drop(view: View) -> Blank:
    return Blank("drop", hand.droppable(view), 0, 2 * HAND)


def _claim(field: str, view: View) -> Blank:
    return Blank(field, item_names(view.pack), 0, CLAIMED_MAX, again=True)
