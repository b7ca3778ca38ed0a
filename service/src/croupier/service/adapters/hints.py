"""Hints that a table has changed: sharded pub/sub, one listening connection per server.

A hint is only ever "look again". Whatever may have swallowed hints (a lost connection, a
moved slot) is told as None.
"""

import asyncio
import random
from collections.abc import Callable

from redis.asyncio.connection import AbstractConnection
from redis.exceptions import RedisClusterException, RedisError

from croupier.service.adapters.links import SOCKET_S, Link, NotSent
from croupier.service.adapters.names import Names
from croupier.service.app.records import TableId

PING_S = 5.0  # a silent connection is asked, and given up SOCKET_S later
PAUSE_S = (0.05, 1.0)  # before connecting again, growing
SUBSCRIBE_AT_ONCE = 500

_FAILURES = (NotSent, RedisError, RedisClusterException, TimeoutError, OSError)


class Hints:
    """Listens for the tables that are subscribed, over as many servers as hold them."""

    def __init__(self, link: Link, names: Names) -> None:
        self._link, self._names = link, names
        self._wanted: dict[TableId, str] = {}  # and the server its channel is on
        self._ears: dict[str, _Ear] = {}
        self._hear: Callable[[TableId | None], None] = lambda _: None

    def on_hint(self, hear: Callable[[TableId | None], None]) -> None:
        """Call `hear` for each hint."""
        self._hear = hear

    async def subscribe(self, table_id: TableId) -> None:
        """Hints of this table are heard from about now on."""
        channel = self._names.channel(table_id)
        place = self._link.place_of(channel)
        self._wanted[table_id] = place
        if place not in self._ears:
            self._ears[place] = _Ear(self._link, place, self._heard)
        self._ears[place].want(channel)

    async def unsubscribe(self, table_id: TableId) -> None:
        """No more hints of this table."""
        place = self._wanted.pop(table_id, None)
        if place in self._ears:
            self._ears[place].drop(self._names.channel(table_id))

    async def aclose(self) -> None:
        """Stop listening."""
        ears, self._ears = list(self._ears.values()), {}
        for ear in ears:
            await ear.aclose()

    def _heard(self, channel: str | None) -> None:
        if channel is None:
            self._settle()
        self._hear(None if channel is None else self._names.table_of(channel))

    def _settle(self) -> None:
        """After an upset: every channel to the server that has it now."""
        for table_id, place in list(self._wanted.items()):
            now = self._link.place_of(self._names.channel(table_id))
            if now != place:
                if place in self._ears:
                    self._ears[place].drop(self._names.channel(table_id))
                self._wanted[table_id] = now
                if now not in self._ears:
                    self._ears[now] = _Ear(self._link, now, self._heard)
                self._ears[now].want(self._names.channel(table_id))


class _Ear:
    """One listening connection; it is made again for as long as anything is wanted."""

    def __init__(self, link: Link, place: str, heard: Callable[[str | None], None]) -> None:
        self._link, self._place, self._heard = link, place, heard
        self._channels: dict[str, None] = {}
        self._changes: list[tuple[str, str]] = []  # not yet told to the server
        self._changed = asyncio.Event()
        self._task = asyncio.create_task(self._listen(), name="croupier hints")

    def want(self, channel: str) -> None:
        self._channels[channel] = None
        self._changes.append(("SSUBSCRIBE", channel))
        self._changed.set()

    def drop(self, channel: str) -> None:
        self._channels.pop(channel, None)
        self._changes.append(("SUNSUBSCRIBE", channel))
        self._changed.set()

    async def aclose(self) -> None:
        self._task.cancel()
        await asyncio.gather(self._task, return_exceptions=True)

    async def _listen(self) -> None:
        pause_s = PAUSE_S[0]
        while True:
            try:
                connection = self._link.connection_to(self._place)
                async with asyncio.timeout(SOCKET_S):
                    await connection.connect()  # type: ignore[no-untyped-call]
                try:
                    self._changes = [("SSUBSCRIBE", channel) for channel in self._channels]
                    self._changed.set()
                    self._heard(None)
                    pause_s = PAUSE_S[0]
                    await self._converse(connection)
                finally:
                    await connection.disconnect(nowait=True)
                    self._heard(None)
            except _FAILURES:
                pass
            await asyncio.sleep(random.uniform(pause_s / 2, pause_s))
            pause_s = min(2 * pause_s, PAUSE_S[1])
            try:
                await self._link.refresh()
            except _FAILURES:
                continue

    async def _converse(self, connection: AbstractConnection) -> None:
        """Tell the server what is wanted and hear what it says, until it fails."""
        telling = asyncio.create_task(self._tell(connection))
        try:
            asked = False
            while True:
                reply = await connection.read_response(timeout=SOCKET_S if asked else PING_S)
                if telling.done():
                    telling.result()
                if reply is None and asked:
                    return
                if reply is None:
                    await connection.send_command("PING", check_health=False)
                asked = reply is None
                if reply is not None and not self._take(reply):
                    return
        finally:
            telling.cancel()
            await asyncio.gather(telling, return_exceptions=True)

    def _take(self, reply: list[bytes]) -> bool:
        """Hear one message; False when a channel has moved to another server."""
        match reply[0], reply[1]:
            case b"smessage" | b"ssubscribe", channel:  # subscribed: what came before counts
                self._heard(channel.decode())
            case b"sunsubscribe", bytes(channel) if channel.decode() in self._channels:
                return False
        return True

    async def _tell(self, connection: AbstractConnection) -> None:
        while True:
            await self._changed.wait()
            self._changed.clear()
            changes, self._changes = self._changes, []
            for at in range(0, len(changes), SUBSCRIBE_AT_ONCE):
                packed = connection.pack_commands(changes[at : at + SUBSCRIBE_AT_ONCE])
                await connection.send_packed_command(packed, check_health=False)
