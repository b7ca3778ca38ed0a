"""What an edition may say and perhaps does not mean: warnings, and no reason to refuse it."""

from collections.abc import Iterator

from croupier.engines.blast_radius.cards import Did, Item, ItemKind, Limits, Objective
from croupier.engines.blast_radius.checks import fits


def of_edition(
    items: tuple[Item, ...], objectives: tuple[Objective, ...], limits: Limits
) -> Iterator[str]:
    """BLA-R63. Each with its place."""
    yield from _of_values(objectives)
    yield from _of_counts(items, objectives, limits)
    if not any(item.is_weapon for item in items):
        yield "item: no weapon, so nobody can attack"
    needs = [need for each in objectives for need in each.needs if not isinstance(need, Did)]
    for item in items:
        if item.kind is ItemKind.LOOT and not any(fits(item, need) for need in needs):
            yield f"{item.id}: Loot that no objective can use"


def _of_values(objectives: tuple[Objective, ...]) -> Iterator[str]:
    """BLA-074. A value reflects the number of items and deeds."""
    for objective in objectives:
        asked = sum(need.n for need in objective.needs)
        if objective.value != asked:
            yield f"{objective.id}: value: {objective.value}, and {asked} items or deeds are asked"


def _of_counts(
    items: tuple[Item, ...], objectives: tuple[Objective, ...], limits: Limits
) -> Iterator[str]:
    """BLA-R11, BLA-R32. What may run out with the most players."""
    most, cards = limits.players_max, sum(item.copies for item in items)
    if cards <= limits.hand_limit * most:
        yield f"item: {cards} cards, and {most} hands hold {limits.hand_limit * most}"
    used = (limits.active_objectives + limits.objectives_to_trigger - 1) * most
    if len(objectives) < used:
        yield f"objective: {len(objectives)}, and {most} players may use up {used}"
