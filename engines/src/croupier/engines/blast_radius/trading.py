"""Answers to offers: accept, decline, or another offer."""

from typing import ClassVar, assert_never

from croupier.engines.blast_radius.abilities import BraydenOffers
from croupier.engines.blast_radius.commands import (
    AcceptTrade,
    CounterTrade,
    DeclineTrade,
)
from croupier.engines.blast_radius.deciding import Decides
from croupier.engines.blast_radius.table import AnyTable, Offer, Pending, Phase
from croupier.engines.blast_radius.talk import TradeAccepted, TradeDeclined, TradeOffered
from croupier.engines.kernel.agenda import Command
from croupier.engines.kernel.change import Change
from croupier.engines.kernel.rng import Rng
from croupier.engines.kernel.values import Seat, replace


class AnswersTrade(Decides, frozen=True):
    """BLA-150, BLA-R52. Whoever is made an offer accepts, declines or counters."""

    takes: ClassVar[tuple[type[Command], ...]] = (AcceptTrade, DeclineTrade, CounterTrade)
    phase: ClassVar[Phase] = Phase.TRADE_ANSWER
    offer: Offer

    def asked(self, table: AnyTable) -> tuple[Seat, ...]:
        """The one to whom the offer is made."""
        return (self.offer.to,)

    def about(self) -> Pending:
        """The open offer."""
        return Pending(offer=self.offer)

    def do(
        self, table: AnyTable, answer: AcceptTrade | DeclineTrade | CounterTrade, rng: Rng
    ) -> Change[AnyTable]:
        """BLA-151. A declined offer leaves the action unused."""
        match answer:
            case AcceptTrade(seat=seat):
                accepted = TradeAccepted(seat=seat)
                return Change(table.next_first(BraydenOffers(self.offer)), (accepted,))
            case DeclineTrade(seat=seat):
                return Change(table, (TradeDeclined(seat=seat),))
            case CounterTrade(seat=seat, give=give, take=take):
                made = Offer(seat, self.offer.by, give, take)
                after = replace(table, offers_left=table.offers_left - 1)
                told = TradeOffered(offer=made, counter=True)
                return Change(after.next_first(AnswersTrade(made)), (told,))
        assert_never(answer)
