"""Small contracts for tests, written as text that protobuf itself can read."""

import itertools

from google.protobuf.descriptor import Descriptor
from google.protobuf.descriptor_pb2 import (
    EDITION_2023,
    DescriptorProto,
    FieldDescriptorProto,
    FileDescriptorProto,
)
from google.protobuf.descriptor_pool import DescriptorPool
from google.protobuf.message import Message
from google.protobuf.message_factory import GetMessageClass

TYPES = {
    "int32": FieldDescriptorProto.TYPE_INT32,
    "uint32": FieldDescriptorProto.TYPE_UINT32,
    "int64": FieldDescriptorProto.TYPE_INT64,
    "bool": FieldDescriptorProto.TYPE_BOOL,
    "string": FieldDescriptorProto.TYPE_STRING,
}
ENUMS = ("Suit",)
_packages = itertools.count(1)

Messages = dict[str, tuple[str, ...]]


def contract(messages: Messages, choice: str = "choice") -> dict[str, Descriptor]:
    """Messages by name. A field is `"[repeated ]type name"`, numbered in order; a message
    whose name ends in `Of` is one oneof. The enum Suit is there already."""
    package = f"test{next(_packages)}"
    file = FileDescriptorProto(
        name=f"{package}.proto", package=package, syntax="editions", edition=EDITION_2023
    )
    suit = file.enum_type.add(name="Suit")
    for number, word in enumerate(("UNSPECIFIED", "HEARTS", "SPADES")):
        suit.value.add(name=f"SUIT_{word}", number=number)
    for name, fields in messages.items():
        message = file.message_type.add(name=name)
        if name.endswith("Of"):
            message.oneof_decl.add(name=choice)
        for number, line in enumerate(fields, 1):
            _field(message, line, number, package)
    pool = DescriptorPool()
    pool.Add(file)
    return {name: pool.FindMessageTypeByName(f"{package}.{name}") for name in messages}


def _field(message: DescriptorProto, line: str, number: int, package: str) -> None:
    *repeated, kind, name = line.split()
    field = message.field.add(name=name, number=number)
    field.label = (
        FieldDescriptorProto.LABEL_REPEATED if repeated else FieldDescriptorProto.LABEL_OPTIONAL
    )
    if kind in TYPES:
        field.type = TYPES[kind]
    else:
        field.type = (
            FieldDescriptorProto.TYPE_ENUM if kind in ENUMS else FieldDescriptorProto.TYPE_MESSAGE
        )
        field.type_name = f".{package}.{kind}"
    if message.oneof_decl:
        field.oneof_index = 0


def message_of(descriptor: Descriptor) -> type[Message]:
    """The class to make such messages with."""
    return GetMessageClass(descriptor)
