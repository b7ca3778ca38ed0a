"""Clocks are the store's: they outlive replicas, and stand still while the house is away."""

import asyncio
import os
from collections.abc import AsyncIterator
from contextlib import aclosing
from datetime import UTC, datetime, timedelta
from pathlib import Path

from croupier.client import Croupier, Frame, SeatClient, State
from croupier.service import main
from croupier.service.app.house import SWEEP_S
from croupier.service.app.records import TableId, TimedOut
from tests.chaos.world import World, until_listening, world

TURN_S = 5
DOWN_S = 10 if os.environ.get("CROUPIER_FULL") == "1" else 4
BUSY_S = 1.0  # what a machine with other work may take
FINISH_S = 60


async def clocked(house: Croupier) -> list[SeatClient]:
    """Three persons with so many seconds for a turn."""
    host = await house.create_table("the_blessed_dark", 3, turn_seconds=TURN_S)
    seats = [await host.join(f"player {n}", n) for n in range(3)]
    await host.start()
    return seats


def due(state: State) -> datetime:
    """When the seat's question is due."""
    assert state.question is not None
    return state.question.deadline_time.ToDatetime(UTC)


async def told(frames: AsyncIterator[Frame], name: str) -> Frame:
    """The frame with the first event of this kind."""
    async for frame in frames:
        if any(event.WhichOneof("event") == name for event in frame.events):
            return frame
    raise AssertionError(f"the watch ended without {name}")


async def first_time_out(made: World, table_id: str) -> datetime:
    """When the store wrote down that somebody's time ran out."""
    async with main.opened(made.settings) as (store, _):
        for logged in await store.entries(TableId(table_id), 0):
            if any(isinstance(notice, TimedOut) for notice in logged.entry.notices):
                return datetime.fromtimestamp(logged.time_ms / 1000, UTC)
    raise AssertionError("nobody's time ran out")


async def test_a_clock_outlives_the_replica_that_started_it(tmp_path: Path) -> None:
    async with (
        world(tmp_path, replicas=2) as made,
        Croupier(made.addresses[0]) as dealt,
        Croupier(made.addresses[1]) as left,
        asyncio.timeout(FINISH_S),
    ):
        seat = (await clocked(dealt))[0]
        deadline = due(await seat.view())

        made.replicas[0].kill()
        async with aclosing(left.seat(seat.table_id, seat.token, 0).watch()) as frames:
            await told(frames, "timed_out")
        late = await first_time_out(made, seat.table_id) - deadline

    assert timedelta(0) <= late <= timedelta(seconds=SWEEP_S + BUSY_S)


async def test_the_time_when_everything_stood_still_is_given_back(tmp_path: Path) -> None:
    async with (
        world(tmp_path, replicas=1) as made,
        Croupier(made.addresses[0]) as house,
        asyncio.timeout(FINISH_S),
    ):
        seat = (await clocked(house))[0]
        before = await seat.view()
        async with aclosing(seat.watch(before.resume_token)) as frames:
            await anext(frames)
            made.replicas[0].kill()
            made.store.kill()
            await asyncio.sleep(DOWN_S)  # this is what happens, not what is waited for
            made.start_store()
            made.replicas[0].start()
            await until_listening(made.ports[0])

            credited = await told(frames, "deadlines_extended")
            assert credited.state is not None
            given = due(credited.state) - due(before)
            ran_out = await told(frames, "timed_out")
        late = await first_time_out(made, seat.table_id) - due(credited.state)

    assert timedelta(seconds=DOWN_S) <= given
    assert given <= credited.server_time - _asked(before) + timedelta(seconds=BUSY_S)
    assert [event.WhichOneof("event") for event in credited.events] == ["deadlines_extended"]
    assert ran_out.server_time >= due(credited.state)
    assert timedelta(0) <= late <= timedelta(seconds=SWEEP_S + BUSY_S)


def _asked(state: State) -> datetime:
    return due(state) - timedelta(seconds=TURN_S)
