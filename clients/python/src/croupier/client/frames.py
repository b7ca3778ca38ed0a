"""What a watch brings: typed frames, and the state of a table after each."""

from dataclasses import dataclass
from datetime import UTC, datetime
from enum import Enum

from croupier.v1 import common_pb2, payload_pb2, table_pb2, table_service_pb2


class FrameKind(Enum):
    """What a frame is: the whole view, news, a new beginning, a sign of life, the end."""

    SNAPSHOT = "snapshot"
    CHANGE = "change"
    RESET = "reset"
    BOOKMARK = "bookmark"
    END = "end"


RESETS = {
    table_service_pb2.RESET_REASON_ROLLED_BACK: "ROLLED_BACK",
    table_service_pb2.RESET_REASON_LAGGED: "LAGGED",
}
ENDS = {
    table_service_pb2.END_REASON_DRAIN: "DRAIN",
    table_service_pb2.END_REASON_MAX_AGE: "MAX_AGE",
    table_service_pb2.END_REASON_REVOKED: "REVOKED",
    table_service_pb2.END_REASON_OVER: "OVER",
}


@dataclass(frozen=True, slots=True)
class State:
    """A table as one viewer sees it, at one of the viewer's revisions."""

    revision: int
    resume_token: str
    seen: table_pb2.TableView

    @property
    def table(self) -> table_pb2.Table:
        """Who sits where, and what was chosen."""
        return self.seen.table

    @property
    def view(self) -> payload_pb2.View | None:
        """The game as this viewer sees it, for example `.blossom_ridge`; None before it began."""
        return self.seen.view if self.seen.HasField("view") else None

    @property
    def prompts(self) -> tuple[payload_pb2.Prompt, ...]:
        """What this seat must answer or may send."""
        return tuple(self.seen.prompts)

    @property
    def question(self) -> payload_pb2.Prompt | None:
        """What the game waits for this seat to answer, if it does."""
        return next((prompt for prompt in self.seen.prompts if prompt.question), None)

    @property
    def result(self) -> common_pb2.Result | None:
        """How the game ended; None while it goes on."""
        return self.seen.result if self.seen.HasField("result") else None


@dataclass(frozen=True, slots=True)
class Frame:
    """One frame of a watch. `state` is absent in a bookmark and at the end."""

    kind: FrameKind
    revision: int
    from_revision: int
    resume_token: str
    server_time: datetime
    state: State | None = None
    revisions: tuple[table_pb2.RevisionEvents, ...] = ()
    reason: str | None = None

    @property
    def events(self) -> tuple[payload_pb2.Event, ...]:
        """What happened since the frame before, in order."""
        return tuple(event for revision in self.revisions for event in revision.events)


def frame_of(message: table_service_pb2.WatchTableResponse) -> Frame:
    """The typed frame in a message of the service."""
    name = message.WhichOneof("frame")
    seen: table_pb2.TableView | None = None
    revisions: tuple[table_pb2.RevisionEvents, ...] = ()
    reason: str | None = None
    match name:
        case "snapshot":
            seen = message.snapshot.view
        case "change":
            seen = message.change.view if message.change.HasField("view") else None
            revisions = tuple(message.change.revisions)
        case "reset":
            seen, reason = message.reset.view, RESETS.get(message.reset.reason)
        case "end":
            reason = ENDS.get(message.end.reason)
    return Frame(
        FrameKind(name or "bookmark"),
        message.revision,
        message.from_revision,
        message.resume_token,
        message.server_time.ToDatetime(UTC),
        None if seen is None else State(message.revision, message.resume_token, seen),
        revisions,
        reason,
    )
