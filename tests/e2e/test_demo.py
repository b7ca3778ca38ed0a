"""`croupier demo` plays a whole game, checks it, and says so; or says in a sentence why not."""

import asyncio
import os
import re
import signal
import subprocess
import time
from pathlib import Path
from typing import Any

import pytest

from croupier.service.catalogue import GAMES
from croupier.service.settings import described
from tests.e2e import commands
from tests.waiting import wait_until


@pytest.mark.alone
def test_a_whole_game_is_played_checked_and_told(tmp_path: Path) -> None:
    began = time.monotonic()

    done = commands.run(tmp_path, "demo")

    assert (done.returncode, done.stderr) == (0, "")
    assert time.monotonic() - began < commands.DEMO_MAX_S
    told = done.stdout
    for round_number in range(1, 5):
        assert f"Round {round_number} is dealt" in told
        assert f"Round {round_number} is scored" in told
    assert told.count("wins the trick") == 40
    assert "The game is over" in told
    revisions = re.findall(r"4 watchers saw (\d+) \+ (\d+) \+ (\d+) \+ (\d+) revisions", told)
    commits = re.findall(r"Replayed (\d+) log entries from the first: every entry", told)
    assert len(revisions) == len(commits) == 1
    assert int(commits[0]) > 160  # 4 rounds of 10 tricks of 4 cards
    assert all(0 < int(seen) <= int(commits[0]) for seen in revisions[0])


@pytest.mark.parametrize("engine", GAMES, ids=lambda engine: engine.game)
def test_every_game_is_shown_whatever_the_account_has_set_and_nothing_is_left(
    tmp_path: Path, engine: Any
) -> None:
    done = commands.run(
        tmp_path,
        "demo",
        "--game",
        engine.game,
        "--seats",
        str(engine.seats[0]),
        **{name: "!" for name, _, _ in described()},
        croupier_prefix="!",
        CROUPIER_OF_ANOTHER_RELEASE="!",
    )

    assert (done.returncode, done.stderr) == (0, "")
    assert commands.servers_of(tmp_path) == []
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("words", "why"),
    [(("--seats", "7"), "BAD_PLAYER_COUNT"), (("--game", "whist"), "UNKNOWN_GAME")],
)
def test_what_cannot_be_played_is_one_sentence(
    tmp_path: Path, words: tuple[str, ...], why: str
) -> None:
    done = commands.run(tmp_path, "demo", *words)

    assert done.returncode == 1
    assert done.stderr.startswith(f"The demo failed: {why}")
    assert "Traceback" not in done.stderr
    assert len(done.stderr.splitlines()) == 1
    assert commands.servers_of(tmp_path) == []


def test_a_service_that_dies_in_the_middle_is_noticed_at_once(tmp_path: Path) -> None:
    process = subprocess.Popen(
        [commands.CROUPIER, "demo"],
        env=commands.environment(tmp_path),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert process.stdout is not None
    while "wins the trick" not in process.stdout.readline():
        assert process.poll() is None
    (service,) = commands.children_of(process.pid)
    os.kill(service, signal.SIGKILL)
    began = time.monotonic()

    _, said = process.communicate(timeout=30)

    assert process.returncode == 1
    assert said == "The demo failed: The service ended in the middle of the game.\n"
    assert time.monotonic() - began < 20
    gone = wait_until(lambda: commands.servers_of(tmp_path) == [], "the store is gone, too")
    asyncio.run(gone)


@pytest.mark.parametrize("told", [signal.SIGTERM, signal.SIGHUP, signal.SIGINT])
@pytest.mark.parametrize("when", ["its store is temporary", "wins the trick"])
def test_told_to_go_it_leaves_nothing(tmp_path: Path, told: signal.Signals, when: str) -> None:
    process = subprocess.Popen(
        [commands.CROUPIER, "demo"],
        env=commands.environment(tmp_path),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert process.stdout is not None
    while when not in process.stdout.readline():
        assert process.poll() is None
    assert list(tmp_path.iterdir())

    process.send_signal(told)
    _, said = process.communicate(timeout=30)

    assert process.returncode in (128 + told, 130)
    assert "Traceback" not in said
    assert commands.servers_of(tmp_path) == []
    assert list(tmp_path.iterdir()) == []


def test_help_teaches(tmp_path: Path) -> None:
    done = commands.run(tmp_path, "demo", "--help")

    assert done.returncode == 0
    for word in ("--seats", "--game", "watcher", "played", "again from its first entry"):
        assert word in " ".join(done.stdout.split())
