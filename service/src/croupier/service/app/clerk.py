"""Writes commits: works out what a commit does to deadlines, stores it, spreads the word."""

from collections.abc import Callable

from croupier.engines.kernel.prompts import Asked, numbered
from croupier.engines.kernel.values import Seat
from croupier.service.app.fold import Folded
from croupier.service.app.live import Live, Tables
from croupier.service.app.ports import Clocks, Committed, Opening, Outcome, Store
from croupier.service.app.records import Holder, Receipt, Snapshot, Status, TimeOut

Heard = Callable[[Live], None]


class Clerk:
    """The one hand that commits. Own commits are told to the listeners at once."""

    def __init__(self, store: Store, tables: Tables) -> None:
        self._store, self._tables = store, tables
        self._listeners: list[Heard] = []

    def tell(self, listener: Heard) -> None:
        """Call this with every table that a commit of this replica has made."""
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
            self.stored(Live(outcome.row, before.game, folded.table, folded.asked, before.key))
        return outcome

    def stored(self, live: Live) -> None:
        """A new version exists: remember it and spread the word."""
        self._tables.keep(live)
        for listener in self._listeners:
            listener(live)


def clocks_of(before: Live, folded: Folded) -> Clocks:
    """Which prompts open, stay and are answered, as far as they are due at all."""
    old = due_after(before.snapshot, before.asked)
    new = due_after(folded.snapshot, folded.asked)
    if not old and not new:
        return Clocks()
    return Clocks(
        opens=tuple(
            Opening(seat, n, after_ms)
            for (seat, n), after_ms in new.items()
            if old.get((seat, n)) != after_ms
        ),
        keeps=tuple(place for place, after_ms in new.items() if old.get(place) == after_ms),
        answers=folded.answered,
        due=isinstance(folded.entry.act, TimeOut),
    )


def due_after(snapshot: Snapshot, asked: tuple[Asked, ...]) -> dict[tuple[Seat, int], int]:
    """By prompt, how long after it opens the house answers it.

    A house player thinks; a person may have a time limit. A table on which every seat is
    absent rests: nothing is due.
    """
    if snapshot.status is not Status.PLAYING:
        return {}
    chairs = snapshot.chairs
    if all(chair.policy == "absent" for chair in chairs):
        return {}
    due = {}
    for seat, (chair, mine) in enumerate(zip(chairs, asked, strict=True)):
        if chair.holder is Holder.HOUSE:
            if mine.question is not None and chair.numbers.question is not None:
                due[Seat(seat), chair.numbers.question] = snapshot.terms.think_ms
            continue
        for n, prompt in numbered(mine, chair.numbers):
            if prompt.limit_ms is not None:
                due[Seat(seat), n] = prompt.limit_ms
    return due
