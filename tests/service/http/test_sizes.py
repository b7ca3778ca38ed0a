"""What is compressed, how large things may be, and what is never compressed."""

import gzip
import json
import zlib

import pytest

from tests.service.door.house import Guest, House, seated
from tests.service.http.channels import envelope
from tests.service.http.web import told

GET_GAME = "/croupier.v1.CatalogService/GetGame"
SUBMIT = "/croupier.v1.TableService/SubmitCommand"
BOMB = gzip.compress(bytes(60_000_000))  # 58 KB that swell to 60 MB
SAID = b'{"game":"blossom_ridge"}'
BINARY = b"\n\rblossom_ridge"

# For each protocol: where to, in which headers, and how a body that is zipped is put.
ZIPPED = {
    "REST": ("/v1/tables", {"content-type": "application/json", "content-encoding": "gzip"}, 0),
    "Connect": (GET_GAME, {"content-type": "application/json", "content-encoding": "gzip"}, 0),
    "gRPC-Web": (GET_GAME, {"content-type": "application/grpc-web", "grpc-encoding": "gzip"}, 1),
}


@pytest.mark.parametrize("protocol", ZIPPED)
async def test_a_request_may_be_zipped_and_is_bounded_by_what_it_unpacks_to(
    protocol: str, house: House
) -> None:
    path, headers, wrapped = ZIPPED[protocol]
    said = BINARY if wrapped else SAID

    async def sent(body: bytes) -> tuple[int, bytes]:
        packed = envelope(body, 1) if wrapped else body
        response, answer = await told(house.http_port, "POST", path, packed, headers)
        return response.status, answer

    whole = gzip.compress(said)
    _, right = await sent(whole)
    assert b"blossom_ridge" in right if protocol != "REST" else b"command_id" in right
    _, bomb = await sent(BOMB)
    assert b"TOO_LARGE" in bomb or b"larger than the service takes" in bomb
    for broken in (whole[:-4], whole + b"x", b"\x1f\x8b", zlib.compress(said), said):
        _, answer = await sent(broken)
        assert b"malformed" in answer, broken
    headers = {name: value.replace("gzip", "br") for name, value in headers.items()}
    _, answer = await told(
        house.http_port, "POST", path, envelope(said, 1) if wrapped else said, headers
    )
    assert b"Send messages as they are, or with gzip." in answer


async def test_a_message_beyond_the_limit_is_refused_and_the_next_one_taken(house: House) -> None:
    for size in (65_537, 4 * 1024 * 1024 + 1):
        response, answer = await told(
            house.http_port, "POST", SUBMIT, b" " * size, {"content-type": "application/json"}
        )
        assert response.status == 429
        reason = json.loads(answer)["details"][0]["debug"]
        assert (reason["reason"], reason["metadata"]["bytes_max"]) == ("TOO_LARGE", "65536")
    response, _ = await told(house.http_port, "GET", "/v1/server")
    assert response.status == 200


async def test_an_answer_is_never_compressed(house: House, guest: Guest) -> None:
    party = await seated(guest)
    asked = {
        "authorization": f"Bearer {party.seats[0]}", "accept-encoding": "gzip, br, deflate",
        "connect-accept-encoding": "gzip", "grpc-accept-encoding": "gzip",
    }  # fmt: skip
    view = "/croupier.v1.TableService/GetView"
    body = json.dumps({"tableId": party.table_id}).encode()
    for verb, path, sent, content_type in (
        ("GET", f"/v1/tables/{party.table_id}/view", None, ""),
        ("POST", view, body, "application/json"),
        ("POST", view, envelope(b"\n$" + party.table_id.encode()), "application/grpc-web+proto"),
    ):
        response, answer = await told(
            house.http_port, verb, path, sent, {**asked, "content-type": content_type}
        )
        assert response.status == 200
        assert not {"content-encoding", "grpc-encoding"} & {*response.headers}
        assert party.table_id.encode() in answer
