"""Every way to begin a watch, on this replica and on another."""

import pytest

from croupier.engines.kernel.values import Seat
from croupier.service.app.frames import EVENTS_MAX, REVISIONS_MAX, Kind, Mode, ResetReason
from croupier.service.app.problems import Problem
from croupier.service.app.records import SeatTaken, TableOpened, TableStarted
from tests.engines.kernel.games import sealed_bids
from tests.service.app.replica import new_id, seated
from tests.service.watch import whispers
from tests.service.watch.replicas import Watching, heard, now, spectator, talkers, words

EVERY = pytest.mark.parametrize("mode", list(Mode))


@EVERY
async def test_without_a_token_the_whole_view_comes_first(here: Watching, mode: Mode) -> None:
    party = await talkers(here)

    async with here.watch(party.seats[1], mode=mode) as stream:
        frame = await stream.next(Kind.SNAPSHOT)

    assert (frame.from_revision, frame.revision) == (0, 4)
    assert frame.news == ()
    assert frame.seen is not None
    assert frame.seen.view == whispers.View(Seat(1), ("", ""), 0, False)
    assert [(open_.n, open_.question) for open_ in frame.seen.prompts] == [(1, True)]


async def test_a_table_is_watched_before_its_start(here: Watching, there: Watching) -> None:
    party = await seated(here.replica, start=False)

    async with there.watch(party.seats[0]) as stream:
        before = await stream.next(Kind.SNAPSHOT)
        await here.replica.lobby.start(party.host, new_id())
        after = await stream.next(Kind.CHANGE)

    assert before.seen is not None
    assert before.seen.view is None
    assert before.seen.prompts == ()
    assert after.seen is not None
    assert isinstance(after.seen.view, sealed_bids.View)
    assert after.news[0].notices == (TableStarted(),)
    assert [type(event).__name__ for event in after.news[0].events] == ["LotTurned"]


@EVERY
async def test_an_equal_token_is_answered_by_a_bookmark(
    here: Watching, there: Watching, mode: Mode
) -> None:
    party = await talkers(here)
    _, token = await here.replica.dealer.view(party.seats[0])

    async with there.watch(party.seats[0], token, mode) as stream:
        frame = await stream.next(Kind.BOOKMARK)
        await here.say(party, "hello")
        change = await stream.next(Kind.CHANGE)

    assert (frame.from_revision, frame.revision, frame.token) == (4, 4, token)
    assert frame.seen is None
    assert (change.from_revision, change.revision) == (4, 5)


async def test_behind_means_one_change_with_everything_missed(
    here: Watching, there: Watching
) -> None:
    party = await talkers(here)
    _, token = await here.replica.dealer.view(party.seats[0])
    for word in ("one", "two", "three"):
        await here.whisper(party, 1)  # not for this reader
        await here.say(party, word)

    async with there.watch(party.seats[0], token) as stream:
        frame = await stream.next(Kind.CHANGE)

    assert (frame.from_revision, frame.revision) == (4, 7)
    assert [one.revision for one in frame.news] == [5, 6, 7]
    assert [one.events for one in frame.news] == [
        (whispers.Said(seat=Seat(0), words=word),) for word in ("one", "two", "three")
    ]
    assert heard(frame) == ("three", "")
    _, newest = await here.replica.dealer.view(party.seats[0])
    assert frame.token == newest


async def test_behind_in_events_mode_means_one_change_for_each_revision(
    here: Watching, there: Watching
) -> None:
    party = await talkers(here)
    _, token = await here.replica.dealer.view(party.seats[0])
    tokens = [(await here.say(party, word)).resume_token for word in ("one", "two", "three")]

    async with there.watch(party.seats[0], token, Mode.EVENTS) as stream:
        frames = await stream.until(7)

    assert [(f.from_revision, f.revision) for f in frames] == [(4, 5), (5, 6), (6, 7)]
    assert [len(f.news) for f in frames] == [1, 1, 1]
    assert words(*frames) == ["one", "two", "three"]
    assert [f.seen is not None for f in frames] == [False, False, True]
    assert [f.token for f in frames] == tokens


async def test_a_token_of_the_first_revision_brings_the_whole_history(
    here: Watching, there: Watching
) -> None:
    party = await talkers(here)
    live = await now(here, party)
    (first,) = await here.replica.store.entries(party.table_id, after=0, upto=1)
    token = here.resume.issue(party.table_id, live.snapshot.epoch, Seat(0), 1, first.chain)

    async with there.watch(party.seats[0], token) as stream:
        frame = await stream.next(Kind.CHANGE)

    told = [one.notices[0] for one in frame.news]
    assert told == [SeatTaken(Seat(0), "player 0"), SeatTaken(Seat(1), "player 1"), TableStarted()]
    assert TableOpened() not in told


@pytest.mark.parametrize("missed", [EVENTS_MAX, EVENTS_MAX + 1])
async def test_the_default_mode_tells_so_much_and_then_resets(
    here: Watching, there: Watching, missed: int
) -> None:
    party = await talkers(here)
    _, token = await here.replica.dealer.view(party.seats[0])
    for n in range(missed):
        await here.say(party, str(n))

    async with there.watch(party.seats[0], token) as stream:
        frame = await stream.next()

    assert (frame.from_revision, frame.revision) == (4, 4 + missed)
    assert heard(frame) == (str(missed - 1), "")
    if missed == EVENTS_MAX:
        assert (frame.kind, len(frame.news)) == (Kind.CHANGE, missed)
    else:
        assert (frame.kind, frame.reason) == (Kind.RESET, ResetReason.LAGGED)
        assert frame.news == ()


@pytest.mark.parametrize(("kilobytes", "kind"), [(30, Kind.CHANGE), (33, Kind.RESET)])
async def test_the_default_mode_is_bounded_by_size_too(
    here: Watching, kilobytes: int, kind: Kind
) -> None:
    party = await talkers(here)
    _, token = await here.replica.dealer.view(party.seats[0])
    for _ in range(2):
        await here.say(party, "x" * kilobytes * 1024)

    async with here.watch(party.seats[0], token) as stream:
        await stream.next(kind)


async def test_what_others_whisper_counts_for_nothing(here: Watching, there: Watching) -> None:
    """Neither the number nor the size of hidden commits decides what a viewer gets."""
    party = await talkers(here)
    _, token = await here.replica.dealer.view(party.seats[0])
    for _ in range(2 * EVENTS_MAX):
        await here.whisper(party, 1, "x" * 4096)
    await here.say(party, "hello")

    async with there.watch(party.seats[0], token) as stream:
        frame = await stream.next(Kind.CHANGE)

    assert (frame.from_revision, frame.revision, len(frame.news)) == (4, 5, 1)


@pytest.mark.parametrize("missed", [REVISIONS_MAX, REVISIONS_MAX + 1])
async def test_the_events_mode_tells_each_revision_until_it_lags_too_far(
    here: Watching, there: Watching, missed: int
) -> None:
    party = await talkers(here)
    _, token = await here.replica.dealer.view(party.seats[0])
    for n in range(missed):
        await here.say(party, str(n))

    async with there.watch(party.seats[0], token, Mode.EVENTS) as stream:
        frames = await stream.until(4 + missed)

    if missed == REVISIONS_MAX:
        assert [f.revision for f in frames] == list(range(5, 5 + missed))
        assert [len(f.news) for f in frames] == [1] * missed
        assert words(*frames) == [str(n) for n in range(missed)]
        assert [f.revision for f in frames if f.seen is not None] == [4 + missed]
    else:
        assert [(f.kind, f.reason) for f in frames] == [(Kind.RESET, ResetReason.LAGGED)]


@EVERY
async def test_a_token_from_the_future_is_rolled_back(
    here: Watching, there: Watching, mode: Mode
) -> None:
    party = await talkers(here)
    live = await now(here, party)
    token = here.resume.issue(
        party.table_id, live.snapshot.epoch, Seat(0), 9, b"a mark of a lost version, 32 byte"
    )

    async with there.watch(party.seats[0], token, mode) as stream:
        frame = await stream.next(Kind.RESET)

    assert (frame.reason, frame.from_revision, frame.revision) == (ResetReason.ROLLED_BACK, 9, 4)
    assert frame.seen is not None


@EVERY
@pytest.mark.parametrize("lag", [0, 1, 2, 70])
async def test_a_token_of_another_chain_is_rolled_back(
    here: Watching, there: Watching, mode: Mode, lag: int
) -> None:
    party = await talkers(here)
    for n in range(lag):
        await here.say(party, str(n))
    live = await now(here, party)
    token = here.resume.issue(party.table_id, live.snapshot.epoch, Seat(0), 4, b"another" * 5)

    async with there.watch(party.seats[0], token, mode) as stream:
        frame = await stream.next(Kind.RESET)

    assert (frame.reason, frame.revision) == (ResetReason.ROLLED_BACK, 4 + lag)


async def test_foreign_and_garbled_tokens_are_refused(here: Watching, there: Watching) -> None:
    party, elsewhere = await talkers(here, spectators=True), await talkers(here)
    watcher = await spectator(here, party)
    _, of_seat_1 = await here.replica.dealer.view(party.seats[1])
    _, of_watcher = await here.replica.dealer.view(watcher)
    _, of_other_table = await here.replica.dealer.view(elsewhere.seats[0])

    for token in (of_seat_1, of_watcher, of_other_table, of_seat_1[:-1], "garbled", ""):
        with pytest.raises(Problem) as problem:
            async with there.watch(party.seats[0], token) as stream:
                await stream.next()
        assert problem.value.reason == "RESUME_TOKEN_INVALID"
    assert there.hub.watches == 0
