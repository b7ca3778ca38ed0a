"""A real store for every test of the service: one embedded Valkey for the whole run."""

import itertools
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import aclosing
from typing import Any

import pytest
from redis.asyncio import Redis

from croupier.service.adapters.embedded import EmbeddedValkey
from croupier.service.adapters.seals import StoreKeys
from croupier.service.adapters.store import RedisStore
from croupier.service.app.ports import StoreAway
from croupier.service.app.records import TableId
from tests.service.backup import Backup
from tests.waiting import wait_until

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
    async with aclosing(await patiently_opened(valkey.url, prefix=prefix)) as store:
        yield store


async def patiently_opened(url: str, keys: StoreKeys = STORE_KEYS, **settings: Any) -> RedisStore:
    """A store, also where the machine is so busy that connecting takes long."""
    opened: list[RedisStore] = []

    async def answers() -> bool:
        try:
            opened.append(await RedisStore.open(url, keys, **settings))
        except StoreAway:
            return False
        return True

    await wait_until(answers, "the store answers", within_s=20)
    return opened[0]


@pytest.fixture
async def raw(valkey: EmbeddedValkey) -> AsyncIterator[Redis]:
    """The server itself."""
    client = Redis.from_url(valkey.url)
    yield client
    await client.aclose()


@pytest.fixture
def backup(raw: Redis, prefix: str) -> Callable[[TableId], Backup]:
    """Makes backups."""
    return lambda table_id: Backup(raw, prefix, table_id)
