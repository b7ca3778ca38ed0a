"""Two replicas over one store, each with its own connections and its own hub."""

from collections.abc import AsyncIterator

import pytest
from redis.asyncio import Redis

from croupier.service.adapters.embedded import EmbeddedValkey
from croupier.service.adapters.store import RedisStore
from tests.service.conftest import STORE_KEYS
from tests.service.watch.replicas import Watching


@pytest.fixture
async def other_store(
    store: RedisStore, valkey: EmbeddedValkey, prefix: str
) -> AsyncIterator[RedisStore]:
    """The same store, as another process has it."""
    opened = await RedisStore.open(valkey.url, STORE_KEYS, prefix=prefix)
    yield opened
    await opened.aclose()


@pytest.fixture
async def raw(valkey: EmbeddedValkey) -> AsyncIterator[Redis]:
    """The server itself."""
    client = Redis.from_url(valkey.url)
    yield client
    await client.aclose()


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
