"""Messages as JSON schemas, by proto3's mapping and the rules of the REST door.

A request and a reply are not the same: the door reads more ways of writing than it writes (a
number in quotes, the number of an enum, `null` for absent), and refuses names it does not know,
where a client should ignore them. So a message that goes both ways has two schemas.
"""

from collections.abc import Mapping

from google.protobuf.descriptor import Descriptor, EnumDescriptor, FieldDescriptor, OneofDescriptor

from croupier.service.transport.http.json_reading import INT32, UINT32
from protos.openapi import decimals, rules
from protos.openapi.needs import needed
from protos.openapi.rules import Schema

F = FieldDescriptor
WHOLE = {F.TYPE_INT32: ("int32", INT32), F.TYPE_UINT32: ("uint32", UINT32)}
LONG = {F.TYPE_INT64, F.TYPE_UINT64}
WELL_KNOWN: Mapping[str, Schema] = {
    "google.protobuf.Timestamp": {"type": "string", "format": "date-time"},
    "google.protobuf.Struct": {"type": "object"},
}
ASKED = ".Request"  # what follows the name of a message where a request holds it


class Schemas:
    """The components of the document: every message that was asked for, and what it holds."""

    def __init__(self, comments: Mapping[str, str]) -> None:
        self._comments, self._needed = comments, needed()
        self.made: dict[str, Schema] = {}

    # --- what replies hold --------------------------------------------------------------------

    def reply(self, message: Descriptor) -> Schema:
        """A reference to a message as the door writes it."""
        if message.full_name in WELL_KNOWN:
            return dict(WELL_KNOWN[message.full_name])
        name = message.full_name
        if name not in self.made:
            schema = self.made[name] = self._object(message)
            schema["properties"] = {f.json_name: self._told(f) for f in message.fields}
            listed = [field.json_name for field in message.fields if field.is_repeated]
            if listed:
                schema["required"] = listed
            self._say_choices(schema, message)
        return _reference(name)

    def _told(self, field: FieldDescriptor) -> Schema:
        value = self._told_value(field)
        if field.is_repeated:
            value = {"type": "array", "items": value}
        return self._said(field, value)

    def _told_value(self, field: FieldDescriptor) -> Schema:
        match field.type:
            case F.TYPE_MESSAGE:
                return self.reply(_message(field))
            case F.TYPE_ENUM:
                return {"type": "string", "enum": [one.name for one in _enum(field).values]}
            case F.TYPE_BOOL:
                return {"type": "boolean"}
            case F.TYPE_BYTES:
                return {"type": "string", "contentEncoding": "base64"}
            case F.TYPE_STRING:
                return {"type": "string"}
            case kind if kind in LONG:
                return {"type": "string", "pattern": "^-?[0-9]{1,19}$"}
        name, most = WHOLE[field.type]
        known = {"minimum": most.start, "maximum": most.stop - 1}
        return {"type": "integer", "format": name, **known}

    # --- what requests hold -------------------------------------------------------------------

    def request(self, message: Descriptor) -> Schema:
        """A reference to a message as the door reads it."""
        name = f"{message.full_name}{ASKED if not message.name.endswith('Request') else ''}"
        if name not in self.made:
            self.made[name] = self._object(message)
            self.made[name] |= self._members(message)
        return _reference(name)

    def body(self, message: Descriptor, in_path: tuple[str, ...]) -> Schema:
        """A reference to a request's body: what its path says may be left out."""
        schema = self.request(message)
        made = self.made[f"{message.full_name}"]
        names = {message.fields_by_name[name].json_name for name in in_path}
        made["required"] = [name for name in made.get("required", ()) if name not in names]
        for name in names:
            del made["properties"][name]
        if not made["required"]:
            del made["required"]
        return schema

    def _members(self, message: Descriptor) -> Schema:
        schema: Schema = {"properties": {}, "additionalProperties": False}
        needed = []
        for field in message.fields:
            demands = rules.of(field)
            value = self.asked_value(field, demands)
            if field.is_repeated:
                value = {"type": "array", "items": value, **rules.items(demands)}
            if demands.required or field.full_name in self._needed:
                needed.append(field.json_name)
            elif field.containing_oneof is None:
                value = _or_null(value)
            schema["properties"][field.json_name] = self._said(field, value)
        if needed:
            schema["required"] = needed
        for oneof in message.oneofs:
            schema |= _choice(oneof)
        self._say_choices(schema, message)
        return schema

    def asked_value(self, field: FieldDescriptor, demands: rules.Rules) -> Schema:
        """One value of a field in JSON."""
        of_items = demands.repeated.items if field.is_repeated else demands
        match field.type:
            case F.TYPE_MESSAGE:
                return self.request(_message(field))
            case F.TYPE_ENUM:
                known = _named(_enum(field), of_items)
                return {"enum": [*known, *known.values()]}
            case F.TYPE_BOOL:
                return {"type": "boolean"}
            case F.TYPE_BYTES:
                return _base64(of_items.bytes.len)
            case F.TYPE_STRING:
                return rules.text(of_items)
        ranges = _ranges(field, of_items)
        return {"anyOf": [*map(_number, ranges), *map(_quoted, ranges)]}

    def parameter(self, field: FieldDescriptor) -> Schema:
        """One value of a field in a path or a query, where everything is text."""
        demands = rules.of(field)
        match field.type:
            case F.TYPE_ENUM:
                return {"type": "string", "enum": [*_named(_enum(field), demands)]}
            case F.TYPE_STRING:
                return rules.text(demands)
            case F.TYPE_BOOL:
                return {"type": "boolean"}
        (only,) = _ranges(field, demands)
        return _number(only)

    # --- words --------------------------------------------------------------------------------

    def _object(self, message: Descriptor) -> Schema:
        return {
            "type": "object",
            "title": message.name,
            "description": self._comments.get(message.full_name, ""),
        }

    def comment(self, field: FieldDescriptor) -> str:
        """What the contract says of a field."""
        return self._comments[field.full_name]

    def _said(self, field: FieldDescriptor, schema: Schema) -> Schema:
        return {**schema, "description": self.comment(field)}

    def _say_choices(self, schema: Schema, message: Descriptor) -> None:
        for oneof in message.oneofs:
            names = ", ".join(field.json_name for field in oneof.fields)
            said = f"At most one of these is there: {names}."
            schema["description"] = f"{schema.get('description', '')} {said}".strip()


def _choice(oneof: OneofDescriptor) -> Schema:
    """At most one case; exactly one where the contract says so."""
    cases = [field.json_name for field in oneof.fields]
    assert len(oneof.containing_type.oneofs) == 1, "two oneofs would need allOf"
    one: list[Schema] = [{"required": [case]} for case in cases]
    if len(cases) == len(oneof.containing_type.fields):
        least = {"minProperties": 1} if rules.must_be_one(oneof) else {}
        return {"maxProperties": 1, **least}
    if not rules.must_be_one(oneof):
        one.append({"not": {"anyOf": one[:]}})
    return {"oneOf": one}


def _ranges(field: FieldDescriptor, demands: rules.Rules) -> list[tuple[int, int]]:
    family, most = WHOLE[field.type]
    choice = rules.or_range(demands)
    if choice is None:
        return [rules.bounds(demands, family, most)]
    one, low, high = choice
    return [(one, one), (low, high)]


def _number(bounds: tuple[int, int]) -> Schema:
    return {"type": "integer", "minimum": bounds[0], "maximum": bounds[1]}


def _quoted(bounds: tuple[int, int]) -> Schema:
    return {"type": "string", "pattern": decimals.pattern(*bounds)}


def _named(enum: EnumDescriptor, demands: rules.Rules) -> dict[str, int]:
    refused = set(demands.enum.not_in)
    return {one.name: one.number for one in enum.values if one.number not in refused}


def _base64(size: int) -> Schema:
    """So many bytes in standard or URL-safe base64, its padding left to the writer."""
    assert size % 3, "a whole number of groups has no padding"
    letters = -(-size * 8 // 6)
    pattern = f"^[A-Za-z0-9+/_-]{{{letters}}}=*$"
    return {"type": "string", "contentEncoding": "base64", "pattern": pattern}


def _or_null(schema: Schema) -> Schema:
    """The same, or nothing."""
    if "enum" in schema:
        return {"enum": [*schema["enum"], None]}
    if "type" in schema:
        return {**schema, "type": [schema["type"], "null"]}
    return {"anyOf": [*schema.get("anyOf", [schema]), {"type": "null"}]}


def _message(field: FieldDescriptor) -> Descriptor:
    assert field.message_type is not None
    return field.message_type


def _enum(field: FieldDescriptor) -> EnumDescriptor:
    assert field.enum_type is not None
    return field.enum_type


def _reference(name: str) -> Schema:
    return {"$ref": f"#/components/schemas/{name}"}
