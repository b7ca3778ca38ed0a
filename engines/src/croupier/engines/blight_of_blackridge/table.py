"""Everything on the table: hands and decks nobody sees, bets, trophies, and what is left to do."""

from collections.abc import Mapping
from enum import Enum
from typing import ClassVar, Generic, TypeAlias, TypeVar

from croupier.engines.blight_of_blackridge.body import Body, Life
from croupier.engines.blight_of_blackridge.cards import Card, EventCard
from croupier.engines.blight_of_blackridge.edition import Contents, cards_of, events_of
from croupier.engines.blight_of_blackridge.ops import PILES, Deck
from croupier.engines.blight_of_blackridge.stakes import (
    Bet,
    Betting,
    Cards,
    Note,
    OpenCard,
    Outcome,
    Placed,
    PotCard,
    Proposal,
    Stake,
    Trade,
    Used,
)
from croupier.engines.kernel.agenda import Step
from croupier.engines.kernel.pack import Pack
from croupier.engines.kernel.secret import Secret, known_to
from croupier.engines.kernel.values import Seat, Value, clockwise, put, replace, seats_of


class Phase(Enum):
    """What the table waits for."""

    LOADOUT = "loadout"
    BETTING = "betting"
    PARTNERS = "partners"
    DIVIDE = "divide"
    TARGET = "target"
    SHOP = "shop"
    CONTRIBUTE = "contribute"
    VOTE = "vote"
    OFFER = "offer"
    SETTLE = "settle"
    MEAL = "meal"
    OVER = "over"


class Stage(Enum):
    """BLI-R51. How far a seat is with its Meal."""

    WAIT = "wait"
    ROLLED = "rolled"
    DONE = "done"


class BettingClose(Enum):
    """BLI-R17. When all bets are final."""

    ALL_DECLINE_IN_A_ROW = "all_decline_in_a_row"
    ONE_RAISE_CIRCLE = "one_raise_circle"


class MultiPenalty(Enum):
    """BLI-R31. Whom the stamp of a multi event spares."""

    SAFE_IF_ANY_WIN = "safe_if_any_win"
    HIT_IF_ANY_LOSS = "hit_if_any_loss"


class Options(Value, frozen=True):
    """How a table is played: fixed at creation and public."""

    betting_close: BettingClose = BettingClose.ALL_DECLINE_IN_A_ROW  # BLI-R17
    tie_triggers_on_win: bool = True  # BLI-R29
    multi_penalty: MultiPenalty = MultiPenalty.SAFE_IF_ANY_WIN  # BLI-R31
    meal_roll_public: bool = True  # BLI-R53
    shop_payment_public: bool = True  # BLI-R42
    event_count: int = 0  # BLI-R47: 0 is 12, 14 or 16 for 2, 3 or 4 seats
    turn_seconds: int = 0  # BLI-R71: how long a turn or an answer may take; 0 is for ever
    settle_seconds: int = 0  # BLI-R72: how long every settlement lasts; 0 is until all have paid


class Pile(Value, frozen=True):
    """BLI-032. A deck, its top first, and its discard pile."""

    deck: Cards = ()
    discard: Cards = ()


class Question(Value, frozen=True):
    """What everybody may know of the decision that the table waits for."""

    seat: Seat | None = None  # who decides, where that is public
    option: int | None = None
    units: tuple[str, ...] = ()  # what is to be divided
    members: tuple[Seat, ...] = ()  # among whom
    needs_trophy: bool = False
    effect: str | None = None  # what a target is chosen for
    optional: bool = False
    kind: str | None = None  # of items to put in
    least: int = 0
    most: int = 0
    limit: int = 0
    failures: int = 0  # proposals that failed in this turn


class Decision(Step, frozen=True):
    """A step in which seats decide."""

    phase: ClassVar[Phase]
    trading: ClassVar[bool] = False  # BLI-R60: whether trades are made meanwhile

    def keeps(self, table: "Table[Step]", seat: Seat) -> int:
        """BLI-R64. How many cards a seat must keep for what it owes here."""
        return 0

    def waits(self, table: "Table[Step]") -> tuple[Seat, ...]:
        """The seats that are asked now; not all of this need be public."""
        raise AssertionError(f"{type(self).__name__} waits for nobody")

    def shown(self, table: "Table[Step]") -> Question:
        """What everybody may know of it."""
        return Question()


S = TypeVar("S", bound=Step)


class Table(Value, Generic[S], frozen=True):
    """One running game."""

    pack: Pack[Contents]
    options: Options
    agenda: tuple[S, ...]
    bodies: tuple[Secret[Body], ...]
    piles: tuple[Secret[Pile], ...]  # as PILES
    damage: Secret[int]  # BLI-R48: how many were never drawn; below 0, more were printed
    events: Secret[Cards]
    box: Secret[Cards]  # BLI-R47: events that were not shuffled in
    names: tuple[str | None, ...]  # each seat's loadout, once all have chosen
    dead: tuple[bool, ...]  # BLI-R59: as announced
    trophies: tuple[Cards, ...]
    day: int = 0
    leader: Seat = Seat(0)
    events_left: int = 0
    event: str | None = None
    event_discard: Cards = ()
    step: int = 0  # BLI-R55: a number for each step of the event
    betting: Betting = Betting()
    bets: tuple[Bet, ...] = ()
    placed: tuple[Placed, ...] = ()
    refs: int = 0  # cards and bets numbered so far
    opened: tuple[OpenCard, ...] = ()
    proposal: Proposal | None = None
    staked: tuple[Secret[tuple[Stake, ...]], ...] = ()  # one, or none
    outcomes: tuple[Outcome, ...] = ()
    keeper: Seat | None = None  # who keeps the trophy, where partners had to say so
    warded: tuple[Seat, ...] = ()
    used: tuple[Used, ...] = ()
    sat_out: tuple[Seat, ...] = ()
    pot: tuple[PotCard, ...] = ()
    won: tuple[Seat, ...] = ()  # of an incident
    voted: tuple[Seat, ...] = ()  # most voted
    touched: tuple[Seat, ...] = ()  # whose hands the public record names since the settlement
    stages: tuple[Stage, ...] = ()
    trades: tuple[Trade, ...] = ()
    tries: tuple[int, ...] = ()  # offers of this turn, by ordered pair
    offered: tuple[int, ...] = ()  # offers of this day, by seat
    spoken: tuple[int, ...] = ()  # statements of this day, by seat
    notes: tuple[Secret[tuple[Note, ...]], ...] = ()
    winners: tuple[Seat, ...] = ()
    ended: str | None = None  # how the game ended

    @property
    def seats(self) -> tuple[Seat, ...]:
        """All seats by number."""
        return seats_of(len(self.bodies))

    @property
    def cards(self) -> Mapping[str, Card]:
        """Every card of the edition by its id."""
        return cards_of(self.pack)

    @property
    def now(self) -> EventCard:
        """The event of the day."""
        assert self.event is not None, "asked only while there is an event"
        return events_of(self.pack)[self.event]

    @property
    def standing(self) -> tuple[Seat, ...]:
        """BLI-R70. The seats that are not dead, in turn order from the Event Leader."""
        turn = clockwise(self.leader, len(self.bodies))
        return tuple([seat for seat in turn if not self.dead[seat]])

    @property
    def living(self) -> tuple[Seat, ...]:
        """The seats that are alive."""
        return tuple([seat for seat in self.seats if self.body(seat).life is Life.ALIVE])

    @property
    def decision(self) -> Decision | None:
        """What the table waits for; None when it is over."""
        first = self.agenda[0] if self.agenda else None
        assert first is None or isinstance(first, Decision), "a settled table waits for a seat"
        return first

    def body(self, seat: Seat) -> Body:
        """A seat's hand and life, for rules only."""
        return self.bodies[seat].peek()

    def pile(self, deck: Deck) -> Pile:
        """A deck and its discards, for rules only."""
        return self.piles[PILES.index(deck)].peek()

    def with_body(self: "Table[Step]", seat: Seat, body: Body) -> "Table[Step]":
        """The table with another hand."""
        return replace(self, bodies=put(self.bodies, seat, known_to(seat, held=body)))

    def bet_of(self, seat: Seat, option: int) -> Bet | None:
        """The bet of a seat on an option."""
        for bet in self.bets:
            if bet.option == option and seat in bet.members:
                return bet
        return None

    def bet(self, number: int) -> Bet:
        """A bet by its number."""
        return next(bet for bet in self.bets if bet.id == number)

    def next_first(self: "Table[Step]", *steps: Step) -> "Table[Step]":
        """The same table with these steps to do before everything else."""
        return replace(self, agenda=steps + self.agenda)


AnyTable: TypeAlias = Table[Step]
