"""Setting up: who is who, who begins, and what is dealt."""

from typing import ClassVar

from croupier.engines.blast_radius import verbs
from croupier.engines.blast_radius.cards import Survivor
from croupier.engines.blast_radius.commands import ChooseSurvivor
from croupier.engines.blast_radius.deciding import Decides
from croupier.engines.blast_radius.events import GameDealt, HandDealt, SurvivorChosen
from croupier.engines.blast_radius.table import AnyTable, Names, Phase
from croupier.engines.blast_radius.turn import StartTurn
from croupier.engines.kernel.agenda import Command, Step
from croupier.engines.kernel.change import Change
from croupier.engines.kernel.rng import Rng, chosen, shuffled
from croupier.engines.kernel.secret import Counted, Secret, known_to_nobody
from croupier.engines.kernel.values import Seat, put, replace


class Introduce(Decides, frozen=True):
    """BLA-010, BLA-004. Everybody says who they are, and if they like how tall.

    BLA-R01: heights are told to nobody, and forgotten when the first player is known.
    """

    takes: ClassVar[tuple[type[Command], ...]] = (ChooseSurvivor,)
    phase: ClassVar[Phase] = Phase.SURVIVORS
    heights: tuple[Secret[int | None] | None, ...]

    def asked(self, table: AnyTable) -> tuple[Seat, ...]:
        """Those who have not answered yet."""
        return tuple([seat for seat in table.seats if self.heights[seat] is None])

    def do(self, table: AnyTable, answer: ChooseSurvivor, rng: Rng) -> Change[AnyTable]:
        """BLA-R03. Each survivor is taken once."""
        height = known_to_nobody(answer.height_cm)
        heights = put(self.heights, answer.seat, height)
        characters = put(table.characters, answer.seat, answer.survivor)
        after = replace(table, characters=characters)
        told = SurvivorChosen(seat=answer.seat, survivor=answer.survivor)
        if None in heights:
            return Change(after.next_first(Introduce(heights)), (told,))
        known = tuple(each.peek() for each in heights if each is not None)
        first = _first(after, known, rng)
        return Change(after.next_first(DealCards(first)), (told,))


def _first(table: AnyTable, heights: tuple[int | None, ...], rng: Rng) -> Seat:
    """BLA-004, BLA-R01. The seat named; else the tallest, if all are known; else any."""
    if table.options.starting_seat is not None:
        return table.options.starting_seat
    known = [height for height in heights if height is not None]
    candidates = table.seats
    if len(known) == len(heights):
        candidates = tuple(seat for seat in table.seats if heights[seat] == max(known))
    if len(candidates) == 1:
        return candidates[0]
    return chosen(candidates, rng, "first_seat", "BLA-R01 first seat")


class DealCards(Step, frozen=True):
    """BLA-012 to BLA-014. Two objectives and two items each, no Reflex among them."""

    first: Seat

    def do(self, table: AnyTable, answer: None, rng: Rng) -> Change[AnyTable]:
        """BLA-R04. Reflexes are set aside, and shuffled in again after the deal."""
        cards, seats = table.cards, table.seats
        many = cards.limits.start_items * len(seats)
        pile = shuffled(cards.names, rng, "shuffle/items", "BLA-005 shuffle")
        plain = [card for card in pile if not cards.is_reflex(card)]
        hands = tuple(tuple(plain[seat : many : len(seats)]) for seat in seats)
        rest = (*plain[many:], *[card for card in pile if cards.is_reflex(card)])
        deck = shuffled(rest, rng, "shuffle/items", "BLA-R04 shuffle again")
        objectives = shuffled(tuple(cards.objectives), rng, "shuffle/objectives", "BLA-008 shuffle")
        dealt = replace(
            table,
            characters=_given(table.characters),
            hands=hands,
            deck=Counted(deck, ()),
            objective_deck=Counted(objectives, ()),
            first=self.first,
        )
        return self._objectives(dealt)

    def _objectives(self, table: AnyTable) -> Change[AnyTable]:
        change = Change(table)
        for _ in range(table.cards.limits.start_objectives):
            for seat in table.seats:
                change = Change(verbs.draw_objective(change.table, seat).table)
        after = change.table.next_first(StartTurn(self.first))
        characters = tuple(each for each in table.characters if each is not None)
        told = GameDealt(characters=characters, first=self.first)
        return Change(after, (told, *[_hand(after, seat) for seat in table.seats]))


def _hand(table: AnyTable, seat: Seat) -> HandDealt:
    objectives: Names = tuple(each.objective for each in table.objectives[seat])
    return HandDealt(seat=seat, cards=table.hands[seat], objectives=objectives)


def _given(chosen_: tuple[Survivor | None, ...]) -> tuple[Survivor | None, ...]:
    """BLA-R03. Whoever named none gets the first one free, in seat order."""
    free = iter([each for each in Survivor if each not in chosen_])
    return tuple(next(free) if each is None else each for each in chosen_)
