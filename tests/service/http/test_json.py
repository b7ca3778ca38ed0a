"""Every odd number, text and shape in JSON has a rule."""

import json
from typing import Any

import pytest

from tests.service.door.house import House, new_id
from tests.service.http.web import told

# How it is written, and whether it is the whole number 1; otherwise the field is refused.
NUMBERS = {
    "1": True, "1.0": True, "1e0": True, "10e-1": True, '"1"': True, "1.000000000000000000": True,
    "1.5": False, '"1 "': False, '" 1"': False, '"1.0"': False, '"1e0"': False, '"01"': False,
    '"+1"': False, "true": False, "[]": False, "{}": False, '""': False, '"one"': False,
    "1e999999999": False, "-1e999999999": False, "9007199254740993": False, "2147483648": False,
    "-2147483649": False, "9223372036854775808": False, "1e400": False, '"٣"': False,
}  # fmt: skip
BROKEN = (
    "NaN", "Infinity", "-Infinity", "01", "+1", ".5", "1.", "0x1", "1_000", "'1'", "undefined",
    "1e", "tru", '"\\x"', '"\t"',
)  # fmt: skip


async def create(house: House, body: bytes) -> tuple[int, Any]:
    """Open a table by REST."""
    response, answer = await told(
        house.http_port, "POST", "/v1/tables", body, {"content-type": "application/json"}
    )
    return response.status, json.loads(answer)


def order(**more: str) -> bytes:
    """An order for a table; what is given is JSON already."""
    said = {"commandId": f'"{new_id()}"', "game": '"blossom_ridge"', "seats": "2", **more}
    return ("{" + ",".join(f'"{name}":{value}' for name, value in said.items()) + "}").encode()


def fields(answer: Any) -> dict[str, str]:
    """What was wrong with which field."""
    (broken,) = [d for d in answer["error"]["details"] if "fieldViolations" in d]
    return {one.get("field", ""): one["description"] for one in broken["fieldViolations"]}


async def test_a_number_is_whole_and_within_bounds_or_refused(house: House) -> None:
    for text, right in NUMBERS.items():
        status, answer = await create(house, order(houseThinkMs=text))
        if right:
            assert (status, answer["table"]["houseThinkMs"]) == (200, 1), text
        else:
            assert status == 400, text
            assert [*fields(answer)] == ["house_think_ms"], text

    status, answer = await create(house, order(houseThinkMs="-0"))
    assert (status, answer["table"]["houseThinkMs"]) == (200, 0)
    status, answer = await create(house, order(houseThinkMs="-1"))
    assert [*fields(answer)] == ["house_think_ms"]


async def test_what_is_not_json_is_said(house: House) -> None:
    for text in BROKEN:
        status, answer = await create(house, order(houseThinkMs=text))
        assert (status, fields(answer)) == (400, {"": "The body is not JSON."}), text
    for body in (b"", b"{", b"\xff", b'{"a":' * 900, b"[" * 60_000, b"\xef\xbb\xbf{}"):
        status, answer = await create(house, body)
        assert status == 400, body[:20]
        assert fields(answer)[""].startswith("The body is not"), body[:20]


@pytest.mark.parametrize(
    ("more", "field"),
    [
        ({"nope": "1"}, "nope"),
        ({"a strange\\u0000name": "1"}, "?"),
        ({"options": '{"blossomRidge":{"aceLow":true}}'}, "options.blossom_ridge.ace_low"),
        ({"options": '{"blossomRidge":[]}'}, "options.blossom_ridge"),
        ({"options": '{"blossomRidge":{"assigned":["x",7]}}'}, "options.blossom_ridge.assigned[1]"),
        ({"options": '{"blossomRidge":{"assigned":[null]}}'}, "options.blossom_ridge.assigned[0]"),
        ({"options": '{"blossomRidge":{"aceHigh":"true"}}'}, "options.blossom_ridge.ace_high"),
        ({"options": '{"blossomRidge":{},"blastRadius":{}}'}, "options.blast_radius"),
        ({"seats": '2,"seats":3'}, "seats"),
        ({"house_think_ms": "1", "houseThinkMs": "1"}, "house_think_ms"),
        ({"spectators": '"SPECTATORS_SOME"'}, "spectators"),
        ({"spectators": "0"}, "spectators"),
        ({"spectators": "99"}, "spectators"),
        ({"game": '"\\ud800"'}, "game"),
        ({"game": '"blossom_ridge\\u0000"'}, "game"),
        ({"game": '"BLOSSOM_RIDGE"'}, "game"),
        ({"game": "7"}, "game"),
        ({"testSeed": '"AA=A"'}, "test_seed"),
        ({"testSeed": '"AAA*"'}, "test_seed"),
        ({"listed": "1"}, "listed"),
    ],
)
async def test_a_wrong_field_is_refused_with_its_path(
    more: dict[str, str], field: str, house: House
) -> None:
    status, answer = await create(house, order(**more))

    assert status == 400
    assert answer["error"]["status"] == "INVALID_ARGUMENT"
    name = field.replace("ace_low", "aceLow")
    assert [*fields(answer)] == [name]


async def test_both_names_numbers_of_enums_null_and_both_base64_are_taken(house: House) -> None:
    for text in ("-_v7" * 10 + "-_s", "+/v7" * 10 + "+/s="):
        status, answer = await create(
            house,
            order(command_id="null", test_seed=f'"{text}"', spectators="2", pack="null"),
        )
        assert (status, answer["table"]["spectators"]) == (200, "SPECTATORS_LIVE")


async def test_the_path_decides_and_a_body_may_only_agree(house: House) -> None:
    _, made = await create(house, order())
    table = made["table"]["tableId"]
    for named, status in ((table, 200), (new_id(), 400)):
        body = {"tableId": named, "inviteCode": made["inviteCode"], "displayName": "Ada"}
        body["commandId"] = new_id()
        response, answer = await told(
            house.http_port, "POST", f"/v1/tables/{table}%3Ajoin",
            json.dumps(body).encode(), {"content-type": "application/json; charset=utf-8"},
        )  # fmt: skip
        assert response.status == status, answer


async def test_a_query_is_read_by_the_same_rules(house: House) -> None:
    for query, field in (
        ("pageSize=2", None), ("page_size=2&game=blossom_ridge", None), ("", None),
        ("pageSize=2&page_size=2", "page_size"), ("pageSize=2.0", "page_size"),
        ("pageSize=1000", "page_size"), ("nope=1", "nope"), ("game=%ff", "game"),
        ("pageSize=", "page_size"), ("%70ageSize=2", None),
    ):  # fmt: skip
        response, answer = await told(house.http_port, "GET", f"/v1/tables?{query}")
        assert response.status == (200 if field is None else 400), query
        if field is not None:
            assert [*fields(json.loads(answer))] == [field], query


async def test_paths_and_verbs_that_are_not_there_are_said_as_http_does(house: House) -> None:
    for verb, path, status in (
        ("GET", "/v1/nope", 404), ("GET", "/", 404), ("DELETE", "/v1/tables", 405),
        ("POST", "/v1/games", 405), ("HEAD", "/v1/games", 200), ("GET", "/v1/tables/a/b/c", 404),
        ("POST", "/healthz", 405), ("GET", "/healthz", 200), ("GET", "/readyz", 200),
        ("GET", "/metrics", 200), ("PUT", "/croupier.v1.LobbyService/CreateTable", 405),
        ("GET", "/croupier.v1.LobbyService/CreateTable", 405),
        ("POST", "/croupier.v1.LobbyService/Nope", 404),
    ):  # fmt: skip
        response, _ = await told(house.http_port, verb, path)
        assert response.status == status, path
        assert (response.status == 405) == ("allow" in response.headers), path


async def test_a_body_says_what_it_is(house: House) -> None:
    """A page of another origin can send a form or plain text without being asked first."""
    for content_type in ("text/plain", "application/x-www-form-urlencoded", ""):
        response, answer = await told(
            house.http_port, "POST", "/v1/tables", order(), {"content-type": content_type}
        )
        assert response.status == 400
        assert fields(json.loads(answer)) == {"content-type": "must be application/json"}
