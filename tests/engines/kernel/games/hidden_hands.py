"""A test game of hidden counts: nobody knows how many cards another seat holds.

**HID-001** The cards go into a bag. Nobody sees how many are left.
**HID-002** On its turn a seat takes up to two cards from the bag, unseen by the others, or drops
any of its cards, unseen, under the table. Others learn only that the turn is over.
**HID-003** An empty bag gives nothing. Only the seat that took learns of it.
**HID-004** After so many rounds hands are shown; the most different cards win.
"""

from collections.abc import Iterator
from typing import Generic, TypeAlias, TypeVar

from croupier.engines.kernel import agenda
from croupier.engines.kernel import pack as packs
from croupier.engines.kernel.agenda import Answer, Command, Prompt, Step
from croupier.engines.kernel.change import Change, Event
from croupier.engines.kernel.engine import Policy, TurnClock
from croupier.engines.kernel.pack import Contents, Data, Pack
from croupier.engines.kernel.refusal import Refusal, Refused, refusal
from croupier.engines.kernel.result import Result, Standing
from croupier.engines.kernel.rng import Rng
from croupier.engines.kernel.secret import HIDDEN, Secret, known_to, known_to_nobody
from croupier.engines.kernel.shape import Pick
from croupier.engines.kernel.values import (
    RuleId,
    Seat,
    Value,
    Viewer,
    put,
    replace,
    seats_of,
    without,
)

S = TypeVar("S")
Cards: TypeAlias = tuple[str, ...]
TAKE_MOST = 2

game, rules, RULES, seats = "hidden_hands", "HID", 1, range(2, 5)
turn_clock = TurnClock()
house_pack = """
schema = 1
edition = "house"
game = "hidden_hands"
cards = [
  { id = "ant", copies = 4 }, { id = "bee", copies = 3 },
  { id = "cow", copies = 2 }, { id = "dog", copies = 1 },
]
"""


class Card(Data, frozen=True):
    """A kind of card."""

    id: str
    copies: int


class Kinds(Contents, frozen=True):
    """The cards of an edition."""

    cards: tuple[Card, ...]


class Table(Value, Generic[S], frozen=True):
    """Everything on the table, none of it with a public size."""

    agenda: tuple[S, ...]
    pack: Pack[Kinds]
    bag: Secret[Cards]
    hands: tuple[Secret[Cards], ...]
    dropped: tuple[Secret[Cards], ...]


AnyTable: TypeAlias = Table[Step]


class Options(Value, frozen=True):
    """How many rounds are played."""

    rounds: int = 3


class Take(Command, frozen=True):
    """HID-002. Take so many from the bag."""

    many: int


class Drop(Command, frozen=True):
    """HID-002. Drop these, none or all."""

    cards: Cards


class TurnPrompt(Prompt, frozen=True, kw_only=True):
    """Take or drop."""

    hand: Cards
    most: int


class CardsTaken(Event, frozen=True, kw_only=True):
    """Only the taker is told."""

    cards: Cards


class CardsDropped(Event, frozen=True, kw_only=True):
    """Only the dropper is told."""

    cards: Cards


class TurnOver(Event, frozen=True, kw_only=True):
    """Everybody is told this much."""

    seat: Seat


class HandsShown(Event, frozen=True, kw_only=True):
    """All hands at the end."""

    hands: tuple[Cards, ...]


class Turn(Step, frozen=True):
    """HID-002. Take or drop, then the next seat."""

    seat: Seat
    left: int

    takes = (Take, Drop)

    def ask(self, table: AnyTable) -> tuple[Prompt, ...]:
        hand = table.hands[self.seat].peek()
        return (TurnPrompt(seat=self.seat, rule=RuleId("HID-002"), hand=hand, most=TAKE_MOST),)

    def answers(self, table: AnyTable, seat: Seat) -> Iterator[Answer]:
        for many in range(1, TAKE_MOST + 1):
            yield Take(seat, many)
        hand = table.hands[seat].peek()
        yield Pick(Drop(seat, ()), "cards", hand, 0, len(hand))

    def do(self, table: AnyTable, answer: Take | Drop, rng: Rng) -> Change[AnyTable]:
        if isinstance(answer, Take):
            change = take(table, self.seat, answer.many, rng)
        else:
            change = drop(table, self.seat, answer.cards)
        after = Seat((self.seat + 1) % len(table.hands))
        more = (Turn(after, self.left - 1),) if self.left > 1 else ()
        over = replace(change.table, agenda=more)
        change = Change(over, (*change.events, TurnOver(seat=self.seat)))
        return change if more else change.then(show_hands)


class View(Value, frozen=True):
    """What one viewer sees: its own hand, and whose turn it is."""

    me: Seat | None
    turn: Seat | None
    turns_left: int
    hand: Cards | None
    shown: tuple[Cards, ...]


stored = Table[Turn]
options, view = Options, View
commands = Take | Drop
events = CardsTaken | CardsDropped | TurnOver | HandsShown
prompts = TurnPrompt


def take(table: AnyTable, seat: Seat, many: int, rng: Rng) -> Change[AnyTable]:
    """HID-002, HID-003. Cards from anywhere in the bag; the draws are the seat's own."""
    bag: Cards = table.bag.peek()
    taken: Cards = ()
    for _ in range(min(many, len(bag))):
        at = rng.below(len(bag), f"pick/{seat}", "HID-002")
        taken, bag = (*taken, bag[at]), (*bag[:at], *bag[at + 1 :])
    hand = tuple(sorted((*table.hands[seat].peek(), *taken)))
    hands = put(table.hands, seat, known_to(seat, held=hand))
    told = CardsTaken(cards=tuple(sorted(taken)), audience=(seat,))
    return Change(replace(table, bag=known_to_nobody(bag), hands=hands), (told,))


def drop(table: AnyTable, seat: Seat, cards: Cards) -> Change[AnyTable]:
    """HID-002. Under the table, where only that seat remembers them."""
    hand = known_to(seat, held=without(table.hands[seat].peek(), *cards))
    under = known_to(seat, held=tuple(sorted((*table.dropped[seat].peek(), *cards))))
    told = CardsDropped(cards=tuple(sorted(cards)), audience=(seat,))
    hands, dropped = put(table.hands, seat, hand), put(table.dropped, seat, under)
    return Change(replace(table, hands=hands, dropped=dropped), (told,))


def show_hands(table: AnyTable) -> Change[AnyTable]:
    """HID-004. Hands lie open; what was dropped stays hidden."""
    shown = tuple(hand.peek() for hand in table.hands)
    everybody = seats_of(len(shown))
    hands = tuple(known_to(*everybody, held=hand) for hand in shown)
    return Change(replace(table, hands=hands), (HandsShown(hands=shown),))


questions, legal = agenda.questions, agenda.legal


def invitations(table: AnyTable, seat: Seat) -> tuple[Prompt, ...]:
    """None in this game."""
    return ()


def accepts(table: AnyTable, command: Command) -> bool:
    """Whether the seat is asked for this."""
    return agenda.taker(table, command) is not None


def apply(table: AnyTable, command: Command, rng: Rng) -> Change[AnyTable]:
    """The table after a turn."""
    step = agenda.taker(table, command)
    if step is None:
        raise Refused(why_not(project(table, command.seat), command))
    return agenda.carry_out(table, step, command, rng)


def why_not(view: View, command: Command) -> Refusal:
    """Over, not your turn, then what is wrong with it."""
    if view.turn is None:
        return refusal("HID-004", "GAME_OVER")
    if view.turn != view.me:
        return refusal("HID-002", "NOT_YOUR_DECISION")
    if isinstance(command, Take):
        return refusal("HID-002", "OUT_OF_RANGE", most=TAKE_MOST)
    return refusal("HID-002", "NOT_IN_HAND")


def house_answer(view: View, prompt: Prompt, policy: Policy, rng: Rng) -> Command:
    """Absent seats drop nothing."""
    if policy == "random":
        return Take(prompt.seat, 1 + rng.below(TAKE_MOST, "house", "HID-002"))
    return Drop(prompt.seat, ())


def read_pack(text: str) -> Pack[Kinds]:
    """The cards of an edition."""
    return packs.read(text, Kinds, game)


def setup(seats: int, options: Options, pack: Pack[Kinds], rng: Rng) -> Change[AnyTable]:
    """HID-001. Everything into the bag."""
    if not 1 <= options.rounds <= 20:
        raise Refused(refusal("HID-004", "OUT_OF_RANGE", rounds=options.rounds))
    bag = tuple(card.id for card in pack.contents.cards for _ in range(card.copies))
    nothing: Cards = ()
    empty = tuple(known_to(seat, held=nothing) for seat in seats_of(seats))
    first = Turn(Seat(0), options.rounds * seats)
    table: AnyTable = Table((first,), pack, known_to_nobody(bag), empty, empty)
    return Change(table)


def project(table: AnyTable, viewer: Viewer) -> View:
    """What this viewer may see."""
    turn = table.agenda[0] if table.agenda else None
    assert turn is None or isinstance(turn, Turn)
    hand = HIDDEN if viewer is None else table.hands[viewer].seen_by(viewer)
    return View(
        me=viewer,
        turn=None if turn is None else turn.seat,
        turns_left=0 if turn is None else turn.left,
        hand=None if hand is HIDDEN else hand,
        shown=() if turn else tuple(hand.peek() for hand in table.hands),
    )


def redeal(table: AnyTable, viewer: Viewer, rng: Rng) -> AnyTable:
    """What the viewer does not hold or remember lies anywhere else, in any number."""
    everybody = seats_of(len(table.hands))
    hands, dropped = list(table.hands), list(table.dropped)
    loose = list(table.bag.peek())
    piles: list[Secret[Cards]]
    hidden: list[tuple[list[Secret[Cards]], Seat]] = []
    for piles in (hands, dropped):
        for seat in everybody:
            if piles[seat].seen_by(viewer) is HIDDEN and (piles is dropped or table.agenda):
                loose += piles[seat].peek()
                hidden.append((piles, seat))
    places: list[Cards] = [() for _ in (*hidden, "bag")]
    for card in loose:
        at = rng.below(len(places), "redeal", "places")
        places[at] = tuple(sorted((*places[at], card)))
    for (piles, seat), held in zip(hidden, places, strict=False):
        piles[seat] = known_to(seat, held=held)
    bag = known_to_nobody(places[-1])
    return replace(table, bag=bag, hands=tuple(hands), dropped=tuple(dropped))


def result(table: AnyTable) -> Result | None:
    """HID-004. The most different cards."""
    if table.agenda:
        return None
    scores = [len(dict.fromkeys(hand.peek())) for hand in table.hands]
    standings = tuple(
        Standing(seat, 1 + sum(other > scores[seat] for other in scores), scores[seat])
        for seat in seats_of(len(scores))
    )
    return Result(tuple(s.seat for s in standings if s.place == 1), standings)
