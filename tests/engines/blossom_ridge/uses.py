"""Uses of abilities by the short names of Locations, and tables on which they come up."""

from croupier.engines.blossom_ridge.commands import (
    Action,
    AddMany,
    Choice,
    Convert,
    March,
    PassLead,
    Push,
    RemoveMany,
    RemoveOpponent,
    Sweep,
    UseCoreControl,
)
from croupier.engines.blossom_ridge.edition import Contents
from croupier.engines.blossom_ridge.prompts import ActionPrompt, CoreControlOffer
from croupier.engines.kernel.pack import Pack
from croupier.engines.kernel.values import Seat
from tests.engines.blossom_ridge.dsl import (
    PACK,
    PLACES,
    AnyTable,
    asked,
    legal,
    table,
)


def sweep(place: str) -> Sweep:
    """Sweep @H1."""
    return Sweep(PLACES[place])


def march(origin: str, destination: str, count: int) -> March:
    """March from @H1 to @H2."""
    return March(PLACES[origin], PLACES[destination], count)


def add_many(*places: str) -> AddMany:
    """Add at @H1 and so on."""
    return AddMany(tuple(PLACES[place] for place in places))


def convert(place: str, owner: int) -> Convert:
    """Convert at @H1."""
    return Convert(PLACES[place], Seat(owner))


def push(owner: int, origin: str, destination: str) -> Push:
    """Push from @H1 to @H2."""
    return Push(Seat(owner), PLACES[origin], PLACES[destination])


def remove_many(*targets: tuple[str, int]) -> RemoveMany:
    """Remove at @H1 and so on."""
    places = [(PLACES.get(place, place), Seat(owner)) for place, owner in targets]
    return RemoveMany(tuple(RemoveOpponent(place, owner) for place, owner in places))


def pass_lead(leader: int, action: Action | None = None) -> PassLead:
    """Pass the lead."""
    return PassLead(Seat(leader), action)


def followed(lead: str, follower: str, hand: str, *lines: str) -> AnyTable:
    """Seat 0 has led; this Character follows with these cards, and both hold one card more."""
    return table(
        "\n".join(
            [f"trick: 0={lead}", "seat 0 juno_pickett: D1", f"seat 1 {follower}: {hand}", *lines]
        )
    )


def won(
    character: str,
    *lines: str,
    players: int = 2,
    left: str = "D1",
    pack: Pack[Contents] = PACK,
) -> AnyTable:
    """This Character in seat 0 has won a trick of hearts."""
    others = ["juno_pickett", "ada_thornbury", "wren_calloway"]
    seats = [f"seat {n + 1} {others[n]}: {left and f'D{n + 2}'}" for n in range(players - 1)]
    plays = " ".join(f"{seat}=H{9 - seat}" for seat in range(players))
    picture = [f"seat 0 {character}: {left}", *seats, f"trick: {plays}", *lines]
    return table("\n".join(picture), pack=pack)


def offer(on: AnyTable) -> CoreControlOffer:
    """The one ability that is offered."""
    [only] = asked(on, ActionPrompt).core_controls
    return only


def choices(on: AnyTable) -> list[Choice]:
    """Every legal use of the one ability."""
    return [command.choice for command in legal(on, 0) if isinstance(command, UseCoreControl)]
