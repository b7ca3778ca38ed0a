"""The embedded server: durable, alone on its directory, gone when its parent is gone."""

import os
import signal
import stat
import subprocess
import sys
import textwrap
from pathlib import Path

import pytest
import redis

from croupier.service.adapters import embedded
from croupier.service.adapters.embedded import (
    SOCKET_PATH_MAX,
    EmbeddedError,
    EmbeddedValkey,
    socket_of,
    watch_over,
)
from tests.service.conftest import patiently_opened
from tests.service.servers import soon
from tests.service.store.synthetic import moved, opened

HOST = """
    import os, sys, time
    from pathlib import Path
    from croupier.service.adapters.embedded import EmbeddedValkey

    server = EmbeddedValkey.start(Path(sys.argv[1]))
    print(server.process.pid, flush=True)
    time.sleep(600)
"""


def is_running(pid: int) -> bool:
    """Whether there is such a process that is not a zombie."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[0] != "Z"
    except FileNotFoundError:
        return False


@pytest.fixture
def data_dir(tmp_path: Path) -> Path:
    """A directory that does not exist yet."""
    return tmp_path / "house" / "data"


async def test_the_data_outlives_the_server(data_dir: Path) -> None:
    with EmbeddedValkey.start(data_dir) as server:
        store = await patiently_opened(server.url)
        row = await moved(store, await opened(store), 3)
        await store.aclose()

    with EmbeddedValkey.start(data_dir) as server:
        store = await patiently_opened(server.url, durability="local")
        look = await store.look(row.snapshot.table_id)
        await store.aclose()

    assert look is not None
    assert look.row == row


def test_a_temporary_server_leaves_nothing() -> None:
    with EmbeddedValkey.start() as server:
        place = server.data_dir
        assert (place / "appendonlydir").is_dir()
        assert server.temporary

    assert not place.exists()


def test_nobody_else_may_use_the_directory_or_the_socket(data_dir: Path) -> None:
    with EmbeddedValkey.start(data_dir) as server:
        assert stat.S_IMODE(data_dir.stat().st_mode) == 0o700
        assert stat.S_IMODE(server.path.stat().st_mode) == 0o700
        with redis.Redis(unix_socket_path=str(server.path)) as client:
            assert client.config_get("port")["port"] == "0"


def test_a_second_house_is_told_the_socket_to_use(
    data_dir: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(embedded, "LEFTOVER_S", 0.05)
    with (
        EmbeddedValkey.start(data_dir) as server,
        pytest.raises(EmbeddedError) as refused,
    ):
        EmbeddedValkey.start(data_dir)

    assert f"CROUPIER_REDIS_URL={server.url}" in str(refused.value)
    assert "\n" not in str(refused.value)


@pytest.mark.parametrize("how", [signal.SIGKILL, signal.SIGTERM])
def test_the_server_ends_with_its_parent_and_the_next_house_can_start_at_once(
    data_dir: Path, how: signal.Signals
) -> None:
    with subprocess.Popen(
        [sys.executable, "-c", textwrap.dedent(HOST), str(data_dir)], stdout=subprocess.PIPE
    ) as parent:
        assert parent.stdout is not None
        pid = int(parent.stdout.readline())
        assert is_running(pid)
        parent.send_signal(how)
        parent.wait()

        with EmbeddedValkey.start(data_dir) as server:
            assert server.process.pid != pid
        assert not is_running(pid)


def test_without_a_parent_death_signal_a_watchdog_ends_the_server() -> None:
    server = subprocess.Popen(["sleep", "600"])
    watchdog = watch_over(server)
    assert watchdog.stdin is not None
    assert server.poll() is None

    watchdog.stdin.close()  # as the kernel does when this process ends

    assert server.wait(10) == -signal.SIGTERM
    assert watchdog.wait(10) == 0


def test_a_long_path_gets_a_short_socket(tmp_path: Path) -> None:
    deep = tmp_path / ("d" * SOCKET_PATH_MAX)

    with EmbeddedValkey.start(deep) as server:
        path = server.path

        assert len(os.fsencode(path)) < SOCKET_PATH_MAX
        assert path == socket_of(deep)
        assert path.parent.parent == embedded.SOCKETS
        assert stat.S_IMODE(path.parent.stat().st_mode) == 0o700

    assert not path.parent.exists()


def test_a_server_that_cannot_start_says_where_to_look(data_dir: Path) -> None:
    data_dir.mkdir(parents=True)
    (data_dir / "appendonlydir").write_text("not a directory")

    with pytest.raises(EmbeddedError, match=r"valkey\.log says why"):
        EmbeddedValkey.start(data_dir)

    soon(lambda: b"appendonlydir" in (data_dir / "valkey.log").read_bytes(), "the log says why")


def test_a_stopped_server_frees_the_directory(data_dir: Path) -> None:
    for _ in range(2):
        with EmbeddedValkey.start(data_dir) as server:
            assert is_running(server.process.pid)
        assert not is_running(server.process.pid)


async def test_what_it_writes_is_for_its_owner_alone_wherever_it_writes(tmp_path: Path) -> None:
    shared = tmp_path / "shared"
    shared.mkdir(mode=0o755)
    shared.chmod(0o755)
    before = os.umask(0o022)
    try:
        with EmbeddedValkey.start(shared) as server:
            store = await patiently_opened(server.url)
            await moved(store, await opened(store), 3)
            await store.aclose()
            written = [path for path in shared.rglob("*") if path != server.path]
            modes = {path.name: stat.S_IMODE(path.stat().st_mode) & 0o077 for path in written}
    finally:
        os.umask(before)

    assert {"lock", "valkey.log", "appendonlydir"} <= set(modes)
    assert any(name.endswith(".aof") for name in modes)
    assert set(modes.values()) == {0}
