"""One connection carries every command, and each command's fate is its own."""

import asyncio
import time
from collections.abc import AsyncIterator, Iterator

import pytest

from croupier.service.adapters.line import ANSWER_S
from croupier.service.adapters.links import Link, link_to
from croupier.service.adapters.store import RedisStore
from croupier.service.app.ports import Committed, Known, StoreAway
from tests.service.conftest import patiently_opened
from tests.service.servers import DURABLE, Server
from tests.service.store.proxy import DROP, proxy_to
from tests.service.store.synthetic import move, opened

LATER_S = 0.4


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server that may be stopped."""
    with Server(tmp_path_factory.mktemp("server"), *DURABLE) as server:
        yield server


@pytest.fixture
async def link(server: Server) -> AsyncIterator[Link]:
    """A link to it."""
    link = link_to(f"redis://127.0.0.1:{server.port}")
    yield link
    await link.aclose()


async def test_commands_under_way_share_one_connection_and_get_their_own_replies(
    link: Link,
) -> None:
    ids = await asyncio.gather(*(link.call("CLIENT", "ID") for _ in range(50)))
    echoes = await asyncio.gather(*(link.call("ECHO", n) for n in range(50)))

    assert len(set(ids)) == 1
    assert echoes == [b"%d" % n for n in range(50)]


async def test_a_line_that_breaks_leaves_each_commit_under_way_in_doubt_and_the_next_is_sound(
    server: Server, prefix: str
) -> None:
    async with proxy_to(server.port) as proxy:
        store: RedisStore = await patiently_opened(proxy.url, prefix=prefix)
        steps = [move(await opened(store)) for _ in range(5)]
        proxy.faults = [b"", b"", DROP]

        outcomes = await asyncio.gather(*(step.to(store) for step in steps), return_exceptions=True)
        again = [await step.to(store) for step in steps]
        await store.aclose()

    in_doubt = [one for one in outcomes if isinstance(one, StoreAway) and one.may_be_applied]
    done = [one for one in outcomes if isinstance(one, Committed)]
    assert len(done) + len(in_doubt) == len(steps)
    assert len(in_doubt) >= 3
    assert all(isinstance(one, Committed | Known) for one in again)


@pytest.mark.alone
async def test_each_command_waits_for_its_own_time_and_a_late_reply_is_nobody_elses(
    server: Server, link: Link
) -> None:
    await link.call("PING")
    server.pause()
    try:
        first = asyncio.create_task(_timed(link, "first"))
        await asyncio.sleep(LATER_S)
        second = asyncio.create_task(_timed(link, "second"))
        waited = await asyncio.gather(first, second)
    finally:
        server.resume()

    assert all(ANSWER_S <= seconds < ANSWER_S + LATER_S for seconds in waited)
    assert await link.call("ECHO", "third") == b"third"


async def _timed(link: Link, word: str) -> float:
    began = time.monotonic()
    with pytest.raises(TimeoutError):
        await link.call("ECHO", word)
    return time.monotonic() - began
