"""The playthrough files are what the engine plays today: `make playthroughs` writes them."""

import os
from pathlib import Path

import pytest

from croupier.engines.blossom_ridge.table import Options
from tests.engines.blossom_ridge.playthrough import written

FILES = Path(__file__).parent / "playthroughs"
OPEN = Options(ace_high=True, open_trick_history=True)

GAMES = {
    "two_players_first_round": (2, Options(), b"33", 1, True),
    "three_players_first_round": (3, Options(), b"54", 1, True),
    "four_players_first_round": (4, OPEN, b"111", 1, True),
    "two_players_whole_game": (2, Options(), b"whole", 4, False),
}


@pytest.mark.parametrize("name", GAMES)
def test_a_playthrough_is_as_it_was(name: str) -> None:
    file = FILES / f"{name}.txt"
    text = "\n".join(written(*GAMES[name])) + "\n"
    if os.environ.get("CROUPIER_PLAYTHROUGHS") == "write":
        file.parent.mkdir(exist_ok=True)
        file.write_text(text)

    assert file.read_text() == text


def test_every_file_is_of_a_game() -> None:
    assert sorted(file.stem for file in FILES.iterdir()) == sorted(GAMES)
