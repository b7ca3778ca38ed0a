"""Where it is measured: around the store and the dealer, and beside the event loop."""

import asyncio
import platform
from collections import OrderedDict
from collections.abc import Callable, Sequence
from time import monotonic, perf_counter

from croupier.engines.kernel.secret import Secret
from croupier.service.app.clerk import Clerk
from croupier.service.app.dealer import Dealer, Said, Told
from croupier.service.app.hub import Hub
from croupier.service.app.live import Tables
from croupier.service.app.ports import (
    NO_CLOCKS,
    Clocks,
    Committed,
    Full,
    Gone,
    Known,
    Look,
    NotDue,
    Outcome,
    ReceiptKey,
    Row,
    Stale,
    Store,
    StoreAway,
    TooLate,
)
from croupier.service.app.records import Entry, Receipt, Snapshot, TableId
from croupier.service.app.resume import ResumeTokens
from croupier.service.figures import Figures, TableFigures
from croupier.service.measures import Measures
from croupier.service.transport.admission import Admission, Limits
from croupier.service.transport.status import problem_of

ACTIVE_S = 300.0  # a table on which nobody commits for so long is not active any more
ACTIVE_MAX = 100_000
LOOP_S = 0.25  # how often the event loop is asked how late it is
STORE_DOWN_S = 5.0  # the sweep asks it every second

Clock = Callable[[], float]

_SAID = {
    Committed: "committed",
    Known: "known",
    Stale: "lost_race",
    TooLate: "too_late",
    NotDue: "not_due",
    Gone: "gone",
    Full: "full",
}


class MeasuredStore:
    """The store with a watch beside it. What is not measured is the store's own."""

    def __init__(self, store: Store, figures: TableFigures, clock: Clock = monotonic) -> None:
        self._store, self._figures, self._clock = store, figures, clock
        self._active: OrderedDict[TableId, float] = OrderedDict()
        self._swept = clock()
        self.seed, self.entries, self.entries_back = store.seed, store.entries, store.entries_back
        self.versions, self.touch = store.versions, store.touch
        self.subscribe, self.unsubscribe = store.subscribe, store.unsubscribe
        self.on_hint = store.on_hint
        self.put_pack, self.get_pack = store.put_pack, store.get_pack
        self.list_table, self.unlist_table = store.list_table, store.unlist_table
        self.listed = store.listed
        self.will_be_due, self.put_off = store.will_be_due, store.put_off
        self.now_ms, self.pulse, self.durability = store.now_ms, store.pulse, store.durability

    async def create(
        self, after: Snapshot, entry: Entry, receipt: Receipt, seed: Secret[bytes]
    ) -> Committed | Stale | Known:
        """As the store does it."""
        began = perf_counter()
        outcome = await self._store.create(after, entry, receipt, seed)
        self._figures.store_times.took(perf_counter() - began, "create")
        if isinstance(outcome, Committed):
            self._moved(None, after)
        return outcome

    async def commit(
        self,
        before: Row,
        after: Snapshot,
        entry: Entry,
        receipt: Receipt | None,
        clocks: Clocks = NO_CLOCKS,
    ) -> Outcome:
        """As the store does it."""
        began, said = perf_counter(), "failed"
        try:
            outcome = await self._store.commit(before, after, entry, receipt, clocks)
            said = _SAID[type(outcome)]
        except StoreAway as away:
            said = "unknown" if away.may_be_applied else "not_applied"
            raise
        finally:
            self._figures.store_times.took(perf_counter() - began, "commit")
            self._figures.commits.add(said)
        if isinstance(outcome, Committed):
            self._moved(before.snapshot, after)
            if clocks.due:
                self._played(before, clocks, outcome.row)
        return outcome

    async def look(
        self, table_id: TableId, known: bytes | None = None, receipt: ReceiptKey | None = None
    ) -> Look | None:
        """As the store does it."""
        began = perf_counter()
        look = await self._store.look(table_id, known, receipt)
        self._figures.store_times.took(perf_counter() - began, "look")
        return look

    async def claim_due(self, limit: int, hold_ms: int) -> Sequence[TableId]:
        """As the store does it. The sweep asks every second: an answer means that it is there."""
        claimed = await self._store.claim_due(limit, hold_ms)
        self._swept = self._clock()
        return claimed

    def sweep_age_s(self) -> float:
        """How long ago the store last told a sweep what is due."""
        return self._clock() - self._swept

    def active(self) -> int:
        """How many tables this replica has committed to in the last minutes."""
        before = self._clock() - ACTIVE_S
        while self._active and next(iter(self._active.values())) < before:
            self._active.popitem(last=False)
        return len(self._active)

    def _moved(self, before: Snapshot | None, after: Snapshot) -> None:
        self._active[after.table_id] = self._clock()
        self._active.move_to_end(after.table_id)
        if len(self._active) > ACTIVE_MAX:
            self._active.popitem(last=False)
        if before is None or before.status is not after.status:
            self._figures.statuses.add(after.terms.game, after.status.value)

    def _played(self, before: Row, clocks: Clocks, row: Row) -> None:
        """The house has answered: how late, by the store's own clock."""
        for due in before.deadlines:
            if (due.seat, due.prompt) == clocks.answers:
                self._figures.lateness.took(max(0, row.time_ms - due.at_ms) / 1_000)


class MeasuredDealer(Dealer):
    """The dealer, with a tally of what became of the commands."""

    def __init__(
        self,
        store: Store,
        tables: Tables,
        clerk: Clerk,
        resume: ResumeTokens,
        figures: TableFigures,
    ) -> None:
        super().__init__(store, tables, clerk, resume)
        self._commands = figures.commands

    async def submit(self, said: Said) -> Told:
        """As the dealer does it."""
        try:
            told = await super().submit(said)
        except Exception as failure:
            problem = problem_of(failure)
            code = "internal" if problem is None else problem.code.name.lower()
            self._commands.add(said.game, code)
            raise
        self._commands.add(said.game, "replayed" if told.replayed else "accepted")
        return told


def add_levels(
    measures: Measures,
    store: MeasuredStore,
    hub: Hub,
    admission: Admission,
    limits: Limits,
    durability: str,
    release: str,
) -> None:
    """What is not counted but asked for when somebody reads the figures."""
    level, levels = measures.level, measures.levels
    level("croupier_watches", "Open watches.", lambda: hub.watches)
    level("croupier_watches_limit", "Watches that are taken at once.", lambda: limits.watches)
    level("croupier_tables_watched", "Tables kept up to date for watchers.", lambda: hub.tables)
    level("croupier_tables_active", "Tables committed to here in five minutes.", store.active)
    level("croupier_requests_running", "Unary requests under way.", lambda: admission.unary.inside)
    level("croupier_requests_limit", "Unary requests taken at once.", lambda: limits.unary)
    level("croupier_draining", "1 while this replica is leaving.", lambda: admission.unary.closed)
    level("croupier_sweep_age_seconds", "Since the last sweep for due work.", store.sweep_age_s)
    level(
        "croupier_store_up",
        "1 while the store answers the sweep.",
        lambda: store.sweep_age_s() < STORE_DOWN_S,
    )
    levels(
        "croupier_durability",
        "1 at the level that the store's settings promised at the start.",
        lambda: {(one,): float(one == durability) for one in ("local", "none")},
        level=("local", "none"),
    )
    python = platform.python_version()
    levels(
        "croupier_build_info",
        "What is running.",
        lambda: {(release, python): 1.0},
        version=(release,),
        python=(python,),
    )


async def watch_the_loop(figures: Figures) -> None:
    """Ask for ever how late the event loop is: that late is everything else, too."""
    now = asyncio.get_running_loop().time
    while True:
        due = now() + LOOP_S
        await asyncio.sleep(LOOP_S)
        figures.loop_lag.took(max(0.0, now() - due))
