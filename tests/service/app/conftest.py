"""Two replicas over one store: whatever holds here holds for any number."""

from collections.abc import AsyncIterator

import pytest

from croupier.service.adapters.embedded import EmbeddedValkey
from croupier.service.adapters.store import RedisStore
from tests.service.app.replica import Replica, replica
from tests.service.conftest import STORE_KEYS


@pytest.fixture
async def here(store: RedisStore) -> AsyncIterator[Replica]:
    """A replica."""
    made = replica(store)
    yield made
    await made.house.rest()


@pytest.fixture
async def there(valkey: EmbeddedValkey, prefix: str) -> AsyncIterator[Replica]:
    """Another replica, with its own connections and caches, on the same data."""
    store = await RedisStore.open(valkey.url, STORE_KEYS, prefix=prefix)
    made = replica(store)
    yield made
    await made.house.rest()
    await store.aclose()
