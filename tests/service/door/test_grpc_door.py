"""What is gRPC's own: health, reflection, deadlines, sizes, compression, admission."""

import asyncio
import gzip
import random
from collections.abc import AsyncIterator
from typing import Any

import grpc
import pytest
from grpc import StatusCode, aio
from grpc_health.v1 import health_pb2, health_pb2_grpc
from grpc_reflection.v1alpha import reflection_pb2, reflection_pb2_grpc

from croupier.service.adapters.store import RedisStore
from croupier.service.transport.descriptors import services
from croupier.service.transport.grpc_door import Place, address
from croupier.service.transport.handlers.catalog import CatalogHandlers
from croupier.service.transport.handlers.lobby import LobbyHandlers
from croupier.service.transport.handlers.table import TableHandlers
from croupier.v1 import catalog_service_pb2 as catalog
from croupier.v1 import lobby_service_pb2 as lobby
from croupier.v1 import table_service_pb2 as table
from tests.service.door.house import Guest, House, new_id, opened, refused
from tests.waiting import wait_until

LIST_GAMES = "/croupier.v1.CatalogService/ListGames"
SERVING = health_pb2.HealthCheckResponse.SERVING
NOT_SERVING = health_pb2.HealthCheckResponse.NOT_SERVING


async def test_health_is_told_for_every_service_and_turns_with_the_first_word(
    house: House, guest: Guest
) -> None:
    stub: Any = health_pb2_grpc.HealthStub(guest.channel)
    names = ["", *(service.full_name for service in services())]
    watch: Any = aiter(stub.Watch(health_pb2.HealthCheckRequest()))

    before = [(await stub.Check(health_pb2.HealthCheckRequest(service=n))).status for n in names]
    seen = [(await anext(watch)).status]
    await house.parts.door.warn()
    after = [(await stub.Check(health_pb2.HealthCheckRequest(service=n))).status for n in names]
    seen.append((await asyncio.wait_for(anext(watch), 5)).status)

    assert before == [SERVING] * 5
    assert after == [NOT_SERVING] * 5
    assert seen == [SERVING, NOT_SERVING]
    assert (await guest.catalog.ListGames(catalog.ListGamesRequest())).games  # it goes on serving


async def test_reflection_tells_the_contract_with_its_comments(guest: Guest) -> None:
    listed = await _reflected(guest, reflection_pb2.ServerReflectionRequest(list_services=""))
    symbol = "croupier.v1.TableService"
    file = await _reflected(
        guest, reflection_pb2.ServerReflectionRequest(file_containing_symbol=symbol)
    )

    names = {service.name for service in listed.list_services_response.service}
    assert {service.full_name for service in services()} < names
    assert b"SubmitCommand" in file.file_descriptor_response.file_descriptor_proto[0]


async def test_reflection_can_be_switched_off(store: RedisStore) -> None:
    async with opened(store, reflection=False) as house:
        guest = Guest(house.port)
        request = reflection_pb2.ServerReflectionRequest(list_services="")
        with pytest.raises(aio.AioRpcError) as caught:
            await _reflected(guest, request)
        await guest.close()

    assert caught.value.code() is StatusCode.UNIMPLEMENTED


async def _reflected(guest: Guest, request: Any) -> Any:
    channel: Any = guest.channel
    stub: Any = reflection_pb2_grpc.ServerReflectionStub(channel)
    call = stub.ServerReflectionInfo(iter((request,)))
    return await anext(aiter(call))


async def test_a_read_is_given_up_at_the_callers_deadline(
    store: RedisStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    given_up = asyncio.Event()

    async def slow(_: Any, request: Any, call: Any) -> Any:
        try:
            await asyncio.sleep(30)
        except asyncio.CancelledError:
            given_up.set()
            raise

    monkeypatch.setattr(CatalogHandlers, "ListGames", slow)
    async with opened(store) as house:
        guest = Guest(house.port)
        with pytest.raises(aio.AioRpcError) as caught:
            await guest.catalog.ListGames(catalog.ListGamesRequest(), timeout=0.2)
        await asyncio.wait_for(given_up.wait(), 5)
        await guest.close()

    assert caught.value.code() is StatusCode.DEADLINE_EXCEEDED


async def test_no_deadline_of_a_caller_lasts_longer_than_ours(
    store: RedisStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def slow(_: Any, request: Any, call: Any) -> Any:
        await asyncio.sleep(30)

    monkeypatch.setattr(CatalogHandlers, "ListGames", slow)
    monkeypatch.setattr("croupier.service.transport.dispatcher.DEADLINE_MAX_S", 0.1)
    async with opened(store) as house:
        guest = Guest(house.port)
        said = await refused(guest.catalog.ListGames(catalog.ListGamesRequest(), timeout=3_000))
        await guest.close()

    assert (said.reason, said.metadata["applied"]) == ("DEADLINE_EXCEEDED", "NO")


async def test_a_change_goes_on_when_its_caller_hangs_up(
    store: RedisStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun, ended = asyncio.Event(), asyncio.Event()
    create = LobbyHandlers.CreateTable

    async def slow(self: Any, request: Any, call: Any) -> Any:
        begun.set()
        await asyncio.sleep(0.2)
        reply = await create(self, request, call)
        ended.set()
        return reply

    monkeypatch.setattr(LobbyHandlers, "CreateTable", slow)
    request = lobby.CreateTableRequest(command_id=new_id(), game="blossom_ridge", seats=2)
    async with opened(store) as house:
        guest = Guest(house.port)
        call = guest.lobby.CreateTable(request)
        await wait_until(begun.is_set, "the call has begun")
        call.cancel()
        await asyncio.wait_for(ended.wait(), 5)
        await wait_until(
            lambda: any(line["code"] == "CANCELLED" for line in house.requests()), "it is logged"
        )
        assert await house.parts.admission.empty(5)
        await guest.close()


async def test_more_at_once_than_the_budget_is_refused_and_nothing_waits(
    store: RedisStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    go_on = asyncio.Event()

    async def slow(_: Any, request: Any, call: Any) -> catalog.ListGamesResponse:
        await go_on.wait()
        return catalog.ListGamesResponse()

    monkeypatch.setattr(CatalogHandlers, "ListGames", slow)
    async with opened(store, unary_max=3) as house:
        guest = Guest(house.port)
        calls = [asyncio.ensure_future(guest.raw(LIST_GAMES, b"", timeout=5)) for _ in range(10)]
        await wait_until(lambda: sum(c.done() for c in calls) == 7, "seven are refused")
        refusals = [await refused(call) for call in calls if call.done()]
        go_on.set()
        served = await asyncio.gather(*calls, return_exceptions=True)
        await guest.close()

    assert {said.reason for said in refusals} == {"OVERLOADED"}
    assert all(said.retry_ms == 500 for said in refusals)
    assert served.count(b"") == 3


async def test_requests_may_be_compressed_and_are_measured_after_it(guest: Guest) -> None:
    small = await guest.raw(LIST_GAMES, b"", compression=grpc.Compression.Gzip)
    bomb = bytes(3_000_000)
    with pytest.raises(aio.AioRpcError) as caught:
        await guest.raw(LIST_GAMES, bomb, compression=grpc.Compression.Gzip)

    assert len(gzip.compress(bomb)) < 16_384
    assert catalog.ListGamesResponse.FromString(small).games
    assert caught.value.code() is StatusCode.RESOURCE_EXHAUSTED


async def test_replies_are_never_compressed(house: House) -> None:
    """The size of a compressed view would tell what it holds."""
    wire = bytearray()

    async def pump(source: asyncio.StreamReader, sink: asyncio.StreamWriter, keep: bool) -> None:
        while chunk := await source.read(65_536):
            sink.write(chunk)
            wire.extend(chunk if keep else b"")
        sink.close()

    async def between(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        there, back = await asyncio.open_connection("127.0.0.1", house.port)
        await asyncio.gather(pump(reader, back, False), pump(there, writer, True))

    async with await asyncio.start_server(between, "127.0.0.1", 0) as proxy:
        guest = Guest(proxy.sockets[0].getsockname()[1])
        request = catalog.GetGameRequest(game="blossom_ridge")
        game = await guest.catalog.GetGame(request, compression=grpc.Compression.Gzip)
        pack = catalog.GetPackRequest(game="blossom_ridge", sha256=game.game.house_pack.sha256)
        reply = await guest.catalog.GetPack(pack, compression=grpc.Compression.Gzip)
        await guest.close()

    assert reply.toml.encode() in _data_of(bytes(wire))


def _data_of(wire: bytes) -> bytes:
    """The payload of the DATA frames in what an HTTP/2 server sent."""
    data, at = b"", 0
    while at + 9 <= len(wire):
        length, kind = int.from_bytes(wire[at : at + 3], "big"), wire[at + 3]
        data += wire[at + 9 : at + 9 + length] if kind == 0 else b""
        at += 9 + length
    return data


async def test_metadata_has_a_limit(guest: Guest) -> None:
    with pytest.raises(aio.AioRpcError) as caught:
        await guest.raw(LIST_GAMES, b"", (("x-much", "a" * 9_000),))

    assert caught.value.code() is StatusCode.RESOURCE_EXHAUSTED


async def test_a_taken_place_is_said_and_a_shared_one_is_shared(
    house: House, store: RedisStore
) -> None:
    async with opened(store) as other:
        await other.parts.door.close(0)
        with pytest.raises(OSError, match=str(house.port)):
            await other.parts.door.open(Place("127.0.0.1", house.port))
        free = await other.parts.door.open(Place("127.0.0.1", 0, shared=True))
        async with opened(store) as third:
            await third.parts.door.close(0)
            assert await third.parts.door.open(Place("127.0.0.1", free, shared=True)) == free


def test_an_address_of_either_kind_is_one_word() -> None:
    assert address("127.0.0.1", 1) == "127.0.0.1:1"
    assert address("::1", 1) == "[::1]:1"
    assert address("localhost", 1) == "localhost:1"


async def test_a_reader_that_takes_nothing_is_let_go(
    store: RedisStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    closed = asyncio.Event()

    async def endless(_: Any, request: Any, call: Any) -> AsyncIterator[bytes]:
        try:
            while True:
                yield bytes(64_000)
        finally:
            closed.set()

    monkeypatch.setattr(TableHandlers, "WatchTable", endless)
    monkeypatch.setattr("croupier.service.transport.grpc_door.WRITE_S", 0.5)
    request = table.WatchTableRequest(table_id=new_id())
    async with opened(store) as house:
        guest = Guest(house.port)
        call = guest.tables.WatchTable(request)
        await call.read()  # and no more

        await asyncio.wait_for(closed.wait(), 10)

        assert await house.parts.admission.empty(5)
        call.cancel()
        await guest.close()


async def test_noise_on_the_port_disturbs_nobody(house: House, guest: Guest) -> None:
    dice = random.Random(7)
    preface = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"
    for n in range(60):
        reader, writer = await asyncio.open_connection("127.0.0.1", house.port)
        writer.write(preface * (n % 2) + dice.randbytes(dice.randrange(1, 3_000)))
        writer.close()
        del reader

    assert (await guest.catalog.ListGames(catalog.ListGamesRequest())).games
    assert {line["code"] for line in house.requests()} == {"OK"}
