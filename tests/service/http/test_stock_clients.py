"""Clients that others wrote: connectrpc's for Python, and `buf curl` with reflection."""

import asyncio
import json
from pathlib import Path
from typing import Any

import pytest
from connectrpc.client import ConnectClient
from connectrpc.code import Code
from connectrpc.compat import google_protobuf_binary_codec, google_protobuf_json_codec
from connectrpc.errors import ConnectError
from connectrpc.method import IdempotencyLevel, MethodInfo, StreamType
from connectrpc.protocol import ProtocolType
from google.rpc.error_details_pb2 import ErrorInfo
from pyqwest import Client, HTTPTransport, HTTPVersion

from croupier.v1 import catalog_service_pb2 as catalog
from croupier.v1 import table_service_pb2 as table
from tests.service.door.house import Guest, House, seated

BUF = Path(__file__).parents[3] / ".tools/bin/buf"
CODECS = {"json": google_protobuf_json_codec, "binary": google_protobuf_binary_codec}


# As generated code describes them.
GET_GAME: MethodInfo[Any, Any] = MethodInfo(
    name="GetGame", service_name="croupier.v1.CatalogService", stream_type=StreamType.UNARY,
    input=catalog.GetGameRequest, output=catalog.GetGameResponse,
    idempotency_level=IdempotencyLevel.NO_SIDE_EFFECTS,
)  # fmt: skip
WATCH: MethodInfo[Any, Any] = MethodInfo(
    name="WatchTable", service_name="croupier.v1.TableService",
    stream_type=StreamType.SERVER_STREAM,
    input=table.WatchTableRequest, output=table.WatchTableResponse,
    idempotency_level=IdempotencyLevel.NO_SIDE_EFFECTS,
)  # fmt: skip


@pytest.mark.parametrize("http", [HTTPVersion.HTTP1, HTTPVersion.HTTP2], ids=["h1", "h2"])
@pytest.mark.parametrize("codec", CODECS)
@pytest.mark.parametrize("protocol", ["CONNECT", "GRPC_WEB", "GRPC"])
async def test_connectrpc(
    protocol: str, codec: str, http: HTTPVersion, house: House, guest: Guest
) -> None:
    """It zips its requests, as is its default."""
    if (protocol, codec) in {("GRPC", "json"), ("GRPC_WEB", "json")}:
        return  # the contract in JSON is REST's and Connect's
    if protocol == "GRPC" and http is HTTPVersion.HTTP1:
        return  # gRPC is HTTP/2
    party = await seated(guest)
    async with ConnectClient(
        f"http://127.0.0.1:{house.http_port}",
        codec=CODECS[codec](),
        protocol=ProtocolType[protocol],
        http_client=Client(transport=HTTPTransport(http_version=http)),
    ) as client:
        for use_get in (False, True):
            got = await client.execute_unary(
                request=catalog.GetGameRequest(game="blossom_ridge"), method=GET_GAME,
                use_get=use_get and protocol == "CONNECT",
            )  # fmt: skip
            assert got.game.seats_max == 4
        with pytest.raises(ConnectError) as refused:
            await client.execute_unary(
                request=catalog.GetGameRequest(game="chess"), method=GET_GAME
            )
        frames = client.execute_server_stream(
            request=table.WatchTableRequest(table_id=party.table_id), method=WATCH,
            headers={"authorization": f"Bearer {party.spectator}"},
        )  # fmt: skip
        first = await anext(aiter(frames))
        await frames.aclose()  # type: ignore[attr-defined]

    assert refused.value.code is Code.NOT_FOUND
    detail: Any = refused.value.details[0]
    info = ErrorInfo.FromString(detail.message_bytes)
    assert info.reason == "UNKNOWN_GAME"
    assert first.snapshot.view.table.table_id == party.table_id


@pytest.mark.skipif(not BUF.exists(), reason="needs the tools of make check")
@pytest.mark.parametrize("protocol", ["grpc", "grpcweb", "connect"])
async def test_buf_curl_finds_the_contract_by_reflection(protocol: str, house: House) -> None:
    async def curl(game: str) -> tuple[int, Any]:
        process = await asyncio.create_subprocess_exec(
            str(BUF), "curl", "--http2-prior-knowledge", "--protocol", protocol,
            "--reflect-protocol", "grpc-v1", "--data", json.dumps({"game": game}),
            f"http://127.0.0.1:{house.http_port}/croupier.v1.CatalogService/GetGame",
            stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.PIPE,
        )  # fmt: skip
        out, err = await asyncio.wait_for(process.communicate(), 20)
        return process.returncode or 0, json.loads(out or err)

    code, told = await curl("blossom_ridge")
    assert (code, told["game"]["rulesPrefix"]) == (0, "BLO")
    code, told = await curl("chess")
    assert code != 0
    assert told["code"] == "not_found"
