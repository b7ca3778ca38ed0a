"""What players and watchers saw, as they saw it: the material of the checks.

What was shown is kept as digests: a run sees gigabytes and compares them for equality alone.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field
from enum import Enum
from hashlib import blake2b
from typing import NamedTuple

from google.protobuf.message import Message

Viewer = int | None
Follower = tuple[Viewer, int]


def digest_of(shown: Message) -> bytes:
    """Stands for a message: 16 bytes, equal for equal ones."""
    return blake2b(shown.SerializeToString(deterministic=True), digest_size=16).digest()


def digest_of_all(shown: Iterable[Message]) -> bytes:
    """The same for several, in their order."""
    return blake2b(b"".join(map(digest_of, shown)), digest_size=16).digest()


class Outcome(Enum):
    """What the caller knows of a command after its last attempt."""

    ACCEPTED = "accepted"
    REFUSED = "refused"  # applied: NO
    UNKNOWN = "unknown"  # it may have been applied


class Call(NamedTuple):
    """One command, from its first attempt to its last answer."""

    table_id: str
    seat: int
    command_id: bytes
    began: float
    ended: float
    outcome: Outcome
    revision: int | None = None  # from the answer
    token: str | None = None
    events: bytes | None = None  # digest of the answer's events


class Frame(NamedTuple):
    """One frame of one stream. `view` is the digest of the view when the frame carries one."""

    table_id: str
    viewer: Viewer
    stream: int  # one number per stream; a resumed stream is a new one
    kind: str
    revision: int
    from_revision: int
    token: str
    reason: str = ""
    view: bytes | None = None
    told: tuple[tuple[int, bytes], ...] = ()  # by revision, the digest of its events
    watcher: int = 0  # several may follow one viewer

    @property
    def follower(self) -> Follower:
        """Who is followed, and by which watcher."""
        return self.viewer, self.watcher


class Commit(NamedTuple):
    """One entry of a table's log, as the store holds it."""

    version: int
    caller: str
    command_id: bytes
    revisions: tuple[int, ...]


@dataclass
class History:
    """Everything seen of all tables."""

    calls: list[Call] = field(default_factory=list)
    frames: list[Frame] = field(default_factory=list)

    @property
    def acknowledged(self) -> set[bytes]:
        """The commands that were answered with a yes."""
        return {call.command_id for call in self.calls if call.outcome is Outcome.ACCEPTED}

    def survivors(self, lost: set[bytes]) -> "History":
        """Without the lost commands, and without what a watcher was shown before it was last
        told that history was rolled back."""
        begins = {
            (frame.table_id, *frame.follower): number
            for number, frame in enumerate(self.frames)
            if frame.kind == "RESET" and frame.reason == "ROLLED_BACK"
        }
        return History(
            [call for call in self.calls if call.command_id not in lost],
            [
                frame
                for number, frame in enumerate(self.frames)
                if number >= begins.get((frame.table_id, *frame.follower), 0)
            ],
        )


@dataclass(frozen=True)
class Truth:
    """What the log says of one table after it was played again."""

    table_id: str
    seats: int
    commits: tuple[Commit, ...]
    views: dict[tuple[Viewer, int], bytes]  # by viewer and revision, digests
    finished: bool
