"""Clocked questions: the store's clock decides, and exactly one of answer and time-out wins."""

import asyncio

from croupier.engines.kernel.values import Seat
from croupier.service.app.dealer import Said
from croupier.service.app.identity import Badge
from croupier.service.app.problems import Problem
from croupier.service.app.records import TimedOut, TimeOut
from croupier.service.app.replay import replay
from tests.engines.kernel.games import high_low
from tests.quantities import quantity
from tests.service.app.replica import Party, Replica, new_id, said, seated
from tests.service.app.test_dealer import refusal
from tests.waiting import wait_until

SOON_MS = 40
NEVER_MS = 3_600_000


async def clocked(here: Replica, limit_ms: int) -> Party:
    """Two persons who must guess within a time."""
    return await seated(here, game="high_low", options=high_low.Options(limit_ms=limit_ms))


def guess(badge: Badge) -> Said:
    """A guess as it comes in, for the question that is open."""
    assert badge.seat is not None
    call = high_low.Guess(badge.seat, high_low.Call.HIGHER)
    return said(badge, call, "high_low", command_id=new_id())


async def test_an_answer_in_time_starts_the_next_seats_clock(here: Replica) -> None:
    party = await clocked(here, NEVER_MS)
    before = await here.tables.current(party.table_id)

    told = await here.dealer.submit(guess(party.seats[0]))

    (first,), (second,) = before.row.deadlines, told.live.row.deadlines
    assert (first.seat, second.seat) == (0, 1)
    assert second.at_ms - told.live.row.time_ms == NEVER_MS


async def test_a_seat_that_is_late_is_answered_for_once_and_told(
    here: Replica, there: Replica
) -> None:
    party = await clocked(here, SOON_MS)

    async def swept() -> bool:
        await asyncio.gather(here.house.sweep(), there.house.sweep())
        return (await here.tables.current(party.table_id)).snapshot.version > 4

    await wait_until(swept, "the house answers for seat 0")

    logged = (await here.store.entries(party.table_id, 4))[0]
    assert isinstance(logged.entry.act, TimeOut)
    assert logged.entry.notices == (TimedOut(Seat(0)),)
    await replay(here.store, here.tables, party.table_id)


async def test_a_late_answer_is_refused_by_the_store_whatever_the_replica_thinks(
    here: Replica,
) -> None:
    party = await clocked(here, SOON_MS)
    live = await here.tables.current(party.table_id)
    (due,) = live.row.deadlines

    async def is_late() -> bool:
        return await here.store.now_ms() > due.at_ms

    await wait_until(is_late, "the deadline passes")
    problem = await refusal(here.dealer.submit(guess(party.seats[0])))

    assert problem.reason == "DEADLINE_PASSED"
    assert (await here.tables.current(party.table_id)).snapshot.version == live.snapshot.version


async def test_answers_and_time_outs_that_race_leave_one_outcome(
    here: Replica, there: Replica
) -> None:
    here.clerk.tell(here.house.heard)
    there.clerk.tell(there.house.heard)
    winners = set()
    for _ in range(quantity(400)):
        party = await clocked(here, 1)
        attempts = (replica.dealer.submit(guess(party.seats[0])) for replica in (here, there))
        sweeps = (replica.house.sweep() for replica in (here, there))
        done = await asyncio.gather(*attempts, *sweeps, return_exceptions=True)

        assert all(isinstance(one, Problem) for one in done if isinstance(one, BaseException))
        acts = [one.entry.act for one in await here.store.entries(party.table_id, 4)]
        first_prompt = [act for act in acts if getattr(act, "seat", None) == 0][:1]
        winners.add(type(first_prompt[0]).__name__ if first_prompt else "nobody yet")
        await replay(here.store, there.tables, party.table_id)
    assert winners <= {"Decide", "TimeOut", "nobody yet"}


async def test_a_seat_that_the_house_takes_over_is_answered_after_its_think_time(
    here: Replica,
) -> None:
    party = await clocked(here, NEVER_MS)
    await here.lobby.leave(party.seats[0], new_id())

    live = await here.tables.current(party.table_id)

    assert [(due.seat, due.at_ms) for due in live.row.deadlines] == [(0, live.row.time_ms)]
