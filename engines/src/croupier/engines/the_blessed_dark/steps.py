"""The game in rulebook order: first cards, turns, rituals."""

from collections.abc import Iterator
from typing import ClassVar, TypeAlias, assert_never

from croupier.engines.kernel.agenda import Answer, Command, Prompt, Step
from croupier.engines.kernel.change import Change
from croupier.engines.kernel.rng import Rng
from croupier.engines.kernel.secret import Counted
from croupier.engines.kernel.values import Seat, put, replace
from croupier.engines.the_blessed_dark import (
    decisions,
    endings,
    grimoires,
    offers,
    situation,
    verbs,
)
from croupier.engines.the_blessed_dark.commands import (
    AddSpell,
    BeginRitual,
    Cast,
    DrawBlood,
    DrawCard,
    EndRitual,
    FreeCast,
    PickFirstCard,
    Refresh,
    Reroll,
    Said,
    SummonDarkOne,
    all_mods,
)
from croupier.engines.the_blessed_dark.decisions import FromSituation
from croupier.engines.the_blessed_dark.dice import DICE, FACES, Values, price
from croupier.engines.the_blessed_dark.effects import Choose, Resolve
from croupier.engines.the_blessed_dark.endings import Dispose, OfferLastCard
from croupier.engines.the_blessed_dark.table import (
    DRAWN_BLOOD,
    Cards,
    Casting,
    Decision,
    EndReason,
    Phase,
    Sealing,
    Table,
)

AnyTable: TypeAlias = Table[Step]


class PickFirstCards(Sealing, frozen=True):
    """BLE-013, BLE-R05. Everybody seals one card; all are turned over together."""

    takes: ClassVar[tuple[type[Command], ...]] = (PickFirstCard,)

    def ask(self, table: AnyTable) -> tuple[Prompt, ...]:
        """Every seat that has not chosen; a sealed choice is final."""
        waiting = [seat for seat in table.seats if not self.sealed[seat].count]
        return tuple(offers.prompt(situation.of_table(table, seat)) for seat in waiting)

    def answers(self, table: AnyTable, seat: Seat) -> Iterator[Answer]:
        """Any of the three cards, demons included."""
        return decisions.legal(table, seat)

    def accepts(self, table: AnyTable, command: Said) -> bool:
        """Whether the ladder finds no reason against it."""
        return decisions.accepts(table, command)

    def do(self, table: AnyTable, answer: PickFirstCard, rng: Rng) -> Change[AnyTable]:
        """Keep it sealed, and turn all over when this was the last."""
        seat, card = answer.seat, answer.card
        chosen: Counted[Cards] = Counted((card,), (seat,))
        sealed = put(self.sealed, seat, chosen)
        if not all(one.count for one in sealed):
            return verbs.seal(table.next_first(PickFirstCards(sealed)), seat, card)
        cards = tuple(one.peek()[0] for one in sealed)
        change = verbs.seal(table.next_first(BeginPlay()), seat, card)
        return change.then(verbs.reveal_first_cards, cards)


class BeginPlay(Step, frozen=True):
    """BLE-019, BLE-R06. The starting player is named, or drawn after the cards are open."""

    def do(self, table: AnyTable, answer: None, rng: Rng) -> Change[AnyTable]:
        """Name the starting player."""
        seat = table.options.starting_player
        if seat is None:
            seat = Seat(rng.below(len(table.seats), "misc", "BLE-019 starting player"))
        return verbs.choose_starter(table, seat).then(begin_turn, seat)


def begin_turn(table: AnyTable, seat: Seat) -> Change[AnyTable]:
    """BLE-030. One action, and the turn is over."""
    return verbs.start_turn(table.next_first(TakeTurn(seat)), seat)


class TakeTurn(FromSituation, Decision, frozen=True):
    """BLE-030, BLE-031. Exactly one of five actions."""

    takes: ClassVar[tuple[type[Command], ...]] = (
        DrawCard,
        DrawBlood,
        AddSpell,
        Refresh,
        BeginRitual,
    )
    phase: ClassVar[Phase] = Phase.TURN

    def do(
        self,
        table: AnyTable,
        answer: DrawCard | DrawBlood | AddSpell | Refresh | BeginRitual,
        rng: Rng,
    ) -> Change[AnyTable]:
        """BLE-032. The action, with all that follows from it, and then the next turn."""
        seat = self.seat
        table = table.next_first(EndTurn(seat))
        match answer:
            case DrawCard():
                return endings.draw(table, seat)
            case DrawBlood():
                # BLE-051, BLE-R10: the last one of the pool, if there is no more
                return verbs.draw_blood(table, seat, min(DRAWN_BLOOD, table.pool))
            case AddSpell(card=card):
                return verbs.add_spell(table, seat, card)
            case Refresh():
                return grimoires.refresh(table, seat)
            case BeginRitual():
                rolled = _roll(DICE, rng)
                return verbs.start_ritual(table.next_first(ConductRitual(seat)), seat, rolled)
        assert_never(answer)


def _roll(count: int, rng: Rng) -> Values:
    """BLE-003, BLE-R46. One number of the stream for each die, in ascending order of the dice."""
    return tuple(FACES[rng.below(len(FACES), "dice", "BLE-080 die")] for _ in range(count))


class ConductRitual(FromSituation, Decision, frozen=True):
    """BLE-082. After each roll: cast, summon, cast for free, roll again, or end it."""

    takes: ClassVar[tuple[type[Command], ...]] = (
        Reroll,
        Cast,
        SummonDarkOne,
        FreeCast,
        EndRitual,
    )
    phase: ClassVar[Phase] = Phase.RITUAL

    def do(
        self,
        table: AnyTable,
        answer: Reroll | Cast | SummonDarkOne | FreeCast | EndRitual,
        rng: Rng,
    ) -> Change[AnyTable]:
        """BLE-085, BLE-086. A cast ends the ritual: there is one, and no roll after it."""
        seat = self.seat
        match answer:
            case Reroll(dice=which):
                rolled = _roll(len(which), rng)
                return verbs.reroll(table.next_first(self), seat, which, rolled)
            case Cast(card=card, assign=assign, mods=mods):
                cost = table.pack.contents.castable(card).blood + price(mods)  # BLE-114
                return _cast(table, seat, Casting(card, free=False), assign, mods, cost)
            case FreeCast(card=card, mods=mods):
                return _cast(table, seat, Casting(card, free=True), (), mods, price(mods))
            case SummonDarkOne(mods=mods):
                return self._summon(table, all_mods(mods))
            case EndRitual():
                return self._end(table)
        assert_never(answer)

    def _summon(self, table: AnyTable, mods: Values) -> Change[AnyTable]:
        """BLE-145, BLE-R23. Summoning ends the ritual, unless the option says otherwise."""
        ritual = table.ritual
        assert ritual is not None, "a ritual is going on"
        if table.options.dark_one_ends_ritual:
            return grimoires.move_dark_one(replace(table, ritual=None), self.seat, mods)
        going_on = replace(table, ritual=replace(ritual, moved_dark_one=True))
        return grimoires.move_dark_one(going_on.next_first(self), self.seat, mods)

    def _end(self, table: AnyTable) -> Change[AnyTable]:
        """BLE-089, BLE-R49. It fails if nothing came of it; declining costs nothing."""
        ritual = table.ritual
        assert ritual is not None, "a ritual is going on"
        after = replace(table, ritual=None)
        return Change(after) if ritual.moved_dark_one else verbs.fail_ritual(after, self.seat)


def _cast(
    table: AnyTable,
    seat: Seat,
    casting: Casting,
    assign: tuple[int, ...],
    mods: Values,
    blood: int,
) -> Change[AnyTable]:
    """BLE-120, BLE-153. Pay, then every effect in printed order, then the card itself."""
    effects = range(len(table.pack.contents.castable(casting.card).effects))
    resolves = tuple(Resolve(seat, casting.card, index) for index in effects)
    after = table.next_first(*resolves, Dispose(seat, casting.card))
    return verbs.cast(after, seat, casting, assign, all_mods(mods), blood)


class EndTurn(Step, frozen=True):
    """BLE-020, BLE-032, BLE-127. The turn passes clockwise, or the limit ends the game."""

    seat: Seat

    def do(self, table: AnyTable, answer: None, rng: Rng) -> Change[AnyTable]:
        """BLE-R41. Without a choice about a last card."""
        table = replace(table, turns=table.turns + 1)
        if table.turns == table.options.turn_limit:
            return verbs.end_game(table, EndReason.TURN_LIMIT)
        return begin_turn(table, table.opponents(self.seat)[0])


AnyStep: TypeAlias = (
    PickFirstCards
    | BeginPlay
    | TakeTurn
    | ConductRitual
    | Resolve
    | Choose
    | Dispose
    | EndTurn
    | OfferLastCard
)
