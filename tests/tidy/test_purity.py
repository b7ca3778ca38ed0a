"""Engines compute: the same arguments give the same answer on any machine and in any process."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.tidy import tree

IMPORTS = {
    "collections",
    "croupier.engines",
    "enum",
    "functools",
    "hashlib",
    "hmac",
    "importlib.resources",
    "itertools",
    "msgspec",
    "operator",
    "struct",
    "tomllib",
    "typing",
}
NAMES = {
    "__import__": "engines import by name",
    "eval": "engines run no text",
    "exec": "engines run no text",
    "float": "no floats: they round differently",
    "frozenset": "a set has no order that holds in another process: use dict.fromkeys or a tuple",
    "hash": "hash() differs in another process",
    "input": "engines touch no terminal",
    "open": "engines touch no disk",
    "print": "engines touch no terminal",
    "set": "a set has no order that holds in another process: use dict.fromkeys or a tuple",
}


def impurities(source: str) -> Iterator[tuple[ast.expr | ast.stmt, str]]:
    """Everything in an engine's source that could differ between two processes."""
    module = ast.parse(source)
    compared = {
        right
        for node in ast.walk(module)
        if isinstance(node, ast.Compare)
        for how, right in zip(node.ops, node.comparators, strict=True)
        if isinstance(how, ast.In | ast.NotIn)
    }
    for node in ast.walk(module):
        match node:
            case ast.Import(names=names):
                yield from ((node, f"imports {n.name}") for n in names if not _allowed(n.name))
            case ast.ImportFrom(module=name, level=level) if level or not _allowed(name or ""):
                yield node, f"imports {name}"
            case ast.Call(func=ast.Name(id="id")):
                yield node, "id() differs in another process"
            case ast.Name(id=name, ctx=ast.Load()) if name in NAMES:
                yield node, NAMES[name]
            case ast.Set() if node not in compared:
                yield node, NAMES["set"]
            case ast.SetComp():
                yield node, NAMES["set"]
            case ast.BinOp(left=left, op=how, right=right):
                if isinstance(how, ast.Div):
                    yield node, "no true division: use //"
                elif _is_keys(left) or _is_keys(right):
                    yield node, NAMES["set"]
            case ast.Constant(value=float() | complex()):
                yield node, NAMES["float"]


def _allowed(name: str) -> bool:
    return any(name == allowed or name.startswith(f"{allowed}.") for allowed in IMPORTS)


def _is_keys(node: ast.expr) -> bool:
    return (
        isinstance(node, ast.Call)
        and isinstance(node.func, ast.Attribute)
        and node.func.attr in ("keys", "items")
    )


@pytest.mark.parametrize("path", tree.files(tree.ENGINES, ".py"), ids=tree.where)
def test_an_engine_is_pure(path: Path) -> None:
    found = [f"{tree.where(path, node)}: {why}" for node, why in impurities(path.read_text())]

    assert found == []


@pytest.mark.parametrize(
    "planted",
    [
        "import random",
        "import os.path",
        "from time import monotonic",
        "from importlib import import_module",
        "from . import cards",
        "from datetime import datetime",
        "import grpc",
        "from google.protobuf import message",
        "for card in {'a', 'b'}: deal(card)",
        "cards = {c for c in hand}",
        "cards = set(hand)",
        "cards = frozenset(hand)",
        "mine = a.keys() & b",
        "n = hash(card)",
        "n = id(card)",
        "half = 0.5",
        "half = n / 2",
        "half = float(n)",
        "print(table)",
        "text = open('pack.toml')",
        "now = __import__('time')",
    ],
)
def test_an_impure_line_is_found(planted: str) -> None:
    assert len(list(impurities(planted))) == 1


def test_pure_lines_are_left_alone() -> None:
    source = "from croupier.engines.kernel import rng\nok = id in {'h', 'd'}\nn = 7 // 2\n"

    assert list(impurities(source)) == []
