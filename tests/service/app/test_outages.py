"""The house was away: the time that people lost by it is given back, once."""

import asyncio
from typing import Any

import redis

from croupier.engines.blast_radius import engine as blast_radius
from croupier.engines.blast_radius.commands import TellJoke
from croupier.engines.blast_radius.prompts import JokePrompt
from croupier.engines.blast_radius.talk import JokeTold
from croupier.engines.kernel.rng import KeyedRng
from croupier.engines.kernel.values import Seat
from croupier.service.adapters.embedded import EmbeddedValkey
from croupier.service.adapters.store import RedisStore
from croupier.service.app.games import Game
from croupier.service.app.ports import Outage
from croupier.service.app.records import (
    Credit,
    Deadline,
    DeadlinesExtended,
    TableId,
    TimeOut,
    heard,
)
from croupier.service.app.replay import replay
from tests.service.app.replica import Party, Replica, new_id, replica, said, seated
from tests.service.app.test_deadlines import DEALT, NEVER_MS, clocked, guess
from tests.waiting import wait_until

GAP_MS, KEPT = 3_000, 3
LIMIT_MS = 1_000
BACK = "the house is back"
SEED = bytes(31) + b"@"
COMMANDS_MAX = 400
JOKES: dict[str, Any] = {
    "game": blast_radius.game,
    "options": blast_radius.options(),
    "test_seed": SEED,
    "turn_s": 0,
    "reply_s": 0,
}


class Pulse:
    """The store's record of signs of life, to be set back."""

    def __init__(self, valkey: EmbeddedValkey, prefix: str) -> None:
        self._raw = redis.Redis(unix_socket_path=str(valkey.path), protocol=2)
        self._key = f"{prefix}pulse"

    def last_was(self, at_ms: int) -> None:
        """As if nobody had been there since."""
        self._raw.hset(self._key, "at", str(at_ms))


async def away_since(here: Replica, pulse: Pulse, at_ms: int, *replicas: Replica) -> Outage:
    """Every replica sleeps until the outage since that moment is long enough to be one."""
    pulse.last_was(at_ms)

    async def long_enough() -> bool:
        return await here.store.now_ms() > at_ms + GAP_MS

    await wait_until(long_enough, BACK)
    for one in (here, *replicas):
        await one.clerk.outages.feel()
    return (await here.store.pulse(GAP_MS, KEPT))[-1]


async def test_gaps_between_signs_of_life_are_remembered(
    here: Replica, valkey: EmbeddedValkey, prefix: str
) -> None:
    pulse, store = Pulse(valkey, prefix), here.store
    assert await store.pulse(GAP_MS, KEPT) == []
    assert await store.pulse(GAP_MS, KEPT) == []
    now = await store.now_ms()

    for ago in (50_000, 40_000, 30_000, 20_000):
        pulse.last_was(now - ago)
        found = await store.pulse(GAP_MS, KEPT)

    assert [now - outage.since_ms for outage in found] == [40_000, 30_000, 20_000]
    assert all(now <= outage.until_ms < now + 5_000 for outage in found)
    pulse.last_was(now + 60_000)
    assert len(await store.pulse(GAP_MS, KEPT)) == KEPT, "a clock that went back is no outage"


async def test_a_deadline_that_passed_in_an_outage_is_given_what_was_lost(
    here: Replica, there: Replica, valkey: EmbeddedValkey, prefix: str
) -> None:
    pulse = Pulse(valkey, prefix)
    late, swept = [await clocked(here, LIMIT_MS) for _ in range(2)]
    before = [await here.tables.current(party.table_id) for party in (late, swept)]
    outage = await away_since(here, pulse, before[1].row.time_ms + LIMIT_MS // 2, there)

    told = await there.dealer.submit(guess(late.seats[0]))  # in time, but for the outage
    await asyncio.gather(here.house.sweep(), there.house.sweep())

    entries = [await here.store.entries(party.table_id, 4) for party in (late, swept)]
    for live, logged in zip(before, entries, strict=True):
        credit = logged[0].entry
        assert isinstance(credit.act, Credit)
        assert credit.act.until_ms == outage.until_ms
        (due,), (moved,) = live.row.deadlines, credit.act.deadlines
        assert moved.at_ms == due.at_ms + outage.until_ms - outage.since_ms
        told_to = [bool(heard(credit.notices, viewer)) for viewer in (Seat(0), Seat(1), None)]
        assert told_to == [True, False, False]
        revisions = zip(live.snapshot.revisions, credit.revisions, strict=True)
        assert [after - before for before, after in revisions] == [1, 0, 0]
        assert sum(isinstance(one.entry.act, Credit) for one in logged) == 1
        assert credit.notices == (DeadlinesExtended(Seat(0)),)
    assert told.notices == (), "it was an answer in time"


async def test_the_house_answers_when_the_time_given_back_is_over(
    here: Replica, there: Replica, valkey: EmbeddedValkey, prefix: str
) -> None:
    party = await clocked(here, LIMIT_MS)
    live = await here.tables.current(party.table_id)
    await away_since(here, Pulse(valkey, prefix), live.row.time_ms, there)
    here.clerk.tell(here.house.heard)

    async def answered() -> bool:
        await there.house.sweep()
        return (await here.tables.current(party.table_id)).snapshot.version > 5

    await wait_until(answered, "the house answers")
    credit, answer = (await here.store.entries(party.table_id, 4))[:2]

    assert isinstance(credit.entry.act, Credit)
    assert isinstance(answer.entry.act, TimeOut)
    assert answer.time_ms >= credit.entry.act.deadlines[0].at_ms
    await here.lobby.close(party.host, b"c" * 16)
    await replay(here.store, there.tables, party.table_id)


async def test_whoever_knows_or_reads_a_table_after_an_outage_moves_its_deadlines_at_once(
    here: Replica, there: Replica, valkey: EmbeddedValkey, prefix: str
) -> None:
    known, read = [await clocked(here, NEVER_MS) for _ in range(2)]
    before = [await here.tables.current(party.table_id) for party in (known, read)]
    await there.tables.current(known.table_id)
    outage = await away_since(here, Pulse(valkey, prefix), before[1].row.time_ms)

    await there.house.sweep()
    await there.dealer.view(read.seats[0])

    for live in before:
        (due,) = live.row.deadlines
        (later,) = await moved_deadlines(here, live.snapshot.table_id)
        assert later.at_ms == due.at_ms + outage.until_ms - outage.since_ms
    await asyncio.gather(here.house.rest(), there.house.rest())


async def moved_deadlines(
    here: Replica, table_id: TableId, version: int = DEALT
) -> tuple[Deadline, ...]:
    """The deadlines of a table once they were moved, after this version."""

    async def moved() -> bool:
        return bool(await here.store.entries(table_id, version))

    await wait_until(moved, "the time is given back")
    return (await here.tables.current(table_id)).row.deadlines


async def test_a_clock_that_began_in_an_outage_is_given_only_what_was_left_of_it(
    here: Replica, valkey: EmbeddedValkey, prefix: str
) -> None:
    party: Party = await clocked(here, LIMIT_MS)
    live = await here.tables.current(party.table_id)
    outage = await away_since(here, Pulse(valkey, prefix), live.row.time_ms - 60_000)

    credit = here.clerk.credit_of(live)

    assert credit is not None
    assert credit.deadlines[0].at_ms == outage.until_ms + LIMIT_MS


async def test_ten_seconds_for_a_joke_are_ten_seconds_in_which_the_house_was_there(
    store: RedisStore, valkey: EmbeddedValkey, prefix: str
) -> None:
    """BLA-R50: a joke that was asked for while nobody kept the house may be told afterwards."""
    here = replica(store, {blast_radius.game: Game(blast_radius)})
    party = await seated(here, 3, **JOKES)
    live = await here.tables.current(party.table_id)
    for n in range(COMMANDS_MAX):
        seat = next(Seat(n) for n, asked in enumerate(live.asked) if asked.question is not None)
        question = live.asked[seat].question
        if isinstance(question, JokePrompt):
            break
        view = live.engine.project(live.table, seat)
        command = live.engine.house_answer(view, question, "random", KeyedRng(str(n).encode()))
        sent = said(party.seats[seat], command, blast_radius.game, command_id=new_id())
        live = (await here.dealer.submit(sent)).live
    (due,) = live.row.deadlines
    assert (due.seat, due.at_ms - live.row.time_ms) == (seat, 10_000)

    pulse = Pulse(valkey, prefix)
    pulse.last_was(live.row.time_ms - 2 * GAP_MS)
    await here.house.sweep()
    (outage,) = await store.pulse(GAP_MS, KEPT)
    (later,) = await moved_deadlines(here, party.table_id, live.snapshot.version)
    joke = said(party.seats[seat], TellJoke(seat, "Why?"), blast_radius.game, command_id=new_id())
    told = await here.dealer.submit(joke)

    assert later.at_ms == outage.until_ms + 10_000
    assert isinstance(told.events[0], JokeTold)
    await here.house.rest()
