"""What a watch sends: frames, each with where it stands and where the one before stood."""

from enum import StrEnum

import msgspec

from croupier.engines.kernel.change import Event
from croupier.engines.kernel.secret import Secret
from croupier.engines.kernel.values import Value, Viewer
from croupier.service.app.live import Live, Tables, told
from croupier.service.app.ports import Logged
from croupier.service.app.records import Notice, heard, place_of
from croupier.service.app.seen import Seen

EVENTS_MAX = 64  # told in one change of the default mode; more is a reset
EVENT_BYTES_MAX = 64 * 1024  # the same, by size
REVISIONS_MAX = 256  # how far the EVENTS mode lags before it is reset


class Mode(StrEnum):
    """How a watch brings news.

    STATE conflates: one change brings the newest view and all that was missed. EVENTS brings
    one change for each revision, with exactly its events, and the view on a change that
    brings the viewer up to date (views of the past are not kept, so others carry none).
    """

    STATE = "STATE"
    EVENTS = "EVENTS"


class Kind(StrEnum):
    """What a frame is. END is always the last."""

    SNAPSHOT = "SNAPSHOT"
    CHANGE = "CHANGE"
    RESET = "RESET"
    BOOKMARK = "BOOKMARK"
    END = "END"


class ResetReason(StrEnum):
    """Why a watch begins again from a whole view."""

    ROLLED_BACK = "ROLLED_BACK"
    LAGGED = "LAGGED"


class EndReason(StrEnum):
    """Why a watch ends."""

    DRAIN = "DRAIN"
    MAX_AGE = "MAX_AGE"
    REVOKED = "REVOKED"
    OVER = "OVER"


class News(Value, frozen=True):
    """What one commit told one viewer, and that viewer's revision after it."""

    revision: int
    notices: tuple[Notice, ...]
    events: tuple[Event, ...]  # only those that the viewer learns of; secrets still sealed


class Frame(Value, frozen=True):
    """One frame of a watch. Frames that bring the same to several watchers are one object."""

    kind: Kind
    revision: int  # the viewer's, after this frame
    from_revision: int  # that of the frame before, or of the token; 0 when there is none
    token: str
    reason: ResetReason | EndReason | None = None
    seen: Seen | None = None
    news: tuple[News, ...] = ()


def news_of(tables: Tables, live: Live, logged: Logged, viewer: Viewer) -> News:
    """What a log entry told this viewer."""
    entry = logged.entry
    place = place_of(viewer, len(live.snapshot.chairs))
    events = told(tables.events_of(live.game, entry), viewer)
    return News(entry.revisions[place], heard(entry.notices, viewer), events)


def too_much(news: tuple[News, ...], viewer: Viewer) -> bool:
    """Whether this is more than one change may tell. Judged by what the viewer may see only:
    whether a watch was reset must say nothing about hidden commits."""
    if sum(len(one.notices) + len(one.events) for one in news) > EVENTS_MAX:
        return True

    def as_seen(value: object) -> object:
        if isinstance(value, Secret):
            return value.seen_by(viewer)
        raise TypeError(f"cannot measure {type(value).__name__}")

    return len(msgspec.msgpack.encode(news, enc_hook=as_seen)) > EVENT_BYTES_MAX
