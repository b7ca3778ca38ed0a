"""Real processes to be killed: one Valkey, several replicas of `croupier serve` on fixed ports."""

import asyncio
import os
import secrets
import signal
import socket
import subprocess
import sys
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path

import redis
from redis.backoff import NoBackoff
from redis.retry import Retry

from croupier.service.adapters.embedded import server_binary
from croupier.service.settings import Settings

READY_S = 30
ONCE = Retry(NoBackoff(), 0)
CROUPIER = Path(sys.executable).with_name("croupier")


def free_port() -> int:
    """A port that nothing listens on."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@dataclass
class Victim:
    """A process that is killed, paused and started again. Its log is kept."""

    name: str
    command: list[str]
    log: Path
    env: dict[str, str] = field(default_factory=dict)
    process: "subprocess.Popen[bytes] | None" = None

    def start(self) -> None:
        """Start it, or start it again."""
        assert self.process is None or self.process.poll() is not None
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(
                self.command,
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                env={**os.environ, **self.env},
            )

    def kill(self) -> None:
        """As a power cut would: no handler runs."""
        assert self.process is not None
        self.process.kill()
        self.process.wait()

    def signal(self, number: int) -> None:
        """SIGSTOP, SIGCONT, SIGTERM."""
        assert self.process is not None
        self.process.send_signal(number)

    def end(self) -> None:
        """However it is, it is gone afterwards."""
        if self.process is not None and self.process.poll() is None:
            self.process.send_signal(signal.SIGCONT)
            self.kill()


class World:
    """The store, the replicas and how to reach them."""

    def __init__(self, place: Path, replicas: int, url: str = "") -> None:
        """A store of its own, or the one at this URL."""
        self.socket = place / "v.sock"
        self.url = url or f"unix://{self.socket}"
        self.durability = "none" if url else "local"
        self.secret = secrets.token_hex(32)
        self.ports = [free_port() for _ in range(replicas)]
        self.store = Victim(
            "store",
            [
                str(server_binary()),
                *("--port", "0", "--unixsocket", str(self.socket), "--unixsocketperm", "700"),
                *("--dir", str(place), "--appendonly", "yes", "--appendfsync", "always"),
                *("--save", "", "--maxmemory-policy", "noeviction"),
                *("--no-appendfsync-on-rewrite", "no", "--auto-aof-rewrite-percentage", "25"),
                *("--auto-aof-rewrite-min-size", "1mb"),
            ],
            place / "store.log",
        )
        self.replicas = [
            Victim(f"replica {n}", [str(CROUPIER), "serve"], place / f"replica{n}.log", env)
            for n, env in enumerate(map(self._env, self.ports))
        ]

    def _env(self, port: int) -> dict[str, str]:
        return {
            "CROUPIER_REDIS_URL": self.url,
            "CROUPIER_SECRET": self.secret,
            "CROUPIER_GRPC_PORT": str(port),
            "CROUPIER_HTTP_PORT": "0",
            "CROUPIER_DURABILITY": self.durability,
            "CROUPIER_LAME_DUCK_S": "0",
            "CROUPIER_LOG_LEVEL": "warning",
        }

    @property
    def addresses(self) -> list[str]:
        """Where the replicas listen."""
        return [f"127.0.0.1:{port}" for port in self.ports]

    @property
    def settings(self) -> Settings:
        """What opens the same store in this process."""
        return Settings.model_validate({"redis_url": self.url, "secret": self.secret})

    def start_store(self) -> None:
        """Start the store and wait until its data is loaded."""
        self.store.start()
        end = time.monotonic() + READY_S
        while time.monotonic() < end:
            try:
                with redis.Redis(
                    unix_socket_path=str(self.socket), retry=Retry(NoBackoff(), 0)
                ) as probe:
                    info = probe.info("server")
                assert self.store.process is not None
                assert info["process_id"] == self.store.process.pid, "another server answers"
                return
            except (redis.RedisError, OSError):
                time.sleep(0.01)
        raise AssertionError(self.store.log.read_text())


@asynccontextmanager
async def world(place: Path, replicas: int = 2, url: str = "") -> AsyncIterator[World]:
    """Everything up; at the end everything gone, however it was left. The store at a URL is
    somebody else's."""
    made = World(place, replicas, url)
    try:
        if not url:
            made.start_store()
        for replica in made.replicas:
            replica.start()
        await asyncio.gather(*(until_listening(port) for port in made.ports))
        yield made
    finally:
        for victim in (*made.replicas, made.store):
            victim.end()


async def until_listening(port: int) -> None:
    """Wait until a port takes connections."""
    end = time.monotonic() + READY_S
    while time.monotonic() < end:
        try:
            _, writer = await asyncio.open_connection("127.0.0.1", port)
        except OSError:
            await asyncio.sleep(0.02)
        else:
            writer.close()
            return
    raise AssertionError(f"nothing listens on port {port}")
