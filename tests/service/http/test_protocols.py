"""Every protocol of the HTTP port: a game is begun, played and watched through each."""

import asyncio
from typing import Any

import pytest

from croupier.v1 import table_service_pb2 as table
from tests.service.door.house import Guest, House, bearer, seated
from tests.service.http.channels import DOORS

NAMES = {
    "grpc on the HTTP port": {"grpc_http"},
    "REST": {"rest", "sse"},
    "Connect JSON": {"connect"},
    "Connect binary": {"connect"},
    "Connect GET": {"connect"},
    "gRPC-Web": {"grpc_web"},
    "gRPC-Web text": {"grpc_web"},
}  # as the log calls them


@pytest.mark.parametrize("door", DOORS)
async def test_a_table_is_opened_played_at_and_watched(door: str, house: House) -> None:
    guest = Guest(house.http_port, DOORS[door](house.http_port))
    party = await seated(guest)
    seat, move = await party.move()
    frames: list[Any] = []

    async def watch() -> None:
        request = table.WatchTableRequest(table_id=party.table_id)
        call = guest.tables.WatchTable(request, metadata=bearer(party.seats[seat]))
        frames.append(await call.read())
        await party.send(seat, move)
        frames.append(await call.read())
        call.cancel()

    await asyncio.wait_for(watch(), 10)
    view = await party.view(seat)
    await guest.close()

    assert [frame.WhichOneof("frame") for frame in frames] == ["snapshot", "change"]
    assert frames[1].resume_token == view.resume_token
    assert frames[1].change.view == view.view
    assert {line["door"] for line in house.requests()} <= NAMES[door]
    assert all(line["code"] == "OK" for line in house.requests() if "Watch" not in line["method"])
