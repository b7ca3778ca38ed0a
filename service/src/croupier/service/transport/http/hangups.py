"""Notices who has hung up over HTTP/1.1 while nothing was sent to them.

Over HTTP/2 the server below says so at once. Over HTTP/1.1 it finds out when it writes twice,
which a quiet watch does every half minute: until then a page that was loaded again holds its
place. The kernel knows better, and Linux tells which connections stand.
"""

import asyncio
import ipaddress
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from croupier.service.transport.http.exchange import Gone, Peer

LOOK_S = 2.0
TABLES = (Path("/proc/net/tcp"), Path("/proc/net/tcp6"))
STANDS = "01"  # TCP_ESTABLISHED: the peer has closed neither half
MAPPED = b"\0" * 10 + b"\xff\xff"  # an address of IPv4 in one of IPv6


class Hangups:
    """Whom something is being sent to, each by the other end of the connection."""

    def __init__(self) -> None:
        self._tasks: dict[Peer, asyncio.Task[object]] = {}
        self._gone: set[Peer] = set()

    @contextmanager
    def noticed(self, peer: Peer) -> Iterator[None]:
        """What runs within is cancelled when the peer hangs up, and ends with Gone."""
        task = asyncio.current_task()
        assert task is not None, "a request is answered by a task of its own"
        self._tasks[peer] = task
        try:
            yield
        except asyncio.CancelledError:
            if peer not in self._gone:
                raise
            task.uncancel()
            raise Gone from None
        finally:
            self._tasks.pop(peer, None)
            self._gone.discard(peer)

    async def run(self, port: int) -> None:
        """Look again and again, where the kernel tells."""
        tables = [path for path in TABLES if path.exists()]
        while tables:
            await asyncio.sleep(LOOK_S)
            asked = tuple(self._tasks)
            if asked:
                self._miss(asked, await asyncio.to_thread(standing, tables, port))

    def _miss(self, asked: tuple[Peer, ...], there: set[str]) -> None:
        for peer in asked:
            task = self._tasks.get(peer)
            if task is not None and there.isdisjoint(ends(peer)):
                self._gone.add(peer)
                task.cancel()


def standing(tables: list[Path], port: int) -> set[str]:
    """The other ends of the connections to this port that stand, as the kernel writes them."""
    mine, there = f":{port:04X}", set()
    for path in tables:
        for line in path.read_text().splitlines()[1:]:
            _, local, remote, state = line.split(maxsplit=4)[:4]
            if state == STANDS and local.endswith(mine):
                there.add(remote)
    return there


def ends(peer: Peer) -> tuple[str, ...]:
    """How the kernel may write the other end of a connection."""
    packed = ipaddress.ip_address(peer[0]).packed
    forms = (packed, MAPPED + packed) if len(packed) == 4 else (packed, packed[-4:])
    return tuple(f"{_words(form)}:{peer[1]:04X}" for form in forms)


def _words(packed: bytes) -> str:
    step = -1 if sys.byteorder == "little" else 1
    return "".join(packed[n : n + 4][::step].hex() for n in range(0, len(packed), 4)).upper()
