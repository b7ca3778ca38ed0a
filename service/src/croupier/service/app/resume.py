"""Resume tokens: where one viewer stands in one table's history, and nothing else.

A token is a function of the table, its epoch, the viewer and the viewer's revision. It says
nothing that hidden commits could move, and it stays byte-equal until the revision grows.
"""

import base64
import binascii
import hmac
from collections.abc import Sequence
from hashlib import blake2b
from struct import Struct

from croupier.engines.kernel.fair import lp
from croupier.engines.kernel.values import Value, Viewer
from croupier.service.app.problems import Problem
from croupier.service.app.records import TableId

MAC_BYTES = 16
_BODY = Struct(">I8s")  # the revision; what the history must say at it
_VIEWER = Struct(">h")  # -1 is a spectator
TOKEN_LENGTH = 38  # base64url of body and MAC, without padding


class Since(Value, frozen=True):
    """A place in a viewer's history: a revision, and a keyed trace of the commit that made it."""

    revision: int
    trace: bytes
    key: int  # which key of the ring made the trace


class ResumeTokens:
    """Issues and reads resume tokens. The first key signs, all verify."""

    def __init__(self, ring: Sequence[bytes]) -> None:
        assert ring, "a key is needed"
        self._traces = [blake2b(digest_size=8, key=key, person=b"resume-trace") for key in ring]
        self._macs = [blake2b(digest_size=MAC_BYTES, key=key, person=b"resume-mac") for key in ring]

    def issue(
        self, table_id: TableId, epoch: bytes, viewer: Viewer, revision: int, mark: bytes
    ) -> str:
        """The token of a revision; `mark` is the chain hash of the version that made it."""
        body = _BODY.pack(revision, self._trace(0, mark, viewer))
        mac = self._mac(0, table_id, epoch, viewer, body)
        return base64.urlsafe_b64encode(body + mac).rstrip(b"=").decode()

    def read(self, token: str, table_id: TableId, epoch: bytes, viewer: Viewer) -> Since:
        """Where a token stands. Raises RESUME_TOKEN_INVALID for any but this viewer's own."""
        raw = _decoded(token)
        body, mac = raw[: _BODY.size], raw[_BODY.size :]
        for key in range(len(self._macs)):
            if hmac.compare_digest(mac, self._mac(key, table_id, epoch, viewer, body)):
                revision, trace = _BODY.unpack(body)
                return Since(revision, trace, key)
        raise Problem("RESUME_TOKEN_INVALID")

    def at(self, viewer: Viewer, revision: int, mark: bytes) -> Since:
        """The place that a token issued for these would name."""
        return Since(revision, self._trace(0, mark, viewer), 0)

    def agrees(self, since: Since, viewer: Viewer, mark: bytes) -> bool:
        """Whether the commit with this chain hash is the one that `since` was made at."""
        return hmac.compare_digest(since.trace, self._trace(since.key, mark, viewer))

    def _trace(self, key: int, mark: bytes, viewer: Viewer) -> bytes:
        made = self._traces[key].copy()
        made.update(lp(mark, _VIEWER.pack(-1 if viewer is None else viewer)))
        return made.digest()

    def _mac(self, key: int, table_id: TableId, epoch: bytes, viewer: Viewer, body: bytes) -> bytes:
        made = self._macs[key].copy()
        seat = _VIEWER.pack(-1 if viewer is None else viewer)
        made.update(lp(table_id.encode(), epoch, seat, body))
        return made.digest()


def _decoded(token: str) -> bytes:
    """The bytes of a token, which has one spelling only."""
    if len(token) != TOKEN_LENGTH:
        raise Problem("RESUME_TOKEN_INVALID")
    try:
        raw = base64.b64decode(token + "==", altchars=b"-_", validate=True)
    except (binascii.Error, ValueError):
        raise Problem("RESUME_TOKEN_INVALID") from None
    if base64.urlsafe_b64encode(raw).rstrip(b"=").decode() != token:
        raise Problem("RESUME_TOKEN_INVALID")
    return raw
