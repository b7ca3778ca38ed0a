"""Who is calling: tokens bound to a table, a role, a seat and a generation.

A token is a function of its claims, so a repeated Join gives the same one and nothing is
stored. Raising the generation in the table kills every token before it.
"""

import base64
import hmac
import uuid
from functools import lru_cache
from typing import Literal

import jwt

from croupier.engines.kernel.values import Seat, Value, Viewer
from croupier.service.app.keys import Keys, derived, key_id
from croupier.service.app.problems import Problem
from croupier.service.app.records import HOST, Caller, Snapshot, TableId

ALGORITHM = "HS256"
TOKEN_LENGTH_MAX = 512
AUTHORIZATION_LENGTH_MAX = len("Bearer ") + TOKEN_LENGTH_MAX
TOKENS_REMEMBERED = 4096
INVITE_BYTES = 10
WRONG_KEY = "That is not the operator's key: send it as 'authorization: Bearer <key>'."

Role = Literal["host", "seat", "spectator"]


class Badge(Value, frozen=True):
    """What a token says."""

    table_id: TableId
    role: Role
    seat: Seat | None
    generation: int

    @property
    def viewer(self) -> Viewer:
        """Whose view this token shows; a host's token shows none and is never asked."""
        return self.seat

    @property
    def caller(self) -> Caller:
        """Under which name its receipts are kept."""
        return HOST if self.role == "host" else caller_of(self.seat)


def caller_of(seat: Seat | None) -> Caller:
    """The receipts' name of a seat."""
    return Caller("spectator" if seat is None else str(seat))


def check(badge: Badge, snapshot: Snapshot) -> None:
    """The token's generation is the table's. Raises TOKEN_REVOKED or TOKEN_INVALID."""
    if badge.seat is not None and badge.seat >= len(snapshot.chairs):
        raise Problem("TOKEN_INVALID")
    if badge.generation != _generation(badge, snapshot):
        # The request may repeat one that was carried out while the token was in force.
        raise Problem("TOKEN_REVOKED", may_be_applied=True)


def seat_of(badge: Badge) -> Seat:
    """The seat that acts. Raises NOT_ALLOWED for a host or a spectator."""
    if badge.seat is None:
        raise Problem("NOT_ALLOWED")
    return badge.seat


def _generation(badge: Badge, snapshot: Snapshot) -> int:
    if badge.seat is not None:
        return snapshot.chairs[badge.seat].generation
    return snapshot.host_generation if badge.role == "host" else snapshot.spectator_generation


class Identity:
    """Issues and reads tokens, table ids and invite codes."""

    def __init__(self, keys: Keys) -> None:
        self._verify = {key_id(key): _ready(key) for key in keys.ring("token")}
        self._sign_id, self._sign_key = next(iter(self._verify.items()))
        self._ids = keys.at_rest("table-id")
        self._invites = keys.at_rest("invite")
        self._decoded = lru_cache(TOKENS_REMEMBERED)(self._decode)

    def issue(self, badge: Badge) -> str:
        """The token of this badge: always the same one under the same key."""
        claims: dict[str, object] = {
            "tbl": badge.table_id,
            "rol": badge.role,
            "gen": badge.generation,
        }
        if badge.seat is not None:
            claims["sea"] = badge.seat
        return jwt.encode(claims, self._sign_key, ALGORITHM, headers={"kid": self._sign_id})

    def read(self, authorization: str | None) -> Badge:
        """The badge in an `authorization` value. Raises TOKEN_MISSING or TOKEN_INVALID."""
        if not authorization:
            raise Problem("TOKEN_MISSING")
        readable = len(authorization) <= AUTHORIZATION_LENGTH_MAX
        badge = self._decoded(authorization) if readable else None
        if badge is None:
            raise Problem("TOKEN_INVALID")
        return badge

    def _decode(self, authorization: str) -> Badge | None:
        scheme, _, token = authorization.partition(" ")
        if scheme.lower() != "bearer" or not token:
            return None
        try:
            key = self._verify[str(jwt.get_unverified_header(token).get("kid"))]
            claims = jwt.decode(token, key, [ALGORITHM])
            seat = claims.get("sea")
            badge = Badge(
                TableId(claims["tbl"]),
                claims["rol"],
                None if seat is None else Seat(seat),
                claims["gen"],
            )
        except (jwt.InvalidTokenError, KeyError):
            return None
        return badge

    def table_id(self, caller: str, command_id: bytes) -> TableId:
        """The id of the table that this command opens: a repeated Create finds it again."""
        mac = hmac.digest(self._ids, caller.encode() + b"\0" + command_id, "sha256")[:16]
        number = int.from_bytes(mac, "big")
        number = number & ~(0xF << 76) | (0x8 << 76)  # UUID version 8
        number = number & ~(0x3 << 62) | (0x2 << 62)
        return TableId(str(uuid.UUID(int=number)))

    def invite_code(self, table_id: TableId) -> str:
        """What lets a person sit down at an unlisted table."""
        mac = hmac.digest(self._invites, table_id.encode(), "sha256")[:INVITE_BYTES]
        return base64.b32encode(mac).decode().lower()

    def invited(self, table_id: TableId, code: str | None) -> bool:
        """Whether this is the table's invite code, in constant time."""
        return hmac.compare_digest(self.invite_code(table_id).encode(), (code or "").encode())


def _ready(key: bytes) -> jwt.PyJWK:
    """A key as PyJWT keeps it, so that it is not examined again for each token."""
    held = base64.urlsafe_b64encode(key).decode()
    return jwt.PyJWK({"kty": "oct", "alg": ALGORITHM, "k": held})


class OperatorKey:
    """The key that opening tables needs, when the operator set one."""

    def __init__(self, key: str | None) -> None:
        self._digest = None if key is None else derived(key.encode().ljust(32, b"\0"), "operator")

    def check(self, authorization: str | None) -> str:
        """Who opens tables. Raises OPERATOR_KEY_REQUIRED."""
        if self._digest is None:
            return "anyone"
        if not authorization:
            raise Problem("OPERATOR_KEY_REQUIRED")
        scheme, _, key = authorization.partition(" ")
        sent = derived(key.encode().ljust(32, b"\0"), "operator")
        if scheme.lower() != "bearer" or not hmac.compare_digest(sent, self._digest):
            raise Problem("OPERATOR_KEY_REQUIRED", message=WRONG_KEY)
        return "operator"
