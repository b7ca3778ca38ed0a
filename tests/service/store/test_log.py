"""The log: whole, in order, page by page, both ways."""

import pytest

from croupier.service.app.ports import Store
from tests.service.store.synthetic import move, moved, opened


async def test_the_log_holds_every_commit_as_it_was(store: Store) -> None:
    row = await opened(store)
    step = move(row)
    await step.to(store)

    opening, second = await store.entries(row.snapshot.table_id, 0)

    assert opening.entry.version == 1
    assert opening.chain == row.chain
    assert opening.time_ms == row.time_ms
    assert second.entry == step.entry


@pytest.mark.parametrize(
    ("after", "upto", "limit", "expected"),
    [
        (0, None, 256, range(1, 11)),
        (0, None, 3, range(1, 4)),
        (3, None, 3, range(4, 7)),
        (3, 5, 3, range(4, 6)),
        (3, 99, 256, range(4, 11)),
        (9, None, 256, range(10, 11)),
        (10, None, 256, range(0)),
        (11, None, 256, range(0)),
        (5, 5, 256, range(0)),
        (5, 2, 256, range(0)),
    ],
)
async def test_a_page_of_the_log(
    store: Store, after: int, upto: int | None, limit: int, expected: range
) -> None:
    row = await moved(store, await opened(store), 9)

    page = await store.entries(row.snapshot.table_id, after, upto, limit)

    assert [logged.entry.version for logged in page] == list(expected)


@pytest.mark.parametrize(
    ("before", "limit", "expected"),
    [
        (None, 64, range(10, 0, -1)),
        (None, 3, range(10, 7, -1)),
        (8, 3, range(7, 4, -1)),
        (3, 64, range(2, 0, -1)),
        (2, 64, range(1, 0, -1)),
        (1, 64, range(0)),
        (99, 2, range(10, 8, -1)),
    ],
)
async def test_a_page_of_the_log_backwards(
    store: Store, before: int | None, limit: int, expected: range
) -> None:
    row = await moved(store, await opened(store), 9)

    page = await store.entries_back(row.snapshot.table_id, before, limit)

    assert [logged.entry.version for logged in page] == list(expected)
    forwards = await store.entries(row.snapshot.table_id, 0)
    assert list(page) == [forwards[version - 1] for version in expected]
