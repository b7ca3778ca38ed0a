"""What guests get wrong: the shape of requests, tokens, seats, commands."""

from typing import Any

from croupier.v1 import catalog_service_pb2 as catalog
from croupier.v1 import lobby_service_pb2 as lobby
from croupier.v1 import table_service_pb2 as table
from tests.service.door.house import Party, Refusal, bearer, new_id, refused, seated
from tests.service.door.scenes import Scene, shows

PATH = "/croupier.v1.TableService/"


# --- the shape of a request -----------------------------------------------------------------


@shows("INVALID_REQUEST")
async def _(scene: Scene) -> Refusal:
    said = await refused(scene.guest.lobby.CreateTable(lobby.CreateTableRequest(seats=99)))
    assert set(said.fields) == {"command_id", "game", "seats"}
    return said


@shows("TOO_LARGE")
async def _(scene: Scene) -> Refusal:
    return await refused(scene.guest.raw(PATH + "SubmitCommand", b"\n" + bytes(70_000)))


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
        return await refused(guest.lobby.CreateTable(request))


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


@shows("NOT_AWAY")
async def _(scene: Scene) -> Refusal:
    party = await seated(scene.guest)
    request = lobby.ReturnToTableRequest(table_id=party.table_id, command_id=new_id())
    return await refused(scene.guest.lobby.ReturnToTable(request, metadata=bearer(party.seats[0])))


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
