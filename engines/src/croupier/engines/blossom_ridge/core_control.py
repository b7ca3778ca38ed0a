"""The ladder's part for the trick's winner: basic Actions, Core Control and passing."""

from typing import assert_never

from croupier.engines.blossom_ridge.abilities import own_ability
from croupier.engines.blossom_ridge.cards import (
    AddManyAbility,
    CoreControlAbility,
    CoreControlPrimitive,
    MarchAbility,
    RemoveManyAbility,
    Suit,
)
from croupier.engines.blossom_ridge.choices import spread_allows
from croupier.engines.blossom_ridge.commands import (
    Action,
    Add,
    AddMany,
    Choice,
    Convert,
    Encore,
    March,
    PassLead,
    Push,
    Reach,
    Redeploy,
    RemoveMany,
    RemoveOpponent,
    RemoveSelf,
    Sweep,
    UseCoreControl,
)
from croupier.engines.blossom_ridge.movements import (
    Movement,
    Place,
    Shift,
    markers_at,
    moved,
    of_action,
    of_choice,
    site,
)
from croupier.engines.blossom_ridge.offers import basic_actions
from croupier.engines.blossom_ridge.situation import Situation
from croupier.engines.blossom_ridge.table import Town, supply
from croupier.engines.kernel.refusal import Refusal, refusal
from croupier.engines.kernel.values import Seat


def why_not_act(here: Situation, action: Action) -> Refusal | None:
    """BLO-091: after a no, any legal Action will do."""
    return (
        _misplaced(here, _places(action, here.action_suit))
        or _immovable(here, here.town, _owners(action), (of_action(here.seat, action),))
        or _still(action)
    )


def why_not_pass(here: Situation) -> Refusal | None:
    """BLO-092, BLO-R19. Nobody declines while a basic Action is legal."""
    return refusal("BLO-092", "ACTION_REQUIRED") if _can_act(here) else None


def why_not(here: Situation, command: UseCoreControl) -> Refusal | None:
    """BLO-108. Outside its timing or conditions an ability is refused and not spent."""
    ability = own_ability(here, command.ability)
    if isinstance(ability, Refusal):
        return ability
    if not isinstance(ability, CoreControlAbility):
        return refusal("BLO-105", "WRONG_TIMING", timing=ability.timing)
    choice = command.choice
    if choice.kind is not ability.kind or not _counted(ability, choice):
        return refusal("BLO-105", "BAD_ARGUMENT", kind=ability.kind.value)
    return (
        _misplaced(here, _places(choice, here.action_suit))
        or _still(choice)
        or _inapplicable(here, ability, choice)
        or _unable(here, ability, choice)
        or _pointless(here, ability, choice)
    )


def _counted(ability: CoreControlPrimitive, choice: Choice) -> bool:
    """Whether the length of a list or a count is within what the card prints."""
    match ability, choice:
        case MarchAbility(amount=amount), March(count=count):
            return 1 <= count <= amount
        case AddManyAbility(amount=amount), AddMany(locations=locations):
            return 1 <= len(locations) <= amount
        case RemoveManyAbility(amount=amount), RemoveMany(targets=targets):
            return 1 <= len(targets) <= amount
        case _:
            return True


def _misplaced(here: Situation, places: tuple[tuple[str, Suit | None], ...]) -> Refusal | None:
    """BLO-R04, BLO-R40. Every Location named is one of the town and of the suit demanded."""
    for location, _ in places:
        if site(here.town, location) is None:
            return refusal("BLO-003", "UNKNOWN_LOCATION", location=location)
    for location, suit in places:
        found = site(here.town, location)
        assert found is not None
        if suit is not None and found.suit is not suit:
            return refusal("BLO-080", "WRONG_SUIT", location=location, suit=suit.value)
    return None


def _places(choice: Action | Choice, suit: Suit | None) -> tuple[tuple[str, Suit | None], ...]:
    """The Locations named, each with the suit it must be of, if any."""
    match choice:
        case Add() | RemoveOpponent() | RemoveSelf() | Sweep() | Convert():
            return ((choice.location, suit),)
        case Redeploy(origin=origin, destination=destination):
            return (origin, suit), (destination, suit)
        case March(origin=origin, destination=destination):
            return (origin, None), (destination, None)
        case Push(origin=origin, destination=destination):
            return (origin, suit), (destination, None)
        case AddMany(locations=locations):
            return tuple((location, suit) for location in locations)
        case RemoveMany(targets=targets):
            return tuple((target.location, suit) for target in targets)
        case Reach(suit=other, action=action):
            return _places(action, other)
        case Encore(first=first, second=second):
            return _places(first, suit) + _places(second, suit)
        case PassLead(action=action):
            return () if action is None else _places(action, suit)
    assert_never(choice)


def _still(choice: Action | Choice | None) -> Refusal | None:
    """BLO-086, BLO-R24. A move goes to a different Location."""
    match choice:
        case Redeploy() | March() | Push():
            if choice.origin == choice.destination:
                return refusal("BLO-086", "SAME_LOCATION", location=choice.origin)
            return None
        case Encore(first=first, second=second):
            return _still(first) or _still(second)
        case Reach(action=action) | PassLead(action=action):
            return _still(action)
        case _:
            return None


def _inapplicable(here: Situation, ability: CoreControlPrimitive, choice: Choice) -> Refusal | None:
    """BLO-108. The conditions on spread, kinds, suit, leader and last trick."""
    match choice:
        case AddMany(locations=locations):
            assert isinstance(ability, AddManyAbility)
            fits = spread_allows(ability.spread, locations)
        case Reach(suit=suit):
            fits = suit is not here.action_suit
        case Encore(first=first, second=second):
            fits = type(first) is not type(second)
        case PassLead(leader=leader):
            fits = leader in here.opponents and bool(here.hand)  # BLO-R41
        case _:
            fits = True
    return None if fits else refusal("BLO-108", "ABILITY_NOT_APPLICABLE", kind=ability.kind.value)


def _unable(here: Situation, ability: CoreControlPrimitive, choice: Choice) -> Refusal | None:
    """BLO-R32. Every movement must be possible in sequence."""
    if not isinstance(choice, Encore):
        movements = of_choice(here.town, here.seat, ability, choice)
        return _immovable(here, here.town, _owners(choice), movements)
    first, second = (of_action(here.seat, action) for action in (choice.first, choice.second))
    return _immovable(here, here.town, _owners(choice.first), (first,)) or _immovable(
        here, moved(here.town, first), _owners(choice.second), (second,)
    )


def _owners(choice: Action | Choice | None) -> tuple[Seat, ...]:
    """The opponents named."""
    match choice:
        case RemoveOpponent(owner=owner) | Convert(owner=owner) | Push(owner=owner):
            return (owner,)
        case RemoveMany(targets=targets):
            return tuple(target.owner for target in targets)
        case Reach(action=action) | PassLead(action=action):
            return _owners(action)
        case _:
            return ()


def _immovable(
    here: Situation, town: Town, owners: tuple[Seat, ...], movements: tuple[Movement, ...]
) -> Refusal | None:
    """BLO-095. Enough supply, opponents that exist, and markers where they are taken from."""
    placed = sum(isinstance(movement, Place) for movement in movements)
    if placed > supply(town, here.seat):
        return refusal("BLO-083", "NO_SUPPLY")
    for owner in owners:
        if owner not in here.opponents:
            return refusal("BLO-084", "BAD_OWNER", owner=owner)  # BLO-R23
    for movement in movements:
        if not isinstance(movement, Place):
            location = movement.origin if isinstance(movement, Shift) else movement.location
            if markers_at(town, location)[movement.owner] == 0:
                return refusal("BLO-095", "NO_MARKER_THERE", location=location)
        town = moved(town, movement)
    return None


def _pointless(here: Situation, ability: CoreControlPrimitive, choice: Choice) -> Refusal | None:
    match choice:
        case PassLead(action=None) if _can_act(here):
            return refusal("BLO-092", "ACTION_REQUIRED")
        case Sweep() if not of_choice(here.town, here.seat, ability, choice):
            return refusal("BLO-108", "ABILITY_NO_EFFECT")
        case _:
            return None


def _can_act(here: Situation) -> bool:
    assert here.action_suit is not None, "a trick was played"
    return bool(basic_actions(here.town, here.seat, here.action_suit))
