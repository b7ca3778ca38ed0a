"""A table at the start of a day, played by name: Ada, Bo, Cole and June sit clockwise.

    t = Day("dust_devil", "lever_action 4I", "5I", "4D 6C", "dead")
    t.bet(ADA, "lever_action").passes(BO, COLE)

A hand is written `4D 5C violent 3I knife*2`: D is Damage, C is Corruption without an ability
(hollow), I are Rations without a bonus; everything else is a card by its id.
"""

import re
from collections.abc import Sequence
from typing import Any, TypeVar

import pytest

from croupier.engines.blight_of_blackridge import engine
from croupier.engines.blight_of_blackridge.body import Body, Life, count
from croupier.engines.blight_of_blackridge.commands import (
    ChooseTarget,
    Contribute,
    Divide,
    EatMeal,
    PartnerPropose,
    PartnerRespond,
    PassTurn,
    Payment,
    PlaceBet,
    PlayFaceUp,
    RaiseBet,
    Said,
    Settle,
    ShopUse,
    TradeAccept,
    TradeOffer,
)
from croupier.engines.blight_of_blackridge.day import NextDay
from croupier.engines.blight_of_blackridge.edition import DAMAGE, HAND
from croupier.engines.blight_of_blackridge.table import AnyTable, Options, Phase, Stage
from croupier.engines.blight_of_blackridge.view import View
from croupier.engines.kernel.agenda import Prompt, settle
from croupier.engines.kernel.change import Change, Event
from croupier.engines.kernel.refusal import Refused
from croupier.engines.kernel.rng import KeyedRng
from croupier.engines.kernel.secret import known_to, known_to_nobody
from croupier.engines.kernel.values import Seat, put, replace

ADA, BO, COLE, JUNE = (Seat(n) for n in range(4))
PACK = engine.read_pack(engine.house_pack)
E = TypeVar("E", bound=Event)
P = TypeVar("P", bound=Prompt)
SPARE = ("gorge_beast", "general_store", "town_vote")  # events still to come


class Dice(KeyedRng):
    """Public rolls as the text says them; everything else is drawn."""

    def __init__(self, key: bytes = b"blight") -> None:
        super().__init__(key)
        self.rolls: list[int] = []
        self.streams: list[str] = []

    def below(self, bound: int, stream: str, why: str) -> int:
        """The next scripted roll; without one, a Meal's roll is a 1 and others fail."""
        self.streams.append(stream)
        if stream != "public_dice":
            return super().below(bound, stream, why)
        if not self.rolls:
            assert "Meal" in why or "random" in why, f"unscripted roll: {why}"
            return 0
        return self.rolls.pop(0) - 1


def hand(text: str) -> Body:
    """A hand from its words."""
    if text == "dead":
        return Body(slots=(DAMAGE,) * HAND, life=Life.DEAD)
    cards: list[str] = []
    for word in text.split():
        many = re.fullmatch(r"(\d+)([DCI])", word)
        if many:
            card = {"D": DAMAGE, "C": "hollow", "I": "hardtack"}[many[2]]
            cards += [card] * int(many[1])
        else:
            name, _, times = word.partition("*")
            cards += [name] * int(times or 1)
    sick = [card for card in cards if PACK_DECKS[card] in ("damage", "corruption")]
    life = Life.BLIGHTED if len(sick) == HAND else Life.ALIVE
    return Body(slots=tuple(cards + [""] * (HAND - len(cards))), life=life)


PACK_DECKS = {card.id: card.deck.value for card in PACK.contents.cards}


class Day:
    """One day at the table, and what has been said since it began."""

    def __init__(
        self,
        event: str,
        *hands: str,
        leader: Seat = ADA,
        options: Options | None = None,
        trophies: Sequence[tuple[str, ...]] = (),
        coming: tuple[str, ...] = SPARE,
        pack: Any = PACK,
    ) -> None:
        self.rng = Dice()
        opened = engine.setup(len(hands), options or Options(), pack, self.rng).table
        bodies = [hand(text) for text in hands]
        table = replace(
            opened,
            agenda=(NextDay(),),
            bodies=tuple([known_to(Seat(n), held=body) for n, body in enumerate(bodies)]),
            dead=tuple([body.life is Life.DEAD for body in bodies]),
            names=("gunhand",) * len(hands),
            leader=leader,
            events=known_to_nobody((event, *coming)),
            trophies=tuple(trophies) or ((),) * len(hands),
        )
        begun: Change[Any] = settle(Change(table), self.rng)
        self.table: AnyTable = begun.table
        self.events = list(begun.events)

    def do(self, command: Said, *dice: int) -> "Day":
        """One command, with the public rolls it leads to."""
        self.rng.rolls += dice
        change = engine.apply(self.table, command, self.rng)
        self.table = change.table
        self.events += change.events
        return self

    def slots(self, seat: Seat, names: Sequence[str]) -> tuple[int, ...]:
        """Where these cards are, each once."""
        held, found = list(self.table.body(seat).slots), []
        for name in names:
            at = held.index(name)
            held[at] = "-"
            found.append(at)
        return tuple(found)

    def bet(
        self,
        seat: Seat,
        *cards: str,
        sideways: Sequence[str] = (),
        second: Sequence[str] = (),
        second_sideways: Sequence[str] = (),
        dice: Sequence[int] = (),
    ) -> "Day":
        """Place cards on the first option, or on the second."""
        where = self.slots(seat, (*cards, *sideways, *second, *second_sideways))
        a, b, c = len(cards), len(cards) + len(sideways), len(where) - len(second_sideways)
        placed = PlaceBet(seat, where[:a], where[a:b], where[b:c], where[c:])
        return self.do(placed, *dice)

    def raises(self, seat: Seat, *cards: str, corrupt: Sequence[int] = ()) -> "Day":
        """Add cards, or turn bet cards sideways."""
        return self.do(RaiseBet(seat, self.slots(seat, cards), corrupt=tuple(corrupt)))

    def passes(self, *seats: Seat, dice: Sequence[int] = ()) -> "Day":
        """These seats pass, one after the other; the dice are those of what follows."""
        self.rng.rolls += dice
        for seat in seats:
            self.do(PassTurn(seat))
        return self

    def all_pass(self, *dice: int) -> "Day":
        """Whoever is asked passes until the bets are final or the shop is closed."""
        self.rng.rolls += dice
        here = self.phase
        while self.phase is here and here in (Phase.BETTING, Phase.SHOP, Phase.OFFER):
            self.do(PassTurn(engine.questions(self.table)[0].seat))
        return self

    def play(
        self,
        seat: Seat,
        card: str,
        *dice: int,
        sideways: bool = False,
        target: Seat | None = None,
        bet: int | None = None,
    ) -> "Day":
        """Play a card face up."""
        (slot,) = self.slots(seat, [card])
        return self.do(PlayFaceUp(seat, slot, sideways, target, bet), *dice)

    def propose(
        self,
        seat: Seat,
        invited: Sequence[Seat],
        *cards: str,
        claim: int = 0,
        order: Sequence[Seat] = (),
        trophy: Seat | None = None,
        option: int = 0,
    ) -> "Day":
        """Ask seats to partner up."""
        return self.do(
            PartnerPropose(
                seat,
                option,
                tuple(invited),
                self.slots(seat, cards),
                claim=claim,
                order=tuple(order),
                trophy=trophy,
            )
        )

    def agrees(self, seat: Seat, *cards: str, claim: int = 0) -> "Day":
        """Accept a proposal with these cards."""
        return self.do(PartnerRespond(seat, True, self.slots(seat, cards), claim=claim))

    def declines(self, seat: Seat) -> "Day":
        """Decline a proposal."""
        return self.do(PartnerRespond(seat, False))

    def targets(self, seat: Seat, target: Seat | None) -> "Day":
        """Name whom an effect hits."""
        return self.do(ChooseTarget(seat, target))

    def divides(self, seat: Seat, seats: Sequence[Seat], trophy: Seat | None) -> "Day":
        """Divide a reward."""
        return self.do(Divide(seat, tuple(seats), trophy))

    def settles(self, seat: Seat, *items: str, corruption: Sequence[str] = ()) -> "Day":
        """Pay what is owed with these cards."""
        owed = Settle(seat, self.slots(seat, items), self.slots(seat, corruption))
        return self.do(owed)

    def settled(self) -> "Day":
        """Everybody asked settles, newest cards first, as for an absent seat."""
        while self.phase is Phase.SETTLE:
            prompt = engine.questions(self.table)[0]
            self.do(self.house(prompt))
        return self

    def house(self, prompt: Any) -> Said:
        """What the house would say for an absent seat."""
        view = engine.project(self.table, prompt.seat)
        return engine.house_answer(view, prompt, "absent", self.rng)

    def buys(
        self,
        seat: Seat,
        option: int,
        *items: str,
        rob: bool = False,
        ailment: bool = False,
        trophy: str | None = None,
        target: Seat | None = None,
        dice: Sequence[int] = (),
    ) -> "Day":
        """Use an option of a shop."""
        payment = Payment.ITEMS
        if rob:
            payment = Payment.ROB
        elif ailment:
            payment = Payment.AILMENT
        elif trophy:
            payment = Payment.TROPHY
        slots = self.slots(seat, items)
        return self.do(ShopUse(seat, option, payment, slots, trophy, target), *dice)

    def gives(self, seat: Seat, *cards: str) -> "Day":
        """Contribute to the pot."""
        return self.do(Contribute(seat, self.slots(seat, cards)))

    def eats(self, seat: Seat, card: str | None, roll: int = 1) -> "Day":
        """Have a Meal."""
        slot = None if card is None else self.slots(seat, [card])[0]
        return self.do(EatMeal(seat, slot), roll)

    def offers(
        self, seat: Seat, to: Seat, *cards: str, want: int = 0, claim: Sequence[str] = ()
    ) -> "Day":
        """Offer a trade."""
        return self.do(TradeOffer(seat, to, self.slots(seat, cards), want, tuple(claim)))

    def accepts(self, seat: Seat, by: Seat, *cards: str, drop: Sequence[str] = ()) -> "Day":
        """Accept a trade."""
        where = self.slots(seat, (*cards, *drop))
        return self.do(TradeAccept(seat, by, where[: len(cards)], where[len(cards) :]))

    def meal(self) -> "Day":
        """Everybody left has the Meal of an absent seat, all rolls 1."""
        while self.phase is Phase.MEAL:
            self.do(self.house(engine.questions(self.table)[0]))
        return self

    def no(self, command: Said) -> str:
        """Why a command is refused; nothing is drawn and nothing changes."""
        before = len(self.rng.streams)
        with pytest.raises(Refused) as refused:
            engine.apply(self.table, command, self.rng)
        assert len(self.rng.streams) == before
        assert not engine.accepts(self.table, command)
        return refused.value.refusal.reason

    @property
    def phase(self) -> Phase:
        """What the table waits for."""
        return engine.project(self.table, None).phase

    @property
    def waiting(self) -> tuple[Seat, ...]:
        """Whom it waits for."""
        return tuple([prompt.seat for prompt in engine.questions(self.table)])

    def view(self, seat: Seat | None) -> View:
        """What a seat sees."""
        return engine.project(self.table, seat)

    def state(self, *seats: Seat) -> str:
        """`4D/3C/3I` for each seat, as the cards in the hand are."""
        told = []
        for seat in seats or self.table.seats:
            body = replace(self.table.body(seat), owed_items=0, owed_corruption=0)
            held = count(body, self.table.cards)
            told.append(f"{held.damage}D/{held.corruption}C/{held.items}I")
        return " ".join(told)

    def life(self, seat: Seat) -> Life:
        """Alive, Blighted or dead."""
        return self.table.body(seat).life

    def holds(self, seat: Seat, card: str) -> int:
        """How many of a card a hand holds."""
        return self.table.body(seat).slots.count(card)

    def owes(self, seat: Seat) -> tuple[int, int]:
        """Items and Corruption owed."""
        body = self.table.body(seat)
        return body.owed_items, body.owed_corruption

    def said(self, kind: type[E]) -> list[E]:
        """All events of a kind, oldest first."""
        return [event for event in self.events if isinstance(event, kind)]

    def asked(self, seat: Seat, kind: type[P]) -> P:
        """The question of a seat, of this kind."""
        [prompt] = [one for one in engine.questions(self.table) if one.seat == seat]
        assert isinstance(prompt, kind)
        return prompt

    def asked_any(self, seat: Seat) -> Any:
        """The question of a seat, whatever it is."""
        return next(one for one in engine.questions(self.table) if one.seat == seat)

    def stage(self, seat: Seat) -> Stage:
        """How far a seat is with its Meal."""
        return self.table.stages[seat]

    def with_hand(self, seat: Seat, text: str) -> "Day":
        """The same table with another hand."""
        body = known_to(seat, held=hand(text))
        self.table = replace(self.table, bodies=put(self.table.bodies, seat, body))
        return self

    def discards(self, deck: int) -> tuple[str, ...]:
        """A discard pile: 0 Rations, 1 Tools, 2 Weapons, 3 Corruption."""
        pile: tuple[str, ...] = self.table.piles[deck].peek().discard
        return pile
