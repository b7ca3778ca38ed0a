"""The process: it says where it is, or in one sentence why it cannot be."""

import asyncio
import os
import signal
import socket
import stat
from dataclasses import replace
from pathlib import Path

from grpc_health.v1 import health_pb2, health_pb2_grpc

from croupier.engines.blast_radius import engine as blast_radius
from croupier.engines.blossom_ridge import engine
from croupier.service.settings import Settings, described
from croupier.v1 import catalog_service_pb2 as catalog
from croupier.v1 import common_pb2
from tests.e2e.serving import CROUPIER, child_of, serving, started
from tests.service.door.house import Guest, Party, seated
from tests.service.servers import DURABLE, Server, free_port
from tests.waiting import wait_until


async def test_it_prints_its_address_answers_and_stops_when_told(tmp_path: Path) -> None:
    async with serving(tmp_path / "data") as process:
        guest = Guest(process.port)
        stub = health_pb2_grpc.HealthStub(guest.channel)
        health = await stub.Check(health_pb2.HealthCheckRequest())  # type: ignore[attr-defined]
        info = await guest.catalog.GetServerInfo(catalog.GetServerInfoRequest())
        await guest.close()
        process.signal(signal.SIGTERM)
        code = await process.ended()

    assert health.status == health_pb2.HealthCheckResponse.SERVING
    assert info.durability == common_pb2.DURABILITY_LOCAL
    assert code == 0
    assert process.said.decode().splitlines()[0] == "Croupier is at the table."
    events = [line["event"] for line in process.lines]
    assert events[0] == "serving"
    assert events[-2:] == ["drain", "stopped"]
    assert process.lines[0]["grpc"] == f"127.0.0.1:{process.port}"


async def test_the_secret_is_made_once_for_its_owner_alone(tmp_path: Path) -> None:
    data = tmp_path / "data"
    secrets = []
    for _ in range(2):
        async with serving(data) as process:
            secrets.append((data / "secret").read_bytes())
            process.signal(signal.SIGINT)
            assert await process.ended() == 0

    assert secrets[0] == secrets[1]
    assert len(secrets[0].strip()) == 64
    assert stat.S_IMODE((data / "secret").stat().st_mode) == 0o600
    assert not process.lines[0]["store"].startswith("redis")


async def test_a_second_house_on_the_same_data_says_what_to_do(tmp_path: Path) -> None:
    async with serving(tmp_path / "data"):
        second = await started(tmp_path / "data")
        code = await second.ended()

    assert code == 1
    (sentence,) = second.logged.decode().splitlines()
    assert sentence.startswith("croupier cannot start: ")
    assert "CROUPIER_REDIS_URL=unix://" in sentence


async def test_a_taken_port_is_said_in_a_sentence(tmp_path: Path) -> None:
    async with serving(tmp_path / "one") as first:
        second = await started(tmp_path / "two", settings={"CROUPIER_GRPC_PORT": str(first.port)})
        code = await second.ended()
        assert child_of(first.process.pid)  # the first one keeps its Valkey

    assert code == 1
    (sentence,) = second.logged.decode().splitlines()
    assert f"{first.port} of 127.0.0.1 is in use" in sentence
    assert "CROUPIER_GRPC_PORT" in sentence


async def test_packs_of_the_operator_are_offered_and_bad_ones_refused(tmp_path: Path) -> None:
    packs = tmp_path / "packs"
    packs.mkdir()
    text = engine.house_pack.replace("\n", "\n# another edition\n", 1)
    (packs / "mine.toml").write_text(text)
    odd = blast_radius.house_pack.replace("value = 2", "value = 7", 1)
    (packs / "odd.toml").write_text(odd.replace('edition = "house"', 'edition = "odd"'))
    settings = {"CROUPIER_PACKS_DIR": str(packs)}
    async with serving(tmp_path / "data", settings=settings) as process:
        guest = Guest(process.port)
        listed = await guest.catalog.ListPacks(catalog.ListPacksRequest(game="blossom_ridge"))
        party = await seated(guest, pack=listed.packs[1].sha256)
        view = await party.view(0)
        await guest.close()
    (packs / "broken.toml").write_text('schema = 1\ngame = "chess"\n')
    refused = await started(tmp_path / "data", settings=settings)

    assert len(listed.packs) == 2
    assert view.view.table.pack_sha256 == listed.packs[1].sha256
    assert await refused.ended() == 1
    assert "CROUPIER_PACKS_DIR: broken.toml: game: 'chess'" in refused.logged.decode()
    (warned,) = [line for line in process.lines if line["event"] == "pack.odd"]
    assert (warned["game"], warned["edition"]) == ("blast_radius", "odd")
    assert warned["warning"].startswith("obj_01: value: 7")


async def test_a_store_that_promises_less_is_said_or_refused(tmp_path: Path) -> None:
    with Server(tmp_path / "plain", "--save", "") as server:
        settings = {"CROUPIER_REDIS_URL": server.url, "CROUPIER_SECRET": "x" * 32}
        async with serving(tmp_path / "data", settings=settings) as process:
            await wait_until(lambda: b"durability.none" in process.logged, "it warns")
        strict = await started(
            tmp_path / "data", settings={**settings, "CROUPIER_DURABILITY": "local"}
        )
        refused = await strict.ended()

    (warning,) = [line for line in process.lines if line["event"] == "durability.none"]
    assert any("appendonly yes" in reason for reason in warning["reasons"])
    assert b"may be lost" in process.said
    assert refused == 1
    assert "Durability 'local' was asked for, but" in strict.logged.decode()


async def test_a_house_with_another_secret_stays_out(tmp_path: Path) -> None:
    with Server(tmp_path / "shared", *DURABLE) as server:
        url = {"CROUPIER_REDIS_URL": server.url}
        async with serving(tmp_path, settings={**url, "CROUPIER_SECRET": "x" * 32}):
            other = await started(tmp_path, settings={**url, "CROUPIER_SECRET": "y" * 32})
            code = await other.ended()

    assert code == 1
    assert "CROUPIER_SECRET" in other.logged.decode()


async def test_two_processes_share_a_port_a_store_and_every_table(tmp_path: Path) -> None:
    with Server(tmp_path / "shared", *DURABLE) as server:
        settings = {
            "CROUPIER_REDIS_URL": server.url,
            "CROUPIER_SECRET": "x" * 32,
            "CROUPIER_GRPC_PORT": str(free_port()),
            "CROUPIER_REUSE_PORT": "true",
        }
        async with (
            serving(tmp_path, settings=settings) as one,
            serving(tmp_path, settings=settings) as two,
        ):
            guests = [Guest(one.port) for _ in range(12)]
            party = await seated(guests[0])
            for guest in guests:
                seat, move = await _elsewhere(party, guest).move()
                await _elsewhere(party, guest).send(seat, move)
            for guest in guests:
                await guest.close()

    assert one.port == two.port
    served = [
        sum(line.get("method") == "TableService/SubmitCommand" for line in process.lines)
        for process in (one, two)
    ]
    assert sum(served) == 12
    assert all(served), "the kernel spreads connections over both"


async def test_help_lists_every_setting_with_its_default(tmp_path: Path) -> None:
    process = await asyncio.create_subprocess_exec(
        str(CROUPIER), "serve", "--help", stdout=asyncio.subprocess.PIPE
    )
    told, _ = await process.communicate()

    text = told.decode()
    assert process.returncode == 0
    for name, default, meaning in described():
        assert f"{name}={default}\n" in text, name
        assert meaning, name
    assert len(tuple(described())) == len(Settings.model_fields)


async def test_a_killed_house_takes_its_valkey_with_it_and_another_goes_on(
    tmp_path: Path,
) -> None:
    async with serving(tmp_path / "data") as process:
        guest = Guest(process.port)
        party = await seated(guest, persons=2)
        seat, move = await party.move()
        receipt = await party.send(seat, move)
        (valkey,) = child_of(process.process.pid)
        process.signal(signal.SIGKILL)
        await process.ended()
        await guest.close()
        await wait_until(lambda: not _runs(valkey), "its Valkey is gone")
    async with serving(tmp_path / "data") as process:
        guest = Guest(process.port)
        again = await _elsewhere(party, guest).send(seat, move)
        seat, move = await _elsewhere(party, guest).move()
        after = await _elsewhere(party, guest).send(seat, move)
        await guest.close()

    assert again == receipt
    assert after.revision > receipt.revision


async def test_a_stopped_house_goes_on_where_it_was(tmp_path: Path) -> None:
    views = []
    async with serving(tmp_path / "data") as process:
        guest = Guest(process.port)
        party = await seated(guest)
        for _ in range(5):
            seat, move = await party.move()
            await party.send(seat, move)
        views.append([await party.view(n) for n in (0, 1)])
        await guest.close()
        process.signal(signal.SIGTERM)
        assert await process.ended() == 0
    async with serving(tmp_path / "data") as process:
        guest = Guest(process.port)
        views.append([await _elsewhere(party, guest).view(n) for n in (0, 1)])
        await guest.close()

    for before, after in zip(*views, strict=True):
        assert (after.revision, after.resume_token) == (before.revision, before.resume_token)
        assert after.view == before.view


def _elsewhere(party: Party, guest: Guest) -> Party:
    """The same table, by another connection."""
    return replace(party, guest=guest)


def _runs(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return not Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].startswith(" Z")


async def test_figures_and_readiness_are_read_on_a_port_of_their_own(tmp_path: Path) -> None:
    port = free_port()
    async with serving(tmp_path, settings={"CROUPIER_METRICS_PORT": str(port)}) as process:
        assert f"metrics http://127.0.0.1:{port}/metrics" in process.all_it_said
        text = await _got(port, "/metrics")
        ready = await _got(port, "/readyz")
        process.signal(signal.SIGTERM)
        assert await process.ended() == 0

    assert b"\ncroupier_build_info{" in text
    assert b'\ncroupier_durability{level="local"} 1.0\n' in text
    assert ready.endswith(b"ready\n")


async def test_a_port_for_figures_that_is_taken_is_named(tmp_path: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = str(taken.getsockname()[1])
        process = await started(tmp_path, settings={"CROUPIER_METRICS_PORT": port})
        assert await process.ended() == 1

    assert f"CROUPIER_METRICS_PORT: {port} of 127.0.0.1 is in use" in process.all_it_said


async def _got(port: int, path: str) -> bytes:
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.write(f"GET {path} HTTP/1.1\r\nHost: here\r\n\r\n".encode())
    said = await asyncio.wait_for(reader.read(), 10)
    writer.close()
    return said
