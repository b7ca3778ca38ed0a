"""How the house plays a seat, from that seat's own view and prompt alone."""

from itertools import islice
from typing import assert_never

from croupier.engines.kernel.engine import Policy
from croupier.engines.kernel.rng import Rng, chosen, shuffled
from croupier.engines.kernel.shape import Pick
from croupier.engines.the_blessed_dark import choices, situation
from croupier.engines.the_blessed_dark.commands import (
    ArrangeCards,
    BeginRitual,
    Cast,
    ChooseCards,
    ChooseOpponent,
    DrawBlood,
    EndRitual,
    PickFirstCard,
    PlaceLastCard,
    Said,
)
from croupier.engines.the_blessed_dark.prompts import (
    Asks,
    CardsPrompt,
    FirstCardPrompt,
    LastCardPrompt,
    OpponentPrompt,
    RitualPrompt,
    ScryPrompt,
    TurnPrompt,
)
from croupier.engines.the_blessed_dark.view import View

OFFERS_MAX = 256  # answers looked at; of the dearer casts, which come last, the house needs none


def house_answer(view: View, prompt: Asks, policy: Policy, rng: Rng) -> Said:
    """A legal answer: the catalogue's default for "absent", anything for "random"."""
    return _default(prompt) if policy == "absent" else _random(view, prompt, rng)


def _default(prompt: Asks) -> Said:
    """BLE-R45. First card, blood or an abandoned ritual, the least and first of every choice."""
    seat = prompt.seat
    match prompt:
        case FirstCardPrompt(cards=cards):
            return PickFirstCard(seat, cards[0])
        case TurnPrompt(blood=blood):
            return DrawBlood(seat) if blood else BeginRitual(seat)
        case RitualPrompt():
            return EndRitual(seat)
        case OpponentPrompt(choice_id=number, opponents=opponents):
            return ChooseOpponent(seat, number, opponents[0])
        case CardsPrompt():
            pick = choices.cards_pick(prompt)
            first: ChooseCards = pick.filled(pick.source[: pick.least])
            return first
        case ScryPrompt(choice_id=number, cards=cards):
            return ArrangeCards(seat, number, (), cards)
        case LastCardPrompt():
            return PlaceLastCard(seat, False)
    assert_never(prompt)


def _random(view: View, prompt: Asks, rng: Rng) -> Said:
    """A kind of answer, then one of its kind."""
    stream = f"house/{prompt.seat}"
    match prompt:
        case CardsPrompt(least=least, most=most):
            pick = choices.cards_pick(prompt)
            count = least + rng.below(most - least + 1, stream, "BLE-R45 how many")
            some = shuffled(pick.source, rng, stream, "BLE-R45 cards")[:count]
            picked: ChooseCards = pick.filled(some)
            return picked
        case ScryPrompt(choice_id=number, cards=cards, most=most):
            count = rng.below(most + 1, stream, "BLE-R45 how many")
            places = shuffled(range(len(cards)), rng, stream, "BLE-R45 cards")
            take = tuple(cards[at] for at in sorted(places[:count]))
            rest = tuple(cards[at] for at in places[count:])
            return ArrangeCards(prompt.seat, number, take, rest)
        case RitualPrompt(casts=casts) if casts and rng.below(2, stream, "BLE-R45 cast"):
            offer = chosen(casts, rng, stream, "BLE-R45 which cast")
            return Cast(prompt.seat, offer.card, offer.assign, offer.mods)
        case _:
            return _any(view, prompt, rng, stream)


def _any(view: View, prompt: Asks, rng: Rng, stream: str) -> Said:
    kinds: dict[str, list[Said]] = {}
    for command in islice(choices.legal(situation.of_view(view, prompt.seat), prompt), OFFERS_MAX):
        assert not isinstance(command, Pick), "shapes are filled before"
        kinds.setdefault(type(command).__name__, []).append(command)
    kind = chosen(tuple(kinds), rng, stream, "BLE-R45 kind")
    return chosen(kinds[kind], rng, stream, "BLE-R45 answer")
