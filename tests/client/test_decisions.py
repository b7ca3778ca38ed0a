"""What a player means becomes exactly what is sent."""

import pytest

from croupier.client.decisions import (
    any_of,
    command_of,
    fill,
    filled_form,
    put_into,
    some_of,
    some_picked,
)
from croupier.games.blossom_ridge.v1 import blossom_ridge_pb2 as br
from croupier.v1.payload_pb2 import (
    BLANK_KIND_LIST,
    BLANK_KIND_NUMBER,
    BLANK_KIND_TEXT,
    Blank,
    Command,
    Form,
    LegalCommand,
    Pick,
)
from croupier.v1.table_service_pb2 import GetViewRequest, SubmitCommandRequest

CARD = br.PlayCard(card="H7")
WHOLE = Command(blossom_ridge=br.Command(play_card=CARD))


@pytest.mark.parametrize("said", [CARD, br.Command(play_card=CARD), WHOLE])
def test_a_command_may_be_said_in_three_ways(said: br.PlayCard | br.Command | Command) -> None:
    assert command_of(said) == WHOLE


def test_a_command_without_fields_is_said_too() -> None:
    command = command_of(br.PassAction())

    assert command.blossom_ridge.WhichOneof("command") == "pass_action"


def test_something_else_is_not_a_command() -> None:
    with pytest.raises(TypeError, match="GetViewRequest is not a command"):
        command_of(GetViewRequest())


def test_a_request_carries_the_game_of_its_command() -> None:
    request = SubmitCommandRequest()

    put_into(request, WHOLE)

    assert request.WhichOneof("game") == "blossom_ridge"
    assert request.blossom_ridge == WHOLE.blossom_ridge


def test_an_empty_command_is_not_sent() -> None:
    with pytest.raises(TypeError, match="empty"):
        put_into(SubmitCommandRequest(), Command())


def test_a_shape_is_filled_from_its_source_within_its_bounds() -> None:
    pick = Pick(field="locations", source=["a", "b", "c"], least=1, most=3)
    sizes = set()
    for _ in range(200):
        chosen = br.AddMany()
        fill(chosen, pick, some_picked(pick))
        assert set(chosen.locations) <= {"a", "b", "c"}
        assert len(set(chosen.locations)) == len(chosen.locations)
        sizes.add(len(chosen.locations))

    assert sizes == {1, 2, 3}


def test_a_shape_is_filled_with_what_was_chosen() -> None:
    chosen = br.AddMany()

    fill(chosen, Pick(field="locations", source=["a", "b", "c"], least=1, most=3), ["c", "a"])

    assert list(chosen.locations) == ["c", "a"]


def test_numbers_in_a_shape_become_numbers() -> None:
    chosen = br.SeatsOrdered()

    fill(chosen, Pick(field="order", source=["10", "2"], least=2, most=2), ["10", "2"])

    assert chosen.order == [10, 2]


def test_any_of_the_legal_commands_is_taken() -> None:
    legal = [
        LegalCommand(command=command_of(br.PlayCard(card=card))) for card in ("H1", "H2", "H3")
    ]

    taken = {any_of(legal).blossom_ridge.play_card.card for _ in range(100)}

    assert taken == {"H1", "H2", "H3"}


def test_a_form_is_filled_by_the_names_of_its_blanks() -> None:
    form = Form(
        like=command_of(br.PlayCard()),
        blanks=[Blank(field="card", kind=BLANK_KIND_TEXT, least=2, most=3)],
    )

    assert filled_form(form, {"card": ["H7"]}) == WHOLE
    assert filled_form(form, {}).blossom_ridge.play_card.card == ""


def test_some_of_a_form_keeps_its_lists_apart_and_long_enough() -> None:
    lists = [
        Blank(field=name, kind=BLANK_KIND_LIST, source=["1", "2", "3"], least=0, most=3)
        for name in ("up", "down")
    ]
    form = Form(blanks=[*lists, Blank(field="n", kind=BLANK_KIND_NUMBER, least=4, most=9)])
    form.apart.extend(["up", "down"])
    form.least = 1
    for _ in range(100):
        values = some_of(form)
        together = values["up"] + values["down"]
        assert 1 <= len(together) == len(set(together))
        assert 4 <= int(values["n"][0]) <= 6
