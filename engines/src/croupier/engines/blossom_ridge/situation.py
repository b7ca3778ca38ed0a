"""All that one seat knows when it decides: legality, prompts and refusals read only this.

It is made from the table to judge, or from the seat's own view to explain; the two are equal,
so no verdict and no reason can depend on what the seat does not see.
"""

from croupier.engines.blossom_ridge.cards import Suit
from croupier.engines.blossom_ridge.edition import Contents
from croupier.engines.blossom_ridge.table import (
    Cards,
    CharacterMode,
    Phase,
    Site,
    Table,
    Town,
    TrickMod,
    action_suit,
    suit_of,
    supply,
)
from croupier.engines.blossom_ridge.view import View
from croupier.engines.kernel.agenda import Step
from croupier.engines.kernel.values import Seat, Value


class Situation(Value, frozen=True):
    """The part of the table that decides what this seat may do."""

    seat: Seat
    cards: Contents
    characters_off: bool
    phase: Phase
    turn: Seat | None
    order: tuple[Seat, ...]
    characters: tuple[str | None, ...]
    spent: str | None
    hand: Cards
    hand_sizes: tuple[int, ...]
    led_suit: Suit | None
    mods: tuple[TrickMod, ...]
    town: Town

    @property
    def action_suit(self) -> Suit | None:
        """The suit in which the trick's winner acts, as far as it is known."""
        return action_suit(self.led_suit, self.mods)

    @property
    def supply(self) -> int:
        """Own markers that are not on the map."""
        return supply(self.town, self.seat)

    @property
    def opponents(self) -> tuple[Seat, ...]:
        """The other seats, clockwise from this one."""
        at = self.order.index(self.seat)
        return self.order[at + 1 :] + self.order[:at]


def of_table(table: Table[Step], seat: Seat) -> Situation:
    """What the rules know of a seat's situation."""
    return Situation(
        seat,
        table.pack.contents,
        table.options.character_mode is CharacterMode.OFF,
        table.phase,
        table.turn,
        table.order,
        table.characters,
        table.spent[seat],
        table.hands[seat].peek(),
        tuple([hand.count for hand in table.hands]),
        table.led_suit,
        table.mods,
        table.town,
    )


def of_view(view: View, seat: Seat) -> Situation:
    """What the seat itself can tell of its situation."""
    return Situation(
        seat,
        view.pack.contents,
        view.options.character_mode is CharacterMode.OFF,
        view.phase,
        view.turn,
        view.order,
        tuple(each.character for each in view.seats),
        view.seats[seat].ability_used,
        view.hand,
        tuple(each.hand_size for each in view.seats),
        suit_of(view.trick[0].card) if view.trick else None,
        view.mods,
        tuple(Site(each.id, each.suit, each.markers) for each in view.town),
    )
