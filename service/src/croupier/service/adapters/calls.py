"""Calls to the store: what failed for certain is tried again, what may have happened is said."""

import asyncio
import hashlib
import random
from collections.abc import Sequence
from importlib import resources
from typing import Any

from redis import exceptions as broken

from croupier.service.adapters.line import NotSent
from croupier.service.adapters.links import Command, Link
from croupier.service.app.ports import StoreAway

ATTEMPTS_MAX = 3
PAUSE_S = (0.025, 0.2)  # full jitter up to these, growing

# The server said no before it did anything (RELIABILITY: "NOT APPLIED").
_REFUSED_KINDS = (
    NotSent,
    broken.BusyLoadingError,
    broken.NoScriptError,
    broken.AskError,  # and MOVED
    broken.TryAgainError,
    broken.ClusterDownError,
    broken.SlotNotCoveredError,
    broken.ReadOnlyError,
    broken.OutOfMemoryError,
    broken.NoPermissionError,
    broken.AuthenticationError,
    broken.MaxConnectionsError,
)
_REFUSED_WORDS = ("BUSY ", "MISCONF ", "NOREPLICAS ")
_FAILURES = (NotSent, broken.RedisError, broken.RedisClusterException, TimeoutError, OSError)


class Script:
    """A script by the name of its file; it is sent by hash, in full when the server forgot it."""

    def __init__(self, name: str) -> None:
        place = resources.files("croupier.service.adapters") / "scripts" / f"{name}.lua"
        self.text = place.read_text(encoding="utf-8")
        self.sha = hashlib.sha1(self.text.encode(), usedforsecurity=False).hexdigest()


class Calls:
    """Commands over a link, with at most three attempts."""

    def __init__(self, link: Link) -> None:
        self._link = link

    async def read(self, *command: str | bytes | int) -> Any:
        """A command that changes nothing, or nothing more when it is repeated."""
        return await self._attempts(command, harmless=True)

    async def write(self, *command: str | bytes | int) -> Any:
        """A command that must not be sent again once it may have been applied."""
        return await self._attempts(command, harmless=False)

    async def read_all(self, commands: Sequence[Command]) -> list[Any]:
        """Reads in one round trip per server."""
        try:
            return await self._link.call_all(commands)
        except _FAILURES as error:
            raise StoreAway(may_be_applied=False) from error

    async def script(
        self,
        script: Script,
        keys: Sequence[str],
        args: Sequence[str | bytes | int],
        harmless: bool = False,
    ) -> Any:
        """Run a script: one round trip unless the server has forgotten it."""
        try:
            return await self._attempts(("EVALSHA", script.sha, len(keys), *keys, *args), harmless)
        except broken.NoScriptError:
            return await self._attempts(("EVAL", script.text, len(keys), *keys, *args), harmless)

    async def _attempts(self, command: Command, harmless: bool) -> Any:
        for attempt in range(1, ATTEMPTS_MAX + 1):
            try:
                return await self._link.call(*command)
            except broken.NoScriptError:
                raise
            except _FAILURES as error:
                refused = was_refused(error)
                if attempt == ATTEMPTS_MAX or not (refused or harmless):
                    raise StoreAway(not (refused or harmless)) from error
            pause_s = min(PAUSE_S[0] * 2**attempt, PAUSE_S[1])
            await asyncio.sleep(random.uniform(0, pause_s))
        raise AssertionError("the last attempt returns or raises")


def was_refused(error: BaseException) -> bool:
    """Whether it is certain that the command was not carried out."""
    if isinstance(error, _REFUSED_KINDS):
        return True
    if isinstance(error, broken.ResponseError):
        return str(error).startswith(_REFUSED_WORDS)
    # redis-py tells a refused connect and a deposed master only by what it was handling
    return isinstance(error.__context__, ConnectionRefusedError | broken.ReadOnlyError)
