"""The list of open tables: complete while they can be joined, whatever happens around it."""

from typing import Any

import pytest
import redis

from croupier.engines.kernel.values import Seat
from croupier.service.adapters.embedded import EmbeddedValkey
from croupier.service.app.records import TableId
from tests.engines.kernel.games import high_low
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


@pytest.mark.parametrize("size", [1, 2, 3, 4, 5])
@pytest.mark.parametrize("game", [None, "sealed_bids"])
async def test_no_page_of_open_tables_is_empty_but_of_an_empty_list(
    here: Replica, size: int, game: str | None
) -> None:
    """Other games, full tables and the end of the list make no page empty."""
    options = high_low.Options()
    for n in range(4):
        await here.lobby.create(new_table(listed=True))
        for _ in range(6):
            await here.lobby.create(new_table(listed=True, game="high_low", options=options))
        full = await here.lobby.create(new_table(seats=1 + n % 2, listed=True))
        for _ in range(1 + n % 2):
            await here.lobby.join(full.live.snapshot.table_id, new_id(), None, None, "Ada")

    pages, cursor = [], ""
    for _ in range(40):
        page, cursor = await here.lobby.open_tables(cursor, size, game)
        pages.append([live.snapshot.table_id for live in page])
        if not cursor:
            break

    found = [table_id for page in pages for table_id in page]
    assert not cursor
    assert len(found) == len(dict.fromkeys(found)) == (28 if game is None else 4)
    assert [len(page) for page in pages[:-1]] == [size] * (len(pages) - 1)
    assert pages[-1]


async def test_a_list_of_nothing_is_one_empty_page(here: Replica) -> None:
    assert await here.lobby.open_tables("", 2) == ([], "")
    assert await here.lobby.open_tables("", 2, "high_low") == ([], "")
