"""Page tokens: where a page ended, opaque to clients."""

import base64
import binascii

from croupier.service.app.problems import Problem

SIZE_DEFAULT = 100
NUMBER_MAX = 2**53


def token(*place: int) -> str:
    """The token of a place."""
    return base64.urlsafe_b64encode(".".join(map(str, place)).encode()).decode().rstrip("=")


def numbers(token: str, count: int) -> tuple[int, ...]:
    """The numbers of a token that was made of so many."""
    try:
        raw = base64.b64decode(token + "=" * (-len(token) % 4), b"-_", validate=True)
        parts = raw.decode().split(".")
    except (binascii.Error, ValueError):
        raise Problem("PAGE_TOKEN_INVALID") from None
    if len(parts) != count or not all(part.isascii() and part.isdecimal() for part in parts):
        raise Problem("PAGE_TOKEN_INVALID")
    found = tuple(int(part) for part in parts if len(part) <= len(str(NUMBER_MAX)))
    if len(found) != count or max(found) > NUMBER_MAX:
        raise Problem("PAGE_TOKEN_INVALID")
    return found
