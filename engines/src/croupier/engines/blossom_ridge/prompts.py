"""What a seat is asked, with everything a frontend needs to offer the choice."""

from typing import TypeAlias

from croupier.engines.blossom_ridge.cards import CoreControlKind, Spread, Suit, TrickModKind
from croupier.engines.blossom_ridge.commands import Action
from croupier.engines.kernel.agenda import Prompt
from croupier.engines.kernel.values import Seat, Value


class Stack(Value, frozen=True):
    """The markers of one seat on one Location."""

    location: str
    owner: Seat
    count: int


class SuitActions(Value, frozen=True):
    """Basic Actions in one suit."""

    suit: Suit
    actions: tuple[Action, ...]


class TrickModOffer(Value, frozen=True):
    """A Trick-Mod ability that is usable now, with what to choose."""

    ability: str
    kind: TrickModKind
    suits: tuple[Suit, ...] = ()
    targets: tuple[Seat, ...] = ()


class CoreControlOffer(Value, frozen=True):
    """A Core Control ability that is usable now, with what to choose."""

    ability: str
    kind: CoreControlKind
    most: int = 1
    spread: Spread | None = None
    locations: tuple[str, ...] = ()
    stacks: tuple[Stack, ...] = ()
    actions: tuple[SuitActions, ...] = ()
    leaders: tuple[Seat, ...] = ()


class CharacterPrompt(Prompt, frozen=True, kw_only=True):
    """BLO-R30. Choose one of the free Characters."""

    characters: tuple[str, ...]


class CardPrompt(Prompt, frozen=True, kw_only=True):
    """BLO-040 to BLO-043. Play one of these cards, or use a Trick-Mod first."""

    led_suit: Suit | None
    cards: tuple[str, ...]
    trick_mods: tuple[TrickModOffer, ...]


class ActionPrompt(Prompt, frozen=True, kw_only=True):
    """BLO-080. Take one of these Actions or use an ability; pass only if no Action is legal."""

    suit: Suit
    actions: tuple[Action, ...]
    core_controls: tuple[CoreControlOffer, ...]
    may_pass: bool


Asks: TypeAlias = CharacterPrompt | CardPrompt | ActionPrompt
