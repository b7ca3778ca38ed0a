"""A watch that goes on: it resumes by token, on whichever replica answers."""

import asyncio
import random
from collections.abc import AsyncGenerator
from contextlib import aclosing
from dataclasses import dataclass

from croupier.client.connection import Connection
from croupier.client.errors import CroupierError
from croupier.client.frames import Frame, FrameKind, frame_of
from croupier.v1.table_service_pb2 import (
    WATCH_MODE_EVENTS,
    WATCH_MODE_STATE,
    WatchTableRequest,
    WatchTableResponse,
)

SILENCE_MAX_S = 45.0  # three heartbeats
PAUSE_MAX_S = 1.0
FAILURES_MAX = 120  # in a row, about a minute
GOING_ON = ("DRAIN", "MAX_AGE")


@dataclass(frozen=True, slots=True)
class Watching:
    """What is watched, and how patiently."""

    connection: Connection
    table_id: str
    token: str
    every_event: bool = False
    silence_max_s: float = SILENCE_MAX_S
    failures_max: int = FAILURES_MAX

    async def frames(self, resume_token: str | None) -> AsyncGenerator[Frame, None]:
        """Frames without gap or repeat, through restarts and changes of replica.

        The last one is END with OVER or REVOKED. Raises CroupierError for a no that repeating
        does not change, or after too many failures in a row.
        """
        failures = 0
        while True:
            failures += 1
            try:
                async with aclosing(self._stream(resume_token)) as frames:
                    async for frame in frames:
                        if frame.kind is FrameKind.END and frame.reason in GOING_ON:
                            break
                        failures = 0
                        yield frame
                        resume_token = frame.resume_token or resume_token
                        if frame.kind is FrameKind.END:
                            return
            except CroupierError as error:
                if error.reason == "RESUME_TOKEN_INVALID" and resume_token is not None:
                    resume_token = None  # begin again from a whole view
                elif not error.passing or failures > self.failures_max:
                    raise
            await asyncio.sleep(random.uniform(0, PAUSE_MAX_S))

    async def _stream(self, resume_token: str | None) -> AsyncGenerator[Frame, None]:
        request = WatchTableRequest(
            table_id=self.table_id,
            resume_token=resume_token,
            mode=WATCH_MODE_EVENTS if self.every_event else WATCH_MODE_STATE,
        )
        stream = self.connection.stream(request, WatchTableResponse, self.token, self.silence_max_s)
        async with aclosing(stream) as messages:
            async for message in messages:
                yield frame_of(message)
