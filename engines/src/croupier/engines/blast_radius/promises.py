"""Objectives and second draws: what may be completed, traded in, or drawn."""

from croupier.engines.blast_radius.cards import Health
from croupier.engines.blast_radius.commands import CompleteObjective, TradeInObjective
from croupier.engines.blast_radius.matching import fulfilled, spend_sets, spendable
from croupier.engines.blast_radius.scene import Scene
from croupier.engines.blast_radius.table import Active, Names, Source
from croupier.engines.kernel.refusal import Refusal, refusal


def sources(here: Scene) -> tuple[Source, ...]:
    """BLA-034 to BLA-036. Where a second card can come from; BLA-038, BLA-R13: full or not."""
    deck = (Source.DECK,) if here.item_deck or here.discard else ()
    return (*deck, Source.DISCARD) if here.discard else deck


def why_not_draw(here: Scene, source: Source) -> Refusal | None:
    """BLA-036, BLA-R11. Nothing is drawn from nothing."""
    if source is Source.DISCARD and not here.discard:
        return refusal("BLA-036", "DISCARD_EMPTY")
    if source not in sources(here):
        return refusal("BLA-R11", "NO_CARDS")
    return None


def trade_ins(here: Scene) -> Names:
    """BLA-079, BLA-080. Every own objective, while the deck has another."""
    if not here.objective_deck:
        return ()
    return tuple([active.objective for active in here.objectives])


def completable(here: Scene) -> Names:
    """BLA-066, BLA-067. Own objectives that could be completed now."""
    if here.health[here.seat] is not Health.HEALTHY:
        return ()
    return tuple(
        [each.objective for each in here.objectives if fulfilled(here.pack, each, here.hand)]
    )


def spendings(here: Scene, objective: str) -> list[Names]:
    """Every set of cards with which an objective may be completed."""
    card = here.cards.objectives[objective]
    return spend_sets(here.cards, card, here.hand, here.options.objective_items)


def why_not(here: Scene, said: TradeInObjective | CompleteObjective) -> Refusal | None:
    """The first reason against it. BLA-069, BLA-081: only what lies in front of oneself."""
    mine = _own(here, said.objective)
    if mine is None:
        return refusal("BLA-069", "NOT_YOUR_OBJECTIVE")
    if isinstance(said, TradeInObjective):
        if not here.objective_deck:
            return refusal("BLA-080", "OBJECTIVE_DECK_EMPTY")
        return None
    if here.health[here.seat] is not Health.HEALTHY:
        return refusal("BLA-067", "NOT_HEALTHY", health=here.health[here.seat].value)
    if not fulfilled(here.pack, mine, here.hand):
        return refusal("BLA-066", "NOT_FULFILLED")
    card, use = here.cards.objectives[said.objective], here.options.objective_items
    if not spendable(here.cards, card, here.hand, said.spend, use):
        return refusal("BLA-R29", "BAD_SPEND")
    return None


def _own(here: Scene, objective: str) -> Active | None:
    return next((each for each in here.objectives if each.objective == objective), None)
