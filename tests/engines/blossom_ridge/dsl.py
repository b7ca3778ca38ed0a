"""Tables as pictures: one line a thing, read straight off a worked example.

seat 0 wren_calloway: H2 C9          a Character and a hand
seat 1 ada_thornbury used steady_aim: D4
trick: 0=H5 1=H9                     cards played so far; a whole trick is resolved
leader: 1                            when nothing is played yet
@H1: 2 0                             markers by seat; @H1 to @S3 are the twelve Locations
supply 0: 5 on @S3                   puts markers of seat 0 on @S3 until 5 are left
round: 2, first: 0, scores: 3 4, won: 5 5, stock: C1 C2, burned: C3
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TypeAlias, TypeVar

import pytest

from croupier.engines.blossom_ridge import engine, verbs
from croupier.engines.blossom_ridge.cards import Suit
from croupier.engines.blossom_ridge.commands import (
    Act,
    Action,
    Add,
    Choice,
    PlayCard,
    Redeploy,
    RemoveOpponent,
    RemoveSelf,
    Said,
    UseCoreControl,
    UseTrickMod,
)
from croupier.engines.blossom_ridge.edition import Contents
from croupier.engines.blossom_ridge.movements import site
from croupier.engines.blossom_ridge.steps import PlayToTrick, ResolveTrick
from croupier.engines.blossom_ridge.table import (
    CharacterMode,
    Options,
    Seating,
    Site,
    Table,
    supply,
)
from croupier.engines.kernel.agenda import Prompt, Step, settle
from croupier.engines.kernel.change import Change, Event
from croupier.engines.kernel.pack import Pack
from croupier.engines.kernel.refusal import Refused
from croupier.engines.kernel.rng import KeyedRng, Rng, ScriptedRng
from croupier.engines.kernel.secret import Counted
from croupier.engines.kernel.values import Seat, put, replace, seats_of

AnyTable: TypeAlias = Table[Step]
E = TypeVar("E", bound=Event)
P = TypeVar("P", bound=Prompt)

PACK: Pack[Contents] = engine.read_pack(engine.house_pack)
PLACES = {
    f"@{suit}{n + 1}": PACK.contents.locations[3 * row + n].id
    for row, suit in enumerate("HDCS")
    for n in range(3)
}
HEARTS, DIAMONDS, CLUBS, SPADES = Suit
PLAIN = Options(seating=Seating.AS_LISTED, first_leader=Seat(0), character_mode=CharacterMode.OFF)


@dataclass
class Picture:
    """What the lines of a picture say."""

    hands: list[tuple[str, ...]] = field(default_factory=list)
    characters: list[str | None] = field(default_factory=list)
    spent: list[str | None] = field(default_factory=list)
    played: list[tuple[Seat, str]] = field(default_factory=list)
    markers: dict[str, tuple[int, ...]] = field(default_factory=dict)
    supplies: list[tuple[Seat, int, str]] = field(default_factory=list)
    numbers: dict[str, tuple[int, ...]] = field(default_factory=dict)
    piles: dict[str, tuple[str, ...]] = field(default_factory=dict)

    def read(self, line: str) -> None:
        """Take in one line."""
        label, _, rest = line.partition(":")
        match label.split():
            case ["seat", _, *who]:
                self.hands.append(tuple(rest.split()))
                self.characters.append(who[0] if who else None)
                self.spent.append(who[2] if len(who) == 3 else None)
            case ["trick"]:
                plays = [play.split("=") for play in rest.split()]
                self.played = [(Seat(int(seat)), card) for seat, card in plays]
            case ["supply", seat]:
                count, _, place = rest.split()
                self.supplies.append((Seat(int(seat)), int(count), PLACES[place]))
            case [("stock" | "burned") as name]:
                self.piles[name] = tuple(rest.split())
            case [place] if place in PLACES:
                self.markers[PLACES[place]] = numbers(rest)
            case [name]:
                self.numbers[name] = numbers(rest)


def numbers(text: str) -> tuple[int, ...]:
    """The numbers of a line."""
    return tuple(int(number) for number in re.findall(r"\d+", text))


def table(
    picture: str, options: Options = PLAIN, pack: Pack[Contents] = PACK, rng: Rng | None = None
) -> AnyTable:
    """The table of a picture, in the middle of a trick or just after one."""
    drawn = Picture()
    for line in filter(None, map(str.strip, picture.splitlines())):
        drawn.read(line)
    if any(drawn.characters):
        options = replace(options, character_mode=CharacterMode.DRAFT)
    players = len(drawn.hands)
    start = _laid_out(drawn, players, options, pack)
    for seat, count, place in drawn.supplies:
        start = park(start, seat, count, place)
    turns = start.clockwise(start.leader)
    for seat, card in drawn.played:
        hand = start.hands[seat].peek()
        held = put(start.hands, seat, Counted((*hand, card), (seat,)))
        start = verbs.play(replace(start, hands=held), seat, card).table
    left = [PlayToTrick(seat) for seat in turns[len(drawn.played) :]]
    start = replace(start, agenda=(*left, ResolveTrick()))
    settled: Change[AnyTable] = settle(Change(start), rng or KeyedRng(b"a drawn table"))
    return settled.table


def _laid_out(drawn: Picture, players: int, options: Options, pack: Pack[Contents]) -> AnyTable:
    none = (0,) * players
    get = drawn.numbers.get
    first = Seat(get("first", (0,))[0])
    leader = drawn.played[0][0] if drawn.played else Seat(get("leader", (0,))[0])
    return Table[Step](
        pack=pack,
        options=options,
        agenda=(),
        order=tuple(Seat(seat) for seat in get("order", tuple(seats_of(players)))),
        first_leader=first,
        town=tuple(
            Site(each.id, each.suit, drawn.markers.get(each.id, none))
            for each in pack.contents.locations
        ),
        scores=get("scores", none),
        characters=tuple(drawn.characters),
        spent=tuple(drawn.spent),
        round=get("round", (1,))[0],
        leader=leader,
        hands=tuple(Counted(hand, (Seat(seat),)) for seat, hand in enumerate(drawn.hands)),
        stock=Counted(drawn.piles.get("stock", ()), ()),
        burned=Counted(drawn.piles.get("burned", ()), ()),
        tricks_won=get("won", none),
    )


def park(before: AnyTable, seat: Seat, left: int, place: str) -> AnyTable:
    """The table with markers of a seat put on a Location until so many are left."""
    more = supply(before.town, seat) - left
    town = tuple(
        replace(each, markers=put(each.markers, seat, each.markers[seat] + more))
        if each.id == place
        else each
        for each in before.town
    )
    return replace(before, town=town)


def new_table(players: int, options: Options = PLAIN, key: bytes = b"new") -> AnyTable:
    """A table just set up."""
    return engine.setup(players, options, PACK, KeyedRng(key)).table


def bad_option(players: int, options: Options) -> str:
    """Why a game cannot be set up so; no draw is made first."""
    rng = KeyedRng(b"setup")
    with pytest.raises(Refused) as refused:
        engine.setup(players, options, PACK, rng)
    assert rng.drawn == {}
    return refused.value.refusal.reason


def apply(before: AnyTable, *commands: Said, draws: Sequence[int] = ()) -> AnyTable:
    """The table after these commands."""
    return play(before, *commands, rng=ScriptedRng(*draws) if draws else None).table


def play(before: AnyTable, *commands: Said, rng: Rng | None = None) -> Change[AnyTable]:
    """The table and all events after these commands."""
    change, rng = Change(before), rng or KeyedRng(b"played on")
    for command in commands:
        change = change.then(engine.apply, command, rng)
    return change


def reason(before: AnyTable, command: Said) -> str:
    """Why a command is refused; the test fails if it is not."""
    with pytest.raises(Refused) as refused:
        engine.apply(before, command, ScriptedRng())
    assert not engine.accepts(before, command)
    assert refused.value.refusal.rule.startswith("BLO-")
    return refused.value.refusal.reason


def legal(before: AnyTable, seat: int) -> tuple[Said, ...]:
    """Every legal command of a seat."""
    return tuple(engine.legal(before, Seat(seat)))  # type: ignore[arg-type]


def said(change: Change[AnyTable], kind: type[E]) -> list[E]:
    """The events of one kind."""
    return [event for event in change.events if isinstance(event, kind)]


def asked(on: AnyTable, kind: type[P]) -> P:
    """The one open question, of this kind."""
    [prompt] = engine.questions(on)
    assert isinstance(prompt, kind)
    return prompt


def markers(after: AnyTable, place: str) -> tuple[int, ...]:
    """The markers on a Location, by seat."""
    found = site(after.town, PLACES[place])
    assert found is not None
    return found.markers


def supplies(after: AnyTable) -> tuple[int, ...]:
    """The supply of every seat."""
    return tuple(supply(after.town, seat) for seat in after.seats)


def cards_on(on: AnyTable) -> list[str]:
    """Every card that is somewhere."""
    piles = [hand.peek() for hand in on.hands]
    piles += [on.stock.peek(), on.burned.peek(), on.aside]
    piles += [tuple(played.card for played in on.trick)]
    piles += [tuple(played.card for played in trick.cards) for trick in on.tricks]
    return sorted(card for pile in piles for card in pile)


def card(seat: int, name: str) -> PlayCard:
    """A seat plays a card."""
    return PlayCard(Seat(seat), name)


def act(seat: int, action: Action) -> Act:
    """A seat takes a basic Action."""
    return Act(Seat(seat), action)


def add(place: str) -> Add:
    """Add at @H1."""
    return Add(PLACES[place])


def remove(place: str, owner: int) -> RemoveOpponent:
    """Remove (opponent) at @H1."""
    return RemoveOpponent(PLACES[place], Seat(owner))


def take_back(place: str) -> RemoveSelf:
    """Remove (self) at @H1."""
    return RemoveSelf(PLACES[place])


def redeploy(origin: str, destination: str) -> Redeploy:
    """Redeploy from @H1 to @H2."""
    return Redeploy(PLACES[origin], PLACES[destination])


def mod(
    seat: int, ability: str, suit: Suit | None = None, target: int | None = None
) -> UseTrickMod:
    """A seat uses a Trick-Mod."""
    return UseTrickMod(Seat(seat), ability, suit, None if target is None else Seat(target))


def use(seat: int, ability: str, choice: Choice) -> UseCoreControl:
    """A seat uses a Core Control ability."""
    return UseCoreControl(Seat(seat), ability, choice)
