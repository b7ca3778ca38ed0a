"""A token that no header can carry is a typed no, before anything is sent."""

from collections.abc import Awaitable, Callable

import grpc
import pytest

from croupier.client import Croupier, CroupierError, MemoryJournal, SeatClient
from croupier.games.blossom_ridge.v1.blossom_ridge_pb2 import PlayCard
from tests.client.hostile import Hostile

TABLE = "01234567-89ab-8def-8123-456789abcdef"
NO_TOKENS = [
    "sesame\n",
    "\nsesame",
    "ses\name",
    "sesame\r",
    "ses\x00ame",
    "s\u00e9same",
    "\udc80",
    "\x7f",
]

Call = Callable[[SeatClient], Awaitable[object]]


async def _first_frame(seat: SeatClient) -> object:
    return await anext(seat.watch())


CALLS: dict[str, Call] = {
    "asking": lambda seat: seat.view(),
    "deciding": lambda seat: seat.submit(PlayCard(card="H7"), "0.1"),
    "leaving": lambda seat: seat.leave(),
    "watching": _first_frame,
}


@pytest.mark.parametrize("call", CALLS)
@pytest.mark.parametrize("token", NO_TOKENS, ids=ascii)
async def test_it_is_a_typed_no(hostile: Hostile, token: str, call: str) -> None:
    journal = MemoryJournal()
    async with Croupier(hostile.address, journal=journal) as croupier:
        with pytest.raises(CroupierError) as caught:
            await CALLS[call](croupier.seat(TABLE, token, 0))

    error = caught.value
    assert (error.code, error.reason) == (grpc.StatusCode.UNAUTHENTICATED, "TOKEN_INVALID")
    assert (error.applied, error.passing) == ("NO", False)
    assert "line break" in error.message
    assert token.strip() not in str(error)
    assert hostile.calls == []
    assert journal.pending() == ()


@pytest.mark.parametrize("key", NO_TOKENS, ids=ascii)
async def test_so_is_an_operator_key(hostile: Hostile, key: str) -> None:
    async with Croupier(hostile.address, operator_key=key) as croupier:
        assert await croupier.recover() == []
        with pytest.raises(CroupierError, match="TOKEN_INVALID"):
            await croupier.create_table("blossom_ridge", 2)

    assert hostile.calls == []
