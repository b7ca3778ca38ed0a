"""Seats and identity: every change once per command id, dead tokens dead at once."""

import asyncio

import pytest

from croupier.engines.kernel.values import Seat
from croupier.service.app.problems import Problem
from croupier.service.app.records import Holder, Status, TableId
from tests.engines.kernel.games import sealed_bids
from tests.service.app.replica import (
    Replica,
    bearer,
    bid,
    new_id,
    new_table,
    said,
    seated,
)
from tests.service.app.test_dealer import refusal


async def test_a_repeated_create_finds_its_table(here: Replica, there: Replica) -> None:
    new = new_table()

    first = await here.lobby.create(new)
    again = await there.lobby.create(new)

    assert again.live.snapshot == first.live.snapshot
    assert (again.host_token, again.invite_code) == (first.host_token, first.invite_code)


async def test_a_create_id_cannot_stand_for_two_tables(here: Replica) -> None:
    new = new_table()
    await here.lobby.create(new)

    problem = await refusal(here.lobby.create(new_table(seats=3, command_id=new.command_id)))

    assert problem.reason == "COMMAND_ID_REUSED"


async def test_what_the_rules_do_not_allow_is_refused_at_creation(here: Replica) -> None:
    wrong = new_table(options=sealed_bids.Options(left_out=3))

    problem = await refusal(here.lobby.create(wrong))

    assert (problem.reason, problem.code.name) == ("NO_LOTS", "INVALID_ARGUMENT")
    assert problem.metadata["rule"] == "BID-001"


async def test_unknown_games_and_packs_are_named(here: Replica) -> None:
    game = await refusal(here.lobby.create(new_table(game="chess")))
    pack = await refusal(here.lobby.create(new_table(pack="0" * 64)))

    assert (game.reason, pack.reason) == ("UNKNOWN_GAME", "UNKNOWN_PACK")


async def test_fifty_joins_for_two_seats_seat_two(here: Replica, there: Replica) -> None:
    opened = await here.lobby.create(new_table())
    table_id = opened.live.snapshot.table_id

    async def attempt(lobby: object, n: int) -> str:
        replica = here if n % 2 else there
        try:
            sat = await replica.lobby.join(table_id, new_id(), opened.invite_code, None, f"p{n}")
        except Problem as problem:
            return problem.reason
        return sat.token

    results = await asyncio.gather(*(attempt(None, n) for n in range(50)))

    tokens = [one for one in results if one not in ("TABLE_FULL", "CONTENDED")]
    assert len(set(tokens)) == 2
    assert [bearer(here, token).seat for token in sorted(tokens)] in ([0, 1], [1, 0])


async def test_a_repeated_join_gets_the_same_seat_and_token(here: Replica, there: Replica) -> None:
    opened = await here.lobby.create(new_table())
    table_id, command_id = opened.live.snapshot.table_id, new_id()

    first = await here.lobby.join(table_id, command_id, opened.invite_code, None, "Ada")
    again = await there.lobby.join(table_id, command_id, opened.invite_code, None, "Ada")

    assert (again.seat, again.token) == (first.seat, first.token)


async def test_a_repeated_join_after_leaving_gives_a_dead_token(here: Replica) -> None:
    opened = await here.lobby.create(new_table())
    table_id, command_id = opened.live.snapshot.table_id, new_id()
    first = await here.lobby.join(table_id, command_id, opened.invite_code, None, "Ada")
    await here.lobby.leave(bearer(here, first.token), new_id())
    await here.lobby.join(table_id, new_id(), opened.invite_code, Seat(0), "Bo")

    again = await here.lobby.join(table_id, command_id, opened.invite_code, None, "Ada")

    assert again.token == first.token
    problem = await refusal(here.dealer.view(bearer(here, again.token)))
    assert problem.reason == "TOKEN_REVOKED"


async def test_an_unlisted_table_asks_for_its_code(here: Replica) -> None:
    opened = await here.lobby.create(new_table())
    table_id = opened.live.snapshot.table_id

    for code in (None, "", "wrong", opened.invite_code[:-1]):
        problem = await refusal(here.lobby.join(table_id, new_id(), code, None, "Ada"))
        assert problem.reason == "INVITE_CODE_WRONG"


async def test_a_join_id_alone_opens_no_unlisted_table(here: Replica, there: Replica) -> None:
    """Whoever learns of an id must still know the code: a repeat hands out the token again."""
    opened = await here.lobby.create(new_table())
    table_id, command_id = opened.live.snapshot.table_id, new_id()
    first = await here.lobby.join(table_id, command_id, opened.invite_code, None, "Ada")

    for replica in (here, there):
        for code in (None, "", "wrong", opened.invite_code[:-1]):
            problem = await refusal(replica.lobby.join(table_id, command_id, code, None, "Ada"))
            assert (problem.reason, problem.may_be_applied) == ("INVITE_CODE_WRONG", False)
    again = await there.lobby.join(table_id, command_id, opened.invite_code, None, "Ada")

    assert again.token == first.token


async def test_a_listed_table_needs_no_code_for_a_repeat_either(here: Replica) -> None:
    opened = await here.lobby.create(new_table(listed=True))
    table_id, command_id = opened.live.snapshot.table_id, new_id()

    first = await here.lobby.join(table_id, command_id, None, None, "Ada")
    again = await here.lobby.join(table_id, command_id, None, None, "Ada")

    assert again.token == first.token


async def test_seats_are_taken_once_and_exist(here: Replica) -> None:
    party = await seated(here, start=False)
    code = party.opened.invite_code

    taken = await refusal(here.lobby.join(party.table_id, new_id(), code, Seat(0), "Eve"))
    full = await refusal(here.lobby.join(party.table_id, new_id(), code, None, "Eve"))
    none = await refusal(here.lobby.join(party.table_id, new_id(), code, Seat(2), "Eve"))

    assert (taken.reason, full.reason, none.reason) == ("SEAT_TAKEN", "TABLE_FULL", "NO_SUCH_SEAT")


async def test_start_needs_every_seat_and_happens_once(here: Replica) -> None:
    opened = await here.lobby.create(new_table())
    host = bearer(here, opened.host_token)

    empty = await refusal(here.lobby.start(host, new_id()))
    for seat in (0, 1):
        await here.lobby.give(host, new_id(), Seat(seat), "random")
    command_id = new_id()
    started = await here.lobby.start(host, command_id)
    again = await here.lobby.start(host, command_id)
    twice = await refusal(here.lobby.start(host, new_id()))

    assert (empty.reason, twice.reason) == ("SEATS_EMPTY", "ALREADY_STARTED")
    assert started.snapshot.status is Status.PLAYING
    assert again.snapshot.table_id == started.snapshot.table_id


async def test_only_the_host_does_what_hosts_do(here: Replica) -> None:
    party = await seated(here, spectators=True)
    _, token = await here.lobby.spectate(party.table_id, party.opened.invite_code)
    spectator = bearer(here, token)

    for badge in (party.seats[0], spectator):
        for attempt in (
            here.lobby.start(badge, new_id()),
            here.lobby.give(badge, new_id(), Seat(0), "random"),
            here.lobby.reissue(badge, new_id(), Seat(0)),
            here.lobby.kick(badge, new_id(), Seat(0)),
            here.lobby.reissue_host(badge, new_id()),
            here.lobby.revoke_spectators(badge, new_id()),
            here.lobby.close(badge, new_id()),
        ):
            assert (await refusal(attempt)).reason == "NOT_ALLOWED"
    assert (await refusal(here.lobby.leave(spectator, new_id()))).reason == "NOT_ALLOWED"
    wrong = said(spectator, sealed_bids.Bid(Seat(0), 0), command_id=new_id())
    assert (await refusal(here.dealer.submit(wrong))).reason == "NOT_ALLOWED"


async def test_leaving_before_the_start_frees_the_seat_and_kills_the_token(here: Replica) -> None:
    party = await seated(here, start=False)

    live = await here.lobby.leave(party.seats[1], new_id())

    assert live.snapshot.chairs[1].holder is Holder.OPEN
    assert (await refusal(here.dealer.view(party.seats[1]))).reason == "TOKEN_REVOKED"


async def test_leaving_after_the_start_hands_the_seat_to_the_house(here: Replica) -> None:
    party = await seated(here)

    live = await here.lobby.leave(party.seats[1], new_id())

    chair = live.snapshot.chairs[1]
    assert (chair.holder, chair.policy) == (Holder.HOUSE, "absent")


@pytest.mark.parametrize("start", [False, True])
async def test_a_repeated_leave_gets_the_first_answer(
    here: Replica, there: Replica, start: bool
) -> None:
    """The receipt is there, although the token died of this very command."""
    party = await seated(here, start=start)
    command_id, other = new_id(), bid(party.seats[0], 1)
    if start:
        await here.dealer.submit(other)
    first = await here.lobby.leave(party.seats[0], command_id)

    again = [await replica.lobby.leave(party.seats[0], command_id) for replica in (here, there)]

    assert {live.snapshot.version for live in again} == {first.snapshot.version}
    for wrong in (new_id(), other.command_id):
        problem = await refusal(there.lobby.leave(party.seats[0], wrong))
        assert problem.reason == "TOKEN_REVOKED"


async def test_who_sat_down_after_a_leave_is_not_moved_by_its_repeat(here: Replica) -> None:
    party = await seated(here, start=False)
    command_id = new_id()
    await here.lobby.leave(party.seats[1], command_id)
    code = party.opened.invite_code
    sat = await here.lobby.join(party.table_id, new_id(), code, Seat(1), "Bo")

    await here.lobby.leave(party.seats[1], command_id)

    live, _ = await here.dealer.view(bearer(here, sat.token))
    assert live.snapshot.chairs[1].name == "Bo"


async def test_a_dead_token_does_not_say_that_nothing_was_applied(here: Replica) -> None:
    """A repeat of a command that was taken while the token was alive."""
    party = await seated(here)
    order = bid(party.seats[0], 1)
    await here.dealer.submit(order)
    await here.lobby.reissue(party.host, new_id(), Seat(0))

    problem = await refusal(here.dealer.submit(order))

    assert (problem.reason, problem.may_be_applied) == ("TOKEN_REVOKED", True)
    assert "left, taken back or reissued" in problem.message


@pytest.mark.parametrize("on_the_other", [False, True])
async def test_a_reissued_seat_has_one_live_token(
    here: Replica, there: Replica, on_the_other: bool
) -> None:
    party = await seated(here)
    await there.dealer.view(party.seats[0])
    command_id = new_id()

    new = await here.lobby.reissue(party.host, command_id, Seat(0))
    again = await here.lobby.reissue(party.host, command_id, Seat(0))

    dealer = (there if on_the_other else here).dealer
    assert again.token == new.token
    assert (await refusal(dealer.view(party.seats[0]))).reason == "TOKEN_REVOKED"
    assert (await refusal(dealer.submit(bid(party.seats[0], 1)))).reason == "TOKEN_REVOKED"
    await dealer.submit(bid(bearer(here, new.token), 1))


async def test_a_kicked_person_is_out(here: Replica) -> None:
    party = await seated(here, start=False)

    await here.lobby.kick(party.host, new_id(), Seat(0))
    empty = await refusal(here.lobby.kick(party.host, new_id(), Seat(0)))
    none = await refusal(here.lobby.kick(party.host, new_id(), Seat(7)))

    assert (empty.reason, none.reason) == ("SEAT_EMPTY", "NO_SUCH_SEAT")
    assert (await refusal(here.dealer.view(party.seats[0]))).reason == "TOKEN_REVOKED"


async def test_spectators_need_to_be_wanted(here: Replica) -> None:
    without, with_them = await seated(here), await seated(here, spectators=True)

    off = await refusal(here.lobby.spectate(without.table_id, without.opened.invite_code))
    wrong = await refusal(here.lobby.spectate(with_them.table_id, "wrong"))
    live, token = await here.lobby.spectate(with_them.table_id, with_them.opened.invite_code)

    assert (off.reason, wrong.reason) == ("SPECTATORS_OFF", "INVITE_CODE_WRONG")
    assert bearer(here, token).role == "spectator"
    assert live.snapshot.terms.spectators


async def test_open_tables_are_listed_in_pages_while_they_can_be_joined(here: Replica) -> None:
    tables = [
        (await here.lobby.create(new_table(listed=True))).live.snapshot.table_id for _ in range(5)
    ]
    hidden = (await here.lobby.create(new_table())).live.snapshot.table_id

    found: list[TableId] = []
    cursor = ""
    for _ in range(10):
        page, cursor = await here.lobby.open_tables(cursor, 2)
        found += [live.snapshot.table_id for live in page]
        if not cursor:
            break

    mine = [table_id for table_id in found if table_id in tables]
    assert sorted(mine) == sorted(tables)
    assert hidden not in found
    await here.lobby.join(tables[0], new_id(), None, None, "Ada")
    await here.lobby.join(tables[0], new_id(), None, None, "Bo")
    page, _ = await here.lobby.open_tables("", 256)
    assert tables[0] not in [live.snapshot.table_id for live in page]


async def test_an_unknown_table_is_not_found_and_leaves_nothing_behind(here: Replica) -> None:
    strange = TableId("00000000-0000-8000-8000-000000000000")

    problem = await refusal(here.lobby.get(strange, None))

    assert problem.reason == "TABLE_NOT_FOUND"
    assert here.tables.cached(strange) is None


async def test_a_table_is_shown_to_whoever_has_its_token_or_to_all_when_listed(
    here: Replica,
) -> None:
    party, other = await seated(here), await seated(here)
    listed = await here.lobby.create(new_table(listed=True))

    mine = await here.lobby.get(party.table_id, party.host)
    public = await here.lobby.get(listed.live.snapshot.table_id, None)
    nobody = await refusal(here.lobby.get(party.table_id, None))
    stranger = await refusal(here.lobby.get(party.table_id, other.host))
    assert (nobody.reason, stranger.reason) == ("TOKEN_MISSING", "TOKEN_INVALID")
    assert (mine.snapshot.terms.listed, public.snapshot.terms.listed) == (False, True)


async def test_the_seed_is_committed_to_before_anybody_sits(here: Replica) -> None:
    opened = await here.lobby.create(new_table())

    terms = opened.live.snapshot.terms
    assert len(terms.commitment) == 32
    assert terms.fair
    seeded = await here.lobby.create(new_table(test_seed=bytes(32)))
    assert not seeded.live.snapshot.terms.fair


async def test_a_host_takes_a_new_token_and_the_old_one_is_dead_everywhere(
    here: Replica, there: Replica
) -> None:
    party = await seated(here)
    await there.tables.current(party.table_id)
    command_id = new_id()

    token = await here.lobby.reissue_host(party.host, command_id)
    again = await there.lobby.reissue_host(party.host, command_id)

    assert again == token
    for replica in (here, there):
        dead = await refusal(replica.lobby.close(party.host, new_id()))
        other = await refusal(replica.lobby.reissue_host(party.host, new_id()))
        assert (dead.reason, other.reason) == ("TOKEN_REVOKED", "TOKEN_REVOKED")
    await there.lobby.close(bearer(there, token), new_id())


async def test_spectators_are_sent_away_and_nobody_at_the_table_is_told(
    here: Replica, there: Replica
) -> None:
    party = await seated(here, spectators=True)
    code = party.opened.invite_code
    _, old = await here.lobby.spectate(party.table_id, code)
    before, seat_token = await here.dealer.view(party.seats[0])

    await here.lobby.revoke_spectators(party.host, new_id())
    _, new = await there.lobby.spectate(party.table_id, code)

    for replica in (here, there):
        assert (await refusal(replica.dealer.view(bearer(here, old)))).reason == "TOKEN_REVOKED"
        await replica.dealer.view(bearer(here, new))
    after, same_token = await there.dealer.view(party.seats[0])
    assert (after.snapshot.revisions, same_token) == (before.snapshot.revisions, seat_token)
