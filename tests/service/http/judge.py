"""What is asked of every answer beyond schemathesis' own checks; loaded by its runs."""

from typing import Any

import schemathesis
from schemathesis.checks import CheckContext
from schemathesis.core.transport import Response

# Fields whose characters the contract demands in a way that JSON Schema has no word for: `x-re2`.
UNSAID = {"display_name", "blight_of_blackridge.say.text"}


@schemathesis.check
def what_the_document_allows_is_well_formed(
    _: CheckContext, response: Response, case: schemathesis.Case[Any]
) -> None:
    """A 400 after valid data is the rules' no, or about a token, never about form."""
    if (
        response.status_code != 400
        or case.meta is None
        or not case.meta.generation.mode.is_positive
    ):
        return
    reason, *more = response.json()["error"]["details"]
    if reason["reason"] == "INVALID_REQUEST":
        wrong = {violation.get("field") for violation in more[0]["fieldViolations"]}
        assert wrong <= UNSAID, more


@schemathesis.check
def every_failure_has_a_reason(
    _: CheckContext, response: Response, case: schemathesis.Case[Any]
) -> None:
    """Nothing but the error body, whatever was asked and however."""
    del case
    if response.status_code >= 400:
        reason = response.json()["error"]["details"][0]
        assert reason["domain"] == "croupier"
        assert reason["reason"] != "INTERNAL", reason
