"""Tables as pictures: one line a thing, read straight off a worked example.

blood: 3 2                        by seat; it says how many play. The pool has the rest.
turn: 1                           whose turn it is; seat 0 when nothing is said
hand 0: red_tithe gnawling        in order of arrival
grimoire 1: leech_knot x, gnawling ^x, dark_one ^x      x is exhausted, ^ is summoned
deck: turned_page open_vein       from the top; a number is so many cards that lie nowhere else
discard: cut_binding              the newest last
dice: 1 3 4                       a ritual of the seat whose turn it is
attempt: 2                        its attempt, 1 when nothing is said
turns: 12                         completed
"""

from collections.abc import Iterable
from typing import Any, TypeAlias, TypeVar

import pytest

from croupier.engines.kernel.agenda import Prompt, Step
from croupier.engines.kernel.change import Change, Event
from croupier.engines.kernel.pack import Pack
from croupier.engines.kernel.refusal import Refused
from croupier.engines.kernel.rng import KeyedRng, Rng, ScriptedRng
from croupier.engines.kernel.secret import Counted
from croupier.engines.kernel.values import Seat
from croupier.engines.the_blessed_dark import engine, scoring
from croupier.engines.the_blessed_dark.commands import (
    ArrangeCards,
    Cast,
    ChooseCards,
    ChooseOpponent,
    FreeCast,
    Said,
    SummonDarkOne,
)
from croupier.engines.the_blessed_dark.edition import Contents
from croupier.engines.the_blessed_dark.steps import ConductRitual, EndTurn, TakeTurn
from croupier.engines.the_blessed_dark.table import Cards, Entry, Grimoire, Options, Ritual, Table
from tests.engines.the_blessed_dark.packs import ANY, demon, pack, spell

AnyTable: TypeAlias = Table[Step]
E = TypeVar("E", bound=Event)
P = TypeVar("P", bound=Prompt)

PACK: Pack[Contents] = engine.read_pack(engine.house_pack)
PLAIN = Options(starting_player=Seat(0))
SPELLS = 20  # plain ones, s0 to s19, in an edition made `with_effects`
DECK = 10  # cards, when a picture says nothing of the deck


def table(picture: str, options: Options = PLAIN, pack: Pack[Contents] = PACK) -> AnyTable:
    """The table of a picture: somebody's turn, or a ritual."""
    said = dict(_lines(picture))
    blood = tuple(int(count) for count in said["blood"].split())
    players, active = len(blood), Seat(int(said.get("turn", "0")))
    hands = [tuple(said.get(f"hand {seat}", "").split()) for seat in range(players)]
    grimoires = [_grimoire(said.get(f"grimoire {seat}", "")) for seat in range(players)]
    discard = tuple(said.get("discard", "").split())
    dark_one = pack.contents.dark_one.id
    holders = [s for s, cards in enumerate(grimoires) if dark_one in [e.card for e in cards]]
    lying = [card for hand in hands for card in hand] + list(discard)
    lying += [entry.card for entries in grimoires for entry in entries]
    dice = tuple(int(face) for face in said.get("dice", "").split())
    first: Step = ConductRitual(active) if dice else TakeTurn(active)
    return Table[Step](
        pack=pack,
        options=options,
        agenda=(first, EndTurn(active)) if dice else (first,),
        deck=Counted(_deck(said.get("deck", str(DECK)), lying, pack), ()),
        hands=tuple(Counted(hand, (Seat(seat),)) for seat, hand in enumerate(hands)),
        grimoires=tuple(grimoires),
        blood=blood,
        last_card=Counted((), ()),
        discard=discard,
        starting_player=Seat(0),
        turns=int(said.get("turns", "0")),
        ritual=Ritual(dice, int(said.get("attempt", "1"))) if dice else None,
        dark_one=Seat(holders[0]) if holders else None,
    )


def _lines(picture: str) -> Iterable[tuple[str, str]]:
    for line in filter(None, map(str.strip, picture.splitlines())):
        label, _, rest = line.partition(":")
        yield label, rest.strip()


def _grimoire(text: str) -> Grimoire:
    return tuple(_entry(word) for word in text.split(",") if word.strip())


def _entry(text: str) -> Entry:
    card, _, flags = text.strip().partition(" ")
    return Entry(card, exhausted="x" in flags, summoned="^" in flags)


def _deck(text: str, lying: list[str], pack: Pack[Contents]) -> Cards:
    if not text.isdigit():
        return tuple(text.split())
    return tuple(card for card in pack.contents.deck if card not in lying)[: int(text)]


def with_effects(effects: str, picture: str) -> AnyTable:
    """A ritual of seat 0, whose Grimoire has the card `it` with these effects."""
    others = [spell(f"s{n}", ANY, '{ do = "gain_blood", amount = 1 }') for n in range(SPELLS)]
    demons = [demon("d2", 'pattern = "pair"', 2, copies=2), demon("d5", 'pattern = "pair"', 5)]
    text = pack([spell("it", ANY, effects), *others, *demons])
    return table(f"dice: 1 2 3\n{picture}", Options(), engine.read_pack(text))


def new_table(players: int, options: Options = PLAIN, key: bytes = b"new") -> AnyTable:
    """A table just set up."""
    return engine.setup(players, options, PACK, KeyedRng(key)).table


def apply(before: AnyTable, *commands: Said, draws: Iterable[int] = ()) -> AnyTable:
    """The table after these commands; chance is only what the example says."""
    return play(before, *commands, draws=draws).table


def play(before: AnyTable, *commands: Said, draws: Iterable[int] = ()) -> Change[AnyTable]:
    """The table and all events after these commands; every draw said is drawn."""
    rng = ScriptedRng(*draws)
    change = Change(before)
    for command in commands:
        change = change.then(engine.apply, command, rng)
    assert rng.left == 0, "not everything was drawn"
    return change


def rolls(*faces: int) -> list[int]:
    """What the dice stream gives for these faces."""
    return [face - 1 for face in faces]


def keyed(before: AnyTable, *commands: Said, rng: Rng | None = None) -> AnyTable:
    """The table after these commands, with any chance."""
    change, rng = Change(before), rng or KeyedRng(b"played on")
    for command in commands:
        change = change.then(engine.apply, command, rng)
    return change.table


def reason(before: AnyTable, command: Said) -> str:
    """Why a command is refused; the test fails if it is not, or if anything is drawn for it."""
    with pytest.raises(Refused) as refused:
        engine.apply(before, command, ScriptedRng())
    assert not engine.accepts(before, command)
    assert refused.value.refusal.rule.startswith("BLE-")
    return refused.value.refusal.reason


def accepted(before: AnyTable, command: Said) -> bool:
    """Whether the rules have nothing against it."""
    return engine.accepts(before, command)


def legal(before: AnyTable, seat: int) -> list[Any]:
    """Every legal answer of a seat."""
    return list(engine.legal(before, Seat(seat)))


def said(change: Change[AnyTable], kind: type[E]) -> list[E]:
    """The events of one kind."""
    return [event for event in change.events if isinstance(event, kind)]


def asked(on: AnyTable, kind: type[P]) -> P:
    """The one open question, of this kind."""
    [prompt] = engine.questions(on)
    assert isinstance(prompt, kind)
    return prompt


def grimoire(on: AnyTable, seat: int) -> str:
    """A Grimoire as a picture writes it."""
    return ", ".join(_written(entry) for entry in on.grimoires[seat])


def _written(entry: Entry) -> str:
    flags = "^" * entry.summoned + "x" * entry.exhausted
    return f"{entry.card} {flags}".strip()


def hand(on: AnyTable, seat: int) -> Cards:
    """A hand."""
    return on.hands[seat].peek()


def favor(on: AnyTable, seat: int) -> int:
    """The favor of a seat as the cards lie."""
    return scoring.favors(on)[seat]


def cast(seat: int, card: str, *assign: int, mods: tuple[int, ...] = ()) -> Cast:
    """A seat casts a card with these dice."""
    return Cast(Seat(seat), card, assign, mods)


def free_cast(seat: int, card: str, mods: tuple[int, ...] = ()) -> FreeCast:
    """A seat casts a card for free."""
    return FreeCast(Seat(seat), card, mods)


def summon(seat: int, mods: tuple[int, ...] = ()) -> SummonDarkOne:
    """A seat summons The Dark One."""
    return SummonDarkOne(Seat(seat), mods)


def aim(seat: int, opponent: int, choice_id: int = 1) -> ChooseOpponent:
    """A seat aims at an opponent."""
    return ChooseOpponent(Seat(seat), choice_id, Seat(opponent))


def choose(seat: int, *cards: str, choice_id: int = 1) -> ChooseCards:
    """A seat chooses cards."""
    return ChooseCards(Seat(seat), choice_id, cards)


def arrange(seat: int, take: str, order: str, choice_id: int = 1) -> ArrangeCards:
    """A seat takes cards from the top and puts the rest back."""
    return ArrangeCards(Seat(seat), choice_id, tuple(take.split()), tuple(order.split()))


def cards_on(on: AnyTable) -> list[str]:
    """Every card that is somewhere; The Dark One in the centre is on no pile."""
    piles = [held.peek() for held in on.hands]
    piles += [on.deck.peek(), on.last_card.peek(), on.discard]
    piles += [tuple(entry.card for entry in entries) for entries in on.grimoires]
    if on.dark_one is None:
        piles += [(on.pack.contents.dark_one.id,)]
    return sorted(card for pile in piles for card in pile)
