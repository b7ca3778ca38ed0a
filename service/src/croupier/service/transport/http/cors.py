"""Which pages of other origins may call this door from a browser. None, unless it is set."""

from collections.abc import Sequence

from croupier.service.transport.http.exchange import Answer, Header, Request, Send

EVERYBODY = "*"
METHODS = b"GET, POST"
REMEMBERED_S = b"7200"
HEADERS = ", ".join(
    (
        "authorization", "content-type", "content-encoding", "last-event-id", "x-request-id",
        "connect-protocol-version", "connect-timeout-ms", "connect-content-encoding",
        "connect-accept-encoding", "grpc-timeout", "grpc-encoding", "grpc-accept-encoding",
        "x-grpc-web", "x-user-agent",
    )
).encode()  # fmt: skip
EXPOSED = ", ".join(
    (
        "x-request-id", "retry-after", "croupier-replayed", "trailer-croupier-replayed",
        "grpc-status", "grpc-message", "grpc-status-details-bin", "connect-accept-encoding",
    )
).encode()  # fmt: skip


class Cors:
    """Answers what browsers ask beforehand, and marks what they may read."""

    def __init__(self, origins: Sequence[str]) -> None:
        self._origins = frozenset(origins)

    def allowed(self, request: Request) -> bytes | None:
        """What to say to the origin of a request. None: nothing."""
        if not self._origins or b"origin" not in request.headers:
            return None
        origin = request.header(b"origin")
        if EVERYBODY in self._origins:
            return EVERYBODY.encode()
        return origin.encode("latin-1") if origin in self._origins else None

    def preflight(self, request: Request) -> Answer | None:
        """The answer to a browser that asks before it calls. None: it does not ask."""
        if request.verb != "OPTIONS" or b"access-control-request-method" not in request.headers:
            return None
        origin = self.allowed(request)
        if origin is None:
            return Answer(403, b"text/plain", b"this origin may not call here\n", (VARY,))
        return Answer(
            204, b"text/plain", b"",
            (
                *_marks(origin),
                (b"access-control-allow-methods", METHODS),
                (b"access-control-allow-headers", HEADERS),
                (b"access-control-max-age", REMEMBERED_S),
            ),
        )  # fmt: skip

    def marked(self, request: Request, send: Send) -> Send:
        """The same way back, with what lets the caller's page read the answer."""
        origin = self.allowed(request)
        if origin is None:
            return send
        marks = (*_marks(origin), (b"access-control-expose-headers", EXPOSED))

        async def sent(message: dict[str, object]) -> None:
            if message["type"] == "http.response.start":
                headers = message["headers"]
                assert isinstance(headers, list)
                headers += marks
            await send(message)

        return sent


VARY: Header = (b"vary", b"origin")


def _marks(origin: bytes) -> tuple[Header, ...]:
    return (b"access-control-allow-origin", origin), VARY
