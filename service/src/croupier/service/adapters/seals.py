"""Seals: rot, swaps and forgery of anything stored of a table are evident when it is read."""

import hashlib
import hmac
import secrets
import struct
from dataclasses import dataclass

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM

from croupier.service.app.ports import ReceiptKey, ReplicaTooOld, Rotten
from croupier.service.app.records import SCHEMA, Receipt, TableId

TAG_BYTES = 16
CHAIN_BYTES = 32
_RECEIPT_TAG_BYTES = 8
_NONCE_BYTES = 12
_SEED_LABEL = b"croupier/seed|"
_SCHEMA_HEAD = struct.Struct(">H")
_NUMBER = struct.Struct(">I")


@dataclass(frozen=True, slots=True, repr=False)
class StoreKeys:
    """The store's three keys, 32 bytes each, derived from the house's root secret."""

    seal: bytes
    chain: bytes
    seed: bytes


@dataclass(frozen=True, slots=True)
class Place:
    """Where a sealed thing stands. A seal holds at its own place only."""

    table_id: TableId
    epoch: bytes
    version: int

    def packed(self) -> bytes:
        """Unambiguous bytes of it."""
        table = self.table_id.encode()
        return b"%c%b%c%b%b" % (
            len(table), table, len(self.epoch), self.epoch, _NUMBER.pack(self.version)
        )  # fmt: skip


class Seals:
    """Makes and checks every seal of a store."""

    def __init__(self, keys: StoreKeys) -> None:
        self._seal = hashlib.blake2b(key=keys.seal, digest_size=TAG_BYTES)
        self._chain = hashlib.blake2b(key=keys.chain, digest_size=CHAIN_BYTES)
        self._seed = AESGCM(keys.seed)

    def root_check(self) -> str:
        """A value that only the same root secret gives; it tells nothing about the secret."""
        return self._tag(b"root").hex()

    def sealed_entry(self, place: Place, body: bytes) -> bytes:
        """A log entry as it is stored."""
        return self._sealed(b"entry", place.packed(), body)

    def opened_entry(self, place: Place, sealed: bytes) -> bytes:
        """The entry again, or Rotten."""
        return self._opened(place.table_id, b"entry", place.packed(), sealed)

    def sealed_snapshot(self, place: Place, chain: bytes, marks: bytes, body: bytes) -> bytes:
        """A snapshot as it is stored, bound to its chain head and its viewers' marks."""
        return self._sealed(b"snapshot", place.packed() + chain + marks, body)

    def opened_snapshot(self, place: Place, chain: bytes, marks: bytes, sealed: bytes) -> bytes:
        """The snapshot again, or Rotten."""
        return self._opened(place.table_id, b"snapshot", place.packed() + chain + marks, sealed)

    def genesis(self, table_id: TableId, epoch: bytes) -> bytes:
        """The chain before the first entry."""
        return self._link(b"genesis" + Place(table_id, epoch, 0).packed())

    def next_chain(self, chain: bytes, version: int, sealed: bytes) -> bytes:
        """The chain hash of a version: everything up to and with its entry."""
        return self._link(chain + _NUMBER.pack(version) + sealed)

    def receipt_field(self, table_id: TableId, key: ReceiptKey) -> bytes:
        """The name under which a receipt is kept; nobody else's command id gives it."""
        return self._tag(
            b"receipt id|%b|%b|%b" % (table_id.encode(), key.caller.encode(), key.command_id)
        )

    def sealed_receipt(self, field: bytes, receipt: Receipt) -> bytes:
        """digest 16 | version 3 | revision 3 | tag 8."""
        body = (
            receipt.digest
            + receipt.version.to_bytes(3, "big")
            + receipt.revision.to_bytes(3, "big")
        )
        return body + self._tag(b"receipt|" + field + body)[:_RECEIPT_TAG_BYTES]

    def opened_receipt(self, table_id: TableId, field: bytes, sealed: bytes) -> Receipt:
        """The receipt again, or Rotten."""
        body, tag = sealed[:-_RECEIPT_TAG_BYTES], sealed[-_RECEIPT_TAG_BYTES:]
        fresh = self._tag(b"receipt|" + field + body)[:_RECEIPT_TAG_BYTES]
        if not hmac.compare_digest(tag, fresh):
            raise Rotten(table_id)
        return Receipt(
            digest=body[:-6],
            version=int.from_bytes(body[-6:-3], "big"),
            revision=int.from_bytes(body[-3:], "big"),
        )

    def sealed_seed(self, table_id: TableId, seed: bytes) -> bytes:
        """The seed, encrypted: it is never readable in the store."""
        nonce = secrets.token_bytes(_NONCE_BYTES)
        return nonce + self._seed.encrypt(nonce, seed, _SEED_LABEL + table_id.encode())

    def opened_seed(self, table_id: TableId, sealed: bytes) -> bytes:
        """The seed again, or Rotten."""
        nonce, held = sealed[:_NONCE_BYTES], sealed[_NONCE_BYTES:]
        try:
            return self._seed.decrypt(nonce, held, _SEED_LABEL + table_id.encode())
        except (InvalidTag, ValueError):
            raise Rotten(table_id) from None

    def _sealed(self, kind: bytes, place: bytes, body: bytes) -> bytes:
        written = _SCHEMA_HEAD.pack(SCHEMA) + body
        return written + self._tag(kind + place + written)

    def _opened(self, table_id: TableId, kind: bytes, place: bytes, sealed: bytes) -> bytes:
        written, tag = sealed[:-TAG_BYTES], sealed[-TAG_BYTES:]
        if not hmac.compare_digest(tag, self._tag(kind + place + written)):
            raise Rotten(table_id)
        if _SCHEMA_HEAD.unpack_from(written)[0] > SCHEMA:
            raise ReplicaTooOld
        return written[_SCHEMA_HEAD.size :]

    def _tag(self, message: bytes) -> bytes:
        fresh = self._seal.copy()
        fresh.update(message)
        return fresh.digest()

    def _link(self, message: bytes) -> bytes:
        fresh = self._chain.copy()
        fresh.update(message)
        return fresh.digest()
