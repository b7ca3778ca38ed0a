"""Who may do what: every role at every method."""

import signal
from typing import Any

import pytest

from croupier.engines.kernel.values import Seat
from croupier.service.adapters.embedded import EmbeddedValkey
from croupier.service.adapters.store import RedisStore
from croupier.service.app.identity import Badge, Identity
from croupier.service.app.keys import Keys
from croupier.service.app.records import TableId
from croupier.v1 import lobby_service_pb2 as lobby
from croupier.v1 import table_service_pb2 as table
from croupier.v1 import transcript_service_pb2 as transcript
from tests.service.conftest import STORE_KEYS
from tests.service.door.house import Guest, Party, bearer, new_id, opened, refused, seated

HOST, SEAT, SPECTATOR = "host", "seat", "spectator"

# The contract, as a table: which roles each method serves.
SERVED: dict[str, tuple[str, ...]] = {
    "LobbyService/GetTable": (HOST, SEAT, SPECTATOR),
    "LobbyService/LeaveTable": (SEAT,),
    "LobbyService/ReturnToTable": (SEAT,),
    "LobbyService/StartTable": (HOST,),
    "LobbyService/HandSeatToHouse": (HOST,),
    "LobbyService/ReissueSeat": (HOST,),
    "LobbyService/KickSeat": (HOST,),
    "LobbyService/ReissueHost": (HOST,),
    "LobbyService/RevokeSpectators": (HOST,),
    "LobbyService/CloseTable": (HOST,),
    "TableService/GetView": (SEAT, SPECTATOR),
    "TableService/SubmitCommand": (SEAT,),
    "TableService/GetReceipt": (SEAT,),
    "TableService/ListLegalCommands": (SEAT,),
    "TableService/WatchTable": (SEAT, SPECTATOR),
    "TranscriptService/ListEntries": (SEAT, SPECTATOR),
}
NEEDS_NONE = {"CreateTable", "JoinTable", "SpectateTable", "ListTables"}
ABOUT_TOKENS = {"TOKEN_MISSING", "TOKEN_INVALID", "TOKEN_REVOKED", "NOT_ALLOWED"}


def request_of(method: str, table_id: str, move: Any) -> Any:
    """A well-formed request of a method."""
    name = method.partition("/")[2]
    module: Any = {"LobbyService": lobby, "TableService": table, "TranscriptService": transcript}[
        method.partition("/")[0]
    ]
    request = getattr(module, f"{name}Request")(table_id=table_id)
    if name == "SubmitCommand":
        request.CopyFrom(move)
        request.table_id = table_id
    if "command_id" in request.DESCRIPTOR.fields_by_name:
        request.command_id = new_id()
    if "seat" in request.DESCRIPTOR.fields_by_name:
        request.seat = 1
    return request


async def answer(guest: Guest, method: str, request: Any, token: str | None) -> str:
    """The reason of the no, or OK."""
    path = f"/croupier.v1.{method}"
    metadata = bearer(token)
    if method.endswith("WatchTable"):
        call = guest.tables.WatchTable(request, metadata=metadata)
        pending: Any = call.read()
    else:
        pending = guest.raw(path, request.SerializeToString(), metadata)
    try:
        said = await refused(pending)
    except AssertionError:
        return "OK"
    return said.reason


@pytest.mark.parametrize("method", [*SERVED])
async def test_a_method_serves_its_roles_and_nobody_else(method: str, guest: Guest) -> None:
    party, other = await seated(guest, seats=3), await seated(guest)
    _, move = await party.move()
    await _revoke(party, 2)
    forged = Identity(Keys((b"some other house's root secret, long",)))
    badge = Badge(TableId(party.table_id), "seat", Seat(0), 0)
    dead = {
        "nothing": (None, "TOKEN_MISSING"),
        "noise": ("noise", "TOKEN_INVALID"),
        "half a token": (party.host[:-4], "TOKEN_INVALID"),
        "forged": (forged.issue(badge), "TOKEN_INVALID"),
        "another table's": (other.seats[0], "TOKEN_INVALID"),
        "another table's host": (other.host, "TOKEN_INVALID"),
        "revoked": (
            party.seats[2],
            "TOKEN_REVOKED" if SEAT in SERVED[method] else "NOT_ALLOWED",  # by its role already
        ),
    }
    alive = {HOST: party.host, SEAT: party.seats[0], SPECTATOR: party.spectator}

    said = {
        name: await answer(guest, method, request_of(method, party.table_id, move), token)
        for name, (token, _) in dead.items()
    }
    roles = {
        role: await answer(guest, method, request_of(method, party.table_id, move), token)
        for role, token in alive.items()
        if role not in SERVED[method]
    }
    served = [
        await answer(guest, method, request_of(method, party.table_id, move), alive[role])
        for role in SERVED[method]
    ]

    assert said == {name: reason for name, (_, reason) in dead.items()}
    assert set(roles.values()) <= {"NOT_ALLOWED"}
    assert not ABOUT_TOKENS.intersection(served)


def test_the_table_of_roles_is_complete() -> None:
    methods = {
        f"{service.name}/{method.name}"
        for module in (lobby, table, transcript)
        for service in module.DESCRIPTOR.services_by_name.values()
        for method in service.methods
        if method.name not in NEEDS_NONE
    }

    assert methods == set(SERVED)


async def test_a_badge_is_read_before_the_store_is_asked(prefix: str) -> None:
    with EmbeddedValkey.start() as valkey:
        store = await RedisStore.open(valkey.url, STORE_KEYS, prefix=prefix)
        async with opened(store) as house:
            guest = Guest(house.port)
            party = await seated(guest)
            _, move = await party.move()
            valkey.process.send_signal(signal.SIGSTOP)
            said = {
                method: await answer(
                    guest, method, request_of(method, party.table_id, move), "noise"
                )
                for method in SERVED
            }
            valkey.process.send_signal(signal.SIGCONT)
            await guest.close()
        await store.aclose()

    assert set(said.values()) == {"TOKEN_INVALID"}


async def test_a_token_is_read_from_the_header_alone(guest: Guest) -> None:
    party = await seated(guest)
    request = table.GetViewRequest(table_id=party.table_id)
    for name, value in (
        ("authorization", party.seats[0]),
        ("authorization", f"Basic {party.seats[0]}"),
        ("token", f"Bearer {party.seats[0]}"),
        ("authorization", f"Bearer {party.seats[0]} "),
        ("authorization", "Bearer " + "a" * 4_000),
    ):
        said = await refused(guest.tables.GetView(request, metadata=((name, value),)))
        assert said.reason in {"TOKEN_MISSING", "TOKEN_INVALID"}, name


async def test_revoking_a_seat_ends_its_open_watch(guest: Guest) -> None:
    party = await seated(guest)
    request = table.WatchTableRequest(table_id=party.table_id)
    call = guest.tables.WatchTable(request, metadata=bearer(party.seats[0]))
    frames = aiter(call)
    await anext(frames)

    await _revoke(party, 0)
    rest = [frame async for frame in frames]

    assert rest[-1].end.reason == table.END_REASON_REVOKED


async def _revoke(party: Party, seat: int) -> None:
    request = lobby.ReissueSeatRequest(table_id=party.table_id, command_id=new_id(), seat=seat)
    await party.guest.lobby.ReissueSeat(request, metadata=bearer(party.host))
