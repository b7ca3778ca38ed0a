"""The operators' door over plain HTTP, met by bytes as anybody may send them."""

import asyncio
import socket
from collections.abc import AsyncIterator

import pytest

from croupier.service.measures import Measures
from croupier.service.transport.grpc_door import Place
from croupier.service.transport.metrics_door import CONNECTIONS_MAX, HEAD_BYTES_MAX, MetricsDoor
from tests.service.door.house import House

ANSWER_S = 10


class Operator:
    """Somebody who asks a door."""

    def __init__(self, port: int) -> None:
        self._port = port

    async def says(self, request: bytes) -> bytes:
        """Everything that comes back."""
        reader, writer = await asyncio.open_connection("127.0.0.1", self._port)
        writer.write(request)
        said = await asyncio.wait_for(reader.read(), ANSWER_S)
        writer.close()
        return said

    async def gets(self, path: str, *headers: str, method: str = "GET") -> tuple[int, str, bytes]:
        """The status, the headers and the body."""
        lines = (f"{method} {path} HTTP/1.1", "Host: here", *headers, "", "")
        head, _, body = (await self.says("\r\n".join(lines).encode())).partition(b"\r\n\r\n")
        return int(head.split()[1]), head.decode(), body


@pytest.fixture
async def operator(house: House) -> AsyncIterator[Operator]:
    """Somebody at the door of a house."""
    port = await house.parts.metrics.open(Place("127.0.0.1", 0))
    yield Operator(port)
    house.parts.metrics.close()


async def test_figures_are_read_in_the_form_that_is_asked_for(operator: Operator) -> None:
    status, head, body = await operator.gets("/metrics")
    openly = "Accept: application/openmetrics-text; version=1.0.0"
    _, open_head, open_body = await operator.gets("/metrics?any=thing", openly)

    assert status == 200
    assert "Content-Type: text/plain; version=0.0.4" in head
    assert f"Content-Length: {len(body)}" in head
    assert b"\ncroupier_store_up 1.0\n" in body
    assert "Content-Type: application/openmetrics-text" in open_head
    assert open_body.endswith(b"# EOF\n")


async def test_a_house_is_alive_and_ready_until_it_is_told_to_leave(
    house: House, operator: Operator
) -> None:
    before = [await operator.gets(path) for path in ("/healthz", "/readyz")]
    await house.parts.door.warn()
    after = [await operator.gets(path) for path in ("/healthz", "/readyz")]

    assert [(status, body) for status, _, body in before] == [(200, b"alive\n"), (200, b"ready\n")]
    assert [status for status, _, _ in after] == [200, 503]


@pytest.mark.parametrize(
    ("request_", "status"),
    [
        (b"GET /other HTTP/1.1\r\n\r\n", b"404"),
        (b"POST /metrics HTTP/1.1\r\nContent-Length: 1\r\n\r\nx", b"405"),
        (b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", b"400"),
        (b"hello\r\n\r\n", b"400"),
        (b"\r\n\r\n", b"400"),
        (b"\xff\xfe \x00 \x01\r\n\r\n", b"400"),
        (b"GET /metrics HTTP/1.1\r\nx: " + b"y" * HEAD_BYTES_MAX + b"\r\n\r\n", b"431"),
    ],
)
async def test_whatever_is_sent_gets_a_plain_answer(
    request_: bytes, status: bytes, operator: Operator
) -> None:
    said = await operator.says(request_)

    assert said.startswith(b"HTTP/1.1 " + status)
    assert b"\r\nConnection: close\r\n" in said
    assert (await operator.gets("/healthz"))[0] == 200


async def test_head_is_the_same_without_the_body(operator: Operator) -> None:
    _, head, body = await operator.gets("/healthz", method="HEAD")

    assert "Content-Length: 6" in head
    assert body == b""


async def test_who_hangs_up_or_says_nothing_keeps_nobody_waiting(operator: Operator) -> None:
    half = []
    for _ in range(CONNECTIONS_MAX - 1):
        half.append(await asyncio.open_connection("127.0.0.1", operator._port))
        half[-1][1].write(b"GET /metrics")

    served, _, _ = await operator.gets("/healthz")
    half.append(await asyncio.open_connection("127.0.0.1", operator._port))
    half.append(await asyncio.open_connection("127.0.0.1", operator._port))
    refused = await asyncio.wait_for(half[-1][0].read(), ANSWER_S)
    for _, writer in half:
        writer.close()

    assert served == 200
    assert refused == b""


async def test_a_door_that_is_taken_says_so() -> None:
    door = MetricsDoor(Measures().render, lambda: True)
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()

        with pytest.raises(OSError, match=r".+"):
            await door.open(Place("127.0.0.1", taken.getsockname()[1]))
    door.close()
