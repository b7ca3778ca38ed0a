"""The REST door does what its OpenAPI document says, whatever is asked of it.

Every phase and check of schemathesis runs, for each role at a table that is being played: what
the document allows, one step outside of it, other methods and forms, and chains of calls. Where
the document says 400 for the no of a game's rules, `judge` tells it from a wrong form.
"""

import asyncio
import json
import os
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.quantities import quantity
from tests.service.door.house import Guest, House, Party, seated
from tests.tidy.tree import ROOT

EXAMPLES_FULL = 100  # for each call, as schemathesis has it
EXAMPLES = quantity(EXAMPLES_FULL)
FULL = EXAMPLES == EXAMPLES_FULL
RUN_S = 3_600 if FULL else 240
SEED = int.from_bytes(os.urandom(4), "big") if FULL else 1  # a full run asks what nobody asked
ROLES = ["nobody", "host", "seat", "spectator"] if FULL else ["seat"]
PHASES = "examples,coverage,fuzzing,stateful" if FULL else "examples,coverage,fuzzing"

CASES = re.compile(r"[1-9]\d* generated, [1-9]\d* passed")

SETTINGS = """
seed = {seed}
max-stream-events = 1
continue-on-failure = true
hooks = "tests.service.http.judge"
warnings = false
[generation]
database = "none"
max-examples = {examples}
[checks]
positive_data_acceptance.expected-statuses = ["2xx", "400", "401", "403", "404", "409", "5xx"]
[parameters]
"path.table_id" = {table}
"""
TOKEN = """
[auth.openapi.bearer]
bearer = {token}
[[operations]]
include-operation-id = "LeaveTable"
headers.Authorization = {leaver}
"""


@pytest.mark.parametrize("role", ROLES)
async def test_the_door_and_its_document_agree(
    role: str,
    house: House,
    guest: Guest,
    tmp_path: Path,
    record_property: Callable[[str, object], None],
) -> None:
    party = await seated(guest)
    (tmp_path / "schemathesis.toml").write_text(_settings(role, party))

    code, said = await _ran(tmp_path / "schemathesis.toml", house)

    assert code == 0, said
    counted = CASES.search(said)
    assert counted, said
    record_property("told", f"schemathesis as {role}: {counted[0]}, none failed")
    assert not [line for line in house.lines if line["event"] in ("incident", "http.failure")]


def _settings(role: str, party: Party) -> str:
    """Who asks, about which table; the second seat is there to leave it."""
    tokens = {"host": party.host, "seat": party.seats[0], "spectator": party.spectator}
    text = SETTINGS.format(
        seed=SEED,
        examples=EXAMPLES,
        table=json.dumps(party.table_id),
    )
    if role not in tokens:
        return text
    said = {"token": json.dumps(tokens[role]), "leaver": json.dumps(f"Bearer {party.seats[1]}")}
    return text + TOKEN.format(**said)


async def _ran(settings: Path, house: House) -> tuple[int | None, str]:
    """The exit code, and everything that was printed."""
    place = f"http://127.0.0.1:{house.http_port}/openapi.json"
    process = await asyncio.create_subprocess_exec(
        str(Path(sys.executable).with_name("schemathesis")), "--config-file", str(settings),
        "run", place, "--phases", PHASES, "--no-color",
        cwd=settings.parent, env={**os.environ, "PYTHONPATH": str(ROOT)},
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
    )  # fmt: skip
    try:
        async with asyncio.timeout(RUN_S):
            said, _ = await process.communicate()
    finally:
        if process.returncode is None:
            process.kill()
            await process.wait()
    return process.returncode, said.decode()
