"""Markers on the move: every Action and ability is a sequence of three small movements."""

from typing import TypeAlias, assert_never

from croupier.engines.blossom_ridge.cards import CoreControlPrimitive, SweepAbility
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
)
from croupier.engines.blossom_ridge.table import Site, Town
from croupier.engines.kernel.values import Seat, Value, put, replace


class Place(Value, frozen=True):
    """A marker comes from its owner's supply onto the map."""

    owner: Seat
    location: str


class Return(Value, frozen=True):
    """A marker goes from the map back to its owner's supply."""

    owner: Seat
    location: str


class Shift(Value, frozen=True):
    """A marker goes from one Location to another."""

    owner: Seat
    origin: str
    destination: str


Movement: TypeAlias = Place | Return | Shift


def site(town: Town, location: str) -> Site | None:
    """The Location of this id."""
    for each in town:
        if each.id == location:
            return each
    return None


def markers_at(town: Town, location: str) -> tuple[int, ...]:
    """The markers on a Location of the town, by seat."""
    found = site(town, location)
    assert found is not None, "the ladder has refused unknown Locations"
    return found.markers


def moved(town: Town, movement: Movement) -> Town:
    """The town after a movement. Markers that are not there are a bug."""
    match movement:
        case Place(owner=owner, location=location):
            return _counted(town, location, owner, 1)
        case Return(owner=owner, location=location):
            return _counted(town, location, owner, -1)
        case Shift(owner=owner, origin=origin, destination=destination):
            return _counted(_counted(town, origin, owner, -1), destination, owner, 1)
    assert_never(movement)


def of_action(seat: Seat, action: Action) -> Movement:
    """What a basic Action moves."""
    match action:
        case Add(location=location):
            return Place(seat, location)
        case RemoveOpponent(location=location, owner=owner):
            return Return(owner, location)
        case RemoveSelf(location=location):
            return Return(seat, location)
        case Redeploy(origin=origin, destination=destination):
            return Shift(seat, origin, destination)
    assert_never(action)


def of_choice(
    town: Town, seat: Seat, ability: CoreControlPrimitive, choice: Choice
) -> tuple[Movement, ...]:
    """What a use of Core Control moves, in sequence."""
    match choice:
        case Sweep(location=location):
            assert isinstance(ability, SweepAbility)
            return tuple(
                Return(Seat(owner), location)
                for owner, count in enumerate(markers_at(town, location))
                if owner != seat
                for _ in range(min(ability.amount, count))
            )
        case March(origin=origin, destination=destination, count=count):
            return (Shift(seat, origin, destination),) * count
        case AddMany(locations=locations):
            return tuple(Place(seat, location) for location in locations)
        case Convert(location=location, owner=owner):
            return Return(owner, location), Place(seat, location)
        case Push(owner=owner, origin=origin, destination=destination):
            return (Shift(owner, origin, destination),)
        case Reach(action=action):
            return (of_action(seat, action),)
        case Encore(first=first, second=second):
            return of_action(seat, first), of_action(seat, second)
        case RemoveMany(targets=targets):
            return tuple(of_action(seat, target) for target in targets)
        case PassLead(action=action):
            return () if action is None else (of_action(seat, action),)
    assert_never(choice)


def _counted(town: Town, location: str, owner: Seat, more: int) -> Town:
    at = next(at for at, each in enumerate(town) if each.id == location)
    markers = town[at].markers
    count = markers[owner] + more
    assert count >= 0, f"no marker of seat {owner} at {location}"
    return put(town, at, replace(town[at], markers=put(markers, owner, count)))
