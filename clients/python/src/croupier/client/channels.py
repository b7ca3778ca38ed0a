"""Connections to one or several replicas: liveness, balancing, and room for many watches."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, Final

import grpc
import grpc.aio

KEEPALIVE_MS = 20_000
PING_TIMEOUT_MS = 10_000
CONNECT_MS = 5_000
MESSAGE_BYTES_MAX = 1024 * 1024
WATCHES_PER_CHANNEL_MAX = 200  # a server takes 256 streams on a connection; more wait silently

# Spread calls over the replicas. A stopping one says so by GOAWAY, on every connection; health
# checks of the channel's own would give up a whole balancer for one stopping replica behind it.
# There is no retry policy: gRPC would hide that an earlier attempt may have been applied, so
# repeats are made in one place, which remembers (connection.py).
SERVICE_CONFIG: Final[dict[str, Any]] = {"loadBalancingConfig": [{"round_robin": {}}]}


def options(own_connection: bool = False) -> list[tuple[str, str | int]]:
    """How a channel behaves. `ping_timeout_ms` counts: without it a dead peer takes a minute."""
    return [
        ("grpc.service_config", json.dumps(SERVICE_CONFIG)),
        ("grpc.enable_retries", 0),
        ("grpc.keepalive_time_ms", KEEPALIVE_MS),
        ("grpc.keepalive_timeout_ms", PING_TIMEOUT_MS),
        ("grpc.http2.ping_timeout_ms", PING_TIMEOUT_MS),
        ("grpc.http2.max_pings_without_data", 0),
        ("grpc.keepalive_permit_without_calls", 0),
        ("grpc.max_receive_message_length", MESSAGE_BYTES_MAX),
        ("grpc.initial_reconnect_backoff_ms", 100),
        ("grpc.min_reconnect_backoff_ms", CONNECT_MS),  # how long one attempt may take
        ("grpc.max_reconnect_backoff_ms", 1_000),
        ("grpc.use_local_subchannel_pool", int(own_connection)),
    ]


@dataclass(slots=True)
class _Busy:
    """A channel, and how many watches it carries."""

    channel: grpc.aio.Channel
    held: int = 0


class Channels:
    """One channel for calls; as many more for watches as their number needs."""

    def __init__(self, address: str, credentials: grpc.ChannelCredentials | None) -> None:
        self._address, self._credentials = address, credentials
        self.calls = self._open()
        self._watches: list[_Busy] = []

    @contextmanager
    def for_watch(self) -> Iterator[grpc.aio.Channel]:
        """A channel with room for one more watch."""
        busy = next((one for one in self._watches if one.held < WATCHES_PER_CHANNEL_MAX), None)
        if busy is None:
            busy = _Busy(self._open(own_connection=True))
            self._watches.append(busy)
        busy.held += 1
        try:
            yield busy.channel
        finally:
            busy.held -= 1

    async def close(self) -> None:
        """End every call and every watch."""
        for channel in (self.calls, *(busy.channel for busy in self._watches)):
            await channel.close()

    def _open(self, own_connection: bool = False) -> grpc.aio.Channel:
        how = options(own_connection)
        if self._credentials is None:
            return grpc.aio.insecure_channel(self._address, options=how)
        return grpc.aio.secure_channel(self._address, self._credentials, options=how)
