"""What the house asks of the store. One implementation: `adapters/store`."""

from collections.abc import AsyncIterator, Callable, Sequence
from typing import Protocol, TypeAlias

from croupier.engines.kernel.secret import Secret
from croupier.engines.kernel.values import Seat, Value
from croupier.service.app.records import (
    Caller,
    Deadline,
    Entry,
    Receipt,
    Snapshot,
    TableId,
)


class Row(Value, frozen=True):
    """A table as the store holds it at one version."""

    snapshot: Snapshot
    chain: bytes  # chain hash of this version's entry
    marks: tuple[bytes, ...]  # by viewer: chain hash of the version that made its revision
    deadlines: tuple[Deadline, ...]
    time_ms: int  # the store's clock at the last commit


class Logged(Value, frozen=True):
    """An entry with what the store added."""

    entry: Entry
    time_ms: int
    chain: bytes


class ReceiptKey(Value, frozen=True):
    """Whose command id."""

    caller: Caller
    command_id: bytes


class Look(Value, frozen=True):
    """One confirming read: `row` is None when what is known is still the newest."""

    row: Row | None
    receipt: Receipt | None
    now_ms: int


class Opening(Value, frozen=True):
    """A prompt that opens in this commit and is due after so long.

    `at_ms` is set where a clock of the seat runs on: the moment it had, not a new one.
    """

    seat: Seat
    prompt: int
    after_ms: int
    at_ms: int | None = None


class Clocks(Value, frozen=True):
    """What a commit does to deadlines: the durations are ours, the moments the store's.

    `keeps` are the prompts open before and after; every other old deadline is dropped.
    `answers` is the prompt this commit answers: refused after its deadline, or, when
    `due` (the house answers), before it.
    """

    opens: tuple[Opening, ...] = ()
    keeps: tuple[tuple[Seat, int], ...] = ()
    answers: tuple[Seat, int] | None = None
    due: bool = False


NO_CLOCKS = Clocks()


class Outage(Value, frozen=True):
    """When nobody kept the house, by the store's clock in milliseconds."""

    since_ms: int
    until_ms: int


# --- what became of a commit ------------------------------------------------------------------


class Committed(Value, frozen=True):
    """It is stored, durable as promised, and announced."""

    row: Row


class Known(Value, frozen=True):
    """This command id was used before; nothing was written."""

    receipt: Receipt


class Stale(Value, frozen=True):
    """Somebody else's commit came first; here is the table as it is. Nothing was written."""

    row: Row


class TooLate(Value, frozen=True):
    """The prompt's deadline has passed. Nothing was written."""


class NotDue(Value, frozen=True):
    """The prompt is not due yet. Nothing was written."""

    at_ms: int
    now_ms: int


class Gone(Value, frozen=True):
    """There is no such table (any more)."""


class Full(Value, frozen=True):
    """The table's log has reached its cap. Nothing was written."""


Outcome = Committed | Known | Stale | TooLate | NotDue | Gone | Full


# --- failures ---------------------------------------------------------------------------------


class StoreAway(Exception):
    """The store did not answer. `applied` says whether a write may have happened."""

    def __init__(self, may_be_applied: bool) -> None:
        super().__init__("the store is away")
        self.may_be_applied = may_be_applied


class Rotten(Exception):
    """A stored snapshot or entry fails its seal. Harms this table only."""

    def __init__(self, table_id: TableId) -> None:
        super().__init__("stored data fails its seal")
        self.table_id = table_id


class ReplicaTooOld(Exception):
    """The stored data has a newer schema than this release writes."""


# a table and the chain hash of what was committed (none when that is not known)
Hear: TypeAlias = Callable[[TableId | None, bytes], None]


class Store(Protocol):
    """Tables, packs, the lobby and due work, durable and shared by every replica."""

    async def create(
        self, after: Snapshot, entry: Entry, receipt: Receipt, seed: Secret[bytes]
    ) -> Committed | Stale | Known:
        """Open a table. Stale/Known: it exists (a repeated command id finds its table)."""
        ...

    async def commit(
        self,
        before: Row,
        after: Snapshot,
        entry: Entry,
        receipt: Receipt | None,
        clocks: Clocks = NO_CLOCKS,
    ) -> Outcome:
        """Everything of one commit or nothing: receipt (under the entry's caller and command
        id), entry, snapshot, deadlines, expiries, announcement. None as receipt: the act is
        not repeatable (never used for clients)."""
        ...

    async def look(
        self, table_id: TableId, known: bytes | None = None, receipt: ReceiptKey | None = None
    ) -> Look | None:
        """The newest version of a table unless its chain hash is `known`, and a receipt.

        None: there is no such table. The chain tells a version from another of the same
        number, which a store that lost its last moments may come to hold.
        """
        ...

    async def seed(self, table_id: TableId) -> Secret[bytes]:
        """The table's seed, sealed in the store."""
        ...

    async def entries(
        self, table_id: TableId, after: int, upto: int | None = None, limit: int = 256
    ) -> Sequence[Logged]:
        """Log entries with after < version <= upto, ascending, seals and chain checked."""
        ...

    async def entries_back(
        self, table_id: TableId, before: int | None, limit: int = 64
    ) -> Sequence[Logged]:
        """Log entries with version < before (newest when None), descending."""
        ...

    async def versions(self, table_ids: Sequence[TableId]) -> Sequence[int | None]:
        """The newest version of each, in one round trip. None: gone."""
        ...

    async def touch(self, table_id: TableId) -> None:
        """Somebody watches: refresh the table's expiry if less than half of it is left."""
        ...

    # hints: only ever "look again"
    async def subscribe(self, table_id: TableId) -> None: ...
    async def unsubscribe(self, table_id: TableId) -> None: ...
    def on_hint(self, hear: Hear) -> None:
        """Call `hear` for each hint; None means hints may have been lost (reconnected)."""
        ...

    # packs
    async def put_pack(self, sha256: str, text: str) -> None: ...
    async def get_pack(self, sha256: str) -> str | None: ...

    # the lobby: open, listed tables; a best-effort index, the tables decide
    async def list_table(self, table_id: TableId) -> None: ...
    async def unlist_table(self, table_id: TableId) -> None: ...
    def listed(self, after: str, limit: int) -> AsyncIterator[tuple[str, TableId]]:
        """(cursor, table) newest first, from the place after a cursor ("" is the start)."""
        ...

    # due work: an entry too many is harmless, one too few cannot happen
    async def will_be_due(self, table_id: TableId, after_ms: int) -> None:
        """Before a commit that opens a deadline: remember to look at this table then."""
        ...

    async def claim_due(self, limit: int, hold_ms: int) -> Sequence[TableId]:
        """Tables whose moment has come, put off by hold_ms so that no other replica takes
        them now; at most `limit` from each bucket, buckets in random order."""
        ...

    async def put_off(self, table_id: TableId, after_ms: int | None) -> None:
        """Look again after so long; None: nothing is due there any more."""
        ...

    async def pulse(self, gap_ms: int, keep: int) -> Sequence[Outage]:
        """Leave a sign of life. If the last one is older than the gap, that was an outage; the
        newest `keep` are told, the oldest first."""
        ...

    async def now_ms(self) -> int:
        """The store's clock."""
        ...

    async def durability(self) -> str:
        """What the store's settings promise: "local" or "none"."""
        ...
