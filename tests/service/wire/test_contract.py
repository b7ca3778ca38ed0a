"""The contract as the service loads it: whole, with its routes, comments and rules."""

import re
import uuid
from typing import Any

import pytest
from google.protobuf.descriptor import MethodDescriptor
from google.protobuf.message import Message

from croupier.service.transport import descriptors
from croupier.service.transport.validation import violations
from croupier.v1 import lobby_service_pb2

TABLE_ID = "0189dcd5-53a8-8e4f-9c3e-2b1c0d9e8f7a"
API = "croupier.v1"


def request(name: str, **fields: Any) -> Message:
    """A request of the service's own pool."""
    return descriptors.message_class(f"{API}.{name}")(**fields)


def join(**fields: Any) -> Message:
    """A well-formed JoinTableRequest but for these fields."""
    whole = {"table_id": TABLE_ID, "command_id": str(uuid.UUID(int=1)), "display_name": "Ann"}
    return request("JoinTableRequest", **(whole | fields))


def submit(**fields: Any) -> Message:
    """A well-formed SubmitCommandRequest but for these fields."""
    whole = {
        "table_id": TABLE_ID,
        "command_id": str(uuid.UUID(int=1)),
        "blossom_ridge": {"play_card": {"card": "H7"}},
    }
    return request("SubmitCommandRequest", **(whole | fields))


def methods() -> list[MethodDescriptor]:
    """Every RPC."""
    return [method for service in descriptors.services() for method in service.methods]


def test_the_services_are_those_of_the_api() -> None:
    names = [service.name for service in descriptors.services()]

    assert names == ["CatalogService", "LobbyService", "TableService", "TranscriptService"]


@pytest.mark.parametrize("method", methods(), ids=lambda method: str(method.name))
def test_every_method_has_a_route_with_the_fields_it_names(method: MethodDescriptor) -> None:
    verb, path, has_body = descriptors.route(method)
    named = [part.split("}")[0] for part in path.split("{")[1:]]

    assert path.startswith("/v1/")
    assert set(named) <= {field.name for field in method.input_type.fields}
    assert (verb, has_body) in (("GET", False), ("POST", True))


@pytest.mark.parametrize("method", methods(), ids=lambda method: str(method.name))
def test_what_changes_something_can_be_repeated(method: MethodDescriptor) -> None:
    level = method.GetOptions().idempotency_level
    is_read = level == method.GetOptions().NO_SIDE_EFFECTS
    has_command_id = "command_id" in {field.name for field in method.input_type.fields}

    if method.name == "SpectateTable":  # gives the same token to everybody who may watch
        assert not has_command_id
    elif method.name != "GetReceipt":
        assert is_read != has_command_id


def test_comments_are_found_by_name() -> None:
    said = descriptors.comments()

    assert said["croupier.v1.TableService"].startswith("Playing: see, decide, watch.")
    assert said["croupier.v1.SubmitCommandRequest.validate_only"].startswith("Only ask")
    assert said["croupier.v1.WatchMode.WATCH_MODE_STATE"].startswith("The newest view")


@pytest.mark.parametrize("well_formed", [join(), submit()])
def test_a_well_formed_request_breaks_no_rule(well_formed: Message) -> None:
    assert violations(well_formed) == ()


@pytest.mark.parametrize(
    ("wrong", "path"),
    [
        (join(table_id="nowhere"), "table_id"),
        (join(table_id=TABLE_ID.upper()), "table_id"),
        (join(command_id="1"), "command_id"),
        (join(command_id=None), "command_id"),
        (join(display_name=None), "display_name"),
        (join(seat=-1), "seat"),
        (join(seat=16), "seat"),
        (join(invite_code="x" * 65), "invite_code"),
        (submit(prompt_id="1"), "prompt_id"),
        (submit(expected_revision=-1), "expected_revision"),
        (submit(blossom_ridge=None), "game"),
        (submit(blossom_ridge={"play_card": {"card": "H11"}}), "blossom_ridge.play_card.card"),
    ],
)
def test_a_broken_rule_names_its_field(wrong: Message, path: str) -> None:
    broken = violations(wrong)

    assert [violation.field for violation in broken] == [path]
    assert all(violation.description for violation in broken)


def test_an_item_of_a_list_is_named_by_its_place() -> None:
    choice = {"add_many": {"locations": ["fine", "NOT"]}}
    core = {"use_core_control": {"ability": "a", "choice": choice}}

    (violation,) = violations(submit(blossom_ridge=core))

    assert violation.field == "blossom_ridge.use_core_control.choice.add_many.locations[1]"


def test_every_broken_rule_is_said() -> None:
    fields = {violation.field for violation in violations(request("JoinTableRequest", seat=99))}

    assert fields == {"table_id", "command_id", "seat", "display_name"}


@pytest.mark.parametrize(
    "name",
    [
        "Ann",
        "x" * 64,
        "名前",
        "نيما",
        "👩\u200d👩\u200d👧",
        "a b",
        "Ō'Brien",
        "ⵣ",
        "e\u0301",
        "★",
        "?",
        "7",
    ],
)
def test_a_name_may_be_of_any_script(name: str) -> None:
    assert violations(join(display_name=name)) == ()


@pytest.mark.parametrize(
    "name",
    [
        *("", " ", "\u3000", "\u200b", "\u200d", "\u0301", "\ufe0f", "\u3164", "\u115f", "\uffa0"),
        *("\u2800", "x" * 65, "a\nb", "a\x00", "\x1b[31m", "a\u2028b", "\u202eevil", "a\u2066b"),
        *("a\uffff", "a\ufdd0", "a\U0001fffe", "a\u0378", "a\ue000"),
    ],
)
def test_a_name_is_bounded_visible_and_one_line(name: str) -> None:
    broken = violations(join(display_name=name))

    assert {violation.field for violation in broken} == {"display_name"}
    for violation in broken:
        _is_said_in_words(violation.description)


@pytest.mark.parametrize(
    "wrong",
    [
        join(table_id="nowhere"),
        join(command_id="1"),
        submit(prompt_id="1"),
        submit(blossom_ridge={"play_card": {"card": "H11"}}),
        request("CreateTableRequest", command_id=str(uuid.UUID(int=1)), game="No!", seats=2),
        request("GetPackRequest", game="blossom_ridge", sha256="x"),
        request("ListTablesRequest", page_size=0, game="\x00"),
    ],
)
def test_a_wrong_form_is_said_in_words(wrong: Message) -> None:
    broken = violations(wrong)

    assert broken
    for violation in broken:
        _is_said_in_words(violation.description)


def _is_said_in_words(description: str) -> None:
    """People read it: no pattern, no name of a rule."""
    assert re.fullmatch(r"[a-z0-9][^\\^$\[\]{}*+`]+", description), description
    assert "regex" not in description


def test_a_message_without_rules_is_not_taken_for_well_formed() -> None:
    with pytest.raises(AssertionError):
        violations(lobby_service_pb2.JoinTableRequest())
