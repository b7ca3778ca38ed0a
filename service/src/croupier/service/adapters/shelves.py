"""What the store keeps beside tables: packs, the lobby, and the index of due work."""

import random
from collections.abc import AsyncIterator, Sequence

from croupier.service.adapters.calls import Calls, Script
from croupier.service.adapters.names import BUCKETS, Names
from croupier.service.app.ports import Outage
from croupier.service.app.records import TableId

QUIET_MS = 60_000  # "nothing due" must be said twice, so long apart
LOBBY_PAGE = 100

_LOBBY_ADD = Script("lobby_add")
_DUE_ASK = Script("due_ask")
_DUE_CLAIM = Script("due_claim")
_DUE_PUT_OFF = Script("due_put_off")
_PULSE = Script("pulse")


class Shelves:
    """The part of the store that holds packs, the lobby and due work."""

    def __init__(self, calls: Calls, names: Names) -> None:
        self._calls, self._names = calls, names

    async def put_pack(self, sha256: str, text: str) -> None:
        """Keep a pack under its hash, for ever."""
        await self._calls.read("SET", self._names.pack(sha256), text, "NX")

    async def get_pack(self, sha256: str) -> str | None:
        """The pack of this hash."""
        text: bytes | None = await self._calls.read("GET", self._names.pack(sha256))
        return None if text is None else text.decode()

    async def list_table(self, table_id: TableId) -> None:
        """Newest first; a table that is listed keeps its place."""
        await self._calls.script(_LOBBY_ADD, (self._names.lobby,), (table_id,), True)

    async def unlist_table(self, table_id: TableId) -> None:
        """Gone from the list, if it was there."""
        await self._calls.read("ZREM", self._names.lobby, table_id)

    async def listed(self, after: str, limit: int) -> AsyncIterator[tuple[str, TableId]]:
        """(cursor, table), newest first. A cursor outlives its table: it is a place."""
        top = f"({int(after)}" if after else "+inf"
        while limit > 0:
            page = min(limit, LOBBY_PAGE)
            flat = await self._calls.read(
                "ZRANGE", self._names.lobby, top, "-inf", "BYSCORE", "REV",
                "LIMIT", 0, page, "WITHSCORES",
            )  # fmt: skip
            for member, score in zip(flat[::2], flat[1::2], strict=True):
                top = f"({int(float(score))}"
                yield top[1:], TableId(member.decode())
            if len(flat) < 2 * page:
                return
            limit -= page

    async def will_be_due(self, table_id: TableId, after_ms: int) -> None:
        """Before a commit that opens a deadline: remember to look at this table then."""
        bucket = self._names.bucket_of(table_id)
        await self._calls.script(_DUE_ASK, (bucket,), (table_id, after_ms), True)

    async def claim_due(self, limit: int, hold_ms: int) -> Sequence[TableId]:
        """At most `limit` from each bucket, buckets in random order."""
        claimed: list[TableId] = []
        for number in random.sample(range(BUCKETS), BUCKETS):
            bucket = self._names.bucket(number)
            found = await self._calls.script(_DUE_CLAIM, (bucket,), (limit, hold_ms), True)
            claimed += (TableId(member.decode()) for member in found)
        return claimed

    async def put_off(self, table_id: TableId, after_ms: int | None) -> None:
        """Look again after so long; None: nothing is due there any more."""
        bucket = self._names.bucket_of(table_id)
        after = "" if after_ms is None else after_ms
        await self._calls.script(_DUE_PUT_OFF, (bucket,), (table_id, after, QUIET_MS), True)

    async def pulse(self, gap_ms: int, keep: int) -> Sequence[Outage]:
        """A sign of life; a repeat of it is one more, so it may be sent again."""
        told = await self._calls.script(_PULSE, (self._names.pulse,), (gap_ms, keep), True)
        gaps = (gap.split(":") for gap in told.decode().split())
        return [Outage(int(since), int(until)) for since, until in gaps]

    async def now_ms(self) -> int:
        """The store's clock."""
        seconds, micros = await self._calls.read("TIME")
        return int(seconds) * 1000 + int(micros) // 1000
