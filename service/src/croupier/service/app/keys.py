"""One root secret, one key for each use: HKDF with a label, so that no key serves twice."""

from dataclasses import dataclass
from hashlib import blake2b

from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

ROOT_BYTES_MIN = 32


def derived(root: bytes, label: str) -> bytes:
    """The 32-byte key of one use. Raises ValueError when the root is too short."""
    if len(root) < ROOT_BYTES_MIN:
        raise ValueError(f"the root secret needs at least {ROOT_BYTES_MIN} bytes")
    hkdf = HKDF(SHA256(), 32, salt=None, info=b"croupier/v1/" + label.encode())
    return hkdf.derive(root)


@dataclass(frozen=True, slots=True, repr=False)
class Keys:
    """The roots in force: the first signs, all verify. What is stored is under the last.

    Tokens can be rotated by putting a new root in front; what is at rest keeps the oldest.
    """

    roots: tuple[bytes, ...]

    def __repr__(self) -> str:
        return f"<{len(self.roots)} root secrets>"

    def ring(self, label: str) -> tuple[bytes, ...]:
        """The keys of one use, the signing one first."""
        return tuple(derived(root, label) for root in self.roots)

    def at_rest(self, label: str) -> bytes:
        """The key for what the store keeps: it outlives a rotation."""
        return derived(self.roots[-1], label)


def key_id(key: bytes) -> str:
    """A short public name of a key: tells nothing about it."""
    return blake2b(key, digest_size=4, person=b"croupier-key-id").hexdigest()
