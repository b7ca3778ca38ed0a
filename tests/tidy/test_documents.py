"""What documents and scripts promise about the tree is so."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.conftest import PACKAGES
from tests.tidy import tree

LINK = re.compile(r"\]\((?!\w+:)([^)#]+)(?:#[^)]*)?\)")
ESSENTIAL = {"util-linux"}  # on every Debian


def broken(document: Path) -> list[str]:
    """The links of a document that lead nowhere in the tree."""
    links = LINK.findall(document.read_text())
    return [link for link in links if not (document.parent / link).exists()]


def needed(source: str) -> Iterator[str]:
    """The programs that tests ask for with the marker `needs`."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Call) and ast.unparse(node.func) == "pytest.mark.needs":
            yield from (str(ast.literal_eval(argument)) for argument in node.args)


def unlisted(programs: list[str], script: str) -> list[str]:
    """The packages that a script would have to install for these programs, and does not."""
    listed = re.findall(r"^packages=\((.*)\)$", script, re.MULTILINE)[0].split()
    return sorted({PACKAGES[program] for program in programs} - ESSENTIAL - set(listed))


@pytest.mark.parametrize("document", tree.files(tree.ROOT, ".md"), ids=tree.where)
def test_links_lead_somewhere(document: Path) -> None:
    assert broken(document) == []


def test_every_decision_is_in_their_list() -> None:
    decisions = tree.files(tree.ROOT / "docs/adr", ".md")
    listed = LINK.findall((tree.ROOT / "docs/adr/README.md").read_text())

    assert [path.name for path in decisions if path.name != "README.md"] == listed


def test_ci_installs_what_tests_need() -> None:
    tests = tree.files(tree.ROOT / "tests", ".py")
    programs = [program for path in tests for program in needed(path.read_text())]

    assert unlisted(programs, (tree.ROOT / ".ci/run").read_text()) == []


def test_a_broken_link_is_found(tmp_path: Path) -> None:
    document = tmp_path / "a.md"
    document.write_text("[here](a.md) [part](a.md#x) [web](https://a.example) [gone](b.md)")

    assert broken(document) == ["b.md"]


def test_a_missing_install_step_is_found() -> None:
    programs = list(needed("@pytest.mark.needs('node', 'unshare')\ndef test_x(): ..."))

    assert unlisted(programs, "packages=(redis-server)\n") == ["nodejs"]
    assert unlisted(programs, "packages=(nodejs nginx)\n") == []
