"""What happened in shops and incidents, in the past tense."""

from croupier.engines.blight_of_blackridge.commands import Payment
from croupier.engines.blight_of_blackridge.stakes import Cards
from croupier.engines.kernel.change import Event
from croupier.engines.kernel.values import Seat, Value


class Ballot(Value, frozen=True):
    """One vote."""

    seat: Seat
    choice: Seat


class Put(Value, frozen=True):
    """How many cards a seat put into the pot."""

    seat: Seat
    cards: int


class ShopUsed(Event, frozen=True, kw_only=True):
    """BLI-R42. Which option, and how it was paid."""

    seat: Seat
    option: int
    payment: Payment
    cards: Cards
    trophy: str | None
    target: Seat | None


class OfferUsed(Event, frozen=True, kw_only=True):
    """An incident's offer was taken."""

    seat: Seat
    cards: Cards


class SatOut(Event, frozen=True, kw_only=True):
    """BLI-164. These seats have nothing they could put in."""

    seats: tuple[Seat, ...]


class PotFilled(Event, frozen=True, kw_only=True):
    """All contributions are in."""

    cards: tuple[Put, ...]


class RolledOff(Event, frozen=True, kw_only=True):
    """One round of rolls among contributors."""

    seats: tuple[Seat, ...]
    rolls: tuple[int, ...]


class PotAwarded(Event, frozen=True, kw_only=True):
    """The pot went to a seat, or to the discard piles."""

    seat: Seat | None


class PotRotated(Event, frozen=True, kw_only=True):
    """Each card went to the next contributor."""

    seats: tuple[Seat, ...]


class VotesShown(Event, frozen=True, kw_only=True):
    """All votes, and whom they hit."""

    votes: tuple[Ballot, ...]
    most: tuple[Seat, ...]
