"""A test game of endless talk: what is said tells everybody, a whisper tells only the whisperer.

**WHI-001** At any time a seat says something or whispers to itself.
**WHI-002** Whoever calls for silence ends the game; all have won.
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
from croupier.engines.kernel.rng import Rng
from croupier.engines.kernel.secret import Secret, known_to
from croupier.engines.kernel.values import RuleId, Seat, Value, Viewer, put, replace, seats_of

S = TypeVar("S")

game, rules, RULES, seats = "whispers", "WHI", 1, range(2, 5)
turn_clock = TurnClock()
house_pack = 'schema = 1\nedition = "house"\ngame = "whispers"\n'


class Table(Value, Generic[S], frozen=True):
    """How much was said and by whom, and what each seat whispered."""

    agenda: tuple[S, ...]
    pack: Pack[Contents]
    said: tuple[str, ...]
    whispered: tuple[Secret[int], ...]


class Options(Value, frozen=True):
    """None."""


class Say(Command, frozen=True):
    """Say something aloud."""

    words: str


class Whisper(Command, frozen=True):
    """Whisper to yourself."""

    words: str


class Hush(Command, frozen=True):
    """Call for silence."""


class TalkPrompt(Prompt, frozen=True, kw_only=True):
    """Your turn, as always."""


class Said(Event, frozen=True, kw_only=True):
    """Heard by all."""

    seat: Seat
    words: str


class Whispered(Event, frozen=True, kw_only=True):
    """Heard by the whisperer."""

    seat: Seat
    words: Secret[str]


class Hushed(Event, frozen=True, kw_only=True):
    """It is over."""

    seat: Seat


class Talk(Step, frozen=True):
    """WHI-001. Everybody may talk."""

    takes = (Say, Whisper, Hush)

    def ask(self, table: "Table[Step]") -> tuple[Prompt, ...]:
        rule = RuleId("WHI-001")
        return tuple(TalkPrompt(seat=seat, rule=rule) for seat in seats_of(len(table.said)))

    def answers(self, table: "Table[Step]", seat: Seat) -> Iterator[Answer]:
        yield from (Say(seat, "hello"), Whisper(seat, "well"), Hush(seat))

    def accepts(self, table: "Table[Step]", command: Command) -> bool:
        return isinstance(command, self.takes)

    def do(self, table: "Table[Step]", answer: Command, rng: Rng) -> Change["Table[Step]"]:
        seat = answer.seat
        going_on = replace(table, agenda=(self, *table.agenda))
        match answer:
            case Say(words=words):
                said = put(table.said, seat, words[:8])
                return Change(replace(going_on, said=said), (Said(seat=seat, words=words),))
            case Whisper(words=words):
                count = known_to(seat, held=table.whispered[seat].peek() + 1)
                whispered = put(table.whispered, seat, count)
                told = Whispered(seat=seat, words=known_to(seat, held=words), audience=(seat,))
                return Change(replace(going_on, whispered=whispered), (told,))
            case _:
                return Change(table, (Hushed(seat=seat),))


Stepped: TypeAlias = Table[Talk]
stored, commands, prompts = Stepped, Say | Whisper | Hush, TalkPrompt
options = Options
events = Said | Whispered | Hushed


class View(Value, frozen=True):
    """What one viewer knows."""

    me: Seat | None
    said: tuple[str, ...]
    whispered: int | None
    over: bool


view = View


def read_pack(text: str) -> Pack[Contents]:
    """There is nothing in it."""
    return packs.read(text, Contents, game)


def setup(seats: int, options: Options, pack: Pack[Contents], rng: Rng) -> Change["Table[Step]"]:
    """Silence, at first."""
    whispered = tuple(known_to(seat, held=0) for seat in seats_of(seats))
    return Change(Table((Talk(),), pack, ("",) * seats, whispered))


questions, legal = agenda.questions, agenda.legal


def invitations(table: "Table[Step]", seat: Seat) -> tuple[Prompt, ...]:
    """None in this game."""
    return ()


def accepts(table: "Table[Step]", command: Command) -> bool:
    """Whether somebody is asked for this."""
    return agenda.taker(table, command) is not None


def apply(table: "Table[Step]", command: Command, rng: Rng) -> Change["Table[Step]"]:
    """The table after somebody talked."""
    step = agenda.taker(table, command)
    if step is None:
        raise Refused(why_not(project(table, command.seat), command))
    return agenda.carry_out(table, step, command, rng)


def why_not(view: View, command: Command) -> Refusal:
    """Only that it is over."""
    return refusal("WHI-002", "GAME_OVER")


def house_answer(view: View, prompt: Prompt, policy: Policy, rng: Rng) -> Command:
    """The house whispers."""
    return Whisper(prompt.seat, "hm")


def project(table: "Table[Step]", viewer: Viewer) -> View:
    """What this viewer knows."""
    mine = None if viewer is None else table.whispered[viewer].peek()
    return View(viewer, table.said, mine, not table.agenda)


def redeal(table: "Table[Step]", viewer: Viewer, rng: Rng) -> "Table[Step]":
    """Other whispers of the others."""
    whispered = tuple(
        one if seat == viewer else known_to(Seat(seat), held=rng.below(9, "redeal", "whispers"))
        for seat, one in enumerate(table.whispered)
    )
    return replace(table, whispered=whispered)


def result(table: "Table[Step]") -> Result | None:
    """WHI-002. All have won."""
    if table.agenda:
        return None
    everybody = seats_of(len(table.said))
    return Result(everybody, tuple(Standing(seat, 1, 0) for seat in everybody))
