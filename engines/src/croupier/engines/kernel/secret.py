"""Hidden information, typed so that a leak has to be written on purpose.

`Secret` is a plain class: encoders know Structs and dataclasses but not this, so they must
be told, viewer in hand, what to write, or they refuse. Showing nothing is the default.
"""

from collections.abc import Sized
from enum import Enum
from typing import Final, Generic, Literal, NoReturn, TypeVar

from croupier.engines.kernel.values import Seat, Viewer, audience_of

T = TypeVar("T")
S = TypeVar("S", bound=Sized)


class Hidden(Enum):
    """What a viewer gets instead of a secret: nothing, not even its size."""

    HIDDEN = "hidden"

    def __repr__(self) -> str:
        return "<hidden>"


HIDDEN: Final = Hidden.HIDDEN


class Secret(Generic[T]):
    """Something only its audience may see. Rules peek; views ask `seen_by`."""

    __slots__ = ("_audience", "_held")

    def __init__(self, held: T, audience: tuple[Seat, ...]) -> None:
        self._held, self._audience = held, audience_of(audience)

    def peek(self) -> T:
        """For rules only: a tidy test forbids this name where views are built or sent."""
        return self._held

    def seen_by(self, viewer: Viewer) -> T | Literal[Hidden.HIDDEN]:
        """The thing itself for its audience, HIDDEN for everybody else."""
        return self._held if viewer in self._audience else HIDDEN

    @property
    def audience(self) -> tuple[Seat, ...]:
        """Who may see it, ascending. Nobody when empty."""
        return self._audience

    def __eq__(self, other: object) -> bool:
        return (
            isinstance(other, Secret)
            and type(self) is type(other)
            and self._audience == other._audience
            and bool(self._held == other._held)
        )

    def __hash__(self) -> NoReturn:
        raise TypeError("a secret has no hash")

    def __bool__(self) -> NoReturn:
        raise TypeError("a secret is neither true nor false: peek")

    def __reduce__(self) -> NoReturn:
        raise TypeError("a secret is not pickled")

    def __repr__(self) -> str:
        return "<hidden>"

    __str__ = __repr__

    def __format__(self, spec: str) -> str:
        return "<hidden>"


class Counted(Secret[S]):
    """A secret whose size is public: a hand or a deck where the rules let everybody count."""

    __slots__ = ()

    @property
    def count(self) -> int:
        """How many there are. Public by the rules of the game that chose this type."""
        return len(self._held)


def known_to(*seats: Seat, held: T) -> Secret[T]:
    """A secret shared by these seats."""
    return Secret(held, seats)


def known_to_nobody(held: T) -> Secret[T]:
    """A secret that no seat may see."""
    return Secret(held, ())
