"""Everything on the table: the town, the markers, the cards, and what is left to do."""

from enum import Enum
from typing import ClassVar, Generic, TypeAlias, TypeVar

from croupier.engines.blossom_ridge.cards import Suit, TrickModKind
from croupier.engines.blossom_ridge.edition import Contents
from croupier.engines.kernel.agenda import Step
from croupier.engines.kernel.pack import Pack
from croupier.engines.kernel.secret import Counted, Secret
from croupier.engines.kernel.values import Seat, Value, replace, seats_of

MARKERS = 14  # BLO-005, BLO-R14: in play for each player; the counter and the spare are not
LETTERS = {"H": Suit.HEARTS, "D": Suit.DIAMONDS, "C": Suit.CLUBS, "S": Suit.SPADES}
RANKS = range(1, 11)
ACE_HIGH = 11  # BLO-R02
DECK = tuple(f"{letter}{rank}" for letter in LETTERS for rank in RANKS)  # BLO-002, BLO-R01

Cards: TypeAlias = tuple[str, ...]


def suit_of(card: str) -> Suit:
    """The suit of a card: hearts for "H7" (BLO-R03)."""
    return LETTERS[card[0]]


class Phase(Enum):
    """What the table waits for."""

    CHARACTERS = "characters"
    PLAY = "play"
    ACTION = "action"
    OVER = "over"


class Seating(Enum):
    """BLO-R06. How seats are arranged around the table."""

    RANDOM = "random"
    AS_LISTED = "as_listed"


class CharacterMode(Enum):
    """BLO-R30, BLO-R35. How players get their Characters, or that there are none."""

    DRAFT = "draft"
    RANDOM = "random"
    ASSIGNED = "assigned"
    OFF = "off"


class Options(Value, frozen=True):
    """How a table is played: fixed at creation and public."""

    ace_high: bool = False  # BLO-R02
    seating: Seating = Seating.RANDOM  # BLO-R06
    first_leader: Seat | None = None  # BLO-R07: None is drawn at random
    character_mode: CharacterMode = CharacterMode.DRAFT  # BLO-R30
    assigned: tuple[str, ...] = ()  # BLO-R30: one Character a seat, seat 0 first
    open_trick_history: bool = False  # BLO-R34


class Site(Value, frozen=True):
    """One Location of the town and the markers on it, by seat; BLO-088, BLO-R22: no limit."""

    id: str
    suit: Suit
    markers: tuple[int, ...]


Town: TypeAlias = tuple[Site, ...]


class PlayedCard(Value, frozen=True):
    """A card in a trick, its effective rank, and whether it counts as the led suit."""

    seat: Seat
    card: str
    rank: int
    counts: bool


class TrickMod(Value, frozen=True):
    """A Trick-Mod in force for the current trick."""

    seat: Seat
    ability: str
    kind: TrickModKind
    suit: Suit | None = None
    target: Seat | None = None


class Peeked(Value, frozen=True):
    """BLO-R10 keeps no list of seen cards; a snapshot lasts until its trick is finished."""

    target: Seat
    cards: Secret[Cards]


class Trick(Value, frozen=True):
    """A finished trick."""

    cards: tuple[PlayedCard, ...]
    winner: Seat
    action_suit: Suit


class RoundScore(Value, frozen=True):
    """BLO-R29. The scoring of one Round, by seat; the tricks are kept for display."""

    round: int
    controlled: tuple[int, ...]
    bonus: tuple[int, ...]
    tricks: tuple[int, ...]


class Decision(Step, frozen=True):
    """A step in which one seat decides."""

    phase: ClassVar[Phase]
    seat: Seat


S = TypeVar("S", bound=Step)


class Table(Value, Generic[S], frozen=True):
    """One running game. What can be counted is not stored: supplies, phase, trick number."""

    pack: Pack[Contents]
    options: Options
    agenda: tuple[S, ...]
    order: tuple[Seat, ...]  # BLO-R06: all seats, clockwise
    first_leader: Seat  # BLO-007, BLO-013
    town: Town  # row by row
    scores: tuple[int, ...]  # BLO-127: in the open
    characters: tuple[str | None, ...]
    spent: tuple[str | None, ...]  # BLO-074: the ability each seat has used, for the whole game
    round: int
    leader: Seat
    hands: tuple[Counted[Cards], ...]
    stock: Counted[Cards]  # BLO-R10: undealt, 2 players
    burned: Counted[Cards]  # BLO-R13: never shown, 3 players
    aside: Cards = ()  # BLO-008: 2 players, the tricks of the Round before, of the same shuffle
    trick: tuple[PlayedCard, ...] = ()
    mods: tuple[TrickMod, ...] = ()
    peeked: tuple[Peeked, ...] = ()
    tricks: tuple[Trick, ...] = ()  # BLO-051: cards played stay out for the rest of the Round
    tricks_won: tuple[int, ...] = ()
    last_trick: Trick | None = None
    history: tuple[RoundScore, ...] = ()

    @property
    def seats(self) -> tuple[Seat, ...]:
        """All seats by number."""
        return seats_of(len(self.order))

    @property
    def phase(self) -> Phase:
        """What the table waits for."""
        first = self._first()
        return Phase.OVER if first is None else first.phase

    @property
    def turn(self) -> Seat | None:
        """The seat that decides now."""
        first = self._first()
        return None if first is None else first.seat

    @property
    def led_suit(self) -> Suit | None:
        """BLO-R39. The suit of the leader's card, for everyone."""
        return suit_of(self.trick[0].card) if self.trick else None

    @property
    def action_suit(self) -> Suit | None:
        """BLO-R18, BLO-R38. The led suit, or the one declared last in this trick."""
        return action_suit(self.led_suit, self.mods)

    @property
    def round_leader(self) -> Seat:
        """BLO-070, BLO-R08. The first lead moves one seat clockwise each Round."""
        return self.clockwise(self.first_leader)[(self.round - 1) % len(self.order)]

    def clockwise(self, first: Seat) -> tuple[Seat, ...]:
        """All seats, clockwise from `first`."""
        at = self.order.index(first)
        return self.order[at:] + self.order[:at]

    def next_first(self: "Table[Step]", *steps: Step) -> "Table[Step]":
        """The same table with these steps to do before everything else."""
        return replace(self, agenda=steps + self.agenda)

    def _first(self) -> Decision | None:
        first = self.agenda[0] if self.agenda else None
        assert first is None or isinstance(first, Decision), "a settled table waits for a seat"
        return first


def rank_of(card: str, options: Options) -> int:
    """BLO-046. The natural rank of a card; BLO-R02: the ace is 11 if the option says so."""
    rank = int(card[1:])
    return ACE_HIGH if rank == 1 and options.ace_high else rank


def action_suit(led: Suit | None, mods: tuple[TrickMod, ...]) -> Suit | None:
    """The action suit in force. BLO-R38: of two declared, the later one counts."""
    declared = [mod.suit for mod in mods if mod.kind is TrickModKind.ACTION_SUIT]
    return declared[-1] if declared else led


def supply(town: Town, seat: Seat) -> int:
    """BLO-006, BLO-R14. The markers of a seat that are not on the map."""
    return MARKERS - sum([site.markers[seat] for site in town])


def controller(markers: tuple[int, ...]) -> Seat | None:
    """BLO-032, BLO-R15, BLO-R16. Who has strictly more markers than every single opponent.

    BLO-033: a shared maximum controls nothing, nor does nobody on an empty Location, where all
    share 0. BLO-034: smaller counts do not matter.
    """
    most = max(markers)
    return Seat(markers.index(most)) if markers.count(most) == 1 else None
