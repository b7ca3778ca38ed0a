"""What a seat is asked, with everything a frontend needs to offer the choice."""

from typing import TypeAlias

from croupier.engines.kernel.agenda import Prompt
from croupier.engines.kernel.values import Seat, Value
from croupier.engines.the_blessed_dark.dice import Values
from croupier.engines.the_blessed_dark.table import Cards, ChoiceKind, Target


class CastOffer(Value, frozen=True):
    """A card that can be cast with these dice: the cheapest modifiers, and the blood in all.

    Dearer modifiers of the same dice are accepted too, as far as the blood goes.
    """

    card: str
    assign: tuple[int, ...]
    mods: Values
    blood: int


class FreeCastOffer(Value, frozen=True):
    """A card that can be cast for free; with the option, the cheapest modifiers for it."""

    card: str
    mods: Values
    blood: int


class SummonOffer(Value, frozen=True):
    """The Dark One can be summoned or stolen; with the option, the cheapest modifiers for it."""

    mods: Values
    blood: int  # in all: a seat always pays everything it has


class FirstCardPrompt(Prompt, frozen=True, kw_only=True):
    """BLE-013. Choose the card that starts your Grimoire."""

    cards: Cards


class TurnPrompt(Prompt, frozen=True, kw_only=True):
    """BLE-030. One of five actions; a ritual may always be conducted."""

    may_draw_card: bool
    blood: int  # how much DrawBlood would give
    spells: Cards  # for AddSpell
    refresh: Cards  # what Refresh would ready


class RitualPrompt(Prompt, frozen=True, kw_only=True):
    """BLE-082. Cast, summon, re-roll or end the ritual."""

    dice: Values
    attempt: int
    rerolls: int  # how many are left
    casts: tuple[CastOffer, ...]
    free_casts: tuple[FreeCastOffer, ...]
    summon: SummonOffer | None


class OpponentPrompt(Prompt, frozen=True, kw_only=True):
    """Aim an effect at one of these opponents."""

    choice_id: int
    card: str
    opponents: tuple[Seat, ...]


class CardsPrompt(Prompt, frozen=True, kw_only=True):
    """Choose between `least` and `most` of these cards: of Grimoires, or of a hand or pile."""

    choice_id: int
    kind: ChoiceKind
    card: str
    opponent: Seat | None  # at whom the effect is aimed
    targets: tuple[Target, ...]
    cards: Cards
    least: int
    most: int


class ScryPrompt(Prompt, frozen=True, kw_only=True):
    """BLE-215. Take up to `most` of these top cards, and put the rest back in any order."""

    choice_id: int
    card: str
    cards: Cards
    most: int


class LastCardPrompt(Prompt, frozen=True, kw_only=True):
    """BLE-171. Add the last card to your Grimoire, or keep it."""

    card: str


Asks: TypeAlias = (
    FirstCardPrompt
    | TurnPrompt
    | RitualPrompt
    | OpponentPrompt
    | CardsPrompt
    | ScryPrompt
    | LastCardPrompt
)
