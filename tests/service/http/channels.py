"""Every protocol of the HTTP port behind the face of a gRPC channel.

So a `Guest`, the scenes of every error and whole games go through any door, and are compared.
What each sends and reads is written here by hand from the protocols' own papers, apart from
native gRPC, which is the stock client.
"""

import asyncio
import base64
import json
import struct
from abc import ABC, abstractmethod
from collections.abc import AsyncIterator, Callable, Mapping
from typing import Any

from google.protobuf import any_pb2, json_format
from google.protobuf.message import DecodeError, Message
from google.protobuf.message_factory import GetMessageClass
from google.rpc.status_pb2 import Status
from grpc import StatusCode, aio

from croupier.service.transport.descriptors import message_class, route, services
from tests.service.http.web import Response, asked, events

Pairs = tuple[tuple[str, Any], ...]
CODES = {code.value[0]: code for code in StatusCode}
METHODS = {
    f"/{service.full_name}/{method.name}": method
    for service in services()
    for method in service.methods
}


class Channel(ABC):
    """A protocol spoken to a port. `ask` and `frames` are what makes it one."""

    door = ""

    def __init__(self, port: int) -> None:
        self.port = port

    @abstractmethod
    async def ask(self, path: str, body: bytes, sent: Mapping[str, str]) -> tuple[bytes, Pairs]:
        """The reply in binary and the trailers. Raises Refused."""

    @abstractmethod
    def frames(self, path: str, body: bytes, sent: Mapping[str, str]) -> AsyncIterator[bytes]:
        """The frames of a stream, in binary. Raises Refused."""

    # --- the face of a channel ----------------------------------------------------------------

    def unary_unary(
        self,
        path: str,
        request_serializer: Callable[[Any], bytes] = bytes,
        response_deserializer: Callable[[bytes], Any] = bytes,
        **_: Any,
    ) -> Any:
        """As grpc.aio has it."""

        async def call(request: Any, metadata: Pairs = (), **__: Any) -> Any:
            try:
                reply, _ = await self.ask(path, request_serializer(request), dict(metadata))
            except Refused as refused:
                raise refused.as_grpc() from None
            return response_deserializer(reply)

        return call

    def unary_stream(
        self,
        path: str,
        request_serializer: Callable[[Any], bytes] = bytes,
        response_deserializer: Callable[[bytes], Any] = bytes,
        **_: Any,
    ) -> Any:
        """As grpc.aio has it."""

        def call(request: Any, metadata: Pairs = ()) -> Stream:
            frames = self.frames(path, request_serializer(request), dict(metadata))
            return Stream(frames, response_deserializer)

        return call

    async def close(self) -> None:
        """Nothing is open between two calls."""
        self.port = 0


class Stream:
    """A stream as grpc.aio has it. What it waits for is waited for in a task of its own."""

    def __init__(self, frames: AsyncIterator[bytes], read: Callable[[bytes], Any]) -> None:
        self._frames, self._read = frames, read
        self._next: asyncio.Task[bytes] | None = None

    async def read(self) -> Any:
        """The next frame. EOF after the last one."""
        self._next = asyncio.ensure_future(anext(self._frames))
        try:
            return self._read(await self._next)
        except StopAsyncIteration:
            return aio.EOF
        except Refused as refused:
            raise refused.as_grpc() from None

    def cancel(self) -> None:
        """Hang up, as soon as the loop comes to it."""
        self._closing = asyncio.ensure_future(self._close())

    async def _close(self) -> None:
        if self._next is not None:
            self._next.cancel()
            await asyncio.gather(self._next, return_exceptions=True)
        await self._frames.aclose()  # type: ignore[attr-defined]

    async def __aiter__(self) -> AsyncIterator[Any]:
        while (frame := await self.read()) is not aio.EOF:
            yield frame


class Refused(Exception):
    """A no, put together from what the protocol said."""

    def __init__(self, status: Status, sent: Pairs = ()) -> None:
        self.status, self.sent = status, sent

    def as_grpc(self) -> aio.AioRpcError:
        """The same as a stock client would raise it."""
        trailers = (("grpc-status-details-bin", self.status.SerializeToString()), *self.sent)
        code = CODES[self.status.code]
        return aio.AioRpcError(code, aio.Metadata(), aio.Metadata(*trailers), self.status.message)


class Rest(Channel):
    """The contract's own routes, in JSON."""

    door = "rest"

    async def ask(self, path: str, body: bytes, sent: Mapping[str, str]) -> tuple[bytes, Pairs]:
        verb, target, said = _as_rest(path, body)
        headers = {**sent, "content-type": "application/json"} if verb == "POST" else sent
        async with asked(self.port, verb, target, said, headers) as response:
            told = await response.json()
            if response.status != 200:
                raise Refused(_rest_status(response, told), tuple(response.headers.items()))
        return _reply(path, told), tuple(response.headers.items())

    async def frames(self, path: str, body: bytes, sent: Mapping[str, str]) -> AsyncIterator[bytes]:
        verb, target, said = _as_rest(path, body)
        async with asked(self.port, verb, target, said, sent) as response:
            if response.status != 200:
                raise Refused(_rest_status(response, await response.json()))
            assert response.headers["content-type"] == "text/event-stream"
            async for event in events(response):
                if event.name == "error":
                    raise Refused(_rest_status(response, event.data))
                assert event.id == event.data["resumeToken"]
                assert event.name in event.data
                yield _reply(path, event.data)


class Connect(Channel):
    """Connect by POST."""

    door = "connect"

    def __init__(self, port: int, form: str) -> None:
        super().__init__(port)
        self.form = form

    async def ask(self, path: str, body: bytes, sent: Mapping[str, str]) -> tuple[bytes, Pairs]:
        headers = {
            **sent, "content-type": f"application/{self.form}", "connect-protocol-version": "1",
        }  # fmt: skip
        async with asked(self.port, "POST", path, self.said(path, body), headers) as response:
            reply = await response.body()
        return self.read(path, response, reply), tuple(response.headers.items())

    async def frames(self, path: str, body: bytes, sent: Mapping[str, str]) -> AsyncIterator[bytes]:
        headers = {**sent, "content-type": f"application/connect+{self.form}"}
        said = envelope(self.said(path, body))
        async with asked(self.port, "POST", path, said, headers) as response:
            assert response.status == 200
            async for flags, message in envelopes(response):
                if flags == 2:
                    end = json.loads(message)
                    if "error" in end:
                        raise Refused(_connect_status(end["error"]))
                    return
                yield message if self.form == "proto" else _reply(path, json.loads(message))

    def said(self, path: str, body: bytes) -> bytes:
        """A message in this form."""
        if self.form == "proto" or path not in METHODS:
            return body
        said = _request(path, body)
        return body if said is None else json.dumps(said).encode()

    def read(self, path: str, response: Response, reply: bytes) -> bytes:
        """The reply. Raises Refused."""
        if response.status != 200:
            assert response.headers["content-type"] == "application/json"
            raise Refused(_connect_status(json.loads(reply)), tuple(response.headers.items()))
        assert response.headers["content-type"] == f"application/{self.form}"
        return reply if self.form == "proto" else _reply(path, json.loads(reply))


class ConnectGet(Connect):
    """Connect with reads by GET."""

    async def ask(self, path: str, body: bytes, sent: Mapping[str, str]) -> tuple[bytes, Pairs]:
        if path not in METHODS or METHODS[path].GetOptions().idempotency_level != 1:
            return await super().ask(path, body, sent)
        message = base64.urlsafe_b64encode(self.said(path, body)).decode().rstrip("=")
        target = f"{path}?connect=v1&encoding={self.form}&base64=1&message={message}"
        async with asked(self.port, "GET", target, None, sent) as response:
            reply = await response.body()
        return self.read(path, response, reply), tuple(response.headers.items())


class GrpcWeb(Channel):
    """gRPC-Web, in bytes or in text."""

    door = "grpc_web"

    def __init__(self, port: int, text: bool = False) -> None:
        super().__init__(port)
        self._type = "application/grpc-web-text" if text else "application/grpc-web+proto"
        self._text = text

    async def ask(self, path: str, body: bytes, sent: Mapping[str, str]) -> tuple[bytes, Pairs]:
        found = [message async for message in self.frames(path, body, sent)]
        (reply,) = found
        return reply, ()

    async def frames(self, path: str, body: bytes, sent: Mapping[str, str]) -> AsyncIterator[bytes]:
        said = envelope(body)
        said = base64.b64encode(said) if self._text else said
        headers = {**sent, "content-type": self._type, "x-grpc-web": "1"}
        async with asked(self.port, "POST", path, said, headers) as response:
            assert response.status == 200
            assert response.headers["content-type"].startswith(self._type)
            async for flags, message in envelopes(response, self._text):
                if flags == 0x80:
                    _check_trailers(message)
                    return
                yield message
        raise AssertionError("no trailers")


DOORS: Mapping[str, Callable[[int], Any]] = {
    "grpc on the HTTP port": lambda port: aio.insecure_channel(
        f"127.0.0.1:{port}", options=[("grpc.use_local_subchannel_pool", 1)]
    ),
    "REST": Rest,
    "Connect JSON": lambda port: Connect(port, "json"),
    "Connect binary": lambda port: Connect(port, "proto"),
    "Connect GET": lambda port: ConnectGet(port, "json"),
    "gRPC-Web": GrpcWeb,
    "gRPC-Web text": lambda port: GrpcWeb(port, text=True),
}


# --- the protocols' own papers -----------------------------------------------------------------


def envelope(message: bytes, flags: int = 0) -> bytes:
    """A message with its envelope."""
    return struct.pack(">BI", flags, len(message)) + message


async def envelopes(response: Response, text: bool = False) -> AsyncIterator[tuple[int, bytes]]:
    """The envelopes of a body as it comes."""
    rest = b""
    async for piece in response.pieces():
        rest += base64.b64decode(piece) if text else piece
        while len(rest) >= 5 and len(rest) >= 5 + (size := int.from_bytes(rest[1:5])):
            yield rest[0], rest[5 : 5 + size]
            rest = rest[5 + size :]
    assert not rest


def _check_trailers(message: bytes) -> None:
    """Raises Refused."""
    trailers = dict(line.split(": ", 1) for line in message.decode().split("\r\n") if line)
    if trailers["grpc-status"] != "0":
        details = trailers["grpc-status-details-bin"]
        status = Status.FromString(base64.b64decode(details + "=" * (-len(details) % 4)))
        assert status.code == int(trailers["grpc-status"])
        raise Refused(status, tuple(trailers.items()))


def _request(path: str, body: bytes) -> Any:
    """A request in JSON. None: it is no request of this method."""
    try:
        message = GetMessageClass(METHODS[path].input_type).FromString(body)
    except DecodeError:
        return None
    return json_format.MessageToDict(message)


def _reply(path: str, told: Any) -> bytes:
    """A reply in binary."""
    message: Message = GetMessageClass(METHODS[path].output_type)()
    json_format.ParseDict(told, message)
    return message.SerializeToString()


def _as_rest(path: str, body: bytes) -> tuple[str, str, bytes | None]:
    """Verb, target and body of a request."""
    if path not in METHODS:
        return "POST", "/v1/nowhere", b"{}"
    method = METHODS[path]
    found, where = _request(path, body), route(method)
    said, target = found or {}, where.path
    for field in method.input_type.fields:
        if f"{{{field.name}}}" in target:
            value = said.pop(field.json_name, "-")
            target = target.replace(f"{{{field.name}}}", str(value) or "-")
    if where.has_body:
        return where.verb, target, body if found is None else json.dumps(said).encode()
    query = "&".join(f"{name}={value}" for name, value in said.items())
    return where.verb, f"{target}?{query}" if query else target, None


def _rest_status(response: Response, told: Any) -> Status:
    """The refusal of a REST answer."""
    error = told["error"]
    if response.status != 200:
        assert error["code"] == response.status
    status = Status(code=StatusCode[error["status"]].value[0], message=error["message"])
    for detail in error["details"]:
        name = detail.pop("@type").rpartition("/")[2]
        message = message_class(name)() if name.startswith("croupier") else _google(name)
        json_format.ParseDict(detail, message)
        status.details.add().Pack(message)
    return status


def _google(name: str) -> Message:
    from google.rpc import error_details_pb2

    message: Message = getattr(error_details_pb2, name.rpartition(".")[2])()
    return message


def _connect_status(told: Any) -> Status:
    """The refusal of a Connect answer."""
    code = next(code for code in StatusCode if code.name.lower() == told["code"])
    status = Status(code=code.value[0], message=told["message"])
    for detail in told["details"]:
        value = base64.b64decode(detail["value"] + "=" * (-len(detail["value"]) % 4))
        packed = any_pb2.Any(type_url=f"type.googleapis.com/{detail['type']}", value=value)
        assert detail["debug"] == json_format.MessageToDict(packed)
        status.details.append(packed)
    return status
