"""What a handler knows of a call, whichever door it came through."""

import re
import secrets
from typing import NamedTuple

from croupier.service.app.identity import Badge, Identity, OperatorKey
from croupier.service.app.problems import Problem

# How a request can come in, for the log and the figures.
DOORS = ("grpc", "grpc_http", "grpc_web", "connect", "rest", "sse")
REQUEST_ID_KEY = "x-request-id"
REQUEST_ID = re.compile(r"[A-Za-z0-9._-]{1,64}")


class Arrival(NamedTuple):
    """What a door hands over beside the body."""

    door: str  # one of DOORS
    request_id: str  # see `request_id_of`; the door names it in what it answers
    authorization: str | None = None
    remaining_s: float | None = None  # until the caller's deadline; None when it set none


def request_id_of(sent: object) -> str:
    """The caller's own id if it is a plain one; ours are random, so that they tell nothing."""
    if isinstance(sent, str) and REQUEST_ID.fullmatch(sent):
        return sent
    return secrets.token_hex(8)


class Desk(NamedTuple):
    """Who checks papers."""

    identity: Identity
    operator: OperatorKey


class Call:
    """One request on its way through the house."""

    __slots__ = ("_authorization", "_desk", "changes", "facts", "trailers")

    def __init__(self, desk: Desk, arrival: Arrival, changes: bool, facts: dict[str, str]) -> None:
        self._desk, self._authorization = desk, arrival.authorization
        self.changes = changes  # whether it may change a table
        self.facts = facts  # for the log
        self.trailers: dict[str, str] = {}

    def about(self, table_id: str) -> None:
        """Which table the request names."""
        if table_id:
            self.facts["table"] = table_id

    def badge(self, table_id: str) -> Badge:
        """The caller's badge for this table, from its token alone: no store is asked."""
        badge = self._desk.identity.read(self._authorization)
        if badge.table_id != table_id:
            raise Problem("TOKEN_INVALID")
        return badge

    def badge_if_any(self, table_id: str) -> Badge | None:
        """The same where a token is not needed. A token that is sent must still be right."""
        return None if self._authorization is None else self.badge(table_id)

    def opener(self) -> str:
        """In whose name a table is opened: the operator's key is needed where there is one."""
        return self._desk.operator.check(self._authorization)

    def replayed(self) -> None:
        """Mark the reply as the stored answer to a repeated command."""
        self.trailers["croupier-replayed"] = "true"
