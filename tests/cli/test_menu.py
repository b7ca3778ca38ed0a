"""Numbers, and nothing but numbers, choose."""

from collections.abc import Callable, Iterator

import pytest

from croupier.client.decisions import command_of
from croupier.games.blossom_ridge.v1 import blossom_ridge_pb2 as br
from croupier.service.cli import sitting
from croupier.service.cli.games.blossom_ridge import BlossomRidge
from croupier.service.cli.menu import Quit, choose, several
from croupier.v1.payload_pb2 import Command, LegalCommand

Typing = Callable[..., None]


@pytest.fixture
def typing(monkeypatch: pytest.MonkeyPatch) -> Typing:
    """What the person will type, line by line."""

    def will(*lines: str) -> None:
        rest: Iterator[str] = iter(lines)

        def typed(_: str) -> str:
            try:
                return next(rest)
            except StopIteration:
                raise EOFError from None

        monkeypatch.setattr("builtins.input", typed)

    return will


def nothing() -> None:
    """Nothing to look at."""


def test_the_first_and_the_last_number_choose(typing: Typing) -> None:
    typing("1", "3")

    assert choose("Which?", ["a", "b", "c"], nothing) == 0
    assert choose("Which?", ["a", "b", "c"], nothing) == 2


def test_anything_else_is_asked_again(typing: Typing, capsys: pytest.CaptureFixture[str]) -> None:
    typing("0", "4", "-1", "x", "", "1.0", "\u00b2", " 2 ")

    assert choose("Which?", ["a", "b", "c"], nothing) == 1
    assert capsys.readouterr().out.count("Type a number.") == 7


def test_a_look_shows_the_table_and_asks_again(typing: Typing) -> None:
    looks: list[int] = []
    typing("v", "V", "1")

    choose("Which?", ["a"], lambda: looks.append(1))

    assert len(looks) == 2


@pytest.mark.parametrize("lines", [("q",), ("Q",), ()])
def test_q_or_the_end_of_input_quits(typing: Typing, lines: tuple[str, ...]) -> None:
    typing(*lines)

    with pytest.raises(Quit):
        choose("Which?", ["a"], nothing)


@pytest.mark.parametrize(("line", "chosen"), [("2", [1]), ("3 1", [2, 0]), (" 1  2 ", [0, 1])])
def test_several_are_chosen_in_the_order_typed(
    typing: Typing, line: str, chosen: list[int]
) -> None:
    typing(line)

    assert several("Which?", ["a", "b", "c"], 1, 2, nothing) == chosen


@pytest.mark.parametrize("line", ["", "1 2 3", "1 1", "0", "4", "1 x"])
def test_too_few_too_many_twice_or_none_of_them_is_asked_again(typing: Typing, line: str) -> None:
    typing(line, "1")

    assert several("Which?", ["a", "b", "c"], 1, 2, nothing) == [0]


def test_none_may_be_chosen_where_none_is_enough(typing: Typing) -> None:
    typing("")

    assert several("Which?", ["a"], 0, 1, nothing) == []


def legal(adds: int) -> list[LegalCommand]:
    """One card, and many places to add a marker to."""
    card = LegalCommand(command=command_of(br.PlayCard(card="H7")))
    places = [br.Act(action=br.Action(add=br.Add(location=f"place_{n}"))) for n in range(adds)]
    return [card, *(LegalCommand(command=command_of(place)) for place in places)]


def chosen(answers: list[LegalCommand]) -> Command:
    """What the person picks among these."""
    return sitting._chosen(BlossomRidge(["Ada"], {}), "Decide.", answers, nothing)


def test_few_choices_are_one_list(typing: Typing) -> None:
    answers = legal(sitting.FLAT_MAX - 1)
    typing(str(sitting.FLAT_MAX))

    assert chosen(answers) == answers[-1].command


def test_many_choices_are_grouped_by_kind(typing: Typing) -> None:
    answers = legal(sitting.FLAT_MAX)
    typing("2", str(sitting.FLAT_MAX))

    assert chosen(answers) == answers[-1].command


def test_choices_stand_kind_by_kind_and_as_people_sort(
    typing: Typing, capsys: pytest.CaptureFixture[str]
) -> None:
    hand = ["S2", "H10", "H9", "C1", "H2"]
    cards = [LegalCommand(command=command_of(br.PlayCard(card=card))) for card in hand]
    add = LegalCommand(command=command_of(br.Act(action=br.Action(add=br.Add(location="mill")))))
    typing("1", "2", "3", "4", "5", "6")

    picked = [chosen([*cards[:3], add, *cards[3:]]) for _ in range(6)]

    words = [BlossomRidge(["Ada"], {}).choice(command).text for command in picked]
    played = [one.blossom_ridge.play_card.card for one in picked[:5]]
    assert played == ["C1", "H2", "H9", "H10", "S2"]
    assert picked[5] == add.command
    shown = capsys.readouterr().out.splitlines()
    assert [line.split("  ")[-1] for line in shown if line.startswith("    ")][:6] == words
