"""Servers that change places: a Sentinel failover, a slot that moves to another master."""

import asyncio
from collections.abc import AsyncIterator, Iterator
from contextlib import aclosing

import pytest

from croupier.service.adapters.names import Names
from croupier.service.adapters.store import RedisStore
from croupier.service.app.ports import Committed, Row, StoreAway
from tests.service.conftest import patiently_opened
from tests.service.servers import Cluster, Trio, soon
from tests.service.store.synthetic import move, moved, opened
from tests.service.store.test_hints import Ear
from tests.waiting import wait_until

pytestmark = pytest.mark.alone


@pytest.fixture
def trio(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Trio]:
    """A trio that this test may turn round."""
    trio = Trio(tmp_path_factory.mktemp("trio"))
    yield trio
    trio.close()


async def committed(store: RedisStore, row: Row) -> Row:
    """The next commit, by a client that repeats itself until it is answered."""
    step = move(row)
    done: list[Row] = []

    async def answered() -> bool:
        try:
            outcome = await step.to(store)
        except StoreAway:
            return False
        if isinstance(outcome, Committed):
            done.append(outcome.row)
            return True
        look = await store.look(row.snapshot.table_id)
        assert look is not None
        assert look.row is not None
        done.append(look.row)
        return True

    await wait_until(answered, "the commit is answered", within_s=20)
    return done[0]


@pytest.fixture
async def on_trio(trio: Trio, prefix: str) -> AsyncIterator[RedisStore]:
    """A store that asks the Sentinels."""
    async with aclosing(await patiently_opened(trio.url, prefix=prefix)) as store:
        yield store


@pytest.fixture
async def on_cluster(cluster: Cluster, prefix: str) -> AsyncIterator[RedisStore]:
    """A store on the cluster."""
    async with aclosing(await patiently_opened(cluster.url, prefix=prefix)) as store:
        yield store


async def test_after_a_failover_the_store_and_its_hints_go_on(
    trio: Trio, on_trio: RedisStore, prefix: str
) -> None:
    store = on_trio
    ear = Ear(store)
    row = await moved(store, await opened(store), 5)
    await store.subscribe(row.snapshot.table_id)
    await wait_until(ear.about(row.snapshot.table_id), "the subscription is confirmed")
    ear.heard.clear()

    await asyncio.to_thread(trio.fail_over)
    row = await committed(store, row)

    assert row.snapshot.version == 7
    state = Names(prefix).table(row.snapshot.table_id).state
    soon(lambda: trio.replica.client().exists(state), "the new master holds the table")
    await wait_until(ear.about(None), "the loss is told")
    await wait_until(ear.about(row.snapshot.table_id), "it is subscribed at the new master")


async def test_a_slot_moves_while_its_table_is_played_and_watched(
    cluster: Cluster, on_cluster: RedisStore, prefix: str
) -> None:
    store = on_cluster
    ear = Ear(store)
    row = await opened(store)
    await store.subscribe(row.snapshot.table_id)
    await wait_until(ear.about(row.snapshot.table_id), "the subscription is confirmed")
    ear.heard.clear()
    playing = True

    async def play() -> Row:
        mine = row
        while playing:
            mine = await committed(store, mine)
        return mine

    player = asyncio.create_task(play())
    state = Names(prefix).table(row.snapshot.table_id).state
    await asyncio.to_thread(cluster.move_slot_of, state)
    playing = False
    row = await player

    ear.heard.clear()
    row = await moved(store, row, 3)
    logged = await store.entries(row.snapshot.table_id, 0, limit=20_000)
    assert [entry.entry.version for entry in logged] == [*range(1, row.snapshot.version + 1)]
    await wait_until(ear.about(row.snapshot.table_id), "it is heard of at its new server")
