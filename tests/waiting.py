"""Waiting for what must come true, never for time to pass."""

import asyncio
import inspect
import time
from collections.abc import Awaitable, Callable

LOOK_S = 0.01


async def wait_until(
    true: Callable[[], bool | Awaitable[bool]], description: str, within_s: float = 10
) -> None:
    """Come back as soon as it is true; fail, saying what was waited for, if it is not in time."""
    end = time.monotonic() + within_s
    while time.monotonic() < end:
        now = true()
        if await now if inspect.isawaitable(now) else now:
            return
        await asyncio.sleep(LOOK_S)
    raise AssertionError(f"not within {within_s} s: {description}")
