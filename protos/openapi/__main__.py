"""Writes what is made of the contract and the code for people: the OpenAPI document, the errors.

Run by `make protos`, with the service's own environment.
"""

import json
from collections.abc import Mapping
from pathlib import Path

from protos.openapi.document import document
from protos.openapi.errors_page import page

ROOT = Path(__file__).resolve().parents[2]
DOCUMENT = Path("service/src/croupier/service/transport/http/docs/openapi.json")
ERRORS = Path("docs/errors.md")


def made() -> Mapping[Path, str]:
    """The text of every file that is made, by its place in the tree."""
    text = json.dumps(document(), indent=1, ensure_ascii=False)
    return {DOCUMENT: text + "\n", ERRORS: page()}


if __name__ == "__main__":
    for place, text in made().items():
        (ROOT / place).parent.mkdir(parents=True, exist_ok=True)
        (ROOT / place).write_text(text, encoding="utf-8")
