"""Play at a Croupier service: `async with Croupier("127.0.0.1:50051") as croupier: ...`"""

from croupier.client.bot import answer, play
from croupier.client.croupier import Croupier
from croupier.client.decisions import any_of, filled, filled_form
from croupier.client.errors import CroupierError, Violation
from croupier.client.frames import Frame, FrameKind, State
from croupier.client.host import HostClient
from croupier.client.journal import (
    FileJournal,
    Journal,
    JournalFull,
    JournalUnreadable,
    MemoryJournal,
    Pending,
)
from croupier.client.retry import Retry
from croupier.client.seats import Receipt, SeatClient, SpectatorClient, ViewerClient, new_id

__all__ = [
    "Croupier",
    "CroupierError",
    "FileJournal",
    "Frame",
    "FrameKind",
    "HostClient",
    "Journal",
    "JournalFull",
    "JournalUnreadable",
    "MemoryJournal",
    "Pending",
    "Receipt",
    "Retry",
    "SeatClient",
    "SpectatorClient",
    "State",
    "ViewerClient",
    "Violation",
    "answer",
    "any_of",
    "filled",
    "filled_form",
    "new_id",
    "play",
]
