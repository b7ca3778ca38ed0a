"""A store without durability loses its last moments: a table goes back to what it was."""

from redis.asyncio import Redis

from croupier.service.adapters.names import Names
from croupier.service.app.records import TableId


class Backup:
    """A table as the store once had it."""

    def __init__(self, raw: Redis, prefix: str, table_id: TableId) -> None:
        self._raw, self._keys = raw, Names(prefix).table(table_id)
        self._saved: list[bytes | None] = []

    async def save(self) -> None:
        """Remember it."""
        self._saved = [await self._raw.dump(key) for key in self._keys]

    async def restore(self) -> None:
        """Lose everything since."""
        async with self._raw.pipeline(transaction=True) as lose:
            for key, dump in zip(self._keys, self._saved, strict=True):
                assert dump is not None
                lose.restore(key, 600_000, dump, replace=True)
            await lose.execute()
