"""The image, as far as it can be checked without a container engine: its steps are run as they
are, in an environment of their own."""

import asyncio
import os
import re
import signal
import subprocess
import tomllib
from pathlib import Path
from typing import Any

import pytest

from croupier.service.adapters.embedded import EmbeddedValkey
from tests.deploy.engines import ROOT, TOOLS, Engines, needs_engines
from tests.e2e import serving
from tests.e2e.serving import Serving

DEPLOY = ROOT / "deploy"
DOCKERFILE = (DEPLOY / "Dockerfile").read_text()
PIN = re.compile(r"^([a-z0-9-]+)==(\S+)", re.MULTILINE)
BUILD_S = 300
PLAY_S = 120
KEY = "k" * 32
# Runs a command where nobody may write to the file system that the root is on.
READ_ONLY = (
    *("unshare", "--mount", *(() if os.getuid() == 0 else ("--user", "--map-root-user"))),
    *("sh", "-c"),
    'mount -o remount,bind,ro / && ! touch / 2>/dev/null && exec "$@"',
    "read-only",
)


def pins(lock: Path) -> dict[str, str]:
    """Every distribution of a lock, with its version."""
    return dict(PIN.findall(lock.read_text()))


def instructions(text: str) -> list[tuple[str, str]]:
    """Every instruction of a Dockerfile with its arguments, in order."""
    joined = re.sub(r"\\\n\s*", " ", re.sub(r"^#.*\n", "", text, flags=re.MULTILINE))
    return [
        (name, rest.strip())
        for name, _, rest in (line.partition(" ") for line in joined.splitlines() if line)
    ]


def environment() -> dict[str, str]:
    """What the image sets for its process."""
    (env,) = [rest for name, rest in instructions(DOCKERFILE) if name == "ENV"]
    return dict(re.findall(r'(\w+)="([^"]*)"', env))


def test_the_image_runs_without_rights_and_no_shell_stands_before_the_service() -> None:
    steps = instructions(DOCKERFILE)
    final = steps[max(n for n, (name, _) in enumerate(steps) if name == "FROM") :]
    told = dict(final)

    assert told["USER"] == "10001:10001"  # a number: Kubernetes can see that it is not root
    assert told["ENTRYPOINT"] == '["croupier"]'
    assert told["CMD"] == '["serve"]'
    assert told["STOPSIGNAL"] == "SIGTERM"
    assert "RUN" not in told  # nothing but the environment comes from the builder
    assert [rest for name, rest in final if name == "COPY"] == [
        "--from=build /opt/croupier /opt/croupier"
    ]


def test_the_base_is_pinned_and_both_stages_have_the_same() -> None:
    steps = instructions(DOCKERFILE)

    (base,) = [rest for name, rest in steps if name == "ARG"]
    assert re.fullmatch(r"BASE=python:3\.\d+\.\d+-slim-\w+", base)
    assert [rest.split()[0] for name, rest in steps if name == "FROM"] == ["${BASE}"] * 2


def test_what_the_builder_copies_is_not_ignored() -> None:
    steps = instructions(DOCKERFILE)
    copied = [
        place
        for name, rest in steps
        if name == "COPY" and not rest.startswith("--from")
        for place in rest.split()[:-1]
    ]
    sent = (DEPLOY / "Dockerfile.dockerignore").read_text().splitlines()

    assert sent[1] == "*"
    assert sorted(line[1:] for line in sent if line.startswith("!")) == sorted(copied)
    assert all((ROOT / place).exists() for place in copied)


def test_the_image_has_what_the_distributions_need_in_the_versions_that_are_tested() -> None:
    tested, shipped = pins(ROOT / "requirements.lock"), pins(DEPLOY / "image.lock")
    manifests = [
        ROOT / part / "pyproject.toml" for part in ("engines", "clients/python", "service")
    ]
    needed = {
        re.split(r"[^A-Za-z0-9-]", one)[0]
        for manifest in manifests
        for one in tomllib.loads(manifest.read_text())["project"]["dependencies"]
    }

    ours = {"croupier", "croupier-client", "croupier-engines"}
    assert needed - ours - shipped.keys() == set(), "run make lock"
    assert shipped.items() <= tested.items(), "run make lock"
    assert not {"pytest", "mypy", "hypothesis"} & shipped.keys()
    assert pins(DEPLOY / "build.lock").items() <= tested.items(), "run make lock"


@needs_engines
def test_a_linter_has_nothing_against_the_dockerfile() -> None:
    said = subprocess.run(
        [str(TOOLS / "hadolint"), "--no-color", str(DEPLOY / "Dockerfile")],
        capture_output=True, text=True, timeout=60,
    )  # fmt: skip

    assert (said.stdout, said.returncode) == ("", 0), said.stderr


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What the one step of the image's builder makes, in another place."""
    (step,) = [rest for name, rest in instructions(DOCKERFILE) if name == "RUN"]
    command, where = step.split()
    assert (command, where) == ("deploy/build", "/opt/croupier")
    folder = tmp_path_factory.mktemp("image")
    said = subprocess.run(
        [str(ROOT / command), str(folder / "croupier")],
        capture_output=True, text=True, timeout=BUILD_S,
    )  # fmt: skip
    assert said.returncode == 0, said.stdout + said.stderr
    assert "No broken requirements found." in said.stdout
    assert [each.name for each in folder.iterdir()] == ["croupier"]
    return folder / "croupier" / "bin" / "croupier"


@pytest.mark.alone
@needs_engines
def test_what_was_built_says_its_release(built: Path) -> None:
    said = subprocess.run([built, "--version"], capture_output=True, text=True, timeout=60)

    assert re.fullmatch(r"croupier \d+\.\d+\.\d+\n", said.stdout)


@pytest.mark.alone
@pytest.mark.needs("unshare")
@needs_engines
async def test_what_was_built_serves_and_ends_as_in_the_image(
    built: Path, tmp_path: Path, valkey: EmbeddedValkey, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(serving, "CROUPIER", built)
    nowhere = tmp_path / "nowhere"

    ended = await served_and_stopped(built, nowhere, valkey.url)

    (start,) = [line for line in ended.lines if line["event"] == "serving"]
    assert start["grpc"].startswith("0.0.0.0:")
    assert ended.lines[-1]["event"] == "stopped"
    assert not nowhere.exists()


async def served_and_stopped(built: Path, nowhere: Path, store: str) -> Serving:
    """It serves with the image's own settings, is played at as `helm test` does it, and ends on
    the image's own signal."""
    settings: dict[str, Any] = {
        name: value for name, value in environment().items() if name != "PATH"
    }
    settings |= {
        "CROUPIER_REDIS_URL": store,
        "CROUPIER_SECRET": "s" * 32,
        "CROUPIER_OPERATOR_KEY": KEY,
        "CROUPIER_TEST_SEEDS": "false",
        "CROUPIER_PREFIX": "image:",
        "HOME": str(nowhere),
    }
    async with serving.serving(nowhere, *READ_ONLY, settings=settings) as process:
        code, said = await helm_test(built, process.port)
        assert (code, said.splitlines()[-1]) == (0, "Passed."), said
        process.signal(signal.SIGTERM)
        assert await process.ended() == 0
    return process


async def helm_test(built: Path, port: int) -> tuple[int, str]:
    """What the pod of `helm test` runs, at another address: its exit code and what it says."""
    with Engines() as engines:
        (player,) = engines.objects({})["Pod demo-croupier-test"]["spec"]["containers"]
    arguments = [
        f"127.0.0.1:{port}" if one == "demo-croupier:50051" else one for one in player["args"]
    ]
    assert f"127.0.0.1:{port}" in arguments
    playing = await asyncio.create_subprocess_exec(
        built, *arguments, env={"CROUPIER_OPERATOR_KEY": KEY, "HOME": "/nowhere"},
        stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.STDOUT,
    )  # fmt: skip
    said, _ = await asyncio.wait_for(playing.communicate(), PLAY_S)
    assert playing.returncode is not None
    return playing.returncode, said.decode()
