"""The five bytes before a message, in gRPC, gRPC-Web and Connect's streams alike."""

from collections.abc import AsyncIterator
from struct import Struct

from croupier.service.app.problems import Problem, Violation
from croupier.service.transport.dispatcher import MESSAGE_BYTES_MAX, too_large
from croupier.service.transport.http.exchange import plain

_HEAD = Struct(">BI")  # flags, and the size of what follows
HEAD_BYTES = _HEAD.size
BODY_BYTES_MAX = HEAD_BYTES + MESSAGE_BYTES_MAX
COMPRESSED = 0x01
CONNECT_END = 0x02  # what ends a stream of Connect
WEB_TRAILERS = 0x80  # what ends an answer of gRPC-Web


def wrapped(message: bytes, flags: int = 0) -> bytes:
    """A message with its envelope."""
    return _HEAD.pack(flags, len(message)) + message


def only(body: bytes, encoding: str) -> bytes:
    """The one message of a body. Raises INVALID_REQUEST, TOO_LARGE and what `plain` does."""
    if len(body) < HEAD_BYTES:
        raise _not_one()
    flags, size = _HEAD.unpack_from(body)
    if size > MESSAGE_BYTES_MAX:
        raise too_large()
    if size != len(body) - HEAD_BYTES or flags & ~COMPRESSED:
        raise _not_one()
    message = body[HEAD_BYTES:]
    return plain(message, encoding) if flags else message


async def each(pieces: AsyncIterator[bytes]) -> AsyncIterator[bytes]:
    """The messages of a body as they come, none compressed. Raises like `only`."""
    rest = b""
    async for piece in pieces:
        rest += piece
        while len(rest) >= HEAD_BYTES:
            flags, size = _HEAD.unpack_from(rest)
            if flags or size > MESSAGE_BYTES_MAX:
                raise _not_one()
            if len(rest) < HEAD_BYTES + size:
                break
            yield rest[HEAD_BYTES : HEAD_BYTES + size]
            rest = rest[HEAD_BYTES + size :]


def _not_one() -> Problem:
    wrong = (Violation("", "The body is not one message in its envelope."),)
    return Problem("INVALID_REQUEST", violations=wrong)
