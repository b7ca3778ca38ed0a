"""Hints are only ever "look again": lost ones delay a frame, and lose none."""

import asyncio
from dataclasses import replace as paced

import pytest
from redis.asyncio import Redis

from croupier.engines.kernel.values import Seat
from croupier.service.adapters.store import RedisStore
from croupier.service.app.frames import Kind, Mode
from croupier.service.app.pace import Pace
from tests.quantities import quantity
from tests.service.app.replica import Party
from tests.service.watch.checker import History, faults
from tests.service.watch.replicas import STILL, Watching, heard, now, talkers
from tests.service.watch.stores import DeafStore, Reopen

HINTS_LOST_S = 1.5  # how late a frame may be when every hint is lost


async def _late(here: Watching, there: Watching, party: Party) -> float:
    """How long after its commit a change arrives."""
    clock = asyncio.get_running_loop().time
    async with there.watch(party.seats[0]) as stream:
        await stream.next(Kind.SNAPSHOT)
        await here.say(party, "hello")
        said_at = clock()
        await stream.next(Kind.CHANGE)
        return clock() - said_at


@pytest.mark.alone
async def test_when_every_hint_is_lost_the_poll_delivers(here: Watching, reopened: Reopen) -> None:
    party = await talkers(here)

    async with Watching.over(await reopened(DeafStore), Pace()) as there:
        delays = [await _late(here, there, party) for _ in range(quantity(60))]

    assert max(delays) < HINTS_LOST_S


async def test_when_hints_may_be_lost_every_table_is_looked_at(
    here: Watching, reopened: Reopen
) -> None:
    party = await talkers(here)
    store = await reopened(DeafStore)

    async with Watching.over(store) as there, there.watch(party.seats[0]) as stream:
        await stream.next(Kind.SNAPSHOT)
        await here.say(party, "hello")
        store.hear(None, b"")
        assert heard(await stream.next(Kind.CHANGE)) == ("hello", "")


async def test_when_hints_may_be_lost_the_poll_is_quick_for_a_while(
    here: Watching, reopened: Reopen
) -> None:
    party = await talkers(here)
    store = await reopened(DeafStore)

    async with (
        Watching.over(store, paced(STILL, poll_quick_s=0.02)) as there,
        there.watch(party.seats[0]) as stream,
    ):
        await stream.next(Kind.SNAPSHOT)
        store.hear(None, b"")
        for n in range(3):
            await here.say(party, str(n))
            assert heard(await stream.next(Kind.CHANGE)) == (str(n), "")


@pytest.mark.alone
async def test_a_killed_hint_connection_delays_and_loses_nothing(
    here: Watching, other_store: RedisStore, raw: Redis
) -> None:
    party = await talkers(here)
    clock = asyncio.get_running_loop().time
    killed = 0

    async with Watching.over(other_store, Pace()) as there, there.watch(party.seats[0]) as stream:
        await stream.next(Kind.SNAPSHOT)
        for n in range(quantity(200)):
            killed += await raw.client_kill_filter(_type="pubsub")
            await here.say(party, str(n))
            said_at = clock()
            await stream.until(5 + n)
            assert clock() - said_at < HINTS_LOST_S

    history = await History.of(here, await now(here, party), Seat(0))
    assert faults(stream.read, history, Mode.STATE) == []
    assert killed > 0
