"""Tables in hand: the newest known version of each, decoded, and one lock a table."""

import asyncio
from collections import OrderedDict
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any
from weakref import WeakValueDictionary

from croupier.engines.kernel import fair
from croupier.engines.kernel.change import Event
from croupier.engines.kernel.engine import Engine
from croupier.engines.kernel.prompts import NOTHING_ASKED, Asked
from croupier.engines.kernel.secret import Secret, known_to_nobody
from croupier.engines.kernel.values import Seat, seats_of
from croupier.service.app.games import Game
from croupier.service.app.ports import Look, ReceiptKey, Row, Store
from croupier.service.app.problems import Problem
from croupier.service.app.records import Entry, Snapshot, TableId, Terms

TABLES_MAX = 4096  # decoded tables kept: about 40 KB each


@dataclass(frozen=True, slots=True)
class Live:
    """A table at one version, decoded, with the key of its draws."""

    row: Row
    game: Game
    table: Any | None  # the engine's; None before the start
    asked: tuple[Asked, ...]  # by seat
    key: Secret[bytes]

    @property
    def snapshot(self) -> Snapshot:
        """The table as stored."""
        return self.row.snapshot

    @property
    def engine(self) -> Engine:
        """The rules it is played by."""
        return self.game.engine


def asked_of(engine: Engine, table: Any | None, seats: int) -> tuple[Asked, ...]:
    """What each seat is asked now."""
    if table is None:
        return (NOTHING_ASKED,) * seats
    questions = {prompt.seat: prompt for prompt in engine.questions(table)}
    return tuple(
        Asked(questions.get(seat), engine.invitations(table, seat)) for seat in seats_of(seats)
    )


def rules_id(terms: Terms) -> bytes:
    """What a commitment binds beside the seed: game, rules, pack and options."""
    return fair.lp(terms.game.encode(), str(terms.rules).encode(), terms.pack.encode()) + fair.lp(
        terms.options
    )


class Tables:
    """Every replica may say yes from here; before a no or a view, it looks."""

    def __init__(self, store: Store, games: Mapping[str, Game]) -> None:
        self._store, self.games = store, games
        self._live: OrderedDict[TableId, Live] = OrderedDict()
        self._locks: WeakValueDictionary[TableId, asyncio.Lock] = WeakValueDictionary()
        self._readers: list[Callable[[Live], None]] = []

    def tell(self, reader: Callable[[Live], None]) -> None:
        """Call this with every version that is read from the store."""
        self._readers.append(reader)

    def kept(self) -> tuple[Live, ...]:
        """Every table in memory."""
        return tuple(self._live.values())

    def lock(self, table_id: TableId) -> asyncio.Lock:
        """One commit at a time per table inside a replica: no pointless lost races."""
        lock = self._locks.get(table_id)
        if lock is None:
            lock = self._locks[table_id] = asyncio.Lock()
        return lock

    def cached(self, table_id: TableId) -> Live | None:
        """The newest version seen here. It may be behind."""
        live = self._live.get(table_id)
        if live is not None:
            self._live.move_to_end(table_id)
        return live

    def keep(self, live: Live, instead_of: Live | None = None) -> Live:
        """Remember a table; an older version never replaces a newer one of its epoch, unless it
        was read with that one in hand: then the store has lost its last moments."""
        table_id = live.snapshot.table_id
        known = self._live.get(table_id)
        if (
            known is not None
            and known is not instead_of
            and known.snapshot.epoch == live.snapshot.epoch
            and known.snapshot.version > live.snapshot.version
            and known.row.time_ms >= live.row.time_ms
        ):
            return live
        self._live[table_id] = live
        self._live.move_to_end(table_id)
        if len(self._live) > TABLES_MAX:
            self._live.popitem(last=False)
        return live

    def forget(self, table_id: TableId) -> None:
        """Read it from the store next time."""
        self._live.pop(table_id, None)

    async def current(self, table_id: TableId) -> Live:
        """The table as it is now: one look. Raises TABLE_NOT_FOUND and the store's failures."""
        live, _ = await self.look(table_id)
        return live

    async def look(self, table_id: TableId, receipt: ReceiptKey | None = None) -> tuple[Live, Look]:
        """The table as it is now, and a receipt if there is one."""
        known = self.cached(table_id)
        chain = None if known is None else known.row.chain
        look = await self._store.look(table_id, chain, receipt)
        if look is None:
            self.forget(table_id)
            raise Problem("TABLE_NOT_FOUND")
        if look.row is None:
            assert known is not None
            return known, look
        return await self.decode(look.row, known), look

    async def decode(self, row: Row, instead_of: Live | None) -> Live:
        """A stored row as a live table; it is remembered, instead of what was in hand when the
        store was asked."""
        snapshot = row.snapshot
        game = self.game(snapshot.terms)
        await game.fetch(snapshot.terms.pack, self._store)
        known = self.cached(snapshot.table_id)
        if known is not None and known.snapshot.epoch == snapshot.epoch:
            key = known.key
        else:
            key = await self._key(snapshot)
        table = None if snapshot.state is None else game.tables.read(snapshot.state)
        asked = asked_of(game.engine, table, len(snapshot.chairs))
        live = self.keep(Live(row, game, table, asked, key), instead_of)
        for reader in self._readers:
            reader(live)
        return live

    def game(self, terms: Terms) -> Game:
        """The game of a table. Raises RULES_RETIRED when it is no longer played."""
        game = self.games.get(terms.game)
        if game is None or terms.rules > game.engine.RULES:
            raise Problem("RULES_RETIRED")
        return game

    def events_of(self, game: Game, entry: Entry) -> tuple[Event, ...]:
        """What happened in a commit, unredacted: filter by `told_to` before it leaves."""
        return game.events.read(entry.events) if entry.events else ()

    async def _key(self, snapshot: Snapshot) -> Secret[bytes]:
        seed = await self._store.seed(snapshot.table_id)
        return table_key(seed, snapshot.table_id, snapshot.epoch, snapshot.terms)


def table_key(seed: Secret[bytes], table_id: TableId, epoch: bytes, terms: Terms) -> Secret[bytes]:
    """The key of every draw of a table. Of a chosen seed it is the same at every table."""
    if not terms.fair:
        table_id, epoch = TableId(""), b""
    held = fair.table_key(seed.peek(), table_id.encode(), epoch, rules_id(terms))
    return known_to_nobody(held)


def told(events: tuple[Event, ...], seat: Seat | None) -> tuple[Event, ...]:
    """The events that this viewer learns of."""
    return tuple(event for event in events if event.told_to(seat))
