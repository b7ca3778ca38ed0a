"""Deadlines: the durations are the house's, the moments and the verdicts the store's."""

from collections.abc import Callable
from typing import Final

import pytest

from croupier.engines.kernel.values import Seat
from croupier.service.adapters.links import Link
from croupier.service.adapters.names import TableKeys
from croupier.service.adapters.store import RedisStore
from croupier.service.app.ports import (
    Clocks,
    Committed,
    NotDue,
    Opening,
    Row,
    Stale,
    Store,
    TooLate,
)
from croupier.service.app.records import Deadline, TableId
from tests.service.store.synthetic import move, moved, opened
from tests.waiting import wait_until

Keys = Callable[[TableId], TableKeys]

MINE: Final = (Seat(0), 1)
THEIRS: Final = (Seat(1), 4)
HOUR_MS: Final = 3_600_000


async def timed(store: Store, *openings: Opening) -> Row:
    """A table with prompts that are due some time."""
    done = await move(await opened(store)).to(store, Clocks(opens=openings))
    assert isinstance(done, Committed)
    return done.row


async def test_a_duration_becomes_a_moment_of_the_stores_clock(store: Store) -> None:
    row = await timed(store, Opening(*MINE, 5_000), Opening(*THEIRS, 0))

    moments = (Deadline(*MINE, row.time_ms + 5_000), Deadline(*THEIRS, row.time_ms))

    assert row.deadlines == moments
    look = await store.look(row.snapshot.table_id)
    assert look is not None
    assert look.row == row


async def test_kept_prompts_keep_their_moment_and_the_others_are_dropped(store: Store) -> None:
    row = await timed(store, Opening(*MINE, HOUR_MS), Opening(*THEIRS, HOUR_MS))

    done = await move(row).to(store, Clocks(keeps=(MINE,), opens=(Opening(Seat(1), 5, 9),)))

    assert isinstance(done, Committed)
    assert done.row.deadlines == (
        row.deadlines[0],
        Deadline(Seat(1), 5, done.row.time_ms + 9),
    )


async def test_a_prompt_opened_again_gets_a_new_moment(store: Store) -> None:
    row = await timed(store, Opening(*MINE, HOUR_MS))

    done = await move(row).to(store, Clocks(keeps=(MINE,), opens=(Opening(*MINE, 10),)))

    assert isinstance(done, Committed)
    assert done.row.deadlines == (Deadline(*MINE, done.row.time_ms + 10),)


async def test_a_clock_that_runs_on_keeps_its_moment_under_another_number(store: Store) -> None:
    row = await timed(store, Opening(*MINE, HOUR_MS))
    at_ms = row.deadlines[0].at_ms

    done = await move(row).to(store, Clocks(opens=(Opening(Seat(0), 2, HOUR_MS, at_ms),)))

    assert isinstance(done, Committed)
    assert done.row.deadlines == (Deadline(Seat(0), 2, at_ms),)


async def test_a_prompt_is_not_mistaken_for_another_with_a_similar_number(store: Store) -> None:
    similar = ((Seat(1), 11), (Seat(1), 1), (Seat(11), 1), (Seat(21), 1))
    row = await timed(store, *(Opening(*prompt, HOUR_MS) for prompt in similar))

    done = await move(row).to(store, Clocks(keeps=((Seat(1), 11), (Seat(21), 1))))

    assert isinstance(done, Committed)
    assert done.row.deadlines == (row.deadlines[0], row.deadlines[3])


async def test_an_answer_in_time_is_taken(store: Store) -> None:
    row = await timed(store, Opening(*MINE, HOUR_MS))

    done = await move(row).to(store, Clocks(answers=MINE))

    assert isinstance(done, Committed)
    assert done.row.deadlines == ()


async def test_an_answer_after_its_deadline_is_too_late(store: Store) -> None:
    row = await timed(store, Opening(*MINE, 0))

    late = await move(row).to(store, Clocks(answers=MINE))
    other = await move(row).to(store, Clocks(keeps=(MINE,), answers=THEIRS))

    assert late == TooLate()
    assert isinstance(other, Committed)
    assert len(await store.entries(row.snapshot.table_id, 0)) == 3


async def test_the_house_waits_for_the_deadline(store: Store) -> None:
    row = await timed(store, Opening(*MINE, HOUR_MS))

    early = await move(row).to(store, Clocks(answers=MINE, due=True))

    assert isinstance(early, NotDue)
    assert early.at_ms == row.deadlines[0].at_ms
    assert row.time_ms <= early.now_ms < early.at_ms
    look = await store.look(row.snapshot.table_id)
    assert look is not None
    assert look.row == row


async def test_at_the_deadline_the_house_answers_and_the_seat_does_not(store: Store) -> None:
    row = await timed(store, Opening(*MINE, 30))

    async def passed() -> bool:
        return await store.now_ms() >= row.deadlines[0].at_ms

    await wait_until(passed, "the deadline passes")
    seat = await move(row).to(store, Clocks(answers=MINE))
    house = await move(row).to(store, Clocks(answers=MINE, due=True))

    assert seat == TooLate()
    assert isinstance(house, Committed)


@pytest.mark.parametrize(("past_deadline_ms", "over"), [(-1, False), (0, True), (1, True)])
async def test_to_the_millisecond_either_the_seat_or_the_house_may_answer(
    store: Store, link: Link, keys: Keys, past_deadline_ms: int, over: bool
) -> None:
    """The store's clock is taken to stand still: it never lies before the last entry's."""
    row = await timed(store, Opening(*MINE, HOUR_MS))
    await set_clock(link, keys(row.snapshot.table_id), row, past_deadline_ms)

    house = await move(row).to(store, Clocks(answers=MINE, due=True))
    seat = await move(row).to(store, Clocks(answers=MINE))

    if over:
        assert isinstance(house, Committed)
        assert isinstance(seat, Stale)
    else:
        assert house == NotDue(row.deadlines[0].at_ms, row.deadlines[0].at_ms - 1)
        assert isinstance(seat, Committed)


@pytest.mark.parametrize(("past_deadline_ms", "over"), [(-1, False), (0, True)])
async def test_to_the_millisecond_a_seat_is_in_time_or_too_late(
    store: Store, link: Link, keys: Keys, past_deadline_ms: int, over: bool
) -> None:
    row = await timed(store, Opening(*MINE, HOUR_MS))
    await set_clock(link, keys(row.snapshot.table_id), row, past_deadline_ms)

    seat = await move(row).to(store, Clocks(answers=MINE))

    assert isinstance(seat, TooLate if over else Committed)


async def test_a_lost_race_is_said_before_a_deadline(store: Store) -> None:
    row = await timed(store, Opening(*MINE, 0))
    newest = await moved(store, row)

    assert await move(row).to(store, Clocks(answers=MINE)) == Stale(newest)


async def test_the_moment_of_an_entry_never_lies_before_the_last_ones(
    store: RedisStore, link: Link
) -> None:
    row = await moved(store, await opened(store), 20)

    logged = await store.entries(row.snapshot.table_id, 0)

    moments = [entry.time_ms for entry in logged]
    assert moments == sorted(moments)
    assert moments[-1] == row.time_ms
    seconds, micros = await link.call("TIME")
    assert row.time_ms <= int(seconds) * 1000 + int(micros) // 1000


async def test_the_clock_told_is_the_stores(store: Store, link: Link) -> None:
    seconds, _ = await link.call("TIME")

    assert int(seconds) * 1000 <= await store.now_ms() < (int(seconds) + 60) * 1000


async def set_clock(link: Link, keys: TableKeys, row: Row, past_deadline_ms: int) -> None:
    """Let the last entry be of this moment, seen from the first deadline."""
    await link.call(
        "EVAL",
        "local f = redis.call('HMGET', KEYS[1], 'v', 't', 'd', 'st', 'w', 'z') "
        "f[2] = ARGV[1] "
        "redis.call('HSET', KEYS[1], 't', f[2], 'c', redis.sha1hex(table.concat(f, '|')))",
        1,
        keys.state,
        row.deadlines[0].at_ms + past_deadline_ms,
    )
