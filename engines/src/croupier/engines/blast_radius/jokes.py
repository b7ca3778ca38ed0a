"""The Book of Jokes: a joke against the clock, told in writing, or aloud before the table."""

from typing import ClassVar, assert_never

from croupier.engines.blast_radius import asking, cards, verbs
from croupier.engines.blast_radius.cards import Deed
from croupier.engines.blast_radius.commands import FinishJoke, FreezeUp, JudgeJoke, TellJoke
from croupier.engines.blast_radius.deciding import Decides
from croupier.engines.blast_radius.effects import performed
from croupier.engines.blast_radius.table import AnyTable, JokeMode, Pending, Phase
from croupier.engines.blast_radius.talk import (
    JokeFailed,
    JokeJudged,
    JokeStarted,
    JokeTold,
    JokeVoteClosed,
    JokeVoteOpened,
)
from croupier.engines.blast_radius.votes import Votes
from croupier.engines.kernel.agenda import Command, Step
from croupier.engines.kernel.change import Change
from croupier.engines.kernel.rng import Rng
from croupier.engines.kernel.secret import known_to
from croupier.engines.kernel.values import Seat, Value, put


class Telling(Value, frozen=True):
    """Who tells a joke, what hangs on it, and at whom it is aimed."""

    seat: Seat
    joke: cards.Joke
    target: Seat | None


class StartJoke(Step, frozen=True):
    """BLA-140, BLA-141. The clock starts."""

    telling: Telling

    def do(self, table: AnyTable, answer: None, rng: Rng) -> Change[AnyTable]:
        """BLA-142. Everybody is told how long it runs."""
        limit = asking.joke_ms(table.options, self.telling.joke.seconds)
        started = JokeStarted(seat=self.telling.seat, limit_ms=limit)
        return Change(table.next_first(TellsJoke(self.telling)), (started,))


class TellsJoke(Decides, frozen=True):
    """BLA-141, BLA-R50. A joke in time. The engine reads no clock: who is late freezes up."""

    takes: ClassVar[tuple[type[Command], ...]] = (TellJoke, FinishJoke, FreezeUp)
    phase: ClassVar[Phase] = Phase.JOKE
    telling: Telling

    def asked(self, table: AnyTable) -> tuple[Seat, ...]:
        """The teller."""
        return (self.telling.seat,)

    def limit_ms(self, table: AnyTable) -> int | None:
        """Ten seconds, unless the card or the table says otherwise."""
        return asking.joke_ms(table.options, self.telling.joke.seconds)

    def do(
        self, table: AnyTable, answer: TellJoke | FinishJoke | FreezeUp, rng: Rng
    ) -> Change[AnyTable]:
        """BLA-144, BLA-145. In writing, any joke counts; aloud, the table may have a say."""
        match answer:
            case TellJoke(text=text):
                return told(table, self.telling, text.strip())
            case FinishJoke() if table.options.joke_mode is JokeMode.TABLE:
                votes = Votes((None,) * len(table.hands))
                judges = JudgesJoke(self.telling, votes)
                return Change(table.next_first(judges), (JokeVoteOpened(seat=self.telling.seat),))
            case FinishJoke():
                return told(table, self.telling)
            case FreezeUp():
                return failed(table, self.telling)
        assert_never(answer)


class JudgesJoke(Decides, frozen=True):
    """BLA-R49. The others say, each for itself, whether a joke was told."""

    takes: ClassVar[tuple[type[Command], ...]] = (JudgeJoke,)
    phase: ClassVar[Phase] = Phase.JOKE_VOTE
    telling: Telling
    votes: Votes

    def asked(self, table: AnyTable) -> tuple[Seat, ...]:
        """All but the teller and those who have voted."""
        cast, teller = self.votes.cast, self.telling.seat
        return tuple([seat for seat in table.seats if seat != teller and cast[seat] is None])

    def about(self) -> Pending:
        """How many votes are in."""
        return Pending(votes=self.votes.count)

    def do(self, table: AnyTable, answer: JudgeJoke, rng: Rng) -> Change[AnyTable]:
        """It fails only if nobody says that it was told."""
        vote = known_to(answer.seat, held=answer.told)
        votes = Votes(put(self.votes.cast, answer.seat, vote))
        judged = Change(table, (JokeJudged(seat=answer.seat, told=vote),))
        if votes.count < len(table.hands) - 1:
            waits = JudgesJoke(self.telling, votes)
            return Change(table.next_first(waits), judged.events)
        yes = sum(each is not None and each.peek() for each in votes.cast)
        closed = JokeVoteClosed(yes=yes, no=votes.count - yes)
        change = Change(table, (*judged.events, closed))
        return change.then(told if yes else failed, self.telling)


def told(table: AnyTable, telling: Telling, text: str | None = None) -> Change[AnyTable]:
    """BLA-144, BLA-R48. In time: it counts as done, and what the card grants happens."""
    seat = telling.seat
    counted = verbs.count(table, seat, Deed.JOKE)
    steps = performed(seat, telling.joke.on_success, telling.target)
    return Change(counted.next_first(*steps), (JokeTold(seat=seat, text=text),))


def failed(table: AnyTable, telling: Telling) -> Change[AnyTable]:
    """BLA-143. No joke: what the card threatens happens."""
    steps = performed(telling.seat, telling.joke.on_fail, telling.target)
    return Change(table.next_first(*steps), (JokeFailed(seat=telling.seat),))
