"""A real store for every test of the service: one embedded Valkey for the whole run."""

import itertools
from collections.abc import AsyncIterator, Iterator

import pytest

from croupier.service.adapters.embedded import EmbeddedValkey
from croupier.service.adapters.seals import StoreKeys
from croupier.service.adapters.store import RedisStore

STORE_KEYS = StoreKeys(seal=b"s" * 32, chain=b"c" * 32, seed=b"k" * 32)
_numbers = itertools.count(1)


@pytest.fixture(scope="session")
def valkey() -> Iterator[EmbeddedValkey]:
    """The embedded server, started once; its data goes when the run ends."""
    with EmbeddedValkey.start() as server:
        yield server


@pytest.fixture
def prefix() -> str:
    """A part of the store that no other test sees."""
    return f"test{next(_numbers)}:"


@pytest.fixture
async def store(valkey: EmbeddedValkey, prefix: str) -> AsyncIterator[RedisStore]:
    """An empty store."""
    store = await RedisStore.open(valkey.url, STORE_KEYS, prefix=prefix)
    yield store
    await store.aclose()
