"""What is made of the contract for people is current, valid, and says everything."""

import json
import re
from pathlib import Path
from typing import Any

import pytest
from openapi_spec_validator import OpenAPIV31SpecValidator

from croupier.service.app.problems import REASONS
from croupier.service.transport.descriptors import route, services
from croupier.service.transport.http.codes import NAMES
from protos.openapi import decimals
from protos.openapi.__main__ import DOCUMENT, ERRORS, made
from tests.tidy import tree

DOCS = (tree.ROOT / DOCUMENT).parent
METHODS = {method.name: method for service in services() for method in service.methods}
SAID: dict[str, Any] = json.loads((tree.ROOT / DOCUMENT).read_text())


@pytest.mark.parametrize("place", [DOCUMENT, ERRORS], ids=str)
def test_it_is_what_the_code_makes(place: Path) -> None:
    assert (tree.ROOT / place).read_text().splitlines() == made()[place].splitlines(), (
        "run make protos"
    )


def test_the_document_is_valid_openapi() -> None:
    assert list(OpenAPIV31SpecValidator(SAID).iter_errors()) == []


def test_every_method_is_in_the_document_at_its_route() -> None:
    found = {
        operation["operationId"]: (verb.upper(), path)
        for path, verbs in SAID["paths"].items()
        for verb, operation in verbs.items()
    }

    assert found == {name: route(method)[:2] for name, method in METHODS.items()}


def test_every_status_of_the_error_table_is_an_answer_of_every_method() -> None:
    statuses = {str(NAMES[row.code].http) for row in REASONS.values()}
    for verbs in SAID["paths"].values():
        for operation in verbs.values():
            assert set(operation["responses"]) == {"200", *statuses}


def test_every_reason_has_a_chapter_and_an_example() -> None:
    page = (tree.ROOT / ERRORS).read_text()
    shown = [json.loads(text) for text in re.findall(r"```json\n(.*?)```", page, re.DOTALL)]

    assert re.findall(r"^## ([A-Z_]+)$", page, re.MULTILINE) == list(REASONS)
    assert [one["error"]["details"][0]["reason"] for one in shown] == list(REASONS)
    assert [one["error"]["code"] for one in shown] == [
        NAMES[row.code].http for row in REASONS.values()
    ]


@pytest.mark.parametrize(
    ("least", "most"), [(0, 0), (0, 16), (1, 256), (5, 86_400), (-3, 120), (17, 1_203)]
)
def test_a_pattern_is_its_numbers_and_nothing_else(least: int, most: int) -> None:
    pattern = re.compile(decimals.pattern(least, most))

    around = range(min(-20, least - 20), most + 2_000)
    assert [n for n in around if pattern.match(str(n))] == list(range(least, most + 1))
    assert not any(pattern.match(text) for text in ("", "01", "1.0", "+1", " 1", "1e1", "--1"))


def test_the_page_names_no_address_outside_itself() -> None:
    ours = [(DOCS / name).read_text() for name in ("index.html", "page.js")]

    assert [url for text in ours for url in re.findall(r"\w+:?//[^\s'\"]+", text)] == []
    assert not re.search(r"url\((?!\"?data:)", (DOCS / "swagger-ui.css").read_text())
    assert not re.search(r"@import", (DOCS / "swagger-ui.css").read_text())
