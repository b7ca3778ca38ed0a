"""The playthrough files are what the engine plays today: `make playthroughs` writes them."""

import os
from pathlib import Path

import pytest

from croupier.engines.blast_radius.table import EndGame, Options
from tests.engines.blast_radius.playthrough import written

FILES = Path(__file__).parent / "playthroughs"
ABLE = Options(survivor_abilities=True, end_game=EndGame.FINAL_LAP)

GAMES = {
    "three_players_first_turns": (3, Options(), b"33", 8, True),
    "six_players_with_abilities_first_turns": (6, ABLE, b"66", 8, True),
    "four_players_whole_game": (4, Options(), b"whole", 300, False),
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
