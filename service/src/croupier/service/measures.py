"""Figures for operators: counters, times and levels of one process, in Prometheus's format.

Nothing here is global: a process has one `Measures`, a test as many as it likes. Every label
has a closed set of values; whatever is outside of it is counted as "other", so that no table,
seat or name can become a label. Counting is plain arithmetic, on the event loop alone.
"""

from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import accumulate, product
from math import prod
from typing import Protocol, TypeVar

from prometheus_client import CollectorRegistry, ProcessCollector
from prometheus_client.exposition import choose_encoder
from prometheus_client.metrics_core import (
    CounterMetricFamily,
    GaugeMetricFamily,
    HistogramMetricFamily,
    Metric,
)

OTHER = "other"
ZEROS_MAX = 100  # series that are shown before they count: what appears with a 1 has not grown
BOUNDS_S = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0)

Values = tuple[str, ...]
F = TypeVar("F", bound="Figure")


class Labels:
    """The labels of a figure: their names, and every value that each may have."""

    def __init__(self, sets: Mapping[str, Iterable[str]]) -> None:
        self.names = tuple(sets)
        self.sets = tuple(dict.fromkeys(values) for values in sets.values())

    def all(self) -> Iterator[Values]:
        """Every combination, if they are few."""
        if prod(map(len, self.sets)) <= ZEROS_MAX:
            yield from product(*self.sets)

    def known(self, values: Values) -> Values:
        """The same values, each unknown one as "other"."""
        return tuple(
            value if value in known else OTHER
            for value, known in zip(values, self.sets, strict=True)
        )


class Figure(Protocol):
    """Something that is shown."""

    name: str
    labels: Labels

    def collect(self) -> Iterator[Metric]:
        """What Prometheus reads."""
        ...


class Counter:
    """How often something happened."""

    def __init__(self, name: str, about: str, labels: Mapping[str, Iterable[str]]) -> None:
        self.name, self._about, self.labels = name, about, Labels(labels)
        self._counts = dict.fromkeys(self.labels.all(), 0)

    def add(self, *values: str) -> None:
        """Once more."""
        try:
            self._counts[values] += 1
        except KeyError:
            known = self.labels.known(values)
            self._counts[known] = self._counts.get(known, 0) + 1

    def collect(self) -> Iterator[Metric]:
        """What Prometheus reads."""
        family = CounterMetricFamily(self.name, self._about, labels=self.labels.names)
        for values, count in self._counts.items():
            family.add_metric(values, count)
        yield family


class _Tally:
    __slots__ = ("counts", "sum")

    def __init__(self) -> None:
        self.counts = [0] * (len(BOUNDS_S) + 1)
        self.sum = 0.0


class Timer:
    """How long something took, in steps from a millisecond to five seconds."""

    def __init__(self, name: str, about: str, labels: Mapping[str, Iterable[str]]) -> None:
        self.name, self._about, self.labels = name, about, Labels(labels)
        self._tallies: dict[Values, _Tally] = {} if labels else {(): _Tally()}

    def took(self, seconds: float, *values: str) -> None:
        """So long, this time."""
        tally = self._tallies.get(values)
        if tally is None:
            tally = self._tallies.setdefault(self.labels.known(values), _Tally())
        tally.counts[bisect_left(BOUNDS_S, seconds)] += 1
        tally.sum += seconds

    def collect(self) -> Iterator[Metric]:
        """What Prometheus reads."""
        family = HistogramMetricFamily(self.name, self._about, labels=self.labels.names)
        bounds = (*map(str, BOUNDS_S), "+Inf")
        for values, tally in self._tallies.items():
            steps = list(zip(bounds, accumulate(tally.counts), strict=True))
            family.add_metric(values, steps, tally.sum)
        yield family


class Level:
    """How much there is now: asked when somebody reads it."""

    def __init__(
        self,
        name: str,
        about: str,
        read: Callable[[], Mapping[Values, float]],
        labels: Mapping[str, Iterable[str]],
    ) -> None:
        self.name, self._about, self._read, self.labels = name, about, read, Labels(labels)

    def collect(self) -> Iterator[Metric]:
        """What Prometheus reads."""
        family = GaugeMetricFamily(self.name, self._about, labels=self.labels.names)
        for values, level in self._read().items():
            family.add_metric(self.labels.known(values), level)
        yield family


class Measures:
    """Every figure of one process."""

    def __init__(self) -> None:
        self.figures: list[Figure] = []
        self._registry = CollectorRegistry()
        ProcessCollector(registry=self._registry)

    def counter(self, name: str, about: str, **labels: Iterable[str]) -> Counter:
        """A new counter; its name ends with `_total`."""
        return self._shown(Counter(name, about, labels))

    def timer(self, name: str, about: str, **labels: Iterable[str]) -> Timer:
        """A new histogram; its name ends with `_seconds`."""
        return self._shown(Timer(name, about, labels))

    def level(self, name: str, about: str, read: Callable[[], float]) -> None:
        """A level that `read` knows."""
        self._shown(Level(name, about, lambda: {(): read()}, {}))

    def levels(
        self,
        name: str,
        about: str,
        read: Callable[[], Mapping[Values, float]],
        **labels: Iterable[str],
    ) -> None:
        """Several levels that `read` knows, by their labels."""
        self._shown(Level(name, about, read, labels))

    def render(self, accept: str = "") -> tuple[str, bytes]:
        """The content type and the text, in the form that the reader's Accept header asks for."""
        encode, content_type = choose_encoder(accept)
        return content_type, encode(self._registry)

    def _shown(self, figure: F) -> F:
        self.figures.append(figure)
        self._registry.register(figure)
        return figure
