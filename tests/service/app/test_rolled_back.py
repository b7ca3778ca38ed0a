"""The store has lost its last moments, and a replica remembers them: the store is right."""

import asyncio
from collections.abc import Callable

from croupier.engines.kernel.values import Seat
from croupier.service.app.records import Decide, TableId, TimedOut, TimeOut
from croupier.service.app.replay import replay
from tests.service.app.replica import Replica, new_id
from tests.service.app.test_deadlines import DEALT, NEVER_MS, SOON_MS, clocked, guess
from tests.service.backup import Backup

QUICK_S = 5
LOST = 3  # commits


async def test_the_house_answers_as_the_store_has_it(
    here: Replica, backup: Callable[[TableId], Backup]
) -> None:
    party = await clocked(here, SOON_MS)
    saved = backup(party.table_id)
    await saved.save()
    while (await here.tables.current(party.table_id)).snapshot.version < DEALT + LOST:
        await here.house.sweep()

    await saved.restore()
    async with asyncio.timeout(QUICK_S):
        while (await here.tables.current(party.table_id)).snapshot.version < DEALT + LOST:
            await here.house.sweep()

    logged = await here.store.entries(party.table_id, DEALT)
    assert [type(one.entry.act) for one in logged] == [TimeOut] * LOST
    assert logged[0].entry.notices == (TimedOut(Seat(0)),)
    await replay(here.store, here.tables, party.table_id)


async def test_a_decision_is_judged_by_what_the_store_has(
    here: Replica, there: Replica, backup: Callable[[TableId], Backup]
) -> None:
    party = await clocked(here, NEVER_MS)
    saved = backup(party.table_id)
    await saved.save()
    for replica in (here, there):
        await replica.dealer.submit(guess(party.seats[0]))
        await here.dealer.view(party.seats[1])
        await saved.restore()
        lost = here.tables.cached(party.table_id)
        assert lost is not None
        assert lost.snapshot.version == DEALT + 1

        await here.dealer.submit(guess(party.seats[0]))
        await here.dealer.submit(guess(party.seats[1]))
        logged = await here.store.entries(party.table_id, DEALT)
        assert [type(one.entry.act) for one in logged] == [Decide, Decide]
        await replay(here.store, here.tables, party.table_id)
        await saved.restore()
    await there.lobby.close(party.host, new_id())


async def test_a_look_ends_what_only_memory_has(
    here: Replica, backup: Callable[[TableId], Backup]
) -> None:
    party = await clocked(here, NEVER_MS)
    saved = backup(party.table_id)
    await saved.save()
    await here.dealer.submit(guess(party.seats[0]))
    await saved.restore()

    looked = await here.tables.current(party.table_id)

    assert here.tables.cached(party.table_id) is looked
    assert looked.snapshot.version == DEALT
