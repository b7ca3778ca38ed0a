"""A test game of interruption: what is dug up stops the digging, asks, chains, and goes on.

**CHA-001** The cards are shuffled. Every seat has three coins.
**CHA-002** A seat in turn digs for one to three cards, one after the other. Found gold is kept.
**CHA-003** A snake stops the digging at once: the next seat pays a coin to the bank, if it has
one, or digs one card itself, which may be a snake again.
**CHA-004** Then the digging goes on where it stopped.
**CHA-005** When the cards are out the game ends; most gold wins, then most coins.
"""

from collections.abc import Iterator
from typing import Generic, TypeAlias, TypeVar

from croupier.engines.kernel import agenda
from croupier.engines.kernel import pack as packs
from croupier.engines.kernel.agenda import Answer, Command, Prompt, Step
from croupier.engines.kernel.change import Change, Event
from croupier.engines.kernel.engine import Policy, TurnClock
from croupier.engines.kernel.pack import Contents, Pack
from croupier.engines.kernel.refusal import Refusal, Refused, refusal
from croupier.engines.kernel.result import Result, Standing
from croupier.engines.kernel.rng import Rng, shuffled
from croupier.engines.kernel.secret import Counted
from croupier.engines.kernel.values import RuleId, Seat, Value, Viewer, put, replace, seats_of

S = TypeVar("S")
DIG_MOST, COINS = 3, 3
SNAKE = "snake"

game, rules, RULES, seats = "chain_dig", "CHA", 1, range(2, 5)
turn_clock = TurnClock()
house_pack = """
schema = 1
edition = "house"
game = "chain_dig"
gold = 8
snakes = 8
"""


class Ground(Contents, frozen=True):
    """What lies in the ground."""

    gold: int
    snakes: int


class Table(Value, Generic[S], frozen=True):
    """Everything on the table."""

    agenda: tuple[S, ...]
    pack: Pack[Ground]
    coins: tuple[int, ...]
    gold: tuple[int, ...]
    snakes: int
    deck: Counted[tuple[str, ...]]

    def next_first(self, *steps: S) -> "Table[S]":
        """These steps before all others."""
        return replace(self, agenda=(*steps, *self.agenda))

    def after(self, seat: Seat) -> Seat:
        """The seat to the left."""
        return Seat((seat + 1) % len(self.coins))


AnyTable: TypeAlias = Table[Step]


class Options(Value, frozen=True):
    """No options."""


class Dig(Command, frozen=True):
    """CHA-002."""

    many: int


class Pay(Command, frozen=True):
    """CHA-003."""


class DigOn(Command, frozen=True):
    """CHA-003."""


class DigPrompt(Prompt, frozen=True, kw_only=True):
    """Dig for how many?"""

    most: int


class SnakePrompt(Prompt, frozen=True, kw_only=True):
    """Pay, or dig one yourself."""

    can_pay: bool


class GoldFound(Event, frozen=True, kw_only=True):
    """CHA-002."""

    seat: Seat


class SnakeFound(Event, frozen=True, kw_only=True):
    """CHA-003."""

    seat: Seat


class CoinPaid(Event, frozen=True, kw_only=True):
    """CHA-003."""

    seat: Seat


class DiggingStarted(Event, frozen=True, kw_only=True):
    """CHA-002: who digs, for how many."""

    seat: Seat
    many: int


class TurnOver(Event, frozen=True, kw_only=True):
    """All that was to be dug is dug."""

    seat: Seat


class Turn(Step, frozen=True):
    """CHA-002. A seat digs; CHA-005: not when the cards are out."""

    seat: Seat

    takes = (Dig,)

    def ask(self, table: AnyTable) -> tuple[Prompt, ...]:
        if not table.deck.count:
            return ()
        return (DigPrompt(seat=self.seat, rule=RuleId("CHA-002"), most=DIG_MOST),)

    def answers(self, table: AnyTable, seat: Seat) -> Iterator[Answer]:
        return (Dig(seat, many) for many in range(1, DIG_MOST + 1))

    def do(self, table: AnyTable, answer: Dig | None, rng: Rng) -> Change[AnyTable]:
        if answer is None:
            return Change(table)
        steps = (Digging(self.seat, answer.many), EndTurn(self.seat))
        told = DiggingStarted(seat=self.seat, many=answer.many)
        return Change(table.next_first(*steps), (told,))


class Digging(Step, frozen=True):
    """CHA-002, CHA-004. One card, then the rest."""

    seat: Seat
    left: int

    def do(self, table: AnyTable, answer: None, rng: Rng) -> Change[AnyTable]:
        if not self.left or not table.deck.count:
            return Change(table)
        top, *rest = table.deck.peek()
        dug = replace(table, deck=Counted(tuple(rest), ())).next_first(
            Digging(self.seat, self.left - 1)
        )
        if top != SNAKE:
            gold = put(dug.gold, self.seat, dug.gold[self.seat] + 1)
            return Change(replace(dug, gold=gold), (GoldFound(seat=self.seat),))
        met = replace(dug, snakes=dug.snakes + 1).next_first(Snake(table.after(self.seat)))
        return Change(met, (SnakeFound(seat=self.seat),))


class Snake(Step, frozen=True):
    """CHA-003. The next seat pays or digs."""

    seat: Seat

    takes = (Pay, DigOn)

    def ask(self, table: AnyTable) -> tuple[Prompt, ...]:
        can_pay = table.coins[self.seat] > 0
        return (SnakePrompt(seat=self.seat, rule=RuleId("CHA-003"), can_pay=can_pay),)

    def answers(self, table: AnyTable, seat: Seat) -> Iterator[Answer]:
        if table.coins[seat]:
            yield Pay(seat)
        yield DigOn(seat)

    def do(self, table: AnyTable, answer: Pay | DigOn, rng: Rng) -> Change[AnyTable]:
        if isinstance(answer, DigOn):
            told = DiggingStarted(seat=self.seat, many=1)
            return Change(table.next_first(Digging(self.seat, 1)), (told,))
        coins = put(table.coins, self.seat, table.coins[self.seat] - 1)
        return Change(replace(table, coins=coins), (CoinPaid(seat=self.seat),))


class EndTurn(Step, frozen=True):
    """CHA-002. The next seat in turn."""

    seat: Seat

    def do(self, table: AnyTable, answer: None, rng: Rng) -> Change[AnyTable]:
        told = TurnOver(seat=self.seat)
        return Change(table.next_first(Turn(table.after(self.seat))), (told,))


class View(Value, frozen=True):
    """What everybody sees."""

    me: Seat | None
    asked: Seat | None
    digging: bool
    coins: tuple[int, ...]
    gold: tuple[int, ...]
    snakes: int
    cards_left: int


stored = Table[Turn | Digging | Snake | EndTurn]
options, view = Options, View
commands = Dig | Pay | DigOn
events = GoldFound | SnakeFound | CoinPaid | DiggingStarted | TurnOver
prompts = DigPrompt | SnakePrompt
questions, legal = agenda.questions, agenda.legal


def invitations(table: AnyTable, seat: Seat) -> tuple[Prompt, ...]:
    """None in this game."""
    return ()


def accepts(table: AnyTable, command: Command) -> bool:
    """Whether the seat is asked for this."""
    return agenda.taker(table, command) is not None


def apply(table: AnyTable, command: Command, rng: Rng) -> Change[AnyTable]:
    """The table after a command."""
    step = agenda.taker(table, command)
    if step is None:
        raise Refused(why_not(project(table, command.seat), command))
    return agenda.carry_out(table, step, command, rng)


def why_not(view: View, command: Command) -> Refusal:
    """Over, not asked, asked for something else, then what is wrong."""
    if view.asked is None:
        return refusal("CHA-005", "GAME_OVER")
    if view.asked != view.me:
        return refusal("CHA-002", "NOT_YOUR_DECISION")
    if isinstance(command, Dig) == view.digging:
        return refusal("CHA-003", "WRONG_PHASE")
    if isinstance(command, Dig):
        return refusal("CHA-002", "OUT_OF_RANGE", most=DIG_MOST)
    return refusal("CHA-003", "NO_COIN")


def house_answer(view: View, prompt: Prompt, policy: Policy, rng: Rng) -> Command:
    """The house digs for one, and pays while it can."""
    if isinstance(prompt, DigPrompt):
        more = rng.below(DIG_MOST, "house", "CHA-002") if policy == "random" else 0
        return Dig(prompt.seat, 1 + more)
    assert isinstance(prompt, SnakePrompt)
    return Pay(prompt.seat) if prompt.can_pay else DigOn(prompt.seat)


def read_pack(text: str) -> Pack[Ground]:
    """The ground of an edition."""
    return packs.read(text, Ground, game)


def setup(seats: int, options: Options, pack: Pack[Ground], rng: Rng) -> Change[AnyTable]:
    """CHA-001. Shuffle the cards."""
    cards = ("gold",) * pack.contents.gold + (SNAKE,) * pack.contents.snakes
    deck = Counted(shuffled(cards, rng, "shuffle/ground", "CHA-001"), ())
    first = (Turn(Seat(0)),)
    table: AnyTable = Table(first, pack, (COINS,) * seats, (0,) * seats, 0, deck)
    return Change(table)


def project(table: AnyTable, viewer: Viewer) -> View:
    """What this viewer may see."""
    asked = next((prompt.seat for prompt in agenda.questions(table)), None)
    return View(
        me=viewer,
        asked=asked,
        digging=bool(table.agenda) and not isinstance(table.agenda[0], Turn),
        coins=table.coins,
        gold=table.gold,
        snakes=table.snakes,
        cards_left=table.deck.count,
    )


def redeal(table: AnyTable, viewer: Viewer, rng: Rng) -> AnyTable:
    """Another order of the cards to come."""
    return replace(table, deck=Counted(shuffled(table.deck.peek(), rng, "redeal", "deck"), ()))


def result(table: AnyTable) -> Result | None:
    """CHA-005. Most gold, then most coins."""
    if table.agenda:
        return None
    keys = list(zip(table.gold, table.coins, strict=True))
    standings = tuple(
        Standing(seat, 1 + sum(other > keys[seat] for other in keys), table.gold[seat])
        for seat in seats_of(len(keys))
    )
    winners = tuple(s.seat for s in standings if s.place == 1)
    tied = table.gold.count(max(table.gold)) > len(winners)
    return Result(winners, standings, "coins" if tied else "none")
