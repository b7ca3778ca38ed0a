"""One game played through the public API alone, with a watcher behind every seat."""

import asyncio
from collections.abc import Callable
from contextlib import aclosing
from dataclasses import dataclass, field

from google.protobuf.json_format import MessageToDict

from croupier.client import Croupier, SeatClient, State, ViewerClient, play
from croupier.service.cli.games.known import names_of, renderer_of
from croupier.service.cli.games.renderer import Renderer
from croupier.v1.common_pb2 import SPECTATORS_LIVE
from croupier.v1.table_pb2 import RevisionEvents

NAMES = ("Ash", "Birch", "Cedar", "Dogwood", "Elm", "Fir", "Gorse", "Holly", "Ivy", "Juniper")

Say = Callable[[str], None]


class Unlike(Exception):
    """What was seen by a watcher is not what happened."""


@dataclass(slots=True)
class Watcher:
    """What one watcher saw after a first look, and how it ended."""

    viewer: ViewerClient
    first: State
    seen: list[RevisionEvents] = field(default_factory=list)
    ended: str | None = None

    async def follow(self) -> None:
        """Watch to the end."""
        async with aclosing(self.viewer.watch(self.first.resume_token, True)) as frames:
            async for frame in frames:
                self.seen += frame.revisions
                self.ended = frame.reason

    async def check(self) -> int:
        """Compare with the history. Raises Unlike; gives the number of revisions."""
        history = [entry async for entry in self.viewer.history()]
        numbers = [entry.revision for entry in history]
        if numbers != list(range(1, len(numbers) + 1)):
            raise Unlike("A seat's history has a gap.")
        if self.seen != history[self.first.revision :] or self.ended != "OVER":
            raise Unlike("A watcher saw something else than what the history tells.")
        return len(history)


async def exhibition(address: str, game: str, seats: int, say: Say) -> str:
    """Open a table, seat a player and a watcher everywhere, play, and compare; the table's id.

    Raises CroupierError or Unlike.
    """
    async with Croupier(address) as croupier:
        host = await croupier.create_table(game, seats, spectators=SPECTATORS_LIVE)
        players = [await host.join(NAMES[seat % len(NAMES)], seat) for seat in range(seats)]
        table = await host.table()
        pack = await croupier.pack(game, table.pack_sha256)
        renderer = renderer_of(table, names_of(table), MessageToDict(pack.contents))
        watchers = [Watcher(player, await player.view()) for player in players]
        spectator = await host.spectate()
        narrated = _narrate(spectator, await spectator.view(), renderer, say)
        try:
            async with asyncio.TaskGroup() as group:
                group.create_task(narrated)
                for watcher in watchers:
                    group.create_task(watcher.follow())
                await host.start()
                played = [group.create_task(play(_twin(croupier, player))) for player in players]
        except ExceptionGroup as failures:
            raise failures.exceptions[0] from None
        results = [task.result() for task in played]
        if any(result is None or result != results[0] for result in results):
            raise Unlike("The seats do not agree on the result.")
        told = [await watcher.check() for watcher in watchers]
        say(f"{len(told)} watchers saw {' + '.join(map(str, told))} revisions, each one once.")
        return host.table_id


def _twin(croupier: Croupier, player: SeatClient) -> SeatClient:
    """The same seat in other hands: the watcher keeps its own state."""
    return croupier.seat(player.table_id, player.token, player.seat)


async def _narrate(spectator: ViewerClient, first: State, renderer: Renderer, say: Say) -> None:
    """Say what everybody may know, as it happens."""
    async with aclosing(spectator.watch(first.resume_token, True)) as frames:
        async for frame in frames:
            for event in frame.events:
                said = renderer.told(event)
                if said is not None and renderer.is_headline(event):
                    say(said)
