"""Real servers for the store's tests: one node, a three-master cluster, a Sentinel trio.

All from the embedded binary (or Debian's redis-server), on free loopback ports. A port may be
taken by somebody else between looking and binding, so every server is asked who it is.
"""

import signal
import socket
import subprocess
import time
from collections.abc import Callable, Sequence
from contextlib import ExitStack, suppress
from pathlib import Path
from types import TracebackType
from typing import Any, Self

import redis
from redis.backoff import NoBackoff
from redis.retry import Retry

from croupier.service.adapters.embedded import EmbeddedValkey, server_binary

PORTS_MAX = 5
START_S = 15.0
SLOTS = 16384
MASTER = "house"

DURABLE = ("--appendonly", "yes", "--appendfsync", "always", "--save", "")


class Server:
    """One server process of ours, killed at the end."""

    def __init__(self, directory: Path, *settings: str, binary: Path | None = None) -> None:
        directory.mkdir(parents=True, exist_ok=True)
        self.directory = directory
        self._binary = binary or server_binary()
        self._settings = settings
        for _ in range(PORTS_MAX):
            self.port = free_port()
            if self._start():
                return
        raise AssertionError(f"no server in {PORTS_MAX} tries; see {directory / 'log'}")

    @property
    def url(self) -> str:
        """What a client is given."""
        return f"redis://127.0.0.1:{self.port}"

    @property
    def run_id(self) -> str:
        """Who answers on our port now; asserts that it is this process."""
        told = self.client().info("server")
        assert told["process_id"] == self.process.pid, "somebody else has our port"
        return str(told["run_id"])

    def client(self) -> Any:
        """A plain client, for arranging and inspecting."""
        once = Retry(NoBackoff(), 0)
        return redis.Redis(port=self.port, retry=once, socket_timeout=5, protocol=2)

    def kill(self) -> None:
        """kill -9."""
        self.process.kill()
        self.process.wait()

    def start_again(self) -> None:
        """After a kill, on the same port and data."""
        assert self._start(), f"see {self.directory / 'log'}"

    def pause(self) -> None:
        """SIGSTOP: it is there and does not answer."""
        self.process.send_signal(signal.SIGSTOP)

    def resume(self) -> None:
        """SIGCONT."""
        self.process.send_signal(signal.SIGCONT)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.kill()

    def _start(self) -> bool:
        place = ("--port", str(self.port), "--bind", "127.0.0.1", "--dir", str(self.directory))
        command = [str(self._binary), *self._settings, *place]
        self.process = subprocess.Popen(
            [*command, "--logfile", str(self.directory / "log")],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        end = time.monotonic() + START_S
        while time.monotonic() < end and self.process.poll() is None:
            try:
                return bool(self.run_id)
            except (redis.ConnectionError, redis.TimeoutError):
                time.sleep(0.01)
        self.kill()
        return False


class Cluster:
    """Three masters that share the slots, each with so many replicas."""

    def __init__(self, directory: Path, replicas: int = 0) -> None:
        self._stack = ExitStack()
        self.servers = [self._server(directory / str(number)) for number in range(3)]
        self._meet()
        self.replicas = [
            self._replica_of(master, directory / f"{number}.{copy}")
            for number, master in enumerate(self.servers)
            for copy in range(replicas)
        ]

    @property
    def url(self) -> str:
        """What a client is given."""
        return f"redis+cluster://127.0.0.1:{self.servers[0].port}"

    def fail_over_behind(self, number: int, behind: Callable[[], None]) -> None:
        """Cut a master off from its replica, kill it after `behind`, wait for the promotion."""
        master, replica = self.servers[number], self.replicas[number]
        master.client().execute_command("ACL SETUSER default -psync -sync")
        master.client().execute_command("CLIENT KILL TYPE replica")
        behind()
        master.kill()
        soon(lambda: _role(replica) == "master", "its replica is promoted", within_s=2 * START_S)
        alive = [one for one in self.servers if one is not master]
        soon(lambda: all(_state(one) == "ok" for one in (*alive, replica)), "all slots are served")

    def move_slot_of(self, key: str) -> None:
        """Move the slot of a key to the next master, key by key, as resharding does."""
        clients = [server.client() for server in self.servers]
        slot = clients[0].execute_command("CLUSTER KEYSLOT", key)
        old = slot * 3 // SLOTS
        source, target = clients[old], clients[(old + 1) % 3]
        names = [client.execute_command("CLUSTER MYID").decode() for client in (source, target)]
        target.execute_command("CLUSTER SETSLOT", slot, "IMPORTING", names[0])
        source.execute_command("CLUSTER SETSLOT", slot, "MIGRATING", names[1])
        port = self.servers[(old + 1) % 3].port
        while keys := source.execute_command("CLUSTER GETKEYSINSLOT", slot, 1):
            source.execute_command("MIGRATE", "127.0.0.1", port, keys[0], 0, 5000)
            time.sleep(0.02)  # play goes on between two keys
        for client in (target, source, *clients):
            client.execute_command("CLUSTER SETSLOT", slot, "NODE", names[1])

    def close(self) -> None:
        """End the servers."""
        self._stack.close()

    def _server(self, directory: Path) -> Server:
        return self._stack.enter_context(
            Server(
                directory,
                *DURABLE,
                *("--cluster-enabled", "yes", "--cluster-node-timeout", "2000"),
                *("--cluster-replica-validity-factor", "0", "--repl-diskless-sync-delay", "0"),
                *("--cluster-port", str(free_port())),
            )
        )

    def _replica_of(self, master: Server, directory: Path) -> Server:
        """A server that follows this master."""
        replica = self._server(directory)
        name = master.client().execute_command("CLUSTER MYID")
        bus = master.client().config_get("cluster-port")["cluster-port"]
        replica.client().execute_command("CLUSTER MEET", "127.0.0.1", master.port, bus)

        def follows() -> bool:
            with suppress(redis.ResponseError):  # it has not heard of its master yet
                replica.client().execute_command("CLUSTER REPLICATE", name)
            told = replica.client().info("replication")
            return str(told.get("master_link_status")) == "up"

        soon(follows, "the replica follows")
        return replica

    def _meet(self) -> None:
        first, *others = clients = [server.client() for server in self.servers]
        for number, client in enumerate(clients):
            low, high = SLOTS * number // 3, SLOTS * (number + 1) // 3 - 1
            client.execute_command("CLUSTER ADDSLOTSRANGE", low, high)
            client.execute_command("CLUSTER SET-CONFIG-EPOCH", number + 1)
        for server, client in zip(self.servers[1:], others, strict=True):
            bus = client.config_get("cluster-port")["cluster-port"]
            first.execute_command("CLUSTER MEET", "127.0.0.1", server.port, bus)
        soon(lambda: all(map(_is_whole, clients)), "the cluster is whole")


class Trio:
    """A master, its replica and three Sentinels that watch over them."""

    def __init__(self, directory: Path) -> None:
        self._stack = ExitStack()
        at_once = (*DURABLE, "--repl-diskless-sync-delay", "0")
        self.master = self._stack.enter_context(Server(directory / "master", *at_once))
        follow = ("--replicaof", f"127.0.0.1 {self.master.port}")
        self.replica = self._stack.enter_context(Server(directory / "replica", *DURABLE, *follow))
        soon(lambda: self._replica_says("master_link_status") == "up", "the replica follows")
        self.sentinels = [self._sentinel(directory / f"sentinel{number}") for number in range(3)]

    @property
    def url(self) -> str:
        """What a client is given."""
        places = ",".join(f"127.0.0.1:{sentinel.port}" for sentinel in self.sentinels)
        return f"redis+sentinel://{places}/{MASTER}"

    def fail_over(self) -> None:
        """Kill the master, and wait until the Sentinels have promoted the replica."""
        soon(lambda: all(map(_knows_all, self.sentinels)), "the Sentinels know each other")
        self.master.kill()
        soon(lambda: self._replica_says("role") == "master", "the replica is promoted")
        new = str(self.replica.port).encode()
        soon(
            lambda: all(_master_port(sentinel) == new for sentinel in self.sentinels),
            "every Sentinel knows the new master",
        )

    def close(self) -> None:
        """End the servers."""
        self._stack.close()

    def _replica_says(self, name: str) -> str:
        return str(self.replica.client().info("replication").get(name))

    def _sentinel(self, directory: Path) -> Server:
        directory.mkdir(parents=True)
        settings = directory / "sentinel.conf"
        settings.write_text(
            f"sentinel monitor {MASTER} 127.0.0.1 {self.master.port} 2\n"
            f"sentinel down-after-milliseconds {MASTER} 1000\n"
            f"sentinel failover-timeout {MASTER} 5000\n"
        )
        return self._stack.enter_context(Server(directory, str(settings), "--sentinel"))


class Embedded:
    """The embedded server under the same handle as the others."""

    def __init__(self, server: EmbeddedValkey) -> None:
        self.url = server.url


def free_port() -> int:
    """A loopback port that nobody had a moment ago."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def soon(true: Callable[[], bool], description: str, within_s: float = START_S) -> None:
    """Come back when it is true; fail if it is not in time.

    A server that changes its role cuts the connections it has: that is "not yet".
    """
    end = time.monotonic() + within_s
    while time.monotonic() < end:
        with suppress(redis.ConnectionError, redis.TimeoutError):
            if true():
                return
        time.sleep(0.02)
    raise AssertionError(f"not within {within_s} s: {description}")


def _role(server: Server) -> str:
    return str(server.client().info("replication")["role"])


def _state(server: Server) -> str:
    told = server.client().execute_command("CLUSTER INFO")
    return (told if isinstance(told, dict) else _facts(told))["cluster_state"]


def _is_whole(client: Any) -> bool:
    told = client.execute_command("CLUSTER INFO")
    facts = told if isinstance(told, dict) else _facts(told)
    return facts["cluster_state"] == "ok" and facts["cluster_known_nodes"] == "3"


def _facts(told: bytes | str) -> dict[str, str]:
    text = told.decode() if isinstance(told, bytes) else told
    return dict(line.split(":", 1) for line in text.split() if ":" in line)


def _knows_all(sentinel: Server) -> bool:
    peers = sentinel.client().execute_command("SENTINEL SENTINELS", MASTER)
    replicas = sentinel.client().execute_command("SENTINEL REPLICAS", MASTER)
    return len(_records(peers)) == 2 and len(_records(replicas)) == 1


def _records(reply: Any) -> Sequence[Any]:
    return list(reply)


def _master_port(sentinel: Server) -> bytes:
    _, port = sentinel.client().execute_command("SENTINEL GET-MASTER-ADDR-BY-NAME", MASTER)
    return port if isinstance(port, bytes) else str(port).encode()
