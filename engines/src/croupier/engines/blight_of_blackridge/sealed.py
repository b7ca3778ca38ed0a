"""Contributions and votes: sealed by each seat, shown when all are in."""

from collections import Counter
from typing import ClassVar, assert_never

from croupier.engines.blight_of_blackridge import body as bodies
from croupier.engines.blight_of_blackridge import faceup, verbs
from croupier.engines.blight_of_blackridge.asking import Asking
from croupier.engines.blight_of_blackridge.cards import Contribute
from croupier.engines.blight_of_blackridge.commands import Contribute as Contributed
from croupier.engines.blight_of_blackridge.commands import PlayFaceUp
from croupier.engines.blight_of_blackridge.commands import Vote as Voted
from croupier.engines.blight_of_blackridge.events import AnswerSealed
from croupier.engines.blight_of_blackridge.incident_events import (
    Ballot,
    PotFilled,
    Put,
    SatOut,
    VotesShown,
)
from croupier.engines.blight_of_blackridge.ops import ItemKind
from croupier.engines.blight_of_blackridge.stakes import Cards, PotCard
from croupier.engines.blight_of_blackridge.table import AnyTable, Phase, Question
from croupier.engines.blight_of_blackridge.text import is_kind
from croupier.engines.kernel.agenda import Command
from croupier.engines.kernel.change import Change, Event
from croupier.engines.kernel.rng import Rng
from croupier.engines.kernel.secret import Secret, known_to
from croupier.engines.kernel.values import Seat, put, replace


def eligible(table: AnyTable, seat: Seat, kind: ItemKind) -> int:
    """How many items of a kind a seat could put in."""
    body = table.body(seat)
    held = [card for card in body.slots if card != bodies.EMPTY]
    return sum(is_kind(table.cards[card], kind) for card in held)


def open_pot(table: AnyTable, step: Contribute, *, mandatory: bool) -> Change[AnyTable]:
    """BLI-163, BLI-164, BLI-R64. Who must contribute is fixed now; who cannot sits out, openly.

    Where nothing is required everybody seals something, be it nothing, so that nothing shows.
    """
    least = step.min if mandatory else 0
    inside = [s for s in table.standing if eligible(table, s, step.kind) >= least]
    outside = tuple([seat for seat in table.standing if seat not in inside])
    table = replace(table, sat_out=outside, pot=(), won=(), voted=())
    told: tuple[Event, ...] = (SatOut(seats=outside),) if outside else ()
    if not inside:
        return Change(table, told)
    seats = tuple(sorted(inside))
    sealed: list[Secret[tuple[Cards, ...]]] = [known_to(seat, held=()) for seat in seats]
    asks = Contributing(seats, step.kind, least, step.max, tuple(sealed))
    return Change(table.next_first(asks), told)


class Contributing(Asking, frozen=True):
    """BLI-R64. Each seals its cards once; how many is public when all are in."""

    takes: ClassVar[tuple[type[Command], ...]] = (Contributed, PlayFaceUp)
    phase: ClassVar[Phase] = Phase.CONTRIBUTE
    trading: ClassVar[bool] = True
    seats: tuple[Seat, ...]
    kind: ItemKind
    least: int
    most: int
    sealed: tuple[Secret[tuple[Cards, ...]], ...]  # one, or none

    def waits(self, table: AnyTable) -> tuple[Seat, ...]:
        """Those who have sealed nothing yet."""
        pairs = zip(self.seats, self.sealed, strict=True)
        return tuple([s for s, cards in pairs if not cards.peek() and not table.dead[s]])

    def shown(self, table: AnyTable) -> Question:
        """What may be put in, and by whom."""
        return Question(kind=self.kind, least=self.least, most=self.most, members=self.seats)

    def keeps(self, table: AnyTable, seat: Seat) -> int:
        """BLI-R64. What a seat owes it may not give away meanwhile."""
        return self.least if seat in self.waits(table) else 0

    def do(
        self, table: AnyTable, answer: Contributed | PlayFaceUp | None, rng: Rng
    ) -> Change[AnyTable]:
        """Seal, or play a card open and be asked again."""
        match answer:
            case None:
                return self._filled(table, self.sealed)
            case PlayFaceUp():
                return faceup.play(table, answer, self, rng)
            case Contributed(seat=seat, slots=slots):
                table, cards = verbs.give_up(table, seat, slots)
                at = self.seats.index(seat)
                kept: Secret[tuple[Cards, ...]] = known_to(seat, held=(cards,))
                sealed = put(self.sealed, at, kept)
                told = AnswerSealed(seat=seat, phase=Phase.CONTRIBUTE, audience=(seat,))
                later = replace(self, sealed=sealed)
                if later.waits(table):
                    return Change(table.next_first(later), (told,))
                change = self._filled(table, sealed)
                return Change(change.table, (told, *change.events))
        assert_never(answer)

    def _filled(
        self, table: AnyTable, sealed: tuple[Secret[tuple[Cards, ...]], ...]
    ) -> Change[AnyTable]:
        pot: list[PotCard] = []
        for seat, cards in zip(self.seats, sealed, strict=True):
            for card in (one for given in cards.peek() for one in given):
                pot.append(PotCard(seat, known_to(seat, held=card)))
        gave = tuple([Put(seat, sum(c.owner == seat for c in pot)) for seat in self.seats])
        return Change(replace(table, pot=tuple(pot)), (PotFilled(cards=gave),))


class Voting(Asking, frozen=True):
    """BLI-R63. Every seat that is not dead votes, the Blighted too; shown together."""

    takes: ClassVar[tuple[type[Command], ...]] = (Voted, PlayFaceUp)
    phase: ClassVar[Phase] = Phase.VOTE
    trading: ClassVar[bool] = True
    seats: tuple[Seat, ...]
    sealed: tuple[Secret[tuple[Seat, ...]], ...]  # one, or none

    def waits(self, table: AnyTable) -> tuple[Seat, ...]:
        """Those who have not voted."""
        pairs = zip(self.seats, self.sealed, strict=True)
        return tuple([s for s, vote in pairs if not vote.peek() and not table.dead[s]])

    def do(self, table: AnyTable, answer: Voted | PlayFaceUp | None, rng: Rng) -> Change[AnyTable]:
        """Seal, or play a card open and be asked again."""
        match answer:
            case None:
                return self._shown(table, self.sealed)
            case PlayFaceUp():
                return faceup.play(table, answer, self, rng)
            case Voted(seat=seat, choice=choice):
                at = self.seats.index(seat)
                kept: Secret[tuple[Seat, ...]] = known_to(seat, held=(choice,))
                sealed = put(self.sealed, at, kept)
                told = AnswerSealed(seat=seat, phase=Phase.VOTE, audience=(seat,))
                later = replace(self, sealed=sealed)
                if later.waits(table):
                    return Change(table.next_first(later), (told,))
                change = self._shown(table, sealed)
                return Change(change.table, (told, *change.events))
        assert_never(answer)

    def _shown(
        self, table: AnyTable, sealed: tuple[Secret[tuple[Seat, ...]], ...]
    ) -> Change[AnyTable]:
        """The most voted, all who tie; nobody, when all have the same number."""
        votes = []
        for seat, vote in zip(self.seats, sealed, strict=True):
            votes += [Ballot(seat, choice) for choice in vote.peek()]
        got = Counter([vote.choice for vote in votes])
        best = max(got.values(), default=0)
        top = tuple([seat for seat in table.standing if best and got[seat] == best])
        voted = () if len(top) == len(table.standing) else top
        told = VotesShown(votes=tuple(votes), most=voted)
        return Change(replace(table, voted=voted), (told,))


def voting(table: AnyTable) -> Voting:
    """A vote of all seats that are not dead."""
    seats = tuple(sorted(table.standing))
    sealed: list[Secret[tuple[Seat, ...]]] = [known_to(seat, held=()) for seat in seats]
    return Voting(seats, tuple(sealed))
