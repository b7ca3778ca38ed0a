"""Three processes behind nginx under load: restarted one by one, or their store fails over."""

import asyncio
import json
import re
import signal
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from time import sleep
from typing import Any

import pytest

from croupier.service.catalogue import GAMES
from tests.chaos.world import World, free_port, until_listening, world
from tests.e2e.commands import CROUPIER, environment
from tests.load.balancer import balancer
from tests.quantities import quantity
from tests.service.servers import Cluster
from tests.waiting import wait_until

TABLES = 100  # of each game
AT_ONCE = 12
WAVE = 100  # tables that are all under way when a master ends
STOP_S = 30
FINISH_S = 7_200
PAUSE_S = 2  # between two restarts
BEHIND_S = 0.5  # so much of what a master wrote its replica never got
FAILURES_MAX = 100_000  # while a third of the tables has no master
UNDER_WAY = 5  # commands at each table
FULL = quantity(20) == 20
PROGRESS = re.compile(r"(\d+) playing, ([\d,]+) commands")


async def restart(made: World, number: int) -> None:
    """As an orchestrator does: SIGTERM, wait for the end, start anew, wait until it listens."""
    replica = made.replicas[number]
    assert replica.process is not None
    replica.signal(signal.SIGTERM)
    code = await asyncio.to_thread(replica.process.wait, STOP_S)
    assert code == 0, replica.log.read_text()[-2000:]
    replica.start()
    await until_listening(made.ports[number])


async def started(
    made: World, address: str, place: Path, tables: int, *words: str
) -> asyncio.subprocess.Process:
    """`croupier load` with all games, which checks every table against the store at its end."""
    settings = {"CROUPIER_REDIS_URL": made.url, "CROUPIER_SECRET": made.secret}
    with (place / "progress").open("wb") as progress:
        return await asyncio.create_subprocess_exec(
            *(CROUPIER, "load", "--address", address, "--store", "--tables", str(tables), *words),
            *("--watchers", "1", "--json", str(place / "report.json")),
            env=environment(place, **settings),
            stdout=asyncio.subprocess.DEVNULL,
            stderr=progress,
        )


def under_way(place: Path, tables: int) -> bool:
    """Whether so many tables are in the middle of their game."""
    told = PROGRESS.findall((place / "progress").read_text())
    if not told:
        return False
    playing, commands = told[-1]
    return int(playing) == tables and int(commands.replace(",", "")) >= UNDER_WAY * tables


def report(place: Path) -> dict[str, Any]:
    """What the run measured and found."""
    told: dict[str, Any] = json.loads((place / "report.json").read_text())
    return told


def figures(told: dict[str, Any]) -> str:
    """The part of a report that is worth keeping."""
    names = ("seconds", "durability", "lost", "tables", "counts", "failures", "latency_ms", "wrong")
    return json.dumps({name: told[name] for name in names})


@pytest.mark.alone
@pytest.mark.needs("nginx")
async def test_a_rolling_restart_fails_no_command(
    tmp_path: Path, record_property: Callable[[str, object], None]
) -> None:
    tables = quantity(TABLES) * len(GAMES)
    async with world(tmp_path, replicas=3) as made, asyncio.timeout(FINISH_S):
        with balancer(tmp_path, free_port(), made.ports) as address:
            await until_listening(int(address.rpartition(":")[2]))
            load = await started(made, address, tmp_path, tables, "--at-once", str(AT_ONCE))
            over = asyncio.ensure_future(load.wait())
            restarts = 0
            while not over.done() and (restarts < len(made.replicas) or FULL):
                await restart(made, restarts % len(made.replicas))
                restarts += 1
                await asyncio.wait([over], timeout=PAUSE_S)
            was_over = over.done()
            code = await over

    told = report(tmp_path)
    record_property("told", f"{restarts} restarts under load: {figures(told)}")
    assert restarts >= len(made.replicas)
    assert FULL or not was_over, "it was over before all had been restarted"
    assert (code, told["broken"], told["failures"], told["lost"]) == (0, [], {}, 0)
    assert told["tables"]["finished"] == tables
    assert told["wrong"]["asked"] == told["wrong"]["read"] == tables
    assert sorted(told["tables"]["by_game"]) == sorted(engine.game for engine in GAMES)


@pytest.mark.skipif(not FULL, reason="takes minutes: make proof")
@pytest.mark.alone
@pytest.mark.needs("nginx")
async def test_what_survives_a_failover_is_sound_and_what_is_lost_is_counted(
    tmp_path: Path, record_property: Callable[[str, object], None]
) -> None:
    tables = quantity(TABLES) * len(GAMES)
    wave = min(tables, WAVE)
    words = ("--at-once", str(wave), "--max-failed", str(FAILURES_MAX))
    cluster = await asyncio.to_thread(Cluster, tmp_path / "cluster", replicas=1)
    with closing(cluster):
        async with world(tmp_path, 3, cluster.url) as made, asyncio.timeout(FINISH_S):
            with balancer(tmp_path, free_port(), made.ports) as address:
                await until_listening(int(address.rpartition(":")[2]))
                load = await started(made, address, tmp_path, tables, *words)
                await wait_until(lambda: under_way(tmp_path, wave), "all play", FINISH_S)
                await asyncio.to_thread(cluster.fail_over_behind, 1, lambda: sleep(BEHIND_S))
                code = await load.wait()

    told = report(tmp_path)
    record_property("told", f"a failover under load: {figures(told)}")
    assert told["durability"] == "none", "while it was played"
    assert told["lost"] > 0
    assert (code, told["broken"], told["wrong"]["words"]) == (0, [], [])
    assert told["tables"]["finished"] == tables
    assert told["wrong"]["asked"] == told["wrong"]["read"] == tables
