"""Going when told to: what was begun is cleaned up first."""

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType
from typing import NoReturn

TOLD_TO_GO = (signal.SIGTERM, signal.SIGHUP)


@contextmanager
def leaving_when_told() -> Iterator[None]:
    """Inside this block SIGTERM and SIGHUP end it like an exception, so that every enclosing
    `with` closes; the exit code is the shell's for that signal. A second one waits for that."""
    before = [signal.signal(number, _leave) for number in TOLD_TO_GO]
    try:
        yield
    finally:
        for number, handler in zip(TOLD_TO_GO, before, strict=True):
            signal.signal(number, handler)


def _leave(number: int, _: FrameType | None) -> NoReturn:
    for other in TOLD_TO_GO:
        signal.signal(other, signal.SIG_IGN)
    raise SystemExit(128 + number)
