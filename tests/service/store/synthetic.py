"""Tables that no game made: whatever the store is given, it must keep."""

import itertools
import uuid
from dataclasses import dataclass
from typing import Any

from croupier.engines.kernel.secret import Secret, known_to_nobody
from croupier.engines.kernel.values import Seat, replace
from croupier.service.app.ports import NO_CLOCKS, Clocks, Committed, Outcome, Row, Store
from croupier.service.app.records import (
    HOST,
    SCHEMA,
    Act,
    Caller,
    Chair,
    Decide,
    Entry,
    Open,
    Receipt,
    Snapshot,
    Status,
    TableId,
    TableOpened,
    Terms,
)

SEED = bytes(range(32))
TERMS = Terms(
    game="synthetic",
    rules=1,
    pack="ab" * 32,
    options=b"options",
    listed=True,
    spectators=True,
    think_ms=0,
    turn_s=0,
    reply_s=0,
    fair=True,
    commitment=b"m" * 32,
)
FIRST_SEAT = Caller("0")
_numbers = itertools.count()


def new_id() -> bytes:
    """A command id."""
    return uuid.uuid4().bytes


def new_table_id() -> TableId:
    """An id of a table."""
    return TableId(str(uuid.uuid4()))


def seed() -> Secret[bytes]:
    """What every table here is dealt from."""
    return known_to_nobody(SEED)


@dataclass(frozen=True)
class Move:
    """One commit, not yet sent."""

    before: Row
    after: Snapshot
    entry: Entry
    kept: Receipt | None

    @property
    def receipt(self) -> Receipt:
        """The receipt of a command that leaves one."""
        assert self.kept is not None
        return self.kept

    async def to(self, store: Store, clocks: Clocks = NO_CLOCKS) -> Outcome:
        """Send it."""
        return await store.commit(self.before, self.after, self.entry, self.kept, clocks)


def first(table_id: TableId, seats: int = 2) -> tuple[Snapshot, Entry, Receipt]:
    """What opens a table."""
    snapshot = Snapshot(
        schema=SCHEMA,
        table_id=table_id,
        epoch=uuid.uuid4().bytes[:8],
        version=1,
        terms=TERMS,
        status=Status.WAITING,
        chairs=(Chair(),) * seats,
        host_generation=0,
        spectator_generation=0,
        revisions=(1,) * (seats + 1),
        drawn={"public_dice": 3},
        credited_ms=0,
        state=None,
    )
    act = Open(TERMS, seats)
    entry = Entry(1, act, HOST, new_id(), (TableOpened(),), b"", snapshot.revisions)
    return snapshot, entry, Receipt(b"opening digest 1", 1, 0)


async def opened(store: Store, table_id: TableId | None = None, seats: int = 2) -> Row:
    """A table that has just been opened."""
    made = await store.create(*first(table_id or new_table_id(), seats), seed())
    assert isinstance(made, Committed)
    return made.row


def move(
    before: Row,
    *,
    caller: Caller = FIRST_SEAT,
    command_id: bytes | None = None,
    told: tuple[Seat, ...] | None = None,
    receipt: bool = True,
    act: Act | None = None,
    events: bytes = b"events",
    **changes: Any,
) -> Move:
    """The next commit of a table; `told` are the seats whose revisions grow (None: everybody)."""
    old = before.snapshot
    revisions = tuple(
        revision + (told is None or place in told) for place, revision in enumerate(old.revisions)
    )
    version = old.version + 1
    state = b"state %d" % next(_numbers)
    changes = {"status": Status.PLAYING, "state": state, **changes}
    after = replace(old, version=version, revisions=revisions, **changes)
    entry = Entry(
        version,
        act or Decide(Seat(0), b"command %d" % version),
        caller,
        command_id or new_id(),
        (),
        events,
        revisions,
    )
    kept = Receipt(b"a command's digest"[:16], version, revisions[0]) if receipt else None
    return Move(before, after, entry, kept)


async def moved(store: Store, before: Row, times: int = 1, **changes: Any) -> Row:
    """A table after so many more commits."""
    for _ in range(times):
        done = await move(before, **changes).to(store)
        assert isinstance(done, Committed), done
        before = done.row
    return before
