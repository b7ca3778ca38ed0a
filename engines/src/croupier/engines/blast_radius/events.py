"""What happened, in the past tense. BLA-017: everybody is told everything but open votes."""

from typing import TypeAlias

from croupier.engines.blast_radius.cards import Health, Survivor
from croupier.engines.blast_radius.reasons import (
    Cause,
    CombatOutcome,
    DiscardReason,
    EndReason,
    MoveReason,
    Purpose,
)
from croupier.engines.blast_radius.table import Attack, Hand, Names, Source
from croupier.engines.blast_radius.talk import (
    AbilityDeclined,
    DealAnswered,
    DealOffered,
    JokeFailed,
    JokeJudged,
    JokeStarted,
    JokeTold,
    JokeVoteClosed,
    JokeVoteOpened,
    KarrotWaited,
    TradeAccepted,
    TradeDeclined,
    TradeDone,
    TradeOffered,
    TradeWithdrawn,
)
from croupier.engines.kernel.change import Event
from croupier.engines.kernel.values import Seat


class SurvivorChosen(Event, frozen=True, kw_only=True):
    """A seat has answered; no survivor: the first one left over."""

    seat: Seat
    survivor: Survivor | None = None


class GameDealt(Event, frozen=True, kw_only=True):
    """BLA-012, BLA-013. Survivors, hands and objectives, by seat; who begins."""

    characters: tuple[Survivor, ...]
    first: Seat


class HandDealt(Event, frozen=True, kw_only=True):
    """What one seat starts with."""

    seat: Seat
    cards: Names
    objectives: Names


class TurnBegan(Event, frozen=True, kw_only=True):
    """BLA-019. A turn begins."""

    turn: int
    round: int
    seat: Seat


class DieRolled(Event, frozen=True, kw_only=True):
    """BLA-009. A die was rolled."""

    purpose: Purpose
    seat: Seat
    face: int


class HealthChanged(Event, frozen=True, kw_only=True):
    """BLA-088. A player's health changed."""

    seat: Seat
    before: Health
    after: Health
    cause: Cause


class HealthUnchanged(Event, frozen=True, kw_only=True):
    """BLA-094. An Incapacitated player cannot be worse."""

    seat: Seat
    cause: Cause


class CardDrawn(Event, frozen=True, kw_only=True):
    """A card was drawn; everybody sees it."""

    seat: Seat
    source: Source
    card: str


class ReflexTriggered(Event, frozen=True, kw_only=True):
    """BLA-055. A Reflex does what it says."""

    seat: Seat
    card: str


class NoCard(Event, frozen=True, kw_only=True):
    """BLA-033. There was no card to draw."""

    seat: Seat


class CardDiscarded(Event, frozen=True, kw_only=True):
    """BLA-045. A card went on top of the discard pile."""

    seat: Seat
    card: str
    why: DiscardReason


class DeckReshuffled(Event, frozen=True, kw_only=True):
    """BLA-032. The discard pile is in the deck now; so many cards are in it."""

    count: int


class StrikePlayed(Event, frozen=True, kw_only=True):
    """BLA-050. A Strike was played."""

    seat: Seat
    cards: Names
    target: Seat | None = None
    item: str | None = None


class DefenceChosen(Event, frozen=True, kw_only=True):
    """BLA-115. The defender defends with a card, or with none."""

    seat: Seat
    card: str | None = None


class CombatResolved(Event, frozen=True, kw_only=True):
    """An attack is over."""

    attack: Attack
    outcome: CombatOutcome


class CardMoved(Event, frozen=True, kw_only=True):
    """A card came to a hand: from another hand, or from nobody's."""

    origin: Seat | None
    to: Seat
    card: str
    why: MoveReason


class ObjectiveTradedIn(Event, frozen=True, kw_only=True):
    """BLA-077. An objective went under the deck."""

    seat: Seat
    objective: str


class ObjectiveCompleted(Event, frozen=True, kw_only=True):
    """BLA-070. An objective was completed."""

    seat: Seat
    objective: str
    value: int
    spent: Names


class ObjectiveDrawn(Event, frozen=True, kw_only=True):
    """BLA-071. A new objective is active."""

    seat: Seat
    objective: str


class ObjectiveDeckEmpty(Event, frozen=True, kw_only=True):
    """BLA-R32. There was no new objective."""

    seat: Seat


class HandsPassed(Event, frozen=True, kw_only=True):
    """All hands moved on; these are the hands now."""

    hands: tuple[Hand, ...]


class HandsRedealt(Event, frozen=True, kw_only=True):
    """All hands were shuffled together; these are the hands now."""

    hands: tuple[Hand, ...]


class TurnEnded(Event, frozen=True, kw_only=True):
    """BLA-027. A turn is over."""

    seat: Seat


class EndTriggered(Event, frozen=True, kw_only=True):
    """BLA-082. Somebody completed a third objective."""

    seat: Seat


class GameEnded(Event, frozen=True, kw_only=True):
    """BLA-085. The game is over."""

    scores: tuple[int, ...]
    winners: tuple[Seat, ...]
    why: EndReason


Happening: TypeAlias = (
    SurvivorChosen
    | GameDealt
    | HandDealt
    | TurnBegan
    | DieRolled
    | HealthChanged
    | HealthUnchanged
    | CardDrawn
    | ReflexTriggered
    | NoCard
    | CardDiscarded
    | DeckReshuffled
    | StrikePlayed
    | DefenceChosen
    | CombatResolved
    | CardMoved
    | TradeOffered
    | TradeAccepted
    | TradeDeclined
    | TradeWithdrawn
    | TradeDone
    | ObjectiveTradedIn
    | ObjectiveCompleted
    | ObjectiveDrawn
    | ObjectiveDeckEmpty
    | JokeStarted
    | JokeTold
    | JokeFailed
    | JokeVoteOpened
    | JokeJudged
    | JokeVoteClosed
    | HandsPassed
    | HandsRedealt
    | KarrotWaited
    | AbilityDeclined
    | DealOffered
    | DealAnswered
    | TurnEnded
    | EndTriggered
    | GameEnded
)
