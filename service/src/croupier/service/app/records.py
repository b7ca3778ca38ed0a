"""What is stored of a table: the snapshot, and one log entry for each commit."""

from enum import Enum
from typing import NewType

from croupier.engines.kernel.prompts import PromptNumbers
from croupier.engines.kernel.values import Seat, Tagged, Value, Viewer

AWAY_AFTER = 2  # time-outs in a row
SCHEMA = 1  # what this release writes; it reads SCHEMA - 1 too, once there is one

TableId = NewType("TableId", str)
Caller = NewType("Caller", str)  # who a receipt belongs to: "host", "spectator", "0", "1", ...
HOST = Caller("host")
HOUSE = Caller("house")


class Status(Enum):
    """Where a table is in its life."""

    WAITING = "waiting"
    PLAYING = "playing"
    OVER = "over"
    CLOSED = "closed"


class Holder(Enum):
    """Who answers for a seat."""

    OPEN = "open"
    PERSON = "person"
    HOUSE = "house"


class Chair(Value, frozen=True):
    """One seat: who holds it, the generation of its token, the numbers of its prompts."""

    holder: Holder = Holder.OPEN
    name: str = ""
    policy: str | None = None  # how the house plays it; None while a person does
    generation: int = 0
    numbers: PromptNumbers = PromptNumbers()
    missed: int = 0  # how often in a row a person's time ran out

    @property
    def away(self) -> bool:
        """A person who let time run out too often: the house answers at once."""
        return self.holder is Holder.PERSON and self.missed >= AWAY_AFTER

    @property
    def absent(self) -> bool:
        """Nobody decides here: away, or left to the house's defaults."""
        return self.away or self.policy == "absent"


class Terms(Value, frozen=True):
    """What was agreed when the table was opened. Fixed for its whole life."""

    game: str
    rules: int  # the game's RULES number the table is pinned to
    pack: str  # SHA-256 of its pack, hex
    options: bytes  # the engine's options record, stored form
    listed: bool
    spectators: bool
    think_ms: int  # how long a house player thinks
    turn_s: int  # how long a person has for a decision of the own turn; 0 is for ever
    reply_s: int  # and for an answer to what others did
    fair: bool  # False when a test seed was given
    commitment: bytes


class Snapshot(Value, frozen=True):
    """A table after a commit, whole.

    Viewers are the seats in order, then the spectators: `revisions` counts, for each, the
    commits in which it was told something.
    """

    schema: int
    table_id: TableId
    epoch: bytes
    version: int
    terms: Terms
    status: Status
    chairs: tuple[Chair, ...]
    host_generation: int
    spectator_generation: int
    revisions: tuple[int, ...]
    drawn: dict[str, int]
    credited_ms: int  # outages up to this moment of the store's clock are credited
    state: bytes | None  # the engine's table, stored form; None before the start

    def revision(self, viewer: Viewer) -> int:
        """How often this viewer was told something."""
        return self.revisions[place_of(viewer, len(self.chairs))]


def place_of(viewer: Viewer, seats: int) -> int:
    """Where a viewer stands in `revisions` and `marks`: seats in order, spectators last."""
    return seats if viewer is None else viewer


class Deadline(Value, frozen=True):
    """When a prompt is due, by the store's clock in milliseconds."""

    seat: Seat
    prompt: int
    at_ms: int


# --- why a table changes: one act per commit -----------------------------------------------


class Open(Tagged, frozen=True):
    """A table is opened with so many empty seats."""

    terms: Terms
    seats: int


class TakeSeat(Tagged, frozen=True):
    """A person sits down; their token is of this generation."""

    seat: Seat
    name: str
    generation: int


class LeaveSeat(Tagged, frozen=True):
    """A person leaves: before the start the seat is free again, after it the house holds it."""

    seat: Seat


class GiveSeat(Tagged, frozen=True):
    """The host gives a seat to the house."""

    seat: Seat
    policy: str


class ReissueSeat(Tagged, frozen=True):
    """A new token for a seat: the old one is dead, and a person holds the seat again."""

    seat: Seat
    generation: int


class Return(Tagged, frozen=True):
    """A person who was away is back."""

    seat: Seat


class ReissueHost(Tagged, frozen=True):
    """A new token for the host: the old one is dead. Nobody at the table is told."""

    generation: int


class RevokeSpectators(Tagged, frozen=True):
    """Every spectator's token is dead; who may watch asks for a new one."""

    generation: int


class Start(Tagged, frozen=True):
    """The house deals."""


class Decide(Tagged, frozen=True):
    """A seat's command; `command` is the engine's record, stored form."""

    seat: Seat
    command: bytes


class TimeOut(Tagged, frozen=True):
    """The house answers a prompt that was due: of its own seat, or of one out of time."""

    seat: Seat
    prompt: int
    command: bytes


class Credit(Tagged, frozen=True):
    """The house was away until this moment: these deadlines move, with the time that was lost."""

    until_ms: int
    deadlines: tuple[Deadline, ...]


class Close(Tagged, frozen=True):
    """The host ends the table."""


Act = (
    Open
    | TakeSeat
    | LeaveSeat
    | GiveSeat
    | ReissueSeat
    | ReissueHost
    | RevokeSpectators
    | Start
    | Return
    | Decide
    | TimeOut
    | Credit
    | Close
)


# --- what the house tells, beside the game's own events --------------------------------------


class SeatTaken(Tagged, frozen=True):
    """Somebody sat down."""

    seat: Seat
    display_name: str


class SeatLeft(Tagged, frozen=True):
    """A seat is free again."""

    seat: Seat


class SeatGiven(Tagged, frozen=True):
    """The house holds a seat now."""

    seat: Seat
    policy: str


class SeatReissued(Tagged, frozen=True):
    """A seat has a new token."""

    seat: Seat


class TableOpened(Tagged, frozen=True):
    """The table exists."""


class TableStarted(Tagged, frozen=True):
    """The cards are dealt."""


class TimedOut(Tagged, frozen=True):
    """A seat ran out of time and the house answered for it."""

    seat: Seat


class SeatReturned(Tagged, frozen=True):
    """A person who was away is back."""

    seat: Seat


class DeadlinesExtended(Tagged, frozen=True):
    """A seat has more time, because the house was away. Told to that seat alone."""

    seat: Seat


class TableClosed(Tagged, frozen=True):
    """The host ended the table."""


Notice = (
    SeatTaken
    | SeatLeft
    | SeatGiven
    | SeatReissued
    | TableOpened
    | TableStarted
    | TimedOut
    | SeatReturned
    | DeadlinesExtended
    | TableClosed
)


def heard(notices: tuple[Notice, ...], viewer: Viewer) -> tuple[Notice, ...]:
    """What this viewer is told of it: all but what is for another seat alone."""
    return tuple(
        notice
        for notice in notices
        if not isinstance(notice, DeadlinesExtended) or notice.seat == viewer
    )


class Entry(Value, frozen=True):
    """One commit in the log: why, by whom, what was told (unredacted), who was told.

    The store adds the moment (its own clock) and the chain hash.
    """

    version: int
    act: Act
    caller: Caller
    command_id: bytes  # 16 bytes
    notices: tuple[Notice, ...]  # see `heard`
    events: bytes  # the engine's events, stored form
    revisions: tuple[int, ...]  # after this commit


class Receipt(Value, frozen=True):
    """The stored answer to a command id."""

    digest: bytes  # of the payload, 16 bytes
    version: int
    revision: int  # the sender's
