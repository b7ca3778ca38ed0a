"""The playthrough files are what the engine plays today: `make playthroughs` writes them."""

import os
from pathlib import Path

import pytest

from croupier.engines.the_blessed_dark.table import Options
from tests.engines.the_blessed_dark.playthrough import written

FILES = Path(__file__).parent / "playthroughs"
EVERYTHING = Options(dark_one_modified_triple=True, dark_one_ends_ritual=False)

GAMES = {
    "two_players_first_turns": (2, Options(), b"2", 24, True),
    "three_players_first_turns": (3, Options(), b"3", 24, True),
    "four_players_first_turns": (4, EVERYTHING, b"4", 24, True),
    "three_players_whole_game": (3, Options(reveal_hands_at_end=True), b"whole", 600, False),
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
