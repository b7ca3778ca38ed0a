"""Connections to one server, a Sentinel service or a Cluster, by URL. Nothing is re-sent here.

redis-py retries any command ten times by default; every client below is told not to. Each
command has one time-out of ours around sending and reading.
"""

import asyncio
from collections.abc import Sequence
from contextlib import suppress
from typing import Any, Protocol
from urllib.parse import unquote, urlsplit

from redis.asyncio import RedisCluster, Sentinel
from redis.asyncio.cluster import ClusterNode
from redis.asyncio.connection import AbstractConnection, ConnectionPool
from redis.asyncio.retry import Retry
from redis.backoff import NoBackoff
from redis.exceptions import RedisError, SlotNotCoveredError

from croupier.service.adapters.line import ANSWER_S, Line, NotSent

CONNECT_S = 0.5
IN_FLIGHT_MAX = 64  # in a Cluster, where each command under way has a connection
PIPELINE_MAX = 512

Command = tuple[str | bytes | int, ...]

_SETTINGS: dict[str, Any] = {
    "protocol": 2,
    "socket_connect_timeout": CONNECT_S,
    "health_check_interval": 0,
    "max_connections": 2 * IN_FLIGHT_MAX,  # of a cluster's node; the slots bound it first
}
# replies that a cluster client would turn into something else; every link gives the same
_RAW = ("CONFIG GET", "HGETALL", "INFO", "TIME", "XRANGE", "XREVRANGE", "ZRANGE")


class Link(Protocol):
    """A way to the store."""

    async def call(self, *command: str | bytes | int) -> Any:
        """One command, one reply. NotSent, a redis-py error or TimeoutError if it fails."""
        ...

    async def call_all(self, commands: Sequence[Command]) -> list[Any]:
        """Reads, sent together."""
        ...

    def place_of(self, channel: str) -> str:
        """Which server announces on a channel."""
        ...

    def connection_to(self, place: str) -> AbstractConnection:
        """A connection of one's own to a server, not yet connected."""
        ...

    async def refresh(self) -> None:
        """Learn again which server is which."""
        ...

    async def servers(self, *command: str | int) -> list[Any]:
        """The reply of every server that takes writes."""
        ...

    async def aclose(self) -> None:
        """Close every connection."""
        ...


class SingleLink:
    """One server: by TCP, by unix socket, or the master that Sentinels name.

    Every command goes over one line. The pool only makes its connection, and a new one when
    the line has broken.
    """

    def __init__(self, pool: Any, sentinel: Sentinel | None = None) -> None:
        self._pool = pool
        self._sentinel = sentinel
        self._line: Line | None = None
        self._opening: asyncio.Task[Line] | None = None

    async def call(self, *command: str | bytes | int) -> Any:
        return await (await self._open()).ask(command)

    async def call_all(self, commands: Sequence[Command]) -> list[Any]:
        replies: list[Any] = []
        for at in range(0, len(commands), PIPELINE_MAX):
            line = await self._open()
            asked = [line.ask(command) for command in commands[at : at + PIPELINE_MAX]]
            replies += await asyncio.gather(*asked)
        return replies

    async def _open(self) -> Line:
        """The line; a new one when there is none that is sound. NotSent when that fails."""
        line = self._line
        if line is not None and line.is_open:
            return line
        if self._opening is None:  # once for all who wait
            self._opening = asyncio.create_task(self._opened(), name="croupier store line")
            self._opening.add_done_callback(self._settled)
        try:
            return await asyncio.shield(self._opening)
        except (RedisError, TimeoutError, OSError) as error:
            raise NotSent from error

    async def _opened(self) -> Line:
        connection = self._pool.make_connection()
        try:
            async with asyncio.timeout(ANSWER_S):
                await connection.connect()
            self._line = Line(connection)
        finally:
            await connection.disconnect(nowait=True)
        return self._line

    def _settled(self, opening: asyncio.Task[Line]) -> None:
        self._opening = None
        if not opening.cancelled():
            opening.exception()  # seen, even when nobody waits any more

    def place_of(self, channel: str) -> str:
        return ""

    def connection_to(self, place: str) -> AbstractConnection:
        connection: AbstractConnection = self._pool.make_connection()
        return connection

    async def refresh(self) -> None:
        """Nothing to learn: Sentinels are asked at every connect."""

    async def servers(self, *command: str | int) -> list[Any]:
        return [await self.call(*command)]

    async def aclose(self) -> None:
        if self._opening is not None:
            self._opening.cancel()
            await asyncio.gather(self._opening, return_exceptions=True)
        if self._line is not None:
            self._line.end()
        if self._sentinel:
            await self._sentinel.aclose()


class ClusterLink:
    """A Cluster; redis-py follows its redirections, which are definite refusals."""

    def __init__(self, cluster: RedisCluster) -> None:
        self._cluster = cluster
        self._slots = asyncio.Semaphore(IN_FLIGHT_MAX)

    async def call(self, *command: str | bytes | int) -> Any:
        async with asyncio.timeout(ANSWER_S), self._slots:
            return await self._cluster.execute_command(*command)

    async def call_all(self, commands: Sequence[Command]) -> list[Any]:
        return await asyncio.gather(*(self.call(*command) for command in commands))

    def place_of(self, channel: str) -> str:
        try:
            node = self._cluster.get_node_from_key(channel)
        except SlotNotCoveredError:
            node = None
        return node.name if node else ""

    def connection_to(self, place: str) -> AbstractConnection:
        node = self._cluster.get_node(node_name=place) if place else None
        if node is None:
            raise NotSent
        return node.connection_class(**node.connection_kwargs)

    async def refresh(self) -> None:
        await self._cluster.nodes_manager.initialize()

    async def servers(self, *command: str | int) -> list[Any]:
        await self._cluster.initialize()
        return [
            await self._cluster.execute_command(*command, target_nodes=node)
            for node in self._cluster.get_primaries()
        ]

    async def aclose(self) -> None:
        with suppress(RedisError):
            await self._cluster.aclose()


def link_to(url: str) -> Link:
    """The link a URL names: redis://, unix://, redis+sentinel://, redis+cluster://.

    With rediss instead of redis it is TLS all the way.
    """
    parts = urlsplit(url)
    kind, _, variant = parts.scheme.partition("+")
    settings = dict(_SETTINGS)
    if kind == "rediss" and variant:
        settings["ssl"] = True
    match variant:
        case "":
            return SingleLink(ConnectionPool.from_url(url, socket_timeout=None, **_SETTINGS))
        case "sentinel":
            return _sentinel_link(url, settings)
        case "cluster":
            return _cluster_link(url, settings)
    raise ValueError(
        "CROUPIER_REDIS_URL starts with redis://, rediss://, unix://, redis+sentinel:// "
        "or redis+cluster://"
    )


def _sentinel_link(url: str, settings: dict[str, Any]) -> SingleLink:
    hosts, credentials, service = _parts(url, port=26379)
    if not service:
        raise ValueError("name the service: redis+sentinel://host:port,host:port/service")
    sentinel = Sentinel(  # type: ignore[no-untyped-call]
        hosts,
        sentinel_kwargs={
            "socket_connect_timeout": CONNECT_S, "socket_timeout": CONNECT_S, "retry": None,
            "ssl": settings.get("ssl", False),
        },
    )  # fmt: skip
    master = sentinel.master_for(
        service, retry=None, socket_timeout=None, **settings, **credentials
    )
    return SingleLink(master.connection_pool, sentinel)


def _cluster_link(url: str, settings: dict[str, Any]) -> ClusterLink:
    hosts, credentials, _ = _parts(url, port=6379)
    cluster = RedisCluster(
        startup_nodes=[ClusterNode(host, port) for host, port in hosts],
        retry=Retry(NoBackoff(), 0),
        socket_timeout=None,
        **settings,
        **credentials,
    )
    for name in _RAW:
        cluster.set_response_callback(name, _as_it_is)
    return ClusterLink(cluster)


def _parts(url: str, port: int) -> tuple[list[tuple[str, int]], dict[str, Any], str]:
    """Hosts, credentials and path of a URL that may name several hosts."""
    parts = urlsplit(url)
    login, _, places = parts.netloc.rpartition("@")
    hosts: list[tuple[str, int]] = []
    for place in places.split(","):
        host, colon, number = place.rpartition(":")
        hosts.append((host, int(number)) if colon else (number, port))
    user, _, password = login.partition(":")
    credentials = {"username": unquote(user) or None, "password": unquote(password) or None}
    return hosts, credentials, parts.path[1:]


def _as_it_is(response: Any, **kwargs: Any) -> Any:
    return response
