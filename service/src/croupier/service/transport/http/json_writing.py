"""Replies and refusals in JSON, by proto3's mapping."""

from typing import Any

import orjson
from google.protobuf.json_format import MessageToDict
from google.protobuf.message import Message
from google.rpc.status_pb2 import Status


def write(message: Message) -> bytes:
    """A message; lists that are empty are there, so that a reader need not ask."""
    return orjson.dumps(MessageToDict(message, always_print_fields_with_no_presence=True))


def details(status: Status) -> list[dict[str, Any]]:
    """What an error brings beside its code and sentence, each with its `@type`."""
    return [MessageToDict(detail) for detail in status.details]
