"""A watch goes on by itself: same place, no gap, no repeat, on whichever replica."""

from collections.abc import AsyncIterator
from contextlib import aclosing
from datetime import UTC, datetime

import grpc
import pytest
from google.protobuf.timestamp_pb2 import Timestamp

from croupier.client import Croupier, CroupierError, Frame, FrameKind, watch
from croupier.client.channels import WATCHES_PER_CHANNEL_MAX
from croupier.client.connection import Connection
from croupier.client.watch import Watching
from croupier.v1 import table_service_pb2 as ts
from croupier.v1.common_pb2 import TableStarted
from croupier.v1.payload_pb2 import Event, Prompt
from croupier.v1.table_pb2 import RevisionEvents, Table, TableView
from tests.client.hostile import Hostile, No, Stall
from tests.waiting import wait_until

TABLE = "01234567-89ab-8def-8123-456789abcdef"
MOMENT = datetime(2026, 1, 2, 3, 4, 5, tzinfo=UTC)


def seen(revision: int) -> TableView:
    """A table that can be told from those of other revisions."""
    question = Prompt(prompt_id=f"0.{revision}", question=True, rule="BLO-040")
    return TableView(table=Table(edition=str(revision)), prompts=[question])


def framed(revision: int, before: int) -> ts.WatchTableResponse:
    """The parts that every frame has."""
    now = Timestamp()
    now.FromDatetime(MOMENT)
    return ts.WatchTableResponse(
        revision=revision, from_revision=before, resume_token=f"t{revision}", server_time=now
    )


def snapshot(revision: int) -> ts.WatchTableResponse:
    frame = framed(revision, 0)
    frame.snapshot.view.CopyFrom(seen(revision))
    return frame


def change(revision: int, before: int) -> ts.WatchTableResponse:
    frame = framed(revision, before)
    frame.change.view.CopyFrom(seen(revision))
    for number in range(before + 1, revision + 1):
        event = Event(table_started=TableStarted())
        frame.change.revisions.append(RevisionEvents(revision=number, events=[event]))
    return frame


def bookmark(revision: int) -> ts.WatchTableResponse:
    frame = framed(revision, revision)
    frame.bookmark.SetInParent()
    return frame


def reset(revision: int) -> ts.WatchTableResponse:
    frame = framed(revision, 0)
    frame.reset.reason = ts.RESET_REASON_ROLLED_BACK
    frame.reset.view.CopyFrom(seen(revision))
    return frame


def end(revision: int, reason: ts.EndReason.ValueType) -> ts.WatchTableResponse:
    frame = framed(revision, revision)
    frame.end.reason = reason
    return frame


@pytest.fixture(autouse=True)
def _hasty(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(watch, "PAUSE_MAX_S", 0.01)


@pytest.fixture
async def watching(hostile: Hostile) -> AsyncIterator[Watching]:
    """An impatient watch of the hostile server."""
    async with Connection(hostile.address) as connection:
        yield Watching(connection, TABLE, "token", silence_max_s=0.5, failures_max=5)


async def frames(watching: Watching, resume_token: str | None = None) -> list[Frame]:
    """All of them."""
    return [frame async for frame in watching.frames(resume_token)]


def asked(hostile: Hostile) -> list[str]:
    """The tokens that watches began with; empty for none."""
    return [request.resume_token for request in hostile.sent(ts.WatchTableRequest)]


async def test_every_kind_of_frame_is_typed(hostile: Hostile, watching: Watching) -> None:
    hostile.streams.append(
        [snapshot(1), change(3, 1), bookmark(3), reset(2), end(2, ts.END_REASON_OVER)]
    )

    got = await frames(watching)

    assert [frame.kind for frame in got] == [
        FrameKind.SNAPSHOT,
        FrameKind.CHANGE,
        FrameKind.BOOKMARK,
        FrameKind.RESET,
        FrameKind.END,
    ]
    assert [(frame.from_revision, frame.revision) for frame in got][1] == (1, 3)
    assert [entry.revision for entry in got[1].revisions] == [2, 3]
    assert len(got[1].events) == 2
    assert [frame.reason for frame in got] == [None, None, None, "ROLLED_BACK", "OVER"]
    assert got[0].server_time == MOMENT
    assert got[1].state is not None
    assert got[1].state.question is not None
    assert got[1].state.question.prompt_id == "0.3"
    assert got[2].state is None


@pytest.mark.parametrize("reason", [ts.END_REASON_DRAIN, ts.END_REASON_MAX_AGE])
async def test_a_stream_that_ends_politely_is_resumed_where_it_was(
    hostile: Hostile, watching: Watching, reason: ts.EndReason.ValueType
) -> None:
    hostile.streams.append([snapshot(1), change(2, 1), end(2, reason)])
    hostile.streams.append([change(4, 2), end(4, ts.END_REASON_OVER)])

    got = await frames(watching)

    assert [frame.revision for frame in got] == [1, 2, 4, 4]
    assert asked(hostile) == ["", "t2"]


async def test_a_stream_that_breaks_is_resumed_where_it_was(
    hostile: Hostile, watching: Watching
) -> None:
    broken = No(grpc.StatusCode.UNAVAILABLE)
    hostile.streams.append([snapshot(1), broken])
    hostile.streams.append([broken])
    hostile.streams.append([change(2, 1), broken])
    hostile.streams.append([bookmark(2), end(2, ts.END_REASON_OVER)])

    got = await frames(watching)

    assert [frame.revision for frame in got] == [1, 2, 2, 2]
    assert asked(hostile) == ["", "t1", "t1", "t2"]


async def test_a_stream_that_falls_silent_is_resumed(hostile: Hostile, watching: Watching) -> None:
    hostile.streams.append([snapshot(1), Stall(30)])
    hostile.streams.append([bookmark(1), end(1, ts.END_REASON_OVER)])

    await frames(watching)

    assert asked(hostile) == ["", "t1"]


async def test_a_stream_that_ends_without_a_word_is_resumed(
    hostile: Hostile, watching: Watching
) -> None:
    hostile.streams.append([snapshot(1)])
    hostile.streams.append([end(1, ts.END_REASON_OVER)])

    await frames(watching)

    assert asked(hostile) == ["", "t1"]


async def test_failures_in_a_row_are_bounded(hostile: Hostile, watching: Watching) -> None:
    with pytest.raises(CroupierError) as caught:
        await frames(watching)

    assert caught.value.code is grpc.StatusCode.UNAVAILABLE
    assert len(hostile.calls) == 6


async def test_a_no_that_stays_a_no_is_raised_at_once(hostile: Hostile, watching: Watching) -> None:
    hostile.streams.append([No(grpc.StatusCode.UNAUTHENTICATED, "TOKEN_REVOKED")])

    with pytest.raises(CroupierError, match="TOKEN_REVOKED"):
        await frames(watching)

    assert len(hostile.calls) == 1


async def test_a_revoked_seat_ends_the_watch(hostile: Hostile, watching: Watching) -> None:
    hostile.streams.append([snapshot(1), end(1, ts.END_REASON_REVOKED)])

    got = await frames(watching)

    assert got[-1].reason == "REVOKED"
    assert len(hostile.calls) == 1


async def test_a_token_that_is_not_known_any_more_begins_anew(
    hostile: Hostile, watching: Watching
) -> None:
    hostile.streams.append([No(grpc.StatusCode.INVALID_ARGUMENT, "RESUME_TOKEN_INVALID")])
    hostile.streams.append([snapshot(5), end(5, ts.END_REASON_OVER)])

    got = await frames(watching, "kept")

    assert [frame.kind for frame in got] == [FrameKind.SNAPSHOT, FrameKind.END]
    assert asked(hostile) == ["kept", ""]


async def test_the_newest_state_is_kept_and_a_rollback_replaces_it(hostile: Hostile) -> None:
    hostile.streams.append([snapshot(1), change(3, 1), reset(2), end(2, ts.END_REASON_OVER)])
    kept: list[int | None] = []
    async with Croupier(hostile.address) as croupier:
        seat = croupier.seat(TABLE, "token", 0)
        async with aclosing(seat.watch()) as stream:
            async for _ in stream:
                kept.append(seat.state.revision if seat.state else None)

    assert kept == [1, 3, 2, 2]


async def test_news_without_a_view_leave_the_newest_state(hostile: Hostile) -> None:
    """One frame for each revision: only the newest of several brings a view."""
    past = change(2, 1)
    past.change.ClearField("view")
    hostile.streams.append([snapshot(1), past, change(3, 2), end(3, ts.END_REASON_OVER)])
    kept: list[tuple[bool, int | None]] = []
    async with Croupier(hostile.address) as croupier:
        seat = croupier.seat(TABLE, "token", 0)
        async for frame in seat.watch(every_event=True):
            kept.append((frame.state is not None, seat.state.revision if seat.state else None))

    assert kept == [(True, 1), (False, 1), (True, 3), (False, 3)]


async def test_an_older_view_does_not_replace_a_newer_one(hostile: Hostile) -> None:
    hostile.script.append(ts.GetViewResponse(revision=9, resume_token="t9", view=seen(9)))
    hostile.script.append(ts.GetViewResponse(revision=8, resume_token="t8", view=seen(8)))
    async with Croupier(hostile.address) as croupier:
        seat = croupier.seat(TABLE, "token", 0)
        await seat.view()
        older = await seat.view()

        assert older.revision == 8
        assert seat.state is not None
        assert seat.state.revision == 9


async def test_each_event_mode_is_asked_for(hostile: Hostile) -> None:
    hostile.streams.append([end(1, ts.END_REASON_OVER)])
    async with Croupier(hostile.address) as croupier:
        async for _ in croupier.seat(TABLE, "token", 0).watch("t0", every_event=True):
            pass

    (request,) = hostile.sent(ts.WatchTableRequest)
    assert request.mode == ts.WATCH_MODE_EVENTS


async def test_a_left_watch_is_ended_on_the_wire(hostile: Hostile, watching: Watching) -> None:
    hostile.streams.append([snapshot(1), Stall(30)])

    async with aclosing(watching.frames(None)) as stream:
        await anext(stream)
        assert hostile.open_streams == 1

    await wait_until(lambda: hostile.open_streams == 0, "the server sees the stream end")


async def test_more_watches_than_a_connection_takes_get_another_one(
    hostile: Hostile, watching: Watching
) -> None:
    channels = watching.connection._channels
    open_watches = [channels.for_watch() for _ in range(WATCHES_PER_CHANNEL_MAX + 1)]
    given = [one.__enter__() for one in open_watches]

    assert len(set(map(id, given[:-1]))) == 1
    assert given[-1] is not given[0]
    for one in open_watches:
        one.__exit__(None, None, None)
    with channels.for_watch() as channel:
        assert channel is given[0]
