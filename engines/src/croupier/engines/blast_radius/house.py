"""How the house plays a seat, from that seat's own view and prompt alone."""

from typing import assert_never

from croupier.engines.blast_radius import choices, scene
from croupier.engines.blast_radius.checks import fits
from croupier.engines.blast_radius.commands import (
    AcceptTrade,
    Allow,
    AnswerDeal,
    BraydenPass,
    ChooseDiscard,
    ChooseSurvivor,
    CompleteObjective,
    CounterTrade,
    DeclineTrade,
    Discard,
    DrawAgain,
    DrawItem,
    EndTurn,
    EugeneSkip,
    FreezeUp,
    HelgaSkip,
    JudgeJoke,
    KarrotWaits,
    PlayStrike,
    ProposeTrade,
    RollRecovery,
    Said,
    SprengenTake,
    TellJoke,
    TradeInObjective,
    WithdrawTrade,
)
from croupier.engines.blast_radius.matching import slots_of
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
    SurvivorPrompt,
    TradePrompt,
    VotePrompt,
    WithdrawPrompt,
)
from croupier.engines.blast_radius.table import Source
from croupier.engines.blast_radius.view import View
from croupier.engines.kernel.engine import Policy
from croupier.engines.kernel.rng import Rng, chosen, shuffled
from croupier.engines.kernel.shape import Blank, Form, Pick

JOKES = (
    "I told the Geiger counter a joke. It clicked.",
    "My canned beans and I have a lot in common: we are both past our date.",
    "I would tell you about the shelter door, but it never opens up.",
)
SELDOM = 4  # the house trades or passes about once in so many actions


def house_answer(view: View, prompt: Asks, policy: Policy, rng: Rng) -> Said:
    """A legal answer: the catalogue's default for "absent", anything for "random"."""
    return _default(view, prompt) if policy == "absent" else _random(view, prompt, rng)


def _default(view: View, prompt: Asks) -> Said:
    """BLA-R59, BLA-R60. The default of every prompt decides nothing that is optional."""
    seat = prompt.seat
    match prompt:
        case SurvivorPrompt():
            return ChooseSurvivor(seat)
        case RecoveryPrompt():
            return RollRecovery(seat)
        case DrawPrompt():
            return DrawItem(seat)
        case DiscardPrompt(cards=cards):
            return Discard(seat, view.just_drawn if view.just_drawn in cards else cards[-1])
        case KeepPrompt():
            return EndTurn(seat)
        case ActionPrompt(may_pass=may_pass):
            return EndTurn(seat) if may_pass else _first_action(view, prompt)
        case EffectDiscardPrompt(cards=cards, count=count):
            return ChooseDiscard(seat, cards[len(cards) - count :])
        case JokePrompt():
            return FreezeUp(seat)
        case VotePrompt():
            return JudgeJoke(seat, told=True)
        case _:
            return _default_to_others(prompt)


def _first_action(view: View, prompt: ActionPrompt) -> Said:
    """BLA-R09. Where passing is no choice: a second draw, or whatever else comes first."""
    answers = choices.legal(scene.of_view(view, prompt.seat), prompt)
    return next(_filled(each, None) for each in answers if not isinstance(each, Form))


def _default_to_others(
    prompt: DefencePrompt
    | TradePrompt
    | WithdrawPrompt
    | KarrotPrompt
    | EugenePrompt
    | SprengenPrompt
    | HelgaPrompt
    | BraydenPrompt
    | DealPrompt,
) -> Said:
    seat = prompt.seat
    match prompt:
        case DefencePrompt():
            return Allow(seat)
        case TradePrompt():
            return DeclineTrade(seat)
        case WithdrawPrompt():
            return WithdrawTrade(seat)
        case KarrotPrompt(strikes=strikes, may_wait=may_wait):
            first = strikes[0]
            aim = first.aims[0]
            attack = PlayStrike(seat, first.cards[:1], aim.seat, aim.items[0])
            return KarrotWaits(seat) if may_wait else attack
        case EugenePrompt():
            return EugeneSkip(seat)
        case SprengenPrompt(cards=cards):
            return SprengenTake(seat, cards[0])
        case HelgaPrompt():
            return HelgaSkip(seat)
        case BraydenPrompt():
            return BraydenPass(seat)
        case DealPrompt():
            return AnswerDeal(seat, accept=False)
    assert_never(prompt)


def _random(view: View, prompt: Asks, rng: Rng) -> Said:
    """Complete what can be completed; else a kind of answer, mostly one that helps, then which."""
    stream, here = f"house/{prompt.seat}", scene.of_view(view, prompt.seat)
    kinds: dict[type, list[choices.Answer]] = {}
    for answer in choices.legal(here, prompt):
        like = answer.like if isinstance(answer, Form | Pick) else answer
        kinds.setdefault(type(like), []).append(answer)
    if CompleteObjective in kinds:
        kinds = {CompleteObjective: kinds[CompleteObjective]}
    seldoms = (ProposeTrade, TradeInObjective, EndTurn) if DrawAgain in kinds else ()
    for seldom in seldoms:
        if rng.below(SELDOM, stream, "BLA-025 kinds"):
            kinds.pop(seldom, None)
    if rng.below(SELDOM, stream, "BLA-025 sense"):
        useful = {kind: [a for a in kinds[kind] if _helps(here, a)] for kind in kinds}
        kinds = {kind: answers for kind, answers in useful.items() if answers} or kinds
    if TellJoke in kinds:
        return TellJoke(prompt.seat, chosen(JOKES, rng, stream, "BLA-145 joke"))
    kind = chosen(tuple(kinds), rng, stream, "BLA-025 kind")
    return _filled(chosen(kinds[kind], rng, stream, "BLA-025 choice"), rng, stream)


def _helps(here: scene.Scene, answer: choices.Answer) -> bool:
    """Whether an answer brings a card that an own objective wants, or throws none of them away."""
    match answer:
        case PlayStrike(item=str() as card):
            return _is_wanted(here, card)
        case DrawAgain(source=source):
            top = here.discard[-1:]
            return (source is Source.DISCARD) is (bool(top) and _is_wanted(here, top[0]))
        case Discard(card=card):
            return not _is_wanted(here, card)
        case AcceptTrade() | CounterTrade():
            return False
        case _:
            return True


def _is_wanted(here: scene.Scene, card: str) -> bool:
    item, objectives = here.cards.item(card), here.cards.objectives
    wanted = [slot for each in here.objectives for slot in slots_of(objectives[each.objective])]
    return any(fits(item, slot) for slot in wanted)


def _filled(answer: choices.Answer, rng: Rng | None, stream: str = "") -> Said:
    """The command itself, or one of those that a shape stands for."""
    match answer:
        case Pick(source=source, least=least):
            picked: Said = answer.filled(_some(source, least, rng, stream))
            return picked
        case Form(blanks=blanks):
            fields = {each.field: _value(each, rng, stream) for each in blanks}
            written: Said = answer.filled(**fields)
            return written
        case _:
            return answer


def _value(blank: Blank, rng: Rng | None, stream: str) -> object:
    if blank.kind == "number":
        span = blank.most - blank.least + 1
        return blank.least + (rng.below(span, stream, "BLA-R01 height") if rng else 0)
    return _some(blank.source, blank.least, rng, stream)


def _some(
    source: tuple[str | int, ...], many: int, rng: Rng | None, stream: str
) -> tuple[str | int, ...]:
    mixed = shuffled(source, rng, stream, "BLA-025 which") if rng else source
    return mixed[:many]
