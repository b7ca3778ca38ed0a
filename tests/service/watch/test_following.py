"""Following a table: nothing skipped, nothing repeated, whatever reader, replica and weather."""

import asyncio
import gc
import random
import tracemalloc
from collections.abc import Sequence
from contextlib import AsyncExitStack
from dataclasses import replace as paced

import pytest

from croupier.engines.kernel.values import Seat
from croupier.service.adapters.store import RedisStore
from croupier.service.app.frames import Frame, Kind, Mode
from croupier.service.app.identity import Badge
from tests.quantities import quantity
from tests.service.app.replica import Party
from tests.service.watch import whispers
from tests.service.watch.checker import History, faults
from tests.service.watch.replicas import STILL, Watching, heard, now, spectator, talkers, words
from tests.service.watch.stores import CountingStore, PoliteStore, Reopen
from tests.waiting import wait_until

EVERY = pytest.mark.parametrize("mode", list(Mode))


@EVERY
async def test_commits_of_either_replica_arrive_as_they_happen(
    here: Watching, there: Watching, mode: Mode
) -> None:
    party = await talkers(here)

    async with there.watch(party.seats[0], mode=mode) as stream:
        await stream.next(Kind.SNAPSHOT)
        for n, replica in enumerate((here, there, here)):
            await replica.say(party, str(n), seat=1)
            frame = await stream.next(Kind.CHANGE)
            assert (frame.from_revision, frame.revision) == (4 + n, 5 + n)
            assert frame.news[0].events == (whispers.Said(seat=Seat(1), words=str(n)),)
            assert heard(frame) == ("", str(n))


async def test_everybody_gets_what_they_were_told_and_nothing_else(
    here: Watching, there: Watching
) -> None:
    party = await talkers(here, spectators=True)
    audience = [*party.seats, await spectator(here, party)]

    told = []
    for n, badge in enumerate(audience):
        async with there.watch(badge) as stream:
            await stream.next(Kind.SNAPSHOT)
            await here.whisper(party, 0)
            await here.whisper(party, 1)
            await here.say(party, f"end {n}")
            frames = [await stream.next(Kind.CHANGE)]
            while heard(frames[-1])[0] != f"end {n}":
                frames.append(await stream.next(Kind.CHANGE))
        events = [event for frame in frames for one in frame.news for event in one.events]
        told.append([(type(event).__name__, getattr(event, "seat", None)) for event in events])

    assert told == [
        [("Whispered", 0), ("Said", 0)],
        [("Whispered", 1), ("Said", 0)],
        [("Said", 0)],
    ]


async def test_a_slow_reader_conflates_and_nothing_waits_for_it(
    here: Watching, there: Watching
) -> None:
    party = await talkers(here)

    async with there.watch(party.seats[0]) as slow, there.watch(party.seats[0]) as quick:
        await slow.next(Kind.SNAPSHOT)
        await quick.next(Kind.SNAPSHOT)
        for n in range(20):
            await here.say(party, str(n))
            await quick.until(5 + n)
        frame = await slow.next(Kind.CHANGE)

    assert (frame.from_revision, frame.revision, len(frame.news)) == (4, 24, 20)


async def test_a_slow_reader_of_events_misses_none(here: Watching, there: Watching) -> None:
    party = await talkers(here)

    async with there.watch(party.seats[0], mode=Mode.EVENTS) as slow:
        await slow.next(Kind.SNAPSHOT)
        for n in range(100):
            await here.whisper(party, n % 2)
            await here.say(party, str(n))
            if n % 40 == 0:
                await slow.next(Kind.CHANGE)
        await slow.until(4 + 150)

    history = await History.of(here, await now(here, party), Seat(0))
    assert faults(slow.read, history, Mode.EVENTS) == []


async def test_events_go_on_after_every_time_the_reader_caught_up(
    here: Watching, there: Watching
) -> None:
    party = await talkers(here)

    async with there.watch(party.seats[0], mode=Mode.EVENTS) as stream:
        first = await stream.next(Kind.SNAPSHOT)
        newest = first.revision
        for burst in (3, 2, 1, 40, 2):
            for n in range(burst):
                await here.say(party, str(n))
            newest += burst
            await stream.until(newest)

    history = await History.of(here, await now(here, party), Seat(0))
    assert faults(stream.read, history, Mode.EVENTS) == []
    assert stream.read[-1].revision == first.revision + 48


async def test_readers_that_do_not_read_cost_nothing_more_with_every_commit(
    here: Watching, there: Watching
) -> None:
    """Two megabytes are said; what a hub with a hundred readers keeps of it is bounded."""
    party = await talkers(here, spectators=True)
    watcher = await spectator(here, party)

    async with AsyncExitStack() as stack:
        for n in range(100):
            mode = Mode.EVENTS if n % 2 else Mode.STATE
            stream = await stack.enter_async_context(there.watch(watcher, mode=mode))
            await stream.next(Kind.SNAPSHOT)
        tracemalloc.start()
        stack.callback(tracemalloc.stop)
        for n in range(100):
            await here.say(party, f"{n} " + "x" * 20_000)
        await wait_until(lambda: _has(there, party, 104), "the last words are known there")
        gc.collect()
        kept, _ = tracemalloc.get_traced_memory()
        frame = await stream.next(Kind.CHANGE)

    assert kept < 1_000_000
    assert (frame.from_revision, frame.revision) == (4, 5)


def _has(there: Watching, party: Party, revision: int) -> bool:
    live = there.replica.tables.cached(party.table_id)
    return live is not None and live.snapshot.revisions[0] == revision


async def test_a_view_is_made_once_for_all_who_see_it(here: Watching, there: Watching) -> None:
    party = await talkers(here, spectators=True)
    watcher = await spectator(here, party)

    async with there.watch(watcher) as one, there.watch(watcher) as two:
        snapshots = await one.next(), await two.next()
        await here.say(party, "hello")
        changes = await one.next(), await two.next()

    assert snapshots[0].seen is snapshots[1].seen
    assert changes[0] is changes[1]


async def all_of(ready: asyncio.Semaphore, many: int) -> None:
    """So many have come so far."""
    for _ in range(many):
        await ready.acquire()


@pytest.mark.parametrize("watchers", [1, 50])
async def test_reads_do_not_grow_with_watchers(
    here: Watching, reopened: Reopen, watchers: int
) -> None:
    party = await talkers(here, spectators=True)
    watcher = await spectator(here, party)
    counting = await reopened(CountingStore)

    async with Watching.over(counting) as there, asyncio.TaskGroup() as readers:
        done = asyncio.Event()
        ready = asyncio.Semaphore(0)

        async def read() -> None:
            async with there.watch(watcher) as stream:
                await stream.next(Kind.SNAPSHOT)
                for revision in (5, 6):
                    ready.release()
                    await stream.until(revision)
                ready.release()
                await done.wait()

        for _ in range(watchers):
            readers.create_task(read())
        for word in ("to make sure", "that hints are heard"):
            await all_of(ready, watchers)
            counting.reads = 0
            await here.say(party, word)
        await all_of(ready, watchers)
        done.set()

    assert counting.reads == 2  # one look, one stretch of the log


@EVERY
@pytest.mark.alone
async def test_under_many_commits_and_reconnects_nothing_is_skipped_or_repeated(
    here: Watching, there: Watching, mode: Mode
) -> None:
    """Readers hop between replicas, resuming by token, while both replicas commit."""
    party = await talkers(here, spectators=True)
    audience = [*party.seats, await spectator(here, party)]
    chance = random.Random(7)

    async with asyncio.TaskGroup() as work:
        work.create_task(_talk_on((here, there), party, quantity(4000), chance))
        reading = [work.create_task(_hop((here, there), badge, mode, chance)) for badge in audience]

    live = await now(here, party)
    for badge, task in zip(audience, reading, strict=True):
        history = await History.of(here, live, badge.viewer)
        assert faults(task.result(), history, mode) == []
        assert task.result()[-1].revision == live.snapshot.revision(badge.viewer)


async def _talk_on(
    replicas: Sequence[Watching], party: Party, commits: int, chance: random.Random
) -> None:
    """Two hundred commits a second, half of them hidden from all but one."""
    clock = asyncio.get_running_loop().time
    began = clock()
    for n in range(commits):
        replica = chance.choice(replicas)
        if chance.random() < 0.5:
            await replica.whisper(party, n % 2)
        else:
            await replica.say(party, str(n), seat=n % 2)
        await asyncio.sleep(max(0.0, began + n / 200 - clock()))
    await replicas[0].say(party, "end")


async def _hop(
    replicas: Sequence[Watching], badge: Badge, mode: Mode, chance: random.Random
) -> list[Frame]:
    """Read to the end, with many reconnects."""
    frames: list[Frame] = []
    while True:
        token = frames[-1].token if frames else None
        async with chance.choice(replicas).watch(badge, token, mode) as stream:
            for _ in range(chance.randrange(1, 20)):
                frames.append(await stream.next())
                if "end" in words(frames[-1]):
                    return frames


async def test_a_table_nobody_watches_is_let_go_and_watched_again(
    here: Watching, other_store: RedisStore
) -> None:
    party = await talkers(here)
    pace = paced(STILL, poll_s=0.02, poll_quick_s=0.02, linger_s=0.05)

    async with Watching.over(other_store, pace) as there:
        for n in range(3):
            async with there.watch(party.seats[0]) as stream:
                first = await stream.next(Kind.SNAPSHOT)
                await here.say(party, str(n))
                await stream.until(first.revision + 1)
            await wait_until(lambda: there.hub.tables == 0, "the table is let go")


async def test_who_comes_while_tables_are_let_go_is_not_forgotten(
    here: Watching, reopened: Reopen
) -> None:
    parties = [await talkers(here), await talkers(here)]
    store = await reopened(PoliteStore)
    store.leaving, store.leave = asyncio.Event(), asyncio.Event()
    pace = paced(STILL, poll_s=0.02, poll_quick_s=0.02, linger_s=0.0)

    async with Watching.over(store, pace) as there:
        async with there.watch(parties[0].seats[0]) as one, there.watch(parties[1].seats[0]) as two:
            await one.next(Kind.SNAPSHOT)
            await two.next(Kind.SNAPSHOT)
        await store.leaving.wait()  # the first table is being let go, the second is next
        async with there.watch(parties[1].seats[0]) as two, there.watch(parties[0].seats[0]) as one:
            await two.next(Kind.SNAPSHOT)
            store.leave.set()
            await one.next(Kind.SNAPSHOT)
            for party, stream in zip(parties, (one, two), strict=True):
                await here.say(party, "hello")
                assert heard(await stream.next(Kind.CHANGE)) == ("hello", "")
            assert there.hub.tables == 2
