"""How a table is written down and read back: msgpack by position, secrets in full.

This is for the store alone; what leaves for a viewer is made by the service's wire
translator. The pack is written as its SHA-256 and found again by a resolver.
"""

from collections.abc import Callable
from typing import Any, Generic, TypeVar, get_args, get_origin

import msgspec

from croupier.engines.kernel.pack import Pack
from croupier.engines.kernel.secret import Counted, Secret

T = TypeVar("T")

Resolver = Callable[[str], Pack[Any]]


class Stored(Generic[T]):
    """Reads and writes one type of value. `packs` finds a pack by its SHA-256 (hex)."""

    def __init__(self, kind: Any, packs: Resolver | None = None) -> None:
        self._packs = packs
        self._encoder = msgspec.msgpack.Encoder(enc_hook=_sealed, order="sorted")
        self._decoder: msgspec.msgpack.Decoder[T] = msgspec.msgpack.Decoder(
            kind, dec_hook=self._opened
        )

    def write(self, value: T) -> bytes:
        """The same bytes for equal values, on any machine."""
        return self._encoder.encode(value)

    def read(self, data: bytes) -> T:
        """The value again. Raises msgspec.DecodeError when it is not one."""
        return self._decoder.decode(data)

    def _opened(self, kind: Any, raw: Any) -> Any:
        origin = get_origin(kind) or kind
        if origin is Secret or origin is Counted:
            audience, held = raw
            inner = get_args(kind)[0]
            return origin(msgspec.convert(held, inner, dec_hook=self._opened), tuple(audience))
        if origin is Pack:
            if self._packs is None:
                raise ValueError("no packs to resolve from")
            return self._packs(raw)
        raise TypeError(f"cannot read {kind}")


def _sealed(value: Any) -> Any:
    if isinstance(value, Secret):
        return [value.audience, value.peek()]
    if isinstance(value, Pack):
        return value.sha256
    raise TypeError(f"cannot write {type(value).__name__}")
