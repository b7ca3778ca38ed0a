"""No number of the contract is too long for JavaScript: 64 bits would need strings in JSON."""

from collections.abc import Iterator

from google.protobuf.descriptor import Descriptor, FieldDescriptor, MethodDescriptor

from croupier.service.transport.descriptors import OURS, services

LONG = {
    FieldDescriptor.TYPE_INT64, FieldDescriptor.TYPE_UINT64, FieldDescriptor.TYPE_SINT64,
    FieldDescriptor.TYPE_FIXED64, FieldDescriptor.TYPE_SFIXED64,
}  # fmt: skip


def messages() -> Iterator[Descriptor]:
    """Every message of the contract that a call reaches."""
    seen: set[str] = set()
    todo = [one for service in services() for m in service.methods for one in _ends(m)]
    while todo:
        message = todo.pop()
        if message.full_name in seen or not message.full_name.startswith(OURS):
            continue
        seen.add(message.full_name)
        todo += [field.message_type for field in message.fields if field.message_type is not None]
        yield message


def test_the_contract_has_no_long_numbers() -> None:
    found = [field for message in messages() for field in message.fields]

    assert len(found) > 300
    assert [field.full_name for field in found if field.type in LONG] == []


def _ends(method: MethodDescriptor) -> tuple[Descriptor, Descriptor]:
    return method.input_type, method.output_type
