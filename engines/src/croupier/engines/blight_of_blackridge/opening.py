"""BLI-014. Setting up: loadouts, hands, the first player."""

from typing import ClassVar

from croupier.engines.blight_of_blackridge import verbs
from croupier.engines.blight_of_blackridge.asking import Asking
from croupier.engines.blight_of_blackridge.cards import Loadout
from croupier.engines.blight_of_blackridge.commands import ChooseLoadout
from croupier.engines.blight_of_blackridge.day import NextDay
from croupier.engines.blight_of_blackridge.events import (
    AnswerSealed,
    FirstPlayerRolled,
    LoadoutsShown,
)
from croupier.engines.blight_of_blackridge.ops import ITEMS
from croupier.engines.blight_of_blackridge.table import AnyTable, Phase
from croupier.engines.blight_of_blackridge.verbs import CHART
from croupier.engines.kernel.agenda import Command, Step
from croupier.engines.kernel.change import Change
from croupier.engines.kernel.rng import Rng
from croupier.engines.kernel.secret import Secret, known_to
from croupier.engines.kernel.values import Seat, put, replace

ROLLS_MAX = 1_000  # of a tie that is rolled again; each breaks it with odds of at least a half


class ChooseLoadouts(Asking, frozen=True):
    """BLI-017, BLI-R50. Sealed, all at once; several may take the same."""

    takes: ClassVar[tuple[type[Command], ...]] = (ChooseLoadout,)
    phase: ClassVar[Phase] = Phase.LOADOUT
    sealed: tuple[Secret[tuple[str, ...]], ...]  # one, or none

    def waits(self, table: AnyTable) -> tuple[Seat, ...]:
        """Those who have not chosen."""
        return tuple([seat for seat in table.seats if not self.sealed[seat].peek()])

    def do(self, table: AnyTable, answer: ChooseLoadout, rng: Rng) -> Change[AnyTable]:
        """Seal one; with the last, all are shown."""
        seat = answer.seat
        kept: Secret[tuple[str, ...]] = known_to(seat, held=(answer.loadout,))
        sealed = put(self.sealed, seat, kept)
        told = AnswerSealed(seat=seat, phase=Phase.LOADOUT, audience=(seat,))
        later = replace(self, sealed=sealed)
        if later.waits(table):
            return Change(table.next_first(later), (told,))
        names = tuple([name for each in sealed for name in each.peek()])
        return Change(replace(table.next_first(DealHands()), names=names), (told,))


class DealHands(Step, frozen=True):
    """BLI-018, BLI-019, BLI-R69. Five items each, the random ones by public rolls; no ailments."""

    def do(self, table: AnyTable, answer: None, rng: Rng) -> Change[AnyTable]:
        """Draw for one seat after the other."""
        loadouts = {each.id: each for each in table.pack.contents.loadouts}
        rolls: list[int] = []
        for seat in table.seats:
            loadout = loadouts[table.names[seat] or ""]
            for deck in ITEMS:
                table = verbs.gain(table, seat, deck, _many(loadout, deck.value), rng)
            for _ in range(loadout.draw.random):
                number = verbs.roll(rng, "BLI-019 random card")
                rolls.append(number)
                table = verbs.gain(table, seat, CHART[number - 1], 1, rng)
        chosen = tuple([name or "" for name in table.names])
        shown = LoadoutsShown(loadouts=chosen, rolls=tuple(rolls))
        return Change(table.next_first(RollForFirst(table.seats)), (shown,))


def _many(loadout: Loadout, deck: str) -> int:
    draw = loadout.draw
    return {"ration": draw.ration, "tool": draw.tool, "weapon": draw.weapon}[deck]


class RollForFirst(Step, frozen=True):
    """BLI-020, BLI-072, BLI-R49. The highest roll is the first player; ties roll again."""

    seats: tuple[Seat, ...]

    def do(self, table: AnyTable, answer: None, rng: Rng) -> Change[AnyTable]:
        """Roll until one is highest."""
        change = Change(table)
        seats = self.seats
        for _ in range(ROLLS_MAX):
            rolls = tuple([verbs.roll(rng, "BLI-020 first player") for _ in seats])
            told = FirstPlayerRolled(seats=seats, rolls=rolls)
            change = Change(change.table, (*change.events, told))
            best = max(rolls)
            seats = tuple([s for s, n in zip(seats, rolls, strict=True) if n == best])
            if len(seats) == 1:
                break
        first = replace(change.table.next_first(NextDay()), leader=seats[0])
        return Change(first, change.events)
