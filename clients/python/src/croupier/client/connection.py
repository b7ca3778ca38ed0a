"""One call, safely: written down, sent with a deadline, repeated with the same id."""

import asyncio
import random
from collections.abc import AsyncGenerator, Iterator
from types import TracebackType
from typing import NamedTuple, Self, TypeVar

import grpc
import grpc.aio
from google.protobuf.message import Message
from google.protobuf.message_factory import GetMessageClass

from croupier.client.channels import Channels
from croupier.client.errors import CroupierError, error_of
from croupier.client.journal import Journal, MemoryJournal, Pending, whose
from croupier.client.retry import Retry
from croupier.v1 import (
    catalog_service_pb2,
    lobby_service_pb2,
    table_service_pb2,
    transcript_service_pb2,
)

DEAD_TOKEN = "TOKEN_REVOKED"
REPLAYED_KEY = "croupier-replayed"
BEFORE_THE_RECEIPT = (grpc.StatusCode.UNAUTHENTICATED, grpc.StatusCode.DATA_LOSS)

Response = TypeVar("Response", bound=Message)
Metadata = tuple[tuple[str, str], ...]


class Method(NamedTuple):
    """One method of the contract."""

    path: str
    request: type[Message]
    answer: type[Message]


def _methods() -> Iterator[Method]:
    for file in (
        catalog_service_pb2,
        lobby_service_pb2,
        table_service_pb2,
        transcript_service_pb2,
    ):
        for service in file.DESCRIPTOR.services_by_name.values():
            for method in service.methods:
                yield Method(
                    f"/{service.full_name}/{method.name}",
                    GetMessageClass(method.input_type),
                    GetMessageClass(method.output_type),
                )


METHODS = {method.path: method for method in _methods()}
# Every request type belongs to one method.
PATHS = {method.request.DESCRIPTOR.full_name: method.path for method in METHODS.values()}


def path_of(request: Message) -> str:
    """The method that takes this request."""
    return PATHS[request.DESCRIPTOR.full_name]


class Connection:
    """The way to the service. `command` is for calls that change something, `ask` for others."""

    def __init__(
        self,
        address: str,
        credentials: grpc.ChannelCredentials | None = None,
        journal: Journal | None = None,
        retry: Retry | None = None,
    ) -> None:
        self._channels = Channels(address, credentials)
        self.journal: Journal = MemoryJournal() if journal is None else journal
        self.retry = retry or Retry()

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
        await self._channels.close()

    async def ask(self, request: Message, answer: type[Response], token: str | None) -> Response:
        """Call something that changes nothing."""
        reply, _ = await self._tried(request, answer, token)
        return reply

    async def command(
        self, request: Message, command_id: str, answer: type[Response], token: str | None
    ) -> tuple[Response, bool]:
        """Change something, at most once. Also says whether the answer is that of a repeat.

        While the outcome is unknown, the command stays in the journal, unless its token is
        dead: then nobody can ever ask again.
        """
        written = request.SerializeToString(deterministic=True)
        self.journal.begin(Pending(command_id, path_of(request), whose(token), written))
        try:
            answered = await self._tried(request, answer, token)
        except CroupierError as error:
            if error.applied == "NO" or error.reason == DEAD_TOKEN:
                self.journal.end(command_id)
            raise
        self.journal.end(command_id)
        return answered

    async def recover(
        self, token: str | None, *kinds: type[Message]
    ) -> list[tuple[Message, Message | CroupierError]]:
        """Repeat this owner's commands of these kinds whose outcome is not known: each request
        with its answer, or why there is none."""
        paths, owner = {PATHS[kind.DESCRIPTOR.full_name] for kind in kinds}, whose(token)
        outcomes: list[tuple[Message, Message | CroupierError]] = []
        for pending in self.journal.pending():
            if pending.whose != owner or pending.path not in paths:
                continue
            method = METHODS[pending.path]
            request = method.request.FromString(pending.request)
            try:
                answer, _ = await self.command(request, pending.command_id, method.answer, token)
            except CroupierError as error:
                outcomes.append((request, error))
            else:
                outcomes.append((request, answer))
        return outcomes

    async def stream(
        self, request: Message, answer: type[Response], token: str, silence_max_s: float
    ) -> AsyncGenerator[Response, None]:
        """What the service sends, until it ends the stream or says nothing for too long."""
        with self._channels.for_watch() as channel:
            method = channel.unary_stream(
                path_of(request), _written, response_deserializer=answer.FromString
            )
            call = method(request, metadata=_metadata(token))
            try:
                while True:
                    async with asyncio.timeout(silence_max_s):
                        message = await call.read()
                    if not isinstance(message, answer):
                        return
                    yield message
            except grpc.aio.AioRpcError as failure:
                raise error_of(failure) from None
            except TimeoutError:
                said = f"The service said nothing for {silence_max_s:g} seconds."
                unheard = grpc.StatusCode.DEADLINE_EXCEEDED
                raise CroupierError(unheard, unheard.name, said, "UNKNOWN") from None
            finally:
                call.cancel()

    async def _tried(
        self, request: Message, answer: type[Response], token: str | None
    ) -> tuple[Response, bool]:
        """Try until there is a definite answer, or patience ends.

        Once an attempt may have been applied, only a definite answer to a later one changes
        that: a receipt wins over every refusal but a dead token, so any other refusal means
        that nothing was done.
        """
        waits, in_doubt = self.retry.waits(), False
        while True:
            try:
                return await self._once(request, answer, token)
            except CroupierError as error:
                in_doubt = in_doubt or error.applied == "UNKNOWN"
                pause = next(waits, None) if error.passing else None
                asked = error.retry_after_s or 0.0
                if pause is None or asked > self.retry.wait_max_s:
                    if in_doubt and (error.passing or error.code in BEFORE_THE_RECEIPT):
                        error.applied = "UNKNOWN"
                    raise
            await asyncio.sleep(asked * random.uniform(1.0, 1.5) + pause)

    async def _once(
        self, request: Message, answer: type[Response], token: str | None
    ) -> tuple[Response, bool]:
        method = self._channels.calls.unary_unary(
            path_of(request), _written, response_deserializer=answer.FromString
        )
        call = method(request, timeout=self.retry.timeout_s, metadata=_metadata(token))
        try:
            reply = await call
            told = (*(await call.initial_metadata()), *(await call.trailing_metadata()))
        except grpc.aio.AioRpcError as failure:
            raise error_of(failure) from None
        return reply, any(key == REPLAYED_KEY for key, _ in told)


def _written(message: Message) -> bytes:
    return message.SerializeToString()


def _metadata(token: str | None) -> Metadata:
    """The header with the token. Raises CroupierError for what no header can carry."""
    if token is None:
        return ()
    if not (token.isascii() and token.isprintable()):
        raise CroupierError(
            grpc.StatusCode.UNAUTHENTICATED,
            "TOKEN_INVALID",
            "The token or key has a character that none has; was it read with its line break?",
        )
    return (("authorization", f"Bearer {token}"),)
