"""LobbyService: tables and the seats around them."""

from croupier.engines.kernel.values import Seat
from croupier.service.app.lobby import Lobby
from croupier.service.app.problems import Problem
from croupier.service.app.records import TableId
from croupier.service.transport import pages
from croupier.service.transport.context import Call
from croupier.service.transport.messages import POLICIES, Scribe, command_id
from croupier.v1 import lobby_service_pb2 as pb


class LobbyHandlers:
    """Open, join, leave, start, rule over seats, close."""

    def __init__(self, lobby: Lobby, scribe: Scribe, test_seeds: bool) -> None:
        self._lobby, self._scribe, self._test_seeds = lobby, scribe, test_seeds

    async def CreateTable(
        self, request: pb.CreateTableRequest, call: Call
    ) -> pb.CreateTableResponse:
        """Set up a table."""
        caller = call.opener()
        if request.HasField("test_seed") and not self._test_seeds:
            raise Problem("TEST_SEED_FORBIDDEN")
        opened = await self._lobby.create(self._scribe.new_table(request, caller))
        return pb.CreateTableResponse(
            table=self._scribe.table(opened.live.snapshot),
            host_token=opened.host_token,
            invite_code=opened.invite_code,
        )

    async def GetTable(self, request: pb.GetTableRequest, call: Call) -> pb.GetTableResponse:
        """What is public of a table: to its people, and to all where it is listed."""
        badge = call.badge_if_any(request.table_id)
        live = await self._lobby.get(TableId(request.table_id), badge)
        return pb.GetTableResponse(table=self._scribe.table(live.snapshot))

    async def ListTables(self, request: pb.ListTablesRequest, _: Call) -> pb.ListTablesResponse:
        """The listed tables that wait for players."""
        size = request.page_size or pages.SIZE_DEFAULT
        after = str(*pages.numbers(request.page_token, 1)) if request.page_token else ""
        game = request.game if request.HasField("game") else None
        found, after = await self._lobby.open_tables(after, size, game)
        reply = pb.ListTablesResponse(tables=[self._scribe.table(one.snapshot) for one in found])
        if after:
            reply.next_page_token = pages.token(int(after))
        return reply

    async def JoinTable(self, request: pb.JoinTableRequest, _: Call) -> pb.JoinTableResponse:
        """Take a seat."""
        seated = await self._lobby.join(
            TableId(request.table_id),
            command_id(request.command_id),
            request.invite_code if request.HasField("invite_code") else None,
            Seat(request.seat) if request.HasField("seat") else None,
            request.display_name,
        )
        return pb.JoinTableResponse(
            seat=seated.seat,
            seat_token=seated.token,
            revision=seated.revision,
        )

    async def LeaveTable(self, request: pb.LeaveTableRequest, call: Call) -> pb.LeaveTableResponse:
        """Get up."""
        badge = call.badge(request.table_id)
        await self._lobby.leave(badge, command_id(request.command_id))
        return pb.LeaveTableResponse()

    async def ReturnToTable(
        self, request: pb.ReturnToTableRequest, call: Call
    ) -> pb.ReturnToTableResponse:
        """Be asked again."""
        badge = call.badge(request.table_id)
        await self._lobby.come_back(badge, command_id(request.command_id))
        return pb.ReturnToTableResponse()

    async def StartTable(self, request: pb.StartTableRequest, call: Call) -> pb.StartTableResponse:
        """Begin the game."""
        badge = call.badge(request.table_id)
        await self._lobby.start(badge, command_id(request.command_id))
        return pb.StartTableResponse()

    async def SpectateTable(
        self, request: pb.SpectateTableRequest, _: Call
    ) -> pb.SpectateTableResponse:
        """Get a token to watch with."""
        code = request.invite_code if request.HasField("invite_code") else None
        _live, token = await self._lobby.spectate(TableId(request.table_id), code)
        return pb.SpectateTableResponse(spectator_token=token)

    async def HandSeatToHouse(
        self, request: pb.HandSeatToHouseRequest, call: Call
    ) -> pb.HandSeatToHouseResponse:
        """Let the house play a seat."""
        badge = call.badge(request.table_id)
        policy = POLICIES[request.policy] if request.HasField("policy") else "random"
        seat = Seat(request.seat)
        await self._lobby.give(badge, command_id(request.command_id), seat, policy)
        return pb.HandSeatToHouseResponse()

    async def ReissueSeat(
        self, request: pb.ReissueSeatRequest, call: Call
    ) -> pb.ReissueSeatResponse:
        """A new token for a seat."""
        badge = call.badge(request.table_id)
        seat = Seat(request.seat)
        seated = await self._lobby.reissue(badge, command_id(request.command_id), seat)
        return pb.ReissueSeatResponse(seat_token=seated.token)

    async def ReissueHost(
        self, request: pb.ReissueHostRequest, call: Call
    ) -> pb.ReissueHostResponse:
        """A new token for the host."""
        badge = call.badge(request.table_id)
        token = await self._lobby.reissue_host(badge, command_id(request.command_id))
        return pb.ReissueHostResponse(host_token=token)

    async def RevokeSpectators(
        self, request: pb.RevokeSpectatorsRequest, call: Call
    ) -> pb.RevokeSpectatorsResponse:
        """End the tokens of all spectators."""
        badge = call.badge(request.table_id)
        await self._lobby.revoke_spectators(badge, command_id(request.command_id))
        return pb.RevokeSpectatorsResponse()

    async def KickSeat(self, request: pb.KickSeatRequest, call: Call) -> pb.KickSeatResponse:
        """Take a seat from its player."""
        badge = call.badge(request.table_id)
        await self._lobby.kick(badge, command_id(request.command_id), Seat(request.seat))
        return pb.KickSeatResponse()

    async def CloseTable(self, request: pb.CloseTableRequest, call: Call) -> pb.CloseTableResponse:
        """End a table."""
        badge = call.badge(request.table_id)
        await self._lobby.close(badge, command_id(request.command_id))
        return pb.CloseTableResponse()
