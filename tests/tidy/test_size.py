"""A file and a function fit in a reader's head."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.tidy import tree

FILE_LINES_MAX = 400
ENGINE_FILE_LINES_MAX = 300
FUNCTION_LINES_MAX = 40
COLUMNS_MAX = 100

# file, or file:function -> its lines now, and why; the number only ever shrinks.
EXCEPTIONS: dict[str, tuple[int, str]] = {}


def functions(source: str) -> Iterator[tuple[str, int]]:
    """Every function with its number of lines, decorators left out."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            yield node.name, (node.end_lineno or node.lineno) - node.lineno + 1


def too_long(name: str, source: str, file_max: int) -> Iterator[tuple[str, int]]:
    """What passes its limit, and by which size."""
    if (lines := len(source.splitlines())) > file_max:
        yield name, lines
    if name.endswith(".py"):
        for function, lines in functions(source):
            if lines > FUNCTION_LINES_MAX:
                yield f"{name}:{function}", lines


def too_wide(source: str) -> list[int]:
    """The lines that pass the last column."""
    return [n for n, line in enumerate(source.splitlines(), 1) if len(line) > COLUMNS_MAX]


def _limit(path: Path) -> int:
    return ENGINE_FILE_LINES_MAX if path.is_relative_to(tree.ENGINES) else FILE_LINES_MAX


CODE = tree.files(tree.ROOT, ".html", ".lua", ".mjs", ".py", ".ts")


@pytest.mark.parametrize("path", CODE, ids=tree.where)
def test_files_and_functions_are_short(path: Path) -> None:
    found = dict(too_long(tree.where(path), path.read_text(), _limit(path)))

    assert {name: n for name, n in found.items() if n != EXCEPTIONS.get(name, (0, ""))[0]} == {}


@pytest.mark.parametrize("path", CODE, ids=tree.where)
def test_lines_are_narrow(path: Path) -> None:
    assert too_wide(path.read_text()) == []


def test_every_exception_is_still_needed() -> None:
    for name in EXCEPTIONS:
        path = tree.ROOT / name.partition(":")[0]
        assert name in dict(too_long(tree.where(path), path.read_text(), _limit(path)))


def test_a_long_function_is_found() -> None:
    fits = "def fits():\n" + "    pass\n" * (FUNCTION_LINES_MAX - 1)
    long = "async def long():\n" + "    pass\n" * FUNCTION_LINES_MAX

    assert list(too_long("a.py", fits + long, 400)) == [("a.py:long", FUNCTION_LINES_MAX + 1)]


def test_a_long_file_is_found() -> None:
    assert list(too_long("a.py", "\n" * FILE_LINES_MAX, FILE_LINES_MAX)) == []
    assert list(too_long("a.lua", "\n" * 401, FILE_LINES_MAX)) == [("a.lua", 401)]


def test_a_wide_line_is_found() -> None:
    assert too_wide("x" * COLUMNS_MAX + "\n" + "x" * (COLUMNS_MAX + 1)) == [2]
