"""Randomness as an argument: keyed, named by stream, counted, replayable."""

from collections.abc import Mapping, Sequence
from typing import Protocol, TypeVar

from croupier.engines.kernel import fair

T = TypeVar("T")


class Rng(Protocol):
    """A source of draws. `stream` decides who could learn of the draw; `why` names the rule."""

    def below(self, bound: int, stream: str, why: str) -> int:
        """A uniform number in 0..bound-1."""
        ...


class KeyedRng:
    """Draw n of a stream depends on (key, stream, n) alone, so a command replays identically."""

    def __init__(self, key: bytes, drawn: Mapping[str, int] | None = None) -> None:
        self._key, self._drawn = key, dict(drawn or {})

    def below(self, bound: int, stream: str, why: str) -> int:
        """The next number of this stream; `why` is only for people."""
        n = self._drawn.get(stream, 0)
        self._drawn[stream] = n + 1
        return fair.draw(self._key, stream, n, bound)

    @property
    def drawn(self) -> dict[str, int]:
        """How many numbers each stream has given, by name in order."""
        return dict(sorted(self._drawn.items()))


class ScriptedRng:
    """For worked examples: the rulebook says what was rolled, so the test does too."""

    def __init__(self, *draws: int) -> None:
        self._draws = list(draws)

    def below(self, bound: int, stream: str, why: str) -> int:
        """The next scripted number; an unscripted draw fails and names itself."""
        assert self._draws, f"unscripted draw from {stream}: {why}"
        number = self._draws.pop(0)
        assert 0 <= number < bound, f"{why}: scripted {number} is not below {bound}"
        return number

    @property
    def left(self) -> int:
        """Scripted numbers not yet drawn."""
        return len(self._draws)


def shuffled(items: Sequence[T], rng: Rng, stream: str, why: str) -> tuple[T, ...]:
    """A uniform permutation (Fisher-Yates from the end)."""
    pile = list(items)
    for last in range(len(pile) - 1, 0, -1):
        pick = rng.below(last + 1, stream, why)
        pile[last], pile[pick] = pile[pick], pile[last]
    return tuple(pile)


def chosen(items: Sequence[T], rng: Rng, stream: str, why: str) -> T:
    """One of the items, uniformly."""
    return items[rng.below(len(items), stream, why)]
