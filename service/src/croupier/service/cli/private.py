"""A service of one's own: `croupier serve` as a child process on a free port."""

import os
import selectors
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from croupier.service.tied import tied

START_S = 20.0
STOP_S = 20.0
SAID_MAX = 400  # characters of a failed child's last words
LOG_NAME = "serve.log"


class ServiceFailed(Exception):
    """The child did not start or did not end well; the message says why."""


class PrivateService:
    """A running child and where it listens."""

    def __init__(self, process: "subprocess.Popen[bytes]", data_dir: Path, address: str) -> None:
        self._process, self.data_dir, self.address = process, data_dir, address

    @property
    def runs(self) -> bool:
        """Whether it is still there."""
        return self._process.poll() is None

    def stop(self) -> None:
        """Ask it to stop and wait. Raises ServiceFailed unless it ends well and in time."""
        if self._process.poll() is None:
            self._process.terminate()
        try:
            code = self._process.wait(STOP_S)
        except subprocess.TimeoutExpired:
            self.kill()
            raise ServiceFailed(f"The service did not stop within {STOP_S:g} seconds.") from None
        if code != 0:
            raise ServiceFailed(f"The service ended with code {code}.{_last_words(self.data_dir)}")

    def kill(self) -> None:
        """End it, whatever it does."""
        if self._process.poll() is None:
            self._process.kill()
            self._process.wait()


@contextmanager
def private_service(data_dir: Path) -> Iterator[PrivateService]:
    """A service on this data directory, gone when the block ends. Raises ServiceFailed."""
    process = _spawn(data_dir)
    try:
        service = PrivateService(process, data_dir, _address(process, data_dir))
        try:
            yield service
        except BaseException:
            with suppress(ServiceFailed):  # what went wrong inside matters more
                service.stop()
            raise
        service.stop()
    finally:
        if process.poll() is None:
            process.kill()
            process.wait()
        if process.stdout is not None:
            process.stdout.close()


def _spawn(data_dir: Path) -> "subprocess.Popen[bytes]":
    """Start the child with settings of its own: nothing of the caller's leaks into it."""
    own = {name: value for name, value in os.environ.items() if not name.startswith("CROUPIER_")}
    own |= {
        "CROUPIER_DATA_DIR": str(data_dir),
        "CROUPIER_GRPC_PORT": "0",
        "CROUPIER_LAME_DUCK_S": "0",
        "CROUPIER_LOG_FORMAT": "json",
        "PYTHONUNBUFFERED": "1",
    }
    with (data_dir / LOG_NAME).open("w") as log:
        return subprocess.Popen(
            tied([sys.executable, "-m", "croupier.service.cli.main", "serve"]),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=log,
            env=own,
            start_new_session=True,  # Ctrl-C is for the person at the terminal
        )


def _address(process: "subprocess.Popen[bytes]", data_dir: Path) -> str:
    """Wait for the line that tells the address."""
    until = time.monotonic() + START_S
    assert process.stdout is not None, "the child writes to a pipe"
    said = b""
    with selectors.DefaultSelector() as selector:
        selector.register(process.stdout, selectors.EVENT_READ)
        while (left := until - time.monotonic()) > 0 and selector.select(left):
            more = os.read(process.stdout.fileno(), 4096)
            if not more:
                break
            said += more
            for line in said.split(b"\n")[:-1]:
                words = line.split()
                if words[:1] == [b"gRPC"]:
                    return words[1].decode()
    raise ServiceFailed(f"The service did not start.{_last_words(data_dir)}")


def _last_words(data_dir: Path) -> str:
    """The last thing that the child wrote, if anything."""
    try:
        lines = (data_dir / LOG_NAME).read_text().strip().splitlines()
    except OSError:
        return ""
    return f" It said: {lines[-1][:SAID_MAX]}" if lines else ""
