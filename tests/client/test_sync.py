"""The same client without asyncio."""

import asyncio
import threading
from collections.abc import Iterator

import grpc
import pytest

from croupier.client import CroupierError, FrameKind
from croupier.client.sync import Croupier
from croupier.games.blossom_ridge.v1.blossom_ridge_pb2 import PlayCard
from croupier.v1 import table_service_pb2 as ts
from croupier.v1.catalog_service_pb2 import GetServerInfoResponse
from croupier.v1.table_pb2 import RevisionEvents
from croupier.v1.transcript_service_pb2 import ListEntriesResponse
from tests.client.hostile import Hostile, No
from tests.client.test_watch import change, end, snapshot

TABLE = "01234567-89ab-8def-8123-456789abcdef"


@pytest.fixture
def elsewhere() -> Iterator[Hostile]:
    """A hostile server on a loop of its own, so that the test itself may block."""
    loop = asyncio.new_event_loop()
    thread = threading.Thread(target=loop.run_forever)
    thread.start()
    server = Hostile()
    asyncio.run_coroutine_threadsafe(server.start(), loop).result()
    yield server
    asyncio.run_coroutine_threadsafe(server.stop(), loop).result()
    loop.call_soon_threadsafe(loop.stop)
    thread.join()
    loop.close()


def test_calls_wait_for_their_answer(elsewhere: Hostile) -> None:
    elsewhere.script.append(GetServerInfoResponse(version="1.2"))

    with Croupier(elsewhere.address) as croupier:
        assert croupier.server_info().version == "1.2"


def test_errors_are_the_same(elsewhere: Hostile) -> None:
    elsewhere.script.append(No(grpc.StatusCode.FAILED_PRECONDITION, "NO_SUCH_CARD", rule="X-1"))

    with Croupier(elsewhere.address) as croupier, pytest.raises(CroupierError) as caught:
        croupier.seat(TABLE, "token", 0).submit(PlayCard(card="H7"))

    assert caught.value.rule == "X-1"


def test_a_watch_is_an_iterator(elsewhere: Hostile) -> None:
    elsewhere.streams.append([snapshot(1), change(2, 1), end(2, ts.END_REASON_OVER)])

    with Croupier(elsewhere.address) as croupier:
        seat = croupier.seat(TABLE, "token", 0)
        kinds = [frame.kind for frame in seat.watch()]

        assert kinds == [FrameKind.SNAPSHOT, FrameKind.CHANGE, FrameKind.END]
        assert seat.state is not None
        assert seat.state.revision == 2


def test_a_watch_can_be_left(elsewhere: Hostile) -> None:
    elsewhere.streams.append([snapshot(1), change(2, 1), end(2, ts.END_REASON_OVER)])

    with Croupier(elsewhere.address) as croupier:
        frames = croupier.seat(TABLE, "token", 0).watch()
        assert next(frames).revision == 1
        frames.close()


def test_pages_are_turned(elsewhere: Hostile) -> None:
    elsewhere.script.append(
        ListEntriesResponse(entries=[RevisionEvents(revision=1)], next_page_token="more")
    )
    elsewhere.script.append(ListEntriesResponse(entries=[RevisionEvents(revision=2)]))

    with Croupier(elsewhere.address) as croupier:
        history = list(croupier.seat(TABLE, "token", 0).history())

    assert [entry.revision for entry in history] == [1, 2]


def test_its_thread_ends_with_it(elsewhere: Hostile) -> None:
    before = threading.active_count()
    with Croupier(elsewhere.address):
        assert threading.active_count() == before + 1

    assert threading.active_count() == before
