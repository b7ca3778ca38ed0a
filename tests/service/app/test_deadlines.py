"""Clocked questions: the store's clock decides, and exactly one of answer and time-out wins."""

import asyncio
from collections import Counter
from collections.abc import Callable, Sequence

from croupier.engines.kernel.values import Seat
from croupier.service.app.dealer import Said, Told
from croupier.service.app.identity import Badge
from croupier.service.app.ports import Logged
from croupier.service.app.problems import Problem
from croupier.service.app.records import Act, Deadline, Decide, TimedOut, TimeOut
from croupier.service.app.replay import replay
from tests.engines.kernel.games import high_low
from tests.quantities import quantity
from tests.service.app.replica import Party, Replica, new_id, said, seated
from tests.service.app.test_dealer import refusal
from tests.waiting import wait_until

SOON_MS = 40
NEVER_MS = 3_600_000
PROMPTS = 1_000
DEALT = 4  # the version of a table of two after the start


async def clocked(here: Replica, limit_ms: int) -> Party:
    """Two persons who must guess within a time."""
    return await seated(here, game="high_low", options=high_low.Options(limit_ms=limit_ms))


def guess(badge: Badge, prompt_id: str | None = None) -> Said:
    """A guess as it comes in, for this prompt or for the question that is open."""
    assert badge.seat is not None
    call = high_low.Guess(badge.seat, high_low.Call.HIGHER)
    return said(badge, call, "high_low", command_id=new_id(), prompt_id=prompt_id)


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


async def test_of_answers_and_time_outs_at_the_very_deadline_exactly_one_counts(
    here: Replica, there: Replica, record_property: Callable[[str, object], None]
) -> None:
    here.clerk.tell(here.house.heard)
    there.clerk.tell(there.house.heard)
    outcomes: Counter[type[Act]] = Counter()
    lead_ms = 1  # how long an answer is on its way: found by trying
    for _ in range(quantity(PROMPTS)):
        party = await clocked(here, SOON_MS)
        live = await there.tables.current(party.table_id)
        (due,) = live.row.deadlines

        aims = [(there, -1), (here, 0), (there, 0), (here, 1)]
        tasks = (answer_at(one, party, due, due.at_ms - lead_ms + off) for one, off in aims)
        done = await asyncio.gather(*tasks, there.house.sweep(), return_exceptions=True)

        first, *later = await played(here, party)
        in_time = first.time_ms < due.at_ms
        assert is_of(first.entry.act, due)
        assert isinstance(first.entry.act, Decide if in_time else TimeOut)
        assert not any(is_of(one.entry.act, due) for one in later)
        assert sum(isinstance(one, Told) for one in done) == in_time
        assert all(isinstance(one, Told | Problem | int) for one in done)
        outcomes[type(first.entry.act)] += 1
        lead_ms += -1 if in_time else 1
        await here.lobby.close(party.host, new_id())
        await replay(here.store, there.tables, party.table_id)
    counts = {act.__name__: count for act, count in outcomes.items()}
    record_property("told", f"{outcomes.total()} prompts answered at their deadline: {counts}")
    assert set(outcomes) == {Decide, TimeOut}, "the deadline was met from both sides"


async def answer_at(replica: Replica, party: Party, due: Deadline, at_ms: int) -> Told:
    """The seat answers at this moment, by the store's clock."""
    left_ms = at_ms - await replica.store.now_ms()
    await asyncio.sleep(max(0, left_ms / 1000))
    mine = guess(party.seats[due.seat], f"{due.seat}.{due.prompt}")
    return await replica.dealer.submit(mine)


async def played(here: Replica, party: Party) -> Sequence[Logged]:
    """What has happened since the start, once something has."""
    logged: Sequence[Logged] = ()

    async def happened() -> bool:
        nonlocal logged
        logged = await here.store.entries(party.table_id, DEALT)
        return bool(logged)

    await wait_until(happened, "somebody has answered")
    return logged


def is_of(act: Act, due: Deadline) -> bool:
    """Whether this is an answer to that prompt: nothing but it is submitted in these tests."""
    if isinstance(act, TimeOut):
        return (act.seat, act.prompt) == (due.seat, due.prompt)
    return isinstance(act, Decide)


async def test_a_seat_that_the_house_takes_over_is_answered_after_its_think_time(
    here: Replica,
) -> None:
    party = await clocked(here, NEVER_MS)
    await here.lobby.leave(party.seats[0], new_id())

    live = await here.tables.current(party.table_id)

    assert [(due.seat, due.at_ms) for due in live.row.deadlines] == [(0, live.row.time_ms)]
