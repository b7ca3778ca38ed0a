"""Whatever the contract lets a client change, somebody can settle after an outage."""

from collections.abc import Awaitable, Callable

import grpc
import pytest

from croupier.client import Croupier, CroupierError, MemoryJournal, Retry
from croupier.client.connection import METHODS
from croupier.games.blossom_ridge.v1.blossom_ridge_pb2 import PlayCard
from croupier.v1 import lobby_service_pb2 as lobby
from croupier.v1 import table_service_pb2 as ts
from croupier.v1.table_pb2 import Table
from tests.client.hostile import Hostile, No

TABLE = "01234567-89ab-8def-8123-456789abcdef"
LOST = No(grpc.StatusCode.ABORTED, "LOST", applied="UNKNOWN")
REVOKED = No(grpc.StatusCode.UNAUTHENTICATED, "TOKEN_REVOKED", applied="UNKNOWN")
ONCE = Retry(attempts_max=1)

Call = Callable[[Croupier], Awaitable[object]]

CALLS: dict[str, Call] = {
    "CreateTable": lambda one: one.create_table("blossom_ridge", 2),
    "JoinTable": lambda one: one.join(TABLE, "Ada"),
    "ReturnToTable": lambda one: one.seat(TABLE, "seat", 0).come_back(),
    "LeaveTable": lambda one: one.seat(TABLE, "seat", 0).leave(),
    "StartTable": lambda one: one.host(TABLE, "host").start(),
    "HandSeatToHouse": lambda one: one.host(TABLE, "host").hand_to_house(1),
    "ReissueSeat": lambda one: one.host(TABLE, "host").reissue(1),
    "ReissueHost": lambda one: one.host(TABLE, "host").reissue_host(),
    "RevokeSpectators": lambda one: one.host(TABLE, "host").revoke_spectators(),
    "KickSeat": lambda one: one.host(TABLE, "host").kick(1),
    "CloseTable": lambda one: one.host(TABLE, "host").close(),
    "SubmitCommand": lambda one: one.seat(TABLE, "seat", 0).submit(PlayCard(card="H7"), "0.1"),
}
ANSWERS = {
    "CreateTable": lobby.CreateTableResponse(table=Table(table_id=TABLE), host_token="host"),
    "JoinTable": lobby.JoinTableResponse(seat=1, seat_token="seat"),
    "ReissueHost": lobby.ReissueHostResponse(host_token="new"),
    "ReissueSeat": lobby.ReissueSeatResponse(seat_token="seat"),
    "SubmitCommand": ts.SubmitCommandResponse(revision=2, resume_token="t"),
}


def _name(path: str) -> str:
    return path.rpartition("/")[2]


def changing() -> list[str]:
    """Every method of the contract whose request carries a command id of its own."""
    return [
        path
        for path, method in METHODS.items()
        if "command_id" in method.request.DESCRIPTOR.fields_by_name
        and method.request is not ts.GetReceiptRequest
    ]


async def settled(croupier: Croupier) -> list[object]:
    """What everybody who may have sent something learns."""
    return [
        *await croupier.recover(),
        *await croupier.host(TABLE, "host").recover(),
        *await croupier.seat(TABLE, "seat", 0).recover(),
    ]


@pytest.mark.parametrize("path", changing(), ids=_name)
async def test_a_lost_answer_is_had_by_its_sender(hostile: Hostile, path: str) -> None:
    journal = MemoryJournal()
    hostile.script.append(LOST)
    async with Croupier(hostile.address, journal=journal, retry=ONCE) as croupier:
        with pytest.raises(CroupierError):
            await CALLS[_name(path)](croupier)
    assert [one.path for one in journal.pending()] == [path]
    async with Croupier(hostile.address, journal=journal) as croupier:
        hostile.script.append(ANSWERS.get(_name(path)) or METHODS[path].answer())

        outcomes = await settled(croupier)

    assert journal.pending() == ()
    assert not any(isinstance(one, CroupierError) for one in outcomes)
    assert len(outcomes) == (_name(path) in ANSWERS)
    first, *repeats = hostile.sent(METHODS[path].request)
    assert repeats
    assert all(one == first for one in repeats)


@pytest.mark.parametrize("path", changing(), ids=_name)
async def test_what_nobody_can_ever_ask_again_does_not_pile_up(hostile: Hostile, path: str) -> None:
    """A dead token asks nothing any more: its owner is told so once, at once."""
    journal = MemoryJournal()
    hostile.script.extend([LOST, REVOKED])
    async with Croupier(hostile.address, journal=journal) as croupier:
        with pytest.raises(CroupierError) as caught:
            await CALLS[_name(path)](croupier)

    assert len(hostile.calls) == 2
    assert (caught.value.reason, caught.value.applied) == ("TOKEN_REVOKED", "UNKNOWN")
    assert not caught.value.passing
    assert journal.pending() == ()


@pytest.mark.parametrize("path", changing(), ids=_name)
async def test_a_dead_token_is_found_dead_after_a_crash_once(hostile: Hostile, path: str) -> None:
    journal = MemoryJournal()
    hostile.script.extend([LOST, REVOKED])
    async with Croupier(hostile.address, journal=journal, retry=ONCE) as croupier:
        with pytest.raises(CroupierError):
            await CALLS[_name(path)](croupier)
    async with Croupier(hostile.address, journal=journal) as croupier:
        (outcome,) = await settled(croupier)
        again = await settled(croupier)

    assert isinstance(outcome, CroupierError)
    assert (outcome.reason, outcome.applied) == ("TOKEN_REVOKED", "UNKNOWN")
    assert again == []
    assert journal.pending() == ()
