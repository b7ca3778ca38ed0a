"""One connection to a server, shared by every command: sent at once, answered in order.

redis-py makes the connection (address, TLS, login, Sentinel) and names the errors; from then
on its bytes are read and written here, which costs a third of what its own calls do.
"""

import asyncio
from collections import deque
from typing import Any, NamedTuple

from hiredis import Reader, pack_command
from redis.asyncio.connection import AbstractConnection, DefaultParser
from redis.exceptions import ConnectionError as Disconnected
from redis.exceptions import InvalidResponse, ReadOnlyError, RedisError

ANSWER_S = 2.0  # for sending a command and reading its reply
WAITING_MAX = 1024  # commands under way


class NotSent(Exception):
    """The command never left this process."""


class _Asked(NamedTuple):
    reply: "asyncio.Future[Any]"
    due: float


class Line(asyncio.Protocol):
    """Commands go out as they come. What is under way when the line breaks fails, once each."""

    def __init__(self, connection: AbstractConnection) -> None:
        """Takes over from a connection that redis-py has made ready, and leaves it empty."""
        assert connection._writer is not None, "it is connected"
        self._writer, connection._writer = connection._writer, None
        self._transport: Any = self._writer.transport
        self._loop = asyncio.get_running_loop()
        self._replies = Reader(protocolError=InvalidResponse, replyError=DefaultParser.parse_error)
        self._waiting: deque[_Asked] = deque()
        self._timer: asyncio.TimerHandle | None = None
        self._left = False  # nothing new is sent; what is under way may still be answered
        self._transport.set_protocol(self)

    @property
    def is_open(self) -> bool:
        """Whether a command may be sent."""
        return not (self._left or self._transport.is_closing())

    def ask(self, command: tuple[Any, ...]) -> "asyncio.Future[Any]":
        """The reply to come: an error reply, a broken line or TimeoutError rise from it."""
        if not self.is_open or len(self._waiting) >= WAITING_MAX:
            raise NotSent
        packed = pack_command(command)
        reply: asyncio.Future[Any] = self._loop.create_future()
        due = self._loop.time() + ANSWER_S
        self._waiting.append(_Asked(reply, due))
        if self._timer is None:
            self._timer = self._loop.call_at(due, self._overdue)
        self._transport.write(packed)
        return reply

    def end(self) -> None:
        """End it; what is under way fails."""
        self._left = True
        self._transport.abort()

    # --- what the transport says --------------------------------------------------------------

    def data_received(self, data: bytes) -> None:
        """Give each reply to the one who waits for it; who stopped waiting has no more part."""
        replies, waiting = self._replies, self._waiting
        replies.feed(data)
        try:
            while (reply := replies.gets()) is not False:
                asked = waiting.popleft().reply
                if isinstance(reply, RedisError):
                    if isinstance(reply, ReadOnlyError):  # not the master any more: connect anew
                        self._left = True
                    if not asked.done():
                        asked.set_exception(reply)
                elif not asked.done():
                    asked.set_result(reply)
        except (InvalidResponse, IndexError):  # not RESP, or an answer to nothing
            self._left = True
            self._transport.abort()
        if self._left and not waiting:
            self._transport.close()

    def eof_received(self) -> None:
        """The server has hung up: the transport closes itself."""
        self._left = True

    def connection_lost(self, exc: Exception | None) -> None:
        """Whatever was under way may have been carried out, or not."""
        self._left = True
        if self._timer is not None:
            self._timer.cancel()
        while self._waiting:
            asked = self._waiting.popleft().reply
            if not asked.done():
                asked.set_exception(Disconnected("the connection was lost"))

    def _overdue(self) -> None:
        """Time out each command at its moment. A line that was silent so long is left."""
        now = self._loop.time()
        self._timer = None
        for asked in self._waiting:
            if asked.reply.done():
                continue
            if asked.due > now:
                self._timer = self._loop.call_at(asked.due, self._overdue)
                return
            self._left = True
            asked.reply.set_exception(TimeoutError("the server does not answer"))
        if self._left:
            self._transport.abort()
