"""The rules of the contract (`buf.validate`) as keywords of JSON Schema."""

import re
from typing import Any, TypeAlias

from google.protobuf.descriptor import FieldDescriptor, OneofDescriptor

from croupier.service.transport.descriptors import POOL, message_class

Schema: TypeAlias = dict[str, Any]
Rules: TypeAlias = Any  # `buf.validate.FieldRules` of the private pool

GAMES = "croupier.games."  # whatever is sent to a game is one of what it knows
UUID = "^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$"
KNOWN = {
    "required", "string.pattern", "string.uuid", "string.min_len", "string.max_len", "int32.gte",
    "int32.lte", "uint32.gte", "uint32.lte", "enum.defined_only", "enum.not_in", "bytes.len",
    "repeated.max_items", "repeated.min_items", "repeated.items", "repeated.unique", "cel",
}  # fmt: skip
# A sentence of CEL that has keywords: one number, or a range.
OR_RANGE = re.compile(r"this == (\d+) \|\| \(this >= (\d+) && this <= (\d+)\)")
CLASS = re.compile(r"\\p|\\P")  # classes of Unicode, which not every reader of a pattern knows
RE2 = "x-re2"  # said beside the keywords: a pattern, or a sentence of CEL, as it is in the contract


def of(field: FieldDescriptor) -> Any:
    """The rules of a field, of which every kind is one that this module can say."""
    kind = message_class("google.protobuf.FieldOptions")
    options: Any = kind.FromString(field.GetOptions().SerializeToString())
    rules = options.Extensions[POOL.FindExtensionByName("buf.validate.field")]
    unknown = set(_names(rules)) - KNOWN
    assert not unknown, f"{field.full_name}: {unknown} has no keyword yet"
    return rules


def must_be_one(oneof: OneofDescriptor) -> bool:
    """Whether a case of this oneof has to be there: the contract says so, or a game decides."""
    if oneof.full_name.startswith(GAMES):
        return True
    kind = message_class("google.protobuf.OneofOptions")
    options: Any = kind.FromString(oneof.GetOptions().SerializeToString())
    return bool(options.Extensions[POOL.FindExtensionByName("buf.validate.oneof")].required)


def bounds(rules: Any, family: str, most: range) -> tuple[int, int]:
    """The least and the most that a number may be."""
    said = getattr(rules, family)
    least = said.gte if said.HasField("gte") else most.start
    return least, said.lte if said.HasField("lte") else most.stop - 1


def text(rules: Any) -> Schema:
    """Keywords of a string."""
    said: Any = rules.string
    schema: Schema = {"type": "string"}
    if said.uuid:
        schema |= {"format": "uuid", "pattern": UUID}
    if said.pattern:
        schema[RE2 if CLASS.search(said.pattern) else "pattern"] = said.pattern
    if said.HasField("min_len"):
        schema["minLength"] = said.min_len
    if said.HasField("max_len"):
        schema["maxLength"] = said.max_len
    if rules.cel:
        schema[RE2] = [cel.expression for cel in rules.cel]
    return schema


def or_range(rules: Any) -> tuple[int, int, int] | None:
    """The single number and the range of "0, or 5 to 86400". None: no such rule."""
    for cel in rules.cel:
        found = OR_RANGE.fullmatch(cel.expression)
        assert found, f"no keyword says {cel.expression}"
        one, least, most = map(int, found.groups())
        return one, least, most
    return None


def items(rules: Any) -> Schema:
    """Keywords of a list."""
    said, schema = rules.repeated, {}
    if said.HasField("min_items"):
        schema["minItems"] = said.min_items
    if said.HasField("max_items"):
        schema["maxItems"] = said.max_items
    if said.unique:
        schema["uniqueItems"] = True
    return schema


def _names(rules: Any) -> list[str]:
    names = []
    for field, value in rules.ListFields():
        if field.message_type is None or field.name == "cel":
            names.append(field.name)
        else:
            names += [f"{field.name}.{inner.name}" for inner, _ in value.ListFields()]
    return names
