"""Blast Radius in a real terminal, played for a while by what is printed alone."""

import random
import re
from pathlib import Path

import pexpect

from tests.e2e.test_play import home, terminal

__all__ = ["home"]

ONE = re.compile(r"(\d+) to (\d+), v, q, \? > ")
SEVERAL = re.compile(r"Choose (\d+)(?: to (\d+))? of these.*?numbers, v, q, \? > ", re.S)
WORDS = re.compile(r"Type 1 to 500 characters\.\s+> ")
ANSWERS = 60


def played(person: "pexpect.spawn[str]", chance: random.Random) -> str:
    """Type what the prompts say may be typed, so many times; all that was printed."""
    told = ""
    for _ in range(ANSWERS):
        kind = person.expect([SEVERAL, ONE, WORDS])
        match = person.match
        assert isinstance(match, re.Match)
        told += (person.before or "") + match.group(0)
        if kind == 0:
            listed = re.findall(r"^ +(\d+)  \S", match.group(0).replace("\r", ""), re.M)
            person.sendline(" ".join(chance.sample(listed, int(match.group(1)))))
        elif kind == 1:
            person.sendline(str(chance.randint(int(match.group(1)), int(match.group(2)))))
        else:
            person.sendline("Two hermits meet.")
    return told


def test_a_table_with_three_house_players(home: Path) -> None:
    person = terminal(home, "--game", "blast_radius", "--seats", "4")

    told = played(person, random.Random(7))

    person.expect([SEVERAL, ONE, WORDS])
    person.sendline("q")
    person.expect(pexpect.EOF)
    person.close()
    assert person.exitstatus == 0, told[-3000:]
    assert "Who are you?" in told
    assert "One action." in told
    assert re.search(r"Turn \d+, .*'s: \d+ items and \d+ objectives in the decks", told)
    assert "_" not in re.sub(r"\S*_\S*\.toml", "", told)
