"""A hostile server for each test."""

from collections.abc import AsyncIterator

import pytest

from tests.client.hostile import Hostile


@pytest.fixture
async def hostile() -> AsyncIterator[Hostile]:
    """A server that follows a script; without one, it is UNAVAILABLE."""
    server = Hostile()
    await server.start()
    yield server
    await server.stop()
