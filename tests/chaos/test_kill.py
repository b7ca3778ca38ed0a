"""Processes are killed and paused while games go on: nothing acknowledged is lost or doubled."""

import asyncio
import os
import random
from pathlib import Path

import pytest

from croupier.engines.blossom_ridge import engine
from croupier.service import main
from croupier.service.load.checker import violations
from croupier.service.load.history import History, Outcome
from croupier.service.load.truth import truth_of
from croupier.service.transport.wire import Wire
from tests.chaos.faults import trouble
from tests.chaos.players import Addresses, Table
from tests.chaos.world import World, world
from tests.quantities import quantity

TABLES_AT_ONCE = 6
FAULTS = 200
FINISH_S = 300


async def keep_playing(
    made: World, history: History, chance: random.Random, enough: asyncio.Event
) -> list[str]:
    """Whole games one after the other, until it is enough and the last one is over."""
    here = Addresses(made.addresses, chance)
    played: list[str] = []
    while not played or not enough.is_set():
        table = Table(here, history, chance)
        persons = chance.choice([1, 2])
        await table.open("blossom_ridge", persons, chance.randint(2, 4) - persons)
        played.append(table.table_id)
        await table.play()
    await here.close()
    return played


@pytest.mark.alone
async def test_kill_and_pause_lose_nothing_and_double_nothing(tmp_path: Path) -> None:
    seed = int(os.environ.get("CROUPIER_CHAOS_SEED", "20"))
    chance, history, enough = random.Random(seed), History(), asyncio.Event()
    async with world(tmp_path, replicas=2) as made:
        lanes = [
            asyncio.create_task(keep_playing(made, history, random.Random(n), enough))
            for n in range(TABLES_AT_ONCE)
        ]
        struck = await trouble(made, chance, quantity(FAULTS))
        enough.set()
        async with asyncio.timeout(FINISH_S):
            played = [table_id for lane in lanes for table_id in await lane]
        async with main.opened(made.settings) as (store, tables):
            wire = Wire(engine)
            truths = [await truth_of(store, tables, wire, table_id) for table_id in played]

    found = violations(history, truths)

    accepted = sum(call.outcome is Outcome.ACCEPTED for call in history.calls)
    doubted = sum(call.outcome is Outcome.UNKNOWN for call in history.calls)
    commits = sum(len(truth.commits) for truth in truths)
    print(  # noqa: T201
        f"\nseed {seed}: {sum(struck.values())} faults {dict(struck)}, {len(played)} games, "
        f"{commits} commits, {accepted} acknowledged, {doubted} in doubt, "
        f"{len(history.frames)} frames, {len(found)} violations"
    )
    assert found == []
    assert all(truth.finished for truth in truths)
    assert accepted > 10 * len(played)
