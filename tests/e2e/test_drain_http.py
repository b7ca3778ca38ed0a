"""SIGTERM at the HTTP port: every stream ends with a frame, and goes on in another process."""

import asyncio
import signal
from pathlib import Path
from typing import Any

from grpc import aio

from croupier.v1 import table_service_pb2 as table
from tests.e2e.serving import serving
from tests.service.door.house import Guest, bearer, seated
from tests.service.http.channels import DOORS
from tests.service.http.web import asked, events, told


async def test_streams_of_every_protocol_end_resumably_and_go_on_elsewhere(tmp_path: Path) -> None:
    async with serving(tmp_path / "data") as process:
        guests = [
            Guest(process.http_port, channel(process.http_port)) for channel in DOORS.values()
        ]
        party = await seated(guests[0])
        request = table.WatchTableRequest(table_id=party.table_id)
        calls = [
            guest.tables.WatchTable(request, metadata=bearer(party.spectator)) for guest in guests
        ]
        frames: list[list[Any]] = [[await call.read()] for call in calls]
        health, _ = await told(process.http_port, "GET", "/readyz")

        async def to_the_end(call: Any, seen: list[Any]) -> None:
            while (frame := await call.read()) is not aio.EOF:
                seen.append(frame)

        process.signal(signal.SIGTERM)
        await asyncio.wait_for(
            asyncio.gather(*(map(to_the_end, calls, frames))), 15
        )  # none raises: each ends with its protocol's OK
        code = await process.ended()
        for guest in guests:
            await guest.close()

    assert health.status == 200
    assert code == 0
    assert [seen[-1].end.reason for seen in frames] == [table.END_REASON_DRAIN] * len(DOORS)
    assert "Traceback" not in process.all_it_said
    assert len({seen[-1].resume_token for seen in frames}) == 1
    async with serving(tmp_path / "data") as process:
        headers = {
            "authorization": f"Bearer {party.spectator}",
            "last-event-id": frames[0][-1].resume_token,
        }
        path = f"/v1/tables/{party.table_id}/watch"
        async with asked(process.http_port, "GET", path, None, headers) as response:
            first = await anext(aiter(events(response)))
    assert first.name == "bookmark"
    assert first.data["fromRevision"] == first.data["revision"] == frames[0][-1].revision


async def test_a_house_that_leaves_says_so_to_balancers(tmp_path: Path) -> None:
    async with serving(tmp_path / "data", settings={"CROUPIER_LAME_DUCK_S": "1"}) as process:
        process.signal(signal.SIGTERM)

        async with asyncio.timeout(5):
            while (await told(process.http_port, "GET", "/readyz"))[0].status == 200:
                pass
        served, _ = await told(process.http_port, "GET", "/v1/games")  # while balancers notice
        alive, _ = await told(process.http_port, "GET", "/healthz")
        code = await process.ended()

    assert (served.status, alive.status, code) == (200, 200, 0)
