"""The operators' door: figures and health over plain HTTP, on a port that no player needs.

One request a connection, no body, no secret and no table: `/metrics`, `/healthz`, `/readyz`.
"""

import asyncio
from collections.abc import Callable

from croupier.service.transport.grpc_door import Place

HEAD_BYTES_MAX = 8 * 1024
REQUEST_S = 5.0  # for a whole request, and for its answer
CONNECTIONS_MAX = 64
TEXT = "text/plain; charset=utf-8"

Answer = tuple[str, str, bytes]  # status, content type, body
Render = Callable[[str], tuple[str, bytes]]  # an Accept header -> content type and text


class MetricsDoor:
    """Opens, answers and closes."""

    def __init__(self, render: Render, ready: Callable[[], bool]) -> None:
        self._render, self._ready = render, ready
        self._server: asyncio.Server | None = None
        self._inside = 0

    async def open(self, place: Place) -> int:
        """Listen; the port in the end. Raises OSError when the place is taken."""
        self._server = await asyncio.start_server(
            self._meet, place.host.strip("[]"), place.port, limit=HEAD_BYTES_MAX,
            reuse_port=place.shared or None,
        )  # fmt: skip
        return int(self._server.sockets[0].getsockname()[1])

    def close(self) -> None:
        """Stop listening."""
        if self._server is not None:
            self._server.close()

    async def _meet(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._inside += 1
        try:
            if self._inside <= CONNECTIONS_MAX:
                async with asyncio.timeout(REQUEST_S):
                    writer.write(_written(await self._answered(reader)))
                    await writer.drain()
        except (TimeoutError, OSError, asyncio.IncompleteReadError):
            pass  # whoever asked has gone, or never asked
        finally:
            self._inside -= 1
            writer.close()

    async def _answered(self, reader: asyncio.StreamReader) -> tuple[Answer, bool]:
        """The answer, and whether its body is wanted."""
        try:
            head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1")
        except asyncio.LimitOverrunError:
            return (
                "431 Request Header Fields Too Large",
                TEXT,
                b"the headers are too long\n",
            ), True
        line, *headers = head.split("\r\n")
        words = line.split(" ")
        if len(words) != 3 or not words[2].startswith("HTTP/1."):
            return ("400 Bad Request", TEXT, b"this is not HTTP/1.1\n"), True
        method, target, _ = words
        if method not in ("GET", "HEAD"):
            return ("405 Method Not Allowed", TEXT, b"only GET and HEAD\n"), True
        return self._at(target.partition("?")[0], _accepted(headers)), method == "GET"

    def _at(self, path: str, accept: str) -> Answer:
        match path:
            case "/metrics":
                return "200 OK", *self._render(accept)
            case "/healthz":
                return "200 OK", TEXT, b"alive\n"
            case "/readyz" if self._ready():
                return "200 OK", TEXT, b"ready\n"
            case "/readyz":
                return "503 Service Unavailable", TEXT, b"not ready, or leaving\n"
        return "404 Not Found", TEXT, b"here are /metrics, /healthz and /readyz\n"


def _accepted(headers: list[str]) -> str:
    for header in headers:
        name, _, value = header.partition(":")
        if name.lower() == "accept":
            return value.strip()
    return ""


def _written(answered: tuple[Answer, bool]) -> bytes:
    (status, content_type, body), wanted = answered
    allow = "Allow: GET, HEAD\r\n" if status.startswith("405") else ""
    head = (
        f"HTTP/1.1 {status}\r\nContent-Type: {content_type}\r\nContent-Length: {len(body)}\r\n"
        f"{allow}Cache-Control: no-store\r\nConnection: close\r\n\r\n"
    )
    return head.encode("latin-1") + (body if wanted else b"")
