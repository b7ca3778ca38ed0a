"""What happened in betting and at the reveal, in the past tense."""

from croupier.engines.blight_of_blackridge.stakes import Outcome
from croupier.engines.kernel.change import Event
from croupier.engines.kernel.values import Seat, Value


class ShownCard(Value, frozen=True):
    """A card turned over."""

    ref: int
    owner: Seat
    option: int
    card: str
    sideways: bool


class BetPlaced(Event, frozen=True, kw_only=True):
    """Cards were placed face down, by a bet or a raise."""

    seat: Seat
    cards: tuple[int, ...]
    sideways: tuple[int, ...]
    corrupted: tuple[int, ...]


class PartnershipProposed(Event, frozen=True, kw_only=True):
    """BLI-R22. Terms and claims; not how many cards."""

    seat: Seat
    option: int
    invited: tuple[Seat, ...]
    claim: int
    order: tuple[Seat, ...]
    trophy: Seat | None


class PartnerAnswered(Event, frozen=True, kw_only=True):
    """Yes with a claim, or no."""

    seat: Seat
    accepted: bool
    claim: int


class PartnershipFormed(Event, frozen=True, kw_only=True):
    """All agreed; the cards are on the table."""

    bet: int
    option: int
    members: tuple[Seat, ...]
    order: tuple[Seat, ...]
    trophy: Seat | None
    cards: tuple[int, ...]


class ProposalFailed(Event, frozen=True, kw_only=True):
    """Somebody declined, or the proposer cancelled."""

    seat: Seat
    cancelled: bool


class CardFacedUp(Event, frozen=True, kw_only=True):
    """BLI-059. A card was played open."""

    seat: Seat
    card: str
    sideways: bool
    target: Seat | None
    bet: int | None


class BetModified(Event, frozen=True, kw_only=True):
    """A bet is worth more or less."""

    bet: int
    n: int


class CardsPeeked(Event, frozen=True, kw_only=True):
    """A seat looked at a bet, or at the next events; what it saw is its own."""

    seat: Seat
    bet: int | None
    n: int


class SeatWarded(Event, frozen=True, kw_only=True):
    """The penalty will pass this seat by."""

    seat: Seat


class CardsRevealed(Event, frozen=True, kw_only=True):
    """BLI-116. Every bet was turned over."""

    cards: tuple[ShownCard, ...]


class OutcomeDecided(Event, frozen=True, kw_only=True):
    """BLI-117. What became of an option."""

    outcome: Outcome


class RewardDivided(Event, frozen=True, kw_only=True):
    """Who gets each unit."""

    units: tuple[str, ...]
    seats: tuple[Seat, ...]


class TrophyTaken(Event, frozen=True, kw_only=True):
    """BLI-140. The creature card is a trophy now."""

    seat: Seat
    event: str


class CardReturned(Event, frozen=True, kw_only=True):
    """BLI-121. A card went back to its owner."""

    seat: Seat
    card: str


class TargetChosen(Event, frozen=True, kw_only=True):
    """Whom an effect hits; nobody, if it was declined."""

    seat: Seat
    effect: str
    target: Seat | None
