"""The laws every game must pass. A game's test_laws.py says

    class TestLaws(Laws):
        subject = Subject(module=engine, conserved=cards_on, commands_max=400)

and gets one test per law and player count. A failure prints how to be at its table again.
"""

import os
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, ClassVar

import msgspec
import pytest

from croupier.engines.kernel.change import Change
from croupier.engines.kernel.engine import POLICIES
from croupier.engines.kernel.refusal import Refusal, Refused
from croupier.engines.kernel.rng import KeyedRng
from croupier.engines.kernel.stored import Stored
from croupier.engines.kernel.values import Viewer, seats_of
from tests.engines.kernel.near_miss import Corpus
from tests.engines.kernel.redeal import Slots, check_opening, check_redeal
from tests.engines.kernel.subject import Reached, Subject
from tests.engines.kernel.verdict import verdict
from tests.engines.kernel.walk import (
    Commit,
    Game,
    LawBroken,
    Recorder,
    covered,
    filled,
    must,
    prompts_of,
    seen,
)
from tests.quantities import quantity

ROOT = Path(__file__).parents[3]
TABLES = 2_000  # random games per player count, for each of the three walks
ACCEPTED_MOST = 4  # legal answers of a seat tried at every table
HASH_SEEDS = ("0", "1", "4242")
DIGEST_TABLES = 600
DIGEST_SECONDS = 300


@contextmanager
def told_how(game: Game) -> Iterator[None]:
    """Whatever fails inside carries the commands that lead there."""
    try:
        yield
    except Exception as error:
        error.add_note(game.story())
        raise


def play_by_the_laws(subject: Subject, seats: int, seed: int, reached: Reached) -> None:
    """One random game under laws 1, 3, 4, 5 (what is legal), 6 (stored at every step) and 7."""
    game = Game(subject, seats, seed)
    with told_how(game):
        books = Books(subject, game)
        cards = subject.conserved(game.table)
        shown = {viewer: seen(subject, game.table, viewer) for viewer in game.viewers}
        check_asks_somebody(game)
        for commit in game.commits(reached):
            reached.tables[game.options_are] += 1
            must(subject.conserved(game.table) == cards, 1, "not conserved")
            check_told_of_changes(subject, commit, shown)
            check_asks_somebody(game)
            check_legal_is_accepted(game)
            books.check(commit, game)
        check_over(game)


def check_told_of_changes(
    subject: Subject, commit: Commit, shown: dict[Viewer, dict[str, bytes]]
) -> None:
    """Law 3: what a viewer sees changes only in a commit that told it an event."""
    for viewer, before in shown.items():
        after = seen(subject, commit.change.table, viewer)
        heard = any(event.told_to(viewer) for event in commit.change.events)
        if not heard:
            changed = [name for name in after if after[name] != before[name]]
            must(not changed, 3, f"{viewer} was told nothing, yet its {changed} changed")
            must(viewer != commit.command.seat, 3, "the sender was told nothing")
        shown[viewer] = after


def check_asks_somebody(game: Game) -> None:
    """Law 4: an unfinished table has a question, at most one a seat, that can be answered."""
    engine = game.subject.engine
    if engine.result(game.table) is not None:
        return
    questions = engine.questions(game.table)
    must(bool(questions), 4, "not over, and nobody is asked")
    asked = [question.seat for question in questions]
    must(len(asked) == len(dict.fromkeys(asked)), 4, f"asked twice: {asked}")
    for question in questions:
        must(0 <= question.seat < game.seats, 4, f"no seat {question.seat}")
        must(question.rule.startswith(engine.rules), 4, f"rule {question.rule} of another game")
        must(bool(game.legal[question.seat]), 4, f"{question.seat} is asked and can do nothing")
    for seat in seats_of(game.seats):
        if not prompts_of(game.subject, game.table, seat):
            must(not game.legal[seat], 4, f"{seat} is not asked but may command")


def check_over(game: Game) -> None:
    """Law 4, the other half: a finished table asks nobody and takes nothing."""
    for seat in seats_of(game.seats):
        must(not game.legal[seat], 4, f"over, but {seat} may command")
        must(not prompts_of(game.subject, game.table, seat), 4, f"over, but {seat} is asked")
    for command in game.commands[-4:]:
        verdict(game.subject, game.table, command, legal=False)


def check_legal_is_accepted(game: Game) -> None:
    """Law 5: what is listed is accepted, and so is what the house would answer."""
    engine, table = game.subject.engine, game.table
    for answers in game.legal:
        for answer in game.chance.sample(answers, min(len(answers), ACCEPTED_MOST)):
            must(engine.accepts(table, filled(answer, game.chance)), 5, f"refused: {answer}")
    for question in engine.questions(table):
        view = engine.project(table, question.seat)
        for policy in POLICIES:
            answer = engine.house_answer(view, question, policy, KeyedRng(game.key))
            legal = answer.seat == question.seat and engine.accepts(table, answer)
            must(legal, 5, f"the house ({policy}) may not answer {answer}")


class Books:
    """Law 6 while playing: everything survives the store, and plays on the same from there."""

    def __init__(self, subject: Subject, game: Game) -> None:
        engine = subject.engine
        self._engine = engine
        self._tables: Stored[Any] = Stored(engine.stored, {game.pack.sha256: game.pack}.__getitem__)
        self._commands: Stored[Any] = Stored(engine.commands)
        several: Any = tuple
        self._events: Stored[Any] = Stored(several[engine.events, ...])
        self._written = self._tables.write(game.table)

    def check(self, commit: Commit, game: Game) -> None:
        """Read back what was stored before, play the stored command on it, compare bytes."""
        events = self._events.write(commit.change.events)
        command = read_back(self._commands, self._commands.write(commit.command))
        must(command == commit.command, 6, "the command is another after the store")
        heard = self._events.write(read_back(self._events, events))
        must(heard == events, 6, "the events are others after the store")
        rng = Recorder(game.key, commit.drawn)
        again = self._engine.apply(read_back(self._tables, self._written), command, rng)
        written = self._tables.write(commit.change.table)
        must(self._tables.write(again.table) == written, 6, "another table after a round trip")
        must(self._events.write(again.events) == events, 6, "other events after a round trip")
        must(rng.drawn == game.rng.drawn, 6, "other draws after a round trip")
        self._written = written


def read_back(stored: Stored[Any], data: bytes) -> Any:
    """What was written, read again; what cannot be read breaks law 6."""
    try:
        return stored.read(data)
    except msgspec.DecodeError as error:
        raise LawBroken(6, f"the store cannot read back: {error}") from error


def miss_nearly(subject: Subject, seats: int, seed: int, reached: Reached) -> None:
    """One random game under law 5 (near misses), and law 8: a no is never drawn for."""
    game, corpus = Game(subject, seats, seed), Corpus()
    with told_how(game):
        for _ in now_and_then(game, corpus):
            reached.tables[game.options_are] += 1
            check_misses(game, corpus, reached)


def check_misses(game: Game, corpus: Corpus, reached: Reached) -> None:
    """Every wrong command is refused by the rules and every right one is in the legal list."""
    stored: Stored[Any] = Stored(game.subject.engine.stored)
    before = stored.write(game.table)
    for command in corpus.some(game, game.subject.misses_most):
        legal = covered(game.legal[command.seat], command)
        no = verdict(game.subject, game.table, command, legal)
        reached.note("accepted" if no is None else "refused", no.reason if no else "")
    must(stored.write(game.table) == before, 5, "a refusal changed the table")


def deal_again(subject: Subject, seats: int, seed: int, slots: Slots) -> None:
    """One random game under law 2, at every few tables, for every viewer or for some."""
    game, corpus = Game(subject, seats, seed), Corpus()
    with told_how(game):
        check_opening(game)
        for _ in now_and_then(game, corpus):
            slots.tables[game.options_are] += 1
            viewers = game.viewers
            if subject.viewers_most < len(viewers):
                viewers = tuple(game.chance.sample(viewers, subject.viewers_most))
            for viewer in viewers:
                check_redeal(game, corpus, viewer, slots)


def now_and_then(game: Game, corpus: Corpus) -> Iterator[None]:
    """Play to the end, then go back to a few tables, each as likely: the opening, the last, too.

    Over many games that is every place in a game.
    """
    places = [game.place()]
    for commit in game.commits():
        corpus.note(commit.command)
        places.append(game.place())
    for place in game.chance.sample(places, min(len(places), game.subject.stops)):
        game.back_to(place)
        yield


def check_setup(subject: Subject, seats: int, options: Any) -> Change[Any] | Refusal:
    """Set up with these options; law 8 holds for setting up, too."""
    engine = subject.engine
    rng = Recorder(b"setup")
    try:
        return engine.setup(seats, options, engine.read_pack(engine.house_pack), rng)
    except Refused as refused:
        must(rng.draws == 0, 8, "options were refused after a draw")
        return refused.refusal


class Laws:
    """The laws as tests, for each player count of the subject."""

    subject: ClassVar[Subject]
    tables: ClassVar[int] = TABLES
    digests: ClassVar[int] = DIGEST_TABLES  # games played the same in every process
    tables_each: ClassVar[int] = 1  # looked at in each walk with each set of options, at least

    @staticmethod
    def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
        """One test per player count."""
        if "seats" in metafunc.fixturenames:
            assert metafunc.cls is not None
            metafunc.parametrize("seats", tuple(metafunc.cls.subject.engine.seats))

    def test_random_play_keeps_the_laws(self, seats: int) -> None:
        """Laws 1, 3, 4, 5, 6 and 7; every command, event and prompt is reached."""
        reached = Reached()
        every = timed(lambda n: play_by_the_laws(self.subject, seats, n, reached), self.tables)
        say(every, reached.report())
        self.must_be_enough(reached.tables)
        assert not reached.missing(self.subject)

    def test_what_a_viewer_cannot_see_cannot_be_told_apart(self, seats: int) -> None:
        """Law 2, with proof that the redeal does deal again."""
        slots = Slots()
        every = timed(lambda n: deal_again(self.subject, seats, n, slots), self.tables)
        say(every, slots.report())
        self.must_be_enough(slots.tables)
        slots.must_have_moved(self.subject)

    def test_near_misses_are_refused_without_change_or_draw(self, seats: int) -> None:
        """Laws 5 and 8."""
        reached = Reached()
        every = timed(lambda n: miss_nearly(self.subject, seats, n, reached), self.tables)
        say(every, reached.report())
        self.must_be_enough(reached.tables)
        assert any(name.startswith("refused") for name in reached.counts)

    def test_play_is_the_same_under_every_hash_seed(self) -> None:
        """Law 6 between processes."""
        name = f"{type(self).__module__}:{type(self).__qualname__}.subject"
        assert len(dict.fromkeys(digests(name, quantity(self.digests)))) == 1

    def must_be_enough(self, tables: Counter[str]) -> None:
        """The promised number of tables, with each set of options."""
        sets = [self.subject.set_of(n) for n in range(len(self.subject.option_sets))]
        few = {name: tables[name] for name in sets if tables[name] < quantity(self.tables_each)}
        assert not few, f"fewer than {quantity(self.tables_each)} tables: {few}"


def say(*lines: str) -> None:
    """For `pytest -s` or a failure: how much was played and what it reached."""
    sys.stdout.write("\n" + "\n".join(lines) + "\n")


def timed(check: Callable[[int], None], full: int) -> str:
    """Check so many games, by their seeds; says how fast."""
    many, began = quantity(full), time.perf_counter()
    for seed in range(many):
        check(seed)
    took = time.perf_counter() - began
    return f"{many} games, {many / took:.0f} a second"


def digests(subject: str, tables: int) -> list[str]:
    """The digest of the same games in processes with different hash seeds."""
    found = []
    for seed in HASH_SEEDS:
        done = subprocess.run(
            [sys.executable, "-m", "tests.engines.kernel.digest", subject, str(tables)],
            cwd=ROOT,
            env={**os.environ, "PYTHONHASHSEED": seed},
            capture_output=True,
            text=True,
            timeout=DIGEST_SECONDS,
            check=False,
        )
        assert done.returncode == 0, done.stderr
        found.append(done.stdout.strip())
    return found
