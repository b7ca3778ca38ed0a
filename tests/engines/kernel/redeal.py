"""Law 2: deal again what a viewer cannot see, and nothing that reaches it may differ."""

from collections import Counter
from collections.abc import Iterator, Sequence, Sized
from dataclasses import dataclass, field
from typing import Any

import msgspec

from croupier.engines.kernel.agenda import Command
from croupier.engines.kernel.change import Event
from croupier.engines.kernel.rng import KeyedRng
from croupier.engines.kernel.secret import HIDDEN, Secret
from croupier.engines.kernel.values import Seat, Viewer, seats_of
from tests.engines.kernel.near_miss import Corpus
from tests.engines.kernel.subject import Subject, looked_at
from tests.engines.kernel.verdict import sealed, verdict
from tests.engines.kernel.walk import Game, filled, kind_of, legal_list, must, seen, told

REFUSALS_MOST = 10  # wrong commands compared at one table for one viewer
FUTURES = 3  # commands played on in both worlds
ALIKE = 0.75  # how often both worlds go on with the same kind of command
OFTEN = 30  # a slot hidden so often must have changed
CHANGED_SHARE = 0.5  # of the redeals with something hidden, at least so many deal another world


@dataclass
class Slots:
    """How often each hidden thing was hidden, and how often the redeal changed it."""

    hidden: Counter[str] = field(default_factory=Counter)
    changed: Counter[str] = field(default_factory=Counter)
    tables: Counter[str] = field(default_factory=Counter)
    redeals: int = 0
    others: int = 0

    def note(self, table: Any, other: Any, viewer: Viewer) -> None:
        """Compare the hidden slots of a table and its redeal."""
        before = dict(secrets_of(table))
        after = dict(secrets_of(other))
        unseen = [path for path, one in before.items() if is_hidden(one, viewer)]
        moved = [path for path in unseen if path not in after or after[path] != before[path]]
        for counter, paths in ((self.hidden, unseen), (self.changed, moved)):
            counter.update(paths)
            counter.update(f"{path} from {viewer}" for path in paths)
        self.redeals += bool(unseen)
        self.others += bool(moved)

    def must_have_moved(self, subject: Subject) -> None:
        """The guards against a redeal that deals nothing."""
        must(self.redeals > 0, 2, "nothing was ever hidden: the redeal proves nothing")
        share = self.others / self.redeals
        must(share >= CHANGED_SHARE, 2, f"only {share:.0%} of the redeals dealt another world")
        stuck = [
            path
            for path, times in self.hidden.items()
            if times >= OFTEN and not self.changed[path] and not path.startswith(subject.deducible)
        ]
        must(not stuck, 2, f"never dealt again: {sorted(stuck)}")

    def report(self) -> str:
        """Hidden slots with how often each changed."""
        lines = [f"{self.changed[p]:>7} of {n:>7} {p}" for p, n in sorted(self.hidden.items())]
        dealt = f"{self.redeals} redeals, {self.others} other worlds"
        return "\n".join([*looked_at(self.tables), dealt, *lines])


class Rekeyed(KeyedRng):
    """A keyed source with one stream of another key: the same deal but for one deck."""

    def __init__(self, key: bytes, stream: str, other: bytes) -> None:
        super().__init__(key)
        self._stream, self._other = stream, KeyedRng(other)

    def below(self, bound: int, stream: str, why: str) -> int:
        """The next number, from the other key for the one stream."""
        if stream == self._stream:
            return self._other.below(bound, stream, why)
        return super().below(bound, stream, why)


def check_opening(game: Game) -> None:
    """Law 2 before the first command: who sees the same was told the same while it was dealt.

    The other worlds are deals in which one stream gave other numbers.
    """
    subject, engine = game.subject, game.subject.engine
    other_key = game.chance.randbytes(16)
    for stream in game.opening_streams:
        rng = Rekeyed(game.key, stream, other_key)
        other = engine.setup(game.seats, game.options, game.pack, rng)
        for viewer in game.viewers:
            if seen(subject, other.table, viewer) != seen(subject, game.opening.table, viewer):
                continue
            if any(hears_fleeting(subject, c.events, viewer) for c in (game.opening, other)):
                continue
            same = told(other.events, viewer) == told(game.opening.events, viewer)
            must(same, 2, f"{viewer} sees the same but was told otherwise of {stream}")


def check_redeal(game: Game, corpus: Corpus, viewer: Viewer, slots: Slots) -> None:
    """Law 2 at one table for one viewer."""
    subject, table = game.subject, game.table
    key = game.chance.randbytes(16)
    other = subject.engine.redeal(table, viewer, KeyedRng(key))
    slots.note(table, other, viewer)
    must(subject.conserved(other) == subject.conserved(table), 2, "the redeal is not conserved")
    same_seen(subject, table, other, viewer)
    if viewer is not None:
        same_answers(game, corpus, other, viewer)
    for _ in range(FUTURES):
        same_news(game, other, viewer)


def same_seen(subject: Subject, table: Any, other: Any, viewer: Viewer) -> None:
    """The view, the prompts and the result are byte-equal."""
    here, there = seen(subject, table, viewer), seen(subject, other, viewer)
    differ = [name for name in here if here[name] != there[name]]
    must(not differ, 2, f"{viewer} can tell two worlds apart by its {differ}")


def same_answers(game: Game, corpus: Corpus, other: Any, viewer: Seat) -> None:
    """The legal list and every refusal are byte-equal."""
    subject = game.subject
    here = msgspec.msgpack.encode(game.legal[viewer])
    there = msgspec.msgpack.encode(legal_list(subject, other, viewer))
    must(here == there, 2, f"{viewer} can tell two worlds apart by what is legal")
    for command in corpus.some(game, REFUSALS_MOST, viewer):
        one, two = (sealed(verdict(subject, t, command)) for t in (game.table, other))
        must(one == two, 2, f"{viewer} can tell two worlds apart by the answer to {command}")


def same_news(game: Game, other: Any, viewer: Viewer) -> None:
    """Whatever somebody does in either world: equal sights after it mean equal news of it.

    Others may do different things in the two worlds, for what they do may be hidden, too.
    """
    engine, chance = game.subject.engine, game.chance
    actors = [seat for seat, answers in enumerate(game.legal) if answers]
    if not actors:
        return
    seat = Seat(chance.choice(actors))
    mine = filled(chance.choice(game.legal[seat]), chance)
    yours = mine if seat == viewer else _another(game, other, viewer, mine)
    if yours is None:
        return
    one = engine.apply(game.table, mine, KeyedRng(game.key, game.rng.drawn))
    two = engine.apply(other, yours, KeyedRng(game.key, game.rng.drawn))
    if seen(game.subject, one.table, viewer) != seen(game.subject, two.table, viewer):
        return
    fleeting = [hears_fleeting(game.subject, change.events, viewer) for change in (one, two)]
    if any(fleeting):
        return
    same = told(one.events, viewer) == told(two.events, viewer)
    must(same, 2, f"{viewer} sees the same but heard otherwise: {mine} or {yours}")


def hears_fleeting(subject: Subject, events: Sequence[Event], viewer: Viewer) -> bool:
    """Whether a viewer is told something that no view keeps; it must be one who may hear it."""
    heard = [event for event in events if event.told_to(viewer) and type(event) in subject.fleeting]
    for event in heard:
        hearers = subject.fleeting[type(event)](event)
        must(hearers is None or viewer in hearers, 2, f"{viewer} overheard {event}")
    return bool(heard)


def _another(game: Game, other: Any, viewer: Viewer, mine: Command) -> Command | None:
    """What somebody else than the viewer does in the other world, mostly of the same kind."""
    chance = game.chance
    seats = [seat for seat in seats_of(game.seats) if seat != viewer]
    answers = [answer for seat in seats for answer in legal_list(game.subject, other, seat)]
    alike = [answer for answer in answers if kind_of(answer) == type(mine).__name__]
    if not answers:
        return None
    return filled(chance.choice(alike if alike and chance.random() < ALIKE else answers), chance)


def is_hidden(secret: Secret[Any], viewer: Viewer) -> bool:
    """Whether there is something this viewer may not see."""
    held = secret.peek()
    return secret.seen_by(viewer) is HIDDEN and not (isinstance(held, Sized) and len(held) == 0)


def secrets_of(value: Any, path: str = "") -> Iterator[tuple[str, Secret[Any]]]:
    """Every secret on a table by its path; steps go by their name."""
    if isinstance(value, Secret):
        yield path, value
    elif isinstance(value, msgspec.Struct):
        for name in value.__struct_fields__:
            inner = getattr(value, name)
            yield from secrets_of(inner, f"{path}.{name}" if path else name)
    elif isinstance(value, tuple):
        for at, item in enumerate(value):
            place = type(item).__name__ if isinstance(item, msgspec.Struct) else str(at)
            yield from secrets_of(item, f"{path}[{place}]")
