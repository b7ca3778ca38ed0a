"""Everything on the table: hands, health, objectives, the decks, and what is left to do."""

from enum import Enum
from typing import ClassVar, Generic, TypeAlias, TypeVar

from croupier.engines.blast_radius.cards import Health, Survivor
from croupier.engines.blast_radius.edition import Cards, Contents, cards_of
from croupier.engines.kernel.agenda import Step
from croupier.engines.kernel.pack import Pack
from croupier.engines.kernel.secret import Counted
from croupier.engines.kernel.values import Seat, Value, replace, seats_of

Names: TypeAlias = tuple[str, ...]  # of cards, such as "machete.2"


class Phase(Enum):
    """What the table waits for."""

    SURVIVORS = "survivors"
    RECOVERY = "recovery"
    DRAW = "draw"
    DISCARD = "discard"
    ACTION = "action"
    POST_DRAW = "post_draw"
    DEFENCE = "defence"
    TRADE_ANSWER = "trade_answer"
    JOKE = "joke"
    JOKE_VOTE = "joke_vote"
    EFFECT_DISCARD = "effect_discard"
    KARROT = "karrot"
    EUGENE = "eugene"
    SPRENGEN = "sprengen"
    HELGA = "helga"
    BRAYDEN = "brayden"
    BRAYDEN_DEAL = "brayden_deal"
    OVER = "over"


TURN_PHASES = (Phase.RECOVERY, Phase.DRAW, Phase.DISCARD, Phase.ACTION, Phase.POST_DRAW)
KARROT_PHASES = (Phase.RECOVERY, Phase.DRAW, Phase.ACTION, Phase.POST_DRAW)  # BLA-R54


class EndGame(Enum):
    """BLA-R33. When a game ends after somebody's third objective."""

    IMMEDIATE = "immediate"
    FINISH_ROUND = "finish_round"
    FINAL_LAP = "final_lap"


class TieBreak(Enum):
    """BLA-R34. What decides between equal scores."""

    SHARED = "shared"
    OBJECTIVES = "objectives"


class ItemUse(Enum):
    """BLA-R29. Whether items that fulfil an objective are spent."""

    CARD = "card"
    KEEP = "keep"
    DISCARD = "discard"


class JokeMode(Enum):
    """BLA-R49. How a joke is told, and who says that it was."""

    TEXT = "text"
    TABLE = "table"
    SELF = "self"


class Source(Enum):
    """BLA-034, BLA-035. Where a second card may come from."""

    DECK = "deck"
    DISCARD = "discard"


class Options(Value, frozen=True):
    """How a table is played: fixed at creation and public."""

    end_game: EndGame = EndGame.IMMEDIATE
    tie_break: TieBreak = TieBreak.SHARED
    allow_pass: bool = True  # BLA-R09
    objective_items: ItemUse = ItemUse.CARD
    attacker_keeps_weapon_on_loss: bool = False  # BLA-R40
    defender_discards_on_loss: bool = False  # BLA-R41
    joke_mode: JokeMode = JokeMode.TEXT
    joke_seconds: int = 10  # BLA-141
    joke_grace_ms: int = 0  # BLA-R50
    max_trade_offers: int = 10  # BLA-R52
    survivor_abilities: bool = False  # BLA-011
    starting_seat: Seat | None = None  # BLA-R01
    karrot_window_ms: int = 0  # BLA-R54
    turns_max: int = 300  # BLA-R62


class Hand(Value, frozen=True):
    """The cards of one hand."""

    cards: Names


class Active(Value, frozen=True):
    """BLA-R31. An objective in front of a player, and what was done for each of its needs."""

    objective: str
    progress: tuple[int, ...]


class Attack(Value, frozen=True):
    """BLA-112. Who attacks whom, for which card, with which weapon."""

    attacker: Seat
    defender: Seat
    item: str
    weapon: str


class Offer(Value, frozen=True):
    """BLA-147. Cards of `by` for cards of `to`, who is asked."""

    by: Seat
    to: Seat
    give: Names
    take: Names


class Deal(Value, frozen=True):
    """BLA-161. Brayden's card for what the seller was to give in the trade."""

    offer: Offer
    brayden: Seat
    seller: Seat
    card: str


class Discarding(Value, frozen=True):
    """Who chooses so many cards of whose hand for the discard pile."""

    chooser: Seat
    owner: Seat
    count: int


class Claim(Value, frozen=True):
    """A survivor who may take one card of another hand."""

    seat: Seat
    owner: Seat


class Pending(Value, frozen=True):
    """What the open question is about; all of it is public."""

    attack: Attack | None = None
    offer: Offer | None = None
    deal: Deal | None = None
    discarding: Discarding | None = None
    claim: Claim | None = None
    votes: int = 0


class Decision(Step, frozen=True):
    """A step in which one seat decides, or several at once."""

    phase: ClassVar[Phase]

    def asked(self, table: "Table[Step]") -> tuple[Seat, ...]:
        """Who has to decide now. Nobody: the step is done at once."""
        raise AssertionError(f"{type(self).__name__} asks nobody")

    def about(self) -> Pending:
        """What they decide on."""
        return Pending()


S = TypeVar("S", bound=Step)


class Table(Value, Generic[S], frozen=True):
    """One running game. BLA-017: hands are open; only the order of the two decks is hidden."""

    pack: Pack[Contents]
    options: Options
    agenda: tuple[S, ...]
    characters: tuple[Survivor | None, ...]
    hands: tuple[Names, ...]  # BLA-018: item cards alone
    health: tuple[Health, ...]
    incap_turns: tuple[int, ...]  # BLA-105, BLA-R35
    objectives: tuple[tuple[Active, ...], ...]
    scored: tuple[Names, ...]  # BLA-070, BLA-R28: face down is a marker only
    deck: Counted[Names]  # BLA-005: the first is on top
    objective_deck: Counted[Names]  # BLA-008
    discard: Names = ()  # BLA-006, BLA-R61: face up, the last is on top
    limbo: Names = ()  # cards that left hand or deck and are still resolving
    first: Seat | None = None
    active: Seat | None = None
    turn: int = 0
    round: int = 0
    action_used: bool = False
    trade_done: bool = False
    early_discard: bool = False
    karrot_used: bool = False
    offers_left: int = 0
    just_drawn: str | None = None  # BLA-R15
    trigger: Seat | None = None
    patients: tuple[Seat, ...] = ()  # whom Dr. Sprengen has healed and not yet billed
    takes: int = 0  # cards taken in the running command

    @property
    def seats(self) -> tuple[Seat, ...]:
        """All seats, clockwise from 0."""
        return seats_of(len(self.hands))

    @property
    def cards(self) -> Cards:
        """What is printed on the cards in play."""
        return cards_of(self.pack)

    @property
    def phase(self) -> Phase:
        """What the table waits for."""
        first = self.asking
        return Phase.OVER if first is None else first.phase

    @property
    def asking(self) -> Decision | None:
        """The step that asks; a settled table has one until the game is over."""
        first = self.agenda[0] if self.agenda else None
        assert first is None or isinstance(first, Decision), "a settled table waits for a seat"
        return first

    def next_first(self: "Table[Step]", *steps: Step) -> "Table[Step]":
        """The same table with these steps to do before everything else."""
        return replace(self, agenda=steps + self.agenda)

    def after(self, seat: Seat, steps: int = 1) -> Seat:
        """BLA-003. The seat so many places clockwise."""
        return Seat((seat + steps) % len(self.hands))

    def seat_of(self, survivor: Survivor) -> Seat | None:
        """BLA-011. Who plays this survivor, if abilities are on."""
        if not self.options.survivor_abilities or survivor not in self.characters:
            return None
        return Seat(self.characters.index(survivor))

    def is_down(self, seat: Seat) -> bool:
        """Whether a player is Incapacitated."""
        return self.health[seat] is Health.INCAPACITATED


AnyTable: TypeAlias = Table[Step]
