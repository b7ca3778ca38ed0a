"""Hints that a table has changed: sharded pub/sub, one listening connection per server.

A hint is only ever "look again, unless you know this commit". Whatever may have swallowed
hints (a lost connection, a moved slot) is told as None.
"""

import asyncio
import random
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager

from redis.asyncio.connection import AbstractConnection
from redis.exceptions import RedisClusterException, RedisError

from croupier.service.adapters.line import ANSWER_S, NotSent
from croupier.service.adapters.links import Link
from croupier.service.adapters.names import Names
from croupier.service.app.ports import Hear
from croupier.service.app.records import TableId

PING_S = 5.0  # a silent connection is asked, and given up ANSWER_S later
PAUSE_S = (0.05, 1.0)  # before connecting again, growing
SUBSCRIBE_AT_ONCE = 500

_FAILURES = (NotSent, RedisError, RedisClusterException, TimeoutError, OSError)


class Hints:
    """Listens for the tables that are subscribed, over as many servers as hold them."""

    def __init__(self, link: Link, names: Names) -> None:
        self._link, self._names = link, names
        self._wanted: dict[TableId, str] = {}  # and the server its channel is on
        self._ears: dict[str, _Ear] = {}
        self._hear: Hear = _nobody

    def on_hint(self, hear: Hear) -> None:
        """Call `hear` for each hint."""
        self._hear = hear

    async def subscribe(self, table_id: TableId) -> None:
        """Hints of this table are heard from about now on; the first says that it is so."""
        channel = self._names.channel(table_id)
        self._wanted[table_id] = place = self._link.place_of(channel)
        self._ear(place).want(channel)

    async def unsubscribe(self, table_id: TableId) -> None:
        """No more hints of this table."""
        place = self._wanted.pop(table_id, None)
        if place in self._ears:
            self._ears[place].drop(self._names.channel(table_id))

    async def aclose(self) -> None:
        """Stop listening; nothing is heard any more."""
        self._hear = _nobody
        for ear in self._ears.values():
            await ear.aclose()

    def _ear(self, place: str) -> "_Ear":
        ear = self._ears.get(place)
        if ear is None or ear.has_ended():
            ear = self._ears[place] = _Ear(self._link, place, self._heard, self._settle)
        return ear

    def _heard(self, channel: str | None, head: bytes) -> None:
        self._hear(None if channel is None else self._names.table_of(channel), head)

    def _settle(self) -> None:
        """The servers may have changed places: every channel to the one that has it now."""
        for table_id, place in list(self._wanted.items()):
            channel = self._names.channel(table_id)
            now = self._link.place_of(channel)
            if now != place:
                self._wanted[table_id] = now
                self._ears[place].drop(channel)
                self._ear(now).want(channel)


def _nobody(_: TableId | None, __: bytes) -> None:
    """Hears nothing."""


class _Ear:
    """One listening connection; it is made again for as long as anything is wanted of it."""

    def __init__(
        self,
        link: Link,
        place: str,
        heard: Callable[[str | None, bytes], None],
        settle: Callable[[], None],
    ) -> None:
        self._link, self._place = link, place
        self._heard, self._settle = heard, settle
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

    def has_ended(self) -> bool:
        return self._task.done()

    async def aclose(self) -> None:
        self._task.cancel()
        await asyncio.gather(self._task, return_exceptions=True)

    async def _listen(self) -> None:
        pause_s = PAUSE_S[0]
        while self._channels:
            try:
                async with self._connection() as connection:
                    pause_s = PAUSE_S[0]
                    await self._converse(connection)
            except _FAILURES:
                pass  # told as None; whoever needs certainty polls versions
            await asyncio.sleep(random.uniform(pause_s / 2, pause_s))
            pause_s = min(2 * pause_s, PAUSE_S[1])
            try:
                await self._link.refresh()
            except _FAILURES:
                continue
            self._settle()

    @asynccontextmanager
    async def _connection(self) -> AsyncIterator[AbstractConnection]:
        """A connection that has been told nothing yet; its beginning and its end are heard."""
        connection = self._link.connection_to(self._place)
        try:
            async with asyncio.timeout(ANSWER_S):
                await connection.connect()  # type: ignore[no-untyped-call]
            self._changes = [("SSUBSCRIBE", channel) for channel in self._channels]
            self._changed.set()
            self._heard(None, b"")
            try:
                yield connection
            finally:
                self._heard(None, b"")
        finally:
            await connection.disconnect(nowait=True)

    async def _converse(self, connection: AbstractConnection) -> None:
        """Tell the server what is wanted and hear what it says, until it fails."""
        telling = asyncio.create_task(self._tell(connection))
        try:
            asked = False
            while True:
                reply = await connection.read_response(timeout=ANSWER_S if asked else PING_S)
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
            case b"smessage", channel:
                self._heard(channel.decode(), reply[2])
            case b"ssubscribe", channel:  # what came before counts
                self._heard(channel.decode(), b"")
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
