"""What happened, in the past tense."""

from enum import Enum
from typing import TypeAlias

from croupier.engines.blossom_ridge.cards import Suit
from croupier.engines.blossom_ridge.commands import Choice
from croupier.engines.blossom_ridge.scoring import Tiebreak
from croupier.engines.blossom_ridge.table import Cards, RoundScore
from croupier.engines.kernel.change import Event
from croupier.engines.kernel.secret import Secret
from croupier.engines.kernel.values import Seat


class NoActionReason(Enum):
    """Why a trick's winner took no Action."""

    NONE_LEGAL = "none_legal"
    PASSED = "passed"


class TownBuilt(Event, frozen=True, kw_only=True):
    """BLO-010. The twelve Locations were laid out, row by row."""

    locations: tuple[str, ...]


class SeatsOrdered(Event, frozen=True, kw_only=True):
    """BLO-012, BLO-013. Who sits where, and who holds the first-leader marker."""

    order: tuple[Seat, ...]
    first_leader: Seat


class RoundDealt(Event, frozen=True, kw_only=True):
    """BLO-014. A Round was dealt; each seat's HandDealt follows."""

    round: int
    leader: Seat
    shuffled: bool
    stock: int
    burned: bool


class HandDealt(Event, frozen=True, kw_only=True):
    """One seat got its hand; the cards are for that seat alone."""

    seat: Seat
    size: int
    cards: Secret[Cards]


class CharacterTaken(Event, frozen=True, kw_only=True):
    """BLO-017. A seat has its Character: drafted, dealt or assigned."""

    seat: Seat
    character: str


class TrickStarted(Event, frozen=True, kw_only=True):
    """BLO-049. A trick begins."""

    round: int
    trick_number: int
    leader: Seat


class AbilityUsed(Event, frozen=True, kw_only=True):
    """BLO-102. An ability was used; the Character is spent."""

    seat: Seat
    ability: str
    suit: Suit | None = None
    target: Seat | None = None
    choice: Choice | None = None


class HandPeeked(Event, frozen=True, kw_only=True):
    """A seat looked at another hand; what it saw is for that seat alone."""

    seat: Seat
    target: Seat
    cards: Secret[Cards]


class CardPlayed(Event, frozen=True, kw_only=True):
    """BLO-036. A card was played to the trick."""

    seat: Seat
    card: str


class TrickWon(Event, frozen=True, kw_only=True):
    """BLO-044. A trick was won."""

    seat: Seat
    card: str
    led_suit: Suit
    action_suit: Suit


class MarkerAdded(Event, frozen=True, kw_only=True):
    """A marker came from its owner's supply onto the map."""

    seat: Seat
    location: str


class MarkerRemoved(Event, frozen=True, kw_only=True):
    """A marker went back to its owner's supply."""

    by: Seat
    owner: Seat
    location: str


class MarkerMoved(Event, frozen=True, kw_only=True):
    """A marker moved on the map."""

    by: Seat
    owner: Seat
    origin: str
    destination: str


class NoAction(Event, frozen=True, kw_only=True):
    """BLO-093. The trick's winner took no Action."""

    seat: Seat
    reason: NoActionReason


class RoundScored(Event, frozen=True, kw_only=True):
    """BLO-120. A Round was scored."""

    round_score: RoundScore
    scores: tuple[int, ...]


class GameEnded(Event, frozen=True, kw_only=True):
    """BLO-140. The game ended."""

    scores: tuple[int, ...]
    winners: tuple[Seat, ...]
    tiebreak: Tiebreak


Happening: TypeAlias = (
    TownBuilt
    | SeatsOrdered
    | RoundDealt
    | HandDealt
    | CharacterTaken
    | TrickStarted
    | AbilityUsed
    | HandPeeked
    | CardPlayed
    | TrickWon
    | MarkerAdded
    | MarkerRemoved
    | MarkerMoved
    | NoAction
    | RoundScored
    | GameEnded
)
