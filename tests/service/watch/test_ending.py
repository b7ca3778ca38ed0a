"""Every way in which a watch ends: one END as the last frame, then nothing."""

import asyncio
from collections.abc import AsyncGenerator
from dataclasses import replace as paced

import pytest

from croupier.engines.kernel.values import Seat
from croupier.service.adapters.store import RedisStore
from croupier.service.app.frames import EndReason, Frame, Kind, Mode
from croupier.service.app.hub import SEAT_WATCHES_MAX, SPECTATORS_MAX
from croupier.service.app.pace import Pace
from croupier.service.app.ports import ReplicaTooOld, Rotten
from croupier.service.app.problems import Problem
from croupier.service.app.records import Status, TableClosed
from tests.service.app.replica import bearer, new_id
from tests.service.watch import whispers
from tests.service.watch.replicas import STILL, Watching, heard, spectator, talkers
from tests.service.watch.stores import AilingStore, DeafStore, Reopen

REVOKED_S = 2.0

EVERY = pytest.mark.parametrize("mode", list(Mode))


def test_streams_live_about_as_long_as_is_said() -> None:
    low, high = Pace(chance=lambda: 0.0), Pace(chance=lambda: 1.0)

    assert low.about(low.age_max_s) == pytest.approx(22.5 * 60)
    assert high.about(high.age_max_s) == pytest.approx(27.5 * 60)
    assert high.about(high.heartbeat_s) < 15
    assert high.about(high.poll_s, share=0.2) <= 1.2


async def test_an_old_stream_ends_and_goes_on_from_its_token(store: RedisStore) -> None:
    async with Watching.over(store, paced(STILL, age_max_s=0.05)) as here:
        party = await talkers(here)
        async with here.watch(party.seats[0]) as stream:
            first = await stream.next(Kind.SNAPSHOT)
            end = await stream.next(Kind.END)
            await stream.ended()
        await here.say(party, "meanwhile")
        async with here.watch(party.seats[0], end.token) as stream:
            change = await stream.next(Kind.CHANGE)

    assert (end.reason, end.token) == (EndReason.MAX_AGE, first.token)
    assert (end.from_revision, end.revision) == (first.revision, first.revision)
    assert (change.from_revision, change.revision) == (4, 5)


@EVERY
async def test_the_final_state_comes_before_the_end(
    here: Watching, there: Watching, mode: Mode
) -> None:
    party = await talkers(here)

    async with there.watch(party.seats[1], mode=mode) as stream:
        await stream.next(Kind.SNAPSHOT)
        await here.talk(whispers.Hush(Seat(0)), party)
        last = await stream.next(Kind.CHANGE)
        end = await stream.next(Kind.END)
        await stream.ended()

    assert last.seen is not None
    assert last.seen.info.status is Status.OVER
    assert last.seen.result is not None
    assert last.seen.prompts == ()
    assert (end.reason, end.token, end.news) == (EndReason.OVER, last.token, ())


async def test_an_over_table_can_still_be_read_to_its_end(here: Watching, there: Watching) -> None:
    party = await talkers(here)
    for words in ("one", "two"):
        await here.say(party, words)
    told = await here.talk(whispers.Hush(Seat(0)), party)

    async with there.watch(party.seats[0]) as stream:
        whole = await stream.next(Kind.SNAPSHOT)
        assert (await stream.next(Kind.END)).reason is EndReason.OVER
    async with there.watch(party.seats[0], told.resume_token) as stream:
        again = await stream.next(Kind.BOOKMARK)
        end = await stream.next(Kind.END)
        await stream.ended()

    assert whole.token == again.token == end.token == told.resume_token


async def test_a_slow_reader_of_events_gets_all_before_the_end(
    here: Watching, there: Watching
) -> None:
    party = await talkers(here)

    async with there.watch(party.seats[0], mode=Mode.EVENTS) as stream:
        await stream.next(Kind.SNAPSHOT)
        for n in range(40):
            await here.say(party, str(n))
        await here.talk(whispers.Hush(Seat(0)), party)
        frames = await stream.until(45)
        assert (await stream.next(Kind.END)).reason is EndReason.OVER

    assert [frame.revision for frame in frames] == list(range(5, 46))


async def test_a_closed_table_ends_its_watches(here: Watching, there: Watching) -> None:
    party = await talkers(here)

    async with there.watch(party.seats[0]) as stream:
        await stream.next(Kind.SNAPSHOT)
        await here.replica.lobby.close(party.host, new_id())
        last = await stream.next(Kind.CHANGE)
        end = await stream.next(Kind.END)
        await stream.ended()

    assert last.news[0].notices == (TableClosed(),)
    assert last.seen is not None
    assert last.seen.prompts == ()
    assert end.reason is EndReason.OVER


async def test_a_replaced_token_gets_no_more_news(here: Watching, there: Watching) -> None:
    party = await talkers(here)

    async with there.watch(party.seats[0]) as stream, there.watch(party.seats[1]) as other:
        first = await stream.next(Kind.SNAPSHOT)
        await other.next(Kind.SNAPSHOT)
        fresh = await here.replica.lobby.reissue(party.host, new_id(), Seat(0))
        end = await stream.next(Kind.END)
        await stream.ended()
        await other.next(Kind.CHANGE)

    assert (end.reason, end.token) == (EndReason.REVOKED, first.token)
    with pytest.raises(Problem) as problem:
        async with there.watch(party.seats[0], first.token) as stream:
            await stream.next()
    assert problem.value.reason == "TOKEN_REVOKED"
    async with there.watch(bearer(there.replica, fresh.token), first.token) as stream:
        await stream.next(Kind.CHANGE)


@pytest.mark.alone
async def test_a_replaced_token_dies_in_time_when_hints_are_lost(
    here: Watching, reopened: Reopen
) -> None:
    party = await talkers(here)
    clock = asyncio.get_running_loop().time

    async with (
        Watching.over(await reopened(DeafStore), Pace()) as there,
        there.watch(party.seats[0]) as stream,
    ):
        await stream.next(Kind.SNAPSHOT)
        await here.replica.lobby.reissue(party.host, new_id(), Seat(0))
        dead_at = clock()
        await stream.next(Kind.END)

    assert clock() - dead_at < REVOKED_S


async def test_a_draining_replica_ends_all_watches_spread_out(store: RedisStore) -> None:
    moments = iter(n / 20 for n in range(1, 1000))
    pace = paced(STILL, drain_s=0.4, chance=lambda: next(moments) % 1.0)
    ends: list[tuple[float, Frame]] = []
    clock = asyncio.get_running_loop().time

    async def read(frames: AsyncGenerator[Frame, None]) -> None:
        async for frame in frames:
            if frame.kind is Kind.END:
                ends.append((clock(), frame))

    async with Watching.over(store, pace) as here:
        party = await talkers(here, spectators=True)
        watcher = await spectator(here, party)
        async with asyncio.TaskGroup() as readers:
            for _ in range(20):
                frames = here.hub.watch(watcher)
                await anext(frames)
                readers.create_task(read(frames))
            began = clock()
            readers.create_task(here.hub.drain())
            await asyncio.sleep(0)
            problem = await refused(here, watcher)

    assert problem.reason == "DRAINING"
    assert {frame.reason for _, frame in ends} == {EndReason.DRAIN}
    assert len(ends) == 20
    assert max(at for at, _ in ends) - min(at for at, _ in ends) > 0.1
    assert max(at for at, _ in ends) - began < 0.4 * 1.5
    assert here.hub.watches == 0


async def test_a_draining_replica_still_tells_news(store: RedisStore) -> None:
    async with Watching.over(store, paced(STILL, drain_s=600, chance=lambda: 1.0)) as here:
        party = await talkers(here)
        async with here.watch(party.seats[0]) as stream, asyncio.TaskGroup() as work:
            await stream.next(Kind.SNAPSHOT)
            draining = work.create_task(here.hub.drain())
            await asyncio.sleep(0)
            await here.say(party, "hello")
            assert heard(await stream.next(Kind.CHANGE)) == ("hello", "")
            draining.cancel()


async def test_draining_does_not_wait_for_readers_that_do_not_read(store: RedisStore) -> None:
    async with Watching.over(store, paced(STILL, drain_s=0.05)) as here:
        party = await talkers(here)
        async with here.watch(party.seats[0]) as stream:
            await stream.next(Kind.SNAPSHOT)
            async with asyncio.timeout(5):
                await here.hub.drain()
            assert here.hub.watches == 1
            assert (await stream.next(Kind.END)).reason is EndReason.DRAIN


async def test_a_table_of_a_newer_release_is_left_to_newer_replicas(
    here: Watching, reopened: Reopen
) -> None:
    party = await talkers(here)
    store = await reopened(AilingStore)

    async with Watching.over(store) as there:
        async with there.watch(party.seats[0]) as stream:
            first = await stream.next(Kind.SNAPSHOT)
            store.ailment = ReplicaTooOld()
            await here.say(party, "in new words")
            end = await stream.next(Kind.END)
            await stream.ended()
        with pytest.raises(ReplicaTooOld):
            async with there.watch(party.seats[0]) as stream:
                await stream.next()

    assert (end.reason, end.token) == (EndReason.DRAIN, first.token)


async def test_a_rotten_table_breaks_its_watches_and_no_others(
    here: Watching, reopened: Reopen
) -> None:
    party, elsewhere = await talkers(here), await talkers(here)
    store = await reopened(AilingStore)

    async with (
        Watching.over(store) as there,
        there.watch(party.seats[0]) as stream,
        there.watch(elsewhere.seats[0]) as other,
    ):
        await stream.next(Kind.SNAPSHOT)
        await other.next(Kind.SNAPSHOT)
        store.ailment, store.ails = Rotten(party.table_id), party.table_id
        await here.say(party, "rot")
        await here.say(elsewhere, "health")
        with pytest.raises(Rotten):
            await stream.next()
        assert heard(await other.next(Kind.CHANGE)) == ("health", "")


# --- limits -----------------------------------------------------------------------------------


async def refused(here: Watching, *args: object) -> Problem:
    """The problem with which a watch is refused."""
    with pytest.raises(Problem) as problem:
        async with here.watch(*args) as stream:  # type: ignore[arg-type]
            await stream.next()
    return problem.value


async def test_the_host_sees_no_game(here: Watching) -> None:
    party = await talkers(here)

    assert (await refused(here, party.host)).reason == "NOT_ALLOWED"


async def test_one_seat_token_has_so_many_watches(here: Watching) -> None:
    party = await talkers(here)
    streams = [here.hub.watch(party.seats[0]) for _ in range(SEAT_WATCHES_MAX)]
    for stream in streams:
        await anext(stream)

    problem = await refused(here, party.seats[0])
    async with here.watch(party.seats[1]) as other:
        await other.next(Kind.SNAPSHOT)
    fresh = await here.replica.lobby.reissue(party.host, new_id(), Seat(0))
    async with here.watch(bearer(here.replica, fresh.token)) as renewed:
        await renewed.next(Kind.SNAPSHOT)
    for stream in streams:
        await stream.aclose()

    assert problem.reason == "OVERLOADED"
    assert problem.retry_after_ms is not None
    assert here.hub.watches == 0


async def test_the_spectators_of_a_table_are_bounded(here: Watching) -> None:
    party, elsewhere = await talkers(here, spectators=True), await talkers(here, spectators=True)
    watcher = await spectator(here, party)
    streams = [here.hub.watch(watcher) for _ in range(SPECTATORS_MAX)]
    await asyncio.gather(*(anext(stream) for stream in streams))

    one_more = await refused(here, watcher)
    for badge in (party.seats[0], await spectator(here, elsewhere)):
        async with here.watch(badge) as other:
            await other.next(Kind.SNAPSHOT)
    await streams[0].aclose()
    async with here.watch(watcher) as instead:
        await instead.next(Kind.SNAPSHOT)
    for stream in streams:
        await stream.aclose()

    assert one_more.reason == "OVERLOADED"
    assert here.hub.watches == 0
