"""The host of a table: starts, rules over seats, closes. Sees nothing of the game."""

from collections.abc import Sequence

from croupier.client.connection import Connection
from croupier.client.entry import join, spectate
from croupier.client.errors import CroupierError
from croupier.client.seats import SeatClient, SpectatorClient, new_id
from croupier.v1.common_pb2 import HOUSE_POLICY_RANDOM, HousePolicy
from croupier.v1.lobby_service_pb2 import (
    CloseTableRequest,
    CloseTableResponse,
    GetTableRequest,
    GetTableResponse,
    HandSeatToHouseRequest,
    HandSeatToHouseResponse,
    KickSeatRequest,
    KickSeatResponse,
    ReissueHostRequest,
    ReissueHostResponse,
    ReissueSeatRequest,
    ReissueSeatResponse,
    RevokeSpectatorsRequest,
    RevokeSpectatorsResponse,
    StartTableRequest,
    StartTableResponse,
)
from croupier.v1.table_pb2 import Table

OF_A_HOST = (
    StartTableRequest,
    HandSeatToHouseRequest,
    ReissueSeatRequest,
    ReissueHostRequest,
    RevokeSpectatorsRequest,
    KickSeatRequest,
    CloseTableRequest,
)


class HostClient:
    """Whoever holds the host's token. Every call may be repeated with its `command_id`."""

    def __init__(
        self, connection: Connection, table_id: str, token: str, invite_code: str | None = None
    ) -> None:
        self._connection = connection
        self.table_id, self.token, self.invite_code = table_id, token, invite_code

    async def table(self) -> Table:
        """What is public about the table."""
        request = GetTableRequest(table_id=self.table_id)
        return (await self._connection.ask(request, GetTableResponse, self.token)).table

    async def join(
        self, display_name: str, seat: int | None = None, command_id: str | None = None
    ) -> SeatClient:
        """Sit down at the own table."""
        return await join(
            self._connection, self.table_id, display_name, self.invite_code, seat, command_id
        )

    async def spectate(self) -> SpectatorClient:
        """Watch the own table, if it lets people watch."""
        return await spectate(self._connection, self.table_id, self.invite_code)

    async def start(self, command_id: str | None = None) -> None:
        """Begin the game; every seat must be held."""
        name = command_id or new_id()
        request = StartTableRequest(table_id=self.table_id, command_id=name)
        await self._connection.command(request, name, StartTableResponse, self.token)

    async def hand_to_house(
        self,
        seat: int,
        policy: HousePolicy.ValueType = HOUSE_POLICY_RANDOM,
        command_id: str | None = None,
    ) -> None:
        """Let the house play a seat."""
        name = command_id or new_id()
        request = HandSeatToHouseRequest(
            table_id=self.table_id, command_id=name, seat=seat, policy=policy
        )
        await self._connection.command(request, name, HandSeatToHouseResponse, self.token)

    async def reissue(self, seat: int, command_id: str | None = None) -> SeatClient:
        """A new token for a seat; the old one is dead."""
        name = command_id or new_id()
        request = ReissueSeatRequest(table_id=self.table_id, command_id=name, seat=seat)
        reply, _ = await self._connection.command(request, name, ReissueSeatResponse, self.token)
        return self._seat(seat, reply)

    async def reissue_host(self, command_id: str | None = None) -> "HostClient":
        """A new token for the host; this one is dead."""
        name = command_id or new_id()
        request = ReissueHostRequest(table_id=self.table_id, command_id=name)
        reply, _ = await self._connection.command(request, name, ReissueHostResponse, self.token)
        return self._again(reply)

    async def revoke_spectators(self, command_id: str | None = None) -> None:
        """End the tokens and watches of all spectators; who may watch gets a new one."""
        name = command_id or new_id()
        request = RevokeSpectatorsRequest(table_id=self.table_id, command_id=name)
        await self._connection.command(request, name, RevokeSpectatorsResponse, self.token)

    async def kick(self, seat: int, command_id: str | None = None) -> None:
        """Take a seat from its player."""
        name = command_id or new_id()
        request = KickSeatRequest(table_id=self.table_id, command_id=name, seat=seat)
        await self._connection.command(request, name, KickSeatResponse, self.token)

    async def close(self, command_id: str | None = None) -> None:
        """End the table before its game has ended."""
        name = command_id or new_id()
        request = CloseTableRequest(table_id=self.table_id, command_id=name)
        await self._connection.command(request, name, CloseTableResponse, self.token)

    async def recover(self) -> "Sequence[SeatClient | HostClient | CroupierError]":
        """Repeat what was sent and never answered: the seats and the host that were reissued,
        and why what failed was not done. What simply worked is not listed."""
        outcomes: list[SeatClient | HostClient | CroupierError] = []
        for request, answer in await self._connection.recover(self.token, *OF_A_HOST):
            match request, answer:
                case ReissueSeatRequest(), ReissueSeatResponse():
                    outcomes.append(self._seat(request.seat, answer))
                case _, ReissueHostResponse():
                    outcomes.append(self._again(answer))
                case _, CroupierError():
                    outcomes.append(answer)
        return outcomes

    def _seat(self, seat: int, reply: ReissueSeatResponse) -> SeatClient:
        return SeatClient(self._connection, self.table_id, reply.seat_token, seat)

    def _again(self, reply: ReissueHostResponse) -> "HostClient":
        return HostClient(self._connection, self.table_id, reply.host_token, self.invite_code)
