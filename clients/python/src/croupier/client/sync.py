"""The same client for scripts without asyncio: `with Croupier() as croupier: ...`

A private thread runs the asyncio client; every call waits for its answer.
"""

import asyncio
import threading
from collections.abc import AsyncGenerator, Coroutine, Generator, Sequence
from types import TracebackType
from typing import Any, Self, TypeVar

import grpc
from google.protobuf.message import Message

from croupier.client import bot, croupier, host, seats
from croupier.client.decisions import any_of
from croupier.client.errors import CroupierError
from croupier.client.frames import Frame, State
from croupier.client.journal import Journal
from croupier.client.retry import Retry
from croupier.client.seats import Receipt
from croupier.v1.catalog_service_pb2 import Game, GetPackResponse, GetServerInfoResponse, Pack
from croupier.v1.common_pb2 import HOUSE_POLICY_RANDOM, HousePolicy, Result, Spectators
from croupier.v1.payload_pb2 import LegalCommand, Options, Prompt
from croupier.v1.table_pb2 import RevisionEvents, Table

T = TypeVar("T")


class Runner:
    """A private event loop in its own thread."""

    def __init__(self) -> None:
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, daemon=True)
        self._thread.start()

    def run(self, work: Coroutine[Any, Any, T]) -> T:
        """Wait for it. Interrupted (Ctrl-C): it is cancelled."""
        future = asyncio.run_coroutine_threadsafe(work, self._loop)
        try:
            return future.result()
        except BaseException:
            future.cancel()
            raise

    def iterate(self, items: AsyncGenerator[T, None]) -> Generator[T, None, None]:
        """Item by item, as they come; closed when the caller stops."""
        try:
            while True:
                try:
                    yield self.run(anext(items))
                except StopAsyncIteration:
                    return
        finally:
            self.run(items.aclose())

    def stop(self) -> None:
        """End the thread."""
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()


class ViewerClient:
    """See croupier.client.ViewerClient."""

    def __init__(self, runner: Runner, viewer: seats.ViewerClient) -> None:
        self._runner, self._viewer = runner, viewer

    @property
    def table_id(self) -> str:
        """The table."""
        return self._viewer.table_id

    @property
    def token(self) -> str:
        """What gives the right to this place; keep it secret."""
        return self._viewer.token

    @property
    def state(self) -> State | None:
        """The newest that was seen, by whatever call."""
        return self._viewer.state

    def view(self) -> State:
        """The table as it is now."""
        return self._runner.run(self._viewer.view())

    def watch(
        self, resume_token: str | None = None, every_event: bool = False
    ) -> Generator[Frame, None, None]:
        """Follow the table to its end, without gap or repeat."""
        return self._runner.iterate(self._viewer.watch(resume_token, every_event))

    def history(self) -> Generator[RevisionEvents, None, None]:
        """Everything this viewer was ever told, from the first revision."""
        return self._runner.iterate(self._viewer.history())


class SeatClient(ViewerClient):
    """See croupier.client.SeatClient."""

    def __init__(self, runner: Runner, seat: seats.SeatClient) -> None:
        super().__init__(runner, seat)
        self._seat = seat

    @property
    def seat(self) -> int:
        """Its number."""
        return self._seat.seat

    def submit(
        self,
        decision: Message,
        prompt: Prompt | str | None = None,
        *,
        expected_revision: int | None = None,
        command_id: str | None = None,
    ) -> Receipt:
        """Decide: done at most once, repeated safely. Raises CroupierError."""
        work = self._seat.submit(
            decision, prompt, expected_revision=expected_revision, command_id=command_id
        )
        return self._runner.run(work)

    def would_accept(self, decision: Message, prompt: Prompt | str | None = None) -> None:
        """Ask whether this would be accepted now. Raises CroupierError."""
        self._runner.run(self._seat.would_accept(decision, prompt))

    def receipt(self, command_id: str) -> Receipt:
        """What a command led to."""
        return self._runner.run(self._seat.receipt(command_id))

    def legal(self) -> Sequence[LegalCommand]:
        """Everything this seat may do now."""
        return self._runner.run(self._seat.legal())

    def leave(self, command_id: str | None = None) -> None:
        """Get up."""
        self._runner.run(self._seat.leave(command_id))

    def come_back(self, command_id: str | None = None) -> None:
        """Be asked again after having been away."""
        self._runner.run(self._seat.come_back(command_id))

    def recover(self) -> Sequence[Receipt | CroupierError]:
        """Repeat what was sent and never answered."""
        return self._runner.run(self._seat.recover())

    def play(self, choose: bot.Chooser = any_of) -> Result | None:
        """Answer every question until the game is over; then the result."""
        return self._runner.run(bot.play(self._seat, choose))


class HostClient:
    """See croupier.client.HostClient."""

    def __init__(self, runner: Runner, asyncio_host: host.HostClient) -> None:
        self._runner, self._host = runner, asyncio_host

    @property
    def table_id(self) -> str:
        """The table."""
        return self._host.table_id

    @property
    def token(self) -> str:
        """What gives the host's rights; keep it secret."""
        return self._host.token

    @property
    def invite_code(self) -> str | None:
        """What to give to people who should join."""
        return self._host.invite_code

    def table(self) -> Table:
        """What is public about the table."""
        return self._runner.run(self._host.table())

    def join(
        self, display_name: str, seat: int | None = None, command_id: str | None = None
    ) -> SeatClient:
        """Sit down at the own table."""
        joined = self._runner.run(self._host.join(display_name, seat, command_id))
        return SeatClient(self._runner, joined)

    def spectate(self) -> ViewerClient:
        """Watch the own table, if it lets people watch."""
        return ViewerClient(self._runner, self._runner.run(self._host.spectate()))

    def start(self, command_id: str | None = None) -> None:
        """Begin the game; every seat must be held."""
        self._runner.run(self._host.start(command_id))

    def hand_to_house(
        self,
        seat: int,
        policy: HousePolicy.ValueType = HOUSE_POLICY_RANDOM,
        command_id: str | None = None,
    ) -> None:
        """Let the house play a seat."""
        self._runner.run(self._host.hand_to_house(seat, policy, command_id))

    def reissue(self, seat: int, command_id: str | None = None) -> SeatClient:
        """A new token for a seat; the old one is dead."""
        return SeatClient(self._runner, self._runner.run(self._host.reissue(seat, command_id)))

    def reissue_host(self, command_id: str | None = None) -> "HostClient":
        """A new token for the host; this one is dead."""
        return HostClient(self._runner, self._runner.run(self._host.reissue_host(command_id)))

    def revoke_spectators(self, command_id: str | None = None) -> None:
        """End the tokens and watches of all spectators; who may watch gets a new one."""
        self._runner.run(self._host.revoke_spectators(command_id))

    def kick(self, seat: int, command_id: str | None = None) -> None:
        """Take a seat from its player."""
        self._runner.run(self._host.kick(seat, command_id))

    def close(self, command_id: str | None = None) -> None:
        """End the table before its game has ended."""
        self._runner.run(self._host.close(command_id))

    def recover(self) -> "Sequence[HostClient | SeatClient | CroupierError]":
        """Repeat what was sent and never answered."""
        return [_blocking(self._runner, one) for one in self._runner.run(self._host.recover())]


class Croupier:
    """See croupier.client.Croupier."""

    def __init__(
        self,
        address: str = croupier.ADDRESS,
        *,
        credentials: grpc.ChannelCredentials | None = None,
        operator_key: str | None = None,
        journal: Journal | None = None,
        retry: Retry | None = None,
    ) -> None:
        async def connect() -> croupier.Croupier:
            return croupier.Croupier(
                address,
                credentials=credentials,
                operator_key=operator_key,
                journal=journal,
                retry=retry,
            )

        self._runner = Runner()
        self._croupier = self._runner.run(connect())

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def close(self) -> None:
        """End every call and every watch, and the thread."""
        self._runner.run(self._croupier.close())
        self._runner.stop()

    def server_info(self) -> GetServerInfoResponse:
        """What the service is, promises and allows."""
        return self._runner.run(self._croupier.server_info())

    def games(self) -> Sequence[Game]:
        """Every game that can be played there."""
        return self._runner.run(self._croupier.games())

    def game(self, game: str) -> Game:
        """One game: its seats, rules and default options."""
        return self._runner.run(self._croupier.game(game))

    def packs(self, game: str) -> Sequence[Pack]:
        """The packs of cards for a game, the house edition first."""
        return self._runner.run(self._croupier.packs(game))

    def pack(self, game: str, sha256: str) -> GetPackResponse:
        """One pack with its cards and their texts."""
        return self._runner.run(self._croupier.pack(game, sha256))

    def create_table(
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
        """Set up a table. A repeat with the same `command_id` finds the same table."""
        opening = self._croupier.create_table(
            game,
            seats,
            options=options,
            pack=pack,
            listed=listed,
            spectators=spectators,
            house_think_ms=house_think_ms,
            turn_seconds=turn_seconds,
            reply_seconds=reply_seconds,
            test_seed=test_seed,
            command_id=command_id,
        )
        return HostClient(self._runner, self._runner.run(opening))

    def open_tables(self, game: str | None = None) -> Generator[Table, None, None]:
        """The listed tables that wait for players."""
        return self._runner.iterate(self._croupier.open_tables(game))

    def join(
        self,
        table_id: str,
        display_name: str,
        *,
        invite_code: str | None = None,
        seat: int | None = None,
        command_id: str | None = None,
    ) -> SeatClient:
        """Take a seat: this one, or any free one."""
        joining = self._croupier.join(
            table_id, display_name, invite_code=invite_code, seat=seat, command_id=command_id
        )
        return SeatClient(self._runner, self._runner.run(joining))

    def spectate(self, table_id: str, invite_code: str | None = None) -> ViewerClient:
        """Watch a table without a seat, if it lets people watch."""
        watching = self._croupier.spectate(table_id, invite_code)
        return ViewerClient(self._runner, self._runner.run(watching))

    def host(self, table_id: str, token: str, invite_code: str | None = None) -> HostClient:
        """The host again, with a token kept from before."""
        return HostClient(self._runner, self._croupier.host(table_id, token, invite_code))

    def seat(self, table_id: str, token: str, seat: int) -> SeatClient:
        """A seat again, with a token kept from before."""
        return SeatClient(self._runner, self._croupier.seat(table_id, token, seat))

    def recover(self) -> Sequence[HostClient | SeatClient | CroupierError]:
        """Repeat every opening and joining that was sent and never answered."""
        return [_blocking(self._runner, one) for one in self._runner.run(self._croupier.recover())]


def _blocking(
    runner: Runner, one: host.HostClient | seats.SeatClient | CroupierError
) -> HostClient | SeatClient | CroupierError:
    match one:
        case host.HostClient():
            return HostClient(runner, one)
        case seats.SeatClient():
            return SeatClient(runner, one)
        case _:
            return one
