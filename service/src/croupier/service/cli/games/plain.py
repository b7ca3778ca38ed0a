"""Any game, without knowing it: its own field names instead of words."""

from collections.abc import Iterator

from google.protobuf.message import Message
from google.protobuf.text_format import MessageToString

from croupier.client import State
from croupier.service.cli.games.renderer import Choice, Names, around, in_words
from croupier.v1.payload_pb2 import Command, Event, Prompt


class Plain:
    """A table whose game has no renderer of its own."""

    def __init__(self, names: Names) -> None:
        self._names = names

    def scene(self, state: State) -> Iterator[str]:
        """The view as it was sent."""
        if state.view is not None:
            yield from MessageToString(state.view).splitlines()

    def asked(self, prompt: Prompt) -> str:
        """The rule that asks."""
        return f"Decide ({prompt.rule})."

    def choice(self, command: Command) -> Choice:
        """The command's name and fields."""
        name, inner = _innermost(command, "game", "command")
        return Choice(in_words(name), f"{in_words(name)} {_line(inner)}".strip())

    def field(self, field: str) -> str:
        """The field's own name."""
        return in_words(field)

    def thing(self, field: str, item: str) -> str:
        """One of the things that a field is filled from."""
        return item

    def told(self, event: Event) -> str | None:
        """The event's name and fields."""
        said = around(event, self._names)
        if said is not None:
            return said
        outer = event.WhichOneof("event") or ""
        content: Message = getattr(event, outer) if outer else event
        if "event" not in content.DESCRIPTOR.oneofs_by_name:
            return None
        name, inner = _innermost(content, "event")
        return f"{in_words(name)} {_line(inner)}".strip()

    def is_headline(self, event: Event) -> bool:
        """Everything is told: nobody knows what matters."""
        return True


def _innermost(message: Message, *oneofs: str) -> tuple[str, Message]:
    name = ""
    for oneof in oneofs:
        name = message.WhichOneof(oneof) or ""
        message = getattr(message, name) if name else message
    return name, message


def _line(message: Message) -> str:
    return MessageToString(message, as_one_line=True)
