"""Which proto field each field of an engine's record is sent as: by name, checked both ways.

The pairs are made once, when the service starts. Whatever is missing or of another kind on
either side is collected and raised as one `Mismatch`, so that the author of a game reads a
list of what is left to do.
"""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from enum import Enum
from functools import reduce
from operator import or_
from types import NoneType, UnionType
from typing import Any, Literal, NewType, Union, get_args, get_origin, get_type_hints

from google.protobuf.descriptor import Descriptor, EnumDescriptor, FieldDescriptor
from msgspec.structs import FieldInfo, fields

from croupier.engines.kernel.agenda import Command, Prompt
from croupier.engines.kernel.change import Event
from croupier.engines.kernel.pack import Pack
from croupier.engines.kernel.secret import Counted, Secret
from croupier.engines.kernel.values import Value

# What the service says in its own words, or not at all.
UNSENT: tuple[tuple[type[Value], tuple[str, ...]], ...] = (
    (Command, ("seat",)),
    (Prompt, ("seat", "rule", "limit_ms", "reaction", "clock")),
    (Event, ("audience",)),
)

LEAVES: Mapping[Any, tuple[int, ...]] = {
    int: (FieldDescriptor.TYPE_INT32, FieldDescriptor.TYPE_UINT32),
    bool: (FieldDescriptor.TYPE_BOOL,),
    str: (FieldDescriptor.TYPE_STRING,),
    Pack: (FieldDescriptor.TYPE_STRING,),  # its SHA-256
}
CAMEL_HUMP = re.compile(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])")


class Mismatch(Exception):
    """An engine and its contract do not fit: says every place."""


class _Unfit(Exception):
    """A field cannot be sent as what the contract says."""


@dataclass(frozen=True, slots=True)
class Leaf:
    """A number, a text, a truth, or a pack by its name."""

    type: type[Any]


@dataclass(frozen=True, slots=True)
class Choice:
    """One of several words: a Python enum or plain strings, a proto enum."""

    numbers: Mapping[Any, int]  # by member (or word)


@dataclass(frozen=True, slots=True)
class Record:
    """A record and its message."""

    type: type[Value]
    fields: list["Pair"] = field(default_factory=list)  # by field number


@dataclass(frozen=True, slots=True)
class Branch:
    """One member of a union, and the field it is sent as."""

    proto: FieldDescriptor
    record: Record


@dataclass(frozen=True, slots=True)
class OneOf:
    """A union of records, and a message that is one choice between theirs."""

    name: str  # of the choice
    members: dict[type[Value], Branch] = field(default_factory=dict)


Kind = Leaf | Choice | Record | OneOf


@dataclass(frozen=True, slots=True)
class Pair:
    """One field: the same name on both sides."""

    name: str
    proto: FieldDescriptor
    kind: Kind
    many: bool = False
    optional: bool = False  # None on our side, absent on theirs
    secret: bool = False
    default: bool = False  # ours has one, so theirs may be left out


def snake(name: str) -> str:
    """`PlayCard` as the contract writes it in a field: `play_card`."""
    return CAMEL_HUMP.sub("_", name).lower()


def members_of(union: Any) -> tuple[Any, ...]:
    """The members of a union; a single type is a union of one."""
    return (
        get_args(union) if isinstance(union, UnionType) or get_origin(union) is Union else (union,)
    )


class Pairing:
    """Makes pairs and remembers what did not fit: `check` says it."""

    def __init__(self) -> None:
        self._records: dict[tuple[Any, str], Record] = {}
        self._unions: dict[tuple[Any, str], OneOf] = {}
        self._wrong: list[str] = []

    def check(self, read: Iterable[Kind] = ()) -> None:
        """Raise Mismatch if anything did not fit; `read` are also made from messages."""
        for record in self._records.values():
            for pair in record.fields:
                if any(inner.secret for inner in _fields_of(pair.kind)):
                    self._no(f"{record.type.__name__}.{pair.name}", "has a secret inside")
        for kind in read:
            self._check_read(kind, "")
        if self._wrong:
            raise Mismatch("\n".join(dict.fromkeys(self._wrong)))

    def record(self, kind: Any, message: Descriptor) -> Record:
        """A record with its message."""
        known = self._records.get((kind, message.full_name))
        if known is not None:
            return known
        made = self._records[kind, message.full_name] = Record(kind)
        where = f"{kind.__name__} / {message.full_name}"
        hints, sent = get_type_hints(kind), _sent(kind)
        for name in sent.keys() - message.fields_by_name.keys():
            self._no(where, f"the contract has no field {name!r}")
        for proto in sorted(message.fields, key=lambda theirs: theirs.number):
            if proto.name not in sent:
                self._no(where, f"the engine has no field {proto.name!r}")
                continue
            try:
                pair = self._pair(hints[proto.name], proto)
            except _Unfit as unfit:
                self._no(f"{where}.{proto.name}", str(unfit))
            else:
                made.fields.append(replace(pair, default=not sent[proto.name].required))
        return made

    def union(self, kinds: Any, message: Descriptor) -> OneOf:
        """A union of records with the message that is one choice between theirs."""
        known = self._unions.get((kinds, message.full_name))
        if known is not None:
            return known
        where = message.full_name
        choice = message.oneofs[0].name if message.oneofs else ""
        made = self._unions[kinds, where] = OneOf(choice)
        if len(message.oneofs) != 1 or len(message.oneofs[0].fields) != len(message.fields):
            self._no(where, "must be one oneof and nothing else, for a union of records")
        branches = {proto.name: proto for proto in message.fields}
        for kind in members_of(kinds):
            proto = branches.pop(snake(kind.__name__), None)
            if proto is None or proto.message_type is None:
                self._no(where, f"the contract has no branch {snake(kind.__name__)!r}")
                continue
            made.members[kind] = Branch(proto, self.record(kind, proto.message_type))
        for name in branches:
            self._no(where, f"the engine has nothing for the branch {name!r}")
        return made

    def _pair(self, hint: Any, proto: FieldDescriptor) -> Pair:
        """A field of this type with its proto field. Raises _Unfit."""
        hint, optional = _without_none(hint)
        secret = get_origin(hint) in (Secret, Counted)
        if secret:
            hint, optional = _without_none(get_args(hint)[0])
        many = get_origin(hint) is tuple
        if many:
            inner = get_args(hint)
            if len(inner) != 2 or inner[1] is not Ellipsis:
                raise _Unfit(f"{hint} is no tuple of any length: name its parts")
            hint = inner[0]
        if many != proto.is_repeated:
            raise _Unfit("is repeated on one side only")
        if not many and not proto.has_presence:
            raise _Unfit("must have explicit presence")
        kind = self._kind(hint, proto)
        return Pair(proto.name, proto, kind, many, optional, secret)

    def _kind(self, hint: Any, proto: FieldDescriptor) -> Kind:
        while isinstance(hint, NewType):
            hint = hint.__supertype__
        is_union = len(members_of(hint)) > 1
        if is_union or (isinstance(hint, type) and issubclass(hint, Value)):
            if proto.message_type is None:
                raise _Unfit("must be a message")
            message: Descriptor = proto.message_type
            return self.union(hint, message) if is_union else self.record(hint, message)
        if proto.enum_type is not None:
            return _choice(hint, proto.enum_type)
        plain = get_origin(hint) or hint
        if proto.type in LEAVES.get(plain, ()):
            return Leaf(plain)
        raise _Unfit(f"{hint} cannot be sent as what the contract says")

    def _check_read(self, kind: Kind, where: str) -> None:
        """What is made from a message must be there in full."""
        if isinstance(kind, OneOf):
            for branch in kind.members.values():
                self._check_read(branch.record, where)
        if isinstance(kind, Record):
            for pair in kind.fields:
                here = f"{where}{kind.type.__name__}.{pair.name}"
                if pair.secret or pair.kind == Leaf(Pack) or (pair.many and pair.optional):
                    self._no(here, "cannot be read from a message")
                self._check_read(pair.kind, f"{here}: ")

    def _no(self, where: str, what: str) -> None:
        self._wrong.append(f"{where}: {what}")


def _choice(hint: Any, enum: EnumDescriptor) -> Choice:
    theirs = words_of(enum)
    if hint is str:
        return Choice(theirs)
    if get_origin(hint) is Literal:
        ours: dict[Any, Any] = {word: word for word in get_args(hint)}
    elif isinstance(hint, type) and issubclass(hint, Enum):
        ours = {member: member.value for member in hint}
    else:
        raise _Unfit(f"{hint} cannot be sent as an enum")
    strange = sorted(theirs.keys() ^ ours.values(), key=str)
    if strange:
        raise _Unfit(f"these words are on one side only: {strange}")
    return Choice({key: theirs[word] for key, word in ours.items()})


def words_of(enum: EnumDescriptor) -> dict[str, int]:
    """The words of a proto enum, without its prefix and without UNSPECIFIED."""
    prefix = f"{snake(enum.name)}_"
    return {
        value.name.lower().removeprefix(prefix): value.number
        for value in enum.values
        if value.number
    }


def message_of(proto: FieldDescriptor) -> Descriptor:
    """What a field of messages holds. Raises Mismatch for any other field."""
    if proto.message_type is None:
        raise Mismatch(f"{proto.full_name} must be a message")
    return proto.message_type


def _sent(kind: type[Value]) -> dict[str, FieldInfo]:
    """The fields of a record that the contract has."""
    unsent = next((names for base, names in UNSENT if issubclass(kind, base)), ())
    return {ours.name: ours for ours in fields(kind) if ours.name not in unsent}


def _fields_of(kind: Kind) -> tuple[Pair, ...]:
    """The fields of a record, or of all members of a union."""
    if isinstance(kind, Record):
        return tuple(kind.fields)
    if isinstance(kind, OneOf):
        return tuple(pair for branch in kind.members.values() for pair in branch.record.fields)
    return ()


def _without_none(hint: Any) -> tuple[Any, bool]:
    """A type without `| None`, and whether that was there."""
    members = members_of(hint)
    if NoneType not in members:
        return hint, False
    left = [member for member in members if member is not NoneType]
    return reduce(or_, left), True
