"""Blight of Blackridge in a real terminal, played by what is printed alone."""

import random
import re
from pathlib import Path

import pexpect

from tests.e2e.test_play import OVER, home, terminal

__all__ = ["home"]

ONE = re.compile(r"(\d+) to (\d+), v, q, \? > ")
SEVERAL = re.compile(r"Choose (\d+)(?: to (\d+))? of these.*?numbers, v, q, \? > ", re.S)
WORDS = re.compile(r"Type 1 to 200 characters\.\s+> ")
ANSWERS_MAX = 3_000
FEW = 3  # cards into one list


def answered(person: "pexpect.spawn[str]", chance: random.Random) -> str:
    """Type what the prompt says may be typed, until the game is over; all that was printed."""
    told = ""
    for _ in range(ANSWERS_MAX):
        kind = person.expect([SEVERAL, ONE, WORDS, pexpect.EOF])
        told += person.before or ""
        if kind == 3:
            return told
        match = person.match
        assert isinstance(match, re.Match)
        told += match.group(0)
        if kind == 0:
            least = int(match.group(1))
            most = int(match.group(2) or least)
            listed = re.findall(r"^ +(\d+)  \S", match.group(0).replace("\r", ""), re.M)
            many = chance.randint(least, min(most, FEW, len(listed)) if most > least else least)
            person.sendline(" ".join(chance.sample(listed, many)))
        elif kind == 1:
            person.sendline(str(chance.randint(int(match.group(1)), int(match.group(2)))))
        else:
            person.sendline("Nobody here but us.")
    return told


def test_a_whole_game_against_three_house_players(home: Path) -> None:
    person = terminal(home, "--game", "blight_of_blackridge", "--seats", "4")

    told = answered(person, random.Random(7))

    person.close()
    assert person.exitstatus == 0, told[-3000:]
    assert OVER.search(told), told[-3000:]
    assert "Day 1:" in told
    assert "Your hand:" in told
    assert "The game is over." in told
    assert "Guest asks you to" not in told
