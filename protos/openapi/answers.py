"""What the door answers instead of a reply: one response for each status, with its reasons."""

import json
from collections.abc import Iterator, Mapping
from typing import Any

from croupier.service.app.problems import REASONS, Problem, Violation
from croupier.service.app.problems import Reason as Row
from croupier.service.transport.context import Arrival
from croupier.service.transport.http.codes import NAMES
from croupier.service.transport.http.rest import refused
from protos.openapi.rules import Schema

RULES_SAY_NO = Row(
    "ALREADY_DROPPED",
    Problem("ALREADY_DROPPED").code,
    "A refusal by the rules of a game has the reason that the game's book gives it.",
)
FACTS: Mapping[str, Mapping[str, Any]] = {
    "INVALID_REQUEST": {"violations": (Violation("seats", "must be greater than or equal to 1"),)},
    "OVERLOADED": {"retry_after_ms": 1_000},
    "STORE_AWAY": {"retry_after_ms": 200, "may_be_applied": True},
    "DEADLINE_EXCEEDED": {"may_be_applied": True},
    "TOKEN_REVOKED": {"may_be_applied": True},
    "INTERNAL": {"may_be_applied": True, "metadata": {"incident": "5b0c6f0e9a3d4c1f"}},
}
NO_METHOD = "UNIMPLEMENTED"  # where a path is known, only other protocols and encodings meet it

ERROR: Schema = {
    "type": "object",
    "title": "Error",
    "description": "Why not. The same facts go through every protocol.",
    "required": ["error"],
    "additionalProperties": False,
    "properties": {
        "error": {
            "type": "object",
            "required": ["code", "status", "message", "details"],
            "additionalProperties": False,
            "properties": {
                "code": {
                    "enum": sorted({names.http for names in NAMES.values()} | {405}),
                    "description": "The HTTP status.",
                },
                "status": {
                    "enum": [code.name for code in NAMES],
                    "description": "The canonical code of gRPC.",
                },
                "message": {"type": "string", "description": "A sentence for people."},
                "details": {
                    "type": "array",
                    "description": "The reason first, then what goes with it.",
                    "prefixItems": [{"$ref": "#/components/schemas/google.rpc.ErrorInfo"}],
                    "items": {
                        "anyOf": [
                            {"$ref": "#/components/schemas/google.rpc.BadRequest"},
                            {"$ref": "#/components/schemas/google.rpc.RetryInfo"},
                        ]
                    },
                    "minItems": 1,
                },
            },
        }
    },
}


def _detail(name: str, description: str, **properties: Schema) -> Schema:
    kind = {"const": f"type.googleapis.com/google.rpc.{name}"}
    return {
        "type": "object",
        "title": name,
        "description": description,
        "required": ["@type", *properties],
        "additionalProperties": False,
        "properties": {"@type": kind, **properties},
    }


SCHEMAS: Mapping[str, Schema] = {
    "Error": ERROR,
    "google.rpc.ErrorInfo": _detail(
        "ErrorInfo",
        "The reason for machines, and its facts.",
        reason={
            "type": "string",
            "pattern": "^[A-Z][A-Z0-9_]*$",
            "description": f"One of {', '.join(REASONS)}, or a reason of the game's rules.",
        },
        domain={"const": "croupier"},
        metadata={
            "type": "object",
            "description": "`applied` says whether the command may have taken effect; a refusal"
            " by the rules of a game names its `rule`.",
            "required": ["applied"],
            "properties": {"applied": {"enum": ["NO", "UNKNOWN"]}},
            "additionalProperties": {"type": "string"},
        },
    ),
    "google.rpc.BadRequest": _detail(
        "BadRequest",
        "What is wrong with which field.",
        fieldViolations={
            "type": "array",
            "items": {
                "type": "object",
                "properties": {
                    "field": {"type": "string", "description": "Absent: the request itself."},
                    "description": {"type": "string", "description": "What it must be."},
                },
            },
        },
    ),
    "google.rpc.RetryInfo": _detail(
        "RetryInfo",
        "When to try again.",
        retryDelay={"type": "string", "pattern": r"^[0-9]+(\.[0-9]{1,9})?s$"},
    ),
}


def body(reason: str) -> Any:
    """What the REST door says for a reason, made by the door itself."""
    answer = refused(Problem(reason, **FACTS.get(reason, {})), _ARRIVAL)
    said = json.loads(answer.body)
    facts = said["error"]["details"][0]["metadata"]
    said["error"]["details"][0]["metadata"] = dict(sorted(facts.items()))
    return said


def rows() -> Iterator[Row]:
    """Every reason of the service, and one of the rules for all of those."""
    yield from REASONS.values()
    yield RULES_SAY_NO


def responses() -> dict[str, Schema]:
    """A response for each status that the error table knows, by its name among components."""
    by_status: dict[int, list[Row]] = {}
    for row in rows():
        by_status.setdefault(NAMES[row.code].http, []).append(row)
    return {name_of(status): _response(status, by_status[status]) for status in sorted(by_status)}


def name_of(status: int) -> str:
    """The component of a status."""
    return f"Error{status}"


def statuses() -> list[int]:
    """Every status other than 200."""
    return sorted({NAMES[row.code].http for row in rows()})


def _response(status: int, these: list[Row]) -> Schema:
    said = "\n".join(f"- `{row.name}` ({row.code.name}): {row.message}" for row in these)
    headers = {"x-request-id": {"$ref": "#/components/headers/x-request-id"}}
    if status in (429, 503):
        headers["retry-after"] = {"$ref": "#/components/headers/retry-after"}
    if status == 401:
        headers["www-authenticate"] = {"$ref": "#/components/headers/www-authenticate"}
    examples = {row.name: {"summary": row.message, "value": body(row.name)} for row in these}
    content = {"schema": {"$ref": "#/components/schemas/Error"}, "examples": examples}
    return {"description": said, "headers": headers, "content": {"application/json": content}}


_ARRIVAL = Arrival("rest", "an-example", None, None)
