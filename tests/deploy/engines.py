"""Asking the real engines of `.deploy`: Helm's, and the schemas of Kubernetes and Compose."""

import json
import subprocess
from pathlib import Path
from types import TracebackType
from typing import Any, Self

import pytest

ROOT = Path(__file__).parents[2]
TOOLS = ROOT / ".deploy" / "bin"
CHART = ROOT / "deploy" / "chart"
RELEASES = ("1.30", "1.34", "1.37")  # of Kubernetes: the oldest one the chart takes, and newer

needs_engines = pytest.mark.skipif(
    not (ROOT / ".deploy" / "ready").exists(), reason="needs .deploy: make deploy-tools"
)


class Refused(Exception):
    """What Helm has against values or a template."""


class Engines:
    """The process that has them."""

    def __init__(self) -> None:
        self._process = subprocess.Popen(
            [str(TOOLS / "python"), str(Path(__file__).with_name("workshop.py"))],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
        )  # fmt: skip

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._process.communicate()
        assert self._process.returncode == 0

    def ask(self, question: str, *arguments: Any) -> Any:
        """One question of `workshop`. Raises Refused."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(json.dumps((question, arguments)) + "\n")
        self._process.stdin.flush()
        told = json.loads(self._process.stdout.readline())
        if "refused" in told:
            raise Refused(told["refused"])
        return told["answer"]

    def render(self, values: dict[str, Any], release: str = "demo") -> dict[str, str]:
        """The text of every template that has one, without the notes."""
        written = self.ask("render", str(CHART), values, release)
        names = {name: text for name, text in written.items() if name.endswith(".yaml")}
        return {name: text for name, text in names.items() if text.strip()}

    def objects(self, values: dict[str, Any], release: str = "demo") -> dict[str, Any]:
        """Every object, as "Kind name"."""
        found = [
            one
            for text in self.render(values, release).values()
            for one in self.ask("documents", text)
        ]
        named = {f"{one['kind']} {one['metadata']['name']}": one for one in found}
        assert len(named) == len(found), "two objects have the same name"
        return named
