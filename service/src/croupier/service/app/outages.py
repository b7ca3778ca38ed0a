"""When the house itself was away, clocks did not run: what that moves, and by how much."""

import asyncio
from collections.abc import Mapping, Sequence

from croupier.engines.kernel.values import Seat
from croupier.service.app.live import Live
from croupier.service.app.ports import Outage, Store
from croupier.service.app.records import Credit, Deadline, Holder

GAP_MS = 3_000  # no sweep for longer is an outage
KEPT_MAX = 64  # outages remembered, the newest
FRESH_S = 1.5  # a pulse older than this may hide an outage


class Outages:
    """The house's pulse: every sweep of every replica leaves a mark, and a gap is an outage."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._known: tuple[Outage, ...] = ()
        self._felt_at = float("-inf")

    async def feel(self) -> bool:
        """Leave a mark, learn of every outage that is remembered, say if one is new."""
        before, self._known = self._known, tuple(await self._store.pulse(GAP_MS, KEPT_MAX))
        self._felt_at = asyncio.get_running_loop().time()
        return self._known != before

    async def learn(self) -> None:
        """Know of every outage until a moment ago."""
        if asyncio.get_running_loop().time() - self._felt_at > FRESH_S:
            await self.feel()

    def after(self, moment_ms: int) -> tuple[Outage, ...]:
        """The known outages that ended later, the oldest first."""
        return tuple(outage for outage in self._known if outage.until_ms > moment_ms)


def credit_for(
    live: Live, missed: Sequence[Outage], limits_ms: Mapping[tuple[Seat, int], int]
) -> Credit | None:
    """What a table is due for the outages it missed; None if they cost nobody any time.

    `limits_ms` says how long each open prompt had: a clock that began during an outage is
    credited with what was left of it.
    """
    moved = []
    for deadline in live.row.deadlines:
        limit_ms = limits_ms.get((deadline.seat, deadline.prompt))
        person = live.snapshot.chairs[deadline.seat].holder is Holder.PERSON
        if limit_ms is not None and person:
            at_ms = _moved(deadline.at_ms, limit_ms, missed)
            if at_ms > deadline.at_ms:
                moved.append(Deadline(deadline.seat, deadline.prompt, at_ms))
    if not moved:
        return None
    return Credit(max(one.until_ms for one in missed), tuple(moved))


def _moved(at_ms: int, limit_ms: int, outages: Sequence[Outage]) -> int:
    for outage in outages:
        began_ms = at_ms - limit_ms
        if outage.since_ms < at_ms and outage.until_ms > began_ms:
            at_ms += outage.until_ms - max(outage.since_ms, began_ms)
    return at_ms
