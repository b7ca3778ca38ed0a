"""What is promised is checked at the start, and less than was asked for is refused."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from croupier.service.adapters.durability import NotDurableEnough
from tests.service.conftest import patiently_opened
from tests.service.servers import DURABLE, Cluster, Server, Trio, soon


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    """A server with the safe settings."""
    with Server(tmp_path / "server", *DURABLE) as server:
        yield server


async def told(url: str, asked: str = "", temporary: bool = False) -> tuple[str, str]:
    """The level, and the reasons in one text."""
    store = await patiently_opened(url, durability=asked, temporary=temporary)
    level, reasons = await store.durability(), "; ".join(store.durability_reasons)
    await store.aclose()
    return level, reasons


async def test_the_safe_settings_are_local(server: Server) -> None:
    assert await told(server.url, "local") == ("local", "")


@pytest.mark.parametrize(
    ("setting", "value", "reason"),
    [
        ("appendonly", "no", "the append-only file is off"),
        ("appendfsync", "everysec", "replies may come before the disk has them"),
        ("no-appendfsync-on-rewrite", "yes", "a rewrite stops the fsync"),
        ("maxmemory-policy", "allkeys-lru", "tables may be evicted"),
    ],
)
async def test_one_unsafe_setting_is_none_and_said(
    server: Server, setting: str, value: str, reason: str
) -> None:
    server.client().config_set(setting, value)

    level, reasons = await told(server.url)

    assert level == "none"
    assert reasons.startswith(reason)
    with pytest.raises(NotDurableEnough, match=reason):
        await told(server.url, "local")
    assert (await told(server.url, "none"))[0] == "none"


async def test_a_temporary_directory_is_none(server: Server) -> None:
    assert await told(server.url, temporary=True) == ("none", "the data directory is temporary")


async def test_a_replica_that_may_be_promoted_is_none(server: Server, tmp_path: Path) -> None:
    follow = ("--replicaof", f"127.0.0.1 {server.port}")
    with Server(tmp_path / "replica", *DURABLE, *follow):
        soon(
            lambda: server.client().info("replication")["connected_slaves"] == 1,
            "the replica follows",
        )

        level, reasons = await told(server.url)

    assert level == "none"
    assert "promoted" in reasons


async def test_a_server_that_hides_its_settings_is_none(server: Server) -> None:
    server.client().execute_command("ACL SETUSER", "default", "-config")

    level, reasons = await told(server.url)

    assert level == "none"
    assert "does not tell its settings" in reasons


async def test_every_master_of_a_cluster_must_be_safe(cluster: Cluster) -> None:
    assert await told(cluster.url) == ("local", "")
    cluster.servers[2].client().config_set("appendfsync", "everysec")
    try:
        assert (await told(cluster.url))[0] == "none"
    finally:
        cluster.servers[2].client().config_set("appendfsync", "always")


async def test_sentinels_are_none(sentinel: Trio) -> None:
    level, reasons = await told(sentinel.url)

    assert level == "none"
    assert "promoted" in reasons


async def test_replication_is_not_promised_yet(server: Server) -> None:
    with pytest.raises(NotDurableEnough, match="not offered yet"):
        await told(server.url, "replicated")


async def test_an_unknown_level_is_refused(server: Server) -> None:
    with pytest.raises(NotDurableEnough, match="'safe'"):
        await told(server.url, "safe")
