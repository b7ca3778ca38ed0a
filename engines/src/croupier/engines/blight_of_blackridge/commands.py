"""What a seat can say: twenty-one commands, cards named by their slot in the own hand."""

from enum import Enum
from typing import TypeAlias

from croupier.engines.blight_of_blackridge.stakes import Cards, Slots
from croupier.engines.kernel.agenda import Command
from croupier.engines.kernel.values import Seat


class Payment(Enum):
    """BLI-R42. How a use of a shop is paid: wholly in one way."""

    ITEMS = "items"
    TROPHY = "trophy"
    ROB = "rob"
    AILMENT = "ailment"


class ChooseLoadout(Command, frozen=True):
    """BLI-017. Seals what this seat starts with."""

    loadout: str


class PassTurn(Command, frozen=True):
    """BLI-079. Place nothing, or leave the bet as it is."""


class PlaceBet(Command, frozen=True):
    """BLI-082. Cards face down on the options of an event, some of them sideways."""

    upright: Slots = ()
    sideways: Slots = ()
    second_upright: Slots = ()  # BLI-068: on the second option
    second_sideways: Slots = ()
    corrupt: Slots = ()  # own cards already bet, by their number


class RaiseBet(Command, frozen=True):
    """BLI-099, BLI-100, BLI-101. More cards, or own bet cards turned sideways."""

    upright: Slots = ()
    sideways: Slots = ()
    second_upright: Slots = ()
    second_sideways: Slots = ()
    corrupt: Slots = ()


class PlayFaceUp(Command, frozen=True):
    """BLI-110. A card works at once."""

    slot: int
    sideways: bool = False
    target: Seat | None = None
    bet: int | None = None


class PartnerPropose(Command, frozen=True):
    """BLI-091. Ask seats to make one bet together; no `order` is no agreement."""

    option: int
    invited: tuple[Seat, ...]
    upright: Slots = ()
    sideways: Slots = ()
    claim: int = 0
    order: tuple[Seat, ...] = ()
    trophy: Seat | None = None


class PartnerRespond(Command, frozen=True):
    """BLI-091. Agree, with cards of one's own, or decline."""

    accept: bool
    upright: Slots = ()
    sideways: Slots = ()
    claim: int = 0


class PartnerCancel(Command, frozen=True):
    """BLI-R22. The proposer takes the proposal back."""


class ShopUse(Command, frozen=True):
    """BLI-152. Pay for an option of the shop and get its effect."""

    option: int
    payment: Payment
    slots: Slots = ()
    trophy: str | None = None
    target: Seat | None = None


class Contribute(Command, frozen=True):
    """BLI-R64. Seals cards for the pot."""

    slots: Slots = ()


class Vote(Command, frozen=True):
    """Seals a vote."""

    choice: Seat


class OfferUse(Command, frozen=True):
    """Pay what the incident asks for and get the effect."""

    slots: Slots = ()


class ChooseTarget(Command, frozen=True):
    """BLI-R38. Whom an effect hits; nobody, if it is optional."""

    target: Seat | None = None


class Divide(Command, frozen=True):
    """BLI-097, BLI-R26. Who gets each unit of a reward, and the trophy."""

    seats: tuple[Seat, ...]
    trophy: Seat | None = None


class Settle(Command, frozen=True):
    """BLI-R05, BLI-R06. Exactly the items and Corruption cards that are owed."""

    items: Slots = ()
    corruption: Slots = ()


class EatMeal(Command, frozen=True):
    """BLI-R51. A Ration to eat; nothing, if there is none; a Corruption card of the Blighted."""

    slot: int | None = None


class TradeOffer(Command, frozen=True):
    """BLI-193, BLI-197. Cards for so many of another seat's; what is said of them may be a lie.

    `drop` says what goes first if the hand is too full.
    """

    to: Seat
    give: Slots = ()
    want: int = 0
    claim: Cards = ()
    want_claim: Cards = ()
    drop: Slots = ()


class TradeAccept(Command, frozen=True):
    """BLI-R61. The counter cards; `drop` says what goes first if the hand is too full."""

    by: Seat
    give: Slots = ()
    drop: Slots = ()
    claim: Cards = ()


class TradeDecline(Command, frozen=True):
    """No, thanks."""

    by: Seat


class TradeCancel(Command, frozen=True):
    """The offer is taken back."""

    to: Seat


class Say(Command, frozen=True):
    """BLI-R24. A statement to the whole table; no rule listens."""

    text: str


Said: TypeAlias = (
    ChooseLoadout
    | PassTurn
    | PlaceBet
    | RaiseBet
    | PlayFaceUp
    | PartnerPropose
    | PartnerRespond
    | PartnerCancel
    | ShopUse
    | Contribute
    | Vote
    | OfferUse
    | ChooseTarget
    | Divide
    | Settle
    | EatMeal
    | TradeOffer
    | TradeAccept
    | TradeDecline
    | TradeCancel
    | Say
)
