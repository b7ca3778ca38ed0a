"""A no can be read by a person: the rule, the reason in words, and the facts."""

from typing import Any

import pytest
from grpc import StatusCode

from croupier.service.catalogue import GAMES
from croupier.v1 import lobby_service_pb2 as lobby
from croupier.v1 import table_service_pb2 as table
from tests.service.door.house import Guest, bearer, new_id, refused, seated


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


def _anyhow(move: table.SubmitCommandRequest) -> table.SubmitCommandRequest:
    """The same without the prompt it answers."""
    again = table.SubmitCommandRequest()
    again.CopyFrom(move)
    again.ClearField("prompt_id")
    return again
