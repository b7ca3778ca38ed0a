"""Plays a stored log again in a process of its own and prints what it leads to."""

import asyncio
import sys

from croupier.engines.blossom_ridge import engine
from croupier.service.adapters.store import RedisStore
from croupier.service.app.games import Game
from croupier.service.app.live import Tables
from croupier.service.app.records import TableId
from croupier.service.app.replay import played_again, replay
from tests.service.conftest import STORE_KEYS


async def main(url: str, prefix: str, table_id: TableId) -> None:
    """The chain's head and every snapshot on the way, as hashes of their bytes."""
    store = await RedisStore.open(url, STORE_KEYS, prefix=prefix)
    tables = Tables(store, {engine.game: Game(engine)})
    stored = await tables.current(table_id)
    states = [live.snapshot.state async for live in played_again(store, stored)]
    await replay(store, tables, table_id)
    await store.aclose()
    sys.stdout.write(f"{stored.row.chain.hex()} {states!r}\n")


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1], sys.argv[2], TableId(sys.argv[3])))
