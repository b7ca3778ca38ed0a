"""Every way the service says no: one table of reasons for all doors.

A reason's row says its canonical code and what it means; a `Problem` is one case of it. The
catalogues' own reasons (an engine's refusals) are FAILED_PRECONDITION and carry their rule.
"""

from enum import Enum
from typing import NamedTuple

from croupier.engines.kernel.refusal import Refusal


class Code(Enum):
    """Canonical codes, by their names in every protocol."""

    INVALID_ARGUMENT = 3
    DEADLINE_EXCEEDED = 4
    NOT_FOUND = 5
    ALREADY_EXISTS = 6
    PERMISSION_DENIED = 7
    RESOURCE_EXHAUSTED = 8
    FAILED_PRECONDITION = 9
    ABORTED = 10
    UNIMPLEMENTED = 12
    INTERNAL = 13
    UNAVAILABLE = 14
    DATA_LOSS = 15
    UNAUTHENTICATED = 16


class Reason(NamedTuple):
    """A row of the error table."""

    name: str
    code: Code
    message: str


def _rows(*rows: tuple[str, Code, str]) -> dict[str, Reason]:
    return {name: Reason(name, code, message) for name, code, message in rows}


REASONS = _rows(
    ("INVALID_REQUEST", Code.INVALID_ARGUMENT, "The request is malformed; see the violations."),
    ("WRONG_GAME", Code.INVALID_ARGUMENT, "The command belongs to another game than the table."),
    ("UNKNOWN_GAME", Code.NOT_FOUND, "There is no such game; ListGames names them."),
    ("UNKNOWN_PACK", Code.NOT_FOUND, "There is no such pack for this game; ListPacks names them."),
    ("RESUME_TOKEN_INVALID", Code.INVALID_ARGUMENT, "The resume token is not one of this viewer."),
    ("PAGE_TOKEN_INVALID", Code.INVALID_ARGUMENT, "The page token is not one of this list."),
    ("TOKEN_MISSING", Code.UNAUTHENTICATED, "Send the token as 'authorization: Bearer <token>'."),
    ("TOKEN_INVALID", Code.UNAUTHENTICATED, "The token is not valid for this table."),
    (
        "TOKEN_REVOKED",
        Code.UNAUTHENTICATED,
        "This token is no longer in force: the seat was left, taken back or reissued.",
    ),
    (
        "OPERATOR_KEY_REQUIRED",
        Code.UNAUTHENTICATED,
        "Opening tables needs the operator's key: send 'authorization: Bearer <key>'.",
    ),
    ("NOT_ALLOWED", Code.PERMISSION_DENIED, "This token does not give the right to do that."),
    ("INVITE_CODE_WRONG", Code.PERMISSION_DENIED, "The table is unlisted: send its invite code."),
    ("SPECTATORS_OFF", Code.PERMISSION_DENIED, "The table was opened without spectators."),
    ("TEST_SEED_FORBIDDEN", Code.PERMISSION_DENIED, "Test seeds are switched off here."),
    ("TABLE_NOT_FOUND", Code.NOT_FOUND, "There is no such table, or it has expired."),
    ("RECEIPT_NOT_FOUND", Code.NOT_FOUND, "No command with this id was accepted."),
    ("SEAT_TAKEN", Code.ALREADY_EXISTS, "Somebody holds this seat; join another."),
    ("TABLE_FULL", Code.ALREADY_EXISTS, "Every seat is taken."),
    ("COMMAND_ID_REUSED", Code.ALREADY_EXISTS, "This command id was used for something else."),
    ("NO_SUCH_SEAT", Code.INVALID_ARGUMENT, "The table has no such seat."),
    ("NOT_AWAY", Code.FAILED_PRECONDITION, "This seat is not away; the house asks it as ever."),
    ("SEAT_EMPTY", Code.FAILED_PRECONDITION, "Nobody holds this seat."),
    ("SEATS_EMPTY", Code.FAILED_PRECONDITION, "Every seat must be taken before the start."),
    ("NOT_STARTED", Code.FAILED_PRECONDITION, "The game has not started."),
    ("ALREADY_STARTED", Code.FAILED_PRECONDITION, "The game has started."),
    ("GAME_OVER", Code.FAILED_PRECONDITION, "The game is over."),
    ("TABLE_CLOSED", Code.FAILED_PRECONDITION, "The host has closed the table."),
    ("NOT_YOUR_DECISION", Code.FAILED_PRECONDITION, "Nothing is asked of this seat now."),
    ("DEADLINE_PASSED", Code.FAILED_PRECONDITION, "The time for this answer is over."),
    ("RULES_RETIRED", Code.FAILED_PRECONDITION, "The table's rules are no longer played."),
    ("STALE_PROMPT", Code.ABORTED, "That prompt is no longer open; answer the newest one."),
    ("STALE_REVISION", Code.ABORTED, "The table has moved on; look at the newest view."),
    ("CONTENDED", Code.ABORTED, "Others kept committing first; try again with the same id."),
    ("TOO_MANY", Code.RESOURCE_EXHAUSTED, "The budget for such acts is spent."),
    ("TABLE_LOG_FULL", Code.RESOURCE_EXHAUSTED, "The table's log has reached its cap."),
    ("OVERLOADED", Code.RESOURCE_EXHAUSTED, "Too many requests at once; try again later."),
    ("TOO_LARGE", Code.RESOURCE_EXHAUSTED, "The message is larger than the service takes."),
    ("DEADLINE_EXCEEDED", Code.DEADLINE_EXCEEDED, "The request's own deadline passed."),
    ("STORE_AWAY", Code.UNAVAILABLE, "The store does not answer; retry with the same id."),
    ("DRAINING", Code.UNAVAILABLE, "This replica is stopping; retry elsewhere."),
    ("REPLICA_TOO_OLD", Code.UNAVAILABLE, "A newer release holds this table; retry elsewhere."),
    ("DATA_LOSS", Code.DATA_LOSS, "The stored table fails its seal and is not served."),
    ("UNIMPLEMENTED", Code.UNIMPLEMENTED, "There is no such method."),
    ("INTERNAL", Code.INTERNAL, "An unexpected failure; the log has it under this incident id."),
)


class Violation(NamedTuple):
    """One wrong field: its path, and what is wrong in words that say what to do."""

    field: str
    description: str


class Problem(Exception):
    """A typed no. `applied` says whether a command may have taken effect."""

    def __init__(
        self,
        reason: str,
        *,
        message: str | None = None,
        metadata: dict[str, str] | None = None,
        violations: tuple[Violation, ...] = (),
        may_be_applied: bool = False,
        retry_after_ms: int | None = None,
        code: Code | None = None,
    ) -> None:
        row = REASONS.get(reason)
        self.reason = reason
        self.code = code or (row.code if row else Code.FAILED_PRECONDITION)
        self.message = message or (row.message if row else "The rules do not allow that now.")
        self.metadata = metadata or {}
        self.violations = violations
        self.may_be_applied = may_be_applied
        self.retry_after_ms = retry_after_ms
        super().__init__(reason)


def refused(refusal: Refusal) -> Problem:
    """An engine's no, with its rule and the facts the sender may know."""
    metadata = {"rule": refusal.rule, **dict(refusal.facts)}
    return Problem(refusal.reason, message=_in_words(refusal), metadata=metadata)


def _in_words(refusal: Refusal) -> str:
    """As in `Rule BLO-001: bad player count (seats 5, least 2, most 4).`"""
    facts = ", ".join(f"{name} {fact}" for name, fact in refusal.facts).replace("_", " ")
    reason = refusal.reason.lower().replace("_", " ")
    return f"Rule {refusal.rule}: {reason}{f' ({facts})' if facts else ''}."
