"""What a replica commits itself, its watchers are told without a read of the store."""

import asyncio

from croupier.service.app.frames import Kind, Mode
from croupier.service.app.problems import Problem
from tests.service.app.replica import Party
from tests.service.watch.replicas import Watching, heard, talkers, words
from tests.service.watch.stores import CountingStore, Reopen

SAID = 40
TRIES_MAX = 20
FOREIGN_READS = 2  # a look and a stretch of the log, for what another replica committed


async def test_own_commits_are_told_without_a_look(here: Watching, reopened: Reopen) -> None:
    counting = await reopened(CountingStore)

    async with Watching.over(counting) as there:
        party = await talkers(there)
        async with there.watch(party.seats[0]) as stream:
            await stream.next(Kind.SNAPSHOT)
            await here.say(party, "from elsewhere")  # heard of by a hint: hints come from now on
            await stream.next(Kind.CHANGE)
            await there.say(party, "begun")
            await stream.next(Kind.CHANGE)
            counting.reads = 0
            for n in range(SAID):
                await there.say(party, str(n))
                assert heard(await stream.next(Kind.CHANGE)) == (str(n), "")
            own_reads, counting.reads = counting.reads, 0

            await here.say(party, "the end")
            assert heard(await stream.next(Kind.CHANGE)) == ("the end", "")

    looks = own_reads - SAID  # each command names no prompt, so it looks once for itself
    assert looks <= SAID // 4  # a hint that overtakes its commit's own reply costs one
    assert counting.reads >= FOREIGN_READS


async def test_own_and_foreign_commits_by_turns_are_told_in_order(
    here: Watching, reopened: Reopen
) -> None:
    async with Watching.over(await reopened(CountingStore)) as there:
        party = await talkers(there)
        async with there.watch(party.seats[0], mode=Mode.EVENTS) as stream:
            first = await stream.next(Kind.SNAPSHOT)

            async def talk(replica: Watching, seat: int) -> None:
                for n in range(SAID):
                    await _insist(replica, party, f"{seat} {n}", seat)

            await asyncio.gather(talk(here, 0), talk(there, 1))
            frames = await stream.until(first.revision + 2 * SAID)

    told = words(*frames)
    for seat in range(2):
        assert [one for one in told if one[0] == str(seat)] == [f"{seat} {n}" for n in range(SAID)]


async def _insist(replica: Watching, party: Party, words: str, seat: int) -> None:
    """Say it, however often the other replica commits first."""
    for _ in range(TRIES_MAX):
        try:
            await replica.say(party, words, seat=seat)
        except Problem as problem:
            if problem.reason != "CONTENDED":
                raise
        else:
            return
    raise AssertionError("always contended")
