"""A request from JSON, by proto3's mapping and the rules of this door.

Written for the contract, which has no 64-bit numbers, fractions or maps in requests. Everything
that is odd has a rule: a number may be written as `3`, `3.0`, `3e0` or `"3"`, and nothing else;
`null` is absent; a name that is unknown or comes twice is refused, with its path.
"""

import base64
import binascii
import json
import re
from collections.abc import Callable, Mapping
from decimal import Decimal
from functools import cache
from typing import Any, NamedTuple, NoReturn

from google.protobuf.descriptor import Descriptor, EnumDescriptor, FieldDescriptor
from google.protobuf.message import Message

from croupier.service.app.problems import Problem, Violation

DIGITS = re.compile(r"-?(?:0|[1-9][0-9]{0,9})")
NAME = re.compile(r"[A-Za-z0-9_]{1,64}")
INT32, UINT32 = range(-(2**31), 2**31), range(2**32)
BASE64 = str.maketrans("-_", "+/")

Read = Callable[[Any, str], Any]  # a JSON value and its path -> what the field holds


def read(kind: type[Message], body: bytes) -> Message:
    """The request that a body says. Raises INVALID_REQUEST."""
    message = kind()
    fill(message, parsed(body), "")
    return message


def parsed(body: bytes) -> Any:
    """A JSON text in UTF-8. Raises INVALID_REQUEST."""
    try:
        return json.loads(
            body.decode("utf-8"), parse_float=Decimal, parse_constant=_no_number,
            object_pairs_hook=_object,
        )  # fmt: skip
    except UnicodeDecodeError:
        refuse("", "The body is not UTF-8.")
    except (ValueError, RecursionError, ArithmeticError):
        refuse("", "The body is not JSON.")


def fill(message: Message, value: Any, path: str) -> None:
    """Put a JSON object into a message. Raises INVALID_REQUEST."""
    if not isinstance(value, Object):
        refuse(path, "must be a JSON object")
    if value.twice is not None:
        refuse(below(path, value.twice), "is there twice")
    members = members_of(message.DESCRIPTOR)
    for name, held in value.pairs.items():
        member = members.get(name)
        if member is None:
            refuse(below(path, name), "there is no such field")
        put(message, member, held, f"{path}.{member.name}" if path else member.name)


class Member(NamedTuple):
    """A field of a message: how it is read, and what excludes it."""

    name: str
    repeated: bool
    read: Read | None  # None: a message
    choice: str | None  # the oneof it is a case of


@cache
def members_of(descriptor: Descriptor) -> Mapping[str, Member]:
    """The fields of a message by both of their names."""
    members: dict[str, Member] = {}
    for field in descriptor.fields:
        choice = field.containing_oneof
        member = Member(
            field.name,
            bool(field.is_repeated),
            None if field.message_type is not None else _reader(field),
            None if choice is None else choice.name,
        )
        members[field.name] = members[field.json_name] = member
        if field.message_type is not None:
            members_of(field.message_type)  # so that what cannot be read is found at the start
    return members


def put(message: Message, member: Member, value: Any, path: str) -> None:
    """Set a field. Raises INVALID_REQUEST, also when it is set already."""
    if value is None:
        return
    if member.choice is not None and message.WhichOneof(member.choice) is not None:
        refuse(path, "only one of these may be there")
    if member.repeated:
        _put_all(message, member, value, path)
        return
    if message.HasField(member.name):
        refuse(path, "is there twice")
    if member.read is None:
        part = getattr(message, member.name)
        part.SetInParent()
        fill(part, value, path)
    else:
        setattr(message, member.name, member.read(value, path))


def _put_all(message: Message, member: Member, value: Any, path: str) -> None:
    if not isinstance(value, list):
        refuse(path, "must be a JSON array")
    into = getattr(message, member.name)
    if into:
        refuse(path, "is there twice")
    for n, one in enumerate(value):
        if member.read is None:
            fill(into.add(), one, f"{path}[{n}]")
        else:
            into.append(member.read(one, f"{path}[{n}]"))


class Object:
    """A JSON object as it was written; `twice` is a name that came again."""

    __slots__ = ("pairs", "twice")

    def __init__(self, pairs: list[tuple[str, Any]]) -> None:
        self.pairs = dict(pairs)
        self.twice = None
        if len(self.pairs) < len(pairs):
            names = [name for name, _ in pairs]
            self.twice = next(name for name in names if names.count(name) > 1)


def _object(pairs: list[tuple[str, Any]]) -> Object:
    return Object(pairs)


def _no_number(_: str) -> NoReturn:
    raise ValueError


def below(path: str, name: str) -> str:
    """The path of a member that nobody knows; a strange name is not repeated."""
    said = name if NAME.fullmatch(name) else "?"
    return f"{path}.{said}" if path else said


def refuse(path: str, description: str) -> NoReturn:
    """Raises INVALID_REQUEST with this one violation."""
    raise Problem("INVALID_REQUEST", violations=(Violation(path, description),))


# --- one value ---------------------------------------------------------------------------------


def _reader(field: FieldDescriptor) -> Read:
    match field.type:
        case FieldDescriptor.TYPE_STRING:
            return _text
        case FieldDescriptor.TYPE_BOOL:
            return _bool
        case FieldDescriptor.TYPE_BYTES:
            return _bytes
        case FieldDescriptor.TYPE_INT32:
            return lambda value, path: whole(value, path, INT32)
        case FieldDescriptor.TYPE_UINT32:
            return lambda value, path: whole(value, path, UINT32)
        case FieldDescriptor.TYPE_ENUM:
            enum = field.enum_type
            assert enum is not None
            return lambda value, path: _enum(value, path, enum)
    raise TypeError(f"{field.full_name} is of a type that no request may have")


def _text(value: Any, path: str) -> str:
    if not isinstance(value, str):
        refuse(path, "must be a string")
    try:
        value.encode()
    except UnicodeEncodeError:
        refuse(path, "must be whole Unicode characters: a surrogate stands alone")
    return value


def _bool(value: Any, path: str) -> bool:
    if not isinstance(value, bool):
        refuse(path, "must be true or false")
    return value


def _bytes(value: Any, path: str) -> bytes:
    """Standard or URL-safe base64, with or without padding."""
    text = value.translate(BASE64).rstrip("=") if isinstance(value, str) else "?"
    try:
        return base64.b64decode(text + "=" * (-len(text) % 4), validate=True)
    except (binascii.Error, ValueError):
        refuse(path, "must be base64")


def whole(value: Any, path: str, bounds: range) -> int:
    """A whole number within bounds, as a number or in a string. Raises INVALID_REQUEST."""
    number: int | None = None
    if isinstance(value, str):
        number = int(value) if DIGITS.fullmatch(value) else None
    elif isinstance(value, Decimal):
        # Judged as a decimal first: 1e999999999 must never become a whole number.
        if bounds.start <= value < bounds.stop and value == value.to_integral_value():
            number = int(value)
    elif isinstance(value, int) and not isinstance(value, bool):
        number = value
    if number is None or number not in bounds:
        refuse(path, f"must be a whole number from {bounds.start} to {bounds.stop - 1}")
    return number


def _enum(value: Any, path: str, enum: EnumDescriptor) -> int:
    """A value by its name, or by its number."""
    if isinstance(value, str):
        known = enum.values_by_name.get(value)
        if known is None:
            refuse(path, f"must be one of {', '.join(v.name for v in enum.values if v.number)}")
        return int(known.number)
    return whole(value, path, INT32)
