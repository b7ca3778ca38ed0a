"""What may be repeated is, with the same id, a bounded number of times, after random pauses."""

import asyncio
import time

import grpc
import pytest

from croupier.client import Croupier, CroupierError, MemoryJournal, Retry, SeatClient
from croupier.client.retry import DELAY_MAX_S
from croupier.games.blossom_ridge.v1.blossom_ridge_pb2 import PlayCard
from croupier.v1.common_pb2 import TableStarted
from croupier.v1.payload_pb2 import Event
from croupier.v1.table_service_pb2 import SubmitCommandRequest, SubmitCommandResponse
from tests.client.hostile import Hostile, No, Replayed, Stall

TABLE = "01234567-89ab-8def-8123-456789abcdef"
AWAY = No(grpc.StatusCode.RESOURCE_EXHAUSTED, "OVERLOADED", retry_after_ms=1)
DOUBT = No(grpc.StatusCode.ABORTED, "LOST", applied="UNKNOWN")
DONE = SubmitCommandResponse(
    revision=7, resume_token="after", events=[Event(table_started=TableStarted())]
)


def seat_at(croupier: Croupier) -> SeatClient:
    """A seat with a token kept from before."""
    return croupier.seat(TABLE, "secret-token", 1)


async def test_a_command_is_repeated_with_the_same_id_and_body(hostile: Hostile) -> None:
    hostile.script.extend([AWAY, DOUBT, Replayed(DONE)])

    async with Croupier(hostile.address) as croupier:
        receipt = await seat_at(croupier).submit(PlayCard(card="H7"), "1.4")

    sent = hostile.sent(SubmitCommandRequest)
    assert len(sent) == 3
    assert sent[0] == sent[1] == sent[2]
    assert sent[0].command_id == receipt.command_id
    assert sent[0].blossom_ridge.play_card.card == "H7"
    assert (receipt.revision, receipt.resume_token, receipt.replayed) == (7, "after", True)
    assert [event.WhichOneof("event") for event in receipt.events] == ["table_started"]


async def test_the_token_travels_in_the_header_alone(hostile: Hostile) -> None:
    hostile.script.append(DONE)

    async with Croupier(hostile.address) as croupier:
        receipt = await seat_at(croupier).submit(PlayCard(card="H7"))

    ((_, body, metadata),) = hostile.calls
    assert metadata["authorization"] == "Bearer secret-token"
    assert b"secret-token" not in body
    assert not receipt.replayed


async def test_a_refusal_is_not_repeated(hostile: Hostile) -> None:
    hostile.script.extend([No(grpc.StatusCode.FAILED_PRECONDITION, "NOT_YOUR_DECISION"), DONE])

    async with Croupier(hostile.address) as croupier:
        with pytest.raises(CroupierError, match="NOT_YOUR_DECISION"):
            await seat_at(croupier).submit(PlayCard(card="H7"))

    assert len(hostile.calls) == 1


async def test_attempts_are_bounded(hostile: Hostile) -> None:
    hostile.script.extend([AWAY] * 9)

    async with Croupier(hostile.address, retry=Retry(attempts_max=5)) as croupier:
        with pytest.raises(CroupierError) as caught:
            await seat_at(croupier).submit(PlayCard(card="H7"))

    assert len(hostile.calls) == 5
    assert caught.value.applied == "NO"


async def test_one_attempt_in_doubt_leaves_the_outcome_in_doubt(hostile: Hostile) -> None:
    hostile.script.extend([DOUBT, AWAY])

    async with Croupier(hostile.address, retry=Retry(attempts_max=2)) as croupier:
        with pytest.raises(CroupierError) as caught:
            await seat_at(croupier).submit(PlayCard(card="H7"))

    assert caught.value.applied == "UNKNOWN"


async def test_a_refusal_after_doubt_settles_it(hostile: Hostile) -> None:
    hostile.script.extend([DOUBT, No(grpc.StatusCode.ABORTED, "STALE_PROMPT")])

    async with Croupier(hostile.address) as croupier:
        with pytest.raises(CroupierError) as caught:
            await seat_at(croupier).submit(PlayCard(card="H7"), "1.4")

    assert caught.value.applied == "NO"


async def test_a_dead_token_after_doubt_settles_nothing(hostile: Hostile) -> None:
    hostile.script.extend([DOUBT, No(grpc.StatusCode.UNAUTHENTICATED, "TOKEN_REVOKED")])

    async with Croupier(hostile.address) as croupier:
        with pytest.raises(CroupierError) as caught:
            await seat_at(croupier).submit(PlayCard(card="H7"), "1.4")

    assert caught.value.applied == "UNKNOWN"


async def test_a_silent_server_costs_one_deadline_and_is_asked_again(hostile: Hostile) -> None:
    hostile.script.extend([Stall(5), DONE, DONE])

    async with Croupier(hostile.address, retry=Retry(timeout_s=0.2)) as croupier:
        began = time.monotonic()
        async with asyncio.timeout(4):
            await seat_at(croupier).submit(PlayCard(card="H7"))

    assert len(hostile.calls) == 2
    assert time.monotonic() - began < 4


async def test_a_server_that_stays_silent_is_given_up_in_time(hostile: Hostile) -> None:
    hostile.script.extend([Stall(30)] * 5)
    patience = Retry(timeout_s=0.2, total_s=0.5)

    async with Croupier(hostile.address, retry=patience) as croupier:
        began = time.monotonic()
        with pytest.raises(CroupierError) as caught:
            await seat_at(croupier).submit(PlayCard(card="H7"))

    assert 0.5 <= time.monotonic() - began < 3
    assert 3 <= len(hostile.calls) <= 4
    assert (caught.value.code, caught.value.applied) == (
        grpc.StatusCode.DEADLINE_EXCEEDED,
        "UNKNOWN",
    )


async def test_waiting_longer_than_patience_is_given_back(hostile: Hostile) -> None:
    hostile.script.extend(
        [No(grpc.StatusCode.RESOURCE_EXHAUSTED, "OVERLOADED", retry_after_ms=60_000), DONE]
    )

    async with Croupier(hostile.address) as croupier:
        with pytest.raises(CroupierError) as caught:
            await seat_at(croupier).submit(PlayCard(card="H7"))

    assert caught.value.retry_after_s == 60
    assert len(hostile.calls) == 1


async def test_a_restart_of_the_server_is_not_noticed(hostile: Hostile) -> None:
    hostile.script.append(DONE)
    async with Croupier(hostile.address) as croupier:
        seat = seat_at(croupier)
        await seat.submit(PlayCard(card="H7"))
        await hostile.stop()
        hostile.script.append(DONE)

        async def back() -> None:
            await asyncio.sleep(0.5)
            await hostile.start(hostile.port)

        _, receipt = await asyncio.gather(back(), seat.submit(PlayCard(card="H8")))

    assert receipt.revision == 7


async def test_a_slow_way_to_the_server_is_waited_for(hostile: Hostile) -> None:
    """Half a second until the server greets: a far continent, a busy machine."""
    hostile.script.append(DONE)

    async def forward(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await asyncio.sleep(0.5)
        far_reader, far_writer = await asyncio.open_connection("127.0.0.1", hostile.port)
        async with asyncio.TaskGroup() as ways:
            ways.create_task(_pump(reader, far_writer))
            ways.create_task(_pump(far_reader, writer))

    async with await asyncio.start_server(forward, "127.0.0.1", 0) as slow:
        port = slow.sockets[0].getsockname()[1]
        async with Croupier(f"127.0.0.1:{port}", retry=Retry(attempts_max=1)) as croupier:
            receipt = await seat_at(croupier).submit(PlayCard(card="H7"))

    assert receipt.revision == 7


async def _pump(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    while more := await reader.read(65536):
        writer.write(more)
        await writer.drain()
    writer.close()


async def test_calls_go_to_the_replica_that_lives(hostile: Hostile) -> None:
    other = Hostile()
    await other.start()
    for server in (hostile, other):
        server.script.extend([DONE] * 40)
    address = f"ipv4:{hostile.address},{other.address}"
    async with Croupier(address) as croupier:
        seat = seat_at(croupier)
        for _ in range(10):
            await seat.submit(PlayCard(card="H7"))
        shared = len(hostile.calls), len(other.calls)
        await hostile.stop()
        for _ in range(10):
            await seat.submit(PlayCard(card="H7"))
    await other.stop()

    assert min(shared) > 0
    assert len(other.calls) >= shared[1] + 9


async def test_a_known_outcome_leaves_the_journal_and_an_unknown_one_stays(
    hostile: Hostile,
) -> None:
    journal = MemoryJournal()
    hostile.script.extend([DONE, No(grpc.StatusCode.ABORTED, "STALE_PROMPT"), DOUBT])
    async with Croupier(hostile.address, journal=journal, retry=Retry(attempts_max=1)) as croupier:
        seat = seat_at(croupier)
        await seat.submit(PlayCard(card="H7"))
        with pytest.raises(CroupierError):
            await seat.submit(PlayCard(card="H8"))
        with pytest.raises(CroupierError):
            await seat.submit(PlayCard(card="H9"), command_id="id-9")

        assert [one.command_id for one in journal.pending()] == ["id-9"]
        hostile.script.append(Replayed(DONE))
        (outcome,) = await seat.recover()

    assert not isinstance(outcome, CroupierError)
    assert (outcome.command_id, outcome.replayed) == ("id-9", True)
    assert hostile.sent(SubmitCommandRequest)[2] == hostile.sent(SubmitCommandRequest)[3]
    assert journal.pending() == ()


def test_pauses_grow_are_random_and_end() -> None:
    retry = Retry(attempts_max=10)
    runs = [list(retry.waits()) for _ in range(200)]

    assert {len(run) for run in runs} == {9}
    assert max(run[0] for run in runs) <= 0.05
    assert max(run[8] for run in runs) <= DELAY_MAX_S
    assert max(run[8] for run in runs) > 0.25
    assert len({run[8] for run in runs}) == 200
