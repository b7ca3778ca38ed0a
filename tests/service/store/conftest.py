"""One suite over every backend: embedded, a real cluster, Sentinels, Debian's redis-server."""

import shutil
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from croupier.service.adapters.embedded import EmbeddedValkey
from croupier.service.adapters.links import Link, link_to
from croupier.service.adapters.names import Names, TableKeys
from croupier.service.adapters.store import RedisStore
from croupier.service.app.records import TableId
from tests.service.conftest import patiently_opened
from tests.service.servers import DURABLE, Cluster, Server, Trio

UNEXPIRING = ("pack:", "lobby", "due:", "root")
BACKENDS = [
    "embedded",
    "cluster",
    "sentinel",
    pytest.param("redis", marks=pytest.mark.needs("redis-server")),
]

Opener = Callable[..., Awaitable[RedisStore]]


@pytest.fixture(scope="session")
def cluster(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Cluster]:
    """Three masters."""
    cluster = Cluster(tmp_path_factory.mktemp("cluster"))
    yield cluster
    cluster.close()


@pytest.fixture(scope="session")
def sentinel(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Trio]:
    """A master, its replica, three Sentinels."""
    trio = Trio(tmp_path_factory.mktemp("sentinel"))
    yield trio
    trio.close()


@pytest.fixture(scope="session")
def redis(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """Debian's redis-server 7.0."""
    program = shutil.which("redis-server")
    assert program is not None
    with Server(tmp_path_factory.mktemp("redis"), *DURABLE, binary=Path(program)) as server:
        yield server


@pytest.fixture(params=BACKENDS)
def url(request: pytest.FixtureRequest) -> str:
    """One backend after the other."""
    name = "valkey" if request.param == "embedded" else request.param
    found: EmbeddedValkey | Cluster | Trio | Server = request.getfixturevalue(name)
    return found.url


@pytest.fixture
async def open_store(url: str, prefix: str) -> AsyncIterator[Opener]:
    """Opens replicas on one part of the store, and closes them."""
    stores: list[RedisStore] = []

    async def opener(**settings: Any) -> RedisStore:
        stores.append(await patiently_opened(url, **{"prefix": prefix, **settings}))
        return stores[-1]

    yield opener
    for store in stores:
        await store.aclose()


@pytest.fixture
async def store(open_store: Opener, link: Link, prefix: str) -> AsyncIterator[RedisStore]:
    """An empty store; afterwards, every key of a table must be going to expire."""
    yield await open_store()
    assert await keys_for_ever(link, prefix) == []


@pytest.fixture
async def link(url: str) -> AsyncIterator[Link]:
    """A way to the same servers, to look behind the store's back."""
    link = link_to(url)
    yield link
    await link.aclose()


@pytest.fixture
def keys(prefix: str) -> Callable[[TableId], TableKeys]:
    """The keys of a table of this test."""
    return Names(prefix).table


async def keys_for_ever(link: Link, prefix: str) -> list[str]:
    """Keys without a time to live, other than those meant to stay."""
    names = [name.decode() for page in await link.servers("KEYS", f"{prefix}*") for name in page]
    tables = [name for name in names if not name.removeprefix(prefix).startswith(UNEXPIRING)]
    left = await link.call_all([("PTTL", name) for name in tables])
    return [name for name, ttl in zip(tables, left, strict=True) if ttl == -1]
