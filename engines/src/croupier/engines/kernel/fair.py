"""croupier/fair/v1: how every draw follows from one seed that was committed to before play.

`lp` is an injective encoding; commit, key and draws are separated by their labels.
Draw n of a stream depends on (key, stream, n) alone; a rejected candidate moves only j.
"""

import hashlib
import hmac
from struct import pack

_DOMAIN = b"croupier/fair/v1/"
BOUND_MAX = 2**64
BLOCKS_MAX = 256  # a candidate is kept with probability > 1/2: never reached


def lp(*parts: bytes) -> bytes:
    """Length-prefixed concatenation: no two lists of parts encode alike."""
    return b"".join(pack(">I", len(part)) + part for part in parts)


def commitment(seed: bytes, table_id: bytes, epoch: bytes, rules_id: bytes) -> bytes:
    """What the house publishes before anybody acts: 32 bytes that pin the seed."""
    return hashlib.sha256(lp(_DOMAIN + b"commit", table_id, epoch, rules_id, seed)).digest()


def table_key(seed: bytes, table_id: bytes, epoch: bytes, rules_id: bytes) -> bytes:
    """The key of every draw of this table: 32 bytes."""
    return hmac.digest(seed, lp(_DOMAIN + b"key", table_id, epoch, rules_id), "sha256")


def draw(key: bytes, stream: str, n: int, bound: int) -> int:
    """Draw n of a stream: uniform in 0..bound-1, without modulo bias."""
    assert 1 <= bound <= BOUND_MAX, f"bound {bound}"
    bits = (bound - 1).bit_length()
    size, mask = (bits + 7) // 8, (1 << bits) - 1
    label = lp(_DOMAIN + b"draw", stream.encode(), pack(">Q", n))
    for j in range(BLOCKS_MAX):
        block = hmac.digest(key, label + pack(">I", j), "sha256")
        if (number := int.from_bytes(block[:size], "big") & mask) < bound:
            return number
    raise AssertionError(f"no candidate below {bound} in {BLOCKS_MAX} blocks")
