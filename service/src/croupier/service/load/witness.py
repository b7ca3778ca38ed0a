"""What the public API itself says of a table afterwards, against what was seen while it ran.

Needs nothing but the players' tokens, so it works against any deployment. It finds what was
lost, doubled, reordered or shown in two ways; what a view may show at all only the log knows.
"""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from uuid import UUID

from croupier.client import CroupierError, Receipt, SeatClient, ViewerClient
from croupier.service.load.history import (
    Call,
    Frame,
    History,
    Outcome,
    Viewer,
    digest_of,
    digest_of_all,
)
from croupier.service.load.streams import unsound


@dataclass(frozen=True, slots=True)
class Told:
    """What one viewer is told when it asks afterwards."""

    viewer: Viewer
    events: dict[int, bytes]  # by revision, the digest of its events
    revision: int
    view: bytes | None


async def contradictions(history: History, viewers: dict[Viewer, ViewerClient]) -> list[str]:
    """Every contradiction between what was seen and what the service tells now.

    Raises CroupierError when it cannot be asked.
    """
    found = list(unsound(history.frames))
    for viewer, client in viewers.items():
        told = await _told(viewer, client)
        mine = [frame for frame in history.frames if frame.viewer == viewer]
        found += _against_the_history(told, mine)
        if isinstance(client, SeatClient):
            calls = [call for call in history.calls if call.seat == viewer]
            found += _answers_are_the_history(told, calls)
            for call in calls:
                if call.outcome is Outcome.REFUSED:
                    found += await _against_its_receipt(client, call)
    return found


async def lost_of(history: History, viewers: dict[Viewer, ViewerClient]) -> set[bytes]:
    """The acknowledged commands of which the service has no receipt. Raises CroupierError."""
    lost = set()
    for call in history.calls:
        if call.outcome is Outcome.ACCEPTED:
            seat = viewers[call.seat]
            assert isinstance(seat, SeatClient), "a command has a seat"
            if await _receipt(seat, call) is None:
                lost.add(call.command_id)
    return lost


async def _receipt(seat: SeatClient, call: Call) -> Receipt | None:
    try:
        return await seat.receipt(str(UUID(bytes=call.command_id)))
    except CroupierError as error:
        if error.reason != "RECEIPT_NOT_FOUND":
            raise
        return None


async def _told(viewer: Viewer, client: ViewerClient) -> Told:
    events = {}
    async for entry in client.history():
        events[entry.revision] = digest_of_all(entry.events)
    state = await client.view()
    view = None if state.view is None else digest_of(state.view)
    return Told(viewer, events, state.revision, view)


def _against_the_history(told: Told, frames: list[Frame]) -> Iterator[str]:
    who = f"viewer {told.viewer}"
    if list(told.events) != list(range(1, told.revision + 1)):
        yield f"{who}: its history is not revisions 1..{told.revision}"
    for frame in frames:
        for revision, events in frame.told:
            if told.events.get(revision) != events:
                yield f"{who}: revision {revision} told other events than its history"
        if frame.revision == told.revision and frame.view not in (None, told.view):
            yield f"{who}: the last view that was shown is not the view there is"
    for watcher in {frame.watcher: None for frame in frames}:
        last = max(frame.revision for frame in frames if frame.watcher == watcher)
        if last != told.revision:
            yield f"{who}: stopped at revision {last} of {told.revision}"


def _answers_are_the_history(told: Told, calls: list[Call]) -> Iterator[str]:
    """Each accepted command is in its seat's history, with the events it was answered with."""
    accepted = [call for call in calls if call.outcome is Outcome.ACCEPTED]
    led_to = Counter(call.revision for call in accepted)
    for call in accepted:
        assert call.revision is not None
        where = f"seat {call.seat} {call.command_id.hex()}"
        if call.revision not in told.events:
            yield f"{where}: was acknowledged and is lost"
        elif told.events[call.revision] != call.events:
            yield f"{where}: was answered with other events than its history"
        if led_to[call.revision] > 1:
            yield f"{where}: shares its revision {call.revision} with another command"


async def _against_its_receipt(seat: SeatClient, refused: Call) -> list[str]:
    """A refused command has no receipt."""
    if await _receipt(seat, refused) is None:
        return []
    return [f"seat {refused.seat} {refused.command_id.hex()}: was refused and has a receipt"]
