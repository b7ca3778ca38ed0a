"""Tables in the store: each act is one script, each script one function here."""

from collections.abc import Sequence
from typing import Any

from croupier.engines.kernel.secret import Secret, known_to_nobody
from croupier.engines.kernel.values import Seat, Value
from croupier.service.adapters.calls import Calls, Script
from croupier.service.adapters.codec import Codec, Log, read_deadlines
from croupier.service.adapters.names import Names, TableKeys
from croupier.service.adapters.seals import Seals
from croupier.service.app.ports import (
    NO_CLOCKS,
    Clocks,
    Committed,
    Full,
    Gone,
    Known,
    Logged,
    Look,
    NotDue,
    Opening,
    Outcome,
    ReceiptKey,
    ReplicaTooOld,
    Rotten,
    Row,
    Stale,
    TooLate,
)
from croupier.service.app.records import SCHEMA, Entry, Receipt, Snapshot, Status, TableId

ENTRIES_MAX = 20_000
LOG_BYTES_MAX = 16 * 1024 * 1024
_DAY_MS = 24 * 60 * 60 * 1000

_CREATE = Script("create")
_COMMIT = Script("commit")
_LOOK = Script("look")
_ENTRIES = Script("entries")
_ENTRIES_BACK = Script("entries_back")
_TOUCH = Script("touch")


class Retention(Value, frozen=True):
    """How long a table stays after its last commit, and caps on its log."""

    live_ms: int = 30 * _DAY_MS
    over_ms: int = 7 * _DAY_MS
    entries_max: int = ENTRIES_MAX
    log_bytes_max: int = LOG_BYTES_MAX

    def of(self, status: Status) -> int:
        """The time to live of a table in this status."""
        return self.live_ms if status in (Status.WAITING, Status.PLAYING) else self.over_ms


class Tables:
    """The part of the store that holds tables."""

    def __init__(self, calls: Calls, names: Names, seals: Seals, retention: Retention) -> None:
        self._calls, self._names, self._seals = calls, names, seals
        self._codec = Codec(seals)
        self._retention = retention

    async def create(
        self, after: Snapshot, entry: Entry, receipt: Receipt, seed: Secret[bytes]
    ) -> Committed | Stale | Known:
        """All keys of a table at once, or what is there already."""
        table_id, keys = after.table_id, self._names.table(after.table_id)
        field = self._seals.receipt_field(table_id, ReceiptKey(entry.caller, entry.command_id))
        written = self._codec.write(None, after, entry)
        arguments = (
            field,
            self._seals.sealed_receipt(field, receipt),
            SCHEMA,
            after.epoch,
            written.entry,
            written.chain,
            b"".join(written.marks),
            written.snapshot,
            after.status.value,
            self._retention.of(after.status),
            self._seals.sealed_seed(table_id, seed.peek()),
        )
        match await self._calls.script(_CREATE, keys, arguments):
            case [b"ok", moment]:
                return Committed(Row(after, written.chain, written.marks, (), int(moment)))
            case [b"known", sealed]:
                return Known(self._seals.opened_receipt(table_id, field, sealed))
            case [b"stale", fields]:
                return Stale(self._codec.read_row(table_id, fields))
        raise Rotten(table_id)

    async def commit(
        self,
        before: Row,
        after: Snapshot,
        entry: Entry,
        receipt: Receipt | None,
        clocks: Clocks = NO_CLOCKS,
    ) -> Outcome:
        """One commit, one round trip."""
        assert after.version == entry.version == before.snapshot.version + 1
        assert not clocks.due or clocks.answers in _prompts(before)
        table_id = after.table_id
        field = sealed_receipt = b""
        if receipt is not None:
            key = ReceiptKey(entry.caller, entry.command_id)
            field = self._seals.receipt_field(table_id, key)
            sealed_receipt = self._seals.sealed_receipt(field, receipt)
        written = self._codec.write(before, after, entry)
        arguments = (
            field,
            sealed_receipt,
            before.chain,
            SCHEMA,
            after.version,
            written.entry,
            written.chain,
            b"".join(written.marks),
            written.snapshot,
            after.status.value,
            self._retention.of(after.status),
            self._names.channel(table_id),
            *_clock_arguments(clocks),
            self._retention.entries_max,
            self._retention.log_bytes_max,
        )
        reply = await self._calls.script(_COMMIT, self._names.table(table_id), arguments)
        if reply[0] == b"ok":
            deadlines = read_deadlines(reply[2])
            return Committed(Row(after, written.chain, written.marks, deadlines, int(reply[1])))
        return self._not_committed(table_id, field, reply)

    def _not_committed(self, table_id: TableId, field: bytes, reply: Sequence[Any]) -> Outcome:
        match reply:
            case [b"known", sealed]:
                return Known(self._seals.opened_receipt(table_id, field, sealed))
            case [b"stale", fields]:
                return Stale(self._codec.read_row(table_id, fields))
            case [b"late"]:
                return TooLate()
            case [b"notdue", at, now]:
                return NotDue(int(at), int(now))
            case [b"gone"]:
                return Gone()
            case [b"full"]:
                return Full()
            case [b"old"]:
                raise ReplicaTooOld
        raise Rotten(table_id)

    async def look(
        self, table_id: TableId, known: bytes | None = None, receipt: ReceiptKey | None = None
    ) -> Look | None:
        """One confirming read, always of the server that takes writes."""
        keys = self._names.table(table_id)
        field = self._seals.receipt_field(table_id, receipt) if receipt else b""
        reply = await self._calls.script(
            _LOOK, (keys.state, keys.receipts), (known or b"", field), True
        )
        if not reply:
            return None
        now, sealed, fields = reply
        return Look(
            self._codec.read_row(table_id, fields) if fields else None,
            self._seals.opened_receipt(table_id, field, sealed) if sealed else None,
            int(now),
        )

    async def seed(self, table_id: TableId) -> Secret[bytes]:
        """The table's seed; Rotten when it is not there, for tables never lack one."""
        sealed = await self._calls.read("GET", self._names.table(table_id).seed)
        if sealed is None:
            raise Rotten(table_id)
        return known_to_nobody(self._seals.opened_seed(table_id, sealed))

    async def entries(
        self, table_id: TableId, after: int, upto: int | None = None, limit: int = 256
    ) -> Sequence[Logged]:
        """A stretch of the log; a missing entry is Rotten as a broken one is."""
        reply = await self._calls.script(
            _ENTRIES, _state_and_log(self._names.table(table_id)),
            (after, "" if upto is None else upto, limit), True,
        )  # fmt: skip
        if not reply:
            return ()
        log = Log(table_id, reply[0], int(reply[1]), reply[2], reply[3])
        logged = self._codec.read_log(log, after)
        newest = log.version if upto is None else min(upto, log.version)
        if len(logged) != max(min(limit, newest - after), 0):
            raise Rotten(table_id)
        return logged

    async def entries_back(
        self, table_id: TableId, before: int | None, limit: int = 64
    ) -> Sequence[Logged]:
        """The same, newest first."""
        reply = await self._calls.script(
            _ENTRIES_BACK, _state_and_log(self._names.table(table_id)),
            ("" if before is None else before, limit), True,
        )  # fmt: skip
        if not reply:
            return ()
        log = Log(table_id, reply[0], int(reply[1]), reply[2], reply[3][::-1])
        newest = log.version if before is None else min(before - 1, log.version)
        oldest = max(newest - limit, 0)
        logged = self._codec.read_log(log, oldest)
        if len(logged) != newest - oldest:
            raise Rotten(table_id)
        return logged[::-1]

    async def versions(self, table_ids: Sequence[TableId]) -> Sequence[int | None]:
        """The newest version of each, in one round trip."""
        commands = [("HGET", self._names.table(table_id).state, "v") for table_id in table_ids]
        replies = await self._calls.read_all(commands)
        return [None if reply is None else _version(reply) for reply in replies]

    async def touch(self, table_id: TableId) -> None:
        """Keep a watched table."""
        keys = self._names.table(table_id)
        ttls = self._retention.live_ms, self._retention.over_ms
        await self._calls.script(_TOUCH, keys, ttls, True)


def _version(stored: bytes) -> int:
    """0 when it is unreadable: nobody knows that version, so the table is looked at."""
    return int(stored) if stored.isdigit() else 0


def _state_and_log(keys: TableKeys) -> tuple[str, str]:
    return keys.state, keys.log


def _prompts(row: Row) -> tuple[tuple[Seat, int], ...]:
    return tuple((deadline.seat, deadline.prompt) for deadline in row.deadlines)


def _moment(opening: Opening) -> str:
    return str(opening.after_ms) if opening.at_ms is None else f"@{opening.at_ms}"


def _clock_arguments(clocks: Clocks) -> tuple[str, str, str, str]:
    """What commit.lua reads: prompt answered, house answers, prompts kept, prompts opened."""
    if clocks is NO_CLOCKS:
        return "", "", "", ""
    answers = "" if clocks.answers is None else "{}:{}".format(*clocks.answers)
    opened = {(opening.seat, opening.prompt) for opening in clocks.opens}
    keeps = "".join(f"|{seat}:{n}|" for seat, n in clocks.keeps if (seat, n) not in opened)
    opens = " ".join(
        f"{opening.seat}:{opening.prompt}:{_moment(opening)}" for opening in clocks.opens
    )
    return answers, "1" if clocks.due else "", keeps, opens
