"""What happened, in the past tense. What is told of a hand is nominal: never whether it bit."""

from typing import TypeAlias

from croupier.engines.blight_of_blackridge.bet_events import (
    BetModified,
    BetPlaced,
    CardFacedUp,
    CardReturned,
    CardsPeeked,
    CardsRevealed,
    OutcomeDecided,
    PartnerAnswered,
    PartnershipFormed,
    PartnershipProposed,
    ProposalFailed,
    RewardDivided,
    SeatWarded,
    TargetChosen,
    TrophyTaken,
)
from croupier.engines.blight_of_blackridge.body import Life
from croupier.engines.blight_of_blackridge.incident_events import (
    OfferUsed,
    PotAwarded,
    PotFilled,
    PotRotated,
    RolledOff,
    SatOut,
    ShopUsed,
    VotesShown,
)
from croupier.engines.blight_of_blackridge.ops import Ailment, Deck
from croupier.engines.blight_of_blackridge.stakes import Cards
from croupier.engines.blight_of_blackridge.table import Phase
from croupier.engines.kernel.change import Event
from croupier.engines.kernel.values import Seat, Value


class Count(Value, frozen=True):
    """What a hand held at the end of the game."""

    seat: Seat
    damage: int
    corruption: int
    items: int
    trophies: int


# ---- to one seat alone


class HandChanged(Event, frozen=True, kw_only=True):
    """To its owner: which cards came and went, and how it stands now."""

    seat: Seat
    gained: Cards
    lost: Cards
    life: Life
    owed_items: int
    owed_corruption: int


class AnswerSealed(Event, frozen=True, kw_only=True):
    """To its sender: the answer is in; nobody else learns of it yet."""

    seat: Seat
    phase: Phase


class CardsSeen(Event, frozen=True, kw_only=True):
    """To the seat that looked: what it saw."""

    seat: Seat
    bet: int | None
    cards: Cards


class PrivateRoll(Event, frozen=True, kw_only=True):
    """To one seat: a roll nobody else sees (BLI-R53)."""

    seat: Seat
    roll: int


# ---- to everybody


class LoadoutsShown(Event, frozen=True, kw_only=True):
    """BLI-R50. What each seat chose, by seat, and the roll for each random card."""

    loadouts: tuple[str, ...]
    rolls: tuple[int, ...]


class FirstPlayerRolled(Event, frozen=True, kw_only=True):
    """BLI-020. Who rolled what; the tied highest roll again."""

    seats: tuple[Seat, ...]
    rolls: tuple[int, ...]


class DayBegan(Event, frozen=True, kw_only=True):
    """BLI-023. A new event, and who leads it."""

    day: int
    leader: Seat
    event: str


class TurnPassed(Event, frozen=True, kw_only=True):
    """A seat passed."""

    seat: Seat


class AilmentsDealt(Event, frozen=True, kw_only=True):
    """So many, nominally; `by` a player, or by the event or the seat's own doing."""

    seat: Seat
    ailment: Ailment
    n: int
    by: Seat | None


class CorruptionCleansed(Event, frozen=True, kw_only=True):
    """So many, nominally."""

    seat: Seat
    n: int


class ItemsGained(Event, frozen=True, kw_only=True):
    """So many of a deck, nominally."""

    seat: Seat
    deck: Deck
    n: int


class ItemsTaken(Event, frozen=True, kw_only=True):
    """A seat tried to steal so many."""

    seat: Seat
    target: Seat
    n: int


class ItemsLost(Event, frozen=True, kw_only=True):
    """A seat has to discard so many items, nominally."""

    seat: Seat
    n: int


class DieRolled(Event, frozen=True, kw_only=True):
    """A public roll, and the rule it is for."""

    seat: Seat
    roll: int
    rule: str


class SettlementClosed(Event, frozen=True, kw_only=True):
    """BLI-R05. All seats named have paid what they owed, if anything."""

    seats: tuple[Seat, ...]


class EventEnded(Event, frozen=True, kw_only=True):
    """The event is over."""

    event: str


class MealRolled(Event, frozen=True, kw_only=True):
    """BLI-R53. A seat has had its Meal; the roll is the same for whoever drew and who did not."""

    seat: Seat
    roll: int | None


class MealDone(Event, frozen=True, kw_only=True):
    """A seat is ready for the next day."""

    seat: Seat


class SeatDied(Event, frozen=True, kw_only=True):
    """BLI-R59. A seat has lost the game."""

    seat: Seat


class TradeOffered(Event, frozen=True, kw_only=True):
    """BLI-R61. Numbers and claims."""

    by: Seat
    to: Seat
    gives: int
    wants: int
    claim: Cards
    want_claim: Cards


class TradeClosed(Event, frozen=True, kw_only=True):
    """An offer was declined or taken back."""

    by: Seat
    to: Seat
    declined: bool


class Traded(Event, frozen=True, kw_only=True):
    """The cards changed hands; only the two know which."""

    by: Seat
    to: Seat
    gave: int
    got: int
    claim: Cards


class Spoken(Event, frozen=True, kw_only=True):
    """Somebody said something."""

    seat: Seat
    text: str


class GameEnded(Event, frozen=True, kw_only=True):
    """Who won and how; the counts of all hands are public now."""

    winners: tuple[Seat, ...]
    how: str
    counts: tuple[Count, ...]


Happening: TypeAlias = (
    HandChanged
    | AnswerSealed
    | CardsSeen
    | PrivateRoll
    | LoadoutsShown
    | FirstPlayerRolled
    | DayBegan
    | TurnPassed
    | BetPlaced
    | PartnershipProposed
    | PartnerAnswered
    | PartnershipFormed
    | ProposalFailed
    | CardFacedUp
    | AilmentsDealt
    | CorruptionCleansed
    | ItemsGained
    | ItemsTaken
    | ItemsLost
    | BetModified
    | CardsPeeked
    | SeatWarded
    | DieRolled
    | CardsRevealed
    | OutcomeDecided
    | RewardDivided
    | TrophyTaken
    | CardReturned
    | TargetChosen
    | SettlementClosed
    | ShopUsed
    | OfferUsed
    | SatOut
    | PotFilled
    | RolledOff
    | PotAwarded
    | PotRotated
    | VotesShown
    | EventEnded
    | MealRolled
    | MealDone
    | SeatDied
    | TradeOffered
    | TradeClosed
    | Traded
    | Spoken
    | GameEnded
)
