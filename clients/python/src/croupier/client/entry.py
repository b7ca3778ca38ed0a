"""How somebody gets to a table: sit down, or watch."""

from croupier.client.connection import Connection
from croupier.client.seats import SeatClient, SpectatorClient, new_id
from croupier.v1.lobby_service_pb2 import (
    JoinTableRequest,
    JoinTableResponse,
    SpectateTableRequest,
    SpectateTableResponse,
)


async def join(
    connection: Connection,
    table_id: str,
    display_name: str,
    invite_code: str | None,
    seat: int | None,
    command_id: str | None,
) -> SeatClient:
    """Take a seat: this one, or any free one."""
    request = JoinTableRequest(
        table_id=table_id,
        command_id=command_id or new_id(),
        invite_code=invite_code,
        seat=seat,
        display_name=display_name,
    )
    reply, _ = await connection.command(request, request.command_id, JoinTableResponse, None)
    return joined(connection, request, reply)


def joined(
    connection: Connection, request: JoinTableRequest, reply: JoinTableResponse
) -> SeatClient:
    """The seat that this call took; a repeat of it gets the same seat and token."""
    return SeatClient(connection, request.table_id, reply.seat_token, reply.seat)


async def spectate(
    connection: Connection, table_id: str, invite_code: str | None
) -> SpectatorClient:
    """Watch a table that lets people watch."""
    request = SpectateTableRequest(table_id=table_id, invite_code=invite_code)
    reply = await connection.ask(request, SpectateTableResponse, None)
    return SpectatorClient(connection, table_id, reply.spectator_token)
