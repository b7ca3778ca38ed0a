"""The turn in rulebook order: sick roll or recovery, mandatory draw, one remaining action."""

from typing import ClassVar, assert_never

from croupier.engines.blast_radius import actions, endings, health, piles, verbs
from croupier.engines.blast_radius.cards import Health
from croupier.engines.blast_radius.commands import (
    CompleteObjective,
    Discard,
    DrawAgain,
    DrawItem,
    EndTurn,
    PlayStrike,
    ProposeTrade,
    RollRecovery,
    SelfRevive,
    TradeInObjective,
)
from croupier.engines.blast_radius.deciding import Decides
from croupier.engines.blast_radius.effects import DiscardDown, Take
from croupier.engines.blast_radius.events import TurnBegan, TurnEnded
from croupier.engines.blast_radius.interrupts import KarrotWindow
from croupier.engines.blast_radius.reasons import Cause, DiscardReason, EndReason, Purpose
from croupier.engines.blast_radius.table import AnyTable, EndGame, Phase, Source
from croupier.engines.kernel.agenda import Command, Step
from croupier.engines.kernel.change import Change
from croupier.engines.kernel.rng import Rng
from croupier.engines.kernel.values import Seat, put, replace


class StartTurn(Step, frozen=True):
    """BLA-019, BLA-021, BLA-091. A sick player rolls before anything else."""

    seat: Seat

    def do(self, table: AnyTable, answer: None, rng: Rng) -> Change[AnyTable]:
        """BLA-103, BLA-104. The fourth turn of an Incapacitated player heals by itself."""
        seat, limits = self.seat, table.cards.limits
        began = _began(table, seat)
        match table.health[seat]:
            case Health.HEALTHY:
                return Change(began.table.next_first(DrawFirst(seat)), began.events)
            case Health.SICK:
                return began.then(self._sick_roll, rng)
            case Health.INCAPACITATED if table.incap_turns[seat] >= limits.recovery_turns:
                healed = began.then(health.cure, seat, Cause.AUTOMATIC)
                return Change(healed.table.next_first(DrawFirst(seat)), healed.events)
            case Health.INCAPACITATED:
                return Change(began.table.next_first(Recover(seat)), began.events)
        assert_never(table.health[seat])

    def _sick_roll(self, table: AnyTable, rng: Rng) -> Change[AnyTable]:
        """BLA-022, BLA-023, BLA-024, BLA-R07. A 6 ends the turn, which is no recovery turn."""
        rolled, face = piles.roll(table, self.seat, Purpose.SICKNESS, rng)
        if face != table.cards.limits.sick_fail_face:
            return Change(rolled.table.next_first(DrawFirst(self.seat)), rolled.events)
        fell = rolled.then(health.incapacitate, self.seat, Cause.SICK_ROLL)
        return Change(fell.table.next_first(FinishTurn(self.seat)), fell.events)


def _began(table: AnyTable, seat: Seat) -> Change[AnyTable]:
    turn, round_ = table.turn + 1, table.round + (seat == table.first)
    after = replace(
        table,
        turn=turn,
        round=round_,
        active=seat,
        action_used=False,
        trade_done=False,
        early_discard=False,
        karrot_used=False,
        offers_left=table.options.max_trade_offers,
        just_drawn=None,
    )
    return Change(after, (TurnBegan(turn=turn, round=round_, seat=seat),))


class Recover(Decides, frozen=True):
    """BLA-099, BLA-R37. An Incapacitated player only rolls, or uses a Defibrillator."""

    takes: ClassVar[tuple[type[Command], ...]] = (RollRecovery, SelfRevive)
    phase: ClassVar[Phase] = Phase.RECOVERY
    seat: Seat

    def asked(self, table: AnyTable) -> tuple[Seat, ...]:
        """The active seat."""
        return (self.seat,)

    def do(self, table: AnyTable, answer: RollRecovery | SelfRevive, rng: Rng) -> Change[AnyTable]:
        """BLA-101. Healed, the player has a whole turn."""
        seat = self.seat
        match answer:
            case RollRecovery():
                return self._rolled(table, rng)
            case SelfRevive(card=card):
                used = verbs.discard(table, seat, card, DiscardReason.REVIVED)
                healed = used.then(health.cure, seat, Cause.CARD, seat)
                return Change(healed.table.next_first(DrawFirst(seat)), healed.events)
        assert_never(answer)

    def _rolled(self, table: AnyTable, rng: Rng) -> Change[AnyTable]:
        """BLA-100, BLA-102. Exactly a 3 heals; anything else ends the turn and counts."""
        seat = self.seat
        rolled, face = piles.roll(table, seat, Purpose.RECOVERY, rng)
        if face == table.cards.limits.recover_face:
            healed = rolled.then(health.cure, seat, Cause.RECOVERY_ROLL)
            return Change(healed.table.next_first(DrawFirst(seat)), healed.events)
        turns = put(table.incap_turns, seat, table.incap_turns[seat] + 1)
        after = replace(rolled.table, incap_turns=turns)
        return Change(after.next_first(FinishTurn(seat)), rolled.events)


class DrawFirst(Decides, frozen=True):
    """BLA-020, BLA-030, BLA-R10. The mandatory draw; a Reflex fulfils it and is not replaced."""

    takes: ClassVar[tuple[type[Command], ...]] = (DrawItem, Discard)
    phase: ClassVar[Phase] = Phase.DRAW
    seat: Seat

    def asked(self, table: AnyTable) -> tuple[Seat, ...]:
        """The active seat."""
        return (self.seat,)

    def do(self, table: AnyTable, answer: DrawItem | Discard, rng: Rng) -> Change[AnyTable]:
        """BLA-031, BLA-044, BLA-R16. Draw, discard what is too much, then the action."""
        seat = self.seat
        match answer:
            case DrawItem():
                take = Take(seat, Source.DECK, window=True)
                rest = (DiscardDown(seat), KarrotWindow(), Act(seat))
                return Change(table.next_first(take, *rest))
            case Discard(card=card):
                again = replace(table.next_first(self), early_discard=True)
                return verbs.discard(again, seat, card, DiscardReason.EARLY)
        assert_never(answer)


class Act(Decides, frozen=True):
    """BLA-025, BLA-053, BLA-068. Exactly one of five actions, or none (BLA-026)."""

    takes: ClassVar[tuple[type[Command], ...]] = (
        Discard,
        DrawAgain,
        PlayStrike,
        ProposeTrade,
        TradeInObjective,
        CompleteObjective,
        EndTurn,
    )
    phase: ClassVar[Phase] = Phase.ACTION
    seat: Seat

    def asked(self, table: AnyTable) -> tuple[Seat, ...]:
        """BLA-095, BLA-R17. Nobody once the action is used or the player Incapacitated."""
        return () if table.action_used or table.is_down(self.seat) else (self.seat,)

    def do(self, table: AnyTable, answer: actions.Acted | None, rng: Rng) -> Change[AnyTable]:
        """BLA-027. What the action causes comes first, then this step closes the turn."""
        seat = self.seat
        again = table.next_first(self)
        match answer:
            case None:
                return Change(table.next_first(FinishTurn(seat)))
            case Discard(card=card):
                return verbs.discard(again, seat, card, DiscardReason.JUST_DRAWN)
            case DrawAgain(source=source):
                take = Take(seat, source, window=True)
                steps = (take, DiscardDown(seat), KeepOrDiscard(seat))
                return Change(replace(again, action_used=True).next_first(*steps))
            case EndTurn():
                return Change(table.next_first(FinishTurn(seat)))
            case CompleteObjective():
                return actions.complete(again, answer)
            case PlayStrike() | ProposeTrade() | TradeInObjective():
                return actions.act(again, answer)
        assert_never(answer)


class KeepOrDiscard(Decides, frozen=True):
    """BLA-043. A second card that is in hand may still be discarded."""

    takes: ClassVar[tuple[type[Command], ...]] = (Discard, EndTurn)
    phase: ClassVar[Phase] = Phase.POST_DRAW
    seat: Seat

    def asked(self, table: AnyTable) -> tuple[Seat, ...]:
        """BLA-037, BLA-R12. Not after a Reflex, a forced discard, or no card."""
        return () if table.just_drawn is None else (self.seat,)

    def do(self, table: AnyTable, answer: Discard | EndTurn | None, rng: Rng) -> Change[AnyTable]:
        """Either way the turn ends."""
        if isinstance(answer, Discard):
            return verbs.discard(table, self.seat, answer.card, DiscardReason.JUST_DRAWN)
        return Change(table)


class FinishTurn(Step, frozen=True):
    """BLA-027, BLA-003. The turn is over, and the next seat clockwise begins, whoever it is."""

    seat: Seat

    def do(self, table: AnyTable, answer: None, rng: Rng) -> Change[AnyTable]:
        """BLA-R33. In two of the three modes a game ends here; BLA-R62: or for its length."""
        following = table.after(self.seat)
        ended = Change(replace(table, just_drawn=None), (TurnEnded(seat=self.seat),))
        if _is_last_turn(table, following):
            return ended.then(endings.end_game, EndReason.OBJECTIVES)
        if table.turn >= table.options.turns_max:
            return ended.then(endings.end_game, EndReason.TURNS)
        return Change(ended.table.next_first(StartTurn(following)), ended.events)


def _is_last_turn(table: AnyTable, following: Seat) -> bool:
    """BLA-R33. Everybody had as many turns, or everybody else had one more."""
    if table.trigger is None:
        return False
    match table.options.end_game:
        case EndGame.FINISH_ROUND:
            return following == table.first
        case EndGame.FINAL_LAP:
            return following == table.trigger
        case EndGame.IMMEDIATE:
            return True
    assert_never(table.options.end_game)
