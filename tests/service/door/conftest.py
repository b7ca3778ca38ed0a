"""One house per test, on the run's Valkey, and a guest."""

import os
from collections.abc import AsyncIterator

import pytest

from croupier.service.adapters.store import RedisStore
from tests.service.door.house import Guest, House, opened


@pytest.fixture(autouse=True)
def _no_settings_around(monkeypatch: pytest.MonkeyPatch) -> None:
    """The environment of whoever runs the tests decides nothing here."""
    for name in tuple(os.environ):
        if name.startswith("CROUPIER_") and not name.startswith("CROUPIER_TEST_"):
            monkeypatch.delenv(name)


@pytest.fixture
async def house(store: RedisStore) -> AsyncIterator[House]:
    """A house that serves."""
    async with opened(store) as house:
        yield house


@pytest.fixture
async def guest(house: House) -> AsyncIterator[Guest]:
    """Somebody with a connection to it."""
    guest = Guest(house.port)
    yield guest
    await guest.close()
