"""What a seat is asked, with what a frontend needs to offer the choice; for that seat alone."""

from typing import TypeAlias

from croupier.engines.blight_of_blackridge.commands import Payment
from croupier.engines.blight_of_blackridge.stakes import Cards, Slots
from croupier.engines.kernel.agenda import Prompt
from croupier.engines.kernel.values import Seat, Value


class FaceUpChoice(Value, frozen=True):
    """BLI-R36. A card that may be played face up now; where lists are empty nothing is named."""

    slot: int
    sideways: bool
    targets: tuple[Seat, ...]
    bets: Slots


class ShopChoice(Value, frozen=True):
    """One way to use an option of the shop."""

    option: int
    payment: Payment
    slots: Slots  # to pay from
    cost: int  # how many of them
    targets: tuple[Seat, ...]


class LoadoutPrompt(Prompt, frozen=True, kw_only=True):
    """BLI-017. Choose one."""

    loadouts: Cards


class BetPrompt(Prompt, frozen=True, kw_only=True):
    """BLI-077, BLI-R19. Face-up plays, then pass, bet, raise or propose."""

    options: int
    slots: Slots  # cards that may be placed
    corruptible: Slots  # own bet cards, by number, that lie upright
    has_bet: bool
    partners: tuple[Seat, ...]
    proposals_left: int
    face_up: tuple[FaceUpChoice, ...]


class RespondPrompt(Prompt, frozen=True, kw_only=True):
    """BLI-R22. Agree or decline; `least` cards are needed to agree."""

    slots: Slots
    least: int
    most: int


class DividePrompt(Prompt, frozen=True, kw_only=True):
    """BLI-R26. Give each unit to a partner."""

    units: Cards
    members: tuple[Seat, ...]
    needs_trophy: bool


class TargetPrompt(Prompt, frozen=True, kw_only=True):
    """BLI-R38. Name a seat; or nobody, if optional."""

    effect: str
    targets: tuple[Seat, ...]
    optional: bool


class ShopPrompt(Prompt, frozen=True, kw_only=True):
    """BLI-149, BLI-R40. Use an option or pass."""

    choices: tuple[ShopChoice, ...]
    trophies: Cards
    face_up: tuple[FaceUpChoice, ...]


class ContributePrompt(Prompt, frozen=True, kw_only=True):
    """BLI-R64. Seal so many of these cards."""

    slots: Slots
    least: int
    most: int
    face_up: tuple[FaceUpChoice, ...]


class VotePrompt(Prompt, frozen=True, kw_only=True):
    """Seal a vote."""

    choices: tuple[Seat, ...]
    face_up: tuple[FaceUpChoice, ...]


class OfferPrompt(Prompt, frozen=True, kw_only=True):
    """Pay what the incident asks for, or pass."""

    slots: Slots
    cost: int
    face_up: tuple[FaceUpChoice, ...]


class SettlePrompt(Prompt, frozen=True, kw_only=True):
    """BLI-R05. The same for all: exactly so many items and Corruption cards, perhaps none.

    BLI-R72: `settled` is asked of a seat that has paid; an empty answer waits no longer.
    """

    items: int
    corruption: int
    item_slots: Slots
    corruption_slots: Slots
    settled: bool


class MealPrompt(Prompt, frozen=True, kw_only=True):
    """BLI-R51. One of these slots; none, if there is nothing to eat."""

    slots: Slots


class TradePrompt(Prompt, frozen=True, kw_only=True):
    """BLI-193. These cards may be offered, to these seats."""

    slots: Slots
    to: tuple[Seat, ...]


class TradeAnswerPrompt(Prompt, frozen=True, kw_only=True):
    """BLI-R61. An offer: accept with so many of these cards, or decline."""

    by: Seat
    gives: int
    wants: int
    claim: Cards
    want_claim: Cards
    slots: Slots
    can_accept: bool


class TradeCancelPrompt(Prompt, frozen=True, kw_only=True):
    """An own offer that may be taken back."""

    to: Seat


class ProposalPrompt(Prompt, frozen=True, kw_only=True):
    """BLI-R22. An own proposal that may be taken back."""

    option: int


class SayPrompt(Prompt, frozen=True, kw_only=True):
    """BLI-R24. A statement may be made."""

    left: int


Asks: TypeAlias = (
    LoadoutPrompt
    | BetPrompt
    | RespondPrompt
    | DividePrompt
    | TargetPrompt
    | ShopPrompt
    | ContributePrompt
    | VotePrompt
    | OfferPrompt
    | SettlePrompt
    | MealPrompt
    | TradePrompt
    | TradeAnswerPrompt
    | TradeCancelPrompt
    | ProposalPrompt
    | SayPrompt
)
