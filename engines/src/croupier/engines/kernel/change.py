"""A change is a new table and what happened to make it so."""

from collections.abc import Callable
from typing import Concatenate, Generic, ParamSpec, TypeVar

from croupier.engines.kernel.values import Seat, Tagged, Value, Viewer

T = TypeVar("T")
P = ParamSpec("P")


class Event(Tagged, frozen=True, kw_only=True):
    """Something that happened, in the past tense. `Secret` fields stay secret."""

    audience: tuple[Seat, ...] | None = None  # None is everyone, spectators too

    def told_to(self, viewer: Viewer) -> bool:
        """Whether this viewer learns of it at all."""
        return self.audience is None or viewer in self.audience


class Change(Value, Generic[T], frozen=True):
    """The table after, and the events that led there, in order."""

    table: T
    events: tuple[Event, ...] = ()

    def then(
        self, verb: "Callable[Concatenate[T, P], Change[T]]", *args: P.args, **kwargs: P.kwargs
    ) -> "Change[T]":
        """Do one thing more: `change.then(verbs.draw, seat)`."""
        after = verb(self.table, *args, **kwargs)
        return Change(after.table, self.events + after.events)
