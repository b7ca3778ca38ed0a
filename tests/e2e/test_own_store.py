"""The private Valkey ends by itself: the house says so and ends, too, to be started anew."""

import asyncio
import os
import signal
from pathlib import Path

import pytest
from grpc_health.v1 import health_pb2, health_pb2_grpc

from croupier.v1 import table_service_pb2 as table
from tests.e2e.serving import child_of, serving, started
from tests.service.door.house import Guest, bearer, seated
from tests.waiting import wait_until

AT_ONCE_S = 10.0


@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGTERM])
async def test_a_house_whose_valkey_ended_says_so_and_ends(
    number: signal.Signals, tmp_path: Path
) -> None:
    async with serving(tmp_path / "data", settings={"CROUPIER_LAME_DUCK_S": "5"}) as process:
        guest = Guest(process.port)
        party = await seated(guest)
        watch = guest.tables.WatchTable(
            table.WatchTableRequest(table_id=party.table_id), metadata=bearer(party.seats[0])
        )
        frames = aiter(watch)
        await anext(frames)
        health = health_pb2_grpc.HealthStub(guest.channel)
        states = health.Watch(health_pb2.HealthCheckRequest())  # type: ignore[attr-defined]
        before = await states.read()
        (valkey,) = child_of(process.process.pid)

        os.kill(valkey, number)
        after = await asyncio.wait_for(states.read(), AT_ONCE_S)
        last = [frame async for frame in frames][-1]
        code = await process.ended(AT_ONCE_S)
        await guest.close()

    assert (before.status, after.status) == (
        health_pb2.HealthCheckResponse.SERVING,
        health_pb2.HealthCheckResponse.NOT_SERVING,
    )
    assert last.end.reason == table.END_REASON_DRAIN
    assert code == 1
    said = process.logged.decode().splitlines()
    (sentence,) = [line for line in said if not line.startswith("{")]
    assert str(tmp_path / "data" / "valkey.log") in sentence
    how = "was killed by SIGKILL" if number is signal.SIGKILL else "ended with status 0"
    assert how in sentence
    (critical,) = [line for line in said if '"level":"critical"' in line.replace(" ", "")]
    assert "store.ended" in critical
    assert "Traceback" not in process.logged.decode()


async def test_after_that_a_new_house_goes_on_at_once(tmp_path: Path) -> None:
    async with serving(tmp_path / "data") as process:
        guest = Guest(process.port)
        party = await seated(guest)
        seat, move = await party.move()
        receipt = await party.send(seat, move)
        os.kill(child_of(process.process.pid)[0], signal.SIGKILL)
        assert await process.ended(AT_ONCE_S) == 1
        await guest.close()

    async with serving(tmp_path / "data") as process:
        guest = Guest(process.port)
        request = table.GetViewRequest(table_id=party.table_id)
        view = await guest.tables.GetView(request, metadata=bearer(party.seats[seat]))
        await guest.close()

    assert view.revision >= receipt.revision


async def test_a_second_house_is_not_sent_to_a_dead_store(tmp_path: Path) -> None:
    async with serving(tmp_path / "data") as first:
        (valkey,) = child_of(first.process.pid)
        first.signal(signal.SIGSTOP)  # it cannot notice, and holds the directory
        os.kill(valkey, signal.SIGKILL)
        second = await started(tmp_path / "data")
        code = await second.ended()
        first.signal(signal.SIGCONT)
        ended = await first.ended(AT_ONCE_S)

    assert (code, ended) == (1, 1)
    (sentence,) = second.logged.decode().splitlines()
    assert "CROUPIER_REDIS_URL" not in sentence
    assert "its store does not answer" in sentence


async def test_a_valkey_that_is_told_to_stop_with_its_house_is_no_failure(tmp_path: Path) -> None:
    """A service manager tells every process of the group at once."""
    async with serving(tmp_path / "data") as process:
        (valkey,) = child_of(process.process.pid)
        process.signal(signal.SIGTERM)
        await wait_until(lambda: b'"drain"' in process.logged, "it drains")
        os.kill(valkey, signal.SIGTERM)
        code = await process.ended()

    assert code == 0
    assert b"store.ended" not in process.logged
