"""SIGTERM: nothing that was begun is lost, nobody is hung up on, and the exit code is 0."""

import asyncio
import os
import signal
import time
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from grpc import StatusCode, aio
from grpc_health.v1 import health_pb2, health_pb2_grpc

from croupier.v1 import table_service_pb2 as table
from croupier.v1 import transcript_service_pb2 as transcript
from tests.e2e.serving import Serving, child_of, serving, status_of
from tests.service.door.house import Guest, Party, bearer, refusal_of, seated
from tests.waiting import wait_until

TABLES = 6
GRACE_S = 20.0


class Load:
    """Tables that are played on and watched until the house leaves."""

    def __init__(self, parties: list[Party]) -> None:
        self.parties = parties
        self.acknowledged: list[tuple[Party, int, int]] = []  # party, seat, revision
        self.reasons: list[str] = []
        self.frames: list[list[table.WatchTableResponse]] = [[] for _ in parties]
        self._tasks = [asyncio.create_task(self._play(party)) for party in parties]
        self._watches = [
            asyncio.create_task(self._watch(party, frames))
            for party, frames in zip(parties, self.frames, strict=True)
        ]

    async def ended(self) -> None:
        """Wait until everybody was sent away."""
        await asyncio.wait_for(asyncio.gather(*self._tasks, *self._watches), GRACE_S)

    async def _play(self, party: Party) -> None:
        try:
            while True:
                seat, move = await party.move()
                receipt = await party.send(seat, move)
                self.acknowledged.append((party, seat, receipt.revision))
        except aio.AioRpcError as error:
            gone = error.code() is StatusCode.UNAVAILABLE and "refused" in str(error.details())
            self.reasons.append("GONE" if gone else refusal_of(error).reason)

    async def _watch(self, party: Party, frames: list[table.WatchTableResponse]) -> None:
        request = table.WatchTableRequest(table_id=party.table_id)
        call = party.guest.tables.WatchTable(request, metadata=bearer(party.spectator))
        async for frame in call:
            frames.append(frame)


async def loaded(process: Serving) -> Load:
    """Tables in full play; each has a connection of its own."""
    parties = [await seated(Guest(process.port)) for _ in range(TABLES)]
    load = Load(parties)
    await wait_until(lambda: len(load.acknowledged) > 3 * TABLES, "they play", 30)
    return load


@pytest.mark.alone
async def test_a_house_under_load_leaves_without_hanging_up_on_anybody(tmp_path: Path) -> None:
    async with serving(tmp_path / "data", settings={"CROUPIER_LAME_DUCK_S": "1"}) as process:
        load = await loaded(process)
        health: Any = health_pb2_grpc.HealthStub(load.parties[0].guest.channel)
        told = aiter(health.Watch(health_pb2.HealthCheckRequest()))
        assert (await anext(told)).status == health_pb2.HealthCheckResponse.SERVING

        process.signal(signal.SIGTERM)
        before = time.monotonic()
        assert (await anext(told)).status == health_pb2.HealthCheckResponse.NOT_SERVING
        noticed, served = time.monotonic() - before, len(load.acknowledged)
        await load.ended()
        code = await process.ended(GRACE_S)
        took = time.monotonic() - before
    for party in load.parties:
        await party.guest.close()

    assert code == 0
    assert noticed < 0.5
    assert took < 10
    assert len(load.acknowledged) > served, "the lame duck goes on serving"
    assert load.reasons == ["DRAINING"] * TABLES
    for frames in load.frames:
        assert frames[-1].end.reason == table.END_REASON_DRAIN
        assert [f for f in frames if f.WhichOneof("frame") == "end"] == frames[-1:]
    await _nothing_is_lost(load, tmp_path / "data")


async def _nothing_is_lost(load: Load, data: Path) -> None:
    """Another process on the same data has every command that was acknowledged, in order."""
    async with serving(data) as process:
        guest = Guest(process.port)
        for party in load.parties:
            here = replace(party, guest=guest)
            for seat in (0, 1):
                mine = [r for p, s, r in load.acknowledged if (p, s) == (party, seat)]
                request = transcript.ListEntriesRequest(table_id=here.table_id, page_size=256)
                told = await guest.transcripts.ListEntries(
                    request, metadata=bearer(here.seats[seat])
                )
                assert mine == sorted(set(mine))
                assert set(mine) <= {entry.revision for entry in told.entries}
            last = load.frames[load.parties.index(party)][-1]
            resumed = table.WatchTableRequest(
                table_id=here.table_id, resume_token=last.resume_token
            )
            call = guest.tables.WatchTable(resumed, metadata=bearer(here.spectator))
            first = await anext(aiter(call))
            assert first.from_revision == last.revision
            assert first.WhichOneof("frame") in {"bookmark", "change"}
            call.cancel()
        await guest.close()


@pytest.mark.alone
@pytest.mark.needs("unshare")
async def test_it_stops_as_the_first_process_of_a_container_too(tmp_path: Path) -> None:
    user = () if os.getuid() == 0 else ("--user", "--map-root-user")
    around = ("unshare", *user, "--pid", "--fork", "--mount-proc")
    async with serving(tmp_path / "data", *around) as process:
        (first,) = child_of(process.process.pid)
        facts = status_of(first)
        load = await loaded(process)
        os.kill(first, signal.SIGTERM)
        await load.ended()
        code = await process.ended(GRACE_S)
    for party in load.parties:
        await party.guest.close()

    assert "NSpid:\t" + f"{first}\t1\n" in facts, "it was the first process there"
    assert code == 0
    assert load.reasons == ["DRAINING"] * TABLES
    assert all(frames[-1].end.reason == table.END_REASON_DRAIN for frames in load.frames)
    assert [line["event"] for line in process.lines][-1] == "stopped"
    await _nothing_is_lost(load, tmp_path / "data")


async def test_a_second_signal_ends_it_at_once(tmp_path: Path) -> None:
    settings = {"CROUPIER_LAME_DUCK_S": "60", "CROUPIER_GRACE_S": "90"}
    async with serving(tmp_path / "data", settings=settings) as process:
        guest = Guest(process.port)
        await seated(guest)
        process.signal(signal.SIGTERM)
        await wait_until(lambda: b'"drain"' in process.logged, "it says that it leaves")
        before = time.monotonic()
        process.signal(signal.SIGTERM)
        code = await process.ended()
        await guest.close()

    assert time.monotonic() - before < 5
    assert code == 0
    assert any(line["event"] == "drain.cut" for line in process.lines)


async def test_a_reader_that_does_not_read_cannot_hold_it(tmp_path: Path) -> None:
    settings = {"CROUPIER_LAME_DUCK_S": "0", "CROUPIER_GRACE_S": "3"}
    async with serving(tmp_path / "data", settings=settings) as process:
        guest = Guest(process.port)
        party = await seated(guest)
        request = table.WatchTableRequest(table_id=party.table_id)
        call = guest.tables.WatchTable(request, metadata=bearer(party.seats[0]))
        await call.read()  # and no more
        process.signal(signal.SIGTERM)
        code = await process.ended(10)
        await guest.close()

    assert code == 0
