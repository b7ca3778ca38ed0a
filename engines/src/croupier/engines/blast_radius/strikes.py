"""Playing a Strike: what may be aimed at whom, as offers and as reasons against it."""

from collections.abc import Iterable

from croupier.engines.blast_radius.cards import (
    DiscardItems,
    Draw,
    Heal,
    Health,
    Incapacitate,
    Item,
    ItemKind,
    PassHands,
    RedealHands,
    ReshuffleDiscard,
    Sicken,
    Steal,
    Survivor,
    TakeDiscard,
    Who,
)
from croupier.engines.blast_radius.checks import everything, selector
from croupier.engines.blast_radius.commands import PlayStrike
from croupier.engines.blast_radius.prompts import Aim, StrikeOffer
from croupier.engines.blast_radius.scene import Scene
from croupier.engines.blast_radius.table import Names
from croupier.engines.kernel.refusal import Refusal, refusal
from croupier.engines.kernel.values import Seat


def cost_of(item: Item, survivor: Survivor | None) -> int:
    """How many cards of the item are played. BLA-158: Jake needs one can of beans."""
    own = None if survivor is None else item.cost_by_character.get(survivor.value)
    return item.cost if own is None else own


def _aimed(item: Item) -> Who | None:
    """Whether a Strike takes a target, and which."""
    if item.is_weapon:
        return Who.TARGET
    for op in everything(item.effects):
        who = selector(op)
        if who is Who.TARGET or who is Who.TARGET_OR_SELF:
            return who
    return None


def _salvaged(item: Item) -> int:
    """How many cards of the discard pile a Strike names."""
    first = item.effects[0] if item.effects else None
    return first.n if isinstance(first, TakeDiscard) else 0


def salvageable(here: Scene) -> Names:
    """The Loot and Strikes of the discard pile, the top first."""
    return tuple([card for card in reversed(here.discard) if not here.cards.is_reflex(card)])


def selected(many: int, actor: Seat, who: Who, target: Seat | None) -> tuple[Seat, ...]:
    """BLA-R19. Whom an effect reaches, clockwise from its actor."""
    around = tuple([Seat((actor + step) % many) for step in range(many)])
    match who:
        case Who.SELF:
            return (actor,)
        case Who.TARGET | Who.TARGET_OR_SELF:
            return (actor if target is None else target,)
        case Who.LEFT:
            return around[1:2]
        case Who.RIGHT:
            return around[-1:]
        case Who.OTHERS:
            return around[1:]
        case Who.ALL:
            return around


def _left(here: Scene, item: Item) -> tuple[int, ...]:
    """How many cards each hand holds once the Strike has left its own."""
    cost = cost_of(item, here.survivor)
    return tuple(
        [len(hand) - (cost if seat == here.seat else 0) for seat, hand in enumerate(here.hands)]
    )


def _applies(here: Scene, item: Item, target: Seat | None) -> bool:
    """BLA-R22. Whether a Strike's first operation can change anything for this target."""
    op = item.effects[0]
    who = selector(op)
    reached = () if who is None else selected(len(here.hands), here.seat, who, target)
    match op:
        case Heal(cures=cures):  # BLA-R23, BLA-R24, BLA-R25, BLA-R26
            return any(here.health[seat] in cures for seat in reached)
        case Sicken() | Incapacitate():
            return any(here.health[seat] is not Health.INCAPACITATED for seat in reached)
        case Steal():  # BLA-113
            return target is not None and bool(here.hands[target])
        case Draw():
            return bool(here.item_deck or here.discard)
        case DiscardItems():
            return any(_left(here, item)[seat] for seat in reached)
        case TakeDiscard():
            return bool(salvageable(here))
        case ReshuffleDiscard():
            return bool(here.discard)
        case RedealHands():
            return sum(many > 0 for many in _left(here, item)) >= 2
        case PassHands():
            return any(_left(here, item))
        case _:
            return True


def offers(here: Scene, *, weapons_only: bool = False) -> tuple[StrikeOffer, ...]:
    """BLA-050. Every Strike that may be played now."""
    kinds = sorted(dict.fromkeys([card.partition(".")[0] for card in here.hand]))
    found = [_offer(here, here.cards.items[kind]) for kind in kinds]
    return tuple(
        [
            offer
            for offer in found
            if offer is not None and (not weapons_only or here.cards.items[offer.item].is_weapon)
        ]
    )


def _offer(here: Scene, item: Item) -> StrikeOffer | None:
    cost = cost_of(item, here.survivor)
    held = tuple([card for card in here.hand if card.partition(".")[0] == item.id])
    if item.kind is not ItemKind.STRIKE or not item.playable or len(held) < cost:
        return None
    aim = _aimed(item)
    aims = tuple(
        [
            Aim(seat, here.hands[seat] if item.is_weapon else ())
            for seat in here.others
            if aim is not None and _applies(here, item, seat)
        ]
    )
    self_too = aim is Who.TARGET_OR_SELF and not _barred(here, item) and _applies(here, item, None)
    plain = aim is None and _applies(here, item, None)
    if not (aims or self_too or plain):
        return None
    pile = salvageable(here) if _salvaged(item) else ()
    picked = min(_salvaged(item), len(pile))
    return StrikeOffer(item.id, held, cost, aims, self_too, pile, picked)


def _barred(here: Scene, item: Item) -> bool:
    """BLA-159. Jake cannot use a Medical Kit on himself."""
    return here.survivor in item.not_self_for


def why_not(here: Scene, said: PlayStrike, *, weapons_only: bool = False) -> Refusal | None:
    """The first reason against a Strike, in the catalogue's order."""
    if not _all_in(said.cards, here.hand):
        return refusal("BLA-050", "NOT_IN_HAND")
    kinds = list(dict.fromkeys([card.partition(".")[0] for card in said.cards]))
    if len(kinds) != 1:
        return refusal("BLA-050", "WRONG_COST", kinds=len(kinds))
    item = here.cards.items[kinds[0]]
    if item.kind is not ItemKind.STRIKE:
        return refusal("BLA-048", "NOT_A_STRIKE", item=item.id)
    if not item.playable or (weapons_only and not item.is_weapon):
        return refusal("BLA-129", "NOT_PLAYABLE", item=item.id)
    cost = cost_of(item, here.survivor)
    if len(said.cards) != cost:
        return refusal("BLA-137", "WRONG_COST", cost=cost)
    return _why_not_aimed(here, item, said) or _why_not_picked(here, item, said.picks)


def _why_not_aimed(here: Scene, item: Item, said: PlayStrike) -> Refusal | None:
    aim, target = _aimed(item), said.target
    missing = target is None and (aim is Who.TARGET or (aim is not None and _barred(here, item)))
    if missing or (target is not None and (aim is None or target not in here.others)):
        return refusal("BLA-113", "BAD_TARGET")
    if item.is_weapon:
        assert target is not None, "a weapon is aimed"
        if said.item not in here.hands[target]:
            return refusal("BLA-112", "ITEM_NOT_THERE", seat=target)
        return None
    if said.item is not None:
        return refusal("BLA-112", "ITEM_NOT_THERE")
    if not _applies(here, item, target):
        return refusal("BLA-R22", "NO_LEGAL_TARGET", item=item.id)
    return None


def _why_not_picked(here: Scene, item: Item, picks: Names) -> Refusal | None:
    pile = salvageable(here) if _salvaged(item) else ()
    wanted = min(_salvaged(item), len(pile))
    if len(picks) != wanted or not _all_in(picks, pile):
        return refusal("BLA-051", "BAD_PICK", wanted=wanted)
    return None


def _all_in(cards: Names, place: Iterable[str]) -> bool:
    """Whether these cards are all there, none named twice."""
    there = tuple(place)
    return len(dict.fromkeys(cards)) == len(cards) and all(card in there for card in cards)
