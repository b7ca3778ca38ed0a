"""The OpenAPI document of the REST door, from the contract and the table of reasons."""

import re
from collections.abc import Iterator
from importlib.metadata import version

from google.protobuf.descriptor import FieldDescriptor, MethodDescriptor, ServiceDescriptor

from croupier.service.transport.descriptors import comments, route, services
from croupier.service.transport.http.rest import TOKEN_FIELD, VARIABLE
from protos.openapi import answers, rules
from protos.openapi.rules import Schema
from protos.openapi.schemas import Schemas

# Who may call without a token; every other method needs one.
NO_TOKEN = {
    "GetServerInfo", "ListGames", "GetGame", "ListPacks", "GetPack", "ListTables", "JoinTable",
    "SpectateTable",
}  # fmt: skip
TOKEN_OR_NONE = {"CreateTable", "GetTable"}  # where the operator, or the host, demands it
BEARER = "bearer"
TITLE = "Croupier"
ABOUT = """\
The house at the table, over REST with JSON.

- A request may write a number in quotes and an enum as its number; `null` is absent; a name that \
is unknown, or comes twice, is refused with its path.
- A reply leaves out what is absent, and has every list, also an empty one. Ignore names that you \
do not know: a minor release may add some.
- Everything that changes something carries a `commandId` that you make, a random UUID: send the \
same again when you do not know whether it arrived.
- Every no has a reason for machines; the page of errors explains each of them.
"""
WATCH = """\
Server-sent events. Every event has as `id` its resume token, as `event` the kind of its frame \
(`snapshot`, `change`, `reset`, `bookmark`, `end`), and as `data` a WatchTableResponse in JSON. A \
client that reconnects with `Last-Event-ID`, as browsers do by themselves, goes on where it was. \
A failure after the first event comes as an event `error` with an Error as its data."""


def document() -> Schema:
    """All of it."""
    said = comments()
    schemas = Schemas(said)
    paths: dict[str, Schema] = {}
    for service in services():
        for method in service.methods:
            where = route(method)
            operation = _Operation(method, schemas, said[method.full_name]).said()
            paths.setdefault(where.path, {})[where.verb.lower()] = operation
    return {
        "openapi": "3.1.0",
        "info": {
            "title": TITLE,
            "version": version("croupier"),
            "description": ABOUT,
            "license": {"name": "Apache-2.0", "identifier": "Apache-2.0"},
        },
        "servers": [{"url": "/"}],
        "tags": [_tag(service, said[service.full_name]) for service in services()],
        "paths": paths,
        "components": {
            "schemas": dict(sorted({**schemas.made, **answers.SCHEMAS}.items())),
            "responses": answers.responses(),
            "headers": HEADERS,
            "securitySchemes": {BEARER: SECURITY},
        },
    }


SECURITY: Schema = {
    "type": "http",
    "scheme": "bearer",
    "bearerFormat": "JWT",
    "description": "The token that CreateTable, JoinTable or SpectateTable gave; for CreateTable"
    " the operator's key, where the service has one.",
}


def _header(description: str, **schema: object) -> Schema:
    return {"description": description, "schema": schema}


HEADERS: Schema = {
    "x-request-id": _header("What the log calls this request.", type="string"),
    "retry-after": _header("Seconds to wait, where the service can say.", type="integer"),
    "www-authenticate": _header("How to say who you are.", const="Bearer"),
    "croupier-replayed": _header("`true` if this is the answer to an earlier call.", type="string"),
}


def _tag(service: ServiceDescriptor, comment: str) -> Schema:
    return {"name": service.name, "description": comment}


class _Operation:
    """How one method is called."""

    def __init__(self, method: MethodDescriptor, schemas: Schemas, comment: str) -> None:
        self._method, self._schemas, self._comment = method, schemas, comment
        self._route = route(method)
        self._in_path = tuple(VARIABLE.findall(re.escape(self._route.path)))

    def said(self) -> Schema:
        """The operation."""
        summary, _, rest = self._comment.partition(". ")
        operation: Schema = {
            "operationId": self._method.name,
            "tags": [self._method.containing_service.name],
            "summary": summary.rstrip("."),
            "description": rest,
            "security": _security(self._method.name),
            "parameters": [*self._parameters()],
        }
        if self._route.has_body:
            body = self._schemas.body(self._method.input_type, self._in_path)
            content = {"application/json": {"schema": body}}
            operation["requestBody"] = {"required": True, "content": content}
        operation["responses"] = {"200": self._reply(), **_errors()}
        return operation

    def _parameters(self) -> Iterator[Schema]:
        fields = self._method.input_type.fields
        for field in fields:
            if field.name in self._in_path:
                yield self._parameter(field, "path", field.name)
        for field in fields:
            if field.name not in self._in_path and not self._route.has_body:
                yield self._parameter(field, "query", field.json_name)
        if self._method.server_streaming:
            token = self._method.input_type.fields_by_name[TOKEN_FIELD]
            said = "As `resumeToken`, by browsers that reconnect; it decides. Empty is absent."
            schema = self._schemas.parameter(token)
            yield {"name": "Last-Event-ID", "in": "header", "description": said, "schema": schema}

    def _parameter(self, field: FieldDescriptor, place: str, name: str) -> Schema:
        needed = place == "path" or bool(rules.of(field).required)
        return {
            "name": name,
            "in": place,
            "required": needed,
            "description": self._schemas.comment(field),
            "schema": self._schemas.parameter(field),
        }

    def _reply(self) -> Schema:
        reply = self._schemas.reply(self._method.output_type)
        names = ["x-request-id"]
        if self._method.server_streaming:
            kinds = [field.name for field in self._method.output_type.oneofs[0].fields]
            content = {"text/event-stream": {"schema": _event([*kinds, "error"], reply)}}
            description = WATCH
        else:
            content, description = {"application/json": {"schema": reply}}, "Done."
            names += ["croupier-replayed"] if self._route.has_body else []
        headers = {name: {"$ref": f"#/components/headers/{name}"} for name in names}
        return {"description": description, "headers": headers, "content": content}


def _event(kinds: list[str], reply: Schema) -> Schema:
    """One event, as those who read server-sent events have it."""
    data = {"oneOf": [reply, {"$ref": "#/components/schemas/Error"}]}
    json = {"type": "string", "contentMediaType": "application/json", "contentSchema": data}
    properties = {"id": {"type": "string"}, "event": {"enum": kinds}, "data": json}
    return {"type": "object", "required": ["event", "data"], "properties": properties}


def _security(name: str) -> list[Schema]:
    needed: list[Schema] = [{BEARER: []}]
    if name in NO_TOKEN:
        return []
    return [*needed, {}] if name in TOKEN_OR_NONE else needed


def _errors() -> Schema:
    return {
        str(status): {"$ref": f"#/components/responses/{answers.name_of(status)}"}
        for status in answers.statuses()
    }
