"""Every reason of the error table, as a client gets it."""

import asyncio
import hashlib
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Any, NamedTuple

import pytest
import redis

from croupier.engines.blossom_ridge import engine
from croupier.service.adapters.embedded import EmbeddedValkey
from croupier.service.adapters.store import RedisStore
from croupier.service.adapters.tables import Retention
from croupier.service.app.problems import REASONS
from croupier.service.transport.handlers.table import TableHandlers
from croupier.v1 import catalog_service_pb2 as catalog
from croupier.v1 import lobby_service_pb2 as lobby
from croupier.v1 import table_service_pb2 as table
from tests.service.conftest import STORE_KEYS
from tests.service.door.house import (
    Guest,
    House,
    Party,
    Refusal,
    bearer,
    new_id,
    opened,
    refused,
    seated,
)
from tests.waiting import wait_until

PATH = "/croupier.v1.TableService/"

# Shown elsewhere, each with the test that shows it.
ELSEWHERE = {
    "CONTENDED": "tests/service/app: five other commits in a row",
    "DEADLINE_PASSED": "tests/service/app: needs a game with a clock",
    "NOT_YOUR_DECISION": "tests/service/app: Blossom Ridge says whose turn it is instead",
    "TOO_MANY": "tests/service/app: needs a game with a budget",
    "WRONG_GAME": "tests/service/wire: needs a second game in the contract",
    "BAD_OPTIONS": "the engine's own reasons say more",
}


class Scene(NamedTuple):
    """What a scenario plays on."""

    house: House
    guest: Guest
    store: RedisStore
    valkey: EmbeddedValkey
    prefix: str

    @asynccontextmanager
    async def other(self, **set_up: Any) -> AsyncIterator[tuple[House, Guest]]:
        """A house with other settings on the same store."""
        async with opened(self.store, **set_up) as house:
            guest = Guest(house.port)
            yield house, guest
            await guest.close()

    def tamper(self, party: Party, **fields: str | bytes) -> None:
        """Write into a table's state behind the house's back."""
        raw = redis.Redis(unix_socket_path=str(self.valkey.path), protocol=2)
        for name, value in fields.items():
            raw.hset(f"{self.prefix}{{{party.table_id}}}:s", name, value)
        raw.close()

    def state(self, party: Party) -> dict[bytes, bytes]:
        """A table's state as stored."""
        raw = redis.Redis(unix_socket_path=str(self.valkey.path), protocol=2)
        told: Any = raw.hgetall(f"{self.prefix}{{{party.table_id}}}:s")
        raw.close()
        return dict(told)


Scenario = Callable[[Scene], Awaitable[Refusal]]
SCENARIOS: dict[str, Scenario] = {}


def shows(reason: str) -> Callable[[Scenario], Scenario]:
    """This scenario ends with this reason."""

    def keep(scenario: Scenario) -> Scenario:
        assert reason not in SCENARIOS
        SCENARIOS[reason] = scenario
        return scenario

    return keep


@pytest.mark.parametrize("reason", [*REASONS])
async def test_a_reason_comes_with_its_code_its_sentence_and_whether_it_was_applied(
    reason: str, house: House, guest: Guest, store: RedisStore, valkey: EmbeddedValkey, prefix: str
) -> None:
    if reason in ELSEWHERE:
        assert reason not in SCENARIOS
        return

    said = await SCENARIOS[reason](Scene(house, guest, store, valkey, prefix))

    row = REASONS[reason]
    assert said.reason == reason
    assert said.code.value[0] == row.code.value
    assert said.message == row.message
    unknown = {"STORE_AWAY", "DEADLINE_EXCEEDED", "INTERNAL"}
    assert said.metadata["applied"] == ("UNKNOWN" if reason in unknown else "NO")


# --- the shape of a request -----------------------------------------------------------------


@shows("INVALID_REQUEST")
async def _(scene: Scene) -> Refusal:
    said = await refused(scene.guest.lobby.CreateTable(lobby.CreateTableRequest(seats=99)))
    assert set(said.fields) == {"command_id", "game", "seats"}
    return said


@shows("TOO_LARGE")
async def _(scene: Scene) -> Refusal:
    return await refused(scene.guest.raw(PATH + "GetView", b"\n" + bytes(70_000)))


@shows("UNIMPLEMENTED")
async def _(scene: Scene) -> Refusal:
    return await refused(scene.guest.raw(PATH + "Cheat", b""))


@shows("UNKNOWN_GAME")
async def _(scene: Scene) -> Refusal:
    request = lobby.CreateTableRequest(command_id=new_id(), game="chess", seats=2)
    return await refused(scene.guest.lobby.CreateTable(request))


@shows("UNKNOWN_PACK")
async def _(scene: Scene) -> Refusal:
    request = catalog.GetPackRequest(game="blossom_ridge", sha256="0" * 64)
    return await refused(scene.guest.catalog.GetPack(request))


@shows("PAGE_TOKEN_INVALID")
async def _(scene: Scene) -> Refusal:
    return await refused(scene.guest.lobby.ListTables(lobby.ListTablesRequest(page_token="x!")))


# --- who calls ------------------------------------------------------------------------------


@shows("TOKEN_MISSING")
async def _(scene: Scene) -> Refusal:
    request = table.GetViewRequest(table_id=new_id())
    return await refused(scene.guest.tables.GetView(request))


@shows("TOKEN_INVALID")
async def _(scene: Scene) -> Refusal:
    party = await seated(scene.guest)
    request = table.GetViewRequest(table_id=new_id())
    return await refused(scene.guest.tables.GetView(request, metadata=bearer(party.seats[0])))


@shows("TOKEN_REVOKED")
async def _(scene: Scene) -> Refusal:
    party = await seated(scene.guest)
    request = lobby.ReissueSeatRequest(table_id=party.table_id, command_id=new_id(), seat=0)
    await scene.guest.lobby.ReissueSeat(request, metadata=bearer(party.host))
    return await refused(party.view(0))


@shows("OPERATOR_KEY_REQUIRED")
async def _(scene: Scene) -> Refusal:
    request = lobby.CreateTableRequest(command_id=new_id(), game="blossom_ridge", seats=2)
    async with scene.other(operator_key="a key of the operator") as (_house, guest):
        with_key = bearer("a key of the operator")
        await guest.lobby.CreateTable(request, metadata=with_key)
        request.command_id = new_id()
        return await refused(guest.lobby.CreateTable(request, metadata=bearer("another key")))


@shows("NOT_ALLOWED")
async def _(scene: Scene) -> Refusal:
    party = await seated(scene.guest)
    request = lobby.CloseTableRequest(table_id=party.table_id, command_id=new_id())
    return await refused(scene.guest.lobby.CloseTable(request, metadata=bearer(party.seats[0])))


@shows("INVITE_CODE_WRONG")
async def _(scene: Scene) -> Refusal:
    party = await seated(scene.guest, persons=1, start=False)
    return await refused(scene.guest.lobby.JoinTable(_joining(party, invite_code="guess")))


@shows("SPECTATORS_OFF")
async def _(scene: Scene) -> Refusal:
    request = lobby.CreateTableRequest(command_id=new_id(), game="blossom_ridge", seats=2)
    created = await scene.guest.lobby.CreateTable(request)
    watch = lobby.SpectateTableRequest(
        table_id=created.table.table_id, invite_code=created.invite_code
    )
    return await refused(scene.guest.lobby.SpectateTable(watch))


@shows("TEST_SEED_FORBIDDEN")
async def _(scene: Scene) -> Refusal:
    async with scene.other(test_seeds=False) as (_house, guest):
        return await refused(seated(guest))


# --- the table and its seats ----------------------------------------------------------------


def _joining(party: Party, **more: Any) -> lobby.JoinTableRequest:
    given = {"invite_code": party.invite_code, "display_name": "late", **more}
    return lobby.JoinTableRequest(table_id=party.table_id, command_id=new_id(), **given)


@shows("TABLE_NOT_FOUND")
async def _(scene: Scene) -> Refusal:
    request = lobby.JoinTableRequest(table_id=new_id(), command_id=new_id(), display_name="lost")
    return await refused(scene.guest.lobby.JoinTable(request))


@shows("SEAT_TAKEN")
async def _(scene: Scene) -> Refusal:
    party = await seated(scene.guest, persons=1, start=False)
    return await refused(scene.guest.lobby.JoinTable(_joining(party, seat=0)))


@shows("TABLE_FULL")
async def _(scene: Scene) -> Refusal:
    party = await seated(scene.guest, start=False)
    return await refused(scene.guest.lobby.JoinTable(_joining(party)))


@shows("NO_SUCH_SEAT")
async def _(scene: Scene) -> Refusal:
    party = await seated(scene.guest, persons=1, start=False)
    return await refused(scene.guest.lobby.JoinTable(_joining(party, seat=7)))


@shows("ALREADY_STARTED")
async def _(scene: Scene) -> Refusal:
    party = await seated(scene.guest)
    return await refused(_start(party))


@shows("SEATS_EMPTY")
async def _(scene: Scene) -> Refusal:
    party = await seated(scene.guest, persons=1, start=False)
    return await refused(_start(party))


@shows("SEAT_EMPTY")
async def _(scene: Scene) -> Refusal:
    party = await seated(scene.guest, persons=1, start=False)
    request = lobby.ReissueSeatRequest(table_id=party.table_id, command_id=new_id(), seat=1)
    return await refused(scene.guest.lobby.ReissueSeat(request, metadata=bearer(party.host)))


@shows("TABLE_CLOSED")
async def _(scene: Scene) -> Refusal:
    party = await seated(scene.guest)
    seat, move = await party.move()
    request = lobby.CloseTableRequest(table_id=party.table_id, command_id=new_id())
    await scene.guest.lobby.CloseTable(request, metadata=bearer(party.host))
    return await refused(party.send(seat, move))


def _start(party: Party) -> Any:
    request = lobby.StartTableRequest(table_id=party.table_id, command_id=new_id())
    return party.guest.lobby.StartTable(request, metadata=bearer(party.host))


# --- commands -------------------------------------------------------------------------------


@shows("RECEIPT_NOT_FOUND")
async def _(scene: Scene) -> Refusal:
    party = await seated(scene.guest)
    request = table.GetReceiptRequest(table_id=party.table_id, command_id=new_id())
    return await refused(scene.guest.tables.GetReceipt(request, metadata=bearer(party.seats[0])))


@shows("COMMAND_ID_REUSED")
async def _(scene: Scene) -> Refusal:
    party = await seated(scene.guest)
    seat, move = await party.move()
    other = (await party.legal(seat))[1]
    await party.send(seat, move)
    move.blossom_ridge.CopyFrom(other.blossom_ridge)
    return await refused(party.send(seat, move))


@shows("NOT_STARTED")
async def _(scene: Scene) -> Refusal:
    playing, waiting = await seated(scene.guest), await seated(scene.guest, start=False)
    seat, move = await playing.move()
    move.table_id = waiting.table_id
    return await refused(waiting.send(seat, move))


@shows("GAME_OVER")
async def _(scene: Scene) -> Refusal:
    party = await seated(scene.guest)
    seat, move = await party.move()
    while not (await party.send(seat, move)).view.HasField("result"):
        seat, move = await party.move()
        move.include_view = True
    move.command_id = new_id()
    return await refused(party.send(seat, move))


@shows("STALE_PROMPT")
async def _(scene: Scene) -> Refusal:
    party = await seated(scene.guest)
    seat, move = await party.move()
    move.prompt_id = f"{seat}.99"
    said = await refused(party.send(seat, move))
    assert said.metadata["revision"] == str((await party.view(seat)).revision)
    return said


@shows("STALE_REVISION")
async def _(scene: Scene) -> Refusal:
    party = await seated(scene.guest)
    seat, move = await party.move()
    move.expected_revision = 1
    return await refused(party.send(seat, move))


@shows("RESUME_TOKEN_INVALID")
async def _(scene: Scene) -> Refusal:
    party = await seated(scene.guest)
    other = (await party.view(1)).resume_token
    request = table.WatchTableRequest(table_id=party.table_id, resume_token=other)
    call = scene.guest.tables.WatchTable(request, metadata=bearer(party.seats[0]))
    return await refused(call.read())


# --- the house and its store ----------------------------------------------------------------


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
            valkey.process.send_signal(19)  # SIGSTOP: it is there and does not answer
            said = await refused(party.send(seat, move))
            valkey.process.send_signal(18)
            assert said.retry_ms is not None
            assert (await party.send(seat, move)).revision > 0
            await guest.close()
        await store.aclose()
    return said


@shows("DEADLINE_EXCEEDED")
async def _(scene: Scene) -> Refusal:
    ended = asyncio.Event()

    async def slow(_: Any, request: Any, call: Any) -> table.SubmitCommandResponse:
        await asyncio.sleep(0.3)
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
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(engine, "project", lambda table, viewer: table.hands[99])
        party = await seated(scene.guest)
        said = await refused(party.view(0))
    (line,) = [line for line in scene.house.lines if line["event"] == "incident"]
    assert said.metadata.keys() == {"applied", "incident"}
    assert said.metadata["incident"] == line["incident"]
    return said
