"""Packs, the lobby, and the index of due work, where an entry too few would be a lost one."""

import asyncio

import pytest

from croupier.service.adapters import shelves
from croupier.service.adapters.links import Link
from croupier.service.adapters.names import BUCKETS, Names
from croupier.service.adapters.store import RedisStore
from croupier.service.app.ports import Store
from croupier.service.app.records import TableId
from tests.service.store.synthetic import new_table_id
from tests.waiting import wait_until

HOUR_MS = 3_600_000
HOLD_MS = 2_000


@pytest.fixture
def quiet(monkeypatch: pytest.MonkeyPatch) -> None:
    """No quiet time between the two looks that find nothing."""
    monkeypatch.setattr(shelves, "QUIET_MS", 0)


async def test_a_pack_is_kept_for_ever_as_it_was_first(store: Store, link: Link) -> None:
    await store.put_pack("ab" * 32, "cards = ['Käse']")
    await store.put_pack("ab" * 32, "something else")

    assert await store.get_pack("ab" * 32) == "cards = ['Käse']"
    assert await store.get_pack("cd" * 32) is None


async def test_the_lobby_lists_newest_first_page_by_page(store: Store) -> None:
    tables = [new_table_id() for _ in range(7)]
    for table_id in tables:
        await store.list_table(table_id)

    first = [found async for found in store.listed("", 3)]
    second = [found async for found in store.listed(first[-1][0], 3)]
    rest = [found async for found in store.listed(second[-1][0], 3)]

    assert [table_id for _, table_id in first + second + rest] == tables[::-1]
    assert [found async for found in store.listed(rest[-1][0], 3)] == []


async def test_a_page_is_gone_on_from_though_tables_come_and_go(store: Store) -> None:
    tables = [new_table_id() for _ in range(4)]
    for table_id in tables:
        await store.list_table(table_id)
    first = [found async for found in store.listed("", 2)]

    await store.unlist_table(first[-1][1])
    await store.unlist_table(first[-1][1])
    await store.list_table(new_table_id())
    await store.list_table(tables[0])

    second = [table_id async for _, table_id in store.listed(first[-1][0], 2)]
    assert second == [tables[1], tables[0]]


async def test_tables_listed_at_once_have_different_places(store: Store) -> None:
    tables = [new_table_id() for _ in range(50)]

    await asyncio.gather(*(store.list_table(table_id) for table_id in tables))

    listed = [found async for found in store.listed("", 200)]
    assert len(dict.fromkeys(cursor for cursor, _ in listed)) == 50
    assert sorted(table_id for _, table_id in listed) == sorted(tables)


async def test_a_long_lobby_is_read_in_pages(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shelves, "LOBBY_PAGE", 3)
    tables = [new_table_id() for _ in range(10)]
    for table_id in tables:
        await store.list_table(table_id)

    assert [table_id async for _, table_id in store.listed("", 8)] == tables[:1:-1]


async def test_a_table_is_claimed_when_it_is_due_by_one_replica(store: Store) -> None:
    now, later = new_table_id(), new_table_id()
    await store.will_be_due(now, 0)
    await store.will_be_due(later, HOUR_MS)

    claims = await asyncio.gather(*(store.claim_due(100, HOLD_MS) for _ in range(4)))

    assert [table_id for claim in claims for table_id in claim] == [now]


async def test_a_claim_that_is_not_followed_up_is_claimed_again(store: Store) -> None:
    table_id = new_table_id()
    await store.will_be_due(table_id, 0)
    assert await store.claim_due(100, 0) == [table_id]

    assert await store.claim_due(100, HOLD_MS) == [table_id]


async def test_the_sooner_moment_counts(store: Store) -> None:
    table_id = new_table_id()
    await store.will_be_due(table_id, HOUR_MS)
    await store.will_be_due(table_id, 0)
    await store.will_be_due(table_id, HOUR_MS)

    assert await store.claim_due(100, HOLD_MS) == [table_id]


async def test_a_table_put_off_is_claimed_again_then(store: Store) -> None:
    table_id = new_table_id()
    await store.will_be_due(table_id, 0)
    await store.claim_due(100, HOLD_MS)
    await store.put_off(table_id, HOUR_MS)
    assert await store.claim_due(100, HOLD_MS) == []

    await store.will_be_due(table_id, 0)
    await store.claim_due(100, HOLD_MS)
    await store.put_off(table_id, 20)

    async def claimed() -> bool:
        return await store.claim_due(100, HOLD_MS) == [table_id]

    await wait_until(claimed, "the moment comes")


@pytest.mark.usefixtures("quiet")
async def test_nothing_due_is_forgotten_when_it_is_said_twice(
    store: Store, link: Link, prefix: str
) -> None:
    table_id = new_table_id()
    bucket = Names(prefix).bucket_of(table_id)
    await store.will_be_due(table_id, 0)

    await store.claim_due(100, HOLD_MS)
    await store.put_off(table_id, None)
    assert await link.call("ZCARD", bucket) == 1
    assert await store.claim_due(100, HOLD_MS) == [table_id]
    await store.put_off(table_id, None)

    assert await link.call("ZCARD", bucket) == 0


@pytest.mark.usefixtures("quiet")
async def test_what_is_asked_for_after_a_claim_outlives_nothing_due(store: Store) -> None:
    table_id = new_table_id()
    await store.will_be_due(table_id, 0)
    await store.claim_due(100, HOLD_MS)
    await store.put_off(table_id, None)
    await store.claim_due(100, HOLD_MS)

    await store.will_be_due(table_id, 30)  # a commit is under way that the look did not see
    await store.put_off(table_id, None)
    await store.put_off(table_id, HOUR_MS)

    async def claimed() -> bool:
        return await store.claim_due(100, HOLD_MS) == [table_id]

    await wait_until(claimed, "the new moment comes")


async def test_nothing_due_said_once_leaves_the_table_for_a_quiet_time(
    store: Store, link: Link, prefix: str
) -> None:
    table_id = new_table_id()
    await store.will_be_due(table_id, 0)
    await store.claim_due(100, HOLD_MS)

    await store.put_off(table_id, None)

    left = float(await link.call("ZSCORE", Names(prefix).bucket_of(table_id), table_id))
    assert left - await store.now_ms() > shelves.QUIET_MS - 10_000


async def test_put_off_of_an_unknown_table_is_nothing(store: Store) -> None:
    await store.put_off(new_table_id(), 0)
    await store.put_off(new_table_id(), None)

    assert await store.claim_due(100, HOLD_MS) == []


async def test_no_more_than_asked_for_are_claimed_from_a_bucket(store: RedisStore) -> None:
    tables = [new_table_id() for _ in range(3 * BUCKETS)]
    for table_id in tables:
        await store.will_be_due(table_id, 0)

    first = await store.claim_due(1, HOUR_MS)
    rest = await store.claim_due(100, HOUR_MS)

    assert len(dict.fromkeys(map(Names("").bucket_of, first))) == len(first)
    assert sorted([*first, *rest]) == sorted(tables)


def test_a_bucket_is_the_same_in_every_process() -> None:
    assert Names("croupier:").bucket_of(TableId("a-table")) == "croupier:due:28"
