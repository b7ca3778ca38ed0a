"""How the house plays a seat, from that seat's own view and prompt alone (BLI-R71)."""

from collections.abc import Sequence
from typing import Any, cast

from croupier.engines.blight_of_blackridge import answers
from croupier.engines.blight_of_blackridge.commands import (
    ChooseTarget,
    Contribute,
    Divide,
    PartnerCancel,
    PartnerRespond,
    PassTurn,
    Said,
    Settle,
    TradeDecline,
    TradeOffer,
    Vote,
)
from croupier.engines.blight_of_blackridge.prompts import (
    Asks,
    BetPrompt,
    ContributePrompt,
    DividePrompt,
    OfferPrompt,
    ProposalPrompt,
    RespondPrompt,
    SettlePrompt,
    ShopPrompt,
    TargetPrompt,
    TradeAnswerPrompt,
    TradePrompt,
    VotePrompt,
)
from croupier.engines.blight_of_blackridge.view import View
from croupier.engines.kernel.engine import Policy
from croupier.engines.kernel.rng import Rng, chosen
from croupier.engines.kernel.shape import Blank, Form, Pick
from croupier.engines.kernel.values import Seat, clockwise

WORDS = "Nothing to see here."
STAKES_MAX = 3  # cards that the house puts into one list at random


def house_answer(view: View, prompt: Asks, policy: Policy, rng: Rng) -> Said:
    """A legal answer: the default for "absent", anything for "random"."""
    default = _default(view, prompt)
    if policy == "absent" and default is not None:
        return default
    return _random(view, prompt, rng) if policy != "absent" else _first(view, prompt)


def _next_seats(view: View, seat: Seat) -> tuple[Seat, ...]:
    return clockwise(seat, len(view.seats))[1:]


def _default(view: View, prompt: Asks) -> Said | None:
    """BLI-R71. Pass, decline, nobody, the next seat, the newest cards, the lowest slots."""
    seat = prompt.seat
    match prompt:
        case BetPrompt() | ShopPrompt() | OfferPrompt():
            return PassTurn(seat)
        case RespondPrompt():
            return PartnerRespond(seat, accept=False)
        case TargetPrompt(targets=targets, optional=optional):
            turn = [other for other in _next_seats(view, seat) if other in targets]
            return ChooseTarget(seat, None if optional else turn[0])
        case VotePrompt(choices=choices):
            return Vote(seat, next(s for s in _next_seats(view, seat) if s in choices))
        case ContributePrompt(slots=slots, least=least):
            return Contribute(seat, slots[:least])
        case DividePrompt(units=units, members=members, needs_trophy=needs):
            turn = [other for other in clockwise(seat, len(view.seats)) if other in members]
            seats = tuple([turn[n % len(turn)] for n in range(len(units))])
            return Divide(seat, seats, seat if needs else None)
        case SettlePrompt(items=items, corruption=corruption):
            return Settle(
                seat,
                prompt.item_slots[::-1][:items],
                prompt.corruption_slots[::-1][:corruption],
            )
        case TradeAnswerPrompt(by=by):
            return TradeDecline(seat, by)
        case TradePrompt(to=to):
            return TradeOffer(seat, to[0], want=1)
        case ProposalPrompt():
            return PartnerCancel(seat)
    return None


def _first(view: View, prompt: Asks) -> Said:
    """The first of the loadouts, the lowest slot of a meal, a few words."""
    answer = next(answers.legal(view, prompt))
    if isinstance(answer, Form):
        return cast(Said, answer.filled(text=WORDS))
    return cast(Said, answer)


def _random(view: View, prompt: Asks, rng: Rng) -> Said:
    """First a kind of answer, then one of it; a form is filled with a few things."""
    stream = f"house/{prompt.seat}"
    found: dict[str, list[Any]] = {}
    for answer in answers.legal(view, prompt):
        like = answer.like if isinstance(answer, Pick | Form) else answer
        found.setdefault(type(like).__name__, []).append(answer)
    kind = chosen(sorted(found), rng, stream, "BLI-077 kind of answer")
    answer = chosen(found[kind], rng, stream, "BLI-077 which answer")
    match answer:
        case Pick(source=source, least=least, most=most):
            most = max(least, min(most, STAKES_MAX))
            return cast(Said, answer.filled(_some(source, least, most, rng, stream)))
        case Form():
            return _filled(answer, rng, stream)
    return cast(Said, answer)


def _some(source: Sequence[Any], least: int, most: int, rng: Rng, stream: str) -> tuple[Any, ...]:
    left, picked = list(source), []
    for _ in range(least + rng.below(most - least + 1, stream, "BLI-082 how many")):
        picked.append(left.pop(rng.below(len(left), stream, "BLI-082 which card")))
    return tuple(picked)


def _filled(form: Form, rng: Rng, stream: str) -> Said:
    values: dict[str, Any] = {}
    used: list[Any] = []
    needed = form.least
    for blank in sorted(form.blanks, key=lambda blank: -blank.least):
        apart = blank.field in form.apart
        free = [item for item in blank.source if not (apart and item in used)]
        value = _value(blank, free, needed if apart else 0, rng, stream)
        values[blank.field] = value
        if apart:
            used.extend(value)
            needed = max(0, needed - len(value))
    return cast(Said, form.filled(**values))


def _value(blank: Blank, free: list[Any], needed: int, rng: Rng, stream: str) -> Any:
    if blank.kind == "text":
        return WORDS
    few = min(blank.most, max(blank.least, STAKES_MAX))
    if blank.kind == "number":
        return blank.least + rng.below(few - blank.least + 1, stream, "BLI-R24 a claim")
    if blank.again:
        many = blank.least + rng.below(few - blank.least + 1, stream, "BLI-R25 places")
        return tuple([chosen(free, rng, stream, "BLI-R25 who") for _ in range(many)])
    least = min(max(blank.least, needed), len(free))
    return _some(free, least, max(least, min(few, len(free))), rng, stream)
