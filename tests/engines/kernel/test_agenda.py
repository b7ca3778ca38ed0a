"""The agenda: what is asked, who may answer, and what is done without asking."""

from collections.abc import Iterator
from typing import Any, TypeAlias

import pytest

from croupier.engines.kernel import agenda
from croupier.engines.kernel.agenda import STEPS_MAX, Answer, Command, Prompt, Step
from croupier.engines.kernel.change import Change, Event
from croupier.engines.kernel.rng import Rng, ScriptedRng
from croupier.engines.kernel.shape import Pick
from croupier.engines.kernel.values import RuleId, Seat, Value, replace


class Table(Value, frozen=True):
    agenda: tuple[Step, ...] = ()
    done: tuple[str, ...] = ()
    open_offers: tuple[Seat, ...] = ()


class Say(Command, frozen=True):
    word: str


class Give(Command, frozen=True):
    cards: tuple[str, ...]


class Haggle(Command, frozen=True):
    """Nobody takes it but a standing step."""


class Done(Event, frozen=True, kw_only=True):
    what: str


def done(table: Table, what: str) -> Change[Table]:
    return Change(replace(table, done=(*table.done, what)), (Done(what=what),))


class Ask(Step, frozen=True):
    """Asks some seats for a word of two; each answers once."""

    seats: tuple[Seat, ...]

    takes = (Say,)

    def ask(self, table: Table) -> tuple[Prompt, ...]:
        return tuple(Prompt(seat=seat, rule=RuleId("TES-001")) for seat in self.seats)

    def answers(self, table: Table, seat: Seat) -> Iterator[Answer]:
        yield Say(seat, "yes")
        yield Say(seat, "no")

    def do(self, table: Table, answer: Say, rng: Rng) -> Change[Table]:
        left = tuple(seat for seat in self.seats if seat != answer.seat)
        more = (Ask(left),) if left else ()
        return done(replace(table, agenda=(*more, *table.agenda)), f"{answer.seat} {answer.word}")


class AskGive(Step, frozen=True):
    """Takes any two of three, as a shape."""

    takes = (Give,)

    def ask(self, table: Table) -> tuple[Prompt, ...]:
        return (Prompt(seat=Seat(0), rule=RuleId("TES-002")),)

    def answers(self, table: Table, seat: Seat) -> Iterator[Answer]:
        yield Pick(Give(seat, ()), "cards", ("a", "b", "c"), 2, 2)

    def do(self, table: Table, answer: Give, rng: Rng) -> Change[Table]:
        return done(table, "".join(answer.cards))


class Silent(Step, frozen=True):
    """Asks nobody."""

    what: str

    def do(self, table: Table, answer: None, rng: Rng) -> Change[Table]:
        assert answer is None
        return done(table, self.what)


class Again(Step, frozen=True):
    """Puts itself back for ever."""

    def do(self, table: Table, answer: None, rng: Rng) -> Change[Table]:
        return Change(replace(table, agenda=(self, *table.agenda)))


class Times(Step, frozen=True):
    """Puts itself back so many times."""

    left: int

    def do(self, table: Table, answer: None, rng: Rng) -> Change[Table]:
        more: tuple[Step, ...] = (Times(self.left - 1),) if self.left > 1 else ()
        return Change(replace(table, agenda=(*more, *table.agenda)))


class Bazaar(Step, frozen=True):
    """A standing invitation to one seat."""

    seat: Seat

    takes = (Haggle,)

    def ask(self, table: Table) -> tuple[Prompt, ...]:
        return (Prompt(seat=self.seat, rule=RuleId("TES-003")),)

    def answers(self, table: Table, seat: Seat) -> Iterator[Answer]:
        yield Haggle(seat)

    def do(self, table: Table, answer: Haggle, rng: Rng) -> Change[Table]:
        left = tuple(seat for seat in table.open_offers if seat != answer.seat)
        return done(replace(table, open_offers=left), f"{answer.seat} haggles")


def standing(table: Table) -> tuple[Step, ...]:
    return tuple(Bazaar(seat) for seat in table.open_offers)


A, B, C = Seat(0), Seat(1), Seat(2)
Doing: TypeAlias = Change[Any]


def carry_out(table: Table, command: Command) -> Doing:
    step = agenda.taker(table, command, standing)
    assert step is not None
    return agenda.carry_out(table, step, command, ScriptedRng())


def test_the_first_step_asks_and_only_the_first() -> None:
    table = Table((Ask((A, B)), Ask((C,))))

    assert [prompt.seat for prompt in agenda.questions(table)] == [A, B]
    assert agenda.questions(Table()) == ()


def test_whoever_is_asked_may_answer_with_what_is_listed() -> None:
    table = Table((Ask((A, B)), Ask((C,))))

    assert agenda.taker(table, Say(B, "yes")) == Ask((A, B))
    for no in (Say(B, "maybe"), Say(C, "yes"), Give(B, ("a", "b")), Command(B)):
        assert agenda.taker(table, no) is None
    assert agenda.taker(Table(), Say(A, "yes")) is None


def test_what_is_covered_by_a_shape_is_taken() -> None:
    table = Table((AskGive(),))

    assert agenda.taker(table, Give(A, ("c", "a"))) == AskGive()
    assert agenda.taker(table, Give(A, ("c", "c"))) is None


def test_every_legal_answer_of_a_seat_is_listed() -> None:
    table = Table((Ask((A, B)),), open_offers=(B, C))

    assert list(agenda.legal(table, A, standing)) == [Say(A, "yes"), Say(A, "no")]
    assert list(agenda.legal(table, B, standing)) == [Say(B, "yes"), Say(B, "no"), Haggle(B)]
    assert list(agenda.legal(table, C, standing)) == [Haggle(C)]
    assert list(agenda.legal(table, C)) == []


def test_seats_asked_at_once_answer_in_any_order() -> None:
    table = Table((Ask((A, B, C)), Silent("over")))

    for command in (Say(C, "no"), Say(A, "yes"), Say(B, "no")):
        assert agenda.taker(table, command)
        table = carry_out(table, command).table
        assert agenda.taker(table, command) is None

    assert table == Table((), ("2 no", "0 yes", "1 no", "over"))


def test_steps_that_ask_nobody_are_done_in_order_until_one_asks() -> None:
    table = Table((Ask((A,)), Silent("first"), Silent("second"), Ask((B,)), Silent("later")))

    change = carry_out(table, Say(A, "yes"))

    assert change.table.done == ("0 yes", "first", "second")
    assert change.events == tuple(Done(what=what) for what in change.table.done)
    assert change.table.agenda == (Ask((B,)), Silent("later"))


def test_an_invitation_leaves_the_question_where_it_is() -> None:
    table = Table((Ask((A,)), Silent("later")), open_offers=(A, B))

    change = carry_out(table, Haggle(B))

    assert change.table == Table(table.agenda, ("1 haggles",), (A,))


def test_invitations_stand_in_a_stable_order_for_their_own_seat() -> None:
    table = Table((Ask((A,)),), open_offers=(A, B, A))

    assert [prompt.seat for prompt in agenda.invitations(table, A, standing)] == [A, A]
    assert agenda.invitations(table, C, standing) == ()
    assert agenda.invitations(table, A) == ()


def test_as_many_steps_as_the_bound_settle_and_one_more_is_a_bug() -> None:
    settled = agenda.settle(Change(Table((Times(STEPS_MAX - 1),))), ScriptedRng())
    assert settled.table == Table()

    with pytest.raises(AssertionError, match="agenda did not settle: Times"):
        agenda.settle(Change(Table((Times(STEPS_MAX + 1),))), ScriptedRng())
    with pytest.raises(AssertionError, match="agenda did not settle: Again"):
        agenda.settle(Change(Table((Again(),))), ScriptedRng())


def test_a_step_without_anything_to_do_names_itself() -> None:
    class Idle(Step, frozen=True):
        """Says nothing."""

    assert Idle().ask(Table()) == ()
    assert list(Idle().answers(Table(), A)) == []
    assert not Idle().accepts(Table(), Say(A, "yes"))
    with pytest.raises(AssertionError, match="Idle has nothing to do"):
        agenda.settle(Change(Table((Idle(),))), ScriptedRng())
