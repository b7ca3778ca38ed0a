"""Drawing cards and doing what they say, one step after the other."""

from collections.abc import Iterator
from typing import ClassVar, assert_never

from croupier.engines.blast_radius import health, piles, verbs
from croupier.engines.blast_radius.cards import (
    Chooser,
    Deed,
    DiscardItems,
    Draw,
    Heal,
    Incapacitate,
    Joke,
    Op,
    PassHands,
    RedealHands,
    ReshuffleDiscard,
    Roll,
    Sicken,
    Steal,
    Survivor,
    TakeDiscard,
)
from croupier.engines.blast_radius.commands import ChooseDiscard, Discard
from croupier.engines.blast_radius.deciding import Decides
from croupier.engines.blast_radius.events import ReflexTriggered
from croupier.engines.blast_radius.reasons import Cause, DiscardReason, Purpose
from croupier.engines.blast_radius.strikes import selected
from croupier.engines.blast_radius.table import (
    AnyTable,
    Discarding,
    Names,
    Pending,
    Phase,
    Source,
)
from croupier.engines.kernel.agenda import Command, Step
from croupier.engines.kernel.change import Change
from croupier.engines.kernel.rng import Rng
from croupier.engines.kernel.values import Seat, replace

TAKES_MAX = 50  # in one command: no edition can make one draw go on for ever


class Take(Step, frozen=True):
    """BLA-029, BLA-055. One card: to the hand, or, a Reflex, done at once and discarded."""

    seat: Seat
    source: Source
    window: bool  # BLA-043: whether the card may be discarded right after

    def do(self, table: AnyTable, answer: None, rng: Rng) -> Change[AnyTable]:
        """BLA-095: effects draw no more for an Incapacitated player."""
        if table.is_down(self.seat):
            return Change(table)
        if table.takes >= TAKES_MAX:
            return verbs.no_card(table, self.seat)
        change = Change[AnyTable](replace(table, takes=table.takes + 1))
        if self.source is Source.DECK and not table.deck.count:
            if not table.discard:
                return verbs.no_card(table, self.seat)
            change = change.then(verbs.reshuffle, rng)
        return change.then(verbs.draw, self.seat, self.source).then(self._taken)

    def _taken(self, table: AnyTable) -> Change[AnyTable]:
        """BLA-057: a Reflex is never in a hand."""
        card = table.limbo[-1]
        if not table.cards.is_reflex(card):
            kept = verbs.keep(table, self.seat, card)
            just_drawn = card if self.window else kept.table.just_drawn
            return Change(replace(kept.table, just_drawn=just_drawn), kept.events)
        steps = performed(self.seat, table.cards.item(card).effects)
        after = Finish(self.seat, (card,), DiscardReason.REFLEX)
        counted = verbs.count(table, self.seat, Deed.REFLEX)
        triggered = ReflexTriggered(seat=self.seat, card=card)
        return Change(counted.next_first(*steps, after), (triggered,))


def performed(
    actor: Seat, ops: tuple[Op, ...], target: Seat | None = None, picks: Names | None = None
) -> Iterator["Perform"]:
    """One step for each operation, in order."""
    return (Perform(actor, op, target, picks) for op in ops)


class Finish(Step, frozen=True):
    """BLA-052, BLA-056. What has resolved is discarded."""

    seat: Seat
    cards: Names
    why: DiscardReason

    def do(self, table: AnyTable, answer: None, rng: Rng) -> Change[AnyTable]:
        """To the discard pile."""
        return verbs.finish(table, self.seat, self.cards, self.why)


class DiscardDown(Decides, frozen=True):
    """BLA-016, BLA-041. With more than five cards in hand, discard one at once."""

    takes: ClassVar[tuple[type[Command], ...]] = (Discard,)
    phase: ClassVar[Phase] = Phase.DISCARD
    seat: Seat

    def asked(self, table: AnyTable) -> tuple[Seat, ...]:
        """Only a hand above the limit."""
        over = len(table.hands[self.seat]) > table.cards.limits.hand_limit
        return (self.seat,) if over else ()

    def do(self, table: AnyTable, answer: Discard | None, rng: Rng) -> Change[AnyTable]:
        """Until the hand is within the limit."""
        if answer is None:
            return Change(table)
        again = table.next_first(self)
        return verbs.discard(again, self.seat, answer.card, DiscardReason.LIMIT)


class ChooseCards(Decides, frozen=True):
    """BLA-051. Somebody chooses which cards of a hand an effect discards."""

    takes: ClassVar[tuple[type[Command], ...]] = (ChooseDiscard,)
    phase: ClassVar[Phase] = Phase.EFFECT_DISCARD
    discarding: Discarding

    def asked(self, table: AnyTable) -> tuple[Seat, ...]:
        """The one who chooses."""
        return (self.discarding.chooser,)

    def about(self) -> Pending:
        """Whose cards, and how many."""
        return Pending(discarding=self.discarding)

    def do(self, table: AnyTable, answer: ChooseDiscard, rng: Rng) -> Change[AnyTable]:
        """In the order given."""
        return piles.discard_all(table, self.discarding.owner, answer.cards)


class Perform(Step, frozen=True):
    """BLA-051. One operation of a card, for its actor."""

    actor: Seat
    op: Op
    target: Seat | None = None
    picks: Names | None = None

    def do(self, table: AnyTable, answer: None, rng: Rng) -> Change[AnyTable]:
        """BLA-R17: an Incapacitated actor draws, chooses and takes nothing more."""
        match self.op:
            case Heal() | Sicken() | Incapacitate():
                return self._health(table, self.op)
            case Draw() | DiscardItems():
                return self._cards(table, self.op, rng)
            case TakeDiscard(n=n):
                return self._take_discard(table, n)
            case ReshuffleDiscard():
                return verbs.reshuffle(table, rng)
            case RedealHands():
                return piles.redeal_hands(table, self.actor, rng)
            case PassHands(direction=direction):
                return piles.pass_hands(table, direction)
            case Roll(on=on):
                rolled, face = piles.roll(table, self.actor, Purpose.EFFECT, rng)
                ops = next(outcome.do for outcome in on if face in outcome.faces)
                steps = performed(self.actor, ops, self.target)
                return Change(rolled.table.next_first(*steps), rolled.events)
            case Steal() | Joke():
                raise AssertionError("weapons and jokes are steps of their own")
        assert_never(self.op)

    def _health(self, table: AnyTable, op: Heal | Sicken | Incapacitate) -> Change[AnyTable]:
        """BLA-135, BLA-136, BLA-109, BLA-110, BLA-139: nobody's consent is asked."""
        change = Change(table)
        for seat in selected(len(table.hands), self.actor, op.who, self.target):
            match op:
                case Heal(cures=cures):
                    if table.health[seat] in cures:
                        change = change.then(health.cure, seat, Cause.CARD, self.actor)
                        change = Change(self._billed(change.table, seat), change.events)
                case Sicken():
                    change = change.then(health.sicken, seat, Cause.CARD, self.actor)
                case Incapacitate():
                    change = change.then(health.incapacitate, seat, Cause.CARD, self.actor)
        return change

    def _billed(self, table: AnyTable, patient: Seat) -> AnyTable:
        """BLA-156. Whoever Dr. Sprengen heals with a card that he plays owes him one."""
        drawn = table.cards.is_reflex(table.limbo[-1])
        if drawn or patient == self.actor or table.seat_of(Survivor.SPRENGEN) != self.actor:
            return table
        return replace(table, patients=(*table.patients, patient))

    def _cards(self, table: AnyTable, op: Draw | DiscardItems, rng: Rng) -> Change[AnyTable]:
        steps: list[Step] = []
        change = Change(table)
        for seat in selected(len(table.hands), self.actor, op.who, self.target):
            if isinstance(op, Draw):
                steps += [Take(seat, Source.DECK, window=False), DiscardDown(seat)] * op.n
                continue
            count = min(op.n, len(change.table.hands[seat]))
            if op.pick is Chooser.RANDOM:
                change = change.then(piles.discard_random, seat, count, rng)
            elif count == len(change.table.hands[seat]):
                change = change.then(piles.discard_all, seat, change.table.hands[seat])
            else:
                chooser = seat if op.pick is Chooser.OWNER else self.actor
                if chooser != self.actor or not table.is_down(chooser):
                    steps.append(ChooseCards(Discarding(chooser, seat, count)))
        return Change(change.table.next_first(*steps), change.events)

    def _take_discard(self, table: AnyTable, most: int) -> Change[AnyTable]:
        """Those that were named; for a Reflex the topmost."""
        if table.is_down(self.actor):
            return Change(table)
        fit = [card for card in reversed(table.discard) if not table.cards.is_reflex(card)]
        change = Change(table.next_first(DiscardDown(self.actor)))
        for card in fit[:most] if self.picks is None else self.picks:
            change = change.then(verbs.salvage, self.actor, card)
        return change
