"""Every legal answer to a prompt: commands, or shapes where they are many."""

from collections.abc import Iterator
from itertools import combinations
from typing import TypeAlias, assert_never

from croupier.engines.kernel.shape import Pick
from croupier.engines.kernel.values import without
from croupier.engines.the_blessed_dark.commands import (
    AddSpell,
    ArrangeCards,
    BeginRitual,
    Cast,
    ChooseCards,
    ChooseOpponent,
    DrawBlood,
    DrawCard,
    EndRitual,
    FreeCast,
    PickFirstCard,
    PlaceLastCard,
    Refresh,
    Reroll,
    Said,
    SummonDarkOne,
)
from croupier.engines.the_blessed_dark.dice import DICE
from croupier.engines.the_blessed_dark.offers import (
    assignments,
    free_cards,
    payable_mods,
    ready,
    summon_plans,
    triple_plans,
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
from croupier.engines.the_blessed_dark.situation import Situation

Answer: TypeAlias = Said | Pick


def legal(here: Situation, prompt: Asks) -> Iterator[Answer]:
    """Every legal answer to this prompt."""
    seat = prompt.seat
    match prompt:
        case FirstCardPrompt(cards=cards):
            yield from [PickFirstCard(seat, card) for card in dict.fromkeys(cards)]
        case TurnPrompt():
            yield from _turn(prompt)
        case RitualPrompt():
            yield from _ritual(here, prompt)
        case OpponentPrompt(choice_id=number, opponents=opponents):
            yield from [ChooseOpponent(seat, number, opponent) for opponent in opponents]
        case CardsPrompt():
            yield cards_pick(prompt)
        case ScryPrompt():
            yield from _scry(prompt)
        case LastCardPrompt():
            yield from (PlaceLastCard(seat, True), PlaceLastCard(seat, False))
        case _:
            assert_never(prompt)


def _turn(prompt: TurnPrompt) -> Iterator[Answer]:
    """BLE-034, BLE-R07. There is always a ritual; BLE-031: there is no passing."""
    seat = prompt.seat
    if prompt.may_draw_card:
        yield DrawCard(seat)
    if prompt.blood:
        yield DrawBlood(seat)
    yield from [AddSpell(seat, card) for card in prompt.spells]
    if prompt.refresh:
        yield Refresh(seat)
    yield BeginRitual(seat)


def _ritual(here: Situation, prompt: RitualPrompt) -> Iterator[Answer]:
    seat = prompt.seat
    for offer in prompt.casts:
        yield Cast(seat, offer.card, offer.assign, offer.mods)
    if prompt.summon is not None:
        yield from [SummonDarkOne(seat, plan.mods) for plan in summon_plans(here)]
    for card in free_cards(here):
        for plan in triple_plans(here, here.blood):
            yield FreeCast(seat, card.id, plan.mods)
    if prompt.rerolls:
        for count in range(1, DICE + 1):
            yield from [Reroll(seat, which) for which in combinations(range(DICE), count)]
    yield EndRitual(seat)
    yield from _dearer_casts(here, prompt)


def _dearer_casts(here: Situation, prompt: RitualPrompt) -> Iterator[Answer]:
    """BLE-R20. Blood may be spent on more than is needed."""
    seat = prompt.seat
    blood = here.blood
    for card in ready(here):
        for assign in assignments(card):
            ways = payable_mods(card, assign, prompt.dice, blood)
            next(ways, None)  # the cheapest is offered
            yield from [Cast(seat, card.id, assign, mods) for mods in ways]


def cards_pick(prompt: CardsPrompt) -> Pick:
    """The shape of a choice of cards."""
    names = tuple([target.name for target in prompt.targets]) or prompt.cards
    like = ChooseCards(prompt.seat, prompt.choice_id, ())
    return Pick(like, "cards", names, prompt.least, prompt.most)


def _scry(prompt: ScryPrompt) -> Iterator[Answer]:
    """BLE-R55. For each set of cards taken, a shape: the rest in any order."""
    for count in range(prompt.most + 1):
        for take in dict.fromkeys(combinations(prompt.cards, count)):
            rest = without(prompt.cards, *take)
            like = ArrangeCards(prompt.seat, prompt.choice_id, take, ())
            yield Pick(like, "order", rest, len(rest), len(rest))
