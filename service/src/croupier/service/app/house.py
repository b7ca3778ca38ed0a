"""The house plays: its own seats after their think time, and seats that ran out of time.

The committing replica answers at once; the sweeper of every replica is the safety net. An
answer's command id is a function of table, epoch and prompt, so exactly one answer wins.
"""

import asyncio
import uuid

import structlog

from croupier.engines.kernel import fair
from croupier.engines.kernel.prompts import numbered
from croupier.engines.kernel.secret import Secret
from croupier.engines.kernel.values import Seat
from croupier.service.app.clerk import Clerk, Commit, digest_of
from croupier.service.app.fold import fold
from croupier.service.app.live import Live, Tables
from croupier.service.app.ports import Committed, Known, NotDue, Outcome, Stale, Store, StoreAway
from croupier.service.app.problems import Problem
from croupier.service.app.records import HOUSE, Deadline, Receipt, TableId, TimeOut

SWEEP_S = 1.0
CLAIMS_MAX = 100  # from each bucket of the due index, each sweep
HOLD_MS = 2_000  # how long a claim keeps other replicas away
TIMERS_MAX = 10_000  # tables this replica wakes up for by itself; the sweeper has the rest
AT_ONCE_MAX = 16  # tables swept at the same time
ANSWERS_MAX = 20_000  # by one visit to a table: its log's cap
PUT_OFF_MAX_S = 300
FAILURES_MAX = 10_000

log = structlog.get_logger(__name__)


class HouseRng:
    """The house's own draws: their stream is the prompt's, so no counter moves for anybody."""

    def __init__(self, key: Secret[bytes], seat: Seat, prompt: int) -> None:
        self._key, self._stream, self._n = key, f"house/{seat}/{prompt}", 0

    def below(self, bound: int, stream: str, why: str) -> int:
        """The next draw for this answer, whatever stream the engine names."""
        n, self._n = self._n, self._n + 1
        return fair.draw(self._key.peek(), self._stream, n, bound)


class House:
    """Answers what is due."""

    def __init__(self, store: Store, tables: Tables, clerk: Clerk) -> None:
        self._store, self._tables, self._clerk = store, tables, clerk
        self._timers: dict[TableId, asyncio.TimerHandle] = {}
        self._playing: dict[TableId, asyncio.Task[None]] = {}
        self._failures: dict[TableId, int] = {}
        self._resting = False
        tables.tell(self._loaded)

    def heard(self, commit: Commit) -> None:
        """A commit was made here: wake up when its first deadline comes."""
        live = commit.live
        table_id = live.snapshot.table_id
        if table_id in self._playing:
            return
        self._cancel(table_id)
        first = first_due(live)
        if first is not None:
            self._wake(table_id, max(0, first.at_ms - live.row.time_ms))

    async def run(self) -> None:
        """Sweep for ever, at once and then every second."""
        while True:
            try:
                await self.sweep()
            except (StoreAway, Problem) as failure:
                log.warning("sweep.failed", failure=type(failure).__name__)
            await asyncio.sleep(SWEEP_S)

    async def sweep(self) -> int:
        """Visit every table whose moment has come. Gives how many were claimed."""
        if await self._clerk.outages.feel():
            for live in self._tables.kept():
                self._loaded(live)
        claimed = await self._store.claim_due(CLAIMS_MAX, HOLD_MS)
        gate = asyncio.Semaphore(AT_ONCE_MAX)

        async def visit(table_id: TableId) -> None:
            async with gate:
                await self._visit(table_id)

        await asyncio.gather(*(visit(table_id) for table_id in claimed))
        return len(claimed)

    async def rest(self) -> None:
        """Start nothing new, and wait for the answers under way."""
        self._resting = True
        for table_id in tuple(self._timers):
            self._cancel(table_id)
        await asyncio.gather(*self._playing.values(), return_exceptions=True)

    # --- within ---------------------------------------------------------------------------

    def _loaded(self, live: Live) -> None:
        """A table was read, perhaps after an outage: then its clocks are put right at once."""
        table_id = live.snapshot.table_id
        if table_id not in self._playing and self._clerk.credit_of(live) is not None:
            self._cancel(table_id)
            self._wake(table_id, 0)

    def _wake(self, table_id: TableId, after_ms: int) -> None:
        if not self._resting and len(self._timers) < TIMERS_MAX:
            loop = asyncio.get_running_loop()
            self._timers[table_id] = loop.call_later(after_ms / 1000, self._begin, table_id)

    def _cancel(self, table_id: TableId) -> None:
        timer = self._timers.pop(table_id, None)
        if timer is not None:
            timer.cancel()

    def _begin(self, table_id: TableId) -> None:
        self._timers.pop(table_id, None)
        if table_id not in self._playing and not self._resting:
            task = asyncio.get_running_loop().create_task(self._attend(table_id))
            self._playing[table_id] = task
            task.add_done_callback(lambda _: self._playing.pop(table_id, None))

    async def _attend(self, table_id: TableId) -> None:
        """Play at a table that this replica knows of; the sweeper repairs what fails."""
        try:
            wait_ms = await self._play(table_id)
        except (StoreAway, Problem) as failure:
            log.info("house.put_off", table=table_id, failure=type(failure).__name__)
        except Exception:
            log.exception("house.failed", table=table_id)
        else:
            if wait_ms is not None:
                self._wake(table_id, wait_ms)

    async def _visit(self, table_id: TableId) -> None:
        """Play at a claimed table; one that fails is put off longer each time."""
        if table_id in self._playing:
            return
        try:
            wait_ms = await self._play(table_id)
        except Problem as problem:
            gone = problem.reason in {"TABLE_NOT_FOUND", "RULES_RETIRED"}
            wait_ms = None if gone else self._failed(table_id)
        except StoreAway:
            return
        except Exception:
            log.exception("house.failed", table=table_id)
            wait_ms = self._failed(table_id)
        else:
            self._failures.pop(table_id, None)
        await self._store.put_off(table_id, wait_ms)

    def _failed(self, table_id: TableId) -> int:
        """How long to leave a failing table alone: 1, 2, 4 .. 300 seconds."""
        times = self._failures.get(table_id, 0)
        if times == 0 and len(self._failures) >= FAILURES_MAX:
            self._failures.clear()
        self._failures[table_id] = times + 1
        return int(min(2 ** min(times, 16), PUT_OFF_MAX_S) * 1000)

    async def _play(self, table_id: TableId) -> int | None:
        """Answer everything that is due; how long until the next, or None."""
        fresh = False
        for _ in range(ANSWERS_MAX):
            async with self._tables.lock(table_id):
                live = None if fresh else self._tables.cached(table_id)
                live = live or await self._tables.current(table_id)
                first = first_due(live)
                if first is None:
                    if fresh:
                        return None
                    fresh = True  # the cache may be behind: a no is confirmed
                    continue
                fresh = False
                match await self._answer_or_credit(live, first):
                    case Committed(row=row):
                        following = first_due(self._tables.cached(table_id) or live)
                        if following is None:
                            return None
                        if following.at_ms > row.time_ms:
                            return following.at_ms - row.time_ms
                    case NotDue(at_ms=at_ms, now_ms=now_ms):
                        return max(1, at_ms - now_ms)
                    case Stale(row=row):
                        await self._tables.decode(row, live)
                    case Known():
                        fresh = True
                    case _:
                        return None
            await asyncio.sleep(0)
        return 1

    async def _answer_or_credit(self, live: Live, due: Deadline) -> Outcome:
        """Nobody is answered for before the time that an outage took is given back."""
        await self._clerk.outages.learn()
        credit = self._clerk.credit_of(live)
        if credit is not None:
            return await self._clerk.credit(live, credit)
        return await self._answer(live, due)

    async def _answer(self, live: Live, due: Deadline) -> Outcome:
        act = TimeOut(due.seat, due.prompt, self._command(live, due))
        snapshot = live.snapshot
        name = f"{snapshot.epoch.hex()} {due.seat}.{due.prompt}"
        command_id = uuid.uuid5(uuid.UUID(snapshot.table_id), name).bytes
        folded = fold(live, act, HOUSE, command_id)
        receipt = Receipt(digest_of(act.command), folded.snapshot.version, 0)
        return await self._clerk.commit(live, folded, receipt)

    def _command(self, live: Live, due: Deadline) -> bytes:
        """What the house answers, from the seat's own view alone."""
        chair = live.snapshot.chairs[due.seat]
        prompts = dict(numbered(live.asked[due.seat], chair.numbers))
        answer = live.engine.house_answer(
            live.engine.project(live.table, due.seat),
            prompts[due.prompt],
            chair.policy or "absent",
            HouseRng(live.key, due.seat, due.prompt),
        )
        return live.game.commands.write(answer)


def first_due(live: Live) -> Deadline | None:
    """The deadline that comes first, if anything is due."""
    return min(live.row.deadlines, key=_moment, default=None)


def _moment(due: Deadline) -> tuple[int, int]:
    return due.at_ms, due.seat
