"""The expressions of dashboards and alerts, and what they ask for."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import promql_parser as promql
import yaml

DASHBOARDS = Path(__file__).parents[2] / "deploy" / "dashboards"
# What Grafana puts in before it asks Prometheus.
VARIABLES = {"$__rate_interval": "1m", "$job": ".*", "$instance": ".*"}


class Expression(NamedTuple):
    """Where it stands, and its text as Prometheus gets it."""

    where: str
    text: str


class Wanted(NamedTuple):
    """A name, and the values that its labels must have."""

    name: str
    labels: tuple[tuple[str, str], ...]


def of_dashboard(path: Path) -> Iterator[Expression]:
    """Every query of every panel, and of the variables at the top."""
    dashboard = json.loads(path.read_text())
    for panel in dashboard["panels"]:
        for target in panel.get("targets", ()):
            yield Expression(f"{path.name}: {panel['title']}", _filled(target["expr"]))
    for variable in dashboard["templating"]["list"]:
        if variable["type"] == "query":
            asked = variable["query"]["query"].removeprefix("label_values(")
            yield Expression(f"{path.name}: ${variable['name']}", _filled(asked.rpartition(",")[0]))


def of_alerts(path: Path) -> Iterator[Expression]:
    """The expression of every rule."""
    for group in yaml.safe_load(path.read_text())["groups"]:
        for rule in group["rules"]:
            yield Expression(f"{path.name}: {rule['alert']}", rule["expr"])


def every() -> list[Expression]:
    """All of them."""
    found = [one for path in sorted(DASHBOARDS.glob("*.json")) for one in of_dashboard(path)]
    return found + [one for path in sorted(DASHBOARDS.glob("*.yaml")) for one in of_alerts(path)]


def wanted(text: str) -> list[Wanted]:
    """The series that an expression selects. Fails where Prometheus could not read it."""
    found: list[Wanted] = []

    def visit(node: Any) -> bool:
        if isinstance(node, promql.VectorSelector):
            labels = (
                (one.name, value)
                for one in node.matchers.matchers
                if one.name not in ("job", "instance")
                for value in one.value.split("|")
            )
            found.append(Wanted(node.name or "", tuple(labels)))
        return True

    promql.walk(promql.parse(text), visit)
    return found


def _filled(text: str) -> str:
    for name, value in VARIABLES.items():
        text = text.replace(name, value)
    return text
