"""The playthrough files are what the engine plays today: `make playthroughs` writes them."""

import os
from pathlib import Path

import pytest

from croupier.engines.blight_of_blackridge.table import BettingClose, Options
from tests.engines.blight_of_blackridge.playthrough import written

FILES = Path(__file__).parent / "playthroughs"
CIRCLE = Options(betting_close=BettingClose.ONE_RAISE_CIRCLE, event_count=5)

GAMES = {
    "two_players_first_days": (2, Options(), b"2", 2),
    "three_players_first_days": (3, CIRCLE, b"3", 2),
    "four_players_first_days": (4, Options(), b"4", 2),
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
