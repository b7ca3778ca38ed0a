"""What is kept: memory of an idle watch, bytes of the store, and the wait for one safe write."""

import statistics
import time

from bench import plan
from bench.firing import Server, fire
from bench.load import Plan
from croupier.service import main as house
from croupier.service.adapters.embedded import EmbeddedValkey
from croupier.service.adapters.links import Link, link_to
from croupier.service.adapters.names import Names
from croupier.service.app.records import TableId
from croupier.service.settings import Settings

SEATS = 4
WATCHERS = 200  # over one connection: what a watch itself takes
WRITES = 100
WRITE_BYTES = 3_000  # about what a commit writes


async def measure(
    game: str, settings: Settings, server: Server, valkey: EmbeddedValkey
) -> dict[str, float]:
    """One game, played and watched."""
    (dealt,) = await plan.deal(server[0], game, SEATS, 1)
    link = link_to(valkey.url)
    try:
        fresh = await stored(link, settings, dealt.table_id)
        async with house.opened(settings) as (_, known):
            requests = await plan.play_ahead(known, dealt)
        watched_kb = [idle_kb(server, valkey, dealt, count) for count in (1, WATCHERS)]
        fire(Plan(server[0], plan.SUBMIT, [requests]), server, valkey)
        full = await stored(link, settings, dealt.table_id)
    finally:
        await link.aclose()
    return {
        "watch_kb": watched_kb[-1] / WATCHERS,
        "table_bytes": fresh,
        "command_bytes": (full - fresh) / len(requests),
    }


def idle_kb(server: Server, valkey: EmbeddedValkey, dealt: plan.Dealt, count: int) -> float:
    """By how much the server grows when so many come to watch and nothing happens."""
    watchers = plan.watchers(dealt, count)
    prepared = Plan(server[0], plan.SUBMIT, [[]], plan.WATCH, watchers, watch_connections=1)
    _, spent = fire(prepared, server, valkey)
    return spent["watching_kb"]


async def stored(link: Link, settings: Settings, table_id: TableId) -> int:
    """What the store says that a table takes."""
    keys = Names(settings.prefix).table(table_id)
    return sum([await link.call("MEMORY", "USAGE", key, "SAMPLES", 0) for key in keys])


async def fsynced(valkey: EmbeddedValkey) -> dict[str, float]:
    """How long one write takes that is on disk when it is answered."""
    link, waits = link_to(valkey.url), []
    try:
        for _ in range(WRITES):
            began = time.perf_counter()
            await link.call("SET", "bench", b"x" * WRITE_BYTES)
            waits.append((time.perf_counter() - began) * 1_000)
    finally:
        await link.aclose()
    return {"p50_ms": statistics.median(waits)}
