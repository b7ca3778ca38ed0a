"""The survivors' own moments: Eugene, Dr. Sprengen, Helga, Brayden."""

from typing import ClassVar, assert_never

from croupier.engines.blast_radius import trades, verbs
from croupier.engines.blast_radius.cards import Survivor
from croupier.engines.blast_radius.commands import (
    AnswerDeal,
    BraydenOffer,
    BraydenPass,
    EugeneForce,
    EugeneSkip,
    HelgaSkip,
    HelgaTake,
    SprengenTake,
)
from croupier.engines.blast_radius.deciding import Decides
from croupier.engines.blast_radius.reasons import DiscardReason, MoveReason
from croupier.engines.blast_radius.table import (
    AnyTable,
    Claim,
    Deal,
    Offer,
    Pending,
    Phase,
)
from croupier.engines.blast_radius.talk import AbilityDeclined, DealAnswered, DealOffered
from croupier.engines.kernel.agenda import Command, Step
from croupier.engines.kernel.change import Change
from croupier.engines.kernel.rng import Rng
from croupier.engines.kernel.values import Seat, replace


class EugeneForces(Decides, frozen=True):
    """BLA-155, BLA-R58. After completing, Eugene may make another player discard a card."""

    takes: ClassVar[tuple[type[Command], ...]] = (EugeneForce, EugeneSkip)
    phase: ClassVar[Phase] = Phase.EUGENE
    seat: Seat

    def asked(self, table: AnyTable) -> tuple[Seat, ...]:
        """If another player holds a card."""
        others = [hand for seat, hand in enumerate(table.hands) if seat != self.seat]
        return (self.seat,) if any(others) else ()

    def do(
        self, table: AnyTable, answer: EugeneForce | EugeneSkip | None, rng: Rng
    ) -> Change[AnyTable]:
        """The card that Eugene names."""
        match answer:
            case None:
                return Change(table)
            case EugeneForce(target=target, card=card):
                return verbs.discard(table, target, card, DiscardReason.FORCED)
            case EugeneSkip(seat=seat):
                return Change(table, (AbilityDeclined(seat=seat),))
        assert_never(answer)


class CollectPayment(Step, frozen=True):
    """BLA-156, BLA-R57. For each patient with a card, while Dr. Sprengen has room for it."""

    seat: Seat

    def do(self, table: AnyTable, answer: None, rng: Rng) -> Change[AnyTable]:
        """One card moves by itself; of several he chooses."""
        patients, after = table.patients, replace(table, patients=table.patients[1:])
        if not patients:
            return Change(table)
        again = after.next_first(self)
        hand = table.hands[patients[0]]
        room = len(table.hands[self.seat]) < table.cards.limits.hand_limit
        if table.is_down(self.seat) or not hand or not room:
            return Change(again)
        if len(hand) == 1:
            return verbs.give(again, patients[0], self.seat, hand[0], MoveReason.PAYMENT)
        return Change(again.next_first(SprengenTakes(Claim(self.seat, patients[0]))))


class SprengenTakes(Decides, frozen=True):
    """BLA-156. He takes one card of his patient; no negotiations."""

    takes: ClassVar[tuple[type[Command], ...]] = (SprengenTake,)
    phase: ClassVar[Phase] = Phase.SPRENGEN
    claim: Claim

    def asked(self, table: AnyTable) -> tuple[Seat, ...]:
        """Dr. Sprengen."""
        return (self.claim.seat,)

    def about(self) -> Pending:
        """Of whom."""
        return Pending(claim=self.claim)

    def do(self, table: AnyTable, answer: SprengenTake, rng: Rng) -> Change[AnyTable]:
        """The patient cannot refuse."""
        owner = self.claim.owner
        return verbs.give(table, owner, answer.seat, answer.card, MoveReason.PAYMENT)


class HelgaTakes(Decides, frozen=True):
    """BLA-160. Whoever attacked Helga and lost the roll lets her take a card."""

    takes: ClassVar[tuple[type[Command], ...]] = (HelgaTake, HelgaSkip)
    phase: ClassVar[Phase] = Phase.HELGA
    claim: Claim

    def asked(self, table: AnyTable) -> tuple[Seat, ...]:
        """Helga."""
        return (self.claim.seat,)

    def about(self) -> Pending:
        """Of whom."""
        return Pending(claim=self.claim)

    def do(self, table: AnyTable, answer: HelgaTake | HelgaSkip, rng: Rng) -> Change[AnyTable]:
        """The attacker cannot refuse."""
        match answer:
            case HelgaTake(seat=seat, card=card):
                return verbs.give(table, self.claim.owner, seat, card, MoveReason.REWARD)
            case HelgaSkip(seat=seat):
                return Change(table, (AbilityDeclined(seat=seat),))
        assert_never(answer)


class BraydenOffers(Decides, frozen=True):
    """BLA-161, BLA-R55. Once a trade between two others is agreed on, Brayden may step in."""

    takes: ClassVar[tuple[type[Command], ...]] = (BraydenOffer, BraydenPass)
    phase: ClassVar[Phase] = Phase.BRAYDEN
    offer: Offer

    def asked(self, table: AnyTable) -> tuple[Seat, ...]:
        """Brayden, if he is a third party that can act and holds a card."""
        brayden = table.seat_of(Survivor.BRAYDEN)
        if brayden is None or brayden in (self.offer.by, self.offer.to):
            return ()
        return (brayden,) if table.hands[brayden] and not table.is_down(brayden) else ()

    def about(self) -> Pending:
        """The trade agreed on."""
        return Pending(offer=self.offer)

    def do(
        self, table: AnyTable, answer: BraydenOffer | BraydenPass | None, rng: Rng
    ) -> Change[AnyTable]:
        """The seller is asked; else the trade is carried out."""
        match answer:
            case None:
                return carried_out(table, self.offer)
            case BraydenPass(seat=seat):
                declined = Change(table, (AbilityDeclined(seat=seat),))
                return declined.then(carried_out, self.offer)
            case BraydenOffer(seat=seat, card=card, to=to):
                deal = Deal(self.offer, seat, to, card)
                return Change(table.next_first(DealAnswers(deal)), (DealOffered(deal=deal),))
        assert_never(answer)


class DealAnswers(Decides, frozen=True):
    """BLA-R55. The seller takes Brayden's card instead, or trades as agreed."""

    takes: ClassVar[tuple[type[Command], ...]] = (AnswerDeal,)
    phase: ClassVar[Phase] = Phase.BRAYDEN_DEAL
    deal: Deal

    def asked(self, table: AnyTable) -> tuple[Seat, ...]:
        """The seller."""
        return (self.deal.seller,)

    def about(self) -> Pending:
        """What Brayden offers."""
        return Pending(deal=self.deal)

    def do(self, table: AnyTable, answer: AnswerDeal, rng: Rng) -> Change[AnyTable]:
        """One trade is carried out in any case."""
        deal = self.deal
        said = Change(table, (DealAnswered(seat=answer.seat, accepted=answer.accept),))
        if not answer.accept:
            return said.then(carried_out, deal.offer)
        sold = trades.given_by(deal.offer, deal.seller)
        return said.then(carried_out, Offer(deal.brayden, deal.seller, (deal.card,), sold))


def carried_out(table: AnyTable, offer: Offer) -> Change[AnyTable]:
    """BLA-149. The action is used only if the active player was a party to it."""
    used = table.action_used or table.active in (offer.by, offer.to)
    return verbs.trade(replace(table, action_used=used), offer)
