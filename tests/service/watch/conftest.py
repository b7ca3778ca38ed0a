"""Two replicas over one store, each with its own connections and its own hub."""

from collections.abc import AsyncIterator
from contextlib import AsyncExitStack

import pytest

from croupier.service.adapters.embedded import EmbeddedValkey
from croupier.service.adapters.store import RedisStore
from tests.service.conftest import STORE_KEYS
from tests.service.watch.replicas import Watching
from tests.service.watch.stores import Reopen


@pytest.fixture
async def reopened(valkey: EmbeddedValkey, prefix: str) -> AsyncIterator[Reopen]:
    """Opens the same store again, as other processes have it."""
    async with AsyncExitStack() as stack:

        async def reopen(kind: type[RedisStore]) -> RedisStore:
            store = await kind.open(valkey.url, STORE_KEYS, prefix=prefix)
            stack.push_async_callback(store.aclose)
            return store

        yield reopen


@pytest.fixture
async def other_store(store: RedisStore, reopened: Reopen) -> RedisStore:
    """The same store, in another process."""
    opened: RedisStore = await reopened(RedisStore)
    return opened


@pytest.fixture
async def here(store: RedisStore) -> AsyncIterator[Watching]:
    """A replica."""
    async with Watching.over(store) as one:
        yield one


@pytest.fixture
async def there(other_store: RedisStore) -> AsyncIterator[Watching]:
    """Another replica over the same tables."""
    async with Watching.over(other_store) as one:
        yield one
