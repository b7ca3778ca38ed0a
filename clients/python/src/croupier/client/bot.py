"""A player for any game: it asks what is legal and sends one of it."""

from collections.abc import Callable, Sequence
from contextlib import aclosing

import grpc

from croupier.client.decisions import any_of
from croupier.client.errors import CroupierError
from croupier.client.frames import FrameKind, State
from croupier.client.seats import Receipt, SeatClient
from croupier.v1.common_pb2 import Result
from croupier.v1.payload_pb2 import Command, LegalCommand

Chooser = Callable[[Sequence[LegalCommand]], Command]

# What another answer, or the end, made pointless: look again.
OVERTAKEN = frozenset({"STALE_PROMPT", "STALE_REVISION", "NOT_YOUR_DECISION", "GAME_OVER"})


async def play(seat: SeatClient, choose: Chooser = any_of) -> Result | None:
    """Answer every question put to this seat until the game is over; then the result (None if
    the table was closed first). Raises CroupierError, for example when the seat is taken away.
    """
    async with aclosing(seat.watch()) as frames:
        async for frame in frames:
            if frame.kind is FrameKind.END and frame.reason == "REVOKED":
                raise CroupierError(
                    grpc.StatusCode.UNAUTHENTICATED, "TOKEN_REVOKED", "The seat was taken away."
                )
            if seat.state is not None and seat.state.result is not None:
                return seat.state.result
            if frame.state is not None:
                await answer(seat, frame.state, choose)
    return None


async def answer(seat: SeatClient, state: State, choose: Chooser = any_of) -> Receipt | None:
    """Answer the question that is open in this state, if there is one and it is still open."""
    if state.question is None:
        return None
    try:
        legal = await seat.legal()
        if not legal:
            return None
        return await seat.submit(choose(legal), state.question)
    except CroupierError as error:
        if error.reason in OVERTAKEN:
            return None
        raise
