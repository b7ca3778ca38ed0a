"""How much of the store a table and a command take: bounded, and printed with -s."""

from collections.abc import Callable

from croupier.engines.kernel.values import Seat
from croupier.service.adapters.links import Link
from croupier.service.adapters.names import TableKeys
from croupier.service.adapters.store import RedisStore
from croupier.service.app.ports import Committed
from croupier.service.app.records import Decide, TableId
from tests.service.store.synthetic import move, opened

Keys = Callable[[TableId], TableKeys]

COMMANDS = 200
STATE_BYTES = 3_000  # a four-seat table, well on
COMMAND_BYTES, EVENTS_BYTES = 40, 200

TABLE_BYTES_MAX = 16 * 1024
COMMAND_BYTES_MAX = 700


async def memory(link: Link, keys: TableKeys) -> int:
    """What the server says that a table takes."""
    return sum([await link.call("MEMORY", "USAGE", key, "SAMPLES", 0) for key in keys])


async def test_a_table_and_a_command_take_little(store: RedisStore, link: Link, keys: Keys) -> None:
    row = await opened(store, seats=4)
    names = keys(row.snapshot.table_id)
    fresh = 0

    for number in range(COMMANDS + 1):
        act, told = Decide(Seat(0), b"c" * COMMAND_BYTES), b"e" * EVENTS_BYTES
        step = move(row, act=act, events=told, state=b"s" * STATE_BYTES)
        done = await step.to(store)
        assert isinstance(done, Committed)
        row = done.row
        if number == 0:
            fresh = await memory(link, names)

    each = (await memory(link, names) - fresh) / COMMANDS
    print(f"a table after setup {fresh} B, an accepted command {each:.0f} B")  # noqa: T201
    assert fresh <= TABLE_BYTES_MAX
    assert each <= COMMAND_BYTES_MAX
