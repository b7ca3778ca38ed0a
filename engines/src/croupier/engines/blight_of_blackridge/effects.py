"""What an effect does, and the step that carries effects out in the order of a text."""

from typing import ClassVar, assert_never

from croupier.engines.blight_of_blackridge import verbs
from croupier.engines.blight_of_blackridge.asking import Asking
from croupier.engines.blight_of_blackridge.bet_events import (
    BetModified,
    CardsPeeked,
    SeatWarded,
    TargetChosen,
)
from croupier.engines.blight_of_blackridge.commands import ChooseTarget as Chosen
from croupier.engines.blight_of_blackridge.events import CardsSeen, ItemsGained
from croupier.engines.blight_of_blackridge.ops import (
    Cleanse,
    Deal,
    Deck,
    Effect,
    Effects,
    Gain,
    LoseItem,
    ModBet,
    PeekBet,
    PeekEvent,
    Return,
    Roll,
    Steal,
    Take,
    Ward,
)
from croupier.engines.blight_of_blackridge.stakes import Cards, Note
from croupier.engines.blight_of_blackridge.table import AnyTable, Phase, Question
from croupier.engines.blight_of_blackridge.verbs import CHART, Source
from croupier.engines.kernel.agenda import Command, Prompt, Step
from croupier.engines.kernel.change import Change
from croupier.engines.kernel.rng import Rng, shuffled
from croupier.engines.kernel.secret import known_to
from croupier.engines.kernel.values import Seat, Value, put, replace


class Context(Value, frozen=True):
    """Who acts, and where it comes from.

    A secret effect leaves no public record; a void one leaves nothing but the record.
    """

    actor: Seat
    source: Source = Source.SELF
    target: Seat | None = None
    bet: int | None = None
    secret: bool = False
    void: bool = False


class Run(Step, frozen=True):
    """Effects in list order; nothing happens for a dead actor."""

    context: Context
    effects: Effects
    steps: bool = False  # BLI-R55: whether each effect is a step of its own

    def do(self, table: AnyTable, answer: None, rng: Rng) -> Change[AnyTable]:
        """The first effect, then the others; one that needs a target asks for it first."""
        here = self.context
        if not self.effects or table.dead[here.actor]:
            return Change(table)
        effect, rest = self.effects[0], self.effects[1:]
        if self.steps:
            table = verbs.next_step(table)
        if isinstance(effect, Roll):
            number = verbs.roll(rng, "BLI-123 table")
            more = replace(self, effects=(*effect.table[number - 1], *rest))
            return verbs.rolled(table.next_first(more), here.actor, number, "BLI-123")
        table = table.next_first(replace(self, effects=rest))
        if isinstance(effect, Deal | Steal) and here.target is None:
            return Change(table.next_first(AskTarget(here, effect)))
        return perform(table, here, effect, rng)


class AskTarget(Asking, frozen=True):
    """BLI-R38. Any other seat that is not dead; BLI-125: "lets you" may be declined."""

    takes: ClassVar[tuple[type[Command], ...]] = (Chosen,)
    phase: ClassVar[Phase] = Phase.TARGET
    context: Context
    effect: Deal | Steal

    def waits(self, table: AnyTable) -> tuple[Seat, ...]:
        """The owner of the effect."""
        return (self.context.actor,)

    def shown(self, table: AnyTable) -> Question:
        """The choice is public."""
        actor = self.context.actor
        members = tuple([seat for seat in table.standing if seat != actor])
        name = "deal" if isinstance(self.effect, Deal) else "steal"
        return Question(seat=actor, effect=name, optional=self.effect.optional, members=members)

    def ask(self, table: AnyTable) -> tuple[Prompt, ...]:
        """Nobody is asked when nobody else is left."""
        return super().ask(table) if self.shown(table).members else ()

    def do(self, table: AnyTable, answer: Chosen | None, rng: Rng) -> Change[AnyTable]:
        """Hit whoever was named."""
        if answer is None:
            return Change(table)
        here = replace(self.context, target=answer.target)
        name = "deal" if isinstance(self.effect, Deal) else "steal"
        told = TargetChosen(seat=here.actor, effect=name, target=answer.target)
        change = Change(table, (told,))
        if answer.target is None:
            return change
        return change.then(perform, here, self.effect, rng)


def perform(table: AnyTable, here: Context, effect: Effect, rng: Rng) -> Change[AnyTable]:
    """One effect that needs nothing more to be known."""
    match effect:
        case Gain():
            return _gain(table, here, effect, rng)
        case Take(ailment=ailment, n=n):
            return verbs.ailments(
                table,
                here.actor,
                ailment,
                n,
                here.source,
                None,
                rng,
                void=here.void,
                secret=here.secret,
            )
        case Deal(ailment=ailment, n=n):
            assert here.target is not None, "asked for before"
            by, void = here.actor, here.void
            return verbs.ailments(table, here.target, ailment, n, Source.PLAYER, by, rng, void=void)
        case Cleanse(n=n):
            return verbs.cleanse(table, here.actor, n, void=here.void, secret=here.secret)
        case Steal(n=n):
            assert here.target is not None, "asked for before"
            return verbs.steal(table, here.actor, here.target, n, rng, void=here.void)
        case LoseItem(n=n):
            return verbs.lose_items(table, here.actor, n)
        case ModBet() | PeekBet() | PeekEvent() | Ward():
            return _of_the_event(table, here, effect, rng)
        case Return() | Roll():
            return Change(table)  # BLI-R01: a returned card waits for R10; a roll is done above
    assert_never(effect)


def _gain(table: AnyTable, here: Context, effect: Gain, rng: Rng) -> Change[AnyTable]:
    """BLI-029: a named kind needs no roll; a random item rolls the chart."""
    change = Change(table)
    if effect.deck != "random":
        return change.then(_receive, here, Deck(effect.deck), effect.n, rng)
    for _ in range(effect.n):
        if here.secret:
            number = verbs.private_roll(rng, here.actor, "BLI-028 random item")
            change = change.then(verbs.rolled_alone, here.actor, number)
        else:
            number = verbs.roll(rng, "BLI-028 random item")
            change = change.then(verbs.rolled, here.actor, number, "BLI-028")
        change = change.then(_receive, here, CHART[number - 1], 1, rng)
    return change


def _receive(table: AnyTable, here: Context, deck: Deck, n: int, rng: Rng) -> Change[AnyTable]:
    table = verbs.touch(table, here.actor)
    if not here.void:
        table = verbs.gain(table, here.actor, deck, n, rng)
    told = () if here.secret else (ItemsGained(seat=here.actor, deck=deck, n=n),)
    return Change(table, told)


def _of_the_event(
    table: AnyTable, here: Context, effect: ModBet | PeekBet | PeekEvent | Ward, rng: Rng
) -> Change[AnyTable]:
    match effect:
        case Ward():
            warded = (*table.warded, here.actor)
            return Change(replace(table, warded=warded), (SeatWarded(seat=here.actor),))
        case PeekEvent(n=n):
            if here.void:
                return Change(table, (CardsPeeked(seat=here.actor, bet=None, n=n),))
            return _look(table, here.actor, None, table.events.peek()[:n], n)
        case ModBet(n=n):
            bets = tuple(
                [
                    replace(bet, modifier=bet.modifier + n) if bet.id == here.bet else bet
                    for bet in table.bets
                ]
            )
            assert here.bet is not None, "a bet was named"
            return Change(replace(table, bets=bets), (BetModified(bet=here.bet, n=n),))
        case PeekBet(n=n):
            assert here.bet is not None, "a bet was named"
            bet = table.bet(here.bet)
            down = [
                placed.card.peek()
                for placed in table.placed
                if placed.option == bet.option and placed.owner in bet.members
            ]
            picked = shuffled(down, rng, f"pick/{here.actor}", "peek")[:n]
            return _look(table, here.actor, here.bet, picked, n)
    assert_never(effect)


def _look(table: AnyTable, seat: Seat, bet: int | None, cards: Cards, n: int) -> Change[AnyTable]:
    """What was seen is its seer's own; that there was a look is public."""
    notes = (*table.notes[seat].peek(), Note(bet, cards))
    table = replace(table, notes=put(table.notes, seat, known_to(seat, held=notes)))
    return Change(
        table,
        (
            CardsPeeked(seat=seat, bet=bet, n=n),
            CardsSeen(seat=seat, bet=bet, cards=cards, audience=(seat,)),
        ),
    )
