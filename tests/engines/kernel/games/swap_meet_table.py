"""What lies on the table of the swap meet, and what is said there."""

from typing import Generic, TypeAlias, TypeVar

from croupier.engines.kernel.agenda import Command, Prompt, Step
from croupier.engines.kernel.change import Event
from croupier.engines.kernel.pack import Contents, Pack
from croupier.engines.kernel.secret import Counted, Secret
from croupier.engines.kernel.values import Seat, Value, replace, without

S = TypeVar("S")
OFFERS_MAX = 3  # in a game, by each seat
Cards: TypeAlias = tuple[str, ...]


class Kinds(Contents, frozen=True):
    """The kinds of cards, and how many of each."""

    kinds: tuple[str, ...]
    each: int


class OpenOffer(Value, frozen=True):
    """One card for one of a kind."""

    by: Seat
    to: Seat
    give: str
    want: str


class Table(Value, Generic[S], frozen=True):
    """Everything on the table."""

    agenda: tuple[S, ...]
    pack: Pack[Kinds]
    hands: tuple[Counted[Cards], ...]
    left: tuple[Secret[int], ...]
    offers: tuple[Secret[OpenOffer], ...] = ()

    def offer(self, by: int, to: int) -> OpenOffer | None:
        """The open offer between two seats."""
        between = (one.peek() for one in self.offers)
        return next((o for o in between if (o.by, o.to) == (by, to)), None)

    def free(self, seat: Seat) -> Cards:
        """SWA-004. The cards of a hand that are not on offer."""
        given = tuple(o.give for one in self.offers if (o := one.peek()).by == seat)
        return without(self.hands[seat].peek(), *given)

    def less(self, offer: OpenOffer) -> "Table[S]":
        """The table without an offer."""
        return replace(self, offers=tuple(one for one in self.offers if one.peek() != offer))


AnyTable: TypeAlias = Table[Step]


class Options(Value, frozen=True):
    """How many turns a game has."""

    turns: int = 4


class EndTurn(Command, frozen=True):
    """SWA-002."""


class Offer(Command, frozen=True):
    """SWA-003."""

    to: Seat
    give: str
    want: str


class Accept(Command, frozen=True):
    """SWA-005."""

    by: Seat


class Decline(Command, frozen=True):
    """SWA-005."""

    by: Seat


class Withdraw(Command, frozen=True):
    """SWA-006."""

    to: Seat


class TurnPrompt(Prompt, frozen=True, kw_only=True):
    """Your turn: end it when you like."""


class OfferPrompt(Prompt, frozen=True, kw_only=True):
    """You may offer one of these cards to one of these seats."""

    cards: Cards
    to: tuple[Seat, ...]
    left: int


class AnswerPrompt(Prompt, frozen=True, kw_only=True):
    """You are offered a card."""

    offer: OpenOffer
    can_accept: bool


class WithdrawPrompt(Prompt, frozen=True, kw_only=True):
    """You may take this offer back."""

    offer: OpenOffer


class TurnEnded(Event, frozen=True, kw_only=True):
    """Whose turn ended."""

    seat: Seat


class OfferMade(Event, frozen=True, kw_only=True):
    """To the two concerned."""

    offer: OpenOffer


class OfferClosed(Event, frozen=True, kw_only=True):
    """To the two concerned: "accepted", "declined", "withdrawn" or "lapsed"."""

    offer: OpenOffer
    how: str


class HandsShown(Event, frozen=True, kw_only=True):
    """All hands at the end."""

    hands: tuple[Cards, ...]


class View(Value, frozen=True):
    """What one viewer sees. Offers between others do not exist for it."""

    me: Seat | None
    turn: Seat | None
    turns_left: int
    sizes: tuple[int, ...]
    kinds: Cards
    hand: Cards | None
    offers: tuple[OpenOffer, ...]
    offers_left: int | None
    shown: tuple[Cards, ...]
