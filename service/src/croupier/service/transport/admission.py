"""How much the house takes on at once, and how it stops: nothing new in, what is in finishes."""

import asyncio
from collections.abc import Coroutine, Iterator
from contextlib import contextmanager
from typing import Any, NamedTuple, TypeVar

from croupier.service.app.problems import Problem

OVERLOAD_RETRY_MS = 500
DRAIN_RETRY_MS = 100  # another replica answers

T = TypeVar("T")


class Limits(NamedTuple):
    """How much at once. Watches have their own budget: they never starve commands."""

    unary: int = 512
    watches: int = 2_000


class Admission:
    """Counts who is inside; refuses the next one before any work is done for it."""

    def __init__(self, limits: Limits) -> None:
        self._limits = limits
        self._unary = self._watches = 0
        self._work: set[asyncio.Task[Any]] = set()
        self._closed = False
        self._empty = asyncio.Event()
        self._empty.set()

    @contextmanager
    def unary(self) -> Iterator[None]:
        """Inside for as long as the block runs. Raises OVERLOADED or DRAINING."""
        self._refuse_unless(self._unary < self._limits.unary)
        self._unary += 1
        try:
            yield
        finally:
            self._unary -= 1
            self._left()

    @contextmanager
    def watch(self) -> Iterator[None]:
        """The same for a stream."""
        self._refuse_unless(self._watches < self._limits.watches)
        self._watches += 1
        try:
            yield
        finally:
            self._watches -= 1
            self._left()

    async def finished(self, work: Coroutine[Any, Any, T]) -> T:
        """The result of work that goes on to its end even when nobody waits for it any more.

        A commit that is on its way to the store is not called back.
        """
        if len(self._work) >= self._limits.unary:
            work.close()
            raise Problem("OVERLOADED", retry_after_ms=OVERLOAD_RETRY_MS)
        task = asyncio.create_task(work)
        self._work.add(task)
        task.add_done_callback(self._done)
        return await asyncio.shield(task)

    def close(self) -> None:
        """Nothing new from now on."""
        self._closed = True

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

    def _refuse_unless(self, room: bool) -> None:
        if self._closed:
            raise Problem("DRAINING", retry_after_ms=DRAIN_RETRY_MS)
        if not room:
            raise Problem("OVERLOADED", retry_after_ms=OVERLOAD_RETRY_MS)

    def _done(self, task: asyncio.Task[Any]) -> None:
        self._work.discard(task)
        self._left()

    def _left(self) -> None:
        if not (self._unary or self._watches or self._work):
            self._empty.set()
