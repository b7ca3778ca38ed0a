"""The log is the truth: every kind of commit, played again, gives the stored snapshot."""

import asyncio
import os
import subprocess
import sys
from pathlib import Path

import pytest

from croupier.engines.blossom_ridge import engine
from croupier.engines.kernel.refusal import Refused
from croupier.engines.kernel.values import Seat, replace
from croupier.service.adapters.embedded import EmbeddedValkey
from croupier.service.adapters.store import RedisStore
from croupier.service.app.games import Game
from croupier.service.app.ports import Committed
from croupier.service.app.records import Status, TableId
from croupier.service.app.replay import LogMismatch, played_again, replay
from tests.engines.kernel.games import sealed_bids
from tests.service.app.replica import Replica, bearer, bid, new_id, new_table, replica, seated
from tests.waiting import wait_until

ROOT = Path(__file__).parents[3]
SEEDS = ("0", "1", "20")


async def every_kind(here: Replica) -> tuple[TableId, int]:
    """A table with every kind of commit in its log."""
    party = await seated(here, seats=3, start=False)
    code = party.opened.invite_code
    await here.lobby.leave(party.seats[2], new_id())
    await here.lobby.join(party.table_id, new_id(), code, Seat(2), "Cy")
    await here.lobby.kick(party.host, new_id(), Seat(2))
    await here.lobby.give(party.host, new_id(), Seat(2), "random")
    await here.lobby.start(party.host, new_id())
    await here.dealer.submit(bid(party.seats[0], 1))
    new = await here.lobby.reissue(party.host, new_id(), Seat(1))
    await here.dealer.submit(bid(bearer(here, new.token), 2))
    await here.house.sweep()

    async def house_has_bid() -> bool:
        await here.house.sweep()
        live = await here.tables.current(party.table_id)
        return live.asked[0].question is not None

    await wait_until(house_has_bid, "the house bids")
    await here.lobby.leave(party.seats[0], new_id())
    await here.lobby.revoke_spectators(party.host, new_id())
    token = await here.lobby.reissue_host(party.host, new_id())
    await here.lobby.close(bearer(here, token), new_id())
    live = await here.tables.current(party.table_id)
    return party.table_id, live.snapshot.version


async def test_every_kind_of_commit_is_replayed(here: Replica, there: Replica) -> None:
    table_id, version = await every_kind(here)

    commits = await replay(there.store, there.tables, table_id)

    assert commits == version
    logged = await there.store.entries(table_id, 0)
    kinds = {type(one.entry.act).__name__ for one in logged}
    assert kinds == {
        *("Open", "TakeSeat", "LeaveSeat", "GiveSeat", "ReissueSeat"),
        *("ReissueHost", "RevokeSpectators", "Start", "Decide", "TimeOut", "Close"),
    }


async def test_a_snapshot_that_the_log_does_not_lead_to_is_found(here: Replica) -> None:
    party = await seated(here)
    told = await here.dealer.submit(bid(party.seats[0], 1))
    stored = told.live
    assert stored.table is not None
    other = replace(stored.table, coins=(9, 9))
    forged = replace(
        stored.snapshot,
        version=stored.snapshot.version + 1,
        state=stored.game.tables.write(other),
    )
    (last,) = await here.store.entries(party.table_id, stored.snapshot.version - 1)
    entry = replace(last.entry, version=forged.version, command_id=new_id())
    outcome = await here.store.commit(stored.row, forged, entry, None)
    assert isinstance(outcome, Committed)

    with pytest.raises((LogMismatch, Refused)):
        await replay(here.store, here.tables, party.table_id)


async def test_a_whole_game_is_the_same_whatever_the_hash_seed(
    valkey: EmbeddedValkey, prefix: str, store: RedisStore
) -> None:
    here = replica(store, {engine.game: Game(engine)})
    opened = await here.lobby.create(new_table(4, game=engine.game, options=engine.options()))
    host = bearer(here, opened.host_token)
    for seat in range(4):
        await here.lobby.give(host, new_id(), Seat(seat), "random")
    here.clerk.tell(here.house.heard)
    await here.lobby.start(host, new_id())

    async def is_over() -> bool:
        live = await here.tables.current(host.table_id)
        return live.snapshot.status is Status.OVER

    await wait_until(is_over, "the house plays to the end", within_s=60)

    told = [
        await asyncio.to_thread(
            subprocess.run,
            [sys.executable, "-m", "tests.service.app.replayer", valkey.url, prefix, host.table_id],
            check=True,
            capture_output=True,
            cwd=ROOT,
            env={**os.environ, "PYTHONHASHSEED": seed},
            timeout=60,
        )
        for seed in SEEDS
    ]

    chain = (await here.tables.current(host.table_id)).row.chain.hex()
    assert {one.stdout for one in told} == {told[0].stdout}
    assert told[0].stdout.decode().startswith(chain)


async def test_a_log_can_be_followed_step_by_step(here: Replica) -> None:
    party = await seated(here)
    await here.dealer.submit(bid(party.seats[0], 1))
    stored = await here.tables.current(party.table_id)

    steps = [live async for live in played_again(here.store, stored)]

    assert [live.snapshot.version for live in steps] == [1, 2, 3, 4, 5]
    assert isinstance(steps[-1].table, sealed_bids.Table)
