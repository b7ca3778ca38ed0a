"""Whole games, planned ahead: the bench owns the house's secret, so it knows every card.

Tables are opened and dealt over gRPC; then their games are played here, with the service's own
fold, and every command becomes one prepared request. Firing them plays the same games.
"""

import uuid
from dataclasses import dataclass
from typing import TYPE_CHECKING

import grpc

from bench.load import Request
from croupier.engines.kernel.rng import KeyedRng
from croupier.engines.kernel.values import Seat, replace
from croupier.service.app.fold import fold
from croupier.service.app.live import Live, Tables
from croupier.service.app.records import Caller, Decide, Status, TableId
from croupier.service.transport.wire import Wire
from croupier.v1 import (
    common_pb2,
    lobby_service_pb2,
    lobby_service_pb2_grpc,
    table_service_pb2,
)

if TYPE_CHECKING:
    from croupier.v1.lobby_service_pb2_grpc import LobbyServiceAsyncStub

SUBMIT = "/croupier.v1.TableService/SubmitCommand"
WATCH = "/croupier.v1.TableService/WatchTable"


@dataclass(frozen=True)
class Dealt:
    """A table that has started, and the tokens of its seats and of its spectators."""

    table_id: TableId
    tokens: tuple[str, ...]
    spectator: str


async def deal(address: str, game: str, seats: int, tables: int) -> list[Dealt]:
    """Open, fill and start so many tables."""
    async with grpc.aio.insecure_channel(address) as channel:
        lobby = lobby_service_pb2_grpc.LobbyServiceStub(channel)
        return [await _deal(lobby, game, seats) for _ in range(tables)]


async def _deal(lobby: "LobbyServiceAsyncStub", game: str, seats: int) -> Dealt:
    opened = await lobby.CreateTable(
        lobby_service_pb2.CreateTableRequest(
            command_id=_id(),
            game=game,
            seats=seats,
            spectators=common_pb2.SPECTATORS_LIVE,
        )
    )
    table_id = opened.table.table_id
    tokens = []
    for seat in range(seats):
        sat = await lobby.JoinTable(
            lobby_service_pb2.JoinTableRequest(
                table_id=table_id,
                command_id=_id(),
                invite_code=opened.invite_code,
                seat=seat,
                display_name=f"player {seat}",
            )
        )
        tokens.append(sat.seat_token)
    look = lobby_service_pb2.SpectateTableRequest(table_id=table_id, invite_code=opened.invite_code)
    spectator = (await lobby.SpectateTable(look)).spectator_token
    host = (("authorization", f"Bearer {opened.host_token}"),)
    start = lobby_service_pb2.StartTableRequest(table_id=table_id, command_id=_id())
    await lobby.StartTable(start, metadata=host)
    return Dealt(TableId(table_id), tuple(tokens), spectator)


async def play_ahead(tables: Tables, dealt: Dealt) -> list[Request]:
    """Every command of one whole game, as it will be sent."""
    live = await tables.current(dealt.table_id)
    wire, chance = Wire(live.engine), KeyedRng(dealt.table_id.encode())
    requests = []
    while live.snapshot.status is Status.PLAYING:
        seat, live, body = _decision(wire, chance, live)
        requests.append(Request(body, dealt.tokens[seat]))
    return requests


def _decision(wire: Wire, chance: KeyedRng, live: Live) -> tuple[Seat, Live, bytes]:
    seat, prompt = next(
        (Seat(seat), asked.question)
        for seat, asked in enumerate(live.asked)
        if asked.question is not None
    )
    engine, chair = live.engine, live.snapshot.chairs[seat]
    view = engine.project(live.table, seat)
    command = engine.house_answer(view, prompt, "random", chance)
    act = Decide(seat, live.game.commands.write(command))
    folded = fold(live, act, Caller(str(seat)), bytes(16))
    request = table_service_pb2.SubmitCommandRequest(
        table_id=live.snapshot.table_id,
        command_id=_id(),
        prompt_id=f"{seat}.{chair.numbers.question}",
    )
    request.MergeFromString(wire.command_to(command).SerializeToString())
    row = replace(live.row, snapshot=folded.snapshot)
    after = Live(row, live.game, folded.table, folded.asked, live.key)
    return seat, after, request.SerializeToString()


def watchers(dealt: Dealt, count: int) -> list[Request]:
    """Spectators of one table."""
    body = table_service_pb2.WatchTableRequest(table_id=dealt.table_id).SerializeToString()
    return [Request(body, dealt.spectator)] * count


def _id() -> str:
    return str(uuid.uuid4())
