"""How the house plays a seat, from that seat's own view and prompt alone."""

from collections.abc import Iterator
from typing import assert_never

from croupier.engines.blast_radius import choices, scene, sense
from croupier.engines.blast_radius.commands import (
    Allow,
    AnswerDeal,
    BraydenPass,
    ChooseDiscard,
    ChooseSurvivor,
    CompleteObjective,
    DeclineTrade,
    Discard,
    DrawItem,
    EndTurn,
    EugeneSkip,
    FreezeUp,
    HelgaSkip,
    JudgeJoke,
    KarrotWaits,
    PlayStrike,
    RollRecovery,
    Said,
    SprengenTake,
    TellJoke,
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
    SurvivorPrompt,
    TradePrompt,
    VotePrompt,
    WithdrawPrompt,
)
from croupier.engines.blast_radius.table import JokeMode
from croupier.engines.blast_radius.view import View
from croupier.engines.kernel.engine import Policy
from croupier.engines.kernel.rng import Rng, chosen, shuffled
from croupier.engines.kernel.shape import Blank, Form, Pick

JOKES = (
    "I told the Geiger counter a joke. It clicked.",
    "My canned beans and I have a lot in common: we are both past our date.",
    "I would tell you about the shelter door, but it never opens up.",
)
SELDOM = 8  # once in so many answers the house says just anything


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
    """Complete what can be completed; else mostly what helps most, and seldom just anything."""
    stream, here = f"house/{prompt.seat}", scene.of_view(view, prompt.seat)
    if isinstance(prompt, JokePrompt) and prompt.mode is JokeMode.TEXT:
        return TellJoke(prompt.seat, chosen(JOKES, rng, stream, "BLA-145 joke"))
    answers = [*choices.legal(here, prompt)]
    useful = [each for each in answers if _kind(each) is CompleteObjective]
    if not useful and rng.below(SELDOM, stream, "BLA-025 sense"):
        useful = _best(here, view, prompt, answers)
    kinds: dict[type, list[choices.Answer]] = {}
    for answer in useful or answers:
        kinds.setdefault(_kind(answer), []).append(answer)
    kind = chosen(tuple(kinds), rng, stream, "BLA-025 kind")
    return _filled(chosen(kinds[kind], rng, stream, "BLA-025 choice"), rng, stream)


def _kind(answer: choices.Answer) -> type:
    return type(answer.like if isinstance(answer, Form | Pick) else answer)


def _best(
    here: scene.Scene, view: View, prompt: Asks, answers: list[choices.Answer]
) -> list[choices.Answer]:
    """The answers that make most sense; an offer that may please both is made once a turn."""
    if isinstance(prompt, ActionPrompt) and here.offers_left == here.options.max_trade_offers:
        offers: list[choices.Answer] = [*sense.good_trades(here, view, prompt.partners)]
        if offers:
            return offers
    weighed = [(sense.of(here, each), each) for answer in answers for each in _written(answer)]
    most = max(how for how, _ in weighed)
    return [answer for how, answer in weighed if how == most]


def _written(answer: choices.Answer) -> Iterator[choices.Answer]:
    """A Strike that is a form, written out: each card of the pile that it may name, if one."""
    match answer:
        case Form(like=PlayStrike(), blanks=(cards, picks)):
            played, most = cards.source[: cards.most], picks.most
            named = [(pick,) for pick in picks.source] if most == 1 else [picks.source[:most]]
            yield from (answer.filled(cards=played, picks=each) for each in named)
        case _:
            yield answer


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
