"""House players: at once by the committing replica, by the sweeper if it dies, never twice."""

import asyncio

from croupier.engines.kernel.values import Seat
from croupier.service.app.records import Entry, Status, TimeOut
from croupier.service.app.replay import replay
from tests.service.app.replica import Party, Replica, bearer, bid, new_id, new_table, seated
from tests.waiting import wait_until


async def house_table(here: Replica, seats: int = 3, think_ms: int = 0) -> Party:
    """A table played by the house alone."""
    opened = await here.lobby.create(new_table(seats, think_ms=think_ms))
    host = bearer(here, opened.host_token)
    for seat in range(seats):
        await here.lobby.give(host, new_id(), Seat(seat), "random")
    await here.lobby.start(host, new_id())
    return Party(opened.live.snapshot.table_id, opened, host, ())


async def is_over(here: Replica, party: Party) -> bool:
    """Whether the game has ended."""
    live = await here.tables.current(party.table_id)
    return live.snapshot.status is Status.OVER


async def house_answers(here: Replica, party: Party) -> list[Entry]:
    """The log's answers by the house."""
    logged = await here.store.entries(party.table_id, 0)
    return [one.entry for one in logged if isinstance(one.entry.act, TimeOut)]


async def test_the_committing_replica_plays_the_house_at_once(here: Replica) -> None:
    here.clerk.tell(here.house.heard)

    party = await house_table(here)

    await wait_until(lambda: is_over(here, party), "the house plays the game to its end")
    assert len(await house_answers(here, party)) == 9
    assert await replay(here.store, here.tables, party.table_id) == 1 + 3 + 1 + 9


async def test_the_sweeper_plays_what_a_dead_replica_left(here: Replica, there: Replica) -> None:
    party = await house_table(here)  # nobody listens on this replica: as if it had died

    async def swept() -> bool:
        await there.house.sweep()
        return await is_over(there, party)

    await wait_until(swept, "the other replica's sweeper finishes the game", within_s=20)
    assert len(await house_answers(there, party)) == 9


async def test_two_replicas_that_answer_at_once_answer_once(here: Replica, there: Replica) -> None:
    here.clerk.tell(here.house.heard)
    there.clerk.tell(there.house.heard)
    party = await house_table(here)

    async def both_sweep() -> bool:
        await asyncio.gather(here.house.sweep(), there.house.sweep())
        return await is_over(there, party)

    await wait_until(both_sweep, "the game ends", within_s=20)
    prompts = [
        (entry.act.seat, entry.act.prompt)
        for entry in await house_answers(here, party)
        if isinstance(entry.act, TimeOut)
    ]
    assert len(prompts) == len(set(prompts)) == 9


async def test_the_house_thinks_before_it_answers(here: Replica) -> None:
    here.clerk.tell(here.house.heard)
    party = await house_table(here, seats=2, think_ms=60)

    await wait_until(lambda: is_over(here, party), "the game ends", within_s=20)

    logged = await here.store.entries(party.table_id, 0)
    started = logged[3].time_ms
    assert logged[-1].time_ms - started >= 3 * 60


async def is_asked(here: Replica, party: Party, seat: int) -> bool:
    """Whether this seat has a question, or the game has ended."""
    live = await here.tables.current(party.table_id)
    return live.asked[seat].question is not None or live.snapshot.status is Status.OVER


async def test_a_seat_left_alone_is_played_absent_and_the_table_goes_on(here: Replica) -> None:
    here.clerk.tell(here.house.heard)
    party = await seated(here)
    await here.lobby.leave(party.seats[1], new_id())

    for coins in (3, 1, 1):
        await here.dealer.submit(bid(party.seats[0], coins))
        await wait_until(lambda: is_asked(here, party, 0), "the house bids for the absent seat")

    assert await is_over(here, party)


async def test_a_table_on_which_everybody_is_away_rests_until_somebody_is_back(
    here: Replica,
) -> None:
    party = await seated(here)  # no listener: only the sweeper could play
    for badge in party.seats:
        await here.lobby.leave(badge, new_id())

    await here.house.sweep()
    resting = await house_answers(here, party)
    back = await here.lobby.reissue(party.host, new_id(), Seat(0))

    async def swept() -> bool:
        await here.house.sweep()
        return bool(await house_answers(here, party))

    assert resting == []
    await wait_until(swept, "the house bids for the seat that is still away", within_s=20)
    await here.dealer.submit(bid(bearer(here, back.token), 1))
