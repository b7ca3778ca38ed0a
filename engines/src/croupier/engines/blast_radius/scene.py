"""All that one seat knows when it decides: legality, prompts and refusals read only this.

It is made from the table to judge, or from the seat's own view to explain; the two are equal,
so no verdict and no reason can depend on what the seat does not see.
"""

from croupier.engines.blast_radius.cards import Health, Survivor
from croupier.engines.blast_radius.edition import Cards, Contents, cards_of
from croupier.engines.blast_radius.table import (
    Active,
    AnyTable,
    Names,
    Options,
    Pending,
    Phase,
)
from croupier.engines.blast_radius.view import View
from croupier.engines.kernel.pack import Pack
from croupier.engines.kernel.values import Seat, Value, seats_of


class Scene(Value, frozen=True):
    """The part of the table that decides what this seat may do."""

    seat: Seat
    pack: Pack[Contents]
    options: Options
    phase: Phase
    waiting: tuple[Seat, ...]
    pending: Pending
    active: Seat | None
    trade_done: bool
    early_discard: bool
    karrot_used: bool
    offers_left: int
    just_drawn: str | None
    characters: tuple[Survivor | None, ...]
    health: tuple[Health, ...]
    hands: tuple[Names, ...]
    objectives: tuple[Active, ...]
    item_deck: int
    objective_deck: int
    discard: Names

    @property
    def cards(self) -> Cards:
        """What is printed on the cards in play."""
        return cards_of(self.pack)

    @property
    def hand(self) -> Names:
        """The own cards."""
        return self.hands[self.seat]

    @property
    def seats(self) -> tuple[Seat, ...]:
        """All seats."""
        return seats_of(len(self.hands))

    @property
    def others(self) -> tuple[Seat, ...]:
        """The other seats, clockwise from this one."""
        many = len(self.hands)
        return tuple([Seat((self.seat + step) % many) for step in range(1, many)])

    @property
    def survivor(self) -> Survivor | None:
        """Who this seat is, if that matters. BLA-011: only with abilities on."""
        return self.characters[self.seat] if self.options.survivor_abilities else None

    def is_down(self, seat: Seat) -> bool:
        """Whether a player is Incapacitated."""
        return self.health[seat] is Health.INCAPACITATED

    def has_seat(self, seat: Seat) -> bool:
        """Whether there is such a seat."""
        return 0 <= seat < len(self.hands)


def of_table(table: AnyTable, seat: Seat) -> Scene:
    """What the rules know of a seat's situation."""
    first = table.asking
    return Scene(
        seat,
        table.pack,
        table.options,
        Phase.OVER if first is None else first.phase,
        () if first is None else first.asked(table),
        Pending() if first is None else first.about(),
        table.active,
        table.trade_done,
        table.early_discard,
        table.karrot_used,
        table.offers_left,
        table.just_drawn,
        table.characters,
        table.health,
        table.hands,
        table.objectives[seat],
        table.deck.count,
        table.objective_deck.count,
        table.discard,
    )


def of_view(view: View, seat: Seat) -> Scene:
    """What the seat itself can tell of its situation."""
    own = view.seats[seat].objectives
    return Scene(
        seat,
        view.pack,
        view.options,
        view.phase,
        view.waiting,
        view.pending,
        view.active,
        view.trade_done,
        view.early_discard,
        view.karrot_used,
        view.offers_left,
        view.just_drawn,
        tuple(each.character for each in view.seats),
        tuple(each.health for each in view.seats),
        tuple(each.hand for each in view.seats),
        tuple(Active(each.objective, each.progress) for each in own),
        view.item_deck,
        view.objective_deck,
        view.discard,
    )
