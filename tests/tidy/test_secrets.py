"""Rules and the store's codec open secrets; what makes a viewer's bytes never does."""

import ast
from pathlib import Path
from typing import TypeGuard

import pytest

from tests.tidy import tree

# The only places outside the rules that may read what a secret holds, and why.
PEEKING = {
    "service/src/croupier/service/adapters/tables.py": "stores the seed under its own seal",
    "service/src/croupier/service/app/fold.py": "draws with the table's key",
    "service/src/croupier/service/app/house.py": "draws with the house's key",
    "service/src/croupier/service/app/live.py": "makes the table's key of its seed",
    "service/src/croupier/service/app/lobby.py": "commits to the seed in public",
}


def peeks(source: str) -> list[int]:
    """The lines that open a secret. A field may be called `peek`, as the card that peeks is."""
    return sorted(node.lineno for node in ast.walk(ast.parse(source)) if _opens(node))


def _opens(node: ast.AST) -> TypeGuard[ast.expr]:
    match node:
        case ast.Call(func=ast.Attribute(attr="peek")) | ast.Attribute(attr="_held"):
            return True
        case ast.Attribute(value=ast.Name(id="Secret" | "Counted"), attr="peek"):
            return True
        case ast.Call(func=ast.Name(id="getattr" | "attrgetter" | "methodcaller"), args=args):
            named = [arg.value for arg in args if isinstance(arg, ast.Constant)]
            return "peek" in named or "_held" in named
    return False


def _where_views_are_built() -> list[Path]:
    views = [p for p in tree.files(tree.ENGINES, ".py") if "view" in (p.stem, p.parent.name)]
    sent = tree.files(tree.SERVICE, ".py") + tree.files(tree.CLIENT, ".py")
    return views + [path for path in sent if tree.where(path) not in PEEKING]


@pytest.mark.parametrize("path", _where_views_are_built(), ids=tree.where)
def test_what_leaves_for_a_viewer_never_peeks(path: Path) -> None:
    assert peeks(path.read_text()) == [], f"{tree.where(path)}: use .seen_by(viewer)"


def test_every_exception_still_peeks() -> None:
    assert [name for name in PEEKING if not peeks((tree.ROOT / name).read_text())] == []


@pytest.mark.parametrize(
    "planted",
    [
        "hand = table.hands[0].peek()",
        "hands = map(Secret.peek, table.hands)",
        "hand = getattr(secret, 'peek')()",
        "hand = methodcaller('peek')(secret)",
        "hand = secret._held",
    ],
)
def test_a_peek_is_found(planted: str) -> None:
    assert peeks(planted) == [1]


def test_asking_as_a_viewer_is_no_peek() -> None:
    assert peeks("hand = table.hands[0].seen_by(viewer)") == []
    assert peeks("hand = view.peek.cards if view.HasField('peek') else ()") == []
