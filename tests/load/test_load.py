"""`croupier load` finds faults that are planted in a real service, and none in a sound one."""

import json
import subprocess
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from tests.chaos.world import World, until_listening
from tests.e2e.commands import CROUPIER, environment
from tests.load.planted import FAULTS

RUN_S = 120


@asynccontextmanager
async def planted(place: Path, *faults: str) -> AsyncIterator[World]:
    """A service with these faults, on a store of its own."""
    made = World(place, replicas=1)
    made.replicas[0].command = [sys.executable, "-m", "tests.load.planted", *faults]
    try:
        made.start_store()
        made.replicas[0].start()
        await until_listening(made.ports[0])
        yield made
    finally:
        for victim in (*made.replicas, made.store):
            victim.end()


def loaded(made: World, place: Path, *words: str) -> tuple[int, dict[str, Any]]:
    """One load run with its checks: the exit code and the report."""
    report = place / "report.json"
    done = subprocess.run(
        [CROUPIER, "load", "--address", made.addresses[0], "--store", "--json", report, *words],
        env=environment(
            place, CROUPIER_REDIS_URL=f"unix://{made.socket}", CROUPIER_SECRET=made.secret
        ),
        capture_output=True,
        text=True,
        timeout=RUN_S,
        check=False,
    )
    assert report.exists(), done.stderr
    told: dict[str, Any] = json.loads(report.read_text())
    return done.returncode, told


SMALL = ("--mix", "blossom_ridge", "--seats", "2", "--tables", "8", "--at-once", "8")
LATE_MS = "400"  # watchers look for themselves about once a second
PACED = (
    *("--rate", "5", "--pace-ms", "30", "--tables", "10", "--mix", "blossom_ridge"),
    *("--seats", "2", "--max-p99-ms", "1000"),
)
TALKATIVE = ("--mix", "blight_of_blackridge", "--seats", "4", "--tables", "2", "--at-once", "2")
FOUND = {
    ("frame_dropped", "announcement_dropped", "wrong_seat"): (
        (*SMALL, "--max-seen-ms", LATE_MS),
        ("does not follow revision", "is another", "was seen after"),
    ),
    ("applied_twice",): (TALKATIVE, ("was never sent",)),
    ("stalled",): (PACED, ("99 of 100 commands took up to",)),
}


@pytest.mark.parametrize("faults", FOUND, ids=" ".join)
async def test_planted_faults_are_found(tmp_path: Path, faults: tuple[str, ...]) -> None:
    words, found = FOUND[faults]
    async with planted(tmp_path, *faults) as made:
        code, told = loaded(made, tmp_path, *words)

    said = [*told["wrong"]["words"], *told["broken"]]
    assert code == 1
    assert [one for one in found if not any(one in each for each in said)] == [], said
    assert told["tables"]["finished"] == told["tables"]["planned"]


async def test_a_sound_service_passes(tmp_path: Path) -> None:
    async with planted(tmp_path) as made:
        code, told = loaded(made, tmp_path, *SMALL, "--slow", "0.2")

    assert (code, told["broken"]) == (0, [])
    assert told["wrong"]["asked"] == told["wrong"]["read"] == told["tables"]["planned"]
    assert told["counts"]["reconnect"] >= told["tables"]["planned"]


def test_every_fault_is_tried() -> None:
    assert {fault for faults in FOUND for fault in faults} == {*FAULTS}
