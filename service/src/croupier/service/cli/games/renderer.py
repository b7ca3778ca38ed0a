"""What a terminal game needs to know of a game, and the words for what happens around it."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple, Protocol

from croupier.client import State
from croupier.v1 import common_pb2
from croupier.v1.payload_pb2 import Command, Event, Prompt

Names = Sequence[str]

POLICIES = {common_pb2.HOUSE_POLICY_ABSENT: "absent", common_pb2.HOUSE_POLICY_RANDOM: "random"}


class Choice(NamedTuple):
    """A legal command in words: what kind of thing it is, and what exactly."""

    kind: str
    text: str


class Renderer(Protocol):
    """One table of one game, in words."""

    def scene(self, state: State) -> Iterator[str]:
        """What this viewer sees, line by line."""

    def asked(self, prompt: Prompt) -> str:
        """What a prompt asks for, as one sentence."""

    def choice(self, command: Command) -> Choice:
        """A legal command."""

    def field(self, field: str) -> str:
        """What a field that is to be filled in holds, in a few words."""

    def thing(self, field: str, item: str) -> str:
        """One of the things that a field is filled from."""

    def told(self, event: Event) -> str | None:
        """What happened, as one sentence; None for what the scene shows anyway."""

    def is_headline(self, event: Event) -> bool:
        """Whether this belongs into a short report of the game."""


def in_words(name: str) -> str:
    """A field's name where a game has no words of its own for it."""
    return name.replace("_", " ").capitalize()


def around(event: Event, names: Names) -> str | None:
    """What happened around the game."""
    match event.WhichOneof("event"):
        case "seat_taken":
            return f"{event.seat_taken.display_name} sits down."
        case "seat_left":
            return f"Seat {event.seat_left.seat} is free again."
        case "seat_given":
            given = event.seat_given
            return f"The house plays for {names[given.seat]} ({POLICIES.get(given.policy)})."
        case "seat_reissued":
            return f"A person plays for {names[event.seat_reissued.seat]}."
        case "table_started":
            return "The game begins."
        case "table_closed":
            return "The host closed the table."
        case "timed_out":
            return f"{names[event.timed_out.seat]} ran out of time."
        case "seat_returned":
            return f"{names[event.seat_returned.seat]} is back."
        case "deadlines_extended":
            return "The house was away: you get the time back."
        case _:
            return None


def listed(words: Sequence[str]) -> str:
    """`a`, `a and b`, `a, b and c`."""
    if len(words) < 2:
        return "".join(words)
    return f"{', '.join(words[:-1])} and {words[-1]}"


def counted(number: int, thing: str) -> str:
    """`1 card`, `2 cards`."""
    return f"{number} {thing}" if number == 1 else f"{number} {thing}s"
