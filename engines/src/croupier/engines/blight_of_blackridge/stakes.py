"""What lies on the table in the course of an event: bets, promises, offers."""

from typing import TypeAlias

from croupier.engines.kernel.secret import Secret
from croupier.engines.kernel.values import Seat, Value

Cards: TypeAlias = tuple[str, ...]


Slots: TypeAlias = tuple[int, ...]


class Placed(Value, frozen=True):
    """A card on an option. BLI-R02: it is in no hand."""

    ref: int
    owner: Seat
    option: int
    sideways: bool
    card: Secret[str]
    face: str | None = None  # BLI-059: everybody's from the flip on
    rolled: int | None = None
    worth: int | None = None  # what it added to its bet


class Bet(Value, frozen=True):
    """One bet on one option: of one seat, or of partners with how they split."""

    id: int
    option: int
    members: tuple[Seat, ...]
    modifier: int = 0
    order: tuple[Seat, ...] = ()  # BLI-R25: empty is no agreement
    trophy: Seat | None = None


class OpenCard(Value, frozen=True):
    """A card played face up, until it is discarded."""

    owner: Seat
    card: str
    sideways: bool
    target: Seat | None
    bet: int | None


class Answer(Value, frozen=True):
    """A partner's yes, and what it says it will contribute."""

    seat: Seat
    claim: int


class Stake(Value, frozen=True):
    """The cards of a hand that a seat named for a joint bet."""

    upright: Slots = ()
    sideways: Slots = ()


class Proposal(Value, frozen=True):
    """BLI-R22. An open proposal; the cards named are their owners' own affair."""

    by: Seat
    option: int
    invited: tuple[Seat, ...]
    present: tuple[Seat, ...]  # members already, who only agree to the new split
    claim: int
    order: tuple[Seat, ...]
    trophy: Seat | None
    answers: tuple[Answer, ...] = ()

    @property
    def waiting(self) -> tuple[Seat, ...]:
        """Whose answer is missing."""
        given = [answer.seat for answer in self.answers]
        return tuple([seat for seat in (*self.present, *self.invited) if seat not in given])


class Betting(Value, frozen=True):
    """BLI-R17. Where the turn marker is in its circles."""

    declined: tuple[Seat, ...] = ()
    skips: tuple[Seat, ...] = ()  # BLI-R21: drawn into a partnership before the first turn
    acted: tuple[Seat, ...] = ()
    circle: int = 1


class Outcome(Value, frozen=True):
    """What became of an option: one bet won, several tied, or nobody won."""

    option: int
    totals: tuple[int, ...]  # by bet, in the order of the bets on this option
    bets: tuple[int, ...]
    winner: int | None
    tied: tuple[int, ...]


class Used(Value, frozen=True):
    """BLI-159. One use of an option by a seat."""

    seat: Seat
    option: int


class PotCard(Value, frozen=True):
    """A card that a seat put in."""

    owner: Seat
    card: Secret[str]


class Trade(Value, frozen=True):
    """BLI-R61. An open offer: numbers and claims are public, the cards are the giver's secret."""

    by: Seat
    to: Seat
    gives: int
    wants: int
    claim: Cards
    want_claim: Cards
    slots: Secret[Slots]
    drop: Secret[Slots]  # what goes first if the giver's hand is too full


class Note(Value, frozen=True):
    """What a seat saw when it looked, until the event ends."""

    bet: int | None  # None: the next events
    cards: Cards
