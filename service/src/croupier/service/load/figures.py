"""How long things took, and how many went wrong."""

import time
from array import array
from collections import Counter
from dataclasses import dataclass, field

SAMPLES_MAX = 2_000_000  # of one kind: 32 MB
PERCENTILES = (50.0, 90.0, 99.0, 99.9, 100.0)

# What is measured, and from when.
MEASURED = {
    "open": "a table is opened, from the moment it was due",
    "join": "a seat is taken",
    "legal": "what is legal is listed",
    "command": "a command is answered, from the moment its decision was due",
    "seen": "its player's own watch shows it, from the same moment",
}


@dataclass(slots=True)
class Samples:
    """When each thing was done, in seconds from the start, and how long it took, in seconds."""

    at: "array[float]" = field(default_factory=lambda: array("d"))
    took: "array[float]" = field(default_factory=lambda: array("d"))

    def percentile(self, percent: float) -> float:
        """The time that so many percent did not exceed; 0 without samples. Exact."""
        return percentile(sorted(self.took), percent)


def percentile(ordered: list[float], percent: float) -> float:
    """The nearest-rank percentile of sorted numbers; 0 of none."""
    if not ordered:
        return 0.0
    rank = max(1, -(-len(ordered) * percent // 100))
    return ordered[min(int(rank), len(ordered)) - 1]


class Figures:
    """Everything that is counted in one run."""

    def __init__(self) -> None:
        self.began = time.monotonic()
        self.ended: float | None = None
        self.samples = {kind: Samples() for kind in MEASURED}
        self.counts: Counter[str] = Counter()
        self.failures: Counter[str] = Counter()  # by what was tried and the reason

    def took(self, kind: str, since: float) -> None:
        """Something is done now that was due then (both by the monotonic clock)."""
        now = time.monotonic()
        samples = self.samples[kind]
        self.counts[kind] += 1
        if len(samples.took) < SAMPLES_MAX:
            samples.at.append(now - self.began)
            samples.took.append(now - since)

    def failed(self, kind: str, reason: str) -> None:
        """Something failed after every repeat that the client makes."""
        self.failures[f"{kind}: {reason}"] += 1

    def stop(self) -> None:
        """The load is over; what follows is checking."""
        self.ended = time.monotonic()

    @property
    def seconds(self) -> float:
        """How long the load lasted, or lasts."""
        return (self.ended or time.monotonic()) - self.began
