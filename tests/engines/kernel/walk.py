"""Random legal play: seeded, swarm-weighted, and replayable from what a failure prints.

Each game draws its own weights for the kinds of command, so that some games are all offers
and some are none: uniform play hardly ever spends a budget or empties a hand.
"""

import hashlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from random import Random
from typing import Any

import msgspec

from croupier.engines.kernel.agenda import Answer, Command
from croupier.engines.kernel.change import Change, Event
from croupier.engines.kernel.pack import Pack
from croupier.engines.kernel.rng import KeyedRng
from croupier.engines.kernel.secret import Secret
from croupier.engines.kernel.shape import Blank, Form, Pick
from croupier.engines.kernel.values import Seat, Viewer, replace, seats_of
from tests.engines.kernel.subject import Reached, Subject

ANSWERS_MAX = 20_000  # a longer legal list should have been a shape
WEIGHTS = (0.05, 0.3, 1.0, 1.0, 1.0, 4.0, 20.0)


class LawBroken(AssertionError):
    """A game broke one of the numbered laws."""

    def __init__(self, law: int, what: str) -> None:
        super().__init__(f"law {law}: {what}")
        self.law = law


def must(holds: bool, law: int, what: str) -> None:
    """Fail under the law's number unless this holds."""
    if not holds:
        raise LawBroken(law, what)


class Recorder(KeyedRng):
    """A keyed source that counts what was drawn."""

    def __init__(self, key: bytes, drawn: dict[str, int] | None = None) -> None:
        super().__init__(key, drawn)
        self.draws = 0

    def below(self, bound: int, stream: str, why: str) -> int:
        """The next number, counted."""
        self.draws += 1
        return super().below(bound, stream, why)


@dataclass(frozen=True)
class Commit:
    """One accepted command: the table before, what it changed, and the counters before."""

    before: Any
    command: Command
    change: Change[Any]
    drawn: dict[str, int]


@dataclass(frozen=True)
class Place:
    """A table of a game, with what was drawn and sent until then."""

    table: Any
    drawn: dict[str, int]
    commands: tuple[Command, ...]


class Game:
    """One random game in progress."""

    def __init__(self, subject: Subject, seats: int, seed: int) -> None:
        engine = subject.engine
        self.subject, self.seats, self.seed = subject, seats, seed
        self.chance = Random(f"{engine.game}/{seats}/{seed}")
        self.key = hashlib.sha256(f"{engine.game}/{seats}/{seed}".encode()).digest()
        self.options = subject.some_options(self.chance, seats, seed)
        self.pack = subject.some_pack(self.chance)
        self.rng = Recorder(self.key)
        self.opening = engine.setup(seats, self.options, self.pack, self.rng)
        self.opening_streams = tuple(self.rng.drawn)
        self.table = self.opening.table
        self.commands: list[Command] = []
        self._weights: dict[str, float] = {}
        self._legal: tuple[tuple[Answer, ...], ...] | None = None

    @property
    def options_are(self) -> str:
        """The name of the set of options it is played with."""
        return self.subject.set_of(self.seed)

    @property
    def viewers(self) -> tuple[Viewer, ...]:
        """Every seat, and a spectator."""
        return (*seats_of(self.seats), None)

    @property
    def legal(self) -> tuple[tuple[Answer, ...], ...]:
        """Every seat's legal answers now, by seat."""
        if self._legal is None:
            self._legal = tuple(
                legal_list(self.subject, self.table, seat) for seat in seats_of(self.seats)
            )
        return self._legal

    def commits(self, reached: Reached | None = None) -> Iterator[Commit]:
        """Play to the end, giving each commit; the table is already the one after it."""
        reached = Reached() if reached is None else reached
        reached.games += 1
        self._note(reached, self.opening.events)
        while self.subject.engine.result(self.table) is None:
            left = self.subject.commands_max - len(self.commands)
            must(left > 0, 7, f"not over after {self.subject.commands_max} commands")
            command = self.choice()
            reached.commits += 1
            reached.note("command", type(command).__name__)
            commit = self.play(command)
            self._note(reached, commit.change.events)
            yield commit

    def play(self, command: Command) -> Commit:
        """Apply one command to this game."""
        before, drawn = self.table, self.rng.drawn
        self.commands.append(command)
        try:
            change = self.subject.engine.apply(before, command, self.rng)
        except Exception as error:
            raise LawBroken(5, f"legal, but {error!r}: {command}") from error
        self.table, self._legal = change.table, None
        return Commit(before, command, change, drawn)

    def place(self) -> "Place":
        """Where this game is now."""
        return Place(self.table, self.rng.drawn, tuple(self.commands))

    def back_to(self, place: "Place") -> None:
        """Be there again."""
        self.table, self._legal = place.table, None
        self.rng, self.commands = Recorder(self.key, place.drawn), list(place.commands)

    def choice(self) -> Command:
        """A random legal command of anybody: first its kind, then which."""
        kinds: dict[str, list[Answer]] = {}
        for answers in self.legal:
            for answer in answers:
                kinds.setdefault(kind_of(answer), []).append(answer)
        must(bool(kinds), 4, "nobody has a legal command and the game is not over")
        names = sorted(kinds)
        for name in names:
            self._weights.setdefault(name, self.chance.choice(WEIGHTS))
        [name] = self.chance.choices(names, [self._weights[name] for name in names])
        return filled(self.chance.choice(kinds[name]), self.chance)

    def story(self) -> str:
        """What to call to be at this table again."""
        lines = ",\n    ".join(repr(command) for command in self.commands)
        name = self.subject.engine.game
        return f"{name}: replay(subject, {self.seats}, {self.seed}, [\n    {lines}\n])"

    def _note(self, reached: Reached, events: Sequence[Event]) -> None:
        for event in events:
            reached.note("event", type(event).__name__)
        for seat in seats_of(self.seats):
            for prompt in prompts_of(self.subject, self.table, seat):
                reached.note("prompt", type(prompt).__name__)


def replay(subject: Subject, seats: int, seed: int, commands: Sequence[Command]) -> Game:
    """The game that a failure told of, after these commands."""
    game = Game(subject, seats, seed)
    for command in commands:
        game.play(command)
    return game


def legal_list(subject: Subject, table: Any, seat: Seat) -> tuple[Answer, ...]:
    """A seat's legal answers; a list without an end breaks law 7."""
    answers = tuple(islice(subject.engine.legal(table, seat), ANSWERS_MAX + 1))
    must(len(answers) <= ANSWERS_MAX, 7, f"more than {ANSWERS_MAX} answers: use a shape")
    return answers


def prompts_of(subject: Subject, table: Any, seat: Seat) -> tuple[Any, ...]:
    """A seat's open prompts, its question first."""
    asked = tuple(p for p in subject.engine.questions(table) if p.seat == seat)
    return asked + subject.engine.invitations(table, seat)


def kind_of(answer: Answer) -> str:
    """The name of the command that an answer is or stands for."""
    return type(answer.like if isinstance(answer, Pick | Form) else answer).__name__


def filled(answer: Answer, chance: Random) -> Command:
    """The command itself, or a random one of those that a shape stands for."""
    if isinstance(answer, Form):
        return _filled_in(answer, chance)
    if not isinstance(answer, Pick):
        return answer
    most = min(answer.most, len(answer.source))
    many = chance.choice((answer.least, most, chance.randint(answer.least, most)))
    command: Command = answer.filled(tuple(chance.sample(answer.source, many)))
    return command


def _filled_in(form: Form, chance: Random) -> Command:
    """One command of a form: its lists share what they may not both have."""
    apart = [blank for blank in form.blanks if blank.field in form.apart]
    needed, used = form.least, list[Any]()
    values: dict[str, Any] = {}
    mixed = chance.sample(form.blanks, len(form.blanks))
    for blank in sorted(mixed, key=lambda blank: -blank.least):  # what must be comes first
        taken = used if blank in apart else []
        free = [item for item in blank.source if item not in taken]
        value = _value(blank, free, needed if blank is _last(apart, values) else 0, chance)
        values[blank.field] = value
        if blank in apart:
            used, needed = [*used, *value], max(0, needed - len(value))
    command: Command = form.filled(**values)
    return command


def _last(apart: Sequence[Blank], values: dict[str, Any]) -> Blank | None:
    """The only one of these lists that is still to be filled."""
    left = [blank for blank in apart if blank.field not in values]
    return left[0] if len(left) == 1 else None


def _value(blank: Blank, free: Sequence[Any], needed: int, chance: Random) -> Any:
    if blank.kind == "number":
        return chance.choice((blank.least, blank.most, chance.randint(blank.least, blank.most)))
    if blank.kind == "text":
        return "x" * chance.randint(blank.least, min(blank.most, 9))
    most = blank.most if blank.again else min(blank.most, len(free))
    least = max(blank.least, min(needed, most))
    many = chance.choice((least, min(most, least + 1), chance.randint(least, most)))
    if blank.again:
        return tuple(chance.choice(free) for _ in range(many))
    return tuple(chance.sample(free, many))


def covered(answers: Sequence[Answer], command: Command) -> bool:
    """Whether a legal list holds this command, alone or by a shape."""
    return any(
        answer.covers(command) if isinstance(answer, Pick | Form) else answer == command
        for answer in answers
    )


def encode(shown: Any) -> bytes:
    """What is shown to a viewer as bytes; a secret in it breaks law 2."""
    try:
        return _ENCODER.encode(shown)
    except TypeError as error:
        raise LawBroken(2, f"a {type(shown).__name__} shows what it must not: {error}") from error


def _named(value: Any) -> Any:
    if isinstance(value, Pack):  # public: a view names the edition in play
        return value.sha256
    raise TypeError(f"no encoding for a {type(value).__name__}")


_ENCODER = msgspec.msgpack.Encoder(enc_hook=_named, order="sorted")


def told(events: Sequence[Event], viewer: Viewer) -> tuple[bytes, ...]:
    """The events a viewer was told, as it sees them: what is secret to it is left out."""

    def shown(value: Any) -> Any:
        if isinstance(value, Secret):
            return value.seen_by(viewer)
        raise TypeError(f"an event holds a {type(value).__name__}")

    encoder = msgspec.msgpack.Encoder(enc_hook=shown, order="sorted")
    return tuple(
        encoder.encode(replace(event, audience=None)) for event in events if event.told_to(viewer)
    )


def seen(subject: Subject, table: Any, viewer: Viewer) -> dict[str, bytes]:
    """Everything a viewer can ask for at one table: plain values, for a secret has no encoding."""
    engine = subject.engine
    shown = {
        "view": encode(engine.project(table, viewer)),
        "result": encode(engine.result(table)),
    }
    if viewer is not None:
        shown["question"] = encode([p for p in engine.questions(table) if p.seat == viewer])
        shown["invitations"] = encode(engine.invitations(table, viewer))
    return shown
