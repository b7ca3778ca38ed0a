"""What was sent and not answered survives the sender."""

import os
import stat
from pathlib import Path

import grpc
import pytest

from croupier.client import (
    Croupier,
    CroupierError,
    FileJournal,
    HostClient,
    JournalFull,
    JournalUnreadable,
    MemoryJournal,
    Pending,
    Retry,
    SeatClient,
)
from croupier.client import journal as journal_module
from croupier.v1.lobby_service_pb2 import (
    CreateTableRequest,
    CreateTableResponse,
    JoinTableRequest,
    JoinTableResponse,
    KickSeatRequest,
    LeaveTableRequest,
    LeaveTableResponse,
    ReissueSeatRequest,
    ReissueSeatResponse,
    StartTableRequest,
    StartTableResponse,
)
from croupier.v1.table_pb2 import Table
from tests.client.hostile import Hostile, No

TABLE = "01234567-89ab-8def-8123-456789abcdef"
ONCE = Retry(attempts_max=1)
A = Pending("a", "/x/Y", "somebody", b"\x00\xff")
B = Pending("b", "/x/Y", "somebody", b"2")


def test_what_is_open_is_there_after_a_crash(tmp_path: Path) -> None:
    path = tmp_path / "journal"
    first = FileJournal(path)
    first.begin(A)
    first.begin(B)
    first.end("a")
    first.close()

    again = FileJournal(path)

    assert again.pending() == (B,)
    again.close()


def test_a_torn_last_line_was_never_sent(tmp_path: Path) -> None:
    path = tmp_path / "journal"
    first = FileJournal(path)
    first.begin(A)
    first.close()
    with path.open("a") as file:
        file.write('{"id": "b", "path')

    again = FileJournal(path)

    assert again.pending() == (A,)
    again.close()


@pytest.mark.parametrize(
    "content",
    [
        b"not a journal\n",
        b"not a journal, and no line",
        b"\xff\xfe\x00\n",
        b"[]\n",
        b"17\n",
        b"{}\n",
        b'{"id": "a"}\n',
        b'{"end": 7}\n',
        b'{"id": 1, "path": "p", "whose": "w", "request": ""}\n',
        b'{"id": "a", "path": "p", "whose": "w", "request": "?"}\n',
        b'{"id": "a", "path": "p", "whose": "w", "request": "\xc3\xa9"}\n',
        b"[" * 100_000 + b"\n",
    ],
    ids=lambda content: ascii(content[:40]),
)
@pytest.mark.parametrize("after", [False, True], ids=["at once", "after a good line"])
def test_what_is_no_journal_is_refused_and_left_alone(
    tmp_path: Path, content: bytes, after: bool
) -> None:
    path = tmp_path / "journal"
    first = FileJournal(path)
    first.begin(A)
    first.close()
    before = path.read_bytes() if after else b""
    path.write_bytes(before + content)

    for _ in range(2):  # the second time shows that nobody holds the lock
        with pytest.raises(JournalUnreadable) as caught:
            FileJournal(path)

    assert str(path) in str(caught.value)
    assert f"line {1 + after} " in str(caught.value)
    assert path.read_bytes() == before + content


@pytest.mark.parametrize("length", range(1, 40))
def test_a_line_may_be_torn_anywhere(tmp_path: Path, length: int) -> None:
    path = tmp_path / "journal"
    first = FileJournal(path)
    first.begin(A)
    first.close()
    whole = path.read_bytes()
    path.write_bytes(whole + whole[:length])

    again = FileJournal(path)

    assert again.pending() == (A,)
    again.close()


def test_a_command_is_on_disk_before_begin_returns(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "journal"
    kept = FileJournal(path)
    forced: list[str] = []
    monkeypatch.setattr(os, "fsync", lambda _: forced.append(path.read_text()))

    kept.begin(A)

    (text,) = forced
    assert '"a"' in text
    kept.close()


def test_only_its_owner_reads_it(tmp_path: Path) -> None:
    kept = FileJournal(tmp_path / "journal")

    assert stat.S_IMODE((tmp_path / "journal").stat().st_mode) == 0o600
    kept.close()


def test_two_processes_do_not_share_it(tmp_path: Path) -> None:
    kept = FileJournal(tmp_path / "journal")

    with pytest.raises(BlockingIOError, match="another running process"):
        FileJournal(tmp_path / "journal")
    kept.close()
    FileJournal(tmp_path / "journal").close()


def test_it_does_not_grow_for_ever(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(journal_module, "LINES_MAX", 10)
    kept = FileJournal(tmp_path / "journal")
    kept.begin(A)

    for _ in range(50):
        kept.begin(B)
        kept.end("b")

    assert len((tmp_path / "journal").read_text().splitlines()) <= 12
    assert kept.pending() == (A,)
    kept.close()


def test_too_many_without_an_outcome_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(journal_module, "PENDING_MAX", 1)
    kept = MemoryJournal()
    kept.begin(A)

    with pytest.raises(JournalFull):
        kept.begin(B)

    assert kept.pending() == (A,)


async def test_after_a_crash_the_same_table_and_seat_are_found(
    hostile: Hostile, tmp_path: Path
) -> None:
    lost = No(grpc.StatusCode.ABORTED, "LOST", applied="UNKNOWN")
    hostile.script.extend([lost, lost])
    before = FileJournal(tmp_path / "journal")
    async with Croupier(hostile.address, journal=before, retry=ONCE) as croupier:
        with pytest.raises(CroupierError):
            await croupier.create_table("blossom_ridge", 2)
        with pytest.raises(CroupierError):
            await croupier.join(TABLE, "Ada", invite_code="code")
    before.close()

    after = FileJournal(tmp_path / "journal")
    hostile.script.extend(
        [
            CreateTableResponse(table=Table(table_id=TABLE), host_token="host", invite_code="code"),
            JoinTableResponse(seat=1, seat_token="seat", revision=2),
        ]
    )
    async with Croupier(hostile.address, journal=after, retry=ONCE) as croupier:
        host, seat = await croupier.recover()

    assert isinstance(host, HostClient)
    assert isinstance(seat, SeatClient)
    assert (host.table_id, host.token, host.invite_code) == (TABLE, "host", "code")
    assert (seat.table_id, seat.token, seat.seat) == (TABLE, "seat", 1)
    for kind in (CreateTableRequest, JoinTableRequest):
        first, second = hostile.sent(kind)
        assert first == second
    assert after.pending() == ()
    after.close()


async def test_what_a_host_or_a_leaver_sent_is_settled_too(hostile: Hostile) -> None:
    lost = No(grpc.StatusCode.ABORTED, "LOST", applied="UNKNOWN")
    hostile.script.extend([lost] * 4)
    journal = MemoryJournal()
    async with Croupier(hostile.address, journal=journal, retry=ONCE) as croupier:
        host, seat = croupier.host(TABLE, "host"), croupier.seat(TABLE, "seat", 0)
        for call in (host.start(), host.reissue(2), host.kick(1), seat.leave()):
            with pytest.raises(CroupierError):
                await call
        assert len(journal.pending()) == 4
        hostile.script.extend(
            [
                StartTableResponse(),
                ReissueSeatResponse(seat_token="new"),
                No(grpc.StatusCode.FAILED_PRECONDITION, "SEAT_EMPTY"),
                LeaveTableResponse(),
            ]
        )
        reissued, refused = await host.recover()
        assert await seat.recover() == []

    assert isinstance(reissued, SeatClient)
    assert (reissued.seat, reissued.token) == (2, "new")
    assert isinstance(refused, CroupierError)
    assert refused.reason == "SEAT_EMPTY"
    assert journal.pending() == ()
    for kind in (StartTableRequest, ReissueSeatRequest, KickSeatRequest, LeaveTableRequest):
        first, second = hostile.sent(kind)
        assert first == second


async def test_nobody_repeats_what_somebody_else_sent(hostile: Hostile) -> None:
    hostile.script.append(No(grpc.StatusCode.ABORTED, "LOST", applied="UNKNOWN"))
    async with Croupier(hostile.address, retry=ONCE) as croupier:
        with pytest.raises(CroupierError):
            await croupier.seat(TABLE, "mine", 0).leave()

        assert await croupier.seat(TABLE, "other", 1).recover() == []
        assert await croupier.host(TABLE, "host").recover() == []
        assert await croupier.recover() == []

    assert len(hostile.calls) == 1


async def test_a_full_journal_sends_nothing(
    hostile: Hostile, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(journal_module, "PENDING_MAX", 0)

    async with Croupier(hostile.address) as croupier:
        with pytest.raises(JournalFull):
            await croupier.join(TABLE, "Ada")

    assert hostile.calls == []


async def test_no_token_is_written_down(hostile: Hostile, tmp_path: Path) -> None:
    kept = FileJournal(tmp_path / "journal")
    hostile.script.append(No(grpc.StatusCode.ABORTED, "LOST", applied="UNKNOWN"))
    async with Croupier(hostile.address, journal=kept, retry=ONCE) as croupier:
        with pytest.raises(CroupierError):
            await croupier.seat(TABLE, "very-secret", 0).leave()
    kept.close()

    assert "very-secret" not in (tmp_path / "journal").read_text()
