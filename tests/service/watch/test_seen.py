"""What one viewer sees: its own prompts and view, the public facts, and nothing else."""

from dataclasses import replace as changed

from croupier.engines.kernel.values import Seat, replace
from croupier.service.app.live import Live
from croupier.service.app.records import Deadline, Holder, Status
from croupier.service.app.seen import OpenPrompt, Place, info_of, prompts_of, seen
from tests.service.app.replica import bid, new_id, seated
from tests.service.watch import whispers
from tests.service.watch.replicas import Watching, now, talkers


async def test_the_public_facts_are_the_same_for_all(here: Watching) -> None:
    party = await talkers(here)
    await here.replica.lobby.give(party.host, new_id(), Seat(1), "random")
    live = await now(here, party)

    info = info_of(live.snapshot)

    assert info.seats == (
        Place(Holder.PERSON, "player 0", None, False),
        Place(Holder.HOUSE, "player 1", "random", False),
    )
    assert (info.table_id, info.status) == (party.table_id, Status.PLAYING)
    assert all(seen(live, viewer).info == info for viewer in (Seat(0), Seat(1), None))


async def test_each_seat_sees_its_own_prompts_alone(here: Watching) -> None:
    party = await talkers(here)
    await here.whisper(party, 0)
    live = await now(here, party)

    mine, other = prompts_of(live, Seat(0)), prompts_of(live, Seat(1))

    prompt = whispers.TalkPrompt(seat=Seat(0), rule=other[0].prompt.rule)
    assert mine == (OpenPrompt(2, prompt, True, None),)
    assert other == (OpenPrompt(1, replace(prompt, seat=Seat(1)), True, None),)
    assert prompts_of(live, None) == ()


async def test_a_prompt_says_when_it_is_due(here: Watching) -> None:
    party = await talkers(here)
    live = _due(await now(here, party), Deadline(Seat(0), 1, 7_000), Deadline(Seat(1), 2, 8_000))

    assert [open_.deadline_ms for open_ in prompts_of(live, Seat(0))] == [7_000]
    assert [open_.deadline_ms for open_ in prompts_of(live, Seat(1))] == [None]


def _due(live: Live, *deadlines: Deadline) -> Live:
    return changed(live, row=replace(live.row, deadlines=deadlines))


async def test_who_has_answered_is_asked_nothing(here: Watching) -> None:
    party = await seated(here.replica)
    await here.replica.dealer.submit(bid(party.seats[0], 1))
    live = await now(here, party)

    assert prompts_of(live, Seat(0)) == ()
    assert [open_.n for open_ in prompts_of(live, Seat(1))] == [1]


async def test_before_the_start_there_is_no_view(here: Watching) -> None:
    party = await seated(here.replica, start=False)

    sight = seen(await now(here, party), Seat(0))

    assert (sight.view, sight.prompts, sight.result) == (None, (), None)
    assert sight.info.status is Status.WAITING


async def test_in_the_end_there_is_a_result_and_no_prompt(here: Watching) -> None:
    party = await talkers(here)
    before = seen(await now(here, party), Seat(0))
    await here.talk(whispers.Hush(Seat(1)), party)

    sight = seen(await now(here, party), Seat(0))

    assert before.result is None
    assert sight.result is not None
    assert sight.result.winners == (0, 1)
    assert sight.prompts == ()


async def test_a_closed_table_asks_nobody(here: Watching) -> None:
    party = await talkers(here)
    await here.replica.lobby.close(party.host, new_id())

    sight = seen(await now(here, party), Seat(0))

    assert sight.prompts == ()
    assert (sight.info.status, sight.result) == (Status.CLOSED, None)
