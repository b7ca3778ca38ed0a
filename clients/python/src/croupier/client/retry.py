"""How often, and how long, a call is tried: always bounded, always with jitter."""

import random
import time
from collections.abc import Iterator
from dataclasses import dataclass

DELAY_FIRST_S = 0.05
DELAY_MAX_S = 0.5


@dataclass(frozen=True, slots=True)
class Retry:
    """The patience of a client. Each attempt has `timeout_s`; between two it waits a random
    while: up to 50 ms after the first, twice that after each next one, at most 500 ms (or as
    long as the service asked for, at most `wait_max_s`). The default outlives a restart of the
    service, about four seconds; no attempt begins later than `total_s` after the first."""

    attempts_max: int = 20
    timeout_s: float = 5.0
    wait_max_s: float = 5.0
    total_s: float = 30.0

    def waits(self) -> Iterator[float]:
        """The pauses between attempts: one fewer than attempts, and none after `total_s`."""
        return self._waits(time.monotonic() + self.total_s)

    def _waits(self, until: float) -> Iterator[float]:
        for attempt in range(self.attempts_max - 1):
            if time.monotonic() >= until:
                return
            yield random.uniform(0, min(DELAY_MAX_S, DELAY_FIRST_S * 2**attempt))
