"""Every command and example that the READMEs show was run exactly as printed."""

import json
import os
import re
import signal
import subprocess
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path

import grpc
import pytest

from croupier.client.sync import Croupier
from croupier.v1.catalog_service_pb2 import GetServerInfoRequest
from croupier.v1.catalog_service_pb2_grpc import CatalogServiceStub
from tests.e2e import commands
from tests.tidy.tree import ROOT

pytestmark = pytest.mark.alone

PORT = 50051  # what the examples say
README, CLIENT = ROOT / "README.md", ROOT / "clients/python/README.md"
BLOCK = re.compile(r"^```(\w*)\n(.*?)^```$", re.M | re.S)
SERVE = "make serve"


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
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A fresh account."""
    return tmp_path_factory.mktemp("home")


@pytest.fixture(scope="module", autouse=True)
def served(home: Path) -> Iterator[None]:
    """The README's first command, running, at the address that its examples name."""
    with (
        (home / "log").open("w") as log,
        subprocess.Popen(
            SERVE.split(),
            cwd=ROOT,
            env=commands.environment(home),
            stdout=subprocess.PIPE,
            stderr=log,
            text=True,
            start_new_session=True,
        ) as process,
    ):
        assert process.stdout is not None
        try:
            _wait_for_the_address(process.stdout)
            yield
        finally:
            os.killpg(process.pid, signal.SIGTERM)
    assert "Traceback" not in (home / "log").read_text()


def _wait_for_the_address(lines: Iterable[str]) -> None:
    told = ""
    for line in lines:
        told += line
        if line.split()[:1] == ["gRPC"]:
            assert line.split()[1] == f"127.0.0.1:{PORT}"
            return
    pytest.fail(f"`{SERVE}` needs port {PORT} for itself: {told}")


def typed(home: Path, command: str, said: str = "") -> "subprocess.CompletedProcess[str]":
    """A command line, as a reader types it at the top of the tree."""
    return subprocess.run(
        command,
        shell=True,
        cwd=ROOT,
        env=commands.environment(home),
        input=said,
        capture_output=True,
        text=True,
        timeout=180,
        check=False,
    )


def python(home: Path, code: str) -> "subprocess.CompletedProcess[str]":
    """An example, saved and run."""
    example = home / "example.py"
    example.write_text(code)
    return typed(home, f"{sys.executable} -W error {example}")


@pytest.mark.parametrize("command", [one for one in shown() if one != SERVE])
def test_each_command_does_what_it_says(home: Path, command: str) -> None:
    done = typed(home, command, said="q\n")

    assert done.returncode == 0, done.stderr
    assert "Traceback" not in done.stderr
    assert done.stdout.strip()


@pytest.mark.parametrize(
    "code",
    [*blocks(README, "python"), *blocks(CLIENT, "python")],
    ids=lambda code: code.splitlines()[-1][:30],
)
def test_each_example_runs(home: Path, code: str) -> None:
    done = python(home, code)

    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.strip()


@pytest.mark.parametrize("path", sorted((ROOT / "examples").glob("*.py")), ids=lambda p: p.name)
def test_each_file_of_examples_runs(home: Path, path: Path) -> None:
    done = typed(home, f"{sys.executable} -W error {path}")

    assert (done.returncode, done.stderr) == (0, "")
    assert "winners" in done.stdout


def test_the_ten_lines_are_ten_and_end_with_a_result(home: Path) -> None:
    (code,) = blocks(README, "python")
    lines = [line for line in code.splitlines() if line and not line.startswith(("import", "from"))]

    assert len(lines) <= 10
    assert code == (ROOT / "examples/first_game.py").read_text()
    assert "winners" in python(home, code).stdout


def test_the_published_service_config_works() -> None:
    (config,) = blocks(CLIENT, "json")
    options = [("grpc.service_config", json.dumps(json.loads(config)))]
    with grpc.insecure_channel(f"127.0.0.1:{PORT}", options=options) as channel:
        grpc.channel_ready_future(channel).result(10)
        info = CatalogServiceStub(channel).GetServerInfo(GetServerInfoRequest(), timeout=5)
        assert info.version


def test_first_steps_leave_a_service_that_still_serves() -> None:
    with Croupier(f"127.0.0.1:{PORT}") as croupier:
        assert list(croupier.server_info().games) == ["blossom_ridge"]


def test_the_quick_start_is_two_commands() -> None:
    start = README.read_text().split("## Quick start")[1].split("\n## ")[0]

    assert [code.strip() for _, code in BLOCK.findall(start)] == [
        SERVE,
        ".venv/bin/python examples/first_game.py",
    ]
