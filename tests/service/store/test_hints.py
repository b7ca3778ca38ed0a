"""Hints: a commit is announced to everybody who subscribed, and a loss is told as a loss."""

from collections.abc import Callable

from croupier.service.adapters.links import Link
from croupier.service.adapters.names import Names
from croupier.service.adapters.store import RedisStore
from croupier.service.app.records import TableId
from tests.service.store.conftest import Opener
from tests.service.store.synthetic import moved, opened
from tests.waiting import wait_until


class Ear:
    """What a replica heard."""

    def __init__(self, store: RedisStore) -> None:
        self.heard: list[TableId | None] = []
        self.head = b""
        store.on_hint(self._hear)

    def about(self, table_id: TableId | None) -> Callable[[], bool]:
        """Whether this was heard."""
        return lambda: table_id in self.heard

    def _hear(self, table_id: TableId | None, head: bytes) -> None:
        self.heard.append(table_id)
        self.head = head


async def test_a_commit_is_announced_to_every_replica_that_subscribed(
    store: RedisStore, open_store: Opener
) -> None:
    watcher, other = await open_store(), await open_store()
    row, quiet = await opened(store), await opened(store)
    table_id = row.snapshot.table_id
    ears = [Ear(watcher), Ear(other)]
    await watcher.subscribe(table_id)
    await other.subscribe(table_id)
    for ear in ears:
        await wait_until(ear.about(table_id), "the subscription is confirmed, as a hint")
        assert ear.head == b""
        ear.heard.clear()

    await moved(store, quiet)
    row = await moved(store, row)

    for ear in ears:
        await wait_until(ear.about(table_id), "the commit is heard of")
        assert ear.head == row.chain
        assert quiet.snapshot.table_id not in ear.heard


async def test_many_tables_are_listened_to_on_whatever_server_they_are(
    store: RedisStore, open_store: Opener
) -> None:
    watcher = await open_store()
    ear = Ear(watcher)
    rows = [await opened(store) for _ in range(30)]
    for row in rows:
        await watcher.subscribe(row.snapshot.table_id)
    for row in rows:
        await wait_until(ear.about(row.snapshot.table_id), "the subscription is confirmed")
    ear.heard.clear()

    for row in rows:
        await moved(store, row)

    for row in rows:
        await wait_until(ear.about(row.snapshot.table_id), "the commit is heard of")


async def test_who_unsubscribed_hears_no_more(
    store: RedisStore, open_store: Opener, link: Link, prefix: str
) -> None:
    watcher = await open_store()
    ear = Ear(watcher)
    gone, kept = await opened(store), await opened(store)
    for row in (gone, kept):
        await watcher.subscribe(row.snapshot.table_id)
        await wait_until(ear.about(row.snapshot.table_id), "the subscription is confirmed")
    channel = Names(prefix).channel(gone.snapshot.table_id)

    async def nobody_listens() -> bool:
        replies = await link.servers("PUBSUB", "SHARDNUMSUB", channel)
        return all(count == 0 for _, count in replies)

    await watcher.unsubscribe(gone.snapshot.table_id)
    await wait_until(nobody_listens, "the server knows")
    ear.heard.clear()
    await moved(store, gone)
    await moved(store, kept)

    await wait_until(ear.about(kept.snapshot.table_id), "the other table is heard of")
    assert gone.snapshot.table_id not in ear.heard


async def test_a_lost_connection_is_told_and_made_again(
    store: RedisStore, open_store: Opener, link: Link
) -> None:
    watcher = await open_store()
    ear = Ear(watcher)
    row = await opened(store)
    await watcher.subscribe(row.snapshot.table_id)
    await wait_until(ear.about(row.snapshot.table_id), "the subscription is confirmed")
    ear.heard.clear()

    await link.servers("CLIENT", "KILL", "TYPE", "pubsub")

    await wait_until(ear.about(None), "the loss is told")
    await wait_until(ear.about(row.snapshot.table_id), "it is subscribed again")
    assert ear.heard.count(None) >= 2
    ear.heard.clear()
    await moved(store, row)
    await wait_until(ear.about(row.snapshot.table_id), "the next commit is heard of")
