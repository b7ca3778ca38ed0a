"""A room: one look for all who ask, and the newest stretch of the log without holes."""

import asyncio
from collections.abc import AsyncIterator

import pytest

from croupier.service.app.room import TAIL_BYTES_MAX, TAIL_MAX, Room
from tests.service.app.replica import Party
from tests.service.watch.replicas import STILL, Watching, now, talkers
from tests.service.watch.stores import CountingStore, Reopen


@pytest.fixture
async def party(here: Watching) -> Party:
    """A table of talk."""
    return await talkers(here)


@pytest.fixture
async def counting(reopened: Reopen) -> CountingStore:
    """The store of the room."""
    store: CountingStore = await reopened(CountingStore)
    return store


@pytest.fixture
async def room(counting: CountingStore, party: Party) -> AsyncIterator[Room]:
    """A room at that table, kept."""
    async with Watching.over(counting) as there:
        room = Room(
            party.table_id,
            there.replica.tables,
            counting,
            there.resume,
            STILL,
            counting.subscribe,
        )
        keeping = asyncio.create_task(room.keep())
        yield room
        keeping.cancel()


async def test_the_tail_has_no_holes_and_is_bounded(
    here: Watching, party: Party, room: Room
) -> None:
    for commits in (0, 1, 3, TAIL_MAX - 1, TAIL_MAX, TAIL_MAX + 1, 2):
        for n in range(commits):
            await here.say(party, str(n))
        moment = await room.fresh()

        versions = [logged.entry.version for logged in moment.tail]
        newest = (await now(here, party)).snapshot.version
        assert versions == list(range(newest - len(versions) + 1, newest + 1))
        assert len(versions) <= TAIL_MAX
        assert moment.live.snapshot.version == newest


async def test_large_events_shorten_the_tail_to_no_less_than_one(
    here: Watching, party: Party, room: Room
) -> None:
    for share, kept in ((4, 3), (1, 1)):
        for _ in range(5):
            await here.say(party, "x" * (TAIL_BYTES_MAX // share))
        assert len((await room.fresh()).tail) == kept


async def test_all_who_ask_at_once_share_a_look(
    party: Party, room: Room, counting: CountingStore
) -> None:
    await room.fresh()
    counting.reads = 0

    moments = await asyncio.gather(*(room.fresh() for _ in range(50)))

    assert counting.reads == 1
    assert all(moment is room.newest for moment in moments)


async def test_a_look_that_had_begun_is_not_fresh(here: Watching, party: Party, room: Room) -> None:
    """Whoever asks after a commit sees it, whatever look was under way."""
    for n in range(20):
        early = asyncio.create_task(room.fresh())
        await asyncio.sleep(0)
        told = await here.say(party, str(n))
        late = await room.fresh()
        await early
        assert late.live.snapshot.revisions[0] == told.revision
