"""The rulebook, the code and the tests name the same rules.

A rule is a line `**BLO-042** ...` of a game's RULES.md. Every one is cited by the game's code and
shown by a test marked `@pytest.mark.rule("BLO-042")`; every id cited anywhere is in the book.
"""

import ast
import importlib
import re
from pathlib import Path

import pytest

from tests.tidy import tree

BOOK = re.compile(r"^\*\*([A-Z0-9-]+)\*\*", re.MULTILINE)


def ids(prefix: str) -> re.Pattern[str]:
    """Rules (BLO-042) and our rulings on gaps (BLO-R07) of one game."""
    return re.compile(rf"\b{prefix}-R?\d+\b")


def book(text: str) -> list[str]:
    """The ids a RULES.md defines, in order."""
    return BOOK.findall(text)


def cited(texts: list[str], prefix: str) -> set[str]:
    """The ids that code names, in docstrings, comments and fields."""
    return {rule for text in texts for rule in ids(prefix).findall(text)}


def shown(sources: list[str]) -> set[str]:
    """The ids that tests are marked with."""
    return {
        argument.value
        for source in sources
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.Call) and ast.unparse(node.func) == "pytest.mark.rule"
        for argument in node.args
        if isinstance(argument, ast.Constant) and isinstance(argument.value, str)
    }


def _texts(folder: Path, *suffixes: str) -> list[str]:
    return [path.read_text() for path in tree.files(folder, *suffixes)]


@pytest.mark.parametrize("game", tree.games())
def test_every_rule_is_cited_by_code_and_shown_by_a_test(game: str) -> None:
    rules = book((tree.ENGINES / game / "RULES.md").read_text())
    prefix = importlib.import_module(f"croupier.engines.{game}.engine").rules
    code = cited(_texts(tree.ENGINES / game, ".py", ".toml"), prefix)
    tests = shown(_texts(tree.ROOT / "tests/engines" / game, ".py"))

    assert rules, f"{game}/RULES.md numbers no rule"
    assert [rule for rule in rules if rules.count(rule) > 1] == [], "an id is never reused"
    assert [rule for rule in rules if not ids(prefix).fullmatch(rule)] == [], "not an id"
    assert sorted(set(rules) - code) == [], "rules that no code cites"
    assert sorted(set(rules) - tests) == [], "rules that no test shows"


@pytest.mark.parametrize("game", tree.games())
def test_every_rule_cited_is_in_the_book(game: str) -> None:
    rules = set(book((tree.ENGINES / game / "RULES.md").read_text()))
    prefix = importlib.import_module(f"croupier.engines.{game}.engine").rules
    places = [tree.ROOT / name for name in ("engines", "service", "clients", "protos", "tests")]
    texts = [text for place in places for text in _texts(place, ".py", ".toml", ".proto", ".md")]

    assert sorted(cited(texts, prefix) - rules) == [], "no such rule"


def test_a_book_is_read_by_its_leading_ids() -> None:
    text = "# Rules\n**QQQ-001** Deal, see **QQQ-002**.\n**QQQ-002** Play.\n**QQQ-R01** A ruling.\n"

    assert book(text) == ["QQQ-001", "QQQ-002", "QQQ-R01"]


def test_code_cites_in_any_words_and_only_its_own_prefix() -> None:
    source = '"""QQQ-001. Deal."""\nx = 1  # QQQ-R01: never less\nother = "ZZZ-001 QQQ-XY"\n'

    assert cited([source], "QQQ") == {"QQQ-001", "QQQ-R01"}


def test_only_a_marker_shows_a_rule() -> None:
    source = '# QQQ-003\n@pytest.mark.rule("QQQ-001", "QQQ-R01")\ndef test_x(): "QQQ-002"\n'

    assert shown([source]) == {"QQQ-001", "QQQ-R01"}
