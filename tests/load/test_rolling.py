"""A rolling restart under load: three processes behind nginx, restarted one after another."""

import asyncio
import json
import signal
from collections.abc import Callable
from pathlib import Path

import pytest

from croupier.service.catalogue import GAMES
from tests.chaos.world import World, free_port, until_listening, world
from tests.e2e.commands import CROUPIER, environment
from tests.load.balancer import balancer
from tests.quantities import quantity

TABLES = 100  # of each game
AT_ONCE = 12
STOP_S = 30
FINISH_S = 3_600
PAUSE_S = 2  # between two restarts
FULL = quantity(20) == 20


async def restart(made: World, number: int) -> None:
    """As an orchestrator does: SIGTERM, wait for the end, start anew, wait until it listens."""
    replica = made.replicas[number]
    assert replica.process is not None
    replica.signal(signal.SIGTERM)
    code = await asyncio.to_thread(replica.process.wait, STOP_S)
    assert code == 0, replica.log.read_text()[-2000:]
    replica.start()
    await until_listening(made.ports[number])


@pytest.mark.alone
@pytest.mark.needs("nginx")
async def test_a_rolling_restart_fails_no_command(
    tmp_path: Path, record_property: Callable[[str, object], None]
) -> None:
    report = tmp_path / "report.json"
    tables = quantity(TABLES) * len(GAMES)
    async with world(tmp_path, replicas=3) as made, asyncio.timeout(FINISH_S):
        with balancer(tmp_path, free_port(), made.ports) as address:
            await until_listening(int(address.rpartition(":")[2]))
            load = await started(made, address, report, tables)
            over = asyncio.ensure_future(load.wait())
            restarts = 0
            while not over.done() and (restarts < len(made.replicas) or FULL):
                await restart(made, restarts % len(made.replicas))
                restarts += 1
                await asyncio.wait([over], timeout=PAUSE_S)
            was_over = over.done()
            code = await over

    told = json.loads(report.read_text())
    figures = {name: told[name] for name in ("tables", "counts", "failures", "broken", "wrong")}
    record_property("told", f"{restarts} restarts under load: {json.dumps(figures)}")
    assert restarts >= len(made.replicas)
    assert FULL or not was_over, "it was over before all had been restarted"
    assert (code, told["broken"], told["failures"]) == (0, [], {})
    assert told["tables"]["finished"] == tables
    assert told["wrong"]["asked"] == told["wrong"]["read"] == tables
    assert sorted(told["tables"]["by_game"]) == sorted(engine.game for engine in GAMES)


async def started(
    made: World, address: str, report: Path, tables: int
) -> asyncio.subprocess.Process:
    """`croupier load` with all games, which checks every table against the store at its end."""
    settings = {"CROUPIER_REDIS_URL": f"unix://{made.socket}", "CROUPIER_SECRET": made.secret}
    return await asyncio.create_subprocess_exec(
        *(CROUPIER, "load", "--address", address, "--store", "--json", str(report)),
        *("--tables", str(tables), "--at-once", str(AT_ONCE), "--watchers", "1"),
        env=environment(report.parent, **settings),
        stdout=asyncio.subprocess.DEVNULL,
        stderr=asyncio.subprocess.DEVNULL,
    )
