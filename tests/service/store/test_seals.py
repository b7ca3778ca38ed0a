"""Rot, swaps and forgery of anything stored are found when it is read, and harm one table."""

from collections.abc import Awaitable, Callable, Sequence
from typing import Any

import pytest

from croupier.engines.kernel.values import Seat
from croupier.service.adapters.links import Link
from croupier.service.adapters.names import TableKeys
from croupier.service.adapters.seals import Place, Seals, StoreKeys
from croupier.service.adapters.store import RedisStore, WrongSecret
from croupier.service.app.ports import (
    Clocks,
    Committed,
    Opening,
    ReceiptKey,
    ReplicaTooOld,
    Rotten,
    Row,
    Store,
)
from croupier.service.app.records import SCHEMA, TableId
from tests.service.conftest import STORE_KEYS
from tests.service.store.conftest import Opener
from tests.service.store.synthetic import SEED, first, move, moved, new_table_id, opened, seed

Keys = Callable[[TableId], TableKeys]

JUDGED_FIELDS = ("v", "h", "t", "d", "st", "w", "z", "c")  # what the commit script goes by
SERVED_FIELDS = ("v", "e", "b", "h", "m", "t", "d", "st", "w", "z", "c")
UNSERVED_FIELDS = ("x",)  # when it expires: wrong, it is only put right at the next commit


def flipped(data: bytes, bit: int) -> bytes:
    """One bit of it the other way round."""
    changed = bytearray(data)
    changed[bit // 8] ^= 1 << bit % 8
    return bytes(changed)


def some_bits(data: bytes) -> Sequence[int]:
    """Bits spread over it, both ends among them."""
    bits = 8 * len(data)
    return sorted(dict.fromkeys((0, bits - 1, *range(0, bits, max(1, bits // 24)))))


async def is_rotten(read: Awaitable[Any]) -> bool:
    """Whether reading says so."""
    try:
        await read
    except Rotten:
        return True
    return False


async def timed_table(store: Store) -> Row:
    """A table with something in every field."""
    row = await moved(store, await opened(store), 2)
    done = await move(row).to(store, Clocks(opens=(Opening(Seat(0), 1, 5_000_000),)))
    assert isinstance(done, Committed)
    return done.row


async def test_every_field_of_a_state_is_known(store: Store, link: Link, keys: Keys) -> None:
    row = await moved(store, await opened(store))

    names = await link.call("HKEYS", keys(row.snapshot.table_id).state)

    assert {name.decode() for name in names} == {*SERVED_FIELDS, *UNSERVED_FIELDS}


@pytest.mark.parametrize("field", SERVED_FIELDS)
async def test_a_flipped_bit_in_a_table_is_found(
    store: RedisStore, link: Link, keys: Keys, field: str
) -> None:
    row, sound = await timed_table(store), await opened(store)
    state = keys(row.snapshot.table_id).state
    kept = await link.call("HGET", state, field)

    for bit in some_bits(kept):
        await link.call("HSET", state, field, flipped(kept, bit))

        assert await is_rotten(store.look(row.snapshot.table_id)), bit
        if field in JUDGED_FIELDS:
            assert await is_rotten(move(row).to(store)), bit

    await link.call("HDEL", state, field)
    assert await is_rotten(store.look(row.snapshot.table_id))
    assert (await moved(store, sound)).snapshot.version == 2


@pytest.mark.parametrize("rotten", ["", "soon", "1e400", "9" * 40])
async def test_a_rotten_expiry_is_put_right(
    store: RedisStore, link: Link, keys: Keys, rotten: str
) -> None:
    row = await opened(store)
    names = keys(row.snapshot.table_id)
    kept = int(await link.call("HGET", names.state, "x"))
    await link.call("HSET", names.state, "x", rotten)

    await moved(store, row)

    assert int(await link.call("HGET", names.state, "x")) >= kept
    assert await link.call("PEXPIRETIME", names.log) >= kept


async def test_a_flipped_bit_in_an_entry_is_found(
    store: RedisStore, link: Link, keys: Keys
) -> None:
    row = await moved(store, await opened(store), 3)
    table_id, log = row.snapshot.table_id, keys(row.snapshot.table_id).log
    entries = await link.call("XRANGE", log, "-", "+")

    for name in (b"e", b"h", b"t"):
        (_, flat) = entries[2]
        kept = dict(zip(flat[::2], flat[1::2], strict=True))[name]
        for bit in some_bits(kept):
            await rewrite(link, log, entries, {name: flipped(kept, bit)})

            assert await is_rotten(store.entries(table_id, 0)), (name, bit)
            assert await is_rotten(store.entries(table_id, 2, 3)), (name, bit)
            assert await is_rotten(store.entries_back(table_id, None)), (name, bit)

    await rewrite(link, log, entries, {})
    assert len(await store.entries(table_id, 0)) == 4


@pytest.mark.parametrize("gone", [0, 1, 3])
async def test_a_missing_entry_is_found(
    store: RedisStore, link: Link, keys: Keys, gone: int
) -> None:
    row = await moved(store, await opened(store), 3)
    table_id = row.snapshot.table_id

    await link.call("XDEL", keys(table_id).log, f"{gone + 1}-0")

    assert await is_rotten(store.entries(table_id, 0))
    assert await is_rotten(store.entries_back(table_id, None))


async def test_a_log_cut_short_is_found_before_it_is_written_to(
    store: RedisStore, link: Link, keys: Keys
) -> None:
    row = await moved(store, await opened(store), 3)
    ahead = keys(row.snapshot.table_id).log
    await link.call("XADD", ahead, "5-0", "e", "x", "h", "x", "t", "x")

    assert await is_rotten(move(row).to(store))
    look = await store.look(row.snapshot.table_id)
    assert look is not None
    assert look.row == row


async def test_a_snapshot_is_not_taken_for_another_tables_or_versions(
    store: RedisStore, link: Link, keys: Keys
) -> None:
    one, other = await opened(store), await opened(store)
    mine, theirs = (keys(row.snapshot.table_id).state for row in (one, other))
    old = await link.call("HMGET", mine, "b", "m", "h")
    await moved(store, one)

    await link.call("HSET", mine, "b", old[0], "m", old[1], "h", old[2])
    assert await is_rotten(store.look(one.snapshot.table_id))

    await link.call("HSET", theirs, "b", old[0], "m", old[1], "h", old[2])
    assert await is_rotten(store.look(other.snapshot.table_id))


async def test_an_entry_is_not_taken_for_another_tables(
    store: RedisStore, link: Link, keys: Keys
) -> None:
    one, other = await moved(store, await opened(store)), await moved(store, await opened(store))
    mine, theirs = (keys(row.snapshot.table_id).log for row in (one, other))
    foreign = await link.call("XRANGE", mine, "-", "+")

    await rewrite(link, theirs, foreign, {})

    assert await is_rotten(store.entries(other.snapshot.table_id, 0))


async def test_a_flipped_bit_in_a_receipt_is_found(
    store: RedisStore, link: Link, keys: Keys
) -> None:
    snapshot, entry, receipt = first(new_table_id())
    await store.create(snapshot, entry, receipt, seed())
    name = keys(snapshot.table_id).receipts
    ((field, kept),) = pairs(await link.call("HGETALL", name))
    key = ReceiptKey(entry.caller, entry.command_id)

    for bit in some_bits(kept):
        await link.call("HSET", name, field, flipped(kept, bit))

        assert await is_rotten(store.look(snapshot.table_id, None, key)), bit
        assert await is_rotten(store.create(snapshot, entry, receipt, seed())), bit


async def test_a_flipped_bit_in_a_seed_is_found_and_the_seed_is_not_readable(
    store: RedisStore, link: Link, keys: Keys
) -> None:
    row, other = await opened(store), await opened(store)
    name = keys(row.snapshot.table_id).seed
    kept = await link.call("GET", name)

    assert SEED not in kept
    for bit in some_bits(kept):
        await link.call("SET", name, flipped(kept, bit), "KEEPTTL")
        assert await is_rotten(store.seed(row.snapshot.table_id)), bit
    await link.call("SET", keys(other.snapshot.table_id).seed, kept, "KEEPTTL")
    assert await is_rotten(store.seed(other.snapshot.table_id))
    await link.call("DEL", name)
    assert await is_rotten(store.seed(row.snapshot.table_id))


async def test_a_house_with_another_secret_is_refused(store: Store, open_store: Opener) -> None:
    del store
    other = StoreKeys(seal=b"S" * 32, chain=STORE_KEYS.chain, seed=STORE_KEYS.seed)

    with pytest.raises(WrongSecret, match="CROUPIER_SECRET"):
        await open_store(keys=other)


async def test_what_a_newer_release_wrote_is_neither_read_nor_overwritten(
    store: RedisStore, link: Link, keys: Keys
) -> None:
    row = await opened(store)
    state = keys(row.snapshot.table_id).state
    newer = SCHEMA + 1

    await raise_writer(link, state, newer)

    with pytest.raises(ReplicaTooOld):
        await move(row).to(store)


def test_a_newer_snapshot_is_recognised_whatever_it_holds(monkeypatch: pytest.MonkeyPatch) -> None:
    seals, place = Seals(STORE_KEYS), Place(TableId("t"), b"epoch", 1)
    with monkeypatch.context() as newer:
        newer.setattr("croupier.service.adapters.seals.SCHEMA", SCHEMA + 1)
        sealed = seals.sealed_snapshot(place, b"c" * 32, b"", b"in words nobody knows yet")

    with pytest.raises(ReplicaTooOld):
        seals.opened_snapshot(place, b"c" * 32, b"", sealed)


def test_keys_are_not_printed() -> None:
    assert "s" * 8 not in repr(STORE_KEYS)


async def rewrite(
    link: Link, log: str, entries: Sequence[tuple[bytes, list[bytes]]], third: dict[bytes, bytes]
) -> None:
    """Write a log again, with other values in its third entry."""
    ttl = await link.call("PTTL", log)
    await link.call("DEL", log)
    for number, (stream_id, flat) in enumerate(entries):
        values = dict(zip(flat[::2], flat[1::2], strict=True)) | (third if number == 2 else {})
        await link.call("XADD", log, stream_id, *(part for pair in values.items() for part in pair))
    await link.call("PEXPIRE", log, ttl)


async def raise_writer(link: Link, state: str, schema: int) -> None:
    """As a newer release would leave it: its schema, and the check over the plain fields."""
    await link.call(
        "EVAL",
        "local f = redis.call('HMGET', KEYS[1], 'v', 't', 'd', 'st', 'w', 'z') "
        "f[5] = ARGV[1] "
        "redis.call('HSET', KEYS[1], 'w', f[5], 'c', redis.sha1hex(table.concat(f, '|')))",
        1,
        state,
        schema,
    )


def pairs(flat: Sequence[bytes]) -> list[tuple[bytes, bytes]]:
    """A hash as it comes."""
    return list(zip(flat[::2], flat[1::2], strict=True))
