"""Going when told to: what was begun is cleaned up first."""

import asyncio
import signal
from collections.abc import Coroutine, Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Any, TypeVar

T = TypeVar("T")

TOLD_TO_GO = (signal.SIGTERM, signal.SIGHUP)


@contextmanager
def leaving_when_told() -> Iterator[None]:
    """Inside this block SIGTERM and SIGHUP end it as Ctrl-C does, so that every enclosing
    `with` closes, also in asyncio; the exit code is the shell's for that signal."""
    told: list[int] = []

    def leave(number: int, _: FrameType | None) -> None:
        if not told:
            told.append(number)
            signal.raise_signal(signal.SIGINT)

    before = {number: signal.signal(number, leave) for number in TOLD_TO_GO}
    # A shell lets its background jobs ignore Ctrl-C; what is raised here must be heard.
    before[signal.SIGINT] = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        yield
    except KeyboardInterrupt:
        if told:
            raise SystemExit(128 + told[0]) from None
        raise
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def run(work: Coroutine[Any, Any, T]) -> T:
    """`asyncio.run`, but no signal finds the event loop half-made: it is kept until it is whole."""
    runner, kept = asyncio.Runner(), list[int]()
    before = {
        told: signal.signal(told, lambda number, _: kept.append(number))
        for told in (signal.SIGINT, *TOLD_TO_GO)
    }
    try:
        runner.get_loop()
    finally:
        for told, handler in before.items():
            signal.signal(told, handler)
    with runner:
        try:
            for number in kept:
                signal.raise_signal(number)
            return runner.run(work)
        finally:
            work.close()
