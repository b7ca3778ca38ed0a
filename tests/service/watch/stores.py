"""The real store, counted, deafened, or with one of its answers planted."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

from croupier.service.adapters.store import RedisStore
from croupier.service.app.ports import Hear
from croupier.service.app.records import TableId

Reopen = Callable[[type[Any]], Awaitable[Any]]  # the store of this test, as this class has it


class CountingStore(RedisStore):
    """Counts its reads of tables."""

    reads = 0

    async def look(self, *args: Any, **more: Any) -> Any:
        """One more."""
        self.reads += 1
        return await super().look(*args, **more)

    async def entries(self, *args: Any, **more: Any) -> Any:
        """One more."""
        self.reads += 1
        return await super().entries(*args, **more)

    async def entries_back(self, *args: Any, **more: Any) -> Any:
        """One more."""
        self.reads += 1
        return await super().entries_back(*args, **more)


class DeafStore(RedisStore):
    """Loses every hint; a test may say that some were lost."""

    hear: Hear

    def on_hint(self, hear: Hear) -> None:
        """Nobody is told of any."""
        self.hear = hear


class PoliteStore(RedisStore):
    """Takes its time to unsubscribe."""

    leaving: asyncio.Event
    leave: asyncio.Event

    async def unsubscribe(self, table_id: TableId) -> None:
        """When it may."""
        self.leaving.set()
        await self.leave.wait()
        await super().unsubscribe(table_id)


class AilingStore(RedisStore):
    """Fails its looks while it ails, all of them or those at one table; or reads of the log."""

    ailment: Exception | None = None
    log_ailment: Exception | None = None
    ails: TableId | None = None
    failures = 0

    async def look(self, table_id: TableId, *args: Any, **more: Any) -> Any:
        """The look, or the ailment."""
        if self.ailment is not None and self.ails in (None, table_id):
            self.failures += 1
            raise self.ailment
        return await super().look(table_id, *args, **more)

    async def entries(self, *args: Any, **more: Any) -> Any:
        """The entries, or the ailment."""
        if self.log_ailment is not None:
            self.failures += 1
            raise self.log_ailment
        return await super().entries(*args, **more)
