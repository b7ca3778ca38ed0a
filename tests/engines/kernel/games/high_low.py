"""A test game of clocked questions: a seat has so long to guess, or the house passes for it.

**HIG-001** The numbers are shuffled and the first lies open.
**HIG-002** The seats in turn say whether the next number is higher or lower, or pass, within a
time that is an option of the table (none by default). Whoever does not answer passes.
**HIG-003** The next number is turned up; a right guess scores one.
**HIG-004** When all numbers lie open the game ends; the highest score wins.
"""

from collections.abc import Iterator
from enum import Enum
from typing import Generic, TypeAlias, TypeVar

from croupier.engines.kernel import agenda
from croupier.engines.kernel import pack as packs
from croupier.engines.kernel.agenda import Answer, Command, Prompt, Step
from croupier.engines.kernel.change import Change, Event
from croupier.engines.kernel.engine import Policy, TurnClock
from croupier.engines.kernel.pack import Contents, Pack
from croupier.engines.kernel.refusal import Refusal, Refused, refusal
from croupier.engines.kernel.result import Result, Standing
from croupier.engines.kernel.rng import Rng, chosen, shuffled
from croupier.engines.kernel.secret import Counted
from croupier.engines.kernel.values import RuleId, Seat, Value, Viewer, put, replace, seats_of

S = TypeVar("S")
LIMIT_MS_MAX = 3_600_000

game, rules, RULES, seats = "high_low", "HIG", 1, range(1, 5)
turn_clock = TurnClock()
house_pack = """
schema = 1
edition = "house"
game = "high_low"
numbers = [1, 2, 3, 4, 5, 6, 7, 8, 9]
"""


class Numbers(Contents, frozen=True):
    """The numbers of an edition."""

    numbers: tuple[int, ...]


class Table(Value, Generic[S], frozen=True):
    """Everything on the table."""

    agenda: tuple[S, ...]
    pack: Pack[Numbers]
    limit_ms: int | None
    scores: tuple[int, ...]
    deck: Counted[tuple[int, ...]]
    open: tuple[int, ...]


AnyTable: TypeAlias = Table[Step]


class Options(Value, frozen=True):
    """How long a seat may think; None is for ever."""

    limit_ms: int | None = None


class Call(Enum):
    """What a seat may say."""

    HIGHER = "higher"
    LOWER = "lower"
    PASS = "pass"


class Guess(Command, frozen=True):
    """HIG-002."""

    call: Call


class GuessPrompt(Prompt, frozen=True, kw_only=True):
    """Higher or lower than this?"""

    than: int


class NumberTurned(Event, frozen=True, kw_only=True):
    """What was called, what came, and whether that was right."""

    seat: Seat
    call: Call
    number: int
    right: bool


class Calling(Step, frozen=True):
    """HIG-002, HIG-003. One seat calls, the next number is turned."""

    seat: Seat

    takes = (Guess,)

    def ask(self, table: AnyTable) -> tuple[Prompt, ...]:
        rule, than = RuleId("HIG-002"), table.open[-1]
        return (GuessPrompt(seat=self.seat, rule=rule, limit_ms=table.limit_ms, than=than),)

    def answers(self, table: AnyTable, seat: Seat) -> Iterator[Answer]:
        return (Guess(seat, call) for call in Call)

    def do(self, table: AnyTable, answer: Guess, rng: Rng) -> Change[AnyTable]:
        number, *rest = table.deck.peek()
        came = Call.HIGHER if number > table.open[-1] else Call.LOWER
        right = answer.call is came
        told = NumberTurned(seat=self.seat, call=answer.call, number=number, right=right)
        after = Seat((self.seat + 1) % len(table.scores))
        turned = replace(
            table,
            deck=Counted(tuple(rest), ()),
            open=(*table.open, number),
            scores=put(table.scores, self.seat, table.scores[self.seat] + right),
            agenda=(Calling(after),) if rest else (),
        )
        return Change(turned, (told,))


class View(Value, frozen=True):
    """What everybody sees."""

    me: Seat | None
    turn: Seat | None
    open: tuple[int, ...]
    left: int
    scores: tuple[int, ...]


stored = Table[Calling]
options, view = Options, View
commands, prompts, events = Guess, GuessPrompt, NumberTurned
questions, legal = agenda.questions, agenda.legal


def invitations(table: AnyTable, seat: Seat) -> tuple[Prompt, ...]:
    """None in this game."""
    return ()


def accepts(table: AnyTable, command: Command) -> bool:
    """Whether it is this seat's call."""
    return agenda.taker(table, command) is not None


def apply(table: AnyTable, command: Command, rng: Rng) -> Change[AnyTable]:
    """The table after a call."""
    step = agenda.taker(table, command)
    if step is None:
        raise Refused(why_not(project(table, command.seat), command))
    return agenda.carry_out(table, step, command, rng)


def why_not(view: View, command: Command) -> Refusal:
    """Over, or not your turn: every call is legal."""
    if view.turn is None:
        return refusal("HIG-004", "GAME_OVER")
    return refusal("HIG-002", "NOT_YOUR_DECISION")


def house_answer(view: View, prompt: Prompt, policy: Policy, rng: Rng) -> Command:
    """HIG-002. Who does not answer passes."""
    call = chosen(tuple(Call), rng, "house", "HIG-002") if policy == "random" else Call.PASS
    return Guess(prompt.seat, call)


def read_pack(text: str) -> Pack[Numbers]:
    """The numbers of an edition."""
    return packs.read(text, Numbers, game)


def setup(seats: int, options: Options, pack: Pack[Numbers], rng: Rng) -> Change[AnyTable]:
    """HIG-001. Shuffle and turn up the first."""
    limit = options.limit_ms
    if limit is not None and not 1 <= limit <= LIMIT_MS_MAX:
        raise Refused(refusal("HIG-002", "OUT_OF_RANGE", limit_ms=limit))
    first, *rest = shuffled(pack.contents.numbers, rng, "shuffle/numbers", "HIG-001")
    deck = Counted(tuple(rest), ())
    table: AnyTable = Table((Calling(Seat(0)),), pack, limit, (0,) * seats, deck, (first,))
    return Change(table)


def project(table: AnyTable, viewer: Viewer) -> View:
    """What this viewer may see."""
    turn = table.agenda[0] if table.agenda else None
    assert turn is None or isinstance(turn, Calling)
    seat = None if turn is None else turn.seat
    return View(viewer, seat, table.open, table.deck.count, table.scores)


def redeal(table: AnyTable, viewer: Viewer, rng: Rng) -> AnyTable:
    """Another order of the numbers to come."""
    return replace(table, deck=Counted(shuffled(table.deck.peek(), rng, "redeal", "deck"), ()))


def result(table: AnyTable) -> Result | None:
    """HIG-004. The highest score."""
    if table.agenda:
        return None
    scores = table.scores
    standings = tuple(
        Standing(seat, 1 + sum(other > scores[seat] for other in scores), scores[seat])
        for seat in seats_of(len(scores))
    )
    return Result(tuple(s.seat for s in standings if s.place == 1), standings)
