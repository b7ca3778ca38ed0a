"""What a seat can say: six commands, four basic Actions, nine uses of Core Control."""

from typing import ClassVar, TypeAlias

from croupier.engines.blossom_ridge.cards import CoreControlKind, Suit
from croupier.engines.blossom_ridge.table import Phase
from croupier.engines.kernel.agenda import Command
from croupier.engines.kernel.values import Seat, Tagged


class Add(Tagged, frozen=True):
    """BLO-083. One own marker from the supply to a Location of the action suit."""

    location: str


class RemoveOpponent(Tagged, frozen=True):
    """BLO-084, BLO-R23. One marker of one named opponent back to its supply."""

    location: str
    owner: Seat


class RemoveSelf(Tagged, frozen=True):
    """BLO-085. One own marker back to the own supply."""

    location: str


class Redeploy(Tagged, frozen=True):
    """BLO-086. One own marker to a different Location of the same suit."""

    origin: str
    destination: str


Action: TypeAlias = Add | RemoveOpponent | RemoveSelf | Redeploy  # BLO-082


class Sweep(Tagged, frozen=True):
    """Every opponent takes back up to the printed amount from this Location."""

    kind: ClassVar[CoreControlKind] = CoreControlKind.SWEEP
    location: str


class March(Tagged, frozen=True):
    """Some own markers move from one Location to another, whatever their suits."""

    kind: ClassVar[CoreControlKind] = CoreControlKind.MARCH
    origin: str
    destination: str
    count: int


class AddMany(Tagged, frozen=True):
    """One own marker on each Location listed."""

    kind: ClassVar[CoreControlKind] = CoreControlKind.ADD_MANY
    locations: tuple[str, ...]


class Convert(Tagged, frozen=True):
    """One own marker instead of the opponent's."""

    kind: ClassVar[CoreControlKind] = CoreControlKind.CONVERT
    location: str
    owner: Seat


class Push(Tagged, frozen=True):
    """An opponent's marker moves to any other Location."""

    kind: ClassVar[CoreControlKind] = CoreControlKind.PUSH
    owner: Seat
    origin: str
    destination: str


class Reach(Tagged, frozen=True):
    """One basic Action in another suit."""

    kind: ClassVar[CoreControlKind] = CoreControlKind.REACH
    suit: Suit
    action: Action


class Encore(Tagged, frozen=True):
    """Two basic Actions of different kinds, in order."""

    kind: ClassVar[CoreControlKind] = CoreControlKind.ENCORE
    first: Action
    second: Action


class RemoveMany(Tagged, frozen=True):
    """One Remove (opponent) for each entry."""

    kind: ClassVar[CoreControlKind] = CoreControlKind.REMOVE_MANY
    targets: tuple[RemoveOpponent, ...]


class PassLead(Tagged, frozen=True):
    """The Action as usual, and who leads next; without one only if none is legal."""

    kind: ClassVar[CoreControlKind] = CoreControlKind.PASS_LEAD
    leader: Seat
    action: Action | None = None


Choice: TypeAlias = (
    Sweep | March | AddMany | Convert | Push | Reach | Encore | RemoveMany | PassLead
)


class ChooseCharacter(Command, frozen=True):
    """BLO-R30. Take a free Character."""

    phase: ClassVar[Phase] = Phase.CHARACTERS
    character: str


class UseTrickMod(Command, frozen=True):
    """BLO-104. Use a Trick-Mod ability before playing a card."""

    phase: ClassVar[Phase] = Phase.PLAY
    ability: str
    suit: Suit | None = None
    target: Seat | None = None


class PlayCard(Command, frozen=True):
    """BLO-041. Play one card to the trick."""

    phase: ClassVar[Phase] = Phase.PLAY
    card: str


class Act(Command, frozen=True):
    """BLO-080. Take exactly one basic Action."""

    phase: ClassVar[Phase] = Phase.ACTION
    action: Action


class UseCoreControl(Command, frozen=True):
    """BLO-105, BLO-R32. Use a Core Control ability: one command, done whole or not at all."""

    phase: ClassVar[Phase] = Phase.ACTION
    ability: str
    choice: Choice


class PassAction(Command, frozen=True):
    """BLO-R21. Take no Action although an ability could be used."""

    phase: ClassVar[Phase] = Phase.ACTION


Said: TypeAlias = ChooseCharacter | UseTrickMod | PlayCard | Act | UseCoreControl | PassAction
