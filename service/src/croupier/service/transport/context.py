"""What a handler knows of a call, whichever door it came through."""

from typing import NamedTuple

from croupier.service.app.identity import Badge, Identity, OperatorKey
from croupier.service.app.problems import Problem


class Arrival(NamedTuple):
    """What a door hands over beside the body."""

    authorization: str | None = None
    request_id: str | None = None  # the caller's own name for the request, if it sent one
    remaining_s: float | None = None  # until the caller's deadline; None when it set none


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
