"""Every command and example that the READMEs show is run exactly as printed.

In a network of its own, so that the printed port is free whoever else serves here.
"""

import json
import re
import signal
import subprocess
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path

import pytest

from croupier.service.catalogue import GAMES
from tests.e2e import commands
from tests.tidy.tree import ROOT

pytestmark = pytest.mark.needs("unshare")

ADDRESS = "127.0.0.1:50051"  # what the examples say
README, CLIENT = ROOT / "README.md", ROOT / "clients/python/README.md"
FRONTENDS = ROOT / "clients/README.md"
BLOCK = re.compile(r"^```(\w*)\n(.*?)^```$", re.M | re.S)
SERVE = "make serve"
APART = ("unshare", "--map-root-user", "--net", sys.executable, "tests/e2e/loopback.py")
WITH_CONFIG = f"""
import grpc
from croupier.v1.catalog_service_pb2 import GetServerInfoRequest
from croupier.v1.catalog_service_pb2_grpc import CatalogServiceStub

options = [("grpc.service_config", '''%s''')]
with grpc.insecure_channel("{ADDRESS}", options=options) as channel:
    grpc.channel_ready_future(channel).result(10)
    print(CatalogServiceStub(channel).GetServerInfo(GetServerInfoRequest(), timeout=5))
"""


class Reader:
    """Somebody who types what the README says, at the top of the tree, with a fresh account."""

    def __init__(self, home: Path, service: int) -> None:
        self._home, self._service = home, service

    def types(self, command: str, said: str = "") -> "subprocess.CompletedProcess[str]":
        """A command line, to its end."""
        there = ("nsenter", "--preserve-credentials", "--user", "--net", "--target")
        return subprocess.run(
            (*there, str(self._service), "sh", "-c", command),
            cwd=ROOT,
            env=commands.environment(self._home),
            input=said,
            capture_output=True,
            text=True,
            timeout=180,
            check=False,
        )

    def runs(self, code: str) -> "subprocess.CompletedProcess[str]":
        """An example, saved and run."""
        example = self._home / "example.py"
        example.write_text(code)
        return self.types(f"{sys.executable} -W error {example}")


def blocks(document: Path, language: str) -> list[str]:
    """The code blocks of a document in one language."""
    return [code for found, code in BLOCK.findall(document.read_text()) if found == language]


def shown() -> list[str]:
    """Every command line that a reader is told to type."""
    return [
        line
        for document in (README, CLIENT)
        for code in blocks(document, "sh")
        for line in code.splitlines()
    ]


@pytest.fixture(scope="module")
def reader(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Reader]:
    """A reader whose first command, `make serve`, is running."""
    home = tmp_path_factory.mktemp("home")
    with (home / "log").open("w") as log, subprocess.Popen(
        (*APART, *SERVE.split()),
        cwd=ROOT,
        env=commands.environment(home),
        stdout=subprocess.PIPE,
        stderr=log,
        text=True,
    ) as process:  # fmt: skip
        assert process.stdout is not None
        try:
            assert _told_address(process.stdout) == ADDRESS, (home / "log").read_text()
            yield Reader(home, process.pid)
        finally:
            process.send_signal(signal.SIGTERM)
    assert "Traceback" not in (home / "log").read_text()


def _told_address(lines: Iterable[str]) -> str | None:
    words = (line.split() for line in lines)
    return next((line[1] for line in words if line[:1] == ["gRPC"]), None)


@pytest.mark.parametrize("command", [one for one in shown() if one != SERVE])
def test_each_command_does_what_it_says(reader: Reader, command: str) -> None:
    done = reader.types(command, said="q\n")

    assert done.returncode == 0, done.stderr
    assert "Traceback" not in done.stderr
    assert done.stdout.strip()


@pytest.mark.parametrize(
    "code",
    [*blocks(README, "python"), *blocks(CLIENT, "python"), *blocks(FRONTENDS, "python")],
    ids=lambda code: code.strip().splitlines()[-1].strip()[:30],
)
def test_each_example_runs(reader: Reader, code: str) -> None:
    done = reader.runs(code)

    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.strip()


@pytest.mark.parametrize("path", sorted((ROOT / "examples").glob("*.py")), ids=lambda p: p.name)
def test_each_file_of_examples_runs(reader: Reader, path: Path) -> None:
    done = reader.types(f"{sys.executable} -W error {path}")

    assert (done.returncode, done.stderr) == (0, "")
    assert "winners" in done.stdout


def test_the_ten_lines_are_ten_and_end_with_a_result(reader: Reader) -> None:
    (code,) = blocks(README, "python")
    lines = [line for line in code.splitlines() if line and not line.startswith(("import", "from"))]

    assert len(lines) <= 10
    assert code == (ROOT / "examples/first_game.py").read_text()
    assert "winners" in reader.runs(code).stdout


def test_a_whole_game_is_played_with_curl_alone(reader: Reader, tmp_path: Path) -> None:
    game, _ = FRONTENDS.read_text().split("## Stubs for any language")
    script = tmp_path / "typed.sh"
    script.write_text("\n".join(code for found, code in BLOCK.findall(game) if found == "sh"))

    done = reader.types(f"cd {tmp_path} && bash -e {script}")

    assert (done.returncode, done.stderr) == (0, "")
    assert '"firstCardPrompt"' in done.stdout
    assert "croupier-replayed: true" in done.stdout
    assert '"reason": "WRONG_PHASE"' in done.stdout
    assert '"winners"' in done.stdout
    assert (tmp_path / "first.txt").read_text() in (tmp_path / "again.txt").read_text()
    frames = [
        json.loads(line.removeprefix("data: "))
        for line in (tmp_path / "seen.txt").read_text().splitlines()
        if line.startswith("data: ")
    ]
    told = [one["revision"] for f in frames if "change" in f for one in f["change"]["revisions"]]
    first, last = frames[0]["revision"], frames[-1]["revision"]
    assert told == list(range(first + 1, last + 1)), "a gap, or something twice"
    assert frames[-1]["end"]["reason"] == "END_REASON_OVER"


@pytest.mark.skipif(not (ROOT / ".tools/ready").exists(), reason="needs .tools: make check")
def test_stubs_are_made_as_the_page_says(tmp_path: Path) -> None:
    _, stubs = FRONTENDS.read_text().split("## Stubs for any language")
    for name in ("protos", ".tools"):
        (tmp_path / name).symlink_to(ROOT / name)
    found = dict(BLOCK.findall(stubs))
    (tmp_path / "buf.gen.yaml").write_text(found["yaml"])
    made = tmp_path / "build" / "stubs" / "croupier" / "v1" / "table_service_pb2.py"
    for code in [code for language, code in BLOCK.findall(stubs) if language == "sh"]:
        made.unlink(missing_ok=True)
        subprocess.run(["bash", "-e", "-c", code], cwd=tmp_path, check=True, timeout=60)
        assert "TableService" in made.read_text()


def test_the_published_service_config_works(reader: Reader) -> None:
    (config,) = blocks(CLIENT, "json")

    done = reader.runs(WITH_CONFIG % config)

    assert 'games: "blossom_ridge"' in done.stdout, done.stderr


def test_the_games_of_this_release_are_those_of_the_catalogue() -> None:
    release = README.read_text().split("## What is in this release")[1].split("\n## ")[0]
    rows = re.findall(
        r"^\| .+ \| `(\w+)` \| (\d+) to (\d+) \| \[(\w+)\]\((.+)\) \|$", release, re.M
    )

    assert sorted(rows) == sorted(
        (
            one.game,
            str(one.seats[0]),
            str(one.seats[-1]),
            one.rules,
            f"engines/src/croupier/engines/{one.game}/RULES.md",
        )
        for one in GAMES
    )


def test_the_quick_start_is_two_commands() -> None:
    start = README.read_text().split("## Quick start")[1].split("\n## ")[0]

    assert [code.strip() for _, code in BLOCK.findall(start)] == [
        SERVE,
        ".venv/bin/python examples/first_game.py",
    ]
