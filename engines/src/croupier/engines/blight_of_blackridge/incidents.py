"""BLI-162. Incidents: their own instructions, one step after the other."""

from collections import Counter
from typing import ClassVar, assert_never

from croupier.engines.blight_of_blackridge import faceup, sealed, turns, verbs
from croupier.engines.blight_of_blackridge import trading as trades
from croupier.engines.blight_of_blackridge.asking import Asking
from croupier.engines.blight_of_blackridge.cards import (
    Apply,
    AwardPot,
    Contribute,
    DiscardPot,
    EventCard,
    Instruction,
    Most,
    Offer,
    Rolloff,
    RotatePot,
    Vote,
)
from croupier.engines.blight_of_blackridge.commands import OfferUse, PassTurn, PlayFaceUp
from croupier.engines.blight_of_blackridge.effects import Context, Run
from croupier.engines.blight_of_blackridge.events import TurnPassed
from croupier.engines.blight_of_blackridge.incident_events import (
    OfferUsed,
    PotAwarded,
    PotRotated,
    RolledOff,
)
from croupier.engines.blight_of_blackridge.settling import SettleTouched
from croupier.engines.blight_of_blackridge.stakes import Betting, Used
from croupier.engines.blight_of_blackridge.table import AnyTable, Phase, Question
from croupier.engines.blight_of_blackridge.verbs import Source
from croupier.engines.kernel.agenda import Command, Step
from croupier.engines.kernel.change import Change
from croupier.engines.kernel.rng import Rng
from croupier.engines.kernel.values import Seat, clockwise, replace

ROLLS_MAX = 1_000  # of a tie that is rolled again


def incident(event: EventCard) -> tuple[Step, ...]:
    """BLI-065, BLI-162. All instructions in order; each that names hands is settled."""
    many = range(len(event.steps))
    return tuple([step for at in many for step in (Instruct(at), SettleTouched())])


class Instruct(Step, frozen=True):
    """BLI-R55. One instruction of an incident, and a step of its own."""

    at: int

    def do(self, table: AnyTable, answer: None, rng: Rng) -> Change[AnyTable]:
        """Carry it out."""
        lapsed = trades.new_turn(trades.lapse(table))
        table = replace(verbs.next_step(lapsed), touched=(), betting=Betting(), used=())
        step: Instruction = table.now.steps[self.at]
        match step:
            case Contribute():
                return sealed.open_pot(table, step, mandatory=table.now.mandatory)
            case Vote():
                return Change(table.next_first(sealed.voting(table)))
            case Offer():
                return Change(table.next_first(OfferTurn(table.leader, self.at)))
            case Rolloff(best=best):
                return roll_off(table, best == "high", rng)
            case Most():
                return Change(replace(table, won=most(table)))
            case AwardPot():
                return award(table)
            case RotatePot(dir=way):
                return rotate(table, way == "clockwise")
            case DiscardPot():
                gone = tuple([each.card.peek() for each in table.pot])
                return Change(replace(verbs.discard(table, gone), pot=()))
            case Apply(to=to):
                seats = _named(table, to)
                runs = [Run(Context(seat, Source.EVENT), step.effects) for seat in seats]
                return Change(table.next_first(*runs))
        assert_never(step)


def contributors(table: AnyTable) -> tuple[Seat, ...]:
    """Whoever has a card in the pot, in turn order from the Event Leader."""
    owners = [each.owner for each in table.pot]
    return tuple([seat for seat in table.standing if seat in owners])


def _named(table: AnyTable, to: str) -> tuple[Seat, ...]:
    match to:
        case "winner":
            return table.won
        case "most_voted":
            return table.voted
        case "contributors":
            return contributors(table)
    return table.standing


def roll_off(table: AnyTable, high: bool, rng: Rng) -> Change[AnyTable]:
    """Contributors roll in turn order; ties among the best roll again."""
    change, seats = Change(table), contributors(table)
    for _ in range(ROLLS_MAX):
        if not seats:
            break
        rolls = tuple([verbs.roll(rng, "BLI-162 roll off") for _ in seats])
        change = Change(change.table, (*change.events, RolledOff(seats=seats, rolls=rolls)))
        best = max(rolls) if high else min(rolls)
        seats = tuple([s for s, n in zip(seats, rolls, strict=True) if n == best])
        if len(seats) == 1:
            break
    return Change(replace(change.table, won=seats), change.events)


def most(table: AnyTable) -> tuple[Seat, ...]:
    """Strictly most cards, and at least one."""
    gave = Counter([each.owner for each in table.pot])
    best = max(gave.values(), default=0)
    first = [seat for seat in table.standing if best and gave[seat] == best]
    return tuple(first) if len(first) == 1 else ()


def award(table: AnyTable) -> Change[AnyTable]:
    """The pot goes to the winner as one gain, or to the discard piles."""
    cards = tuple([each.card.peek() for each in table.pot])
    if not cards:
        return Change(table)
    if not table.won:
        table = verbs.discard(table, cards)
        return Change(replace(table, pot=()), (PotAwarded(seat=None),))
    (winner,) = table.won
    table = verbs.touch(table, winner)
    for card in cards:
        table = verbs.gain_card(table, winner, card)
    return Change(replace(table, pot=()), (PotAwarded(seat=winner),))


def rotate(table: AnyTable, forward: bool) -> Change[AnyTable]:
    """Each card goes to the next contributor; a single one gets the own card back."""
    inside = contributors(table)
    if not inside:
        return Change(table)
    for each in table.pot:
        turn = clockwise(each.owner, len(table.seats))
        order = (*turn[1:], turn[0]) if forward else tuple(reversed(turn))
        to = next(seat for seat in order if seat in inside)
        table = verbs.gain_card(verbs.touch(table, to), to, each.card.peek())
    return Change(replace(table, pot=()), (PotRotated(seats=inside),))


class OfferTurn(Asking, frozen=True):
    """In turn order, as in a shop: take the offer, or pass, until all pass in a row."""

    takes: ClassVar[tuple[type[Command], ...]] = (PassTurn, OfferUse, PlayFaceUp)
    phase: ClassVar[Phase] = Phase.OFFER
    trading: ClassVar[bool] = True
    seat: Seat
    at: int

    def waits(self, table: AnyTable) -> tuple[Seat, ...]:
        """The seat with the marker."""
        return () if table.dead[self.seat] else (self.seat,)

    def shown(self, table: AnyTable) -> Question:
        """What it costs, and how often it may be taken."""
        offer = self._offer(table)
        assert offer.cost.items is not None, "an offer costs items"
        return Question(
            seat=self.seat,
            kind=offer.cost.items.kind,
            least=offer.cost.items.n,
            most=offer.cost.items.n,
            limit=offer.limit,
        )

    def do(
        self, table: AnyTable, answer: PassTurn | OfferUse | PlayFaceUp | None, rng: Rng
    ) -> Change[AnyTable]:
        """One use or a pass ends the turn."""
        seat, later = self.seat, NextOffered(self.seat, self.at)
        match answer:
            case None:
                return Change(table.next_first(later))
            case PassTurn():
                passed = turns.decline(table, seat).next_first(later)
                return Change(passed, (TurnPassed(seat=seat),))
            case PlayFaceUp():
                return faceup.play(table, answer, self, rng)
            case OfferUse(slots=slots):
                table, cards = verbs.give_up(turns.reopen(trades.lapse(table)), seat, slots)
                table = verbs.next_step(verbs.discard(table, cards))
                used = (*table.used, Used(seat, 0))
                effects = self._offer(table).effects
                run = Run(Context(seat, Source.SELF), effects)
                after = replace(table, used=used, touched=())
                told = OfferUsed(seat=seat, cards=cards)
                return Change(after.next_first(run, SettleTouched(), later), (told,))
        assert_never(answer)

    def _offer(self, table: AnyTable) -> Offer:
        step = table.now.steps[self.at]
        assert isinstance(step, Offer), "the step of this turn"
        return step


class NextOffered(Step, frozen=True):
    """BLI-R64. Until everyone passes in a row."""

    seat: Seat
    at: int

    def do(self, table: AnyTable, answer: None, rng: Rng) -> Change[AnyTable]:
        """Else the next seat clockwise."""
        if turns.all_decline(table):
            return Change(table)
        after, seat = turns.after(table, self.seat)
        return Change(after.next_first(OfferTurn(seat, self.at)))
