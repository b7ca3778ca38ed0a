"""Writes commits: works out what a commit does to deadlines, stores it, spreads the word."""

import uuid
from collections.abc import Callable
from dataclasses import dataclass
from hashlib import blake2b
from typing import NamedTuple

from croupier.engines.kernel.agenda import Prompt
from croupier.engines.kernel.fair import lp
from croupier.engines.kernel.prompts import Asked, numbered
from croupier.engines.kernel.values import Seat
from croupier.service.app.fold import Folded, fold
from croupier.service.app.live import Live, Tables
from croupier.service.app.outages import Outages, credit_for
from croupier.service.app.ports import (
    NO_CLOCKS,
    Clocks,
    Committed,
    Full,
    Gone,
    Known,
    Logged,
    Opening,
    Outcome,
    ReceiptKey,
    Row,
    Stale,
    Store,
    TooLate,
)
from croupier.service.app.problems import Problem
from croupier.service.app.records import (
    HOUSE,
    Caller,
    Credit,
    Deadline,
    Entry,
    Holder,
    Receipt,
    Snapshot,
    Status,
    TableId,
    Terms,
    TimeOut,
)


class Due(NamedTuple):
    """How long after it opens a prompt is due, and the clock it is on, if others share it."""

    after_ms: int
    clock: str | None = None


Heard = Callable[["Commit"], None]
Judge = Callable[[Live, Live], Folded]  # (the table, the table as first read): raises Problem

ATTEMPTS_MAX = 5


@dataclass(frozen=True, slots=True)
class Order:
    """A mutating request: who wants it, under which id, and what exactly."""

    table_id: TableId
    caller: Caller
    command_id: bytes
    digest: bytes
    check: Callable[[Snapshot], None]  # raises Problem for a bad token
    look_first: bool = False  # what it means depends on the newest table, not on the cached one

    @property
    def receipt_key(self) -> ReceiptKey:
        """Where its receipt is kept."""
        return ReceiptKey(self.caller, self.command_id)

    def again(self, receipt: Receipt) -> Receipt:
        """The first answer, if this is a repeat of it. Raises COMMAND_ID_REUSED."""
        if receipt.digest != self.digest:
            raise Problem("COMMAND_ID_REUSED")
        return receipt


@dataclass(frozen=True, slots=True)
class Done:
    """What came of an order: `folded` is None when it had been carried out before."""

    live: Live  # at that commit, or after it
    receipt: Receipt
    folded: Folded | None


@dataclass(frozen=True, slots=True)
class Commit:
    """What this replica has stored: nobody here needs to read it again."""

    before: bytes  # chain hash of the version it was made from; none before the first
    live: Live
    logged: Logged


def digest_of(*parts: bytes) -> bytes:
    """What a command id stands for: 16 bytes."""
    return blake2b(lp(*parts), digest_size=16).digest()


class Clerk:
    """The one hand that commits. Own commits are told to the listeners at once."""

    def __init__(self, store: Store, tables: Tables) -> None:
        self._store, self._tables = store, tables
        self.outages = Outages(store)
        self._listeners: list[Heard] = []

    def tell(self, listener: Heard) -> None:
        """Call this with every commit of this replica."""
        self._listeners.append(listener)

    async def commit(self, before: Live, folded: Folded, receipt: Receipt | None) -> Outcome:
        """Store a commit; when it is stored, keep the table and tell the listeners."""
        clocks = clocks_of(before, folded)
        if clocks.opens:
            soonest = min(opening.after_ms for opening in clocks.opens)
            await self._store.will_be_due(folded.snapshot.table_id, soonest)
        outcome = await self._store.commit(
            before.row, folded.snapshot, folded.entry, receipt, clocks
        )
        if isinstance(outcome, Committed):
            self.stored(before.row.chain, self._live(outcome.row, before, folded), folded.entry)
        return outcome

    async def carry_through(self, order: Order, judge: Judge) -> Done:
        """Commit what `judge` decides, once per command id, whoever else is committing.

        A yes may rest on the cached table: the store judges. A no never does: before it
        leaves, one look confirms it. A receipt wins over every no but a bad token.
        """
        async with self._tables.lock(order.table_id):
            cached = None if order.look_first else self._tables.cached(order.table_id)
            first = live = cached
            confirmed = False
            for _ in range(ATTEMPTS_MAX):
                if first is None or live is None:
                    live, look = await self._tables.look(order.table_id, order.receipt_key)
                    first, confirmed = live, True
                    order.check(live.snapshot)
                    if look.receipt is not None:
                        return Done(live, order.again(look.receipt), None)
                try:
                    folded = judge(live, first)
                except Problem:
                    if confirmed:
                        raise
                    live = None
                    continue
                outcome = await self._attempt(order, live, folded)
                if isinstance(outcome, Done):
                    return outcome
                live, confirmed = outcome, True
        raise Problem("CONTENDED")

    async def _attempt(self, order: Order, live: Live, folded: Folded) -> Done | Live:
        """Commit once: what was done, or the table as somebody else has left it."""
        revision = _revision(folded.snapshot, order.caller)
        receipt = Receipt(order.digest, folded.snapshot.version, revision)
        match await self.commit(live, folded, receipt):
            case Committed(row=row):
                return Done(self._live(row, live, folded), receipt, folded)
            case Known(receipt=first):
                live, _ = await self._tables.look(order.table_id)
                order.check(live.snapshot)
                return Done(live, order.again(first), None)
            case Stale(row=row):
                return await self._tables.decode(row, live)
            case TooLate():
                return await self._though_late(live)
            case Full():
                raise Problem("TABLE_LOG_FULL")
            case Gone():
                self._tables.forget(order.table_id)
                raise Problem("TABLE_NOT_FOUND")
        raise AssertionError("only the house waits for deadlines")

    async def _though_late(self, live: Live) -> Live:
        """Out of time, but perhaps by an outage: then the table with the credit for it."""
        await self.outages.learn()
        credit = self.credit_of(live)
        if credit is None:
            raise Problem("DEADLINE_PASSED")
        await self.credit(live, credit)
        return await self._tables.current(live.snapshot.table_id)

    def credit_of(self, live: Live) -> Credit | None:
        """What outages have cost this table's people and is not given back yet."""
        missed = self.outages.after(live.snapshot.credited_ms)
        if not missed or not live.row.deadlines:
            return None
        limits = due_after(live.snapshot, live.asked)
        return credit_for(live, missed, {place: due.after_ms for place, due in limits.items()})

    async def credit(self, live: Live, credit: Credit) -> Outcome:
        """Give it back; once, whoever else does, for its id is the outage's."""
        snapshot = live.snapshot
        name = f"{snapshot.epoch.hex()} credit {credit.until_ms}"
        command_id = uuid.uuid5(uuid.UUID(snapshot.table_id), name).bytes
        folded = fold(live, credit, HOUSE, command_id)
        receipt = Receipt(digest_of(str(credit.until_ms).encode()), folded.snapshot.version, 0)
        return await self.commit(live, folded, receipt)

    def _live(self, row: Row, before: Live, folded: Folded) -> Live:
        return Live(row, before.game, folded.table, folded.asked, before.key)

    def stored(self, before: bytes, live: Live, entry: Entry) -> None:
        """A new version exists: remember it and spread the word."""
        self._tables.keep(live)
        commit = Commit(before, live, Logged(entry, live.row.time_ms, live.row.chain))
        for listener in self._listeners:
            listener(commit)


def _revision(snapshot: Snapshot, caller: Caller) -> int:
    return snapshot.revisions[int(caller)] if caller.isdecimal() else 0


def clocks_of(before: Live, folded: Folded) -> Clocks:
    """Which prompts open, stay and are answered, as far as they are due at all."""
    act = folded.entry.act
    if isinstance(act, Credit):
        return _moved(before.row.deadlines, act)
    new = due_after(folded.snapshot, folded.asked)
    if not new and not before.row.deadlines:
        return NO_CLOCKS
    old = due_after(before.snapshot, before.asked)
    running = {
        (due.seat, old[due.seat, due.prompt]): due.at_ms
        for due in before.row.deadlines
        if (due.seat, due.prompt) in old and old[due.seat, due.prompt].clock is not None
    }
    return Clocks(
        opens=tuple(
            _opening(seat, n, due, running.get((seat, due)), before.row.time_ms)
            for (seat, n), due in new.items()
            if old.get((seat, n)) != due
        ),
        keeps=tuple(place for place, due in new.items() if old.get(place) == due),
        answers=folded.answered,
        due=isinstance(act, TimeOut),
    )


def _moved(deadlines: tuple[Deadline, ...], credit: Credit) -> Clocks:
    """Some get another moment, all others stay; the table is looked at soon."""
    moved = {(deadline.seat, deadline.prompt) for deadline in credit.deadlines}
    return Clocks(
        opens=tuple(Opening(one.seat, one.prompt, 0, one.at_ms) for one in credit.deadlines),
        keeps=tuple(
            (one.seat, one.prompt) for one in deadlines if (one.seat, one.prompt) not in moved
        ),
    )


def _opening(seat: Seat, n: int, due: Due, at_ms: int | None, now_ms: int) -> Opening:
    """A new moment, or the one of a clock that runs on; looked for no later than that."""
    after_ms = due.after_ms if at_ms is None else max(0, at_ms - now_ms)
    return Opening(seat, n, after_ms, at_ms)


def due_after(snapshot: Snapshot, asked: tuple[Asked, ...]) -> dict[tuple[Seat, int], Due]:
    """By prompt, how long after it opens the house answers it.

    A house player thinks; a person may have a time limit, of the prompt itself or of the
    table; for who is away the house answers at once. A table on which every seat is absent
    rests: nothing is due.
    """
    if snapshot.status is not Status.PLAYING:
        return {}
    chairs, terms = snapshot.chairs, snapshot.terms
    if all(chair.absent for chair in chairs):
        return {}
    due = {}
    for seat, (chair, mine) in enumerate(zip(chairs, asked, strict=True)):
        if chair.holder is Holder.HOUSE:
            if mine.question is not None and chair.numbers.question is not None:
                due[Seat(seat), chair.numbers.question] = Due(terms.think_ms)
            continue
        for n, prompt in numbered(mine, chair.numbers):
            if prompt is mine.question and chair.away:
                due[Seat(seat), n] = Due(0)
            elif prompt.limit_ms is not None:
                due[Seat(seat), n] = Due(prompt.limit_ms, prompt.clock)
            elif prompt is mine.question and (limit_s := _limit_s(terms, prompt)):
                due[Seat(seat), n] = Due(limit_s * 1000, prompt.clock)
    return due


def _limit_s(terms: Terms, question: Prompt) -> int:
    """What the table's clock gives; 0 is for ever."""
    return terms.reply_s if question.reaction else terms.turn_s
