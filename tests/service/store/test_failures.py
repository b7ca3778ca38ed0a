"""Every failure says whether the commit may have happened, and nothing is sent twice on a guess."""

import asyncio
from collections.abc import AsyncIterator, Iterator

import pytest

from croupier.service.adapters.calls import ATTEMPTS_MAX
from croupier.service.adapters.links import link_to
from croupier.service.adapters.store import RedisStore
from croupier.service.app.ports import Committed, Known, StoreAway
from tests.service.conftest import STORE_KEYS, patiently_opened
from tests.service.servers import DURABLE, Server, free_port
from tests.service.store.proxy import CUT, DROP, Proxy, proxy_to
from tests.service.store.synthetic import move, moved, opened
from tests.waiting import wait_until

REFUSALS = [
    b"LOADING the data set is being loaded in memory",
    b"BUSY a script is running",
    b"TRYAGAIN several keys during resharding of slot",
    b"CLUSTERDOWN the cluster is down",
    b"READONLY you can't write against a read only replica.",
    b"MISCONF errors writing to the AOF file",
    b"NOREPLICAS not enough good replicas to write.",
    b"OOM command not allowed when used memory > 'maxmemory'.",
    b"NOPERM this user has no permissions",
]


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server of this file's own: it is stopped and forgets its scripts."""
    with Server(tmp_path_factory.mktemp("server"), *DURABLE) as server:
        yield server


@pytest.fixture
async def proxy(server: Server) -> AsyncIterator[Proxy]:
    """The wire to it."""
    async with proxy_to(server.port) as proxy:
        yield proxy


@pytest.fixture
async def store(proxy: Proxy, prefix: str) -> AsyncIterator[RedisStore]:
    """A store behind the wire."""
    store = await patiently_opened(proxy.url, prefix=prefix)
    row = await moved(store, await opened(store))  # the server knows the scripts from here on
    assert await store.look(row.snapshot.table_id) is not None
    yield store
    await store.aclose()


async def test_a_lost_reply_may_have_been_a_commit_and_is_not_sent_again(
    store: RedisStore, proxy: Proxy
) -> None:
    row = await opened(store)
    step = move(row)
    seen, proxy.faults = proxy.scripts_seen, [CUT]

    with pytest.raises(StoreAway) as away:
        await step.to(store)

    assert away.value.may_be_applied
    assert proxy.scripts_seen == seen + 1
    assert await step.to(store) == Known(step.receipt)


async def test_a_connection_lost_on_the_way_may_have_been_a_commit(
    store: RedisStore, proxy: Proxy
) -> None:
    row = await opened(store)
    step = move(row)
    proxy.faults = [DROP]

    with pytest.raises(StoreAway) as away:
        await step.to(store)

    assert away.value.may_be_applied
    assert isinstance(await step.to(store), Committed)


@pytest.mark.parametrize("refusal", REFUSALS, ids=lambda refusal: refusal.split()[0].decode())
async def test_a_definite_no_is_tried_again_with_the_same_receipt(
    store: RedisStore, proxy: Proxy, refusal: bytes
) -> None:
    row = await opened(store)
    seen, proxy.faults = proxy.scripts_seen, [refusal] * (ATTEMPTS_MAX - 1)

    assert isinstance(await move(row).to(store), Committed)
    assert proxy.scripts_seen == seen + ATTEMPTS_MAX


@pytest.mark.parametrize("refusal", REFUSALS, ids=lambda refusal: refusal.split()[0].decode())
async def test_a_definite_no_that_stays_is_not_applied(
    store: RedisStore, proxy: Proxy, refusal: bytes
) -> None:
    row = await opened(store)
    seen, proxy.faults = proxy.scripts_seen, [refusal] * ATTEMPTS_MAX

    with pytest.raises(StoreAway) as away:
        await move(row).to(store)

    assert not away.value.may_be_applied
    assert proxy.scripts_seen == seen + ATTEMPTS_MAX
    assert await store.versions([row.snapshot.table_id]) == [1]


async def test_an_error_nobody_knows_may_have_been_a_commit(
    store: RedisStore, proxy: Proxy
) -> None:
    row = await opened(store)
    seen, proxy.faults = proxy.scripts_seen, [b"ERR something else"]

    with pytest.raises(StoreAway) as away:
        await move(row).to(store)

    assert away.value.may_be_applied
    assert proxy.scripts_seen == seen + 1


async def test_a_read_is_tried_again_and_is_never_applied(store: RedisStore, proxy: Proxy) -> None:
    row = await opened(store)

    proxy.faults = [CUT] * (ATTEMPTS_MAX - 1)
    look = await store.look(row.snapshot.table_id)
    proxy.faults = [CUT] * ATTEMPTS_MAX
    with pytest.raises(StoreAway) as away:
        await store.look(row.snapshot.table_id)

    assert look is not None
    assert look.row == row
    assert not away.value.may_be_applied


async def test_nobody_listening_is_a_definite_no(prefix: str) -> None:
    with pytest.raises(StoreAway) as away:
        await RedisStore.open(f"redis://127.0.0.1:{free_port()}", STORE_KEYS, prefix=prefix)

    assert not away.value.may_be_applied


async def test_a_server_that_forgot_its_scripts_is_told_again(
    store: RedisStore, server: Server
) -> None:
    row = await opened(store)
    server.client().script_flush()

    row = await moved(store, row)

    assert row.snapshot.version == 2


@pytest.mark.alone
async def test_a_stopped_server_may_carry_it_out_when_nobody_waits_any_more(
    store: RedisStore, server: Server
) -> None:
    row = await opened(store)
    step = move(row)
    server.pause()
    try:
        with pytest.raises(StoreAway) as away:
            await step.to(store)
    finally:
        server.resume()

    async def applied() -> bool:
        return await store.versions([row.snapshot.table_id]) == [2]

    assert away.value.may_be_applied
    await wait_until(applied, "the server does what it was told before")
    assert await step.to(store) == Known(step.receipt)


async def test_a_cancelled_call_does_not_leave_its_reply_to_the_next(store: RedisStore) -> None:
    rows = [await opened(store) for _ in range(20)]
    calls = [asyncio.ensure_future(move(row).to(store)) for row in rows]
    await asyncio.sleep(0)
    for call in calls[::2]:
        call.cancel()
    await asyncio.gather(*calls, return_exceptions=True)

    looks = [await store.look(row.snapshot.table_id) for row in rows]

    found = [look.row.snapshot.table_id for look in looks if look and look.row]
    assert found == [row.snapshot.table_id for row in rows]


@pytest.mark.parametrize(
    "url",
    [
        "http://127.0.0.1:1",
        "redis+other://127.0.0.1:1",
        "redis+sentinel://127.0.0.1:1",
        "127.0.0.1:6379",
    ],
)
def test_a_url_that_names_no_store_is_refused(url: str) -> None:
    with pytest.raises(ValueError, match="redis"):
        link_to(url)


@pytest.mark.parametrize(
    "url", ["rediss://{}", "rediss+sentinel://{}/house", "rediss+cluster://{}"]
)
async def test_tls_is_spoken_from_the_first_byte(url: str, prefix: str) -> None:
    first: list[bytes] = []

    async def listen(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        first.append(await reader.read(1))
        writer.close()

    server = await asyncio.start_server(listen, "127.0.0.1", 0)
    async with server:
        host, port = server.sockets[0].getsockname()
        with pytest.raises(StoreAway):
            await RedisStore.open(url.format(f"{host}:{port}"), STORE_KEYS, prefix=prefix)

    assert first
    assert first == [b"\x16"] * len(first)  # a TLS handshake
