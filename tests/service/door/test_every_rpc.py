"""Every RPC of the contract, over a real socket, to a real store."""

import asyncio
from itertools import pairwise
from typing import Any

from croupier.service.transport.descriptors import services
from croupier.v1 import catalog_service_pb2 as catalog
from croupier.v1 import common_pb2, payload_pb2
from croupier.v1 import lobby_service_pb2 as lobby
from croupier.v1 import table_service_pb2 as table
from croupier.v1 import transcript_service_pb2 as transcript
from tests.service.door.house import Guest, House, bearer, new_id, seated


async def test_the_catalogue_says_what_can_be_played(guest: Guest) -> None:
    info = await guest.catalog.GetServerInfo(catalog.GetServerInfoRequest())
    games = await guest.catalog.ListGames(catalog.ListGamesRequest())
    game = await guest.catalog.GetGame(catalog.GetGameRequest(game="blossom_ridge"))
    packs = await guest.catalog.ListPacks(catalog.ListPacksRequest(game="blossom_ridge"))
    pack = await guest.catalog.GetPack(
        catalog.GetPackRequest(game="blossom_ridge", sha256=packs.packs[0].sha256)
    )

    assert "blossom_ridge" in info.games
    assert info.durability == common_pb2.DURABILITY_LOCAL
    assert info.limits.request_bytes_max == 65536
    assert info.server_time.seconds > 1_700_000_000
    assert [one.game for one in games.games] == list(info.games) == sorted(info.games)
    assert game.game in games.games
    assert (game.game.seats_min, game.game.seats_max) == (2, 4)
    assert game.game.rules_prefix == "BLO"
    assert game.game.default_options.HasField("blossom_ridge")
    assert packs.packs[0] == game.game.house_pack == pack.pack
    assert pack.contents["game"] == "blossom_ridge"
    assert pack.toml.startswith("schema") or "schema" in pack.toml


async def test_what_is_public_of_a_table(guest: Guest) -> None:
    party = await seated(guest, seats=3, persons=2)
    request = lobby.GetTableRequest(table_id=party.table_id)

    told = await guest.lobby.GetTable(request, metadata=bearer(party.host))
    spectator = await guest.tables.GetView(
        table.GetViewRequest(table_id=party.table_id), metadata=bearer(party.spectator)
    )

    assert told.table.status == common_pb2.TABLE_STATUS_PLAYING
    assert [one.holder for one in told.table.seats] == [2, 2, 3]
    assert told.table.seats[2].policy == common_pb2.HOUSE_POLICY_RANDOM
    assert told.table.fair is False
    assert len(told.table.commitment) == 64
    assert spectator.view.table == told.table
    assert spectator.view.HasField("view")
    assert not spectator.view.prompts


async def test_a_receipt_and_the_history_say_the_same(guest: Guest) -> None:
    party = await seated(guest)
    seat, move = await party.move()
    mine = bearer(party.seats[seat])

    receipt = await party.send(seat, move)
    again = await guest.tables.GetReceipt(
        table.GetReceiptRequest(table_id=party.table_id, command_id=move.command_id),
        metadata=mine,
    )
    history = await guest.transcripts.ListEntries(
        transcript.ListEntriesRequest(table_id=party.table_id, page_size=256), metadata=mine
    )
    paged = [
        await guest.transcripts.ListEntries(
            transcript.ListEntriesRequest(table_id=party.table_id, page_size=2), metadata=mine
        )
    ]
    while paged[-1].next_page_token:
        request = transcript.ListEntriesRequest(
            table_id=party.table_id, page_size=2, page_token=paged[-1].next_page_token
        )
        paged.append(await guest.transcripts.ListEntries(request, metadata=mine))

    assert receipt.events
    assert (again.revision, again.resume_token) == (receipt.revision, receipt.resume_token)
    assert list(again.events) == list(receipt.events)
    assert [one.revision for one in history.entries] == list(range(1, receipt.revision + 1))
    assert list(history.entries[-1].events) == list(receipt.events)
    assert [one for page in paged for one in page.entries] == list(history.entries)


async def test_seats_change_hands_until_the_table_closes(guest: Guest) -> None:
    party = await seated(guest)
    host = bearer(party.host)
    seat: dict[str, Any] = {"table_id": party.table_id, "seat": 0}

    new = await guest.lobby.ReissueSeat(
        lobby.ReissueSeatRequest(**seat, command_id=new_id()), metadata=host
    )
    await guest.lobby.KickSeat(lobby.KickSeatRequest(**seat, command_id=new_id()), metadata=host)
    await guest.lobby.LeaveTable(
        lobby.LeaveTableRequest(table_id=party.table_id, command_id=new_id()),
        metadata=bearer(party.seats[1]),
    )
    ids = {"table_id": party.table_id, "command_id": new_id()}
    await guest.lobby.RevokeSpectators(lobby.RevokeSpectatorsRequest(**ids), metadata=host)
    ids["command_id"] = new_id()
    rotated = await guest.lobby.ReissueHost(lobby.ReissueHostRequest(**ids), metadata=host)
    again = await guest.lobby.ReissueHost(lobby.ReissueHostRequest(**ids), metadata=host)
    host = bearer(rotated.host_token)
    await guest.lobby.CloseTable(
        lobby.CloseTableRequest(table_id=party.table_id, command_id=new_id()), metadata=host
    )
    closed = await guest.lobby.GetTable(
        lobby.GetTableRequest(table_id=party.table_id), metadata=host
    )

    assert new.seat_token != party.seats[0]
    assert again.host_token == rotated.host_token != party.host
    assert closed.table.status == common_pb2.TABLE_STATUS_CLOSED
    assert [one.policy for one in closed.table.seats] == [common_pb2.HOUSE_POLICY_ABSENT] * 2


async def test_a_repeat_is_the_first_answer_and_says_so_beside_it(guest: Guest) -> None:
    party = await seated(guest)
    seat, move = await party.move()
    mine = bearer(party.seats[seat])

    first = guest.tables.SubmitCommand(move, metadata=mine)
    second = guest.tables.SubmitCommand(move, metadata=mine)
    answers = [await first, await second]

    assert answers[0] == answers[1]
    marks = [dict(await call.trailing_metadata()) for call in (first, second)]
    assert "croupier-replayed" not in marks[0]
    assert marks[1]["croupier-replayed"] == "true"


async def test_asking_whether_it_would_be_accepted_does_nothing(guest: Guest) -> None:
    party = await seated(guest)
    seat, move = await party.move()
    before = await party.view(seat)
    move.validate_only = True

    reply = await party.send(seat, move)

    assert reply == table.SubmitCommandResponse()
    assert (await party.view(seat)).revision == before.revision


async def test_the_view_comes_with_the_receipt_when_it_is_asked_for(guest: Guest) -> None:
    party = await seated(guest)
    seat, move = await party.move()
    move.include_view = True

    reply = await party.send(seat, move)

    assert reply.view == (await party.view(seat)).view


async def test_legal_commands_come_in_pages_of_one_revision(guest: Guest) -> None:
    party = await seated(guest)
    seat, _ = await party.asked()
    whole = await party.legal(seat)
    pages: list[payload_pb2.Command] = []
    request = table.ListLegalCommandsRequest(table_id=party.table_id, page_size=2)
    while True:
        page = await guest.tables.ListLegalCommands(request, metadata=bearer(party.seats[seat]))
        pages += [one.command for one in page.commands]
        if not page.next_page_token:
            break
        request.page_token = page.next_page_token

    assert len(whole) > 2
    assert pages == list(whole)


async def test_listed_tables_are_found_by_pages_and_joined_without_a_code(guest: Guest) -> None:
    tables = [await seated(guest, persons=0, start=False, listed=True) for _ in range(3)]
    found: list[str] = []
    request = lobby.ListTablesRequest(page_size=2, game="blossom_ridge")
    for _ in range(3):
        page = await guest.lobby.ListTables(request)
        found += [one.table_id for one in page.tables]
        if not page.next_page_token:
            break
        request.page_token = page.next_page_token
    sat = await guest.lobby.JoinTable(
        lobby.JoinTableRequest(table_id=found[0], command_id=new_id(), display_name="蓮 Ünï")
    )
    told = await guest.lobby.GetTable(lobby.GetTableRequest(table_id=found[0]))

    assert sorted(found) == sorted(party.table_id for party in tables)
    assert told.table.seats[sat.seat].display_name == "蓮 Ünï"
    assert sat.revision == 2


async def test_a_watch_brings_the_whole_game(guest: Guest) -> None:
    party = await seated(guest, seats=2, persons=0)
    frames = [
        frame
        async for frame in guest.tables.WatchTable(
            table.WatchTableRequest(table_id=party.table_id), metadata=bearer(party.spectator)
        )
    ]

    assert frames[0].WhichOneof("frame") == "snapshot"
    assert frames[-1].end.reason == table.END_REASON_OVER
    revisions = [frame.revision for frame in frames]
    assert revisions == sorted(revisions)
    told = [frame for frame in frames if frame.WhichOneof("frame") != "end"]
    assert all(b.from_revision == a.revision for a, b in pairwise(told))


async def test_every_method_of_the_contract_has_a_handler(house: House) -> None:
    promised = {
        f"/{service.full_name}/{method.name}"
        for service in services()
        for method in service.methods
    }

    assert set(house.parts.dispatcher.methods) == promised
    assert len(promised) == 25


async def test_reads_may_be_given_up_and_changes_may_not(house: House) -> None:
    given_up = {
        m.path.rpartition("/")[2] for m in house.parts.dispatcher.methods.values() if not m.changes
    }

    assert given_up == {
        "GetServerInfo", "ListGames", "GetGame", "ListPacks", "GetPack", "GetTable", "ListTables",
        "GetView", "GetReceipt", "ListLegalCommands", "WatchTable", "ListEntries",
    }  # fmt: skip


async def test_a_watch_goes_on_where_its_token_says(guest: Guest) -> None:
    party = await seated(guest)
    seat, move = await party.move()
    before = await party.view(seat)
    await party.send(seat, move)
    request = table.WatchTableRequest(
        table_id=party.table_id, resume_token=before.resume_token, mode=table.WATCH_MODE_EVENTS
    )
    call = guest.tables.WatchTable(request, metadata=bearer(party.seats[seat]))

    frame = await asyncio.wait_for(anext(aiter(call)), 5)
    call.cancel()

    assert frame.from_revision == before.revision
    assert frame.change.revisions[0].revision == before.revision + 1
