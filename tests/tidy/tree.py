"""Where the code lies, for the tests that read it."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[2]
ENGINES = ROOT / "engines/src/croupier/engines"
SERVICE = ROOT / "service/src/croupier/service"
CLIENT = ROOT / "clients/python/src/croupier/client"

_GENERATED = re.compile(r"_pb2(_grpc)?\.pyi?$|_pb\.ts$")
_ELSEWHERE = {"__pycache__", "node_modules", "third_party", "dist", "build", "out"}


def files(folder: Path, *suffixes: str) -> list[Path]:
    """Every file of ours below a folder, sorted: nothing hidden, generated or third-party."""
    return sorted(_below(folder, suffixes))


def _below(folder: Path, suffixes: tuple[str, ...]) -> Iterator[Path]:
    for entry in folder.iterdir():
        if entry.name.startswith(".") or entry.name in _ELSEWHERE or entry.is_symlink():
            continue
        if entry.is_dir():
            yield from _below(entry, suffixes)
        elif (not suffixes or entry.suffix in suffixes) and not _GENERATED.search(entry.name):
            yield entry


def python() -> list[Path]:
    """All Python that people wrote."""
    return files(ROOT, ".py")


def games() -> list[str]:
    """The names of the games that have an engine."""
    return sorted(
        path.parent.name for path in ENGINES.glob("*/engine.py") if path.parent.name != "kernel"
    )


def where(path: Path, node: ast.expr | ast.stmt | None = None) -> str:
    """A place people can click on."""
    name = path.relative_to(ROOT) if path.is_relative_to(ROOT) else path
    return f"{name}:{node.lineno}" if node is not None else str(name)
