"""The store keeps the packs of every game; each game has its own."""

from croupier.v1 import catalog_service_pb2 as catalog
from croupier.v1 import lobby_service_pb2 as lobby
from tests.service.door.house import Guest, new_id, refused, seated


async def test_a_pack_of_another_game_is_unknown(guest: Guest) -> None:
    await seated(guest)
    listed = await guest.catalog.ListPacks(catalog.ListPacksRequest(game="blossom_ridge"))
    game, sha256 = "blast_radius", listed.packs[0].sha256

    got = await refused(guest.catalog.GetPack(catalog.GetPackRequest(game=game, sha256=sha256)))
    order = lobby.CreateTableRequest(game=game, command_id=new_id(), seats=3, pack=sha256)
    opened = await refused(guest.lobby.CreateTable(order))

    assert (got.reason, opened.reason) == ("UNKNOWN_PACK", "UNKNOWN_PACK")
