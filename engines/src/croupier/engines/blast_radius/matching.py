"""Do these cards fulfil this objective? An exact matching of cards and requirements."""

from collections.abc import Sequence
from functools import lru_cache
from itertools import combinations
from typing import TypeAlias

from croupier.engines.blast_radius.cards import Did, Hold, HoldAny, HoldTag, Objective
from croupier.engines.blast_radius.checks import fits
from croupier.engines.blast_radius.edition import Cards, Contents, cards_of
from croupier.engines.blast_radius.table import Active, ItemUse
from croupier.engines.kernel.pack import Pack

Slot: TypeAlias = Hold | HoldAny | HoldTag


def slots_of(objective: Objective) -> list[Slot]:
    """One slot for each card that an objective wants in hand."""
    return [n for n in objective.needs if not isinstance(n, Did) for _ in range(n.n)]


def spends(slot: Slot, use: ItemUse) -> bool:
    """BLA-073, BLA-R29. Whether the card that fills this slot is discarded."""
    return slot.consume if use is ItemUse.CARD else use is ItemUse.DISCARD


def filled(cards: Cards, slots: Sequence[Slot], held: Sequence[str]) -> int:
    """BLA-R30. How many slots can get a card of their own (augmenting paths, never greedy)."""
    owner: dict[int, int] = {}

    def placed(slot: int, tried: list[int]) -> bool:
        for at, card in enumerate(held):
            if at in tried or not fits(cards.item(card), slots[slot]):
                continue
            tried.append(at)
            if at not in owner or placed(owner[at], tried):
                owner[at] = slot
                return True
        return False

    return sum(placed(slot, []) for slot in range(len(slots)))


def assignable(cards: Cards, slots: Sequence[Slot], held: Sequence[str]) -> bool:
    """Whether every slot gets a card of its own."""
    return len(slots) <= len(held) and filled(cards, slots, held) == len(slots)


def done(objective: Objective, active: Active) -> bool:
    """Whether what is to be done has been done often enough."""
    pairs = zip(objective.needs, active.progress, strict=True)
    return all(have >= need.n for need, have in pairs if isinstance(need, Did))


@lru_cache(maxsize=4096)
def fulfilled(pack: Pack[Contents], active: Active, hand: tuple[str, ...]) -> bool:
    """BLA-066. Whether an objective's conditions are met by this hand."""
    cards = cards_of(pack)
    objective = cards.objectives[active.objective]
    return done(objective, active) and assignable(cards, slots_of(objective), hand)


def spendable(
    cards: Cards, objective: Objective, hand: Sequence[str], spend: Sequence[str], use: ItemUse
) -> bool:
    """Whether `spend` fills exactly the slots that are spent, and the rest of the hand the rest."""
    slots = slots_of(objective)
    spent = [slot for slot in slots if spends(slot, use)]
    kept = [slot for slot in slots if not spends(slot, use)]
    rest = [card for card in hand if card not in spend]
    if len(spend) != len(spent) or len(rest) != len(hand) - len(spend):
        return False
    return assignable(cards, spent, spend) and assignable(cards, kept, rest)


def spend_sets(
    cards: Cards, objective: Objective, hand: Sequence[str], use: ItemUse
) -> list[tuple[str, ...]]:
    """Every set of cards that may be spent; one empty set when nothing is."""
    many = sum(spends(slot, use) for slot in slots_of(objective))
    sets = combinations(hand, many)
    return [each for each in sets if spendable(cards, objective, hand, each, use)]
