"""The clock of a table: who lets it run out is away, and a table of absent people rests."""

import asyncio

from croupier.engines.blast_radius import engine as blast_radius
from croupier.engines.kernel.rng import KeyedRng
from croupier.engines.kernel.values import Seat
from croupier.service.adapters.store import RedisStore
from croupier.service.app.games import Game
from croupier.service.app.records import (
    Decide,
    Return,
    SeatReturned,
    Status,
    TableId,
    TimedOut,
    TimeOut,
)
from croupier.service.app.replay import replay
from croupier.service.app.seen import info_of
from tests.engines.kernel.games import high_low
from tests.service.app.replica import Party, Replica, new_id, replica, said, seated
from tests.service.app.test_deadlines import NEVER_MS, SOON_MS, clocked, guess
from tests.service.app.test_dealer import refusal
from tests.waiting import wait_until

ZERO, ONE = Seat(0), Seat(1)
COMMANDS_MAX = 60


async def missed_by_all(here: Replica, count: int) -> Party:
    """Two persons have let time run out so often together."""
    here.clerk.tell(here.house.heard)
    party = await clocked(here, SOON_MS)

    async def enough() -> bool:
        return len(await timed_out(here, party.table_id)) >= count

    await wait_until(enough, f"time has run out {count} times")
    return party


async def timed_out(here: Replica, table_id: TableId) -> list[Seat]:
    """Whose time ran out, in order."""
    logged = await here.store.entries(table_id, 0)
    return [seat.seat for one in logged for seat in one.entry.notices if isinstance(seat, TimedOut)]


async def test_without_a_clock_a_question_waits_for_ever(here: Replica) -> None:
    party = await seated(here)

    live = await here.tables.current(party.table_id)

    assert (live.snapshot.terms.turn_s, live.snapshot.terms.reply_s) == (0, 0)
    assert live.row.deadlines == ()


async def test_a_table_may_set_a_clock_for_every_question(here: Replica) -> None:
    party = await seated(here, turn_s=90)

    live = await here.tables.current(party.table_id)

    assert [(due.seat, due.at_ms - live.row.time_ms) for due in live.row.deadlines] == [
        (0, 90_000),
        (1, 90_000),
    ]


async def test_a_limit_of_the_prompt_itself_comes_before_the_tables(here: Replica) -> None:
    options = high_low.Options(limit_ms=7_000)
    party = await seated(here, game="high_low", options=options, turn_s=90)

    live = await here.tables.current(party.table_id)

    assert [due.at_ms - live.row.time_ms for due in live.row.deadlines] == [7_000]


async def test_blast_radius_has_a_clock_for_turns_and_one_for_replies(store: RedisStore) -> None:
    here = replica(store, {blast_radius.game: Game(blast_radius)})
    options = blast_radius.options(starting_seat=ONE)
    party = await seated(here, 3, game=blast_radius.game, options=options)
    off = await seated(here, 3, game=blast_radius.game, options=options, turn_s=0, reply_s=0)
    live = await here.tables.current(party.table_id)
    nobody = KeyedRng(b"nobody draws")
    for _ in range(COMMANDS_MAX):
        if live.engine.project(live.table, None).active is not None:
            break
        asked = live.asked
        replies = [due.at_ms - live.row.time_ms for due in live.row.deadlines]
        assert all(29_000 < left_ms <= 30_000 for left_ms in replies)  # one clock for all of them
        seat = next(Seat(n) for n, one in enumerate(asked) if one.question is not None)
        view = live.engine.project(live.table, seat)
        command = live.engine.house_answer(view, asked[seat].question, "absent", nobody)
        sent = said(party.seats[seat], command, blast_radius.game, command_id=new_id())
        live = (await here.dealer.submit(sent)).live

    assert [(due.seat, due.at_ms - live.row.time_ms) for due in live.row.deadlines] == [
        (1, 120_000)
    ]
    assert (await here.tables.current(off.table_id)).row.deadlines == ()
    await here.house.rest()


async def test_two_time_outs_in_a_row_mean_away_and_deciding_means_back(here: Replica) -> None:
    here.clerk.tell(here.house.heard)
    party = await clocked(here, 400)

    async def asked(seat: int) -> bool:
        live = await here.tables.current(party.table_id)
        return live.asked[seat].question is not None

    for _ in range(2):
        await wait_until(lambda: asked(1), "seat 0 has run out of time")
        told = await here.dealer.submit(guess(party.seats[1]))
    live = told.live
    assert [place.away for place in info_of(live.snapshot).seats] == [True, False]
    assert [(due.seat, due.at_ms) for due in live.row.deadlines] == [(0, live.row.time_ms)]

    await wait_until(lambda: asked(1), "the house answers for it at once")
    assert await timed_out(here, party.table_id) == [0, 0, 0]
    problem = await refusal(here.dealer.submit(guess(party.seats[0])))
    assert problem.reason == "NOT_YOUR_DECISION"
    await here.lobby.come_back(party.seats[0], new_id())
    live = await here.tables.current(party.table_id)
    assert [place.away for place in info_of(live.snapshot).seats] == [False, False]
    assert (await here.store.entries(party.table_id, live.snapshot.version - 1))[
        0
    ].entry.notices == (SeatReturned(ZERO),)
    told = await here.dealer.submit(guess(party.seats[1]))
    (due,) = told.live.row.deadlines
    assert (due.seat, due.at_ms - told.live.row.time_ms) == (0, 400)
    await here.lobby.close(party.host, new_id())
    await replay(here.store, here.tables, party.table_id)


async def test_a_table_of_absent_people_rests_until_one_returns(here: Replica) -> None:
    party = await missed_by_all(here, 4)
    live = await here.tables.current(party.table_id)
    assert [chair.away for chair in live.snapshot.chairs] == [True, True]
    assert (live.row.deadlines, live.snapshot.status) == ((), Status.PLAYING)
    assert await here.house.sweep() <= 1
    await asyncio.sleep(5 * SOON_MS / 1000)  # more than the time there was
    assert await timed_out(here, party.table_id) == [0, 1, 0, 1]

    command_id = new_id()
    await here.lobby.come_back(party.seats[1], command_id)  # who is not even asked
    again = await here.lobby.come_back(party.seats[1], command_id)

    async def answered_for() -> bool:
        return len(await timed_out(here, party.table_id)) >= 5

    await wait_until(answered_for, "seat 0 is answered for, and the game goes on")
    logged = await here.store.entries(party.table_id, 0)
    assert [type(one.entry.act) for one in logged][-2:].count(Decide) == 0
    assert sum(isinstance(one.entry.act, Return) for one in logged) == 1
    assert isinstance(logged[-1].entry.act, TimeOut)
    assert again.snapshot.version > live.snapshot.version
    await here.lobby.close(party.host, new_id())
    await replay(here.store, here.tables, party.table_id)


async def test_the_host_wakes_a_resting_table_with_a_new_token(here: Replica) -> None:
    party = await missed_by_all(here, 4)

    await here.lobby.reissue(party.host, new_id(), ZERO)

    live = await here.tables.current(party.table_id)
    assert [chair.away for chair in live.snapshot.chairs] == [False, True]
    assert [due.seat for due in live.row.deadlines] == [0]
    await here.lobby.close(party.host, new_id())


async def test_who_is_not_away_cannot_return(here: Replica) -> None:
    party = await clocked(here, NEVER_MS)

    problem = await refusal(here.lobby.come_back(party.seats[0], new_id()))

    assert problem.reason == "NOT_AWAY"
