"""One random game, played through every protocol at once, gets equal answers, refusals included."""

import random
from collections.abc import Sequence
from typing import Any

from grpc import aio

from croupier.v1 import table_service_pb2 as table
from croupier.v1 import transcript_service_pb2 as transcript
from tests.quantities import quantity
from tests.service.door.house import Guest, House, Party, bearer, new_id, refusal_of, seated
from tests.service.http.channels import DOORS

COMMANDS = quantity(200)  # or a whole game
PRIVATE = (
    "table_id",
    "commitment",
    "resume_token",
    "server_time",
    "next_page_token",
)  # no two tables share


async def test_one_random_game_through_every_protocol(house: House) -> None:
    """All tables have the same seed, so the same commands make the same game at each."""
    guests = [Guest(house.port)]
    guests += [Guest(house.http_port, channel(house.http_port)) for channel in DOORS.values()]
    parties = [await seated(guest) for guest in guests]
    dice, played = random.Random(7), 0

    while played < COMMANDS:
        view = await alike([_view(party, 0) for party in parties])
        await alike([_view(party, 1) for party in parties])
        if view.view.HasField("result"):
            break
        seat, _ = await parties[0].asked()
        request = table.ListLegalCommandsRequest(page_size=dice.choice((1, 3, 256)))
        legal = await alike(
            [
                party.guest.tables.ListLegalCommands(_at(party, request), metadata=_as(party, seat))
                for party in parties
            ]
        )
        move = table.SubmitCommandRequest(command_id=new_id())
        chosen = dice.choice([one.command for one in legal.commands if one.HasField("command")])
        move.blossom_ridge.CopyFrom(chosen.blossom_ridge)
        for wrong in _wrong(move, dice):
            await refused_alike(parties, wrong, seat)
        await refused_alike(parties, move, 1 - seat)
        for include_view in (False, True):  # the second time it is a repeat
            move.include_view = include_view
            await alike([party.send(seat, _at(party, move)) for party in parties])
        played += 1
    history = transcript.ListEntriesRequest(page_size=256)
    await alike(
        [
            party.guest.transcripts.ListEntries(_at(party, history), metadata=_as(party, 0))
            for party in parties
        ]
    )
    for guest in guests:
        await guest.close()
    assert played >= min(COMMANDS, 10)


async def alike(calls: Sequence[Any]) -> Any:
    """The replies, which must be equal but for what no two tables share; the first of them."""
    replies = [await call for call in calls]
    told = [_public(reply) for reply in replies]
    for one in told[1:]:
        assert one == told[0]
    return replies[0]


async def refused_alike(
    parties: Sequence[Party], request: table.SubmitCommandRequest, seat: int
) -> None:
    """The same no from all."""
    said = []
    for party in parties:
        try:
            await party.send(seat, _at(party, request))
        except aio.AioRpcError as error:
            refusal = refusal_of(error)
            said.append((refusal.code, refusal.message, refusal.metadata, refusal.fields))
        else:
            raise AssertionError(f"accepted: {request}")
    assert said == said[:1] * len(said)


def _wrong(
    move: table.SubmitCommandRequest, dice: random.Random
) -> list[table.SubmitCommandRequest]:
    """The same command, wrong in several ways."""
    wrong = []
    for name, value in (
        ("command_id", "no id"), ("prompt_id", "9.99"), ("expected_revision", 10_000),
        ("expected_revision", -1),
    ):  # fmt: skip
        copy = table.SubmitCommandRequest()
        copy.CopyFrom(move)
        copy.command_id = new_id()
        setattr(copy, name, value)
        wrong.append(copy)
    empty = table.SubmitCommandRequest(command_id=new_id())
    return dice.sample([*wrong, empty], 2)


async def _view(party: Party, seat: int) -> table.GetViewResponse:
    return await party.view(seat)


def _at(party: Party, request: Any) -> Any:
    copy = type(request)()
    copy.CopyFrom(request)
    copy.table_id = party.table_id
    return copy


def _as(party: Party, seat: int) -> Any:
    return bearer(party.seats[seat])


def _public(reply: Any) -> Any:
    """Without what no two tables share."""
    copy = type(reply)()
    copy.CopyFrom(reply)
    parts = [copy, *([copy.view.table] if "view" in copy.DESCRIPTOR.fields_by_name else [])]
    for part in parts:
        for name in PRIVATE:
            if name in part.DESCRIPTOR.fields_by_name:
                part.ClearField(name)
    return copy
