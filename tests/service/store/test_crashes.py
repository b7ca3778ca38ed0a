"""Whatever dies, an acknowledged commit stays, and no commit is there by halves."""

import asyncio
import shutil
from collections.abc import AsyncIterator, Iterator
from contextlib import aclosing
from pathlib import Path

import pytest

from croupier.service.adapters.store import RedisStore
from croupier.service.app.ports import Committed, Known, Rotten, Row, StoreAway
from croupier.service.app.records import TableId
from tests.quantities import quantity
from tests.service.conftest import patiently_opened
from tests.service.servers import DURABLE, Server
from tests.service.store.synthetic import move, moved, opened
from tests.waiting import wait_until

PLAYERS = 8
KILLS = quantity(60)
COMMITS_BETWEEN_KILLS = 40
CUTS = quantity(1200)


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    """A server to be killed."""
    with Server(tmp_path / "server", *DURABLE) as server:
        yield server


@pytest.fixture
async def store(server: Server) -> AsyncIterator[RedisStore]:
    """A store on it."""
    async with aclosing(await patiently_opened(server.url)) as store:
        yield store


def log_file(server: Server) -> Path:
    """The append-only file that grows."""
    return next((server.directory / "appendonlydir").glob("*.incr.aof"))


async def play(store: RedisStore, row: Row, acknowledged: dict[TableId, int]) -> None:
    """Commit for ever, repeating each commit until it is answered."""
    step = move(row)
    while True:
        try:
            outcome = await step.to(store)
            if isinstance(outcome, Committed):
                row = outcome.row
            else:
                assert outcome == Known(step.receipt)  # it was applied, and its reply was lost
                row = await newest(store, row.snapshot.table_id)
        except StoreAway:
            await asyncio.sleep(0.005)
            continue
        assert row.snapshot.version == step.after.version
        acknowledged[row.snapshot.table_id] = row.snapshot.version
        step = move(row)


async def newest(store: RedisStore, table_id: TableId) -> Row:
    """A table as it is now."""
    look = await store.look(table_id)
    assert look is not None
    assert look.row is not None
    return look.row


async def test_killing_the_server_loses_no_acknowledged_commit(
    server: Server, store: RedisStore
) -> None:
    acknowledged: dict[TableId, int] = {}
    rows = [await opened(store) for _ in range(PLAYERS)]
    players = [asyncio.create_task(play(store, row, acknowledged)) for row in rows]
    for _ in range(KILLS):
        before = sum(acknowledged.values())

        def on(before: int = before) -> bool:
            for player in players:
                assert not player.done() or player.result()
            return sum(acknowledged.values()) >= before + COMMITS_BETWEEN_KILLS

        await wait_until(on, "play goes on")
        server.kill()
        await asyncio.to_thread(server.start_again)
    server.kill()
    for player in players:
        player.cancel()
    await asyncio.gather(*players, return_exceptions=True)
    await asyncio.to_thread(server.start_again)

    assert len(acknowledged) == PLAYERS
    for table_id, version in acknowledged.items():
        row = await newest(store, table_id)
        assert row.snapshot.version in (version, version + 1)  # one may be unacknowledged
        logged = await store.entries(table_id, 0, limit=20_000)
        assert [entry.entry.version for entry in logged] == [*range(1, row.snapshot.version + 1)]
        assert logged[-1].chain == row.chain


async def test_a_log_file_torn_at_any_byte_holds_whole_commits_only(
    server: Server, store: RedisStore, tmp_path: Path
) -> None:
    row = await moved(store, await opened(store))
    whole = log_file(server).stat().st_size
    last = await moved(store, row)
    end = log_file(server).stat().st_size
    server.kill()

    step = max(1, (end - whole) // CUTS)
    for cut in sorted(dict.fromkeys((*range(whole, end, step), whole + 1, end - 1, end))):
        directory = tmp_path / "torn"
        shutil.copytree(server.directory, directory)
        with (directory / "appendonlydir" / log_file(server).name).open("r+b") as file:
            file.truncate(cut)
        with Server(directory, *DURABLE) as torn:
            await check_torn(torn, row, last if cut == end else row)
        shutil.rmtree(directory)


async def check_torn(torn: Server, row: Row, expected: Row) -> None:
    """Everything of the expected version is there, nothing of a later one, and play goes on."""
    table_id = row.snapshot.table_id
    async with aclosing(await patiently_opened(torn.url)) as store:
        assert await newest(store, table_id) == expected
        assert len(await store.entries(table_id, 0)) == expected.snapshot.version
        receipts = torn.client().hlen(f"croupier:{{{table_id}}}:i")
        assert receipts == expected.snapshot.version
        assert isinstance(await move(expected).to(store), Committed)


async def test_a_script_that_cannot_write_the_log_writes_nothing(
    server: Server, store: RedisStore
) -> None:
    row = await opened(store)
    table = f"croupier:{{{row.snapshot.table_id}}}:"
    raw = server.client()
    before = raw.hgetall(table + "s"), raw.hgetall(table + "i")
    raw.execute_command("XADD", table + "l", "9-0", "e", "x")

    for _ in range(3):
        with pytest.raises(Rotten):
            await move(row).to(store)

    assert (raw.hgetall(table + "s"), raw.hgetall(table + "i")) == before


async def test_no_memory_left_is_a_definite_no(server: Server, store: RedisStore) -> None:
    row = await opened(store)
    server.client().config_set("maxmemory", "1")

    with pytest.raises(StoreAway) as away:
        await move(row).to(store)

    assert not away.value.may_be_applied
    assert await newest(store, row.snapshot.table_id) == row
    server.client().config_set("maxmemory", "0")
    assert (await moved(store, row)).snapshot.version == 2


async def test_connections_that_ended_while_idle_are_not_guessed_with(
    server: Server, store: RedisStore
) -> None:
    rows = await asyncio.gather(*(opened(store) for _ in range(PLAYERS)))
    server.kill()
    await asyncio.to_thread(server.start_again)

    outcomes = await asyncio.gather(*(move(row).to(store) for row in rows))

    assert all(isinstance(outcome, Committed) for outcome in outcomes)
