"""What a viewer was not told moves nothing that it gets: not a byte, not a frame, not a token."""

from dataclasses import replace as paced

import pytest

from croupier.engines.kernel.values import Seat
from croupier.service.adapters.store import RedisStore
from croupier.service.app.frames import Frame, Kind, Mode
from croupier.service.app.identity import Badge
from tests.engines.kernel.games import sealed_bids
from tests.service.app.replica import Party, bid, seated
from tests.service.watch.replicas import STILL, Watching, now, spectator, talkers
from tests.waiting import wait_until

BEATING = paced(STILL, heartbeat_s=0.03)
EVERY = pytest.mark.parametrize("mode", list(Mode))


async def _known(there: Watching, here: Watching, party: Party) -> None:
    """Wait until the watching replica has read the newest version."""
    newest = (await now(here, party)).snapshot.version

    def known() -> bool:
        live = there.replica.tables.cached(party.table_id)
        return live is not None and live.snapshot.version == newest

    await wait_until(known, "the replica has the newest version")


async def _begun(there: Watching, badge: Badge, token: str | None, mode: Mode) -> Frame:
    async with there.watch(badge, token, mode) as stream:
        return await stream.next()


@EVERY
async def test_sealed_bids_move_nothing_for_others(
    here: Watching, other_store: RedisStore, mode: Mode
) -> None:
    party = await seated(here.replica, seats=3, spectators=True)
    idle = (party.seats[0], await spectator(here, party))

    async with Watching.over(other_store, BEATING) as there:
        for badge in idle:
            async with there.watch(badge, mode=mode) as stream:
                snapshot = await stream.next(Kind.SNAPSHOT)
                beat = await stream.next(Kind.BOOKMARK)
                for seat in (1, 2):
                    if badge is idle[0]:
                        await here.replica.dealer.submit(bid(party.seats[seat], seat))
                    await _known(there, here, party)
                    assert await stream.next(Kind.BOOKMARK) == beat
                    assert await _begun(there, badge, None, mode) == snapshot
                    assert await _begun(there, badge, beat.token, mode) == beat
                    assert (await here.replica.dealer.view(badge))[1] == beat.token

    async with here.watch(party.seats[1]) as stream:
        told = await stream.next(Kind.SNAPSHOT)
    assert told.revision == snapshot.revision + 1  # the bidder was told of its own bid


async def test_the_last_bid_tells_everybody_at_once(here: Watching, there: Watching) -> None:
    party = await seated(here.replica, seats=3, spectators=True)

    async with there.watch(await spectator(here, party)) as stream:
        before = await stream.next(Kind.SNAPSHOT)
        for seat in range(3):
            await here.replica.dealer.submit(bid(party.seats[seat], seat))
        frame = await stream.next(Kind.CHANGE)

    assert (frame.from_revision, frame.revision) == (before.revision, before.revision + 1)
    (news,) = frame.news
    assert [type(event) for event in news.events] == [
        sealed_bids.BidsTurned,
        sealed_bids.LotTurned,
    ]


async def test_a_bid_goes_to_its_bidder_alone(here: Watching, there: Watching) -> None:
    party = await seated(here.replica, seats=3)

    async with there.watch(party.seats[0]) as mine, there.watch(party.seats[1]) as other:
        await mine.next(Kind.SNAPSHOT)
        await other.next(Kind.SNAPSHOT)
        for seat in (0, 2, 1):
            await here.replica.dealer.submit(bid(party.seats[seat], seat))
        frames = [await mine.next(Kind.CHANGE)]
        while frames[-1].news[-1].events[-1].audience is not None:
            frames.append(await mine.next(Kind.CHANGE))
        theirs = await other.next(Kind.CHANGE)

    told = [event for frame in frames for news in frame.news for event in news.events]
    assert [e.seat for e in told if isinstance(e, sealed_bids.BidSealed)] == [Seat(0)]
    (news,) = theirs.news
    assert [e.seat for e in news.events if isinstance(e, sealed_bids.BidSealed)] == [Seat(1)]


@EVERY
async def test_many_hidden_commits_between_two_told_ones_leave_no_trace(
    here: Watching, there: Watching, mode: Mode
) -> None:
    """A quiet table and a busy one look the same to a seat that is told the same."""
    records = []
    for hidden in (0, 100):
        party = await talkers(here)
        async with there.watch(party.seats[0], mode=mode) as stream:
            await stream.next(Kind.SNAPSHOT)
            for words in ("one", "two"):
                for _ in range(hidden):
                    await here.whisper(party, 1)
                await here.say(party, words)
                await stream.next(Kind.CHANGE)
        records.append(
            [(f.kind, f.revision, f.from_revision, f.reason, f.news) for f in stream.read]
        )

    assert records[0] == records[1]
