"""How long everything about watching waits. Tests pass shorter times, nothing else."""

import random
from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Pace:
    """Times in seconds. What many do at once is spread, so that they do not do it together."""

    heartbeat_s: float = 13.5  # with a tenth more, still at least every 15 s
    age_max_s: float = 25 * 60
    poll_s: float = 1.0
    poll_quick_s: float = 0.25  # while hints may be getting lost
    quick_for_s: float = 5.0
    drain_s: float = 2.0
    retry_first_s: float = 0.1
    retry_max_s: float = 2.0
    linger_s: float = 30.0  # a table that nobody watches any more is kept for so long
    touch_s: float = 3600.0
    chance: Callable[[], float] = random.random

    def about(self, seconds: float, share: float = 0.1) -> float:
        """This time, more or less by that share of it."""
        return seconds * (1 + share * (2 * self.chance() - 1))

    def backoff(self, failures: int) -> float:
        """How long to wait after so many failures in a row: longer each time, bounded."""
        doubled = self.retry_first_s * 2 ** min(failures - 1, 16)
        return self.about(min(doubled, self.retry_max_s), share=0.25)
