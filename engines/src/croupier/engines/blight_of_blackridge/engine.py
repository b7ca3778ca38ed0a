"""The whole game: every name an engine must have."""

from collections import Counter
from collections.abc import Iterator
from typing import cast

from croupier.engines.blight_of_blackridge import answers, edition, ending, offers, reasons
from croupier.engines.blight_of_blackridge import house as _house
from croupier.engines.blight_of_blackridge import redeal as _redeal
from croupier.engines.blight_of_blackridge import trading as _trading
from croupier.engines.blight_of_blackridge import view as _view
from croupier.engines.blight_of_blackridge.betting import BetTurn, NextBettor, Partnering
from croupier.engines.blight_of_blackridge.body import EMPTY, Body
from croupier.engines.blight_of_blackridge.commands import (
    PartnerCancel,
    Said,
    Say,
    TradeAccept,
    TradeCancel,
    TradeDecline,
    TradeOffer,
)
from croupier.engines.blight_of_blackridge.day import EndEvent, NewLeader, NextDay, fresh
from croupier.engines.blight_of_blackridge.edition import EVENTS_MIN, Contents
from croupier.engines.blight_of_blackridge.effects import AskTarget, Run
from croupier.engines.blight_of_blackridge.ending import CheckStanding
from croupier.engines.blight_of_blackridge.events import HandChanged, Happening
from croupier.engines.blight_of_blackridge.incidents import Instruct, NextOffered, OfferTurn
from croupier.engines.blight_of_blackridge.meal import EndMeal, MealTime, StartMeal
from croupier.engines.blight_of_blackridge.opening import (
    ChooseLoadouts,
    DealHands,
    RollForFirst,
)
from croupier.engines.blight_of_blackridge.ops import PILES, Deck
from croupier.engines.blight_of_blackridge.prompts import Asks
from croupier.engines.blight_of_blackridge.reveal import (
    CardsWork,
    Compare,
    DiscardBets,
    Flip,
    PayCorruption,
    Punish,
    RollDamage,
)
from croupier.engines.blight_of_blackridge.rewards import (
    Aftermath,
    DivideReward,
    GiveTrophy,
    ReturnCards,
    RewardOption,
)
from croupier.engines.blight_of_blackridge.sealed import Contributing, Voting
from croupier.engines.blight_of_blackridge.settling import SettleAll, SettleTouched, Settling
from croupier.engines.blight_of_blackridge.shop import NextBuyer, ShopTurn
from croupier.engines.blight_of_blackridge.table import AnyTable, Options, Pile, Table
from croupier.engines.blight_of_blackridge.view import View
from croupier.engines.kernel import agenda
from croupier.engines.kernel.agenda import Answer, Prompt
from croupier.engines.kernel.change import Change
from croupier.engines.kernel.engine import TurnClock
from croupier.engines.kernel.pack import Pack
from croupier.engines.kernel.refusal import Refusal, Refused, refusal
from croupier.engines.kernel.rng import Rng, shuffled
from croupier.engines.kernel.secret import Secret, known_to, known_to_nobody
from croupier.engines.kernel.shape import Form, Pick
from croupier.engines.kernel.values import Seat, replace, seats_of

PLAYERS = range(2, 5)  # BLI-001
EVENTS = {2: 12, 3: 14, 4: 16}  # BLI-R47
SECONDS_MAX = 3_600

AnyStep = (
    ChooseLoadouts
    | DealHands
    | RollForFirst
    | NextDay
    | BetTurn
    | NextBettor
    | Partnering
    | Flip
    | PayCorruption
    | RollDamage
    | CardsWork
    | Compare
    | Punish
    | DiscardBets
    | RewardOption
    | DivideReward
    | GiveTrophy
    | ReturnCards
    | Aftermath
    | Run
    | AskTarget
    | SettleTouched
    | SettleAll
    | Settling
    | ShopTurn
    | NextBuyer
    | Instruct
    | Contributing
    | Voting
    | OfferTurn
    | NextOffered
    | EndEvent
    | CheckStanding
    | StartMeal
    | MealTime
    | EndMeal
    | NewLeader
)

game = edition.GAME
rules = "BLI"
RULES = 1
seats = PLAYERS
options = Options
stored = Table[AnyStep]
commands = Said
events = Happening
prompts = Asks
view = View
turn_clock = TurnClock()
house_pack = edition.house_pack()

read_pack = edition.read_pack
questions = agenda.questions
house_answer = _house.house_answer
project = _view.project
redeal = _redeal.redeal
result = ending.result


def setup(seats: int, options: Options, pack: Pack[Contents], rng: Rng) -> Change[AnyTable]:
    """BLI-014, BLI-015, BLI-131. Decks are shuffled; then loadouts, the first player, an event."""
    no = _why_not_set_up(seats, options, pack)
    if no is not None:
        raise Refused(no)
    everyone = seats_of(seats)
    named = [event.id for event in pack.contents.events for _ in range(event.count)]
    many = min(options.event_count or EVENTS[seats], len(named))
    events = shuffled(named, rng, "shuffle/event", "BLI-015 events")
    sealed: list[Secret[tuple[str, ...]]] = [known_to(seat, held=()) for seat in everyone]
    table: AnyTable = Table(
        pack=pack,
        options=options,
        agenda=(ChooseLoadouts(tuple(sealed)),),
        bodies=tuple([known_to(seat, held=Body()) for seat in everyone]),
        piles=tuple([known_to_nobody(_pile(pack, deck, rng)) for deck in PILES]),
        damage=known_to_nobody(
            sum(card.count for card in pack.contents.cards if card.deck is Deck.DAMAGE)
        ),
        events=known_to_nobody(events[:many]),
        box=known_to_nobody(events[many:]),
        names=(None,) * seats,
        dead=(False,) * seats,
        trophies=((),) * seats,
        events_left=many,
        offered=(0,) * seats,
        spoken=(0,) * seats,
    )
    return agenda.settle(Change(fresh(table)), rng)


def _why_not_set_up(seats: int, options: Options, pack: Pack[Contents]) -> Refusal | None:
    if seats not in PLAYERS:
        least, most = PLAYERS[0], PLAYERS[-1]
        return refusal("BLI-001", "BAD_PLAYER_COUNT", seats=seats, least=least, most=most)
    many = sum(event.count for event in pack.contents.events)
    if options.event_count and not EVENTS_MIN <= options.event_count <= many:
        return refusal("BLI-R47", "BAD_OPTION", option="event_count")
    if not 0 <= options.turn_seconds <= SECONDS_MAX:
        return refusal("BLI-R71", "BAD_OPTION", option="turn_seconds")
    if not 0 <= options.settle_seconds <= SECONDS_MAX:
        return refusal("BLI-R72", "BAD_OPTION", option="settle_seconds")
    return None


def _pile(pack: Pack[Contents], deck: Deck, rng: Rng) -> Pile:
    cards = [c.id for c in pack.contents.cards if c.deck is deck for _ in range(c.count)]
    return Pile(deck=shuffled(cards, rng, f"shuffle/{deck.value}", "BLI-015 decks"))


def invitations(table: AnyTable, seat: Seat) -> tuple[Prompt, ...]:
    """What a seat may send beside its question."""
    return tuple(offers.invitations(project(table, seat)))


def asked(view: View) -> Iterator[Asks]:
    """Everything a seat is asked and may send, its question first."""
    if view.me is not None and view.me.asked:
        yield offers.question(view)
    yield from offers.invitations(view)


def legal(table: AnyTable, seat: Seat) -> Iterator[Answer]:
    """Every legal command of a seat, or the shape of many."""
    own = project(table, seat)
    for prompt in asked(own):
        yield from answers.legal(own, prompt)


def accepts(table: AnyTable, command: Said) -> bool:
    """The one judge of legality, without randomness."""
    return is_legal(project(table, command.seat), command)


def is_legal(view: View, command: Said) -> bool:
    """Whether an answer to what this seat is asked is this command."""
    return any(
        answer.covers(command) if isinstance(answer, Pick | Form) else answer == command
        for prompt in asked(view)
        if isinstance(command, answers.TAKES[type(prompt)])
        for answer in answers.legal(view, prompt)
    )


def why_not(view: View, command: Said) -> Refusal | None:
    """The reason for a no, from the sender's own view alone; None means yes."""
    return None if is_legal(view, command) else reasons.reason(view, command)


def apply(table: AnyTable, command: Said, rng: Rng) -> Change[AnyTable]:
    """The table after a command; each owner is told of its own hand."""
    no = why_not(project(table, command.seat), command)
    if no is not None:
        raise Refused(no)
    change = _done(table, command, rng)
    told = tuple([_hand_changed(table, change.table, seat) for seat in table.seats])
    own = tuple([event for event in told if event is not None])
    return Change(change.table, change.events + own)


def _done(table: AnyTable, command: Said, rng: Rng) -> Change[AnyTable]:
    match command:
        case TradeOffer():
            change = _trading.offer(table, command)
        case TradeAccept():
            change = _trading.accept(table, command)
        case TradeDecline() | TradeCancel():
            change = _trading.close(table, command)
        case Say():
            change = _trading.say(table, command)
        case PartnerCancel():
            waiting = table.agenda[0]
            assert isinstance(waiting, Partnering), "a proposal is open"
            change = waiting.cancelled(replace(table, agenda=table.agenda[1:]))
        case _:
            return cast(Change[AnyTable], agenda.carry_out(table, table.agenda[0], command, rng))
    return cast(Change[AnyTable], agenda.settle(change, rng))


def _hand_changed(before: AnyTable, after: AnyTable, seat: Seat) -> HandChanged | None:
    """To its owner alone: what came, what went, and how it stands."""
    old, new = before.body(seat), after.body(seat)
    if old == new:
        return None
    had, has = Counter(old.slots), Counter(new.slots)
    return HandChanged(
        seat=seat,
        gained=tuple([card for card in (has - had).elements() if card != EMPTY]),
        lost=tuple([card for card in (had - has).elements() if card != EMPTY]),
        life=new.life,
        owed_items=new.owed_items,
        owed_corruption=new.owed_corruption,
        audience=(seat,),
    )
