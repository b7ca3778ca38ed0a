"""One random fault after the other, each repaired before the next."""

import asyncio
import random
import signal
from collections import Counter

from tests.chaos.world import Victim, World, until_listening

PAUSE_S = (0.05, 0.8)  # how long a process stands still, or stays dead
CALM_S = (0.05, 0.3)  # between faults


async def trouble(world: World, chance: random.Random, faults: int) -> Counter[str]:
    """So many faults; how often each kind struck."""
    struck: Counter[str] = Counter()
    for _ in range(faults):
        await asyncio.sleep(chance.uniform(*CALM_S))
        victim = chance.choice([*world.replicas, world.store])
        kill = chance.random() < 0.5
        struck[f"{'kill -9' if kill else 'SIGSTOP'} {victim.name}"] += 1
        if kill:
            await _kill(world, victim, chance)
        else:
            victim.signal(signal.SIGSTOP)
            await asyncio.sleep(chance.uniform(*PAUSE_S))
            victim.signal(signal.SIGCONT)
    return struck


async def _kill(world: World, victim: Victim, chance: random.Random) -> None:
    victim.kill()
    await asyncio.sleep(chance.uniform(*PAUSE_S))
    if victim is world.store:
        await asyncio.to_thread(world.start_store)
        return
    victim.start()
    await until_listening(world.ports[world.replicas.index(victim)])
