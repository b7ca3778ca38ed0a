"""The list of open tables, page by page."""

from croupier.service.app.live import Live, Tables
from croupier.service.app.ports import ReplicaTooOld, Rotten, Store
from croupier.service.app.problems import Problem
from croupier.service.app.records import Holder, Status, TableId

LISTED_MAX = 1_024  # tables looked at for one page


async def open_tables(
    store: Store, tables: Tables, after: str, limit: int, game: str | None
) -> tuple[list[Live], str]:
    """Listed tables with a free seat, newest first, and the place to go on from.

    There is such a place only where another table follows, or where the list is so long that
    the search for one was given up. Raises UNKNOWN_GAME.
    """
    if game is not None and game not in tables.games:
        raise Problem("UNKNOWN_GAME")
    found: list[Live] = []
    looked, last, place = 0, after, after
    async for place, table_id in store.listed(after, LISTED_MAX):
        looked += 1
        live = await _joinable(store, tables, table_id)
        if live is None or game not in (None, live.snapshot.terms.game):
            continue
        if len(found) == limit:
            return found, last
        found.append(live)
        last = place
    return found, place if looked == LISTED_MAX else ""


async def _joinable(store: Store, tables: Tables, table_id: TableId) -> Live | None:
    """A listed table, if somebody may sit down at it; what never comes back is struck out."""
    try:
        live = await tables.current(table_id)
    except (Problem, Rotten, ReplicaTooOld) as no:
        if isinstance(no, Problem) and no.reason == "TABLE_NOT_FOUND":
            await store.unlist_table(table_id)
        return None  # one that cannot be read here hides no other
    if live.snapshot.status is not Status.WAITING:
        await store.unlist_table(table_id)
        return None
    free = any(chair.holder is Holder.OPEN for chair in live.snapshot.chairs)
    return live if free else None  # a full one stays in the list: a seat may be free again
