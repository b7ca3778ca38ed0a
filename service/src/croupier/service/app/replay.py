"""The log is the truth: play a table again from its first entry and compare everything."""

from collections.abc import AsyncIterator

from croupier.engines.kernel.secret import Secret
from croupier.service.app.fold import Folded, fold, opened
from croupier.service.app.games import Game
from croupier.service.app.live import Live, Tables, table_key
from croupier.service.app.ports import Logged, Row, Store
from croupier.service.app.records import Entry, Open, TableId

PAGE = 512


class LogMismatch(Exception):
    """The log does not lead to what is stored: names the first version that differs."""

    def __init__(self, version: int, what: str) -> None:
        super().__init__(f"version {version}: {what} differs")
        self.version, self.what = version, what


async def replay(store: Store, tables: Tables, table_id: TableId) -> int:
    """Fold the whole log and compare each entry, and at the end the snapshot.

    Gives the number of commits. Raises LogMismatch at the first difference. Reads only.
    """
    stored = await tables.current(table_id)
    newest = [live.snapshot async for live in played_again(store, stored)][-1:]
    if newest != [stored.snapshot]:
        raise LogMismatch(stored.snapshot.version, "the snapshot")
    return stored.snapshot.version


async def played_again(store: Store, stored: Live) -> AsyncIterator[Live]:
    """The table after each commit of its log, up to the version that is `stored`."""
    table_id, newest = stored.snapshot.table_id, stored.snapshot.version
    seed = await store.seed(table_id)
    live: Live | None = None
    version = 0
    while version < newest:
        page = await store.entries(table_id, version, newest, PAGE)
        if not page:
            raise LogMismatch(version + 1, "the length of the log")
        for logged in page:
            version += 1
            live = _again(stored, live, logged, seed, version)
            yield live


def _again(
    stored: Live, before: Live | None, logged: Logged, seed: Secret[bytes], version: int
) -> Live:
    entry = logged.entry
    folded = _folded(stored, before, entry)
    if folded.entry != entry or entry.version != version:
        raise LogMismatch(version, "the entry")
    snapshot = folded.snapshot
    if before is None:
        key = table_key(seed, snapshot.table_id, snapshot.epoch, snapshot.terms)
    else:
        key = before.key
    row = Row(snapshot, logged.chain, (), (), logged.time_ms)
    game: Game = stored.game
    return Live(row, game, folded.table, folded.asked, key)


def _folded(stored: Live, before: Live | None, entry: Entry) -> Folded:
    if before is not None:
        return fold(before, entry.act, entry.caller, entry.command_id)
    if not isinstance(entry.act, Open):
        raise LogMismatch(entry.version, "the first entry")
    snapshot = stored.snapshot
    return opened(snapshot.table_id, snapshot.epoch, entry.act, entry.caller, entry.command_id)
