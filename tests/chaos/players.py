"""Players and watchers that write down everything: they act on what they see and never give up.

A command is repeated with its id, on any replica, until its outcome is certain. A refusal after
an attempt of unknown outcome is no certainty: the first attempt may still be on its way.
"""

import asyncio
import itertools
import random
import time
import uuid
from typing import TYPE_CHECKING, Any

import grpc
from google.rpc import error_details_pb2, status_pb2

from croupier.service.load.history import (
    Call,
    Frame,
    History,
    Outcome,
    Viewer,
    digest_of,
    digest_of_all,
)
from croupier.v1 import (
    common_pb2,
    lobby_service_pb2,
    lobby_service_pb2_grpc,
    table_pb2,
    table_service_pb2,
    table_service_pb2_grpc,
)

if TYPE_CHECKING:
    from croupier.v1.lobby_service_pb2_grpc import LobbyServiceAsyncStub

CALL_S = 2.0
PAUSE_S = 0.05
ATTEMPTS_MAX = 400
PAGE = 256
ASKS_AGAIN = 0.05
REFUSALS = (grpc.StatusCode.ABORTED, grpc.StatusCode.FAILED_PRECONDITION)
BUGS = (grpc.StatusCode.INTERNAL, grpc.StatusCode.UNKNOWN, grpc.StatusCode.INVALID_ARGUMENT)
RANDOM = common_pb2.HOUSE_POLICY_RANDOM
LIVE = common_pb2.SPECTATORS_LIVE
_streams = itertools.count(1)


class Addresses:
    """The replicas, taken in random order; a new channel for each attempt after a failure."""

    def __init__(self, addresses: list[str], chance: random.Random) -> None:
        self._chance = chance
        options = [
            ("grpc.initial_reconnect_backoff_ms", 50),
            ("grpc.max_reconnect_backoff_ms", 200),
            ("grpc.use_local_subchannel_pool", 1),
        ]
        self._channels = [grpc.aio.insecure_channel(one, options) for one in addresses]

    def any(self) -> grpc.aio.Channel:
        """One of them."""
        return self._chance.choice(self._channels)

    async def close(self) -> None:
        """No more calls."""
        await asyncio.gather(*(channel.close() for channel in self._channels))


async def persist(call: Any) -> Any:
    """A repeatable call until it is answered."""
    for _ in range(ATTEMPTS_MAX):
        try:
            return await call()
        except grpc.aio.AioRpcError as error:
            if error.code() not in (
                grpc.StatusCode.UNAVAILABLE,
                grpc.StatusCode.DEADLINE_EXCEEDED,
                grpc.StatusCode.CANCELLED,
                grpc.StatusCode.RESOURCE_EXHAUSTED,
            ):
                raise
        await asyncio.sleep(PAUSE_S)
    raise AssertionError("no replica answered for a long time")


def may_be_applied(error: grpc.aio.AioRpcError) -> bool:
    """What the error says; a transport that broke says nothing, so: perhaps."""
    for key, value in error.trailing_metadata() or ():
        if key == "grpc-status-details-bin" and isinstance(value, bytes):
            for detail in status_pb2.Status.FromString(value).details:
                info = error_details_pb2.ErrorInfo()
                if detail.Unpack(info):
                    return info.metadata["applied"] != "NO"
    return True


class Table:
    """One table: persons on some seats, the house on the others, a watcher for every viewer."""

    def __init__(self, here: Addresses, history: History, chance: random.Random) -> None:
        self._here, self._history, self._chance = here, history, chance
        self.table_id = ""
        self.over = asyncio.Event()
        self._tokens: dict[Viewer, str] = {}
        self._asked: dict[int, asyncio.Queue[table_pb2.TableView | None]] = {}

    async def open(self, game: str, persons: int, house: int) -> None:
        """Open, sit down, hand the rest to the house, start."""

        def lobby() -> "LobbyServiceAsyncStub":
            return lobby_service_pb2_grpc.LobbyServiceStub(self._here.any())

        new = lobby_service_pb2.CreateTableRequest(
            command_id=_id(), game=game, seats=persons + house, spectators=LIVE
        )
        opened = await persist(lambda: lobby().CreateTable(new, timeout=CALL_S))
        self.table_id = opened.table.table_id
        host = _bearer(opened.host_token)
        for seat in range(persons):
            sit = lobby_service_pb2.JoinTableRequest(
                table_id=self.table_id,
                command_id=_id(),
                invite_code=opened.invite_code,
                seat=seat,
                display_name=f"bot {seat}",
            )
            sat = await persist(lambda sit=sit: lobby().JoinTable(sit, timeout=CALL_S))
            self._tokens[seat] = sat.seat_token
        for seat in range(persons, persons + house):
            give = lobby_service_pb2.HandSeatToHouseRequest(
                table_id=self.table_id, command_id=_id(), seat=seat, policy=RANDOM
            )
            await persist(
                lambda give=give: lobby().HandSeatToHouse(give, metadata=host, timeout=CALL_S)
            )
        look = lobby_service_pb2.SpectateTableRequest(
            table_id=self.table_id, invite_code=opened.invite_code
        )
        spectator = await persist(lambda: lobby().SpectateTable(look, timeout=CALL_S))
        self._tokens[None] = spectator.spectator_token
        start = lobby_service_pb2.StartTableRequest(table_id=self.table_id, command_id=_id())
        await persist(lambda: lobby().StartTable(start, metadata=host, timeout=CALL_S))

    async def play(self) -> None:
        """Play and watch until the game is over for every viewer."""
        seats = [seat for seat in self._tokens if seat is not None]
        self._asked = {seat: asyncio.Queue() for seat in seats}
        players = [asyncio.create_task(self._decide(seat)) for seat in seats]
        await asyncio.gather(*(self._watch(viewer) for viewer in self._tokens))
        for asked in self._asked.values():
            asked.put_nowait(None)  # whoever is still being answered waits for it
        await asyncio.gather(*players)

    async def _watch(self, viewer: Viewer) -> None:
        """Follow one viewer's stream and resume it, until it ends for good."""
        token = ""
        for _ in range(ATTEMPTS_MAX):
            stub = table_service_pb2_grpc.TableServiceStub(self._here.any())
            request = table_service_pb2.WatchTableRequest(
                table_id=self.table_id, resume_token=token or None
            )
            number = next(_streams)
            try:
                stream = stub.WatchTable(request, metadata=_bearer(self._tokens[viewer]))
                async for frame in stream:
                    token = frame.resume_token
                    self._write_down(viewer, number, frame)
                    if frame.end.reason == table_service_pb2.END_REASON_OVER:
                        return
            except grpc.aio.AioRpcError as error:
                if error.code() is grpc.StatusCode.INVALID_ARGUMENT:
                    raise
            await asyncio.sleep(PAUSE_S)
        raise AssertionError("a watch did not come to its end")

    def _write_down(self, viewer: Viewer, stream: int, frame: Any) -> None:
        kind = frame.WhichOneof("frame")
        body = getattr(frame, kind)
        seen = body.view if kind in ("snapshot", "change", "reset") else None
        reason = ""
        if kind == "reset":
            reason = table_service_pb2.ResetReason.Name(body.reason).removeprefix("RESET_REASON_")
        self._history.frames.append(
            Frame(
                self.table_id,
                viewer,
                stream,
                kind.upper(),
                frame.revision,
                frame.from_revision,
                frame.resume_token,
                reason,
                digest_of(seen.view) if seen is not None and seen.HasField("view") else None,
            )
        )
        if seen is not None and viewer is not None:
            self._asked[viewer].put_nowait(seen)

    async def _decide(self, seat: int) -> None:
        """Answer each question of one seat, once it is seen, until nobody looks any more."""
        answered = ""
        while (seen := await self._asked[seat].get()) is not None:
            for prompt in seen.prompts:
                if prompt.question and prompt.prompt_id != answered:
                    answered = prompt.prompt_id
                    await self._answer(seat, prompt.prompt_id)

    async def _answer(self, seat: int, prompt_id: str) -> None:
        token = _bearer(self._tokens[seat])
        ask = table_service_pb2.ListLegalCommandsRequest(table_id=self.table_id, page_size=PAGE)
        page = await persist(
            lambda: table_service_pb2_grpc.TableServiceStub(self._here.any()).ListLegalCommands(
                ask, metadata=token, timeout=CALL_S
            )
        )
        if not page.commands:
            return
        chosen = self._chance.choice(list(page.commands)).command
        command_id = uuid.UUID(int=self._chance.getrandbits(128), version=4)
        request = table_service_pb2.SubmitCommandRequest(
            table_id=self.table_id, command_id=str(command_id), prompt_id=prompt_id
        )
        request.MergeFromString(chosen.SerializeToString())
        await self._submit(seat, request, command_id.bytes)

    async def _submit(self, seat: int, request: Any, command_id: bytes) -> None:
        """Repeat one command until its outcome is certain, and write it down."""
        began, doubt = time.monotonic(), False
        for _ in range(ATTEMPTS_MAX):
            try:
                reply = await self._attempt(seat, request)
            except grpc.aio.AioRpcError as error:
                if error.code() in REFUSALS:
                    outcome = Outcome.UNKNOWN if doubt else Outcome.REFUSED
                    self._history.calls.append(
                        Call(self.table_id, seat, command_id, began, time.monotonic(), outcome)
                    )
                    return
                if error.code() in BUGS:
                    raise
                doubt = doubt or may_be_applied(error)
                await asyncio.sleep(PAUSE_S)
                continue
            self._accepted(seat, command_id, began, reply)
            if self._chance.random() < ASKS_AGAIN:  # a client that lost the reply
                again = time.monotonic()
                reply = await persist(lambda: self._attempt(seat, request))
                self._accepted(seat, command_id, again, reply)
            return
        raise AssertionError("a command was never answered")

    def _attempt(self, seat: int, request: Any) -> Any:
        stub = table_service_pb2_grpc.TableServiceStub(self._here.any())
        token = _bearer(self._tokens[seat])
        return stub.SubmitCommand(request, metadata=token, timeout=CALL_S)

    def _accepted(self, seat: int, command_id: bytes, began: float, reply: Any) -> None:
        self._history.calls.append(
            Call(
                self.table_id,
                seat,
                command_id,
                began,
                time.monotonic(),
                Outcome.ACCEPTED,
                reply.revision,
                reply.resume_token,
                digest_of_all(reply.events),
            )
        )


def _bearer(token: str) -> tuple[tuple[str, str], ...]:
    return (("authorization", f"Bearer {token}"),)


def _id() -> str:
    return str(uuid.uuid4())
