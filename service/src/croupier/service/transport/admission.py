"""How much the house takes on at once, and how it stops: nothing new in, what is in finishes."""

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any, NamedTuple, TypeVar

from croupier.service.app.problems import Problem

OVERLOAD_RETRY_MS = 500
DRAIN_RETRY_MS = 100  # another replica answers

T = TypeVar("T")


class Limits(NamedTuple):
    """How much at once. Watches have their own budget: they never starve commands."""

    unary: int = 512
    watches: int = 2_000


class Entrance:
    """A way in with room for so many at once: inside for as long as a `with` block runs."""

    def __init__(self, room: int, left: Callable[[], None]) -> None:
        self._room, self._left = room, left
        self.inside = 0
        self.closed = False

    def __enter__(self) -> None:
        """Raises OVERLOADED or DRAINING, before any work is done."""
        if self.closed:
            raise Problem("DRAINING", retry_after_ms=DRAIN_RETRY_MS)
        if self.inside >= self._room:
            raise Problem("OVERLOADED", retry_after_ms=OVERLOAD_RETRY_MS)
        self.inside += 1

    def __exit__(self, *_: object) -> None:
        self.inside -= 1
        self._left()


class Admission:
    """Counts who is inside; refuses the next one before any work is done for it."""

    def __init__(self, limits: Limits) -> None:
        self._limits = limits
        self.unary = Entrance(limits.unary, self._left)
        self.watch = Entrance(limits.watches, self._left)
        self._work: set[asyncio.Task[Any]] = set()
        self._empty = asyncio.Event()
        self._empty.set()

    async def finished(self, work: Coroutine[Any, Any, T], within_s: float) -> T:
        """The result of work that goes on to its end even when nobody waits for it any more.

        A commit that is on its way to the store is not called back. Raises TimeoutError.
        """
        if len(self._work) >= self._limits.unary:
            work.close()
            raise Problem("OVERLOADED", retry_after_ms=OVERLOAD_RETRY_MS)
        task = asyncio.create_task(work)
        self._work.add(task)
        task.add_done_callback(self._done)
        await asyncio.wait((task,), timeout=within_s)
        if not task.done():
            raise TimeoutError
        return task.result()

    def close(self) -> None:
        """Nothing new from now on."""
        self.unary.closed = self.watch.closed = True

    async def empty(self, within_s: float) -> bool:
        """Wait until nobody is inside; whether that came true in time."""
        try:
            async with asyncio.timeout(within_s):
                await self._settled()
        except TimeoutError:
            return False
        return True

    async def _settled(self) -> None:
        self._empty.clear()
        self._left()
        await self._empty.wait()

    def _done(self, task: asyncio.Task[Any]) -> None:
        self._work.discard(task)
        if not task.cancelled():
            task.exception()  # seen, even when nobody waits any more
        self._left()

    def _left(self) -> None:
        if not (self.unary.inside or self.watch.inside or self._work):
            self._empty.set()
