"""20,000 raw bodies, envelopes and heads: none fails inside, none hurts the next one."""

import base64
import gzip
import json
import random
from collections.abc import Callable, Iterator
from urllib.parse import quote_from_bytes

import pytest
from pyqwest import Client, HTTPTransport, HTTPVersion, StreamError

from tests.quantities import quantity
from tests.service.door.house import Guest, House, Party, new_id, seated
from tests.service.http.channels import METHODS, envelope
from tests.service.http.web import Line, told, written

QUESTIONS = quantity(20_000)
NATIVE_SHARE = 4  # every fourth is native gRPC, over HTTP/2
TYPES = (
    "application/json", "application/proto", "application/connect+json",
    "application/connect+proto", "application/grpc-web", "application/grpc-web-text",
    "application/grpc-web+json", "application/grpc", "text/plain", "application/x", "",
)  # fmt: skip
ODD = ("null", "[]", "{", '"x"', "1e999999", "NaN", '{"a":' * 500, "[" * 60_000, "\ud800", "")
INSIDE = ("2", "13")  # what gRPC calls UNKNOWN and INTERNAL


async def test_nothing_that_is_sent_fails_inside(
    house: House, guest: Guest, capfd: pytest.CaptureFixture[str]
) -> None:
    party = await seated(guest)
    dice, line = random.Random(12), Line(house.http_port)
    client = Client(transport=HTTPTransport(http_version=HTTPVersion.HTTP2))
    answered = 0
    for n in range(QUESTIONS):
        path, headers, body = _question(dice, party)
        if n % NATIVE_SHARE == 0:
            answered += await _natively(client, house.http_port, path, headers, body)
            continue
        raw = _request(dice, path, headers, body)
        answer = await line.ask(raw)
        if answer is not None:
            answered += 1
            response, reply = answer
            assert response.status not in (500, 502), raw
            assert not any(f"grpc-status: {code}\r".encode() in reply for code in INSIDE), raw
            assert b'"internal"' not in reply, raw
            assert b'"INTERNAL"' not in reply, raw
    line.hang_up()

    response, _ = await told(house.http_port, "GET", "/v1/server")
    view = await party.view(0)
    assert response.status == 200
    assert view.view.table.table_id == party.table_id
    assert answered > QUESTIONS * 0.8
    events = {entry["event"] for entry in house.lines}
    assert not events & {"incident", "http.failure", "loop.failure"}
    assert "Traceback" not in capfd.readouterr().err


async def _natively(
    client: Client, port: int, path: str, headers: dict[str, str], body: bytes
) -> bool:
    sent = {**headers, "content-type": "application/grpc", "te": "trailers"}
    try:
        async with client.stream("POST", f"http://127.0.0.1:{port}{path}", sent, body) as response:
            if "watch" not in path.lower():
                async for _ in response.content:
                    pass
            status = response.headers.get("grpc-status") or response.trailers.get("grpc-status")
            assert response.status == 200, (path, body)
            assert status not in INSIDE, (path, body)
    except StreamError:
        return False  # it was cut, as what is much too large is
    return True


def _question(dice: random.Random, party: Party) -> tuple[str, dict[str, str], bytes]:
    """A path, headers and a body, each nearly right at times."""
    path = dice.choice([path for path in METHODS if "Watch" not in path])
    said = {
        "tableId": dice.choice((party.table_id, new_id(), "x", 7, None)),
        "commandId": dice.choice((new_id(), "", 1e3, {})),
        dice.choice(("seat", "seats", "pageSize", "blossomRidge", "game")): dice.choice(
            (0, -1, 2**31, 2**63, 1.5, "1 ", "blossom_ridge", {"playCard": {"card": "H1"}}, [1])
        ),
    }
    body = dice.choice(_bodies(dice, json.dumps(said).encode()))()
    headers = {"content-type": dice.choice(TYPES)}
    for name, values in (
        ("authorization", (f"Bearer {party.seats[0]}", "Bearer x", "\xff", "Basic eDp4")),
        ("content-encoding", ("gzip", "br", "identity")),
        ("grpc-encoding", ("gzip", "snappy")),
        ("grpc-timeout", ("1n", "99999999H", "x", "5S")),
        ("connect-timeout-ms", ("0", "99999999999", "-1")),
        ("connect-protocol-version", ("1", "2")),
        ("x-request-id", ("mine", "\xff", "x" * 3_000)),
        ("origin", ("https://elsewhere.example",)),
    ):
        if dice.random() < 0.25:
            headers[name] = dice.choice(values)
    return path, headers, body


def _bodies(dice: random.Random, right: bytes) -> tuple[Callable[[], bytes], ...]:
    def noise() -> bytes:
        return dice.randbytes(dice.choice((0, 1, 4, 5, 6, 40, 400, 70_000)))

    def bent() -> bytes:
        body = bytearray(right)
        for _ in range(dice.randrange(1, 4)):
            body[dice.randrange(len(body))] = dice.randrange(256)
        return bytes(body)

    return (
        lambda: right,
        noise,
        bent,
        lambda: dice.choice(ODD).encode("utf-8", "surrogatepass"),
        lambda: envelope(noise(), dice.choice((0, 1, 2, 0x80, 255))),
        lambda: envelope(bent())[: dice.randrange(1, 30)],
        lambda: dice.randbytes(5) + right,
        lambda: gzip.compress(dice.choice((right, noise(), bytes(2_000_000)))),
        lambda: envelope(gzip.compress(bytes(2_000_000)), 1),
        lambda: base64.b64encode(envelope(noise())) + dice.choice((b"", b"=", b"!")),
    )


def _request(dice: random.Random, path: str, headers: dict[str, str], body: bytes) -> bytes:
    """One whole request over HTTP/1.1; or bytes that are none."""
    turn = dice.random()
    if turn < 0.02:
        return dice.randbytes(dice.randrange(1, 200)) + b"\r\n\r\n"
    if turn < 0.3:
        headers = {**headers, "content-type": "application/json"}
        path = next(_rest_paths(dice, path))
    if turn > 0.9:
        encoding = dice.choice(("json", "proto", "x"))
        message = quote_from_bytes(body[:2_000]) if dice.random() < 0.5 else "%ff%fe"
        return written("GET", f"{path}?connect=v1&encoding={encoding}&message={message}", b"", {})
    verb = dice.choice(("POST",) * 8 + ("GET", "PUT", "OPTIONS", "DELETE", "BREW"))
    return written(verb, path, body, headers)


def _rest_paths(dice: random.Random, path: str) -> Iterator[str]:
    table = dice.choice((new_id(), "%ff%c3", "x", "..", "%2e%2e", "a%2Fb", "😀".encode().hex()))
    place = dice.choice(
        (":join", ":leave", "/view", "/commands", "/legal", "/transcript", "/receipts/x", "", "/")
    )
    query = dice.choice(("", "?page_size=1e3", "?pageSize=-0", "?x=%ff", "?page_size=&&=", "?%00"))
    yield f"/v1/tables/{table}{place}{query}"
