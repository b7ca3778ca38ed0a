"""The list of open tables: complete while they can be joined, whatever happens around it."""

from typing import Any

import pytest
import redis

from croupier.engines.kernel.values import Seat
from croupier.service.adapters.embedded import EmbeddedValkey
from croupier.service.app.records import TableId
from tests.service.app.replica import Replica, new_id, new_table, seated


async def listed(here: Replica) -> list[TableId]:
    """The open tables, newest first."""
    page, _ = await here.lobby.open_tables("", 256)
    return [live.snapshot.table_id for live in page]


async def test_a_table_whose_seat_is_free_again_is_listed_again(here: Replica) -> None:
    party = await seated(here, start=False, listed=True)
    full = await listed(here)

    await here.lobby.leave(party.seats[1], new_id())
    after_leaving = await listed(here)
    await here.lobby.join(party.table_id, new_id(), None, None, "Bo")
    await here.lobby.kick(party.host, new_id(), Seat(0))
    after_kicking = await listed(here)

    assert full == []
    assert after_leaving == after_kicking == [party.table_id]


async def test_a_table_that_plays_is_not_listed(here: Replica) -> None:
    party = await seated(here, start=True, listed=True)
    await here.store.list_table(party.table_id)  # as if its start had been overtaken

    assert await listed(here) == []
    assert [one async for one in here.store.listed("", 10)] == []


async def test_a_table_is_listed_although_somebody_looked_before_it_was_there(
    here: Replica, monkeypatch: pytest.MonkeyPatch
) -> None:
    create = here.store.create

    async def looked_for_meanwhile(*new: Any) -> Any:
        await listed(here)
        return await create(*new)

    monkeypatch.setattr(here.store, "create", looked_for_meanwhile)
    opened = await here.lobby.create(new_table(listed=True))

    assert await listed(here) == [opened.live.snapshot.table_id]


async def test_a_table_that_cannot_be_read_hides_no_other(
    here: Replica, there: Replica, valkey: EmbeddedValkey, prefix: str
) -> None:
    sound = (await here.lobby.create(new_table(listed=True))).live.snapshot.table_id
    rotten = (await here.lobby.create(new_table(listed=True))).live.snapshot.table_id
    with redis.Redis(unix_socket_path=str(valkey.path)) as raw:
        raw.hset(f"{prefix}{{{rotten}}}:s", "b", b"rot")

    assert await listed(there) == [sound]
