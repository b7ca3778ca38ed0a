"""The real engines, in a process of their own: it runs under `.deploy`, not with the tests.

Reads a question from each line of its input and writes the answer to a line of its output.
"""

import json
import sys
from functools import cache
from pathlib import Path
from typing import Any

import helm_python as helm
import jsonschema
import kubernetes_validate as kubernetes
import yaml

SCHEMAS = Path(__file__).parent / "schemas"
# What Kubernetes itself does not know, by kind.
OTHERS = {"GRPCRoute": "grpcroute", "ServiceMonitor": "servicemonitor"}


def render(chart: str, values: dict[str, Any], release: str) -> dict[str, str]:
    """The text of every template, as Helm writes it."""
    with helm.Chart.load(chart) as loaded:
        written = loaded.render(values, name=release, namespace="games")
    return {name: str(text) for name, text in sorted(written.items())}


def lint(chart: str) -> list[str]:
    """What Helm has against a chart, its wish for an icon left out."""
    told = helm.lint(chart, strict=True)
    said = [str(one["error"]) for one in told["messages"]] + [str(one) for one in told["errors"]]
    return [one for one in said if one != "icon is recommended"]


def documents(text: str) -> list[Any]:
    """Every object of a text."""
    return [one for one in yaml.safe_load_all(text) if one]


def wrong(document: dict[str, Any], release: str) -> str | None:
    """What is wrong with an object under a release of Kubernetes, unknown fields included."""
    return _wrong(json.dumps(document), release)


@cache
def _wrong(text: str, release: str) -> str | None:
    document = json.loads(text)
    try:
        if document["kind"] in OTHERS:
            _schema(OTHERS[document["kind"]]).validate(document)
        else:
            kubernetes.validate(document, release, strict=True)
    except (jsonschema.ValidationError, kubernetes.ValidationError) as error:
        return str(error.message)
    return None


def unlike(document: Any, schema: str) -> list[str]:
    """What is wrong with a document by one of the kept schemas."""
    return [
        f"{error.json_path}: {error.message}" for error in _schema(schema).iter_errors(document)
    ]


@cache
def _schema(name: str) -> Any:
    schema = json.loads((SCHEMAS / f"{name}.json").read_text())
    return jsonschema.validators.validator_for(schema)(schema)


QUESTIONS = {one.__name__: one for one in (render, lint, documents, wrong, unlike)}


def main() -> None:
    """Answer until there are no more questions."""
    for line in sys.stdin:
        name, arguments = json.loads(line)
        try:
            answer = {"answer": QUESTIONS[name](*arguments)}
        except helm.HelmError as error:
            answer = {"refused": str(error)}
        sys.stdout.write(json.dumps(answer) + "\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
