"""`croupier play` in a real terminal: the printed numbers alone play a whole game."""

import random
import re
from collections.abc import AsyncIterator
from pathlib import Path

import pexpect
import pytest

from tests.e2e import commands
from tests.waiting import wait_until

ASKED = re.compile(r"1 to (\d+), v, q, \? > ")
OVER = re.compile(r"You win\.|You share the victory\.|The house wins\.")
ANSWERS_MAX = 400
WIDTH = 200


@pytest.fixture
async def home(tmp_path: Path) -> AsyncIterator[Path]:
    """An account of its own; no server may be left when the test is done."""
    yield tmp_path
    await wait_until(lambda: commands.servers_of(tmp_path) == [], "every server is gone")


def terminal(home: Path, *words: str) -> "pexpect.spawn[str]":
    """`croupier play` at a terminal."""
    return pexpect.spawn(
        commands.CROUPIER,
        ["play", "--think-ms", "0", *words],
        env=commands.environment(home),
        encoding="utf-8",
        timeout=30,
        dimensions=(50, WIDTH),
    )


def answered(person: "pexpect.spawn[str]", chance: random.Random, answers_max: int) -> str:
    """Type one of the printed numbers at each prompt; everything that was printed."""
    told = ""
    for _ in range(answers_max):
        ended = person.expect([ASKED, pexpect.EOF])
        told += person.before or ""
        if ended:
            return told
        match = person.match
        assert isinstance(match, re.Match)
        most = int(match.group(1))
        told += match.group(0)
        numbers = re.findall(r"^ +(\d+)  \S", (person.before or "").replace("\r", ""), re.M)
        assert numbers[-most:] == [str(number) for number in range(1, most + 1)]
        person.sendline(str(chance.randint(1, most)))
    return told


def test_a_whole_game_is_played_by_the_printed_numbers_alone(home: Path) -> None:
    person = terminal(home, "--seats", "4")

    told = answered(person, random.Random(4), ANSWERS_MAX)

    person.close()
    assert person.exitstatus == 0, told[-2000:]
    assert OVER.search(told)
    assert "Round 4 is scored" in told
    assert "held by" in told
    assert "Your hand:" in told
    assert told.count("You lead: play any card.") > 0
    assert "House 3" in told
    assert "Guest plays the" in told
    assert not (home / ".local/state/croupier-play/play.json").exists()


def test_a_game_is_left_and_gone_on_with(home: Path) -> None:
    person = terminal(home, "--seats", "2")
    answered(person, random.Random(1), 5)
    person.expect(ASKED)
    before = (person.before or "").split("Your hand:")[-1]
    person.sendline("q")
    person.expect("The game is kept")
    person.expect(pexpect.EOF)
    person.close()
    assert person.exitstatus == 0
    kept = home / ".local/state/croupier-play/play.json"
    assert kept.stat().st_mode & 0o777 == 0o600

    again = terminal(home, "--seats", "2")
    again.expect("Going on with the game that was kept")
    again.expect(ASKED)
    assert (again.before or "").split("Your hand:")[-1] == before
    again.sendline("1")
    told = answered(again, random.Random(1), ANSWERS_MAX)
    again.close()

    assert OVER.search(told)


def test_nonsense_is_answered_with_help_and_changes_nothing(home: Path) -> None:
    person = terminal(home, "--seats", "2")
    person.expect(ASKED)
    for nonsense in ("0", "999", "-1", "one", "", "²", "1;2", "?"):
        person.sendline(nonsense)
        person.expect_exact("Type a number.")
        person.expect(ASKED)
    person.sendline("v")
    person.expect("held by")
    person.expect(ASKED)
    person.sendeof()
    person.expect("The game is kept")
    person.expect(pexpect.EOF)
    person.close()

    assert person.exitstatus == 0


def test_ctrl_c_keeps_a_game_and_new_gives_it_up(home: Path) -> None:
    first = terminal(home, "--seats", "2")
    first.expect(ASKED)
    first.sendintr()
    first.expect("The game is kept")
    first.expect(pexpect.EOF)
    first.close()

    second = terminal(home, "--seats", "2", "--new")
    second.expect(ASKED)
    told = second.before or ""
    second.sendline("q")
    second.expect(pexpect.EOF)
    second.close()

    assert (first.exitstatus, second.exitstatus) == (0, 0)
    assert "Going on" not in told


def test_two_at_once_on_one_directory_is_one_sentence(home: Path) -> None:
    first = terminal(home, "--seats", "2")
    first.expect(ASKED)

    second = commands.run(home, "play", "--seats", "2")

    assert second.returncode == 1
    assert second.stderr.startswith("Cannot play: The service did not start.")
    assert "Traceback" not in second.stderr
    first.sendline("q")
    first.expect(pexpect.EOF)
    first.close()


def test_nobody_at_the_address_is_one_sentence(home: Path) -> None:
    done = commands.run(home, "play", "--address", "127.0.0.1:1")

    assert done.returncode == 1
    assert done.stderr.startswith("Cannot play: UNAVAILABLE")
    assert len(done.stderr.splitlines()) == 1


@pytest.mark.parametrize(
    "place",
    ["/proc/nope", "/etc/passwd", "/etc/passwd/below", "~nobody-of-this-name/x", "/proc/self"],
)
def test_no_place_to_keep_a_game_is_one_sentence(home: Path, place: str) -> None:
    done = commands.run(home, "play", "--data-dir", place)

    assert done.returncode == 1
    assert done.stderr.startswith(f"Cannot play: --data-dir {place}: ")
    assert len(done.stderr.splitlines()) == 1


def test_a_kept_game_says_what_it_is_and_how_to_begin_another(home: Path) -> None:
    first = terminal(home, "--seats", "2")
    first.expect(ASKED)
    first.sendline("q")
    first.expect(pexpect.EOF)
    first.close()

    again = commands.run(home, "play", "--seats", "3", said="q\n")

    assert again.returncode == 0
    assert "the game that was kept: blossom_ridge with 2 seats. (--new" in again.stdout


def test_the_terminal_going_away_ends_everything(home: Path) -> None:
    person = terminal(home, "--seats", "2")
    person.expect(ASKED)

    person.close(force=True)  # the window is closed; `home` sees to it that nothing is left
