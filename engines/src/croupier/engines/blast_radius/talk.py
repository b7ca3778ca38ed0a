"""What happens between players: offers, jokes and votes, and what survivors do or let be."""

from croupier.engines.blast_radius.table import Deal, Offer
from croupier.engines.kernel.change import Event
from croupier.engines.kernel.secret import Secret
from croupier.engines.kernel.values import Seat


class TradeOffered(Event, frozen=True, kw_only=True):
    """BLA-150. An offer, or a counter-offer, is open."""

    offer: Offer
    counter: bool


class TradeAccepted(Event, frozen=True, kw_only=True):
    """BLA-147. The open offer was agreed to."""

    seat: Seat


class TradeDeclined(Event, frozen=True, kw_only=True):
    """BLA-151. The open offer was declined."""

    seat: Seat


class TradeWithdrawn(Event, frozen=True, kw_only=True):
    """BLA-151. The open offer was taken back."""

    seat: Seat


class TradeDone(Event, frozen=True, kw_only=True):
    """BLA-149. The cards have changed hands."""

    offer: Offer


class JokeStarted(Event, frozen=True, kw_only=True):
    """BLA-142. The clock runs; the prompt has the deadline."""

    seat: Seat
    limit_ms: int


class JokeTold(Event, frozen=True, kw_only=True):
    """BLA-144. A joke was told in time; its text is plain text of a person."""

    seat: Seat
    text: str | None = None


class JokeFailed(Event, frozen=True, kw_only=True):
    """BLA-143. No joke was told."""

    seat: Seat


class JokeVoteOpened(Event, frozen=True, kw_only=True):
    """BLA-R49. The others say whether a joke was told."""

    seat: Seat


class JokeJudged(Event, frozen=True, kw_only=True):
    """BLA-R49. A seat has voted; how, only itself knows."""

    seat: Seat
    told: Secret[bool]


class JokeVoteClosed(Event, frozen=True, kw_only=True):
    """BLA-R49. How the vote ended."""

    yes: int
    no: int


class KarrotWaited(Event, frozen=True, kw_only=True):
    """BLA-R54. Karrot lets the action be."""

    seat: Seat


class AbilityDeclined(Event, frozen=True, kw_only=True):
    """Eugene, Helga or Brayden makes no use of the moment."""

    seat: Seat


class DealOffered(Event, frozen=True, kw_only=True):
    """BLA-161. Brayden offers a card."""

    deal: Deal


class DealAnswered(Event, frozen=True, kw_only=True):
    """BLA-R55. The seller takes it or not."""

    seat: Seat
    accepted: bool
