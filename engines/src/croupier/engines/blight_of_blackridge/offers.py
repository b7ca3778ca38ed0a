"""What a seat is offered, made of its own view: its question and its invitations."""

from collections.abc import Iterator

from croupier.engines.blight_of_blackridge import hand
from croupier.engines.blight_of_blackridge.body import Life
from croupier.engines.blight_of_blackridge.commands import Payment
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
    ShopChoice,
    ShopPrompt,
    TargetPrompt,
    TradeAnswerPrompt,
    TradeCancelPrompt,
    TradePrompt,
    VotePrompt,
)
from croupier.engines.blight_of_blackridge.stakes import Slots
from croupier.engines.blight_of_blackridge.table import Phase, Stage
from croupier.engines.blight_of_blackridge.text import text_of, wanted_bet, wants_target
from croupier.engines.blight_of_blackridge.view import PROPOSALS, View
from croupier.engines.kernel.values import RuleId, Seat, replace

MILLISECONDS = 1_000


def question(view: View) -> Asks:
    """What this seat must answer, within the table's time, if it has one."""
    return _timed(view, _question(view))


def _timed(view: View, prompt: Asks) -> Asks:
    """BLI-R71, BLI-R72. One clock for a marker turn, and one for a settlement, paid or not.

    BLI-R60: a trade changes what other prompts offer, and restarts no clock of theirs.
    """
    seconds, clock = view.options.turn_seconds, None
    match prompt:
        case SettlePrompt() if view.options.settle_seconds:
            seconds, clock = view.options.settle_seconds, f"window {hand.me_of(view).windows}"
        case BetPrompt() | ProposalPrompt() | ShopPrompt() | OfferPrompt():
            clock = f"turn {view.day}.{view.betting.circle}"
        case RespondPrompt() | ContributePrompt() | VotePrompt() | MealPrompt():
            clock = f"{view.phase.value} {view.day}"
    return replace(prompt, limit_ms=seconds * MILLISECONDS if seconds else None, clock=clock)


def _question(view: View) -> Asks:
    seat, asks = hand.seat_of(view), view.question
    match view.phase:
        case Phase.LOADOUT:
            names = tuple([each.id for each in view.pack.contents.loadouts])
            return LoadoutPrompt(seat=seat, rule=RuleId("BLI-017"), loadouts=names)
        case Phase.BETTING:
            return _bet(view, seat)
        case Phase.PARTNERS:
            return _respond(view, seat)
        case Phase.DIVIDE:
            return DividePrompt(
                seat=seat,
                rule=RuleId("BLI-R26"),
                units=asks.units,
                members=asks.members,
                needs_trophy=asks.needs_trophy,
            )
        case Phase.TARGET:
            return TargetPrompt(
                seat=seat,
                rule=RuleId("BLI-R38"),
                effect=asks.effect or "",
                targets=asks.members,
                optional=asks.optional,
            )
        case Phase.SHOP:
            return ShopPrompt(
                seat=seat,
                rule=RuleId("BLI-149"),
                choices=tuple(shop_choices(view)),
                trophies=view.seats[seat].trophies,
                face_up=face_up(view),
            )
        case _:
            return _incident_or_meal(view, seat)


def _incident_or_meal(view: View, seat: Seat) -> Asks:
    asks = view.question
    match view.phase:
        case Phase.CONTRIBUTE:
            slots = hand.items(view, asks.kind or "any")  # type: ignore[arg-type]
            return ContributePrompt(
                seat=seat,
                rule=RuleId("BLI-163"),
                slots=slots,
                least=min(asks.least, len(slots)),
                most=min(asks.most, len(slots)),
                face_up=face_up(view),
            )
        case Phase.VOTE:
            choices = hand.others(view)
            return VotePrompt(
                seat=seat, rule=RuleId("BLI-162"), choices=choices, face_up=face_up(view)
            )
        case Phase.OFFER:
            slots = _payable(view, asks.kind or "any", asks.least)
            can = _uses(view, 0) < asks.limit
            return OfferPrompt(
                seat=seat,
                rule=RuleId("BLI-162"),
                slots=slots if can else (),
                cost=asks.least,
                face_up=face_up(view),
            )
        case Phase.MEAL if view.seats[seat].stage is Stage.WAIT:
            return MealPrompt(seat=seat, rule=RuleId("BLI-166"), slots=hand.meals(view))
        case Phase.MEAL | Phase.SETTLE:
            return _settle(view, seat)
    raise AssertionError(f"nobody is asked in {view.phase}")


def _settle(view: View, seat: Seat) -> SettlePrompt:
    me, (items, corruption) = hand.me_of(view), hand.owed_from(view)
    return SettlePrompt(
        seat=seat,
        rule=RuleId("BLI-R05"),
        items=me.owed_items,
        corruption=me.owed_corruption,
        item_slots=items,
        corruption_slots=corruption,
        settled=me.settled,
    )


def _bet(view: View, seat: Seat) -> BetPrompt:
    many = range(len(hand.options(view)))
    left = PROPOSALS - view.question.failures
    invitable = [partner for option in many for partner in hand.partners(view, option)]
    return BetPrompt(
        seat=seat,
        rule=RuleId("BLI-077"),
        options=len(many),
        slots=hand.placeable(view),
        corruptible=hand.corruptible(view),
        has_bet=any(hand.own_bet(view, option) is not None for option in many),
        partners=tuple(dict.fromkeys(invitable)) if left else (),
        proposals_left=left,
        face_up=face_up(view),
    )


def _respond(view: View, seat: Seat) -> RespondPrompt:
    proposal = view.proposal
    assert proposal is not None, "somebody proposed"
    slots = () if seat in proposal.present else hand.placeable(view)
    bound = seat in proposal.present or hand.has_card_on(view, proposal.option, seat)
    return RespondPrompt(
        seat=seat,
        rule=RuleId("BLI-091"),
        slots=slots,
        least=0 if bound else 1,  # BLI-093, BLI-R23
        most=len(slots),
    )


def face_up(view: View) -> tuple[FaceUpChoice, ...]:
    """BLI-110, BLI-R36. What may be played open now."""
    me, found = hand.me_of(view), []
    if me.life is not Life.ALIVE or view.event is None:
        return ()
    known, kind = hand.cards(view), hand.event(view).kind
    mine = hand.items(view)
    for slot in mine:
        if me.keeps and not hand.may_leave(view, (slot,)):
            continue
        for sideways in (False, True):
            text = text_of(known[me.slots[slot]], sideways=sideways)
            if text.face_up is None or kind not in text.face_up.when:
                continue
            wanted = wanted_bet(text.face_up.effects)
            bets = _bets(view, wanted)
            if wanted is not None and not bets:
                continue
            targets = hand.others(view) if wants_target(text.face_up.effects) else ()
            found.append(FaceUpChoice(slot, sideways, targets, bets))
    return tuple(found)


def _bets(view: View, wanted: str | None) -> Slots:
    if wanted is None:
        return ()
    own = view.viewer
    return tuple(
        [
            bet.id
            for bet in view.bets
            if wanted == "any" or (own in bet.members) is (wanted == "own")
        ]
    )


def shop_choices(view: View) -> Iterator[ShopChoice]:
    """BLI-152 to BLI-160. Every way to use an option that this seat has not used."""
    me, seat = hand.me_of(view), hand.seat_of(view)
    alive = me.life is Life.ALIVE
    for at, option in enumerate(hand.options(view)):
        cost = option.cost
        assert cost is not None, "a shop's option costs something"
        targets = hand.others(view) if wants_target(option.effects) else ()
        if _uses(view, at) or (wants_target(option.effects) and not targets):
            continue
        if cost.items is not None and alive:
            slots = hand.items(view, cost.items.kind)
            if len(slots) >= cost.items.n:
                yield ShopChoice(at, Payment.ITEMS, slots, cost.items.n, targets)
            yield ShopChoice(at, Payment.ROB, (), 0, targets)
        elif cost.items is None and alive:
            yield ShopChoice(at, Payment.AILMENT, (), 0, targets)
        if view.seats[seat].trophies:
            yield ShopChoice(at, Payment.TROPHY, (), 0, targets)


def _payable(view: View, kind: str, many: int) -> Slots:
    slots = hand.items(view, kind)  # type: ignore[arg-type]
    return slots if len(slots) >= many else ()


def _uses(view: View, option: int) -> int:
    return sum(used.seat == view.viewer and used.option == option for used in view.used)


def invitations(view: View) -> Iterator[Asks]:
    """What this seat may send at any time: trades, withdrawals, statements."""
    if view.me is None or view.viewer is None or view.phase is Phase.OVER:
        return
    seat = view.viewer
    if view.seats[seat].dead:
        return
    yield from _trades(view, seat)
    if view.proposal is not None and view.proposal.by == seat:
        rule = RuleId("BLI-R22")
        mine = ProposalPrompt(seat=seat, rule=rule, option=view.proposal.option)
        yield _timed(view, mine)
    if view.me.words_left and view.me.life is not Life.DEAD:
        yield SayPrompt(seat=seat, rule=RuleId("BLI-R24"), left=view.me.words_left)


def _trades(view: View, seat: Seat) -> Iterator[Asks]:
    rule = RuleId("BLI-193")
    to = trade_partners(view)
    if to:
        yield TradePrompt(seat=seat, rule=rule, slots=hand.items(view), to=to)
    for trade in view.trades:
        if trade.to == seat:
            enough = any(most >= trade.wants for _, most in hand.spendings(view))
            yield TradeAnswerPrompt(
                seat=seat,
                rule=rule,
                by=trade.by,
                gives=trade.gives,
                wants=trade.wants,
                claim=trade.claim,
                want_claim=trade.want_claim,
                slots=hand.items(view),
                can_accept=hand.me_of(view).trading and enough,
            )
        if trade.by == seat:
            yield TradeCancelPrompt(seat=seat, rule=rule, to=trade.to)


def trade_partners(view: View) -> tuple[Seat, ...]:
    """BLI-R60. Whom this seat may make an offer now."""
    me = hand.me_of(view)
    if not me.trading:
        return ()
    open_to = [trade.to for trade in view.trades if trade.by == view.viewer]
    return tuple(
        [
            other
            for other in hand.others(view)
            if me.offers_left[other] > 0
            and other not in open_to
            and view.seats[other].stage is not Stage.ROLLED
        ]
    )
