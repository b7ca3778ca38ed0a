"""Names of keys and channels. Those of one table share a hash slot."""

import zlib
from typing import NamedTuple

from croupier.service.app.records import TableId

BUCKETS = 64


class TableKeys(NamedTuple):
    """The keys of one table; all are born and vanish together."""

    state: str
    log: str
    receipts: str
    seed: str


class Names:
    """Every name the store uses, under one prefix."""

    def __init__(self, prefix: str) -> None:
        self._prefix = prefix
        self.root = f"{prefix}root"
        self.lobby = f"{prefix}lobby"
        self.pulse = f"{prefix}pulse"

    def table(self, table_id: TableId) -> TableKeys:
        """The keys of a table."""
        tag = f"{self._prefix}{{{table_id}}}:"
        return TableKeys(tag + "s", tag + "l", tag + "i", tag + "k")

    def channel(self, table_id: TableId) -> str:
        """Where commits of a table are announced."""
        return f"{self._prefix}{{{table_id}}}:n"

    def table_of(self, channel: str) -> TableId:
        """The table that a channel announces."""
        return TableId(channel[len(self._prefix) + 1 : -len("}:n")])

    def bucket(self, number: int) -> str:
        """A bucket of due work; each is in a slot of its own."""
        return f"{self._prefix}due:{number}"

    def bucket_of(self, table_id: TableId) -> str:
        """The bucket of a table, the same in every process and release."""
        return self.bucket(zlib.crc32(table_id.encode()) % BUCKETS)

    def pack(self, sha256: str) -> str:
        """The key of a pack."""
        return f"{self._prefix}pack:{sha256}"
