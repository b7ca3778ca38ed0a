"""The contract as data: every message and method with its options and comments.

The stubs that clients get carry no options. The service loads the full descriptor set into a
pool of its own, and reads requests with the message classes of that pool, so that validation
needs no second parse; they have the same fields as the stubs, but are not the same types.
"""

from collections.abc import Mapping
from importlib.resources import files
from typing import Any, NamedTuple

from google.api import annotations_pb2  # type: ignore[import-untyped]
from google.protobuf.descriptor import MethodDescriptor, ServiceDescriptor
from google.protobuf.descriptor_pb2 import FileDescriptorProto, FileDescriptorSet
from google.protobuf.descriptor_pool import DescriptorPool
from google.protobuf.message import Message
from google.protobuf.message_factory import GetMessageClass

API_PACKAGE = "croupier.v1"
OURS = "croupier."  # what every package of the contract begins with


def _files() -> tuple[FileDescriptorProto, ...]:
    resource = files("croupier.service.transport") / "descriptors.binpb"
    return tuple(FileDescriptorSet.FromString(resource.read_bytes()).file)


def _pool() -> DescriptorPool:
    pool = DescriptorPool()
    for file in _FILES:  # in the set, a file comes after what it imports
        pool.Add(file)
    return pool


_FILES = _files()
POOL = _pool()


def services() -> tuple[ServiceDescriptor, ...]:
    """Every service of the API, by file."""
    return tuple(
        POOL.FindServiceByName(f"{file.package}.{service.name}")
        for file in _FILES
        if file.package == API_PACKAGE
        for service in file.service
    )


class Route(NamedTuple):
    """Where a method is found over HTTP."""

    verb: str  # "GET" or "POST"
    path: str  # "/v1/tables/{table_id}:join"
    has_body: bool


def route(method: MethodDescriptor) -> Route:
    """The route that the contract gives a method."""
    rule = method.GetOptions().Extensions[annotations_pb2.http]
    verb = rule.WhichOneof("pattern")
    return Route(verb.upper(), getattr(rule, verb), bool(rule.body))


def message_class(full_name: str) -> type[Message]:
    """The class of a message of the private pool."""
    return GetMessageClass(POOL.FindMessageTypeByName(full_name))


def comments() -> Mapping[str, str]:
    """What the contract says about each of its elements, by full name."""
    said: dict[str, str] = {}
    for file in _FILES:
        if file.package.startswith(OURS):
            for place in file.source_code_info.location:
                name = _name_of(file, tuple(place.path))
                said[name] = " ".join(place.leading_comments.split())
    return said


def _name_of(file: FileDescriptorProto, path: tuple[int, ...]) -> str:
    """The full name of what a path of field numbers and places leads to."""
    names, here = [file.package], file
    node: Any = here
    steps = iter(path)
    for number in steps:
        field = node.DESCRIPTOR.fields_by_number[number]
        node = getattr(node, field.name)
        if field.is_repeated:
            node = node[next(steps)]
            names.append(node.name)
    return ".".join(names)
