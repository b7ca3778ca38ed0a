"""Two replicas that take turns, each one commit behind the other; then one of them dies."""

import asyncio
import random
from itertools import cycle
from pathlib import Path

import grpc

from croupier.engines.blossom_ridge import engine
from croupier.service import main
from croupier.service.load.checker import violations
from croupier.service.load.history import History, Outcome
from croupier.service.load.truth import truth_of
from croupier.service.transport.wire import Wire
from tests.chaos.players import Addresses, Table
from tests.chaos.world import world
from tests.waiting import wait_until

FINISH_S = 120
ENOUGH = 40  # commands before one of them is killed


class TakingTurns(Addresses):
    """Every call goes to the replica that did not get the last one."""

    def __init__(self, addresses: list[str]) -> None:
        super().__init__(addresses, random.Random(0))
        self._turn = cycle(self._channels)

    def any(self) -> grpc.aio.Channel:
        """The other one."""
        return next(self._turn)


async def test_replicas_take_turns_and_one_dies_in_the_middle(tmp_path: Path) -> None:
    history = History()
    async with world(tmp_path, replicas=2) as made, asyncio.timeout(FINISH_S):
        here = TakingTurns(made.addresses)
        table = Table(here, history, random.Random(7))
        await table.open("blossom_ridge", persons=3, house=0)
        playing = asyncio.create_task(table.play())
        await wait_until(lambda: len(history.calls) >= ENOUGH, "the game is under way", FINISH_S)
        made.replicas[0].kill()
        await playing
        await here.close()
        async with main.opened(made.settings) as (store, tables):
            truth = await truth_of(store, tables, Wire(engine), table.table_id)

    assert violations(history, [truth]) == []
    assert truth.finished
    accepted = [call for call in history.calls if call.outcome is Outcome.ACCEPTED]
    assert len(accepted) > ENOUGH
    streams = {frame.stream for frame in history.frames}
    assert len(streams) > len({frame.viewer for frame in history.frames}), "nobody resumed"
