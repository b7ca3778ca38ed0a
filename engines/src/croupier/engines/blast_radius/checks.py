"""What a pack may not say of one card: the first wrong thing is why it is refused at load."""

from collections.abc import Iterator

from croupier.engines.blast_radius.cards import (
    Defence,
    Did,
    DiscardItems,
    Draw,
    Effect,
    Heal,
    Health,
    Hold,
    HoldAny,
    HoldTag,
    Incapacitate,
    Item,
    ItemKind,
    Joke,
    Limits,
    Objective,
    Op,
    Roll,
    Sicken,
    Steal,
    Survivor,
    TakeDiscard,
    Who,
)

NESTED_MAX = 3
AIMED = (Who.TARGET, Who.TARGET_OR_SELF)


def selector(op: Effect) -> Who | None:
    """Whom an effect reaches, if it says so."""
    match op:
        case Heal(who=who) | Sicken(who=who) | Incapacitate(who=who):
            return who
        case Draw(who=who) | DiscardItems(who=who):
            return who
        case _:
            return None


def inner(op: Effect) -> tuple[Op, ...]:
    """The effects inside an effect."""
    match op:
        case Roll(on=on):
            return tuple(each for outcome in on for each in outcome.do)
        case Joke(on_fail=on_fail, on_success=on_success):
            return (*on_fail, *on_success)
        case _:
            return ()


def everything(ops: tuple[Op, ...]) -> Iterator[Op]:
    """These effects and all inside them."""
    for op in ops:
        yield op
        yield from everything(inner(op))


def of_item(item: Item, limits: Limits) -> Iterator[str]:
    """What is wrong with an item."""
    strike_only = (item.cost, item.defend, item.playable, item.self_revive)
    if item.kind is not ItemKind.STRIKE and strike_only != (1, None, True, False):
        yield "cost, defend, playable and self_revive are for a Strike alone"
    if item.kind is ItemKind.LOOT and item.effects:
        yield "effect: Loot has none"
    if item.kind is ItemKind.REFLEX and not item.effects:
        yield "effect: a Reflex needs one"
    if item.kind is ItemKind.STRIKE and item.playable and not item.effects:
        yield "effect: a playable Strike needs one"
    if item.cost > min(item.copies, limits.hand_limit):
        yield "cost: more than there are copies, or more than a hand holds"
    for name, cost in item.cost_by_character.items():
        if name not in [each.value for each in Survivor]:
            yield f"cost_by_character: no survivor {name!r}"
        if not 1 <= cost <= min(item.copies, limits.hand_limit):
            yield f"cost_by_character.{name}: {cost} cannot be paid"
    yield from _of_defence(item)
    yield from _of_effects(item)


def _of_defence(item: Item) -> Iterator[str]:
    if item.is_weapon and item.defence is not Defence.WEAPON:
        yield "defend: what steals defends as a weapon"
    revives = any(isinstance(op, Heal) and Health.INCAPACITATED in op.cures for op in item.effects)
    if item.self_revive and not revives:
        yield "self_revive: nothing here heals the incapacitated"


def _of_effects(item: Item) -> Iterator[str]:
    top, all_ops = item.effects, tuple(everything(item.effects))
    if any(isinstance(op, Steal) for op in all_ops) and len(all_ops) > 1:
        yield "effect: steal stands alone"
    for op in all_ops:
        if isinstance(op, Steal | Joke) and item.kind is ItemKind.REFLEX:
            yield "effect: steal and joke are for a Strike alone"
        if isinstance(op, Joke) and op is not top[-1]:
            yield "effect: a joke comes last and inside nothing"
        if isinstance(op, TakeDiscard) and item.kind is ItemKind.STRIKE and op is not top[0]:
            yield "effect: a Strike takes from the discard pile first or not at all"
        if selector(op) in AIMED and item.kind is ItemKind.REFLEX:
            yield "effect.who: a Reflex has no target"
        if isinstance(op, Heal) and Health.HEALTHY in op.cures:
            yield "effect.from: nobody is cured of health"
        if isinstance(op, Roll):
            faces = sorted(face for outcome in op.on for face in outcome.faces)
            if faces != [1, 2, 3, 4, 5, 6]:
                yield "effect.on: each face from 1 to 6 is wanted once"
    if _depth(top) > NESTED_MAX:
        yield f"effect: nested more than {NESTED_MAX} deep"


def _depth(ops: tuple[Op, ...]) -> int:
    return max((1 + _depth(inner(op)) for op in ops), default=0)


def of_objective(objective: Objective, items: tuple[Item, ...], limits: Limits) -> Iterator[str]:
    """What is wrong with an objective. BLA-074: its value need not be the sum of its needs."""
    holds = [need for need in objective.needs if not isinstance(need, Did)]
    if sum(need.n for need in holds) > limits.hand_limit:
        yield "need: more than a hand holds"
    for need in holds:
        fitting = [item for item in items if fits(item, need)]
        if not fitting:
            yield "need: no item is like that"
        elif any(item.kind is ItemKind.REFLEX for item in fitting):
            yield "need: a Reflex is never held"
        elif sum(item.copies for item in fitting) < need.n:
            yield "need: there are not so many"


def fits(item: Item, need: Hold | HoldAny | HoldTag) -> bool:
    """Whether a card of this item counts for a requirement."""
    match need:
        case Hold(item=wanted):
            return item.id == wanted
        case HoldAny(items=wanted_items):
            return item.id in wanted_items
        case HoldTag(tag=tag):
            return tag in item.words
