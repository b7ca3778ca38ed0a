"""BLI-071, BLI-077. Betting: pass, bet, raise, corrupt, play open, propose.

BLI-210: so it goes in the hunt for the Dust Devil.
"""

from typing import ClassVar, assert_never

from croupier.engines.blight_of_blackridge import faceup, partners, turns
from croupier.engines.blight_of_blackridge.asking import Asking
from croupier.engines.blight_of_blackridge.bet_events import BetPlaced
from croupier.engines.blight_of_blackridge.commands import (
    PartnerPropose,
    PartnerRespond,
    PassTurn,
    PlaceBet,
    PlayFaceUp,
    RaiseBet,
)
from croupier.engines.blight_of_blackridge.events import TurnPassed
from croupier.engines.blight_of_blackridge.placing import own_bets, place, turn_sideways
from croupier.engines.blight_of_blackridge.stakes import Stake
from croupier.engines.blight_of_blackridge.table import AnyTable, BettingClose, Phase, Question
from croupier.engines.kernel.agenda import Command, Step
from croupier.engines.kernel.change import Change
from croupier.engines.kernel.rng import Rng
from croupier.engines.kernel.values import Seat, replace

LAST_CIRCLE = 2  # BLI-R17, one raise circle: the first, then one turn more for each


class BetTurn(Asking, frozen=True):
    """BLI-R19. Any number of face-up plays, then one of pass, bet, raise and propose."""

    takes: ClassVar[tuple[type[Command], ...]] = (
        PassTurn,
        PlaceBet,
        RaiseBet,
        PlayFaceUp,
        PartnerPropose,
    )
    phase: ClassVar[Phase] = Phase.BETTING
    trading: ClassVar[bool] = True
    seat: Seat
    failures: int = 0

    def waits(self, table: AnyTable) -> tuple[Seat, ...]:
        """BLI-078. The seat with the marker; a dead one has no turn."""
        return () if table.dead[self.seat] else (self.seat,)

    def shown(self, table: AnyTable) -> Question:
        """Whose turn it is."""
        return Question(seat=self.seat, failures=self.failures)

    def do(
        self,
        table: AnyTable,
        answer: PassTurn | PlaceBet | RaiseBet | PlayFaceUp | PartnerPropose | None,
        rng: Rng,
    ) -> Change[AnyTable]:
        """The turn goes on after a play, waits for partners, or moves on."""
        seat = self.seat
        match answer:
            case None:
                return Change(table.next_first(NextBettor(seat)))
            case PassTurn():
                passed = turns.decline(turns.acted(table, seat), seat)
                told = TurnPassed(seat=seat)
                return Change(passed.next_first(NextBettor(seat)), (told,))
            case PlaceBet() | RaiseBet():
                return bet(table.next_first(NextBettor(seat)), answer)
            case PlayFaceUp():
                return faceup.play(table, answer, self, rng)
            case PartnerPropose():
                waiting = Partnering(seat, self.failures)
                return partners.propose(table.next_first(waiting), answer)
        assert_never(answer)


class NextBettor(Step, frozen=True):
    """BLI-102, BLI-R17. Who is next, or nobody: all bets are final."""

    seat: Seat

    def do(self, table: AnyTable, answer: None, rng: Rng) -> Change[AnyTable]:
        """BLI-R17, BLI-098. By unbroken declining, or after one circle of raises."""
        if not table.standing:
            return Change(table)
        after, seat = turns.after(table, self.seat)
        if table.options.betting_close is BettingClose.ONE_RAISE_CIRCLE:
            final = after.betting.circle > LAST_CIRCLE
        else:
            final = turns.all_decline(table)
        return Change(table if final else after.next_first(BetTurn(seat)))


class Partnering(Asking, frozen=True):
    """BLI-R22. Each invited seat, and each member already, agrees or declines."""

    takes: ClassVar[tuple[type[Command], ...]] = (PartnerRespond,)
    phase: ClassVar[Phase] = Phase.PARTNERS
    trading: ClassVar[bool] = True
    seat: Seat
    failures: int

    def waits(self, table: AnyTable) -> tuple[Seat, ...]:
        """Those whose answer is missing."""
        assert table.proposal is not None, "somebody proposed"
        return table.proposal.waiting

    def shown(self, table: AnyTable) -> Question:
        """Whose proposal it is."""
        assert table.proposal is not None, "somebody proposed"
        return Question(seat=self.seat, option=table.proposal.option, failures=self.failures)

    def do(self, table: AnyTable, answer: PartnerRespond, rng: Rng) -> Change[AnyTable]:
        """BLI-091. One no, and nothing happens; the last yes forms it."""
        if not answer.accept:
            again = BetTurn(self.seat, self.failures + 1)
            return partners.fail(table.next_first(again), answer)
        change = partners.agree(table.next_first(self), answer)
        proposal = change.table.proposal
        assert proposal is not None, "it is still open"
        if proposal.waiting:
            return change
        formed = replace(change.table, agenda=change.table.agenda[1:])
        formed = formed.next_first(NextBettor(self.seat))
        return Change(formed, change.events).then(partners.form)

    def cancelled(self, table: AnyTable) -> Change[AnyTable]:
        """BLI-R22. The proposer's turn goes on."""
        return partners.cancel(table.next_first(BetTurn(self.seat, self.failures + 1)))


def bet(table: AnyTable, said: PlaceBet | RaiseBet) -> Change[AnyTable]:
    """BLI-080, BLI-082 to BLI-085, BLI-099, BLI-100, BLI-R20: what lies, lies."""
    seat = said.seat
    stakes = (
        Stake(said.upright, said.sideways),
        Stake(said.second_upright, said.second_sideways),
    )
    before = table.refs
    for option, stake in enumerate(stakes):
        if stake.upright or stake.sideways:
            table = place(own_bets(table, seat, option), seat, option, stake)
    table = turn_sideways(table, said.corrupt)
    placed = [each for each in table.placed if each.ref >= before and each.owner == seat]
    told = BetPlaced(
        seat=seat,
        cards=tuple([each.ref for each in placed]),
        sideways=tuple([each.ref for each in placed if each.sideways]),
        corrupted=tuple(sorted(said.corrupt)),
    )
    return Change(turns.reopen(turns.acted(table, seat)), (told,))
