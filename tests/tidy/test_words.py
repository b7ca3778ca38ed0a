"""The project speaks of itself alone, and leaves nothing half done."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.tidy import tree

# What no text of the project says. Written so that this file does not say it, either.
FOREIGN = re.compile(
    r"/roo[t]/|/tmp/[a-z]|/work[/]|\.\./share[d]|\bshare[d]/|sub-?agen[t]|this sessio[n]|steerin[g]"
    r"|\bissue [#]?\d|https?://\S*(pyp[i]|npmj[s]|pythonhoste[d])",
    re.IGNORECASE,
)
UNDONE = re.compile(r"\b(TOD[O]|FIXM[E]|XX[X]|NotImplementedErro[r]|assert Tru[e])\b")
TEXTS = (
    "", ".html", ".in", ".json", ".lock", ".lua", ".md", ".mjs", ".proto", ".py", ".toml", ".ts",
    ".yaml",
)  # fmt: skip


def foreign(text: str) -> list[str]:
    """Words about anything but the project: places on a machine, trackers, registry hosts."""
    return [match.group() for match in FOREIGN.finditer(text)]


def undone(text: str) -> list[str]:
    """Notes that something is still to be done."""
    return [match.group() for match in UNDONE.finditer(text)]


def silent_skips(source: str) -> Iterator[int]:
    """Lines that leave a test out, or expect it to fail, without saying why."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Call) and _skips(node.func):
            first = node.args[:1] if ast.unparse(node.func).endswith("pytest.skip") else []
            said = first + [k.value for k in node.keywords if k.arg == "reason"]
            if not any(isinstance(why, ast.JoinedStr | ast.Constant | ast.Name) for why in said):
                yield node.lineno
        elif isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            yield from (mark.lineno for mark in node.decorator_list if _skips(mark))


def _skips(node: ast.expr) -> bool:
    name = ast.unparse(node) if isinstance(node, ast.Attribute) else ""
    return name.endswith(("mark.skip", "mark.skipif", "mark.xfail", "pytest.skip", "pytest.xfail"))


@pytest.mark.parametrize("path", tree.files(tree.ROOT, *TEXTS), ids=tree.where)
def test_texts_speak_of_the_project_and_are_finished(path: Path) -> None:
    text = path.read_text()

    assert foreign(text) == []
    assert undone(text) == []


@pytest.mark.parametrize("path", tree.files(tree.ROOT / "tests", ".py"), ids=tree.where)
def test_no_test_is_left_out_silently(path: Path) -> None:
    assert list(silent_skips(path.read_text())) == []


@pytest.mark.parametrize(
    "planted",
    [
        "see /ro" + "ot/notes",
        "see ../sha" + "red/notes.md",
        "closes iss" + "ue #7",
        "Iss" + "ue 12 wants it",
        "https://py" + "pi.org/simple",
        "as this sess" + "ion found",
    ],
)
def test_a_foreign_word_is_found(planted: str) -> None:
    assert len(foreign(planted)) == 1


@pytest.mark.parametrize("planted", ["# TO" + "DO: later", "raise NotImpl" + "ementedError"])
def test_an_unfinished_line_is_found(planted: str) -> None:
    assert len(undone(planted)) == 1


@pytest.mark.parametrize(
    "planted",
    [
        "@pytest.mark.skip\ndef test_x(): ...",
        "@pytest.mark.xfail()\ndef test_x(): ...",
        "@pytest.mark.skipif(True)\ndef test_x(): ...",
        "pytest.skip()",
    ],
)
def test_a_silent_skip_is_found(planted: str) -> None:
    assert list(silent_skips(planted)) == [1]


@pytest.mark.parametrize(
    "fine", ["@pytest.mark.skip(reason='no TLS here')\ndef test_x(): ...", "pytest.skip('no TLS')"]
)
def test_a_reason_makes_a_skip_fine(fine: str) -> None:
    assert list(silent_skips(fine)) == []
