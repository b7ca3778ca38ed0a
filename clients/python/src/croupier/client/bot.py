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
OVERTAKEN = frozenset(
    {
        "STALE_PROMPT",
        "STALE_REVISION",
        "NOT_YOUR_DECISION",
        "DEADLINE_PASSED",
        "GAME_OVER",
        "TABLE_CLOSED",
        "OFFER_LAPSED",  # what stood beside the question: trades and proposals come and go
        "TRADE_CLOSED",
        "NO_PROPOSAL",
        "DEAD_SEAT",
    }
)

OUTAGES_MAX = 10  # in a row


async def play(seat: SeatClient, choose: Chooser = any_of) -> Result | None:
    """Answer every question put to this seat until the game is over; then the result (None if
    the table was closed first). Goes on after an outage as soon as the watch does.

    Raises CroupierError, for example when the seat is taken away or an outage does not end.
    """
    outages = 0
    async with aclosing(seat.watch()) as frames:
        async for frame in frames:
            if frame.kind is FrameKind.END and frame.reason == "REVOKED":
                raise CroupierError(
                    grpc.StatusCode.UNAUTHENTICATED, "TOKEN_REVOKED", "The seat was taken away."
                )
            state = seat.state
            if state is not None and state.result is not None:
                return state.result
            if state is None or (frame.state is None and not outages):
                continue
            try:
                if outages:
                    await seat.recover()  # what was sent and not answered comes first
                await answer(seat, state, choose)
            except CroupierError as error:
                outages += 1
                if not error.passing or outages > OUTAGES_MAX:
                    raise
            else:
                outages = 0
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
