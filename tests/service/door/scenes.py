"""Scenes that end in a refusal: one for each reason of the error table."""

from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Any, NamedTuple

import redis

from croupier.service.adapters.embedded import EmbeddedValkey
from croupier.service.adapters.store import RedisStore
from tests.service.door.house import Guest, House, Party, Refusal, opened


def by_grpc(house: House) -> Guest:
    """Somebody at the gRPC door of a house."""
    return Guest(house.port)


class Scene(NamedTuple):
    """What a scenario plays on."""

    house: House
    guest: Guest
    store: RedisStore
    valkey: EmbeddedValkey
    prefix: str
    meet: Callable[[House], Guest] = by_grpc  # how a guest comes to another house

    @asynccontextmanager
    async def other(self, **set_up: Any) -> AsyncIterator[tuple[House, Guest]]:
        """A house with other settings on the same store."""
        async with opened(self.store, **set_up) as house:
            guest = self.meet(house)
            yield house, guest
            await guest.close()

    def tamper(self, party: Party, **fields: str | bytes) -> None:
        """Write into a table's state behind the house's back."""
        raw = redis.Redis(unix_socket_path=str(self.valkey.path), protocol=2)
        for name, value in fields.items():
            raw.hset(f"{self.prefix}{{{party.table_id}}}:s", name, value)
        raw.close()

    def state(self, party: Party) -> dict[bytes, bytes]:
        """A table's state as stored."""
        raw = redis.Redis(unix_socket_path=str(self.valkey.path), protocol=2)
        told: Any = raw.hgetall(f"{self.prefix}{{{party.table_id}}}:s")
        raw.close()
        return dict(told)


Scenario = Callable[[Scene], Awaitable[Refusal]]
SCENARIOS: dict[str, Scenario] = {}


def shows(reason: str) -> Callable[[Scenario], Scenario]:
    """This scenario ends with this reason."""

    def keep(scenario: Scenario) -> Scenario:
        assert reason not in SCENARIOS
        SCENARIOS[reason] = scenario
        return scenario

    return keep
