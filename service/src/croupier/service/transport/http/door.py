"""The HTTP door listens: HTTP/1.1 and HTTP/2, in clear, on one port and the house's own loop."""

import asyncio
import socket
import sys
from contextlib import suppress

from h2corn import Config, Server
from h2corn._lib import prepare_tls  # see docs/adr/0014

from croupier.service.transport.dispatcher import METADATA_BYTES_MAX
from croupier.service.transport.grpc_door import STREAMS_MAX, Place
from croupier.service.transport.http.app import App

BACKLOG = 1024
HEAD_BYTES_MAX = 2 * METADATA_BYTES_MAX  # a call by GET has its message there
FAREWELL_S = 1.0  # for the last replies to leave
IDLE_S = 120.0  # a connection on which nothing is asked
HEAD_S = 10.0  # for a head to arrive
FROZEN_MS = 30_000  # a peer that acknowledges nothing for so long has gone


class _Quiet(Server):
    """Serves on a socket that is open, and prints nothing."""

    async def on(self, listener: socket.socket, ready: asyncio.Event) -> None:
        """Until `shutdown`."""
        await self._serve_worker_fds(
            [listener.detach()], ready_trigger=ready.set, prepared_tls=prepare_tls(self.config)
        )


class HttpDoor:
    """Opens, answers and closes."""

    def __init__(self, app: App) -> None:
        self._app, self._server = app, _Quiet(app, _config())
        self._serving: asyncio.Task[None] | None = None
        self._noticing: asyncio.Task[None] | None = None

    async def open(self, place: Place) -> int:
        """Listen; the port in the end. Raises OSError when the place is taken."""
        listener = _listener(place)
        port = int(listener.getsockname()[1])
        ready = asyncio.Event()
        self._serving = asyncio.create_task(self._server.on(listener, ready))
        waiting = asyncio.create_task(ready.wait())
        await asyncio.wait((self._serving, waiting), return_when=asyncio.FIRST_COMPLETED)
        waiting.cancel()
        if self._serving.done():
            self._serving.result()
        self._noticing = asyncio.create_task(self._app.hangups.run(port))
        return port

    async def close(self) -> None:
        """Take no new requests; what still runs after the farewell is cut."""
        if self._noticing is not None:
            self._noticing.cancel()
        if self._serving is not None:
            self._server.shutdown()
            with suppress(RuntimeError):  # it says so where something had to be cut
                await self._serving


def _config() -> Config:
    return Config(
        grpc=True,
        access_log=False,
        lifespan="off",
        max_concurrent_streams=STREAMS_MAX,
        limit_request_head_size=HEAD_BYTES_MAX,
        limit_request_line=HEAD_BYTES_MAX,
        limit_request_field_size=HEAD_BYTES_MAX,
        h2_max_header_list_size=HEAD_BYTES_MAX,
        h2_max_header_block_size=HEAD_BYTES_MAX,
        max_request_body_size=0,  # `exchange` bounds it, and says why in the protocol's own way
        timeout_graceful_shutdown=FAREWELL_S,
        timeout_keep_alive=IDLE_S,
        timeout_request_header=HEAD_S,
        date_header=False,
    )


def _listener(place: Place) -> socket.socket:
    """A socket that listens. What is set here, every connection of it inherits."""
    found = socket.getaddrinfo(place.host.strip("[]"), place.port, type=socket.SOCK_STREAM)
    family, kind, protocol, _, address = found[0]
    listener = socket.socket(family, kind, protocol)
    try:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        if place.shared:
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT, 1)
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE, 1)
        if sys.platform == "linux":
            listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_KEEPIDLE, 20)
            listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_KEEPINTVL, 10)
            listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, FROZEN_MS)
        listener.bind(address)
        listener.listen(BACKLOG)
    except OSError:
        listener.close()
        raise
    return listener
