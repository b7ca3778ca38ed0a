"""A no can be read by a person: the rule, the reason in words, and the facts."""

from typing import Any

import pytest
from grpc import StatusCode

from croupier.service.adapters.store import RedisStore
from croupier.service.catalogue import GAMES
from croupier.v1 import lobby_service_pb2 as lobby
from croupier.v1 import table_service_pb2 as table
from croupier.v1 import transcript_service_pb2 as transcript
from tests.service.door.house import Guest, bearer, new_id, opened, refused, seated


@pytest.mark.parametrize("engine", GAMES, ids=lambda engine: engine.game)
@pytest.mark.parametrize("more", [False, True], ids=["too few", "too many"])
async def test_a_wrong_number_of_seats_tells_the_right_ones(
    engine: Any, more: bool, guest: Guest
) -> None:
    least, most = engine.seats[0], engine.seats[-1]
    seats = most + 1 if more else least - 1
    request = lobby.CreateTableRequest(command_id=new_id(), game=engine.game, seats=seats)

    said = await refused(guest.lobby.CreateTable(request))

    assert (said.code, said.reason) == (StatusCode.INVALID_ARGUMENT, "BAD_PLAYER_COUNT")
    facts = {name: said.metadata[name] for name in ("seats", "least", "most")}
    assert facts == {"seats": str(seats), "least": str(least), "most": str(most)}
    rule = said.metadata["rule"]
    told = f"seats {seats}, least {least}, most {most}"
    assert said.message == f"Rule {rule}: bad player count ({told})."


async def test_a_card_that_may_not_be_played_is_refused_in_words(guest: Guest) -> None:
    party = await seated(guest)
    seat, move = await party.move()
    legal = {one.blossom_ridge.play_card.card for one in await party.legal(seat)}
    other = next(card for card in (f"H{rank}" for rank in range(1, 10)) if card not in legal)
    move.blossom_ridge.play_card.card = other

    for validate_only in (False, True):
        move.validate_only = validate_only
        said = await refused(party.send(seat, move))

        words = said.reason.lower().replace("_", " ")
        assert said.message.startswith(f"Rule {said.metadata['rule']}: {words}")
        assert said.message.endswith(".")


async def test_another_seats_turn_is_said_without_its_cards(guest: Guest) -> None:
    party = await seated(guest)
    seat, move = await party.move()

    said = await refused(
        guest.tables.SubmitCommand(_anyhow(move), metadata=bearer(party.seats[1 - seat]))
    )

    assert said.reason == "NOT_YOUR_TURN"
    assert said.message.startswith(f"Rule {said.metadata['rule']}: not your turn")


async def test_a_seat_of_the_house_is_not_said_to_be_empty(guest: Guest) -> None:
    party = await seated(guest, persons=1)
    request = lobby.KickSeatRequest(table_id=party.table_id, command_id=new_id(), seat=1)

    said = await refused(guest.lobby.KickSeat(request, metadata=bearer(party.host)))

    assert said.code is StatusCode.FAILED_PRECONDITION
    assert said.message.startswith("The house plays this seat")


async def test_no_operator_key_and_a_wrong_one_are_told_apart(store: RedisStore) -> None:
    request = lobby.CreateTableRequest(command_id=new_id(), game="blossom_ridge", seats=2)
    async with opened(store, operator_key="a key of the operator") as house:
        guest = Guest(house.port)
        none = await refused(guest.lobby.CreateTable(request))
        wrong = await refused(guest.lobby.CreateTable(request, metadata=bearer("another key")))
        bare = (("authorization", "a key of the operator"),)
        badly = await refused(guest.lobby.CreateTable(request, metadata=bare))
        await guest.close()

    assert {said.reason for said in (none, wrong, badly)} == {"OPERATOR_KEY_REQUIRED"}
    assert none.message != wrong.message == badly.message
    for said in (none, wrong):
        assert "authorization: Bearer <key>" in said.message


async def test_two_authorizations_are_none(guest: Guest) -> None:
    party = await seated(guest, listed=True)
    view = table.GetViewRequest(table_id=party.table_id)
    public = lobby.GetTableRequest(table_id=party.table_id)
    mine, other = bearer(party.seats[0]), bearer(party.seats[1])

    for twice in (mine + other, other + mine, mine + mine):
        for call in (
            guest.tables.GetView(view, metadata=twice),
            guest.lobby.GetTable(public, metadata=twice),
        ):
            assert (await refused(call)).reason == "TOKEN_INVALID"


async def test_an_empty_page_token_is_the_first_page_everywhere(guest: Guest) -> None:
    party = await seated(guest)
    seat, _ = await party.move()
    mine = bearer(party.seats[seat])

    lists: tuple[tuple[Any, Any], ...] = (
        (table.ListLegalCommandsRequest(table_id=party.table_id), guest.tables.ListLegalCommands),
        (transcript.ListEntriesRequest(table_id=party.table_id), guest.transcripts.ListEntries),
        (lobby.ListTablesRequest(), guest.lobby.ListTables),
    )
    for first, call in lists:
        absent = await call(first, metadata=mine)
        first.page_token = ""
        assert await call(first, metadata=mine) == absent


async def test_tables_of_a_game_that_is_none_are_refused(guest: Guest) -> None:
    said = await refused(guest.lobby.ListTables(lobby.ListTablesRequest(game="chess")))

    assert (said.code, said.reason) == (StatusCode.NOT_FOUND, "UNKNOWN_GAME")


def _anyhow(move: table.SubmitCommandRequest) -> table.SubmitCommandRequest:
    """The same without the prompt it answers."""
    again = table.SubmitCommandRequest()
    again.CopyFrom(move)
    again.ClearField("prompt_id")
    return again
