"""Sitting at a table, or watching it: see, decide, follow."""

import uuid
from collections.abc import AsyncGenerator, Sequence
from contextlib import aclosing
from dataclasses import dataclass

from google.protobuf.message import Message

from croupier.client.connection import Connection
from croupier.client.decisions import command_of, put_into
from croupier.client.errors import CroupierError
from croupier.client.frames import Frame, FrameKind, State
from croupier.client.watch import Watching
from croupier.v1.lobby_service_pb2 import (
    LeaveTableRequest,
    LeaveTableResponse,
    ReturnToTableRequest,
    ReturnToTableResponse,
)
from croupier.v1.payload_pb2 import Event, LegalCommand, Prompt
from croupier.v1.table_pb2 import RevisionEvents
from croupier.v1.table_service_pb2 import (
    GetReceiptRequest,
    GetReceiptResponse,
    GetViewRequest,
    GetViewResponse,
    ListLegalCommandsRequest,
    ListLegalCommandsResponse,
    SubmitCommandRequest,
    SubmitCommandResponse,
)
from croupier.v1.transcript_service_pb2 import ListEntriesRequest, ListEntriesResponse

PAGE = 256
PAGES_MAX = 1_000


def new_id() -> str:
    """A command id."""
    return str(uuid.uuid4())


@dataclass(frozen=True, slots=True)
class Receipt:
    """The answer to a command: the same however often it is asked for."""

    command_id: str
    revision: int
    resume_token: str
    events: tuple[Event, ...]
    replayed: bool = False


class ViewerClient:
    """Somebody who sees a table. `state` is the newest that was seen, by whatever call."""

    def __init__(self, connection: Connection, table_id: str, token: str) -> None:
        self._connection = connection
        self.table_id, self.token = table_id, token
        self.state: State | None = None

    async def view(self) -> State:
        """The table as it is now."""
        reply = await self._connection.ask(
            GetViewRequest(table_id=self.table_id), GetViewResponse, self.token
        )
        return self._newer(State(reply.revision, reply.resume_token, reply.view))

    async def watch(
        self, resume_token: str | None = None, every_event: bool = False
    ) -> AsyncGenerator[Frame, None]:
        """Follow the table to its end, without gap or repeat; `every_event` for one frame to
        each revision. Begins with the whole view, or after what `resume_token` stands for."""
        watching = Watching(self._connection, self.table_id, self.token, every_event)
        async with aclosing(watching.frames(resume_token)) as frames:
            async for frame in frames:
                if frame.kind is FrameKind.RESET:
                    self.state = frame.state  # what was newer is no longer true
                elif frame.state is not None:
                    self._newer(frame.state)
                yield frame

    async def history(self) -> AsyncGenerator[RevisionEvents, None]:
        """Everything this viewer was ever told, from the first revision."""
        page: str | None = None
        for _ in range(PAGES_MAX):
            request = ListEntriesRequest(table_id=self.table_id, page_size=PAGE, page_token=page)
            reply = await self._connection.ask(request, ListEntriesResponse, self.token)
            for entry in reply.entries:
                yield entry
            page = reply.next_page_token
            if not page:
                return

    def _newer(self, state: State) -> State:
        if self.state is None or state.revision >= self.state.revision:
            self.state = state
        return state


class SpectatorClient(ViewerClient):
    """Sees what is public, and does nothing."""


class SeatClient(ViewerClient):
    """A seat: what ViewerClient does, and decides."""

    def __init__(self, connection: Connection, table_id: str, token: str, seat: int) -> None:
        super().__init__(connection, table_id, token)
        self.seat = seat

    async def submit(
        self,
        decision: Message,
        prompt: Prompt | str | None = None,
        *,
        expected_revision: int | None = None,
        command_id: str | None = None,
    ) -> Receipt:
        """Decide: done at most once, repeated safely. Name the `prompt` that is answered, so
        that a late answer is refused as stale. Raises CroupierError."""
        request = self._request(decision, prompt, expected_revision, command_id)
        return await self._submit(request)

    async def would_accept(self, decision: Message, prompt: Prompt | str | None = None) -> None:
        """Ask whether this would be accepted now; nothing is done. Raises CroupierError."""
        request = self._request(decision, prompt, None, None)
        request.validate_only = True
        await self._connection.ask(request, SubmitCommandResponse, self.token)

    async def receipt(self, command_id: str) -> Receipt:
        """What a command led to. Raises CroupierError NOT_FOUND if it was never applied."""
        request = GetReceiptRequest(table_id=self.table_id, command_id=command_id)
        reply = await self._connection.ask(request, GetReceiptResponse, self.token)
        return Receipt(command_id, reply.revision, reply.resume_token, tuple(reply.events), True)

    async def legal(self) -> Sequence[LegalCommand]:
        """Everything this seat may do now."""
        found: list[LegalCommand] = []
        page: str | None = None
        for _ in range(PAGES_MAX):
            reply = await self._connection.ask(
                ListLegalCommandsRequest(table_id=self.table_id, page_size=PAGE, page_token=page),
                ListLegalCommandsResponse,
                self.token,
            )
            found += reply.commands
            page = reply.next_page_token
            if not page:
                break
        return found

    async def leave(self, command_id: str | None = None) -> None:
        """Get up. The token is dead afterwards; in a running game the house plays on."""
        name = command_id or new_id()
        request = LeaveTableRequest(table_id=self.table_id, command_id=name)
        await self._connection.command(request, name, LeaveTableResponse, self.token)

    async def come_back(self, command_id: str | None = None) -> None:
        """Be asked again after having been away. Deciding does the same."""
        name = command_id or new_id()
        request = ReturnToTableRequest(table_id=self.table_id, command_id=name)
        await self._connection.command(request, name, ReturnToTableResponse, self.token)

    async def recover(self) -> Sequence[Receipt | CroupierError]:
        """Repeat what was sent and never answered, for example before a crash: each decision's
        original outcome, or why it was not done."""
        outcomes: list[Receipt | CroupierError] = []
        for request, answer in await self._connection.recover(
            self.token, SubmitCommandRequest, LeaveTableRequest, ReturnToTableRequest
        ):
            match request, answer:
                case SubmitCommandRequest(), SubmitCommandResponse():
                    outcomes.append(_receipt(request.command_id, answer, True))
                case _, CroupierError():
                    outcomes.append(answer)
        return outcomes

    def _request(
        self,
        decision: Message,
        prompt: Prompt | str | None,
        expected_revision: int | None,
        command_id: str | None,
    ) -> SubmitCommandRequest:
        request = SubmitCommandRequest(
            table_id=self.table_id,
            command_id=command_id or new_id(),
            prompt_id=prompt.prompt_id if isinstance(prompt, Prompt) else prompt,
            expected_revision=expected_revision,
        )
        put_into(request, command_of(decision))
        return request

    async def _submit(self, request: SubmitCommandRequest) -> Receipt:
        name = request.command_id
        reply, replayed = await self._connection.command(
            request, name, SubmitCommandResponse, self.token
        )
        return _receipt(name, reply, replayed)


def _receipt(command_id: str, reply: SubmitCommandResponse, replayed: bool) -> Receipt:
    return Receipt(command_id, reply.revision, reply.resume_token, tuple(reply.events), replayed)
