"""What a seat is asked, with everything a frontend needs to offer the choice."""

from typing import TypeAlias

from croupier.engines.blast_radius.cards import Survivor
from croupier.engines.blast_radius.table import Attack, Deal, JokeMode, Names, Offer, Source
from croupier.engines.kernel.agenda import Prompt
from croupier.engines.kernel.values import Seat, Value


class Aim(Value, frozen=True):
    """A seat that a Strike may be aimed at, and the cards it may steal there."""

    seat: Seat
    items: Names = ()


class StrikeOffer(Value, frozen=True):
    """A Strike that may be played now: so many of these cards, at one of these aims.

    Without `aims` it is played without a target; with `self_too` it may be. `pick_count` cards
    are to be named from `picks`.
    """

    item: str
    cards: Names
    cost: int
    aims: tuple[Aim, ...] = ()
    self_too: bool = False
    picks: Names = ()
    pick_count: int = 0


class SurvivorPrompt(Prompt, frozen=True, kw_only=True):
    """BLA-010. Who you are; and how tall, if that decides who begins."""

    survivors: tuple[Survivor, ...]
    height_wanted: bool


class RecoveryPrompt(Prompt, frozen=True, kw_only=True):
    """BLA-099, BLA-108. Roll, or revive yourself with one of these."""

    revivers: Names


class DrawPrompt(Prompt, frozen=True, kw_only=True):
    """BLA-020, BLA-040. Draw; one of these may be discarded first."""

    discards: Names


class DiscardPrompt(Prompt, frozen=True, kw_only=True):
    """BLA-041. Too many cards: discard one."""

    cards: Names


class ActionPrompt(Prompt, frozen=True, kw_only=True):
    """BLA-025. One remaining action; the card just drawn may be discarded first."""

    sources: tuple[Source, ...]
    strikes: tuple[StrikeOffer, ...]
    partners: tuple[Seat, ...]
    trade_ins: Names
    completable: Names
    discard: str | None
    may_pass: bool


class KeepPrompt(Prompt, frozen=True, kw_only=True):
    """BLA-043. Keep the second card by ending the turn, or discard it."""

    card: str


class DefencePrompt(Prompt, frozen=True, kw_only=True):
    """BLA-115. Defend with one of these, or allow."""

    attack: Attack
    cards: Names


class TradePrompt(Prompt, frozen=True, kw_only=True):
    """BLA-150. Accept, decline or counter."""

    offer: Offer
    may_counter: bool


class WithdrawPrompt(Prompt, frozen=True, kw_only=True):
    """BLA-151. The own offer may be taken back."""

    offer: Offer


class JokePrompt(Prompt, frozen=True, kw_only=True):
    """BLA-141. Tell a joke before the deadline."""

    mode: JokeMode


class VotePrompt(Prompt, frozen=True, kw_only=True):
    """BLA-R49. Was a joke told?"""

    teller: Seat


class EffectDiscardPrompt(Prompt, frozen=True, kw_only=True):
    """Choose so many of these cards of a hand to be discarded."""

    owner: Seat
    cards: Names
    count: int


class KarrotPrompt(Prompt, frozen=True, kw_only=True):
    """BLA-157. Karrot may attack now; asked outright, she may wait."""

    strikes: tuple[StrikeOffer, ...]
    may_wait: bool


class EugenePrompt(Prompt, frozen=True, kw_only=True):
    """BLA-155. Make one of these discard a card, or skip."""

    aims: tuple[Aim, ...]


class SprengenPrompt(Prompt, frozen=True, kw_only=True):
    """BLA-156. Take one of these cards as payment."""

    patient: Seat
    cards: Names


class HelgaPrompt(Prompt, frozen=True, kw_only=True):
    """BLA-160. Take one of these cards of the attacker, or skip."""

    attacker: Seat
    cards: Names


class BraydenPrompt(Prompt, frozen=True, kw_only=True):
    """BLA-161. Offer one of these cards to one of these sellers, or pass."""

    offer: Offer
    cards: Names
    sellers: tuple[Seat, ...]


class DealPrompt(Prompt, frozen=True, kw_only=True):
    """BLA-R55. Take Brayden's card for what you were to give, or trade as agreed."""

    deal: Deal


Asks: TypeAlias = (
    SurvivorPrompt
    | RecoveryPrompt
    | DrawPrompt
    | DiscardPrompt
    | ActionPrompt
    | KeepPrompt
    | DefencePrompt
    | TradePrompt
    | WithdrawPrompt
    | JokePrompt
    | VotePrompt
    | EffectDiscardPrompt
    | KarrotPrompt
    | EugenePrompt
    | SprengenPrompt
    | HelgaPrompt
    | BraydenPrompt
    | DealPrompt
)
