"""Messages as values: what a person may get wrong is refused with the path of the field.

Fields have presence: absent is the default where the record has one, None where it may be
None, and otherwise a violation. An enum's 0, and a number it does not know, are refused.
"""

from collections.abc import Callable
from typing import Any

from google.protobuf.message import Message

from croupier.service.app.problems import Problem, Violation
from croupier.service.transport.translate.pairing import Choice, Kind, Leaf, OneOf, Pair, Record

Reader = Callable[[Any, str], Any]  # (what the message holds, its path)


def malformed(path: str, description: str) -> Problem:
    """A request that is not what the contract says."""
    return Problem("INVALID_REQUEST", violations=(Violation(path, description),))


class Readers:
    """Makes a reader of each record once."""

    def __init__(self) -> None:
        self._made: dict[int, Callable[..., Any]] = {}
        self._kept: list[Kind] = []  # so that their ids stay theirs

    def record(self, record: Record) -> Callable[..., Any]:
        """Reads `(message, path, **given)`; `given` are fields that are not in the message."""
        known = self._made.get(id(record))
        if known is not None:
            return known
        self._kept.append(record)
        made, readers = record.type, tuple(map(self._field, record.fields))

        def read(message: Message, path: str, **given: Any) -> Any:
            for reader in readers:
                reader(message, path, given)
            return made(**given)

        self._made[id(record)] = read
        return read

    def union(self, union: OneOf) -> Callable[..., Any]:
        """Reads the branch that is set. None is a violation."""
        known = self._made.get(id(union))
        if known is not None:
            return known
        self._kept.append(union)
        branches = {
            branch.proto.name: self.record(branch.record) for branch in union.members.values()
        }
        choice = union.name

        def read(message: Message, path: str, **given: Any) -> Any:
            branch = message.WhichOneof(choice)
            if branch is None:
                raise malformed(f"{path}.{choice}", f"must be one of {', '.join(branches)}")
            return branches[branch](getattr(message, branch), f"{path}.{branch}", **given)

        self._made[id(union)] = read
        return read

    def _field(self, pair: Pair) -> Callable[[Message, str, dict[str, Any]], None]:
        """Puts one field of a message into the values of its record."""
        name, one = pair.name, self._one(pair.kind)
        if pair.many:

            def read_all(message: Message, path: str, into: dict[str, Any]) -> None:
                items = enumerate(getattr(message, name))
                into[name] = tuple([one(item, f"{path}.{name}[{at}]") for at, item in items])

            return read_all

        def read(message: Message, path: str, into: dict[str, Any]) -> None:
            if message.HasField(name):
                into[name] = one(getattr(message, name), f"{path}.{name}")
            elif not pair.default:
                if not pair.optional:
                    raise malformed(f"{path}.{name}", "is needed")
                into[name] = None

        return read

    def _one(self, kind: Kind) -> Reader:
        match kind:
            case Leaf():
                return lambda value, _: value
            case Choice(numbers=numbers):
                return _choice({number: word for word, number in numbers.items()})
            case Record():
                return self.record(kind)
            case OneOf():
                return self.union(kind)


def _choice(words: dict[int, Any]) -> Reader:
    def read(number: int, path: str) -> Any:
        if number not in words:
            raise malformed(path, "must be one of the named values, and not UNSPECIFIED")
        return words[number]

    return read
