"""Snapshots and entries as bytes and back, sealed; what the scripts reply as records."""

import hashlib
from collections.abc import Sequence
from typing import NamedTuple

import msgspec

from croupier.engines.kernel.stored import Stored
from croupier.engines.kernel.values import Seat
from croupier.service.adapters.seals import CHAIN_BYTES, Place, Seals
from croupier.service.app.ports import Logged, Rotten, Row
from croupier.service.app.records import Deadline, Entry, Snapshot, TableId

_SNAPSHOT: Stored[Snapshot] = Stored(Snapshot)
_ENTRY: Stored[Entry] = Stored(Entry)

StoredEntry = tuple[bytes, list[bytes]]  # stream id, flat fields


class Written(NamedTuple):
    """Everything of one commit that is computed before the script runs."""

    entry: bytes
    snapshot: bytes
    chain: bytes
    marks: tuple[bytes, ...]


class Log(NamedTuple):
    """A stretch of the log as a script replied it, with what proves it."""

    table_id: TableId
    epoch: bytes
    version: int
    head: bytes
    entries: Sequence[StoredEntry]


class Codec:
    """Writes and reads the records of one store. A failed seal is Rotten."""

    def __init__(self, seals: Seals) -> None:
        self._seals = seals

    def write(self, before: Row | None, after: Snapshot, entry: Entry) -> Written:
        """Seal an entry and the snapshot after it, chained to the row before."""
        place = Place(after.table_id, after.epoch, after.version)
        sealed = self._seals.sealed_entry(place, _ENTRY.write(entry))
        link = before.chain if before else self._seals.genesis(after.table_id, after.epoch)
        chain = self._seals.next_chain(link, after.version, sealed)
        marks = _marks(before, after, chain)
        body = _SNAPSHOT.write(after)
        snapshot = self._seals.sealed_snapshot(place, chain, b"".join(marks), body)
        return Written(sealed, snapshot, chain, marks)

    def read_row(self, table_id: TableId, fields: Sequence[bytes | None]) -> Row:
        """A table from the fields v e b h m t d st w z c of its state, or Rotten."""
        if len(fields) != 11 or None in fields:
            raise Rotten(table_id)
        version, epoch, sealed, chain, marks, moment, deadlines, *rest = (
            field for field in fields if field is not None
        )
        status, writer, size, check = rest
        plain = b"|".join((version, moment, deadlines, status, writer, size))
        if check != hashlib.sha1(plain).hexdigest().encode() or len(epoch) > 255:
            raise Rotten(table_id)
        place = Place(table_id, epoch, int(version))
        body = self._seals.opened_snapshot(place, chain, marks, sealed)
        try:
            snapshot = _SNAPSHOT.read(body)
        except msgspec.DecodeError:
            raise Rotten(table_id) from None
        return Row(snapshot, chain, _cut(marks), read_deadlines(deadlines), int(moment))

    def read_log(self, log: Log, after: int) -> list[Logged]:
        """Entries in ascending order; the one numbered `after` only proves the first."""
        link = self._seals.genesis(log.table_id, log.epoch) if after == 0 else b""
        logged: list[Logged] = []
        version = after - 1 if after else 0
        for stream_id, flat in log.entries:
            fields = dict(zip(flat[::2], flat[1::2], strict=True))
            sealed, chain, stamp = (fields.get(name, b"") for name in (b"e", b"h", b"t"))
            version += 1
            if stream_id != b"%d-0" % version:
                raise Rotten(log.table_id)
            if version > after:
                if chain != self._seals.next_chain(link, version, sealed):
                    raise Rotten(log.table_id)
                logged.append(self._read_entry(log, version, sealed, chain, stamp))
            link = chain
        if log.entries and version == log.version and link != log.head:
            raise Rotten(log.table_id)
        return logged

    def _read_entry(
        self, log: Log, version: int, sealed: bytes, chain: bytes, stamp: bytes
    ) -> Logged:
        moment, _, check = stamp.partition(b"|")
        if check != hashlib.sha1(b"%d|%b" % (version, moment)).hexdigest().encode():
            raise Rotten(log.table_id)
        body = self._seals.opened_entry(Place(log.table_id, log.epoch, version), sealed)
        try:
            return Logged(_ENTRY.read(body), int(moment), chain)
        except msgspec.DecodeError:
            raise Rotten(log.table_id) from None


def read_deadlines(text: bytes) -> tuple[Deadline, ...]:
    """Deadlines from their plain field: 'seat:n:at seat:n:at'."""
    return tuple(
        Deadline(Seat(seat), prompt, at)
        for seat, prompt, at in (map(int, item.split(b":")) for item in text.split())
    )


def _marks(before: Row | None, after: Snapshot, chain: bytes) -> tuple[bytes, ...]:
    if before is None:
        return (chain,) * len(after.revisions)
    return tuple(
        mark if old == new else chain
        for mark, old, new in zip(
            before.marks, before.snapshot.revisions, after.revisions, strict=True
        )
    )


def _cut(marks: bytes) -> tuple[bytes, ...]:
    return tuple(marks[at : at + CHAIN_BYTES] for at in range(0, len(marks), CHAIN_BYTES))
