"""`croupier serve` with faults in it: `python -m tests.load.planted <fault> ..`."""

import asyncio
import secrets
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from itertools import count

from croupier.engines.kernel.values import Seat, Viewer
from croupier.service.app import room, seen
from croupier.service.app.clerk import Clerk
from croupier.service.app.dealer import Dealer, Said, Told
from croupier.service.app.frames import Frame, Kind
from croupier.service.app.hub import Hub
from croupier.service.app.live import Live
from croupier.service.app.problems import Problem
from croupier.service.app.records import Entry
from croupier.service.app.seen import Seen
from croupier.service.app.watcher import Watcher
from croupier.service.cli.main import app

SELDOM = 100
STALL_AFTER_S, STALL_S = 3.0, 2.0


def frame_dropped() -> None:
    """One change in a hundred is never sent to a spectator."""
    whole, number = Watcher.next, count(1)

    async def fault(self: Watcher) -> Frame:
        frame = await whole(self)
        spectator = self._viewer is None
        if spectator and frame.kind is Kind.CHANGE and next(number) % SELDOM == 0:
            frame = await whole(self)
        return frame

    Watcher.next = fault  # type: ignore[method-assign]


def announcement_dropped() -> None:
    """One commit in a hundred wakes nobody, and no one suspects it; a look finds it, late."""
    stored, hinted = Clerk.stored, room.Room.hinted

    def dropped(head: bytes) -> bool:
        return int.from_bytes(head[:4]) % SELDOM == 0

    def silent(self: Clerk, before: bytes, live: Live, entry: Entry) -> None:
        if not dropped(live.row.chain):
            stored(self, before, live, entry)

    def deaf(self: room.Room, head: bytes) -> None:
        if not dropped(head):
            hinted(self, head)

    Hub._listen_closely = lambda self: None  # type: ignore[method-assign]
    Clerk.stored = silent  # type: ignore[method-assign]
    room.Room.hinted = deaf  # type: ignore[method-assign]


def applied_twice() -> None:
    """A command is applied again, under an id that nobody sent, where the rules let it."""
    whole = Dealer.submit

    async def fault(self: Dealer, said: Said) -> Told:
        told = await whole(self, said)
        twin = Said(said.badge, secrets.token_bytes(16), said.game, said.command)
        with suppress(Problem):  # mostly it is somebody else's turn
            await whole(self, twin)
        return told

    Dealer.submit = fault  # type: ignore[method-assign]


def wrong_seat() -> None:
    """One view in a hundred is the next seat's."""
    whole, number = seen.seen, count(1)

    def fault(live: Live, viewer: Viewer) -> Seen:
        shown = whole(live, viewer)
        if viewer is None or shown.view is None or next(number) % SELDOM:
            return shown
        other = whole(live, Seat((viewer + 1) % len(live.snapshot.chairs)))
        return Seen(shown.info, other.view, shown.prompts, shown.result)

    vars(room)["seen"] = fault


def stalled() -> None:
    """Everything stands still for two seconds, once."""
    whole, begun = Dealer.submit, list[bool]()

    async def fault(self: Dealer, said: Said) -> Told:
        if not begun:
            begun.append(True)
            asyncio.get_running_loop().call_later(STALL_AFTER_S, time.sleep, STALL_S)
        return await whole(self, said)

    Dealer.submit = fault  # type: ignore[method-assign]


FAULTS: dict[str, Callable[[], None]] = {
    fault.__name__: fault
    for fault in (frame_dropped, announcement_dropped, applied_twice, wrong_seat, stalled)
}

if __name__ == "__main__":
    for name in sys.argv[1:]:
        FAULTS[name]()
    app(["serve"])
