"""Every legal answer to a prompt: commands, or shapes where they are many."""

from collections.abc import Iterator
from typing import TypeAlias, assert_never

from croupier.engines.blast_radius import promises, survivors, trades
from croupier.engines.blast_radius.commands import (
    AcceptTrade,
    Allow,
    AnswerDeal,
    BraydenOffer,
    BraydenPass,
    ChooseDiscard,
    ChooseSurvivor,
    CompleteObjective,
    CounterTrade,
    DeclineTrade,
    Defend,
    Discard,
    DrawAgain,
    DrawItem,
    EndTurn,
    EugeneForce,
    EugeneSkip,
    FinishJoke,
    FreezeUp,
    HelgaSkip,
    HelgaTake,
    JudgeJoke,
    KarrotWaits,
    PlayStrike,
    ProposeTrade,
    RollRecovery,
    Said,
    SelfRevive,
    SprengenTake,
    TellJoke,
    TradeInObjective,
    WithdrawTrade,
)
from croupier.engines.blast_radius.prompts import (
    ActionPrompt,
    Asks,
    BraydenPrompt,
    DealPrompt,
    DefencePrompt,
    DiscardPrompt,
    DrawPrompt,
    EffectDiscardPrompt,
    EugenePrompt,
    HelgaPrompt,
    JokePrompt,
    KarrotPrompt,
    KeepPrompt,
    RecoveryPrompt,
    SprengenPrompt,
    StrikeOffer,
    SurvivorPrompt,
    TradePrompt,
    VotePrompt,
    WithdrawPrompt,
)
from croupier.engines.blast_radius.scene import Scene
from croupier.engines.blast_radius.table import JokeMode
from croupier.engines.kernel.shape import Blank, Form, Pick
from croupier.engines.kernel.values import Seat

Answer: TypeAlias = Said | Pick | Form


def legal(here: Scene, prompt: Asks) -> Iterator[Answer]:
    """Every legal answer to a prompt, in a stable order."""
    match prompt:
        case RecoveryPrompt() | DrawPrompt() | DiscardPrompt() | KeepPrompt() | ActionPrompt():
            yield from _in_turn(here, prompt)
        case SurvivorPrompt() | DefencePrompt() | TradePrompt() | WithdrawPrompt():
            yield from _to_others(here, prompt)
        case JokePrompt() | VotePrompt() | EffectDiscardPrompt() | KarrotPrompt():
            yield from _to_cards(prompt)
        case EugenePrompt() | SprengenPrompt() | HelgaPrompt() | BraydenPrompt() | DealPrompt():
            yield from _of_survivors(prompt)
        case _:
            assert_never(prompt)


def _in_turn(
    here: Scene, prompt: RecoveryPrompt | DrawPrompt | DiscardPrompt | KeepPrompt | ActionPrompt
) -> Iterator[Answer]:
    seat = prompt.seat
    match prompt:
        case RecoveryPrompt(revivers=revivers):
            yield RollRecovery(seat)
            yield from (SelfRevive(seat, card) for card in revivers)
        case DrawPrompt(discards=discards):
            yield DrawItem(seat)
            yield from (Discard(seat, card) for card in discards)
        case DiscardPrompt(cards=cards):
            yield from (Discard(seat, card) for card in cards)
        case KeepPrompt(card=card):
            yield EndTurn(seat)
            yield Discard(seat, card)
        case ActionPrompt():
            yield from _actions(here, prompt)


def _actions(here: Scene, prompt: ActionPrompt) -> Iterator[Answer]:
    seat = prompt.seat
    for objective in prompt.completable:
        for spend in promises.spendings(here, objective):
            like = CompleteObjective(seat, objective)
            yield Pick(like, "spend", spend, len(spend), len(spend)) if spend else like
    yield from (DrawAgain(seat, source) for source in prompt.sources)
    for offer in prompt.strikes:
        yield from _plays(seat, offer)
    for partner in prompt.partners:
        yield from trades.forms(here, ProposeTrade(seat, partner), partner)
    yield from (TradeInObjective(seat, objective) for objective in prompt.trade_ins)
    if prompt.discard is not None:
        yield Discard(seat, prompt.discard)
    if prompt.may_pass:
        yield EndTurn(seat)


def _plays(seat: Seat, offer: StrikeOffer) -> Iterator[Answer]:
    if offer.cost > 1 or offer.pick_count:
        yield from _forms(seat, offer)
        return
    for card in offer.cards:
        for aim in offer.aims:
            if aim.items:
                yield from (PlayStrike(seat, (card,), aim.seat, item) for item in aim.items)
            else:
                yield PlayStrike(seat, (card,), aim.seat)
        if offer.self_too or not offer.aims:
            yield PlayStrike(seat, (card,))


def _forms(seat: Seat, offer: StrikeOffer) -> Iterator[Form]:
    """BLA-R45. Several cards are played in any order; BLA-051: cards of the pile are named."""
    cards = Blank("cards", offer.cards, offer.cost, offer.cost)
    picks = Blank("picks", offer.picks, offer.pick_count, offer.pick_count)
    aims = [(aim.seat, item) for aim in offer.aims for item in (aim.items or (None,))]
    if offer.self_too or not offer.aims:
        yield Form(PlayStrike(seat, ()), (cards, picks))
    for target, item in aims:
        yield Form(PlayStrike(seat, (), target, item), (cards, picks))


def _to_others(
    here: Scene, prompt: SurvivorPrompt | DefencePrompt | TradePrompt | WithdrawPrompt
) -> Iterator[Answer]:
    seat = prompt.seat
    match prompt:
        case SurvivorPrompt(survivors=free, height_wanted=wanted):
            heights = survivors.HEIGHTS
            height = Blank("height_cm", least=heights[0], most=heights[-1], kind="number")
            for survivor in (None, *free):
                like = ChooseSurvivor(seat, survivor)
                yield like
                if wanted:
                    yield Form(like, (height,))
        case DefencePrompt(cards=cards):
            yield Allow(seat)
            yield from (Defend(seat, card) for card in cards)
        case TradePrompt(offer=offer, may_counter=may_counter):
            yield DeclineTrade(seat)
            yield AcceptTrade(seat)
            if may_counter:
                yield from trades.forms(here, CounterTrade(seat), offer.by)
        case WithdrawPrompt():
            yield WithdrawTrade(seat)


def _to_cards(
    prompt: JokePrompt | VotePrompt | EffectDiscardPrompt | KarrotPrompt,
) -> Iterator[Answer]:
    seat = prompt.seat
    match prompt:
        case JokePrompt(mode=mode):
            if mode is JokeMode.TEXT:
                blank = Blank("text", least=1, most=survivors.TEXT_MAX, kind="text")
                yield Form(TellJoke(seat, ""), (blank,))
            else:
                yield FinishJoke(seat)
            yield FreezeUp(seat)
        case VotePrompt():
            yield from (JudgeJoke(seat, told) for told in (True, False))
        case EffectDiscardPrompt(cards=cards, count=count):
            yield Pick(ChooseDiscard(seat, ()), "cards", cards, count, count)
        case KarrotPrompt(strikes=offers, may_wait=may_wait):
            if may_wait:
                yield KarrotWaits(seat)
            for offer in offers:
                yield from _plays(seat, offer)


def _of_survivors(
    prompt: EugenePrompt | SprengenPrompt | HelgaPrompt | BraydenPrompt | DealPrompt,
) -> Iterator[Answer]:
    seat = prompt.seat
    match prompt:
        case EugenePrompt(aims=aims):
            yield EugeneSkip(seat)
            for aim in aims:
                yield from (EugeneForce(seat, aim.seat, card) for card in aim.items)
        case SprengenPrompt(cards=cards):
            yield from (SprengenTake(seat, card) for card in cards)
        case HelgaPrompt(cards=cards):
            yield HelgaSkip(seat)
            yield from (HelgaTake(seat, card) for card in cards)
        case BraydenPrompt(cards=cards, sellers=sellers):
            yield BraydenPass(seat)
            for to in sellers:
                yield from (BraydenOffer(seat, card, to) for card in cards)
        case DealPrompt():
            yield from (AnswerDeal(seat, accept) for accept in (False, True))
