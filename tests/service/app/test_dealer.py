"""The path of a command: at most once, never a stale no, refusals that change nothing."""

import asyncio
from collections.abc import Awaitable

import pytest

from croupier.engines.kernel.values import Seat
from croupier.service.app.dealer import Dealer, Said, Told
from croupier.service.app.identity import Badge
from croupier.service.app.problems import Problem
from croupier.service.app.replay import replay
from tests.engines.kernel.games import sealed_bids
from tests.service.app.replica import Party, Replica, bearer, bid, new_id, said, seated


async def refusal(attempt: Awaitable[object]) -> Problem:
    """The problem that an attempt ends with."""
    with pytest.raises(Problem) as caught:
        await attempt
    return caught.value


async def as_stored(here: Replica, party: Party) -> tuple[object, object]:
    """Everything the store holds of a table: the newest row and the whole log."""
    look = await here.store.look(party.table_id)
    assert look is not None
    return look.row, tuple(await here.store.entries(party.table_id, 0))


def answer(told: Told) -> tuple[object, ...]:
    """What a sender gets, comparable."""
    return told.revision, told.resume_token, told.notices, told.events


async def test_a_command_is_answered_with_what_its_sender_was_told(here: Replica) -> None:
    party = await seated(here)

    told = await here.dealer.submit(bid(party.seats[0], 2))

    assert [type(event).__name__ for event in told.events] == ["BidSealed"]
    assert not told.replayed
    assert told.revision == told.live.snapshot.revision(Seat(0))


async def test_a_sealed_bid_moves_nothing_of_anybody_else(here: Replica) -> None:
    party = await seated(here)
    before, token = await here.dealer.view(party.seats[1])

    await here.dealer.submit(bid(party.seats[0], 2))

    after, token_after = await here.dealer.view(party.seats[1])
    assert token_after == token
    assert after.snapshot.revision(Seat(1)) == before.snapshot.revision(Seat(1))
    assert after.snapshot.chairs[1].numbers == before.snapshot.chairs[1].numbers


async def test_a_repeat_on_any_replica_gets_the_first_answer(here: Replica, there: Replica) -> None:
    party = await seated(here)
    first_bid = bid(party.seats[0], 2)
    first = await here.dealer.submit(first_bid)
    await here.dealer.submit(bid(party.seats[1], 1))

    for dealer in (here.dealer, there.dealer):
        again = await dealer.submit(first_bid)
        assert again.replayed
        assert answer(again) == answer(first)
    by_receipt = await there.dealer.receipt(party.seats[0], first_bid.command_id)
    assert answer(by_receipt) == answer(first)


async def test_fifty_at_once_with_one_id_are_one_command(here: Replica, there: Replica) -> None:
    party = await seated(here)
    first_bid = bid(party.seats[0], 2)
    _, before = await as_stored(here, party)

    dealers = [here.dealer, there.dealer] * 25
    answers = await asyncio.gather(*(dealer.submit(first_bid) for dealer in dealers))

    assert len({repr(answer(told)) for told in answers}) == 1
    assert sum(not told.replayed for told in answers) == 1
    _, after = await as_stored(here, party)
    assert isinstance(after, tuple)
    assert isinstance(before, tuple)
    assert len(after) == len(before) + 1


async def test_fifty_different_commands_for_one_prompt_are_one_success(
    here: Replica, there: Replica
) -> None:
    party = await seated(here)
    prompt_id = f"0.{party_prompt(here, party, 0)}"
    bids = [bid(party.seats[0], 2, prompt_id=prompt_id) for _ in range(50)]

    async def attempt(dealer: Dealer, one: Said) -> str:
        try:
            await dealer.submit(one)
        except Problem as problem:
            return f"{problem.reason} at {problem.metadata['revision']}"
        return "OK"

    dealers = [here.dealer, there.dealer] * 25
    results = await asyncio.gather(
        *(attempt(dealer, one) for dealer, one in zip(dealers, bids, strict=True))
    )

    assert sorted(results) == ["OK"] + ["STALE_PROMPT at 5"] * 49


def party_prompt(here: Replica, party: Party, seat: int) -> int:
    """The number of a seat's question."""
    live = here.tables.cached(party.table_id)
    assert live is not None
    number = live.snapshot.chairs[seat].numbers.question
    assert number is not None
    return number


async def test_seats_that_answer_at_once_are_all_taken(here: Replica, there: Replica) -> None:
    party = await seated(here, seats=4)
    prompts = [f"{seat}.{party_prompt(here, party, seat)}" for seat in range(4)]
    dealers = [here.dealer, there.dealer] * 2

    told = await asyncio.gather(
        *(
            dealer.submit(bid(badge, 1, prompt_id=prompt_id))
            for dealer, badge, prompt_id in zip(dealers, party.seats, prompts, strict=True)
        )
    )

    assert len(told) == 4
    live = await there.tables.current(party.table_id)
    assert live.snapshot.version == party_version_after_start(4) + 4


def party_version_after_start(seats: int) -> int:
    """Opened, one join for each seat, started."""
    return 1 + seats + 1


async def test_the_same_id_for_something_else_is_refused(here: Replica) -> None:
    party = await seated(here)
    first_bid = bid(party.seats[0], 2)
    await here.dealer.submit(first_bid)
    stored = await as_stored(here, party)

    other = bid(party.seats[0], 3, command_id=first_bid.command_id)
    problem = await refusal(here.dealer.submit(other))

    assert problem.reason == "COMMAND_ID_REUSED"
    assert await as_stored(here, party) == stored


async def test_another_seat_never_reads_a_receipt(here: Replica) -> None:
    party = await seated(here)
    first_bid = bid(party.seats[0], 2)
    await here.dealer.submit(first_bid)

    problem = await refusal(here.dealer.receipt(party.seats[1], first_bid.command_id))
    told = await here.dealer.submit(bid(party.seats[1], 1, command_id=first_bid.command_id))

    assert problem.reason == "RECEIPT_NOT_FOUND"
    assert not told.replayed


def no_says(party: Party) -> list[tuple[str, Said]]:
    """Every refusal of the ladder, with what leads to it."""
    zero, one = party.seats
    return [
        ("OUT_OF_RANGE", bid(one, 6)),
        ("NOT_YOUR_DECISION", bid(zero, 1)),
        ("STALE_REVISION", bid(one, 1, expected_revision=99)),
        ("STALE_PROMPT", bid(one, 1, prompt_id="1.99")),
        ("STALE_PROMPT", bid(one, 1, prompt_id="0.1")),
        ("WRONG_GAME", said(one, sealed_bids.Bid(Seat(1), 1), "chess", command_id=new_id())),
        ("NOT_ALLOWED", said(party.host, sealed_bids.Bid(Seat(0), 1), command_id=new_id())),
        ("TOKEN_REVOKED", bid(Badge(party.table_id, "seat", Seat(1), 9), 1)),
        ("TOKEN_INVALID", bid(Badge(party.table_id, "seat", Seat(5), 0), 1)),
    ]


@pytest.mark.parametrize("case", range(9))
@pytest.mark.parametrize("behind", [False, True])
async def test_a_refusal_changes_nothing_and_is_right_on_a_replica_that_is_behind(
    here: Replica, there: Replica, case: int, behind: bool
) -> None:
    party = await seated(here)
    await there.tables.current(party.table_id)  # its cache is from before the bid
    await here.dealer.submit(bid(party.seats[0], 2))
    stored = await as_stored(here, party)
    reason, wrong = no_says(party)[case]

    problem = await refusal((there if behind else here).dealer.submit(wrong))

    assert problem.reason == reason
    assert problem.may_be_applied == (reason == "TOKEN_REVOKED")  # it cannot tell of older ones
    assert await as_stored(here, party) == stored


async def test_a_replica_that_is_behind_says_yes_to_what_is_newly_legal(
    here: Replica, there: Replica
) -> None:
    party = await seated(here)
    await there.tables.current(party.table_id)
    await here.dealer.submit(bid(party.seats[0], 2))
    await here.dealer.submit(bid(party.seats[1], 1))

    told = await there.dealer.submit(bid(party.seats[0], 1))

    assert not told.replayed


async def test_a_command_without_freshness_is_never_moved_to_another_question(
    here: Replica, there: Replica
) -> None:
    party = await seated(here)
    await there.dealer.submit(bid(party.seats[0], 2))
    stale = there.tables.cached(party.table_id)
    assert stale is not None
    await here.dealer.submit(bid(party.seats[1], 1))
    there.tables.forget(party.table_id)
    there.tables.keep(stale)  # seat 1 still has the first question there

    problem = await refusal(there.dealer.submit(bid(party.seats[1], 1, prompt_id="1.1")))

    assert problem.reason == "STALE_PROMPT"


async def test_validate_only_answers_and_applies_nothing(here: Replica) -> None:
    party = await seated(here)
    stored = await as_stored(here, party)

    await here.dealer.would_accept(bid(party.seats[0], 5))
    problem = await refusal(here.dealer.would_accept(bid(party.seats[0], 6)))

    assert problem.reason == "OUT_OF_RANGE"
    assert problem.metadata["rule"] == "BID-002"
    assert await as_stored(here, party) == stored


async def test_before_the_start_and_after_the_end_nothing_is_decided(here: Replica) -> None:
    party = await seated(here, start=False)

    early = await refusal(here.dealer.submit(bid(party.seats[0], 0)))
    await here.lobby.close(party.host, new_id())
    late = await refusal(here.dealer.submit(bid(party.seats[0], 0)))

    assert (early.reason, late.reason) == ("NOT_STARTED", "TABLE_CLOSED")


async def test_a_finished_game_says_so_and_its_receipts_still_answer(here: Replica) -> None:
    party = await seated(here)
    last = bid(party.seats[1], 1)
    for _ in range(2):
        await here.dealer.submit(bid(party.seats[0], 0))
        await here.dealer.submit(bid(party.seats[1], 1))
    await here.dealer.submit(bid(party.seats[0], 0))
    first = await here.dealer.submit(last)

    problem = await refusal(here.dealer.submit(bid(party.seats[0], 0)))
    again = await here.dealer.submit(last)

    assert problem.reason == "GAME_OVER"
    assert answer(again) == answer(first)
    assert await replay(here.store, here.tables, party.table_id) == 10


async def test_legal_commands_come_in_pages_of_one_revision(here: Replica) -> None:
    party = await seated(here)

    live, page, more = await here.dealer.legal(party.seats[0], 0, 4)
    _, rest, end = await here.dealer.legal(
        party.seats[0], 4, 4, revision=live.snapshot.revision(Seat(0))
    )
    await here.dealer.submit(bid(party.seats[0], 1))
    problem = await refusal(
        here.dealer.legal(party.seats[0], 4, 4, revision=live.snapshot.revision(Seat(0)))
    )

    assert [getattr(one, "coins", None) for one in page + rest] == [0, 1, 2, 3, 4, 5]
    assert (more, end) == (True, False)
    assert problem.reason == "STALE_REVISION"


async def test_history_tells_a_viewer_what_it_was_told_and_no_more(here: Replica) -> None:
    party = await seated(here)
    await here.dealer.submit(bid(party.seats[0], 1))
    await here.dealer.submit(bid(party.seats[1], 2))

    _, zero, more = await here.dealer.history(party.seats[0], 0, 100)
    _, late, _ = await here.dealer.history(party.seats[0], zero[-2].revision, 100)
    _, first, cut = await here.dealer.history(party.seats[0], 0, 2)

    assert [news.revision for news in zero] == [1, 2, 3, 4, 5, 6]
    sealed = [e for news in zero for e in news.events if isinstance(e, sealed_bids.BidSealed)]
    assert [event.seat for event in sealed] == [0]
    assert late == zero[-1:]
    assert (first, cut, more) == (zero[:2], True, False)


async def test_a_host_sees_no_game(here: Replica) -> None:
    party = await seated(here)

    for attempt in (here.dealer.view(party.host), here.dealer.history(party.host, 0, 1)):
        assert (await refusal(attempt)).reason == "NOT_ALLOWED"


async def test_tokens_of_another_table_open_nothing(here: Replica) -> None:
    party, other = await seated(here), await seated(here)
    strange = Badge(other.table_id, "seat", Seat(0), 0)

    token = here.identity.issue(strange)

    assert bearer(here, token).table_id != party.table_id
