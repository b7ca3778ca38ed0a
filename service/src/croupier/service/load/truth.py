"""What the store says of a table: its log played again, with every viewer's view."""

from croupier.engines.kernel.values import Seat
from croupier.service.app.live import Live, Tables
from croupier.service.app.ports import Store
from croupier.service.app.records import Status, TableId, place_of
from croupier.service.app.replay import played_again, replay
from croupier.service.load.history import Commit, Truth, Viewer, digest_of
from croupier.service.transport.wire import Wire

PAGE = 512


async def truth_of(store: Store, tables: Tables, wire: Wire, table_id: str) -> Truth:
    """Raises LogMismatch when log and snapshot do not agree."""
    stored = await tables.current(TableId(table_id))
    await replay(store, tables, TableId(table_id))
    seats = len(stored.snapshot.chairs)
    viewers: list[Viewer] = [*range(seats), None]
    views: dict[tuple[Viewer, int], bytes] = {}
    async for live in played_again(store, stored):
        if live.table is not None:
            for viewer in viewers:
                revision = live.snapshot.revisions[place_of(_seat(viewer), seats)]
                views[viewer, revision] = view_of(wire, live, viewer)
    return Truth(
        table_id,
        seats,
        tuple(await _commits(store, TableId(table_id), stored.snapshot.version)),
        views,
        finished=stored.snapshot.status is Status.OVER,
    )


def view_of(wire: Wire, live: Live, viewer: Viewer) -> bytes:
    """The digest of what a frame's view must be."""
    return digest_of(wire.view_to(live.engine.project(live.table, _seat(viewer))))


async def _commits(store: Store, table_id: TableId, newest: int) -> list[Commit]:
    commits: list[Commit] = []
    while len(commits) < newest:
        for logged in await store.entries(table_id, len(commits), newest, PAGE):
            entry = logged.entry
            commits.append(Commit(entry.version, entry.caller, entry.command_id, entry.revisions))
    return commits


def _seat(viewer: Viewer) -> Seat | None:
    return None if viewer is None else Seat(viewer)
