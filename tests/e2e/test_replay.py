"""The demo's last word is earned: a log that was tampered with is not called a match."""

import asyncio
from pathlib import Path
from typing import Any

import pytest
import redis

from croupier.client.sync import Croupier
from croupier.service.adapters.embedded import EmbeddedValkey
from croupier.service.cli.demo import DemoFailed, replayed
from croupier.service.cli.private import PrivateSettings, private_service

UNKNOWN = "01234567-89ab-8def-8123-456789abcdef"


@pytest.fixture
def played(tmp_path: Path) -> tuple[Path, str]:
    """The data of a service that has stopped, and a table on which a game was played."""
    with private_service(tmp_path) as service, Croupier(service.address) as croupier:
        host = croupier.create_table("blossom_ridge", 2)
        seat = host.join("Ada")
        host.hand_to_house(1)
        host.start()
        assert seat.play() is not None
        return tmp_path, host.table_id


def tamper(data_dir: Path, change: Any) -> None:
    """Change the log behind the service's back."""
    with EmbeddedValkey.start(data_dir) as server, redis.Redis.from_url(server.url) as client:
        (log,) = client.scan_iter("*:l")
        change(client, log)


def test_a_missing_entry_is_found(played: tuple[Path, str]) -> None:
    data_dir, table_id = played

    def lose(client: Any, log: bytes) -> None:
        assert client.xdel(log, client.xrange(log)[7][0]) == 1

    tamper(data_dir, lose)

    with pytest.raises(DemoFailed):
        asyncio.run(replayed(PrivateSettings(data_dir=data_dir), table_id))


def test_a_changed_entry_is_found(played: tuple[Path, str]) -> None:
    data_dir, table_id = played

    def falsify(client: Any, log: bytes) -> None:
        entries = client.xrange(log)
        client.delete(log)
        for number, (name, fields) in enumerate(entries):
            if number == 7:
                fields = {key: value[:-1] + b"\x00" for key, value in fields.items()}
            client.xadd(log, fields, id=name)

    tamper(data_dir, falsify)

    with pytest.raises(DemoFailed):
        asyncio.run(replayed(PrivateSettings(data_dir=data_dir), table_id))


def test_a_table_that_is_not_there_is_one_sentence(tmp_path: Path) -> None:
    with private_service(tmp_path):
        pass

    with pytest.raises(DemoFailed, match="cannot be read again: TABLE_NOT_FOUND"):
        asyncio.run(replayed(PrivateSettings(data_dir=tmp_path), UNKNOWN))
