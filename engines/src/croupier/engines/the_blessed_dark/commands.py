"""What a seat can say: the first card, five actions, a ritual, choices, the last card."""

from typing import ClassVar, TypeAlias

import msgspec

from croupier.engines.kernel.agenda import Command
from croupier.engines.kernel.values import Seat
from croupier.engines.the_blessed_dark.dice import NO_MODS, Values
from croupier.engines.the_blessed_dark.table import Cards, Phase


class PickFirstCard(Command, frozen=True):
    """BLE-013. Seal one of the three cards dealt."""

    phase: ClassVar[Phase] = Phase.FIRST_CARDS
    card: str


class DrawCard(Command, frozen=True):
    """BLE-040. Draw the top card of the deck."""

    phase: ClassVar[Phase] = Phase.TURN


class DrawBlood(Command, frozen=True):
    """BLE-050. Take blood from the pool."""

    phase: ClassVar[Phase] = Phase.TURN


class AddSpell(Command, frozen=True):
    """BLE-060, BLE-062. Put a card of the hand into the Grimoire, a demon too, for nothing."""

    phase: ClassVar[Phase] = Phase.TURN
    card: str


class Refresh(Command, frozen=True):
    """BLE-070, BLE-076. Ready all exhausted spells; no other action does."""

    phase: ClassVar[Phase] = Phase.TURN


class BeginRitual(Command, frozen=True):
    """BLE-080, BLE-081. Roll all three dice, whatever there is to cast."""

    phase: ClassVar[Phase] = Phase.TURN


class Reroll(Command, frozen=True):
    """BLE-083. Roll some of the dice again; their order says nothing."""

    phase: ClassVar[Phase] = Phase.RITUAL
    dice: tuple[int, ...]

    def __post_init__(self) -> None:
        """BLE-R56. In ascending order, so that equal choices are equal commands."""
        msgspec.structs.force_setattr(self, "dice", tuple(sorted(self.dice)))


class Modifying(Command, frozen=True):
    """A command that may buy modifiers: none, or one number for each of the three dice."""

    phase: ClassVar[Phase] = Phase.RITUAL


class Cast(Modifying, frozen=True):
    """BLE-090, BLE-100, BLE-R18. Cast a card with the dice assigned to it, in any order."""

    card: str
    assign: tuple[int, ...]
    mods: Values = ()

    def __post_init__(self) -> None:
        """Dice in ascending order, no modifiers as none: equal choices are equal commands."""
        msgspec.structs.force_setattr(self, "assign", tuple(sorted(self.assign)))
        _no_mods_as_none(self, self.mods)


class SummonDarkOne(Modifying, frozen=True):
    """BLE-143. Sacrifice all blood for The Dark One."""

    mods: Values = ()  # BLE-R22: only with the option

    def __post_init__(self) -> None:
        """No modifiers are written as none."""
        _no_mods_as_none(self, self.mods)


class FreeCast(Modifying, frozen=True):
    """BLE-151, BLE-152. Cast a card; neither its dice nor its blood count."""

    card: str
    mods: Values = ()  # BLE-R22: only with the option

    def __post_init__(self) -> None:
        """No modifiers are written as none."""
        _no_mods_as_none(self, self.mods)


class EndRitual(Command, frozen=True):
    """BLE-087, BLE-088, BLE-156. Stop without casting, whatever could be cast."""

    phase: ClassVar[Phase] = Phase.RITUAL


class Choosing(Command, frozen=True):
    """An answer to the choice that is open inside an effect."""

    phase: ClassVar[Phase] = Phase.EFFECT
    choice_id: int


class ChooseOpponent(Choosing, frozen=True):
    """Aim an effect at an opponent."""

    opponent: Seat


class ChooseCards(Choosing, frozen=True):
    """Choose cards by their names in the prompt."""

    cards: Cards


class ArrangeCards(Choosing, frozen=True):
    """BLE-215. Take cards from the top of the deck and put the rest back, the top one first."""

    take: Cards
    order: Cards


class PlaceLastCard(Command, frozen=True):
    """BLE-171. Add the last card to the Grimoire, or keep it."""

    phase: ClassVar[Phase] = Phase.LAST_CARD
    place: bool


Said: TypeAlias = (
    PickFirstCard
    | DrawCard
    | DrawBlood
    | AddSpell
    | Refresh
    | BeginRitual
    | Reroll
    | Cast
    | SummonDarkOne
    | FreeCast
    | EndRitual
    | ChooseOpponent
    | ChooseCards
    | ArrangeCards
    | PlaceLastCard
)


def all_mods(mods: Values) -> Values:
    """One number for each die: none written are none bought."""
    return mods or NO_MODS


def _no_mods_as_none(command: Command, mods: Values) -> None:
    if mods == NO_MODS:
        msgspec.structs.force_setattr(command, "mods", ())
