"""The page of errors: every reason, what it means, what to do, and the answer as it comes."""

import json
import tomllib
from collections.abc import Mapping
from pathlib import Path

from croupier.service.app.problems import REASONS, Reason
from croupier.service.transport.http.codes import NAMES
from protos.openapi import answers

HERE = Path(__file__).parent
ADVICE: Mapping[str, str] = tomllib.loads((HERE / "advice.toml").read_text())


def page() -> str:
    """The whole page, as Markdown."""
    rows = [*REASONS.values()]
    assert {row.name for row in rows} == set(ADVICE), "advice.toml has one line for each reason"
    head, games = ((HERE / name).read_text() for name in ("errors_head.md", "errors_of_games.md"))
    return f"{head}{''.join(map(_row, rows))}\n{''.join(map(_chapter, rows))}{games}"


def _row(reason: Reason) -> str:
    names = NAMES[reason.code]
    code = f"{reason.code.name} ({reason.code.value})"
    linked = f"[`{reason.name}`](#{reason.name.lower()})"
    return f"| {linked} | {code} | {names.http} | `{names.connect}` |\n"


def _chapter(reason: Reason) -> str:
    example = json.dumps(answers.body(reason.name), indent=2)
    return f"""\
## {reason.name}

{reason.message}

{ADVICE[reason.name]}

```json
{example}
```

"""
