"""The built TypeScript client, from Node and from Chromium, against a running service."""

import asyncio
import os
import re
import signal
from pathlib import Path

import pytest

from tests.e2e.serving import Serving, serving
from tests.typescript.package import BUILD, PACKAGE

pytestmark = [pytest.mark.needs("node", "npm"), pytest.mark.usefixtures("_package")]

SETTINGS = {"CROUPIER_HTTP_PORT": "0", "CROUPIER_CORS_ORIGINS": "*"}
WITHIN_S = 240
CHROMIUM = "browser"
FILES = sorted(path.name.removesuffix(".test.ts") for path in (PACKAGE / "test").glob("*.test.ts"))


async def ran(file: str, house: Serving) -> tuple[int | None, str]:
    """How Node's tests of a file ended, and what they said."""
    address = re.search(rb"HTTP +(\S+)", house.said)
    assert address, house.all_it_said
    process = await asyncio.create_subprocess_exec(
        "node", "--test", str(BUILD / f"test/{file}.test.js"),
        env={**os.environ, "CROUPIER_URL": address[1].decode()},
        stdin=asyncio.subprocess.DEVNULL, stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.STDOUT, start_new_session=True,
    )  # fmt: skip
    try:
        said, _ = await asyncio.wait_for(process.communicate(), WITHIN_S)
    finally:
        if process.returncode is None:
            os.killpg(process.pid, signal.SIGKILL)  # with its browser
    return process.returncode, said.decode()


@pytest.mark.parametrize("file", [name for name in FILES if name != CHROMIUM])
async def test_a_client_in_node(file: str, tmp_path: Path) -> None:
    async with serving(tmp_path, settings=SETTINGS) as house:
        code, said = await ran(file, house)

    assert code == 0, said
    assert re.search(r"^# pass [1-9]", said, re.MULTILINE), said


@pytest.mark.needs("chromium")
async def test_a_client_in_chromium(tmp_path: Path) -> None:
    async with serving(tmp_path, settings=SETTINGS) as house:
        code, said = await ran(CHROMIUM, house)

    assert code == 0, said
    assert re.search(r"^# pass [1-9]", said, re.MULTILINE), said
