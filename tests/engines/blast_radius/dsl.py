"""Tables as pictures: one line a thing, read straight off a worked example.

0: boot.1 rope.1                 a hand, in its order; seats left out hold nothing
1 sick: machete.1                Sick; `down 2` is Incapacitated with two turns spent so
2 jake: can_of_beans.1           a survivor, in words of its id
0 wants: obj_01 obj_18=1         active objectives, with how often something was done
0 scored: obj_02                 completed objectives
deck: umbrella.1 tarp.1          the item deck, its top first
discard: boot.3 rope.2           the discard pile, its top last
objectives: obj_05               the objective deck, its top first

A table has exactly the cards of its picture.
"""

from collections.abc import Sequence
from pathlib import Path
from typing import Any, TypeVar

import pytest

from croupier.engines.blast_radius import engine
from croupier.engines.blast_radius.cards import Did, Health, Survivor
from croupier.engines.blast_radius.commands import Said
from croupier.engines.blast_radius.edition import Contents, cards_of
from croupier.engines.blast_radius.interrupts import KarrotWindow
from croupier.engines.blast_radius.table import Active, AnyTable, Names, Options, Phase, Table
from croupier.engines.blast_radius.turn import Act, DrawFirst, Recover
from croupier.engines.kernel.agenda import Prompt, Step, settle
from croupier.engines.kernel.change import Change, Event
from croupier.engines.kernel.pack import Pack
from croupier.engines.kernel.refusal import Refused
from croupier.engines.kernel.rng import KeyedRng
from croupier.engines.kernel.secret import Counted
from croupier.engines.kernel.values import Seat, put, replace

E = TypeVar("E", bound=Event)
P = TypeVar("P", bound=Prompt)

PACK: Pack[Contents] = engine.read_pack(engine.house_pack)
LIVELY: Pack[Contents] = engine.read_pack((Path(__file__).parent / "packs/lively.toml").read_text())
PLAIN = Options(starting_seat=Seat(0))
ABLE = replace(PLAIN, survivor_abilities=True)
A, B, C, D = (Seat(n) for n in range(4))
H, S, I = Health  # noqa: E741 - the states of the rulebook


class Dice(KeyedRng):
    """Dice as scripted, shuffles as they come. A roll that nobody scripted fails."""

    def __init__(self, *faces: int, key: bytes = b"a drawn table") -> None:
        super().__init__(key)
        self.faces = list(faces)

    def below(self, bound: int, stream: str, why: str) -> int:
        """The next face, or the next number of a shuffle."""
        if stream != "public_dice":
            return super().below(bound, stream, why)
        assert self.faces, f"unscripted roll: {why}"
        return self.faces.pop(0) - 1


def table(
    picture: str,
    phase: Phase = Phase.ACTION,
    *,
    active: Seat = A,
    options: Options = PLAIN,
    pack: Pack[Contents] = PACK,
    seats: int = 4,
) -> AnyTable:
    """The table of a picture, in a phase of the active seat's turn."""
    steps: dict[Phase, tuple[Step, ...]] = {
        Phase.ACTION: (KarrotWindow(), Act(active)),
        Phase.DRAW: (DrawFirst(active),),
        Phase.RECOVERY: (Recover(active),),
    }
    start = Table[Step](
        pack=pack,
        options=options,
        agenda=steps[phase],
        characters=tuple(Survivor)[:seats],
        hands=((),) * seats,
        health=(H,) * seats,
        incap_turns=(0,) * seats,
        objectives=((),) * seats,
        scored=((),) * seats,
        deck=Counted((), ()),
        objective_deck=Counted((), ()),
        first=A if options.starting_seat is None else options.starting_seat,
        active=active,
        turn=1 + active,
        round=1,
        offers_left=options.max_trade_offers,
    )
    for line in filter(None, map(str.strip, picture.splitlines())):
        label, _, rest = line.partition(":")
        start = _drawn(start, label.split(), tuple(rest.split()))
    settled: Change[AnyTable] = settle(Change(start), KeyedRng(b"a drawn table"))
    return settled.table


def _drawn(on: AnyTable, label: Sequence[str], words: Names) -> AnyTable:
    match label:
        case ["deck"]:
            return replace(on, deck=Counted(words, ()))
        case ["discard"]:
            return replace(on, discard=words)
        case ["objectives"]:
            return replace(on, objective_deck=Counted(words, ()))
        case [seat, "wants"]:
            wants = tuple(_active(on, word) for word in words)
            return replace(on, objectives=put(on.objectives, int(seat), wants))
        case [seat, "scored"]:
            return replace(on, scored=put(on.scored, int(seat), words))
    at, on = int(label[0]), replace(on, hands=put(on.hands, int(label[0]), words))
    for place, word in enumerate(label):
        if word == "sick":
            on = replace(on, health=put(on.health, at, S))
        elif word == "down":
            turns = put(on.incap_turns, at, int(label[place + 1]))
            on = replace(on, health=put(on.health, at, I), incap_turns=turns)
        elif word in [each.value for each in Survivor]:
            on = replace(on, characters=_cast(on, at, Survivor(word)))
    return on


def _cast(on: AnyTable, at: int, survivor: Survivor) -> tuple[Survivor | None, ...]:
    """This survivor here, and whoever sat here where it was."""
    if survivor in on.characters:
        swapped = put(on.characters, on.characters.index(survivor), on.characters[at])
        return put(swapped, at, survivor)
    return put(on.characters, at, survivor)


def _active(on: AnyTable, word: str) -> Active:
    name, _, done = word.partition("=")
    needs = cards_of(on.pack).objectives[name].needs
    return Active(name, tuple(int(done or 0) if isinstance(n, Did) else 0 for n in needs))


def play(on: AnyTable, *said: Said, dice: Sequence[int] = ()) -> Change[AnyTable]:
    """The table after these commands, and all that happened; every die scripted was rolled."""
    rng = Dice(*dice)
    change = Change(on)
    for command in said:
        after = engine.apply(change.table, command, rng)
        change = Change(after.table, change.events + after.events)
    assert not rng.faces, "dice that nobody rolled"
    return change


def refused(on: AnyTable, command: Said) -> str:
    """The reason for a no."""
    with pytest.raises(Refused) as no:
        engine.apply(on, command, KeyedRng(b"never drawn from"))
    assert not engine.accepts(on, command)
    return no.value.refusal.reason


def told(change: Change[AnyTable], kind: type[E]) -> list[E]:
    """The events of one kind."""
    return [event for event in change.events if isinstance(event, kind)]


def kinds(change: Change[AnyTable]) -> list[str]:
    """What happened, by name."""
    return [type(event).__name__ for event in change.events]


def asked(on: AnyTable, kind: type[P]) -> P:
    """The one open question, of this kind."""
    [prompt] = engine.questions(on)
    assert isinstance(prompt, kind)
    return prompt


def by_default(on: AnyTable) -> Said:
    """What the house answers to the first open question of a seat that nobody plays."""
    prompt: Any = engine.questions(on)[0]
    view = engine.project(on, prompt.seat)
    return engine.house_answer(view, prompt, "absent", KeyedRng(b"the house"))


def invited(on: AnyTable, seat: Seat, kind: type[P]) -> P:
    """The one invitation of a seat, of this kind."""
    [prompt] = engine.invitations(on, seat)
    assert isinstance(prompt, kind)
    return prompt


def state(on: AnyTable) -> tuple[Phase, Seat | None]:
    """What the table waits for, and whose turn it is."""
    return on.phase, on.active


def listed(on: AnyTable, seat: Seat, kind: type[Said]) -> list[Said]:
    """The legal commands of one kind that are listed one by one."""
    return [answer for answer in engine.legal(on, seat) if isinstance(answer, kind)]


def begun(
    seats: int = 4,
    options: Options = PLAIN,
    key: bytes = b"one",
    said: Sequence[Said] = (),
    pack: Pack[Contents] = PACK,
) -> Change[AnyTable]:
    """A new game up to its first turn; whoever says nothing names no survivor and no height."""
    rng = Dice(key=key)
    change: Change[AnyTable] = engine.setup(seats, options, pack, rng)
    for command in said:
        after = engine.apply(change.table, command, rng)
        change = Change(after.table, change.events + after.events)
    prompt: Any
    for prompt in engine.questions(change.table):
        view = engine.project(change.table, prompt.seat)
        command = engine.house_answer(view, prompt, "absent", rng)
        after = engine.apply(change.table, command, rng)
        change = Change(after.table, change.events + after.events)
    return change
