"""BLI-R01. The reveal, R8 to R11: reward, trophy, returning cards, what cards do afterwards."""

from typing import ClassVar

from croupier.engines.blight_of_blackridge import comparing, verbs
from croupier.engines.blight_of_blackridge.asking import Asking
from croupier.engines.blight_of_blackridge.bet_events import (
    CardReturned,
    RewardDivided,
    TrophyTaken,
)
from croupier.engines.blight_of_blackridge.commands import Divide
from croupier.engines.blight_of_blackridge.effects import Context, Run
from croupier.engines.blight_of_blackridge.ops import Effect, Effects, Gain, Return, Roll
from croupier.engines.blight_of_blackridge.stakes import Bet
from croupier.engines.blight_of_blackridge.table import AnyTable, Phase, Question
from croupier.engines.blight_of_blackridge.verbs import CHART, Source
from croupier.engines.kernel.agenda import Command, Step
from croupier.engines.kernel.change import Change
from croupier.engines.kernel.rng import Rng
from croupier.engines.kernel.values import Seat, put, replace


class RewardOption(Step, frozen=True):
    """R8, BLI-122 to BLI-124, BLI-128. The winner of an option takes its reward, if there is one.

    BLI-R67: it may not be refused.
    """

    option: int

    def do(self, table: AnyTable, answer: None, rng: Rng) -> Change[AnyTable]:
        """Roll, break it into units, divide them, and give each out."""
        table = verbs.next_step(table) if self.option == 0 else table
        bet, alive = winners(table, self.option)
        if bet is None or not alive:
            return Change(table)  # BLI-R15: with every partner dead there is no reward
        reward = table.now.options[self.option].reward
        units, change = rolled(table, alive[0], reward, rng)
        after = change.table
        kill = after.now.options[self.option].kill
        seats = shared(bet, alive, len(units), after.dead)
        if seats is None:
            agreed = bet.trophy in alive  # BLI-096: whatever becomes of the units
            ask = DivideReward(self.option, units, divider(after, bet, alive), kill and not agreed)
            return Change(after.next_first(ask), change.events)
        return change.then(give_out, units, seats)


class DivideReward(Asking, frozen=True):
    """BLI-097, BLI-R26. Nothing was agreed: who dealt the most damage divides, by kinds."""

    takes: ClassVar[tuple[type[Command], ...]] = (Divide,)
    phase: ClassVar[Phase] = Phase.DIVIDE
    option: int
    units: Effects
    seat: Seat
    kill: bool

    def waits(self, table: AnyTable) -> tuple[Seat, ...]:
        """The divider."""
        return (self.seat,)

    def shown(self, table: AnyTable) -> Question:
        """The kind of each unit is public."""
        _, alive = winners(table, self.option)
        return Question(
            seat=self.seat,
            option=self.option,
            units=names(self.units),
            members=tuple(sorted(alive)),
            needs_trophy=self.kill,
        )

    def do(self, table: AnyTable, answer: Divide, rng: Rng) -> Change[AnyTable]:
        """Assign every unit, and the trophy."""
        if answer.trophy is not None:
            table = replace(table, keeper=answer.trophy)
        return give_out(table, self.units, answer.seats)


def winners(table: AnyTable, option: int) -> tuple[Bet | None, tuple[Seat, ...]]:
    """The bet that won an option, and its members that are not dead, in turn order."""
    number = table.outcomes[option].winner
    if number is None:
        return None, ()
    bet = table.bet(number)
    return bet, tuple([seat for seat in table.standing if seat in bet.members])


def rolled(
    table: AnyTable, seat: Seat, reward: Effects, rng: Rng
) -> tuple[Effects, Change[AnyTable]]:
    """BLI-123, BLI-R25. Rolls made, each item to draw is a unit, each other effect is one."""
    change, units = Change(table), list[Effect]()
    for effect in reward:
        entry: Effects = (effect,)
        if isinstance(effect, Roll):
            number = verbs.roll(rng, "BLI-123 reward")
            change = change.then(verbs.rolled, seat, number, "BLI-123")
            entry = effect.table[number - 1]
        for each in entry:
            if not isinstance(each, Gain):
                units.append(each)
                continue
            for _ in range(each.n):
                deck = each.deck
                if deck == "random":  # BLI-R68: rolled before the division
                    number = verbs.roll(rng, "BLI-028 random item")
                    change = change.then(verbs.rolled, seat, number, "BLI-028")
                    deck = CHART[number - 1].value  # type: ignore[assignment]
                units.append(Gain(deck=deck, n=1))
    return tuple(units), change


def names(units: Effects) -> tuple[str, ...]:
    """What each unit is, in a word."""
    return tuple(
        [unit.deck if isinstance(unit, Gain) else type(unit).__name__.lower() for unit in units]
    )


def shared(
    bet: Bet, alive: tuple[Seat, ...], many: int, dead: tuple[bool, ...]
) -> tuple[Seat, ...] | None:
    """BLI-096, BLI-R25. As agreed, over and over; None if somebody has to divide.

    BLI-R15: what was agreed for the dead passes to the next in the order who is not.
    """
    if len(alive) == 1:
        return alive * many
    order = [seat for seat in bet.order if not dead[seat]]
    if not order:
        return None
    found: list[Seat] = []
    for unit in range(many):
        turn = bet.order[unit % len(bet.order) :] + bet.order[: unit % len(bet.order)]
        found.append(next(seat for seat in turn if not dead[seat]))
    return tuple(found)


def divider(table: AnyTable, bet: Bet, alive: tuple[Seat, ...]) -> Seat:
    """BLI-R26. The largest contribution; of equals, the first in turn order."""
    cards = comparing.cards_of_bet(table, bet)
    gave = {seat: sum(each.worth or 0 for each in cards if each.owner == seat) for seat in alive}
    return max(alive, key=lambda seat: gave[seat])


def give_out(table: AnyTable, units: Effects, seats: tuple[Seat, ...]) -> Change[AnyTable]:
    """BLI-R68. Unit by unit, each to its receiver."""
    runs = [
        Run(Context(seat, Source.SELF), (unit,)) for unit, seat in zip(units, seats, strict=True)
    ]
    told = RewardDivided(units=names(units), seats=seats)
    return Change(table.next_first(*runs), (told,))


class GiveTrophy(Step, frozen=True):
    """R9, BLI-140, BLI-141, BLI-142, BLI-143, BLI-144.

    Only for killing the creature, and to exactly one."""

    option: int

    def do(self, table: AnyTable, answer: None, rng: Rng) -> Change[AnyTable]:
        """As agreed, as divided, or to the only one there is."""
        bet, alive = winners(table, self.option)
        if bet is None or not alive or not table.now.options[self.option].kill:
            return Change(table)
        keeper = table.keeper
        if keeper is None or keeper not in alive:
            keeper = bet.trophy
        if len(alive) == 1:
            keeper = alive[0]
        if keeper is None or keeper not in alive:
            ask = DivideReward(self.option, (), divider(table, bet, alive), True)
            return Change(replace(table, keeper=None).next_first(ask, self))
        assert table.event is not None, "the event of the day"
        won = put(table.trophies, keeper, (*table.trophies[keeper], table.event))
        told = TrophyTaken(seat=keeper, event=table.event)
        return Change(replace(table, trophies=won, keeper=keeper), (told,))


class ReturnCards(Step, frozen=True):
    """R10, BLI-121, BLI-R65. Cards that return are gained again, and may bring back to life."""

    def do(self, table: AnyTable, answer: None, rng: Rng) -> Change[AnyTable]:
        """Seats in turn order; then nothing lies on the table any more."""
        change = Change(verbs.next_step(table))
        for each in sorted(table.placed, key=lambda each: _turn(table, each.owner)):
            if not each.card.peek():
                continue
            card, seat = each.face or "", each.owner
            if comparing.returns(change.table, each):
                after = verbs.gain_card(verbs.touch(change.table, seat), seat, card)
                told = CardReturned(seat=seat, card=card)
                change = Change(after, (*change.events, told))
            else:  # its owner has died since
                change = Change(verbs.discard(change.table, (card,)), change.events)
        bare = tuple([comparing.no_card(each) for each in table.placed])
        return Change(replace(change.table, placed=bare), change.events)


def _turn(table: AnyTable, seat: Seat) -> int:
    return (*table.standing, *table.seats).index(seat)


class Aftermath(Step, frozen=True):
    """R11, BLI-125, BLI-R66. All other on-win and on-lose text, each effect a step of its own."""

    def do(self, table: AnyTable, answer: None, rng: Rng) -> Change[AnyTable]:
        """Seats in turn order from the Event Leader, within a seat in placement order."""
        runs = []
        for seat in table.standing:
            for each in table.placed:
                effects = comparing.afterwards(table, each) if each.owner == seat else ()
                left = tuple([one for one in effects if not isinstance(one, Return)])
                if left:
                    bet = table.bet_of(seat, each.option)
                    number = None if bet is None else bet.id
                    runs.append(Run(Context(seat, bet=number), left, steps=True))
        return Change(table.next_first(*runs))
