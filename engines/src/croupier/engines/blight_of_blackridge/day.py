"""BLI-070. The day: an event is drawn and played; it ends, and somebody may be the last."""

from croupier.engines.blight_of_blackridge import ending, verbs
from croupier.engines.blight_of_blackridge.betting import BetTurn
from croupier.engines.blight_of_blackridge.ending import CheckStanding
from croupier.engines.blight_of_blackridge.events import DayBegan, EventEnded
from croupier.engines.blight_of_blackridge.incidents import incident
from croupier.engines.blight_of_blackridge.meal import EndMeal, StartMeal
from croupier.engines.blight_of_blackridge.ops import Kind
from croupier.engines.blight_of_blackridge.reveal import reveal
from croupier.engines.blight_of_blackridge.shop import ShopTurn
from croupier.engines.blight_of_blackridge.stakes import Betting
from croupier.engines.blight_of_blackridge.table import AnyTable
from croupier.engines.kernel.agenda import Step
from croupier.engines.kernel.change import Change
from croupier.engines.kernel.rng import Rng
from croupier.engines.kernel.secret import known_to, known_to_nobody
from croupier.engines.kernel.values import clockwise, replace


class NextDay(Step, frozen=True):
    """BLI-022, BLI-023, BLI-R47. One event card a day; none left to draw ends the game."""

    def do(self, table: AnyTable, answer: None, rng: Rng) -> Change[AnyTable]:
        """BLI-070: the event, then Meal Time, then the next day."""
        deck = table.events.peek()
        if not deck:
            return ending.exhausted(table)
        after = replace(
            fresh(table),
            day=table.day + 1,
            event=deck[0],
            events=known_to_nobody(deck[1:]),
            events_left=len(deck) - 1,
            offered=(0,) * len(table.seats),
            spoken=(0,) * len(table.seats),
        )
        rest = (EndEvent(), CheckStanding(), StartMeal(), EndMeal(), CheckStanding(), NewLeader())
        after = after.next_first(*_played(after), *rest)
        told = DayBegan(day=after.day, leader=after.leader, event=deck[0])
        return Change(after, (told,))


def _played(table: AnyTable) -> tuple[Step, ...]:
    """BLI-060, BLI-062, BLI-065, BLI-073. How this kind of event is played, leader first."""
    match table.now.kind:
        case Kind.CREATURE:
            return (BetTurn(table.leader), *reveal(table.now))
        case Kind.SHOP:
            return (ShopTurn(table.leader),)
        case Kind.INCIDENT:
            return incident(table.now)


class EndEvent(Step, frozen=True):
    """BLI-R01, R13. Whoever is Blighted still is filled up; without Corruption that is death."""

    def do(self, table: AnyTable, answer: None, rng: Rng) -> Change[AnyTable]:
        """All at the same step; cards still on the table are discarded."""
        gone = table.event
        assert gone is not None, "the event of the day"
        table = verbs.next_step(table)
        for seat in table.standing:
            table = verbs.fill_up(table, seat, rng)
        opened = tuple([each.card for each in table.opened])
        table = verbs.discard(table, opened)
        taken = table.keeper is not None  # BLI-140: the card is a trophy now
        pile = table.event_discard if taken else (*table.event_discard, gone)
        after = replace(table, opened=(), event_discard=pile)
        change = verbs.buried(after, *after.standing)
        return Change(change.table, (*change.events, EventEnded(event=gone)))


class NewLeader(Step, frozen=True):
    """BLI-053, BLI-074, BLI-075, BLI-076, BLI-R58.

    The next seat clockwise that is not dead; Blighted or not."""

    def do(self, table: AnyTable, answer: None, rng: Rng) -> Change[AnyTable]:
        """BLI-174. Then the next event."""
        turn = clockwise(table.leader, len(table.seats))
        after = [seat for seat in (*turn[1:], turn[0]) if not table.dead[seat]]
        return Change(replace(table, leader=after[0]).next_first(NextDay()))


def fresh(table: AnyTable) -> AnyTable:
    """A table with nothing on it but the decks, the hands and the trophies."""
    seats = table.seats
    bodies = tuple(
        [known_to(s, held=replace(table.body(s), fell=None, reviving=False)) for s in seats]
    )
    return replace(
        table,
        bodies=bodies,
        step=0,
        betting=Betting(),
        bets=(),
        placed=(),
        refs=0,
        opened=(),
        proposal=None,
        staked=tuple([known_to(seat, held=()) for seat in seats]),
        outcomes=(),
        keeper=None,
        warded=(),
        used=(),
        sat_out=(),
        pot=(),
        won=(),
        voted=(),
        touched=(),
        stages=(),
        trades=(),
        tries=(0,) * len(seats) ** 2,
        notes=tuple([known_to(seat, held=()) for seat in seats]),
    )
