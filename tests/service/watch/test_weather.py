"""Stores that go away, come back, or lose their last moments: nothing goes back silently."""

import asyncio
import time
from collections.abc import Callable
from dataclasses import replace as paced
from pathlib import Path

import pytest
from redis.asyncio import Redis

from croupier.engines.kernel.values import Seat
from croupier.service.adapters.embedded import EmbeddedValkey
from croupier.service.adapters.names import Names
from croupier.service.adapters.store import RedisStore
from croupier.service.app.frames import Kind, Mode, ResetReason
from croupier.service.app.pace import Pace
from croupier.service.app.ports import StoreAway
from croupier.service.app.problems import Problem
from croupier.service.app.records import TableId
from croupier.service.app.room import TAIL_MAX
from tests.service.app.replica import Party
from tests.service.backup import Backup
from tests.service.conftest import STORE_KEYS
from tests.service.watch.checker import History, faults
from tests.service.watch.replicas import STILL, Watching, heard, now, talkers
from tests.service.watch.stores import AilingStore, DeafStore, Reopen
from tests.waiting import wait_until

EVERY = pytest.mark.parametrize("mode", list(Mode))
QUICK = paced(STILL, poll_s=0.05, poll_quick_s=0.05)


@EVERY
async def test_a_lost_commit_resets_those_who_saw_it(
    here: Watching, other_store: RedisStore, backup: Callable[[TableId], Backup], mode: Mode
) -> None:
    party = await talkers(here)
    saved = backup(party.table_id)

    async with (
        Watching.over(other_store, QUICK) as there,
        there.watch(party.seats[0], mode=mode) as stream,
        there.watch(party.seats[1], mode=mode) as other,
    ):
        await stream.next(Kind.SNAPSHOT)
        await other.next(Kind.SNAPSHOT)
        await here.say(party, "kept")
        kept = await stream.next(Kind.CHANGE)
        await other.next(Kind.CHANGE)
        await saved.save()
        await here.whisper(party, 0, "lost")
        await stream.next(Kind.CHANGE)
        await saved.restore()
        reset = await stream.next(Kind.RESET)
        await here.say(party, "after")
        after, news = await stream.next(Kind.CHANGE), await other.next(Kind.CHANGE)

    assert (reset.reason, reset.from_revision, reset.revision) == (ResetReason.ROLLED_BACK, 6, 5)
    assert (reset.token, reset.seen) == (kept.token, kept.seen)
    assert (after.from_revision, after.revision) == (5, 6)
    assert (news.from_revision, news.revision) == (5, 6)  # it never saw what was lost


@EVERY
@pytest.mark.parametrize("afterwards", [1, 3])
async def test_another_history_resets_those_who_saw_the_first(
    here: Watching,
    there: Watching,
    reopened: Reopen,
    backup: Callable[[TableId], Backup],
    mode: Mode,
    afterwards: int,
) -> None:
    """The new history may be shorter than the lost one, or longer."""
    party = await talkers(here)
    saved = backup(party.table_id)
    await saved.save()

    async with there.watch(party.seats[0], mode=mode) as stream:
        await stream.next(Kind.SNAPSHOT)
        await here.say(party, "lost")
        await here.say(party, "lost, too")
        lost = await stream.until(6)
        await saved.restore()
        async with Watching.over(await reopened(RedisStore)) as elsewhere:
            for n in range(afterwards):
                await elsewhere.say(party, f"found {n}")
        frames = [await stream.next()]
        while heard(frames[-1])[0] != f"found {afterwards - 1}":
            frames.append(await stream.next())
        live = await now(there, party)

    resets = [frame for frame in frames if frame.kind is Kind.RESET]
    assert [frame.reason for frame in resets] == [ResetReason.ROLLED_BACK]
    assert frames[-1].revision == 4 + afterwards == live.snapshot.revisions[0]
    async with here.watch(party.seats[0], lost[-1].token, mode) as stream:
        again = await stream.next(Kind.RESET)
        assert (again.reason, again.token) == (ResetReason.ROLLED_BACK, frames[-1].token)


@EVERY
async def test_a_slow_reader_of_a_lost_history_is_told_so(
    here: Watching, reopened: Reopen, backup: Callable[[TableId], Backup], mode: Mode
) -> None:
    """The replica had read on before the loss, and sees the new history in one look."""
    party = await talkers(here)
    saved = backup(party.table_id)
    await saved.save()
    store = await reopened(DeafStore)

    async with (
        Watching.over(store) as there,
        there.watch(party.seats[0], mode=mode) as stream,
        there.watch(party.seats[0], mode=mode) as quick,
    ):
        await stream.next(Kind.SNAPSHOT)
        await quick.next(Kind.SNAPSHOT)
        for n in range(2):
            await here.say(party, f"lost {n}")
            store.hear(None, b"")
            await quick.next(Kind.CHANGE)
            if n == 0:
                await stream.next(Kind.CHANGE)
        await saved.restore()
        async with Watching.over(await reopened(RedisStore)) as elsewhere:
            for n in range(3):
                await elsewhere.say(party, f"found {n}")
        store.hear(None, b"")
        resets = await quick.next(Kind.RESET), await stream.next(Kind.RESET)

    assert [(reset.from_revision, reset.revision) for reset in resets] == [(6, 7), (5, 7)]
    assert {reset.reason for reset in resets} == {ResetReason.ROLLED_BACK}


async def test_a_lost_hidden_commit_is_nobody_elses_business(
    here: Watching, other_store: RedisStore, backup: Callable[[TableId], Backup]
) -> None:
    party = await talkers(here)
    saved = backup(party.table_id)
    await saved.save()

    async with (
        Watching.over(other_store, QUICK) as there,
        there.watch(party.seats[0]) as stream,
        there.watch(party.seats[1]) as whisperer,
    ):
        await stream.next(Kind.SNAPSHOT)
        await whisperer.next(Kind.SNAPSHOT)
        await here.whisper(party, 1)
        await whisperer.next(Kind.CHANGE)
        await saved.restore()
        await whisperer.next(Kind.RESET)
        await here.say(party, "hello")
        frame = await stream.next(Kind.CHANGE)

    assert (frame.from_revision, frame.revision) == (4, 5)


async def test_a_table_that_is_gone_ends_its_watches_with_a_problem(
    here: Watching, other_store: RedisStore, raw: Redis, prefix: str
) -> None:
    party = await talkers(here)

    async with (
        Watching.over(other_store, QUICK) as there,
        there.watch(party.seats[0]) as stream,
    ):
        await stream.next(Kind.SNAPSHOT)
        await raw.delete(*Names(prefix).table(party.table_id))
        with pytest.raises(Problem) as problem:
            await stream.next()

    assert problem.value.reason == "TABLE_NOT_FOUND"


async def test_a_watched_table_does_not_expire(
    here: Watching, other_store: RedisStore, raw: Redis, prefix: str
) -> None:
    party = await talkers(here)
    keys = Names(prefix).table(party.table_id)
    soon = int(time.time() * 1000) + 60_000
    await raw.hset(keys.state, "x", str(soon))
    for key in keys:
        await raw.pexpireat(key, soon)

    async def kept() -> bool:
        return min([await raw.pttl(key) for key in keys]) > 1_000_000

    async with (
        Watching.over(other_store, QUICK) as there,
        there.watch(party.seats[0]) as stream,
    ):
        await stream.next(Kind.SNAPSHOT)
        await wait_until(kept, "its expiry is moved on")


async def test_watches_outlive_the_store(tmp_path: Path) -> None:
    """The server stops and starts on its data: streams stay open, beat, and go on."""
    server = EmbeddedValkey.start(tmp_path)
    store = await RedisStore.open(server.url, STORE_KEYS)
    pace = paced(Pace(), heartbeat_s=0.1, poll_s=0.1, poll_quick_s=0.1)
    try:
        async with Watching.over(store, pace) as here:
            party = await talkers(here)
            async with here.watch(party.seats[0]) as stream:
                first = await stream.next(Kind.SNAPSHOT)
                server.stop()
                with pytest.raises(StoreAway):
                    async with here.watch(party.seats[1]) as refused:
                        await refused.next()
                for _ in range(3):
                    beat = await stream.next(Kind.BOOKMARK)
                    assert beat.token == first.token
                server = EmbeddedValkey.start(tmp_path)
                await wait_until(lambda: _says(here, party, "back"), "the store takes commits")
                while (frame := await stream.next()).kind is Kind.BOOKMARK:
                    pass
                history = await History.of(here, await now(here, party), Seat(0))
    finally:
        await store.aclose()
        server.stop()

    assert (frame.kind, frame.from_revision) == (Kind.CHANGE, 4)
    assert heard(frame) == ("back", "")
    assert faults(stream.read, history, Mode.STATE) == []


async def _says(here: Watching, party: Party, words: str) -> bool:
    try:
        await here.say(party, words)
    except StoreAway:
        return False
    return True


async def test_a_store_that_stutters_is_asked_again(here: Watching, reopened: Reopen) -> None:
    """No hint comes twice and no poll runs: the keeper itself tries again."""
    party = await talkers(here)
    store = await reopened(AilingStore)

    async with Watching.over(store) as there, there.watch(party.seats[0]) as stream:
        await stream.next(Kind.SNAPSHOT)
        store.ailment = StoreAway(may_be_applied=False)
        await here.say(party, "hello")
        await wait_until(lambda: store.failures > 1, "the look has failed, and again")
        store.ailment = None
        assert heard(await stream.next(Kind.CHANGE)) == ("hello", "")


@EVERY
async def test_a_reader_far_behind_outlives_the_store(
    here: Watching, reopened: Reopen, mode: Mode
) -> None:
    """What it missed is no longer in memory, and cannot be read just now."""
    party = await talkers(here)
    store = await reopened(AilingStore)
    pace = paced(STILL, retry_first_s=0.01)

    async with (
        Watching.over(store, pace) as there,
        there.watch(party.seats[0], mode=mode) as stream,
    ):
        await stream.next(Kind.SNAPSHOT)
        for n in range(TAIL_MAX - 4):
            await here.whisper(party, 1)
            await here.say(party, str(n))
        store.log_ailment = StoreAway(may_be_applied=False)
        reading = asyncio.create_task(stream.until(4 + TAIL_MAX - 4))
        await wait_until(lambda: store.failures > 2, "it was tried again")
        assert not reading.done()
        store.log_ailment = None
        await reading

    history = await History.of(here, await now(here, party), Seat(0))
    assert faults(stream.read, history, mode) == []
