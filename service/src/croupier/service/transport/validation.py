"""What the contract demands of a request, judged by the rules written in it."""

from google.protobuf.message import Message
from protovalidate import Validator
from protovalidate import Violation as Broken

from croupier.service.app.problems import Violation
from croupier.service.transport.descriptors import POOL

# What a field of a fixed form looks like, for people; the contract says it as a pattern.
FORMS = {
    "table_id": "must be a table's id, exactly as it came with the table",
    "prompt_id": "must be the id of a prompt, for example 0.12",
    "pack": "must be a SHA-256 in hex, 64 characters from 0-9 and a-f",
    "sha256": "must be a SHA-256 in hex, 64 characters from 0-9 and a-f",
}
OTHER_FORM = "must be written as the service itself writes it, in views, prompts and lists"

# The validator remembers rules by the name of a type: a message of another pool, where the
# same names carry no rules, would silently pass, and teach it to let the others pass too.
_validator = Validator()


def violations(request: Message) -> tuple[Violation, ...]:
    """Every broken rule with the path of its field; none when the request is well formed.

    The request must be of the contract's own pool: `descriptors.message_class`.
    """
    assert request.DESCRIPTOR.file.pool is POOL, "a stripped message carries no rules"
    return tuple(map(_violation, _validator.collect_violations(request)))


def _violation(broken: Broken) -> Violation:
    path, said = _path(broken), broken.proto
    if said.rule_id == "string.pattern":
        return Violation(path, FORMS.get(path, OTHER_FORM))
    return Violation(path, said.message)


def _path(broken: Broken) -> str:
    """`blossom_ridge.use_core_control.choice.add_many.locations[1]`."""
    path = broken.proto.field
    names = []
    for element in path.elements if path is not None else ():
        place = element.subscript
        names.append(element.field_name + (f"[{place.value}]" if place is not None else ""))
    return ".".join(names)
