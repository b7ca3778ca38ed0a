"""Locust plays with the same players: its master collects what two workers did."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

from tests.deploy.engines import ROOT, TOOLS, needs_engines
from tests.load.test_load import RUN_S, planted

FILE = ROOT / "deploy" / "locustfile.py"
WORDS = ("--headless", "--processes", "2", "--users", "4", "--spawn-rate", "4", "--run-time", "6s")


def locust(place: Path, address: str, *words: str) -> tuple[int, list[dict[str, Any]]]:
    """One run: its exit code, and what it measured."""
    done = subprocess.run(
        [TOOLS / "locust", "-f", FILE, "--host", address, *WORDS, "--json", *words],
        env={"PATH": "/usr/bin:/bin", "HOME": str(place), "CROUPIER_PYTHON": sys.executable},
        capture_output=True,
        text=True,
        timeout=RUN_S,
        check=False,
    )
    told: list[dict[str, Any]]  # workers say that they have measured nothing: []
    told, _ = json.JSONDecoder().raw_decode(done.stdout, done.stdout.index("[\n"))
    return done.returncode, told


@needs_engines
async def test_locust_counts_what_the_players_did(tmp_path: Path) -> None:
    async with planted(tmp_path) as made:
        code, measured = locust(tmp_path, made.addresses[0])

    told = {one["name"]: one for one in measured}
    assert code == 0
    assert {"open", "join", "legal", "command", "seen"} <= told.keys()
    assert told["open"]["num_requests"] >= 4, "every user opened a table"
    assert told["command"]["num_requests"] > told["open"]["num_requests"]
    assert [one["name"] for one in told.values() if one["num_failures"]] == []


@needs_engines
async def test_locust_is_told_of_failures(tmp_path: Path) -> None:
    async with planted(tmp_path) as made:
        address = made.addresses[0]
        made.replicas[0].kill()
        code, measured = locust(tmp_path, address)

    assert code == 1
    assert {one["name"]: one["num_failures"] for one in measured}["open"] >= 1
