"""Everything on the table: deck, hands, Grimoires, blood, dice, and what is left to do."""

from enum import Enum
from typing import ClassVar, Generic, TypeAlias, TypeVar

from croupier.engines.kernel.agenda import Step
from croupier.engines.kernel.pack import Pack
from croupier.engines.kernel.secret import Counted
from croupier.engines.kernel.values import Seat, Value, replace, seats_of
from croupier.engines.the_blessed_dark.dice import Values
from croupier.engines.the_blessed_dark.edition import Contents

BLOOD = 20  # BLE-002
DEALT = 3  # BLE-012
STARTING_BLOOD = 2  # BLE-016
DRAWN_BLOOD = 2  # BLE-050
HAND_MAX = 5  # BLE-041, BLE-R09

SEATS = tuple(seats_of(players) for players in range(5))

Cards: TypeAlias = tuple[str, ...]


class Phase(Enum):
    """What the table waits for."""

    FIRST_CARDS = "first_cards"
    TURN = "turn"
    RITUAL = "ritual"
    EFFECT = "effect"
    LAST_CARD = "last_card"
    OVER = "over"


class ChoiceKind(Enum):
    """What an effect asks for."""

    OPPONENT = "opponent"
    OWN_EXHAUSTED = "own_exhausted"
    OPPONENT_SPELLS = "opponent_spells"
    OWN_UNEXHAUSTED = "own_unexhausted"
    OPPONENT_DEMON = "opponent_demon"
    OPPONENT_GRIMOIRE = "opponent_grimoire"
    OWN_GRIMOIRE = "own_grimoire"
    PLACE = "place"
    DISCARD_OWN = "discard_own"
    PEEK = "peek"
    SCRY = "scry"
    DISCARD_PILE = "discard_pile"


class EndReason(Enum):
    """Why the game ended."""

    DECK = "deck"
    TURN_LIMIT = "turn_limit"


class Tiebreak(Enum):
    """BLE-R40. What can decide between equal favor."""

    DARK_ONE = "dark_one"
    SUMMONED_DEMONS = "summoned_demons"
    BLOOD = "blood"


class Options(Value, frozen=True):
    """How a table is played: fixed at creation and public."""

    starting_player: Seat | None = None  # BLE-R06: None is drawn at random
    turn_limit: int = 0  # BLE-R41: completed turns; 0 is no limit
    tiebreak: tuple[Tiebreak, ...] = ()  # BLE-R40: in this order
    dark_one_modified_triple: bool = False  # BLE-R22
    dark_one_ends_ritual: bool = True  # BLE-R23
    free_cast_demons: bool = False  # BLE-R28
    reveal_hands_at_end: bool = False  # BLE-R42


class Entry(Value, frozen=True):
    """A card in a Grimoire. BLE-R36: two independent flags; BLE-061: at first neither.

    BLE-130: a demon that is not summoned is a spell.
    """

    card: str
    exhausted: bool = False
    summoned: bool = False


Grimoire: TypeAlias = tuple[Entry, ...]


class Ritual(Value, frozen=True):
    """A ritual in progress. BLE-R24: the dice as they lie now, kept ones included."""

    dice: Values
    attempt: int
    moved_dark_one: bool = False  # BLE-R29: this ritual summoned or stole The Dark One


class Casting(Value, frozen=True):
    """A card whose effects are being carried out; BLE-R33: it still lies in the Grimoire."""

    card: str
    free: bool


class Target(Value, frozen=True):
    """A card in somebody's Grimoire; `name` tells equal cards of one choice apart."""

    name: str
    seat: Seat
    card: str
    exhausted: bool


class RevealedHand(Value, frozen=True):
    """A hand, shown after the end."""

    seat: Seat
    cards: Cards


class Decision(Step, frozen=True):
    """A step in which one seat decides, during the turn of `active`."""

    phase: ClassVar[Phase]
    seat: Seat

    @property
    def active(self) -> Seat:
        """Whose turn it is."""
        return self.seat


class Asking(Decision, frozen=True):
    """A choice inside an effect. What is chosen from is fixed when it is opened.

    BLE-R44: of several seats one is asked after the other, and the game waits.
    BLE-R57: all of this is public, but for hidden cards.
    """

    phase: ClassVar[Phase] = Phase.EFFECT
    choice_id: int
    kind: ChoiceKind
    caster: Seat
    card: str  # whose effect it is
    index: int
    opponent: Seat | None  # at whom the effect is aimed
    least: int
    most: int
    opponents: tuple[Seat, ...]
    targets: tuple[Target, ...]
    cards: Counted[Cards]  # for the seat asked alone, if they lie hidden
    pile: Cards

    @property
    def active(self) -> Seat:
        """Whose turn it is."""
        return self.caster


class Sealing(Step, frozen=True):
    """BLE-R05. The first cards chosen so far; that a seat has chosen is public."""

    sealed: tuple[Counted[Cards], ...]


S = TypeVar("S", bound=Step)


class Table(Value, Generic[S], frozen=True):
    """One running game. What can be counted is not stored: the pool, the phase, the favor.

    BLE-005: each card is in one of the deck, a hand, a Grimoire, the discard pile, the centre
    (The Dark One alone), or is the last card.
    """

    pack: Pack[Contents]
    options: Options
    agenda: tuple[S, ...]
    deck: Counted[Cards]  # from the top
    hands: tuple[Counted[Cards], ...]  # BLE-R47: in order of arrival
    grimoires: tuple[Grimoire, ...]
    blood: tuple[int, ...]
    last_card: Counted[Cards]  # BLE-171: drawn, and not yet placed or kept
    discard: Cards = ()  # BLE-021, BLE-R34: common, open, the newest last
    starting_player: Seat | None = None
    turns: int = 0  # completed
    dark_one: Seat | None = None  # BLE-010: who controls it; None is the centre
    ritual: Ritual | None = None
    casting: Casting | None = None
    choices: int = 0  # asked so far
    ended: EndReason | None = None
    revealed: tuple[Cards, ...] = ()  # BLE-R42: all hands, by seat, after the end

    @property
    def seats(self) -> tuple[Seat, ...]:
        """All seats, clockwise from 0."""
        return SEATS[len(self.hands)]

    @property
    def pool(self) -> int:
        """BLE-017. The blood that nobody holds."""
        return BLOOD - sum(self.blood)

    @property
    def phase(self) -> Phase:
        """What the table waits for."""
        first = self.agenda[0] if self.agenda else None
        match first:
            case None:
                return Phase.OVER
            case Decision():
                return first.phase
            case _:
                return Phase.FIRST_CARDS

    @property
    def active(self) -> Seat | None:
        """Whose turn it is."""
        first = self.agenda[0] if self.agenda else None
        return first.active if isinstance(first, Decision) else None

    @property
    def asking(self) -> Asking | None:
        """The choice that is open inside an effect."""
        first = self.agenda[0] if self.agenda else None
        return first if isinstance(first, Asking) else None

    def opponents(self, seat: Seat) -> tuple[Seat, ...]:
        """Every other seat, clockwise from the left of this one."""
        return self.seats[seat + 1 :] + self.seats[:seat]

    def next_first(self: "Table[Step]", *steps: Step) -> "Table[Step]":
        """The same table with these steps to do before everything else."""
        return replace(self, agenda=steps + self.agenda)


def is_spell(entry: Entry) -> bool:
    """BLE-133, BLE-R26. Neither a summoned demon nor The Dark One.

    So BLE-072 and BLE-132: nothing ever readies them.
    """
    return not entry.summoned
