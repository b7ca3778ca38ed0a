"""`croupier serve` as a process of its own, as an operator starts it."""

import asyncio
import json
import os
import re
import signal
import sys
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from tests.waiting import wait_until

CROUPIER = Path(sys.executable).with_name("croupier")
START_S = 30.0
PLACE = re.compile(rb"gRPC +(\S+):(\d+)")
HTTP_PLACE = re.compile(rb"HTTP +http://(\S+):(\d+)")


class Serving:
    """A serving process, and everything it said."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        self.process = process
        self.said, self.logged = bytearray(), bytearray()
        self._readers = [
            asyncio.create_task(_copy(process.stdout, self.said)),
            asyncio.create_task(_copy(process.stderr, self.logged)),
        ]

    @property
    def port(self) -> int:
        """Where it said it is."""
        place = PLACE.search(self.said)
        assert place, self.all_it_said
        return int(place[2])

    @property
    def http_port(self) -> int:
        """Where its HTTP port is."""
        place = HTTP_PLACE.search(self.said)
        assert place, self.all_it_said
        return int(place[2])

    @property
    def lines(self) -> list[dict[str, Any]]:
        """Its log."""
        return [json.loads(line) for line in self.logged.splitlines()]

    @property
    def all_it_said(self) -> str:
        """For messages of failing tests."""
        return (self.said + self.logged).decode(errors="replace")[-4_000:]

    def signal(self, number: signal.Signals) -> None:
        """Send it a signal."""
        self.process.send_signal(number)

    async def ended(self, within_s: float = 30) -> int:
        """Its exit code."""
        code = await asyncio.wait_for(self.process.wait(), within_s)
        await asyncio.gather(*self._readers)
        return code

    async def until_it_serves(self) -> None:
        """Wait for its address."""
        await wait_until(
            lambda: b"store" in self.said or self.process.returncode is not None,
            "it says where it is",
            START_S,
        )
        assert self.process.returncode is None, self.all_it_said


async def started(data_dir: Path, *around: str, settings: dict[str, str] | None = None) -> Serving:
    """Start it on this data and a free port; `around` is a command that runs it."""
    environment = {k: v for k, v in os.environ.items() if not k.startswith("CROUPIER_")}
    environment |= {
        "CROUPIER_DATA_DIR": str(data_dir),
        "CROUPIER_GRPC_PORT": "0",
        "CROUPIER_HTTP_PORT": "0",
        "CROUPIER_TEST_SEEDS": "true",
        "CROUPIER_LAME_DUCK_S": "0.3",
        **(settings or {}),
    }
    process = await asyncio.create_subprocess_exec(
        *around, str(CROUPIER), "serve", env=environment, start_new_session=True,
        stdin=asyncio.subprocess.DEVNULL, stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
    )  # fmt: skip
    return Serving(process)


@asynccontextmanager
async def serving(
    data_dir: Path, *around: str, settings: dict[str, str] | None = None
) -> AsyncIterator[Serving]:
    """A process that serves; killed at the end if it is still there."""
    process = await started(data_dir, *around, settings=settings)
    try:
        await process.until_it_serves()
        yield process
    finally:
        if process.process.returncode is None:
            process.process.kill()
        await process.ended()


async def _copy(source: asyncio.StreamReader | None, into: bytearray) -> None:
    assert source is not None
    while chunk := await source.read(65_536):
        into += chunk


def child_of(pid: int) -> Sequence[int]:
    """The processes that a process started."""
    children = Path(f"/proc/{pid}/task/{pid}/children")
    return [int(child) for child in children.read_text().split()]


def status_of(pid: int) -> str:
    """What the kernel says of a process."""
    return Path(f"/proc/{pid}/status").read_text()
