"""What goes wrong in the house itself: limits, its store, its engines."""

import asyncio
import hashlib
import signal
from typing import Any

import pytest

from croupier.engines.blossom_ridge import engine
from croupier.service.adapters.embedded import EmbeddedValkey
from croupier.service.adapters.store import RedisStore
from croupier.service.adapters.tables import Retention
from croupier.service.transport.handlers.table import TableHandlers
from croupier.v1 import catalog_service_pb2 as catalog
from croupier.v1 import table_service_pb2 as table
from tests.service.conftest import STORE_KEYS
from tests.service.door.house import Guest, Refusal, bearer, opened, refused, seated
from tests.service.door.scenes import Scene, shows
from tests.waiting import wait_until


@shows("TABLE_LOG_FULL")
async def _(scene: Scene) -> Refusal:
    store = await RedisStore.open(
        scene.valkey.url, STORE_KEYS, prefix=scene.prefix, retention=Retention(entries_max=5)
    )
    async with opened(store) as house:
        guest = Guest(house.port)
        party = await seated(guest)
        seat, move = await party.move()
        await party.send(seat, move)
        seat, move = await party.move()
        said = await refused(party.send(seat, move))
        await guest.close()
    await store.aclose()
    return said


@shows("RULES_RETIRED")
async def _(scene: Scene) -> Refusal:
    party = await seated(scene.guest)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(engine, "RULES", engine.RULES - 1)
        async with scene.other() as (_house, guest):
            request = table.GetViewRequest(table_id=party.table_id)
            return await refused(guest.tables.GetView(request, metadata=bearer(party.seats[0])))


@shows("DATA_LOSS")
async def _(scene: Scene) -> Refusal:
    party, other = await seated(scene.guest), await seated(scene.guest)
    body = bytearray(scene.state(party)[b"b"])
    body[len(body) // 2] ^= 1
    scene.tamper(party, b=bytes(body))
    async with scene.other() as (_house, guest):
        request = table.GetViewRequest(table_id=other.table_id)
        await guest.tables.GetView(request, metadata=bearer(other.seats[0]))
        request.table_id = party.table_id
        return await refused(guest.tables.GetView(request, metadata=bearer(party.seats[0])))


@shows("REPLICA_TOO_OLD")
async def _(scene: Scene) -> Refusal:
    party = await seated(scene.guest)
    seat, move = await party.move()
    now = scene.state(party)
    now[b"w"] = b"99"
    facts = b"|".join(now[name] for name in (b"v", b"t", b"d", b"st", b"w", b"z"))
    scene.tamper(party, w=b"99", c=hashlib.sha1(facts).hexdigest())
    return await refused(party.send(seat, move))


@shows("STORE_AWAY")
async def _(scene: Scene) -> Refusal:
    with EmbeddedValkey.start() as valkey:
        store = await RedisStore.open(valkey.url, STORE_KEYS, prefix=scene.prefix)
        async with opened(store) as house:
            guest = Guest(house.port)
            party = await seated(guest)
            seat, move = await party.move()
            valkey.process.send_signal(signal.SIGSTOP)  # it is there and does not answer
            said = await refused(party.send(seat, move))
            valkey.process.send_signal(signal.SIGCONT)
            assert said.retry_ms is not None
            assert (await party.send(seat, move)).revision > 0
            await guest.close()
        await store.aclose()
    return said


@shows("DEADLINE_EXCEEDED")
async def _(scene: Scene) -> Refusal:
    told, ended = asyncio.Event(), asyncio.Event()

    async def slow(_: Any, request: Any, call: Any) -> table.SubmitCommandResponse:
        await told.wait()
        ended.set()
        return table.SubmitCommandResponse()

    party = await seated(scene.guest)
    seat, move = await party.move()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(TableHandlers, "SubmitCommand", slow)
        patch.setattr("croupier.service.transport.dispatcher.DEADLINE_S", 0.1)
        async with scene.other() as (_house, guest):
            said = await refused(
                guest.tables.SubmitCommand(move, metadata=bearer(party.seats[seat]))
            )
            assert not ended.is_set()
            told.set()
            await asyncio.wait_for(ended.wait(), 5)  # what was begun goes on to its end
    return said


@shows("OVERLOADED")
async def _(scene: Scene) -> Refusal:
    async with scene.other(watches_max=1) as (house, guest):
        party = await seated(guest)
        request = table.WatchTableRequest(table_id=party.table_id)
        first = guest.tables.WatchTable(request, metadata=bearer(party.seats[0]))
        await first.read()
        second = guest.tables.WatchTable(request, metadata=bearer(party.seats[1]))
        said = await refused(second.read())
        assert (await party.view(0)).revision > 0  # a budget of their own
        first.cancel()
        await wait_until(lambda: house.parts.hub.watches == 0, "the watch is closed")
        third = guest.tables.WatchTable(request, metadata=bearer(party.seats[1]))
        assert (await anext(aiter(third))).HasField("snapshot")
        third.cancel()
    assert said.retry_ms is not None
    return said


@shows("DRAINING")
async def _(scene: Scene) -> Refusal:
    async with scene.other() as (house, guest):
        house.parts.admission.close()
        said = await refused(guest.catalog.ListGames(catalog.ListGamesRequest()))
    assert said.retry_ms is not None
    return said


@shows("INTERNAL")
async def _(scene: Scene) -> Refusal:
    party = await seated(scene.guest)
    seat, move = await party.move()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(engine, "apply", lambda table, command, rng: table.hands[99])
        patch.setattr(engine, "project", lambda table, viewer: table.hands[99])
        read = await refused(party.view(0))
        said = await refused(party.send(seat, move))
    lines = [line for line in scene.house.lines if line["event"] == "incident"]
    assert read.metadata == {"applied": "NO", "incident": lines[0]["incident"]}
    assert said.metadata == {"applied": "UNKNOWN", "incident": lines[1]["incident"]}
    return said
