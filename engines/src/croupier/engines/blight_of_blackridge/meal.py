"""BLI-165 to BLI-173. Meal Time: no order; each seat eats, rolls, settles and is done."""

from typing import ClassVar, assert_never

from croupier.engines.blight_of_blackridge import trading as trades
from croupier.engines.blight_of_blackridge import verbs
from croupier.engines.blight_of_blackridge.asking import Asking
from croupier.engines.blight_of_blackridge.body import Life
from croupier.engines.blight_of_blackridge.commands import EatMeal, Settle
from croupier.engines.blight_of_blackridge.effects import Context, perform
from croupier.engines.blight_of_blackridge.events import AnswerSealed, MealDone, MealRolled
from croupier.engines.blight_of_blackridge.ops import Ailment
from croupier.engines.blight_of_blackridge.settling import paid
from croupier.engines.blight_of_blackridge.table import AnyTable, Phase, Stage
from croupier.engines.blight_of_blackridge.verbs import CHART, Source
from croupier.engines.kernel.agenda import Command, Step
from croupier.engines.kernel.change import Change
from croupier.engines.kernel.rng import Rng
from croupier.engines.kernel.values import Seat, put, replace


class StartMeal(Step, frozen=True):
    """BLI-165. After every event; one step for all, for it has no order (BLI-R55)."""

    def do(self, table: AnyTable, answer: None, rng: Rng) -> Change[AnyTable]:
        """Everybody waits; the dead are done."""
        stages = tuple([Stage.DONE if dead else Stage.WAIT for dead in table.dead])
        clear = trades.new_turn(trades.lapse(verbs.next_step(table)))
        table = replace(clear, stages=stages, touched=(), placed=(), bets=(), outcomes=())
        return Change(table.next_first(MealTime()))


class MealTime(Asking, frozen=True):
    """BLI-168, BLI-R51. WAIT, meal, ROLLED, settle, DONE: each seat on its own."""

    takes: ClassVar[tuple[type[Command], ...]] = (EatMeal, Settle)
    phase: ClassVar[Phase] = Phase.MEAL
    trading: ClassVar[bool] = True

    def waits(self, table: AnyTable) -> tuple[Seat, ...]:
        """Whoever is not done."""
        return tuple([seat for seat in table.seats if table.stages[seat] is not Stage.DONE])

    def do(self, table: AnyTable, answer: EatMeal | Settle | None, rng: Rng) -> Change[AnyTable]:
        """One seat's next stage."""
        match answer:
            case None:
                return Change(table)
            case EatMeal():
                return eat(table.next_first(self), answer, rng)
            case Settle(seat=seat):
                after, open_ = paid(table, answer)
                if open_:
                    told = AnswerSealed(seat=seat, phase=Phase.MEAL, audience=(seat,))
                    return Change(after.next_first(self), (told,))
                stages = put(after.stages, seat, Stage.DONE)
                after = replace(after, stages=stages).next_first(self)
                return Change(after, (MealDone(seat=seat),))
        assert_never(answer)


def eat(table: AnyTable, said: EatMeal, rng: Rng) -> Change[AnyTable]:
    """BLI-166, BLI-167, BLI-185, BLI-R52, BLI-R53.

    For all the same record: a roll, whoever draws."""
    seat = said.seat
    table = trades.lapse(table, seat) if table.trades else table
    life = table.body(seat).life
    if life is Life.BLIGHTED:
        assert said.slot is not None, "a Blighted hand holds Corruption"
        change = Change(blighted_meal(table, seat, said.slot, rng))
    elif said.slot is not None:
        change = fed(table, seat, said.slot, rng)
    else:
        change = verbs.take(table, seat, Ailment.CORRUPTION, 1, Source.SELF, rng)
    return change.then(meal_roll, seat, life is Life.ALIVE, rng)


def fed(table: AnyTable, seat: Seat, slot: int, rng: Rng) -> Change[AnyTable]:
    """BLI-008, BLI-009. The Ration is gone, and its bonus works unseen."""
    table, cards = verbs.give_up(table, seat, (slot,))
    change = Change(verbs.discard(table, cards))
    here = Context(seat, Source.SELF, secret=True)
    for effect in table.cards[cards[0]].on_eat:
        change = change.then(perform, here, effect, rng)
    return Change(replace(change.table, touched=()), change.events)


def blighted_meal(table: AnyTable, seat: Seat, slot: int, rng: Rng) -> AnyTable:
    """BLI-170, BLI-171, BLI-172, BLI-186.

    A Corruption card becomes a Damage card; with none left, death."""
    table, cards = verbs.give_up(table, seat, (slot,))
    return verbs.fill_up(verbs.discard(table, cards), seat, rng)


def meal_roll(table: AnyTable, seat: Seat, ate: bool, rng: Rng) -> Change[AnyTable]:
    """BLI-169, BLI-173. Whoever lived through it draws; for the others the roll is a sham."""
    public = table.options.meal_roll_public
    why = "BLI-169 Meal"
    number = verbs.roll(rng, why) if public else verbs.private_roll(rng, seat, why)
    if ate and table.body(seat).life is Life.ALIVE:
        table = verbs.gain(table, seat, CHART[number - 1], 1, rng)
    stages = put(table.stages, seat, Stage.ROLLED)
    told = MealRolled(seat=seat, roll=number if public else None)
    change = Change(replace(table, stages=stages), (told,))
    return change if public else change.then(verbs.rolled_alone, seat, number)


class EndMeal(Step, frozen=True):
    """BLI-R54, BLI-R59. Who died at the Meal is told when it is over."""

    def do(self, table: AnyTable, answer: None, rng: Rng) -> Change[AnyTable]:
        """The dead are buried, and the next day may come."""
        after = trades.lapse(replace(table, stages=()))
        return verbs.buried(after, *after.seats)
