"""The operators' page restores a backup step by step: so does this."""

import shutil
from contextlib import aclosing
from pathlib import Path

from croupier.engines.kernel.values import Seat
from croupier.service.app.replay import replay
from tests.service.app.replica import bid, replica, seated
from tests.service.conftest import patiently_opened
from tests.service.servers import DURABLE, Server, soon

WITHOUT_LOG = ("--appendonly", "no", "--save", "")


def backed_up(server: Server, into: Path) -> None:
    """A consistent copy from a running server, in an empty data directory."""
    client = server.client()
    client.bgsave()
    soon(lambda: not client.info("persistence")["rdb_bgsave_in_progress"], "the copy is written")
    assert client.info("persistence")["rdb_last_bgsave_status"] == "ok"
    into.mkdir()
    shutil.copy(server.directory / "dump.rdb", into / "dump.rdb")


def turned_on(server: Server) -> None:
    """The append-only file, made from what is in memory."""
    client = server.client()
    client.config_set("appendonly", "yes")

    def written() -> bool:
        told = client.info("persistence")
        assert told["aof_last_bgrewrite_status"] == "ok"
        return not (told["aof_rewrite_in_progress"] or told["aof_rewrite_scheduled"])

    soon(written, "the file is written")


async def test_a_restored_table_is_whole_and_is_played_on(tmp_path: Path) -> None:
    with Server(tmp_path / "old", *DURABLE) as old:
        async with aclosing(await patiently_opened(old.url, durability="local")) as store:
            here = replica(store)
            party = await seated(here)
            await here.dealer.submit(bid(party.seats[0], 2))
            backed_up(old, tmp_path / "new")
            commits = await replay(store, here.tables, party.table_id)

    with Server(tmp_path / "new", *WITHOUT_LOG) as between:
        turned_on(between)
    with Server(tmp_path / "new", *DURABLE) as new:
        async with aclosing(await patiently_opened(new.url, durability="local")) as store:
            there = replica(store)
            assert await replay(store, there.tables, party.table_id) == commits
            told = await there.dealer.submit(bid(party.seats[1], 3))

    assert told.viewer == Seat(1)
    assert not told.replayed


def test_a_server_with_an_append_only_file_ignores_what_is_restored_beside_it(
    tmp_path: Path,
) -> None:
    with Server(tmp_path / "old", *DURABLE) as old:
        old.client().set("a", "table")
        backed_up(old, tmp_path / "new")

    with Server(tmp_path / "new", *DURABLE) as new:
        assert new.client().dbsize() == 0
