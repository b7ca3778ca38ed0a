"""A commit is everything or nothing, once per command id, whoever else is committing."""

import asyncio
from collections import Counter
from collections.abc import Callable

import pytest

from croupier.engines.kernel.values import Seat, replace
from croupier.service.adapters.links import Link
from croupier.service.adapters.names import TableKeys
from croupier.service.adapters.store import RedisStore
from croupier.service.adapters.tables import Retention
from croupier.service.app.ports import Committed, Full, Gone, Known, ReceiptKey, Stale, Store
from croupier.service.app.records import Caller, Status, TableId
from tests.service.store.conftest import Opener
from tests.service.store.synthetic import (
    SEED,
    first,
    move,
    moved,
    new_id,
    new_table_id,
    opened,
    seed,
)

Keys = Callable[[TableId], TableKeys]
RECEIPT_BYTES_MAX = 48


async def test_a_table_is_as_it_was_opened(store: Store) -> None:
    snapshot, entry, receipt = first(new_table_id())

    made = await store.create(snapshot, entry, receipt, seed())

    assert isinstance(made, Committed)
    assert made.row.snapshot == snapshot
    assert made.row.marks == (made.row.chain,) * 3
    look = await store.look(snapshot.table_id, None, ReceiptKey(entry.caller, entry.command_id))
    assert look is not None
    assert look.row == made.row
    assert look.receipt == receipt
    assert look.now_ms >= made.row.time_ms
    assert (await store.seed(snapshot.table_id)).peek() == SEED


async def test_all_keys_of_a_table_are_born_at_once_and_expire_together(
    store: Store, link: Link, keys: Keys
) -> None:
    row = await opened(store)

    ends = [await link.call("PEXPIRETIME", key) for key in keys(row.snapshot.table_id)]

    assert min(ends) > 0
    assert len(dict.fromkeys(ends)) == 1


async def test_a_table_is_opened_once(store: Store) -> None:
    snapshot, entry, receipt = first(new_table_id())
    made = await store.create(snapshot, entry, receipt, seed())

    again = await store.create(replace(snapshot, epoch=b"another1"), entry, receipt, seed())
    other = await store.create(snapshot, replace(entry, command_id=new_id()), receipt, seed())

    assert again == Known(receipt)
    assert isinstance(made, Committed)
    assert other == Stale(made.row)


async def test_a_commit_is_what_a_look_shows(store: Store) -> None:
    row = await opened(store)
    step = move(row)

    done = await step.to(store)

    assert isinstance(done, Committed)
    assert done.row.snapshot == step.after
    look = await store.look(row.snapshot.table_id)
    assert look is not None
    assert look.row == done.row


async def test_a_mark_moves_with_its_viewers_revision_alone(store: Store) -> None:
    row = await opened(store)

    told_one = await moved(store, row, told=(Seat(1),))

    assert told_one.marks == (row.chain, told_one.chain, row.chain)


async def test_a_look_at_the_newest_version_brings_no_row(store: Store) -> None:
    row = await moved(store, await opened(store))

    same = await store.look(row.snapshot.table_id, row.chain)
    other = await store.look(row.snapshot.table_id, b"?" * 32)

    assert same is not None
    assert other is not None
    assert same.row is None
    assert other.row == row


async def test_a_repeated_command_id_gives_the_first_receipt(store: Store) -> None:
    row = await opened(store)
    step = move(row)
    done = await step.to(store)
    assert isinstance(done, Committed)

    repeated = await step.to(store)
    later = await moved(store, done.row, 3)
    much_later = await move(later, command_id=step.entry.command_id).to(store)

    assert repeated == much_later == Known(step.receipt)


async def test_a_command_id_belongs_to_its_caller(store: Store) -> None:
    row = await opened(store)
    command_id = new_id()
    row = await moved(store, row, caller=Caller("0"), command_id=command_id)

    other = await move(row, caller=Caller("1"), command_id=command_id).to(store)
    look = await store.look(row.snapshot.table_id, None, ReceiptKey(Caller("host"), command_id))

    assert isinstance(other, Committed)
    assert look is not None
    assert look.receipt is None


async def test_a_receipt_wins_over_a_lost_race(store: Store) -> None:
    row = await opened(store)
    step = move(row)
    await step.to(store)

    stale_repeat = await move(row, command_id=step.entry.command_id).to(store)

    assert stale_repeat == Known(step.receipt)


async def test_who_comes_second_is_shown_the_table(store: Store) -> None:
    row = await opened(store)
    winner = await moved(store, row)

    loser = await move(row).to(store)

    assert loser == Stale(winner)


async def test_a_commit_decided_on_a_lost_fork_is_stale_at_the_same_version(store: Store) -> None:
    row = await opened(store)
    newest = await moved(store, row)

    forked = await move(replace(newest, chain=b"f" * 32)).to(store)

    assert forked == Stale(newest)


async def test_nothing_is_written_after_a_table_is_closed(store: Store) -> None:
    closed = await moved(store, await opened(store), status=Status.CLOSED)

    after = await move(closed).to(store)

    assert after == Stale(closed)


async def test_an_unknown_table_is_gone(store: Store) -> None:
    row = await opened(store)
    ghost = replace(row, snapshot=replace(row.snapshot, table_id=new_table_id()))

    assert await move(ghost).to(store) == Gone()
    assert await store.look(ghost.snapshot.table_id) is None
    assert await store.entries(ghost.snapshot.table_id, 0) == ()
    assert await store.versions([ghost.snapshot.table_id, row.snapshot.table_id]) == [None, 1]


async def test_fifty_at_once_under_one_id_make_one_commit(store: Store) -> None:
    row = await opened(store)
    command_id = new_id()

    outcomes = await asyncio.gather(
        *(move(row, command_id=command_id).to(store) for _ in range(50))
    )

    assert Counter(type(outcome) for outcome in outcomes) == {Committed: 1, Known: 49}
    receipts = [outcome.receipt for outcome in outcomes if isinstance(outcome, Known)]
    assert receipts == [receipts[0]] * 49
    assert len(await store.entries(row.snapshot.table_id, 0)) == 2


async def test_fifty_at_once_under_fifty_ids_make_one_commit(
    store: Store, open_store: Opener
) -> None:
    row = await opened(store)
    replicas = [store, await open_store()]

    outcomes = await asyncio.gather(*(move(row).to(replicas[n % 2]) for n in range(50)))

    assert Counter(type(outcome) for outcome in outcomes) == {Committed: 1, Stale: 49}
    assert await store.versions([row.snapshot.table_id]) == [2]


@pytest.mark.parametrize("cap", ["entries_max", "log_bytes_max"])
async def test_a_full_log_takes_no_more(store: Store, open_store: Opener, cap: str) -> None:
    limit = {"entries_max": 3, "log_bytes_max": 700}[cap]
    small = await open_store(retention=Retention(**{cap: limit}))
    row = await opened(small)
    count = 0
    while isinstance(done := await move(row).to(small), Committed):
        row, count = done.row, count + 1

    assert done == Full()
    assert 1 <= count <= 6
    look = await small.look(row.snapshot.table_id)
    assert look is not None
    assert look.row == row


async def test_an_act_without_a_receipt_leaves_none(store: Store, link: Link, keys: Keys) -> None:
    row = await opened(store)

    await moved(store, row, receipt=False)

    assert await link.call("HLEN", keys(row.snapshot.table_id).receipts) == 1


async def test_a_receipt_is_small(store: Store, link: Link, keys: Keys) -> None:
    row = await moved(store, await opened(store), 30, caller=Caller("spectator"))

    flat = await link.call("HGETALL", keys(row.snapshot.table_id).receipts)

    assert len(flat) == 2 * 31
    for field, value in zip(flat[::2], flat[1::2], strict=True):
        assert len(field) + len(value) <= RECEIPT_BYTES_MAX


async def test_play_refreshes_every_expiry_alike_and_only_when_half_is_gone(
    store: RedisStore, open_store: Opener, link: Link, keys: Keys
) -> None:
    short = await open_store(retention=Retention(live_ms=100_000, over_ms=10_000))
    row = await opened(short)
    names = keys(row.snapshot.table_id)
    born = [await link.call("PEXPIRETIME", key) for key in names]

    row = await moved(short, row)
    still = [await link.call("PEXPIRETIME", key) for key in names]
    row = await moved(store, row)  # under the usual 30 days less than half is left
    longer = [await link.call("PEXPIRETIME", key) for key in names]
    await moved(short, row, status=Status.OVER)
    over = [await link.call("PEXPIRETIME", key) for key in names]

    assert still == born
    assert longer == [longer[0]] * 4
    assert longer[0] > born[0]
    assert over == [over[0]] * 4
    assert over[0] < born[0]


async def test_watching_keeps_a_table(
    store: RedisStore, open_store: Opener, link: Link, keys: Keys
) -> None:
    short = await open_store(retention=Retention(live_ms=100_000))
    row = await opened(short)
    names = keys(row.snapshot.table_id)
    born = await link.call("PEXPIRETIME", names.log)

    await short.touch(row.snapshot.table_id)
    untouched = await link.call("PEXPIRETIME", names.log)
    await store.touch(row.snapshot.table_id)
    touched = [await link.call("PEXPIRETIME", key) for key in names]

    assert untouched == born
    assert touched == [touched[0]] * 4
    assert touched[0] > born


async def test_watching_a_table_that_is_over_does_not_make_it_last_like_one_in_play(
    store: Store, link: Link, keys: Keys
) -> None:
    row = await moved(store, await opened(store), status=Status.OVER)
    names = keys(row.snapshot.table_id)
    over = await link.call("PEXPIRETIME", names.log)

    await store.touch(row.snapshot.table_id)

    assert await link.call("PEXPIRETIME", names.log) == over
