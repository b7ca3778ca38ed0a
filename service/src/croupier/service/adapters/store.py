"""The store on Valkey or Redis >= 7.0: one implementation for one node, Sentinel and Cluster."""

from collections.abc import Sequence
from typing import Self

from croupier.service.adapters.calls import Calls
from croupier.service.adapters.durability import Durability, demanded, durability_of
from croupier.service.adapters.hints import Hints
from croupier.service.adapters.links import Link, link_to
from croupier.service.adapters.names import Names
from croupier.service.adapters.seals import Seals, StoreKeys
from croupier.service.adapters.shelves import Shelves
from croupier.service.adapters.tables import Retention, Tables
from croupier.service.app.ports import Hear
from croupier.service.app.records import TableId

PREFIX = "croupier:"


class WrongSecret(Exception):
    """The store was filled under another root secret."""

    def __init__(self) -> None:
        super().__init__(
            "This store belongs to a house with another CROUPIER_SECRET. Give this replica the "
            "same secret, or another CROUPIER_PREFIX."
        )


class RedisStore(Tables, Shelves):
    """The house's store. Made by `open`, ended by `aclose`."""

    def __init__(self, link: Link, keys: StoreKeys, prefix: str, retention: Retention) -> None:
        names, seals = Names(prefix), Seals(keys)
        self._link = link
        self._hints = Hints(link, names)
        self._durability = Durability("none", ("it was not asked yet",))
        calls = Calls(link)
        Tables.__init__(self, calls, names, seals, retention)
        Shelves.__init__(self, calls, names)

    @classmethod
    async def open(
        cls,
        url: str,
        keys: StoreKeys,
        *,
        prefix: str = PREFIX,
        retention: Retention = Retention(),  # noqa: B008 (frozen)
        durability: str = "",
        temporary: bool = False,
    ) -> Self:
        """A store that is there, belongs to this house and is as durable as was asked."""
        store = cls(link_to(url), keys, prefix, retention)
        try:
            await store._belongs()
            store._durability = await durability_of(store._link, temporary)
            demanded(durability, store._durability)
        except BaseException:
            await store.aclose()
            raise
        return store

    async def aclose(self) -> None:
        """Stop listening and close every connection."""
        await self._hints.aclose()
        await self._link.aclose()

    async def durability(self) -> str:
        """What the store's settings promised when it was opened."""
        return self._durability.level

    @property
    def durability_reasons(self) -> Sequence[str]:
        """Why it is not "local"."""
        return self._durability.reasons

    async def subscribe(self, table_id: TableId) -> None:
        """Hints of this table, please."""
        await self._hints.subscribe(table_id)

    async def unsubscribe(self, table_id: TableId) -> None:
        """No more of them."""
        await self._hints.unsubscribe(table_id)

    def on_hint(self, hear: Hear) -> None:
        """Who hears them."""
        self._hints.on_hint(hear)

    async def _belongs(self) -> None:
        mine = self._seals.root_check()
        await self._calls.read("SET", self._names.root, mine, "NX")
        if await self._calls.read("GET", self._names.root) != mine.encode():
            raise WrongSecret
