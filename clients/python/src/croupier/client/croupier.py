"""The way in: what a service offers, its open tables, and new ones."""

from collections.abc import AsyncGenerator, Sequence
from types import TracebackType
from typing import Self

import grpc

from croupier.client.connection import Connection
from croupier.client.entry import join, joined, spectate
from croupier.client.errors import CroupierError
from croupier.client.host import HostClient
from croupier.client.journal import Journal
from croupier.client.retry import Retry
from croupier.client.seats import PAGE, PAGES_MAX, SeatClient, SpectatorClient, new_id
from croupier.v1.catalog_service_pb2 import (
    Game,
    GetGameRequest,
    GetGameResponse,
    GetPackRequest,
    GetPackResponse,
    GetServerInfoRequest,
    GetServerInfoResponse,
    ListGamesRequest,
    ListGamesResponse,
    ListPacksRequest,
    ListPacksResponse,
    Pack,
)
from croupier.v1.common_pb2 import Spectators
from croupier.v1.lobby_service_pb2 import (
    CreateTableRequest,
    CreateTableResponse,
    GetTableRequest,
    GetTableResponse,
    JoinTableRequest,
    JoinTableResponse,
    ListTablesRequest,
    ListTablesResponse,
)
from croupier.v1.payload_pb2 import Options
from croupier.v1.table_pb2 import Table

ADDRESS = "127.0.0.1:50051"


class Croupier:
    """A client of one service, on one or several replicas.

    `address` is anything gRPC knows: `host:port`, `dns:///name:port`, `ipv4:a:1,b:2`. Use it as
    `async with Croupier() as croupier`.
    """

    def __init__(
        self,
        address: str = ADDRESS,
        *,
        credentials: grpc.ChannelCredentials | None = None,
        operator_key: str | None = None,
        journal: Journal | None = None,
        retry: Retry | None = None,
    ) -> None:
        self._connection = Connection(address, credentials, journal, retry)
        self._operator_key = operator_key

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        await self.close()

    async def close(self) -> None:
        """End every call and every watch."""
        await self._connection.close()

    async def server_info(self) -> GetServerInfoResponse:
        """What the service is, promises and allows."""
        return await self._connection.ask(GetServerInfoRequest(), GetServerInfoResponse, None)

    async def games(self) -> Sequence[Game]:
        """Every game that can be played there."""
        reply = await self._connection.ask(ListGamesRequest(), ListGamesResponse, None)
        return reply.games

    async def game(self, game: str) -> Game:
        """One game: its seats, rules and default options."""
        request = GetGameRequest(game=game)
        return (await self._connection.ask(request, GetGameResponse, None)).game

    async def packs(self, game: str) -> Sequence[Pack]:
        """The packs of cards for a game, the house edition first."""
        request = ListPacksRequest(game=game)
        return (await self._connection.ask(request, ListPacksResponse, None)).packs

    async def pack(self, game: str, sha256: str) -> GetPackResponse:
        """One pack with its cards and their texts."""
        request = GetPackRequest(game=game, sha256=sha256)
        return await self._connection.ask(request, GetPackResponse, None)

    async def create_table(
        self,
        game: str,
        seats: int,
        *,
        options: Options | None = None,
        pack: str | None = None,
        listed: bool | None = None,
        spectators: Spectators.ValueType | None = None,
        house_think_ms: int | None = None,
        turn_seconds: int | None = None,
        reply_seconds: int | None = None,
        test_seed: bytes | None = None,
        command_id: str | None = None,
    ) -> HostClient:
        """Set up a table. A repeat with the same `command_id` finds the same table.

        `turn_seconds` and `reply_seconds` are how long a person has; 0 is for ever.
        """
        request = CreateTableRequest(
            command_id=command_id or new_id(),
            game=game,
            seats=seats,
            options=options,
            pack=pack,
            listed=listed,
            spectators=spectators,
            house_think_ms=house_think_ms,
            turn_seconds=turn_seconds,
            reply_seconds=reply_seconds,
            test_seed=test_seed,
        )
        reply, _ = await self._connection.command(
            request, request.command_id, CreateTableResponse, self._operator_key
        )
        return self._host_of(reply)

    async def table(self, table_id: str) -> Table:
        """What is public about a listed table."""
        request = GetTableRequest(table_id=table_id)
        return (await self._connection.ask(request, GetTableResponse, None)).table

    async def open_tables(self, game: str | None = None) -> AsyncGenerator[Table, None]:
        """The listed tables that wait for players."""
        page: str | None = None
        for _ in range(PAGES_MAX):
            request = ListTablesRequest(game=game, page_size=PAGE, page_token=page)
            reply = await self._connection.ask(request, ListTablesResponse, None)
            for table in reply.tables:
                yield table
            page = reply.next_page_token
            if not page:
                return

    async def join(
        self,
        table_id: str,
        display_name: str,
        *,
        invite_code: str | None = None,
        seat: int | None = None,
        command_id: str | None = None,
    ) -> SeatClient:
        """Take a seat: this one, or any free one. Unlisted tables want their invite code."""
        return await join(self._connection, table_id, display_name, invite_code, seat, command_id)

    async def spectate(self, table_id: str, invite_code: str | None = None) -> SpectatorClient:
        """Watch a table without a seat, if it lets people watch."""
        return await spectate(self._connection, table_id, invite_code)

    def host(self, table_id: str, token: str, invite_code: str | None = None) -> HostClient:
        """The host again, with a token kept from before."""
        return HostClient(self._connection, table_id, token, invite_code)

    def seat(self, table_id: str, token: str, seat: int) -> SeatClient:
        """A seat again, with a token kept from before."""
        return SeatClient(self._connection, table_id, token, seat)

    def spectator(self, table_id: str, token: str) -> SpectatorClient:
        """A spectator again, with a token kept from before."""
        return SpectatorClient(self._connection, table_id, token)

    async def recover(self) -> Sequence[HostClient | SeatClient | CroupierError]:
        """Repeat every opening and joining that was sent and never answered: the same tables,
        seats and tokens, or why there is none."""
        connection = self._connection
        answered = [
            *await connection.recover(self._operator_key, CreateTableRequest),
            *await connection.recover(None, JoinTableRequest),
        ]
        outcomes: list[HostClient | SeatClient | CroupierError] = []
        for request, answer in answered:
            match request, answer:
                case JoinTableRequest(), JoinTableResponse():
                    outcomes.append(joined(connection, request, answer))
                case _, CreateTableResponse():
                    outcomes.append(self._host_of(answer))
                case _, CroupierError():
                    outcomes.append(answer)
        return outcomes

    def _host_of(self, reply: CreateTableResponse) -> HostClient:
        return HostClient(
            self._connection, reply.table.table_id, reply.host_token, reply.invite_code
        )
