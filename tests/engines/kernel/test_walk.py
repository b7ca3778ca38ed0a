"""A failure of a law can be replayed from what it prints."""

import re
from typing import Any

import pytest

from croupier.engines.kernel.stored import Stored
from tests.engines.kernel.faults import FAULTS
from tests.engines.kernel.laws import play_by_the_laws
from tests.engines.kernel.subject import Reached
from tests.engines.kernel.test_games import SUBJECTS
from tests.engines.kernel.walk import Game, LawBroken, replay


@pytest.mark.parametrize("name", SUBJECTS)
def test_the_same_seed_and_commands_are_the_same_table(name: str) -> None:
    subject = SUBJECTS[name]
    stored: Stored[Any] = Stored(subject.engine.stored)
    game = Game(subject, 2, 7)
    for _ in game.commits():
        pass

    again = replay(subject, 2, 7, game.commands)

    assert stored.write(again.table) == stored.write(game.table)
    assert again.rng.drawn == game.rng.drawn


def test_games_differ_by_their_seeds() -> None:
    subject = SUBJECTS["swap_meet"]
    first = [Game(subject, 2, seed).table for seed in range(20)]

    assert len({repr(table.hands[0].peek()) for table in first}) > 10


def test_what_a_failure_prints_leads_to_the_failure_again() -> None:
    fault = next(fault for fault in FAULTS if fault.what == "a lot is lost")
    subject = fault.subject

    def fails_somewhere() -> None:
        for seed in range(50):
            play_by_the_laws(subject, 2, seed, Reached())

    with pytest.raises(LawBroken) as broken:
        fails_somewhere()
    [story] = broken.value.__notes__
    told = re.fullmatch(r"sealed_bids: replay\(subject, 2, (\d+), (\[.*\])\)", story, re.S)
    assert told is not None
    commands = eval(told[2], {**vars(subject.module)})
    game = replay(subject, 2, int(told[1]), commands)
    assert subject.conserved(game.table) != subject.conserved(game.opening.table)
