"""A whole house behind a real gRPC door on a free port, and guests who speak plain gRPC."""

import asyncio
import io
import json
import uuid
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any

from google.protobuf.message import Message
from google.rpc.error_details_pb2 import BadRequest, ErrorInfo, RetryInfo
from google.rpc.status_pb2 import Status
from grpc import StatusCode, aio
from grpc_status import rpc_status

from croupier.service import logs
from croupier.service.adapters.store import RedisStore
from croupier.service.app.games import Game
from croupier.service.app.keys import Keys
from croupier.service.catalogue import GAMES
from croupier.service.parts import Parts, joined
from croupier.service.settings import Settings
from croupier.service.transport.grpc_door import Place
from croupier.v1 import catalog_service_pb2_grpc as catalog_grpc
from croupier.v1 import lobby_service_pb2 as lobby_pb
from croupier.v1 import lobby_service_pb2_grpc as lobby_grpc
from croupier.v1 import table_service_pb2 as table_pb
from croupier.v1 import table_service_pb2_grpc as table_grpc
from croupier.v1 import transcript_service_pb2_grpc as transcript_grpc
from tests.waiting import wait_until

KEYS = Keys((b"a root secret for the door's tests",))
Metadata = tuple[tuple[str, str], ...]
SEED = bytes(range(32))


def new_id() -> str:
    """A command id."""
    return str(uuid.uuid4())


def bearer(token: str | None) -> Metadata:
    """How a token travels."""
    return () if token is None else (("authorization", f"Bearer {token}"),)


@dataclass
class House:
    """A house and its log."""

    parts: Parts
    store: RedisStore
    port: int
    written: io.BytesIO
    http_port: int

    @property
    def lines(self) -> list[dict[str, Any]]:
        """What it logged so far."""
        return [json.loads(line) for line in self.written.getvalue().splitlines()]

    def requests(self) -> list[dict[str, Any]]:
        """The lines of requests."""
        return [line for line in self.lines if line["event"] == "request"]


@asynccontextmanager
async def opened(store: RedisStore, **set_up: Any) -> AsyncIterator[House]:
    """A house that serves, without any environment around it."""
    given = {"test_seeds": True, "lame_duck_s": 0.0, "grace_s": 5.0, "log_level": "debug", **set_up}
    settings = Settings(**given)
    written = io.BytesIO()
    log = logs.writing_to(written, settings.log_level)
    games: Mapping[str, Game] = {engine.game: Game(engine) for engine in GAMES}
    parts = joined(settings, log, games, store, KEYS, "local")
    port = await parts.door.open(Place("127.0.0.1", 0))
    http_port = await parts.http.open(Place("127.0.0.1", 0))
    work = [asyncio.create_task(parts.hub.run()), asyncio.create_task(parts.house.run())]
    try:
        yield House(parts, store, port, written, http_port)
    finally:
        await parts.hub.drain()
        await parts.house.rest()
        for task in work:
            task.cancel()
        await asyncio.gather(*work, return_exceptions=True)
        await asyncio.gather(parts.door.close(0), parts.http.close())


class Guest:
    """Somebody with a connection to a house."""

    def __init__(self, port: int, channel: Any = None) -> None:
        self.channel = channel or aio.insecure_channel(
            f"127.0.0.1:{port}", options=[("grpc.use_local_subchannel_pool", 1)]
        )
        self.catalog = catalog_grpc.CatalogServiceStub(self.channel)
        self.lobby = lobby_grpc.LobbyServiceStub(self.channel)
        self.tables = table_grpc.TableServiceStub(self.channel)
        self.transcripts = transcript_grpc.TranscriptServiceStub(self.channel)

    async def raw(self, path: str, body: bytes, metadata: Metadata = (), **more: Any) -> bytes:
        """Bytes in, bytes out."""
        call: Any = self.channel.unary_unary(path)
        reply: bytes = await call(body, metadata=metadata, **more)
        return reply

    async def close(self) -> None:
        """Hang up."""
        await self.channel.close()


@dataclass(frozen=True)
class Party:
    """A table with everybody's tokens."""

    guest: Guest
    table_id: str
    host: str
    invite_code: str
    seats: tuple[str, ...]  # tokens; "" where the house sits
    spectator: str

    async def view(self, seat: int) -> table_pb.GetViewResponse:
        """What a seat sees."""
        request = table_pb.GetViewRequest(table_id=self.table_id)
        return await self.guest.tables.GetView(request, metadata=bearer(self.seats[seat]))

    async def legal(self, seat: int) -> Sequence[Any]:
        """What a seat may do: as many commands as one page holds, shapes filled with least."""
        request = table_pb.ListLegalCommandsRequest(table_id=self.table_id, page_size=256)
        reply = await self.guest.tables.ListLegalCommands(
            request, metadata=bearer(self.seats[seat])
        )
        return [one.command for one in reply.commands if one.HasField("command")]

    async def asked(self) -> tuple[int, table_pb.GetViewResponse]:
        """The first seat that is asked something, and its view; house players go first."""
        found: list[tuple[int, table_pb.GetViewResponse]] = []

        async def somebody() -> bool:
            for seat, token in enumerate(self.seats):
                view = await self.view(seat) if token else None
                if view is not None and view.view.prompts:
                    found.append((seat, view))
            return bool(found)

        await wait_until(somebody, "a person is asked")
        return found[0]

    async def move(self) -> tuple[int, table_pb.SubmitCommandRequest]:
        """A legal move of whoever is asked, ready to be sent."""
        seat, view = await self.asked()
        command = (await self.legal(seat))[0]
        request = table_pb.SubmitCommandRequest(
            table_id=self.table_id,
            command_id=new_id(),
            prompt_id=view.view.prompts[0].prompt_id,
            blossom_ridge=command.blossom_ridge,
        )
        return seat, request

    async def send(
        self, seat: int, request: table_pb.SubmitCommandRequest
    ) -> table_pb.SubmitCommandResponse:
        """Send a move as a seat."""
        return await self.guest.tables.SubmitCommand(request, metadata=bearer(self.seats[seat]))


async def seated(
    guest: Guest, seats: int = 2, persons: int | None = None, start: bool = True, **terms: Any
) -> Party:
    """A table; the first seats are taken by persons, the house has the others."""
    order: dict[str, Any] = {"spectators": "SPECTATORS_LIVE", "test_seed": SEED, **terms}
    table = await guest.lobby.CreateTable(
        lobby_pb.CreateTableRequest(command_id=new_id(), game="blossom_ridge", seats=seats, **order)
    )
    table_id, host = table.table.table_id, bearer(table.host_token)
    tokens = []
    for seat in range(seats if persons is None else persons):
        sat = await guest.lobby.JoinTable(
            lobby_pb.JoinTableRequest(
                table_id=table_id,
                command_id=new_id(),
                invite_code=table.invite_code,
                seat=seat,
                display_name=f"player {seat}",
            )
        )
        tokens.append(sat.seat_token)
    for seat in range(len(tokens), seats if start else 0):
        await guest.lobby.HandSeatToHouse(
            lobby_pb.HandSeatToHouseRequest(table_id=table_id, command_id=new_id(), seat=seat),
            metadata=host,
        )
        tokens.append("")
    spectator = await guest.lobby.SpectateTable(
        lobby_pb.SpectateTableRequest(table_id=table_id, invite_code=table.invite_code)
    )
    if start:
        await guest.lobby.StartTable(
            lobby_pb.StartTableRequest(table_id=table_id, command_id=new_id()), metadata=host
        )
    return Party(
        guest, table_id, table.host_token, table.invite_code, tuple(tokens),
        spectator.spectator_token,
    )  # fmt: skip


@dataclass(frozen=True)
class Refusal:
    """A no as a client reads it."""

    code: StatusCode
    message: str
    reason: str
    metadata: Mapping[str, str]
    fields: Mapping[str, str] = field(default_factory=dict)
    retry_ms: int | None = None
    bytes: bytes = b""  # everything that came, to search in


def refusal_of(error: aio.AioRpcError) -> Refusal:
    """The rich error. Fails when there is none."""
    status = rpc_status.from_call(error)  # type: ignore[arg-type]
    assert isinstance(status, Status), f"no rich error: {error.code()} {error.details()}"
    info, fields, retry = ErrorInfo(), {}, None
    for detail in status.details:
        broken, again = BadRequest(), RetryInfo()
        if detail.Unpack(broken):
            fields = {one.field: one.description for one in broken.field_violations}
        elif detail.Unpack(again):
            retry = again.retry_delay.ToMilliseconds()
        else:
            assert detail.Unpack(info), detail.type_url
    assert info.domain == "croupier"
    return Refusal(
        error.code(), status.message, info.reason, dict(info.metadata), fields, retry,
        status.SerializeToString(),
    )  # fmt: skip


async def refused(call: Any) -> Refusal:
    """The refusal of a call that must be refused."""
    try:
        reply = await call
    except aio.AioRpcError as error:
        return refusal_of(error)
    raise AssertionError(f"accepted: {type(reply).__name__}")


def without(message: Message, *names: str) -> Any:
    """A copy less these fields."""
    copy = type(message)()
    copy.CopyFrom(message)
    for name in names:
        copy.ClearField(name)
    return copy
