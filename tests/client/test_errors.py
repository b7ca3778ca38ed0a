"""A refusal arrives with everything that the service said, and with what nobody said."""

import grpc
import pytest

from croupier.client import Croupier, CroupierError, Retry, Violation
from tests.client.hostile import Hostile, No

ONCE = Retry(attempts_max=1)


async def refused(hostile: Hostile, no: No) -> CroupierError:
    """What a client makes of this answer."""
    hostile.script.append(no)
    async with Croupier(hostile.address, retry=ONCE) as croupier:
        with pytest.raises(CroupierError) as caught:
            await croupier.server_info()
    return caught.value


async def test_a_refusal_by_the_rules_names_reason_and_rule(hostile: Hostile) -> None:
    no = No(grpc.StatusCode.FAILED_PRECONDITION, "MUST_FOLLOW_SUIT", rule="BLO-042")

    error = await refused(hostile, no)

    assert (error.reason, error.rule, error.applied) == ("MUST_FOLLOW_SUIT", "BLO-042", "NO")
    assert not error.passing
    assert str(error).startswith("MUST_FOLLOW_SUIT (BLO-042): no")


async def test_wrong_fields_are_listed(hostile: Hostile) -> None:
    wrong = (("seats", "must be at least 2"), ("game", "must not be empty"))

    error = await refused(
        hostile, No(grpc.StatusCode.INVALID_ARGUMENT, "INVALID_REQUEST", violations=wrong)
    )

    assert error.violations == tuple(Violation(*one) for one in wrong)
    assert "seats: must be at least 2." in str(error)


async def test_a_stale_command_tells_the_newest_revision(hostile: Hostile) -> None:
    error = await refused(
        hostile, No(grpc.StatusCode.ABORTED, "STALE_PROMPT", facts={"revision": "17"})
    )

    assert error.revision == 17
    assert not error.passing


async def test_what_says_no_revision_has_none(hostile: Hostile) -> None:
    error = await refused(hostile, No(grpc.StatusCode.ABORTED, "STALE_PROMPT"))

    assert error.revision is None


async def test_unknown_is_unknown_whatever_the_code(hostile: Hostile) -> None:
    error = await refused(hostile, No(grpc.StatusCode.UNAVAILABLE, "STORE_AWAY", applied="UNKNOWN"))

    assert error.applied == "UNKNOWN"
    assert error.passing


async def test_an_unavailable_that_surely_did_nothing_still_passes(hostile: Hostile) -> None:
    error = await refused(hostile, No(grpc.StatusCode.UNAVAILABLE, "DRAINING"))

    assert error.applied == "NO"
    assert error.passing


@pytest.mark.parametrize(
    ("code", "applied"),
    [
        (grpc.StatusCode.UNAVAILABLE, "UNKNOWN"),
        (grpc.StatusCode.INTERNAL, "UNKNOWN"),
        (grpc.StatusCode.UNKNOWN, "UNKNOWN"),
        (grpc.StatusCode.CANCELLED, "UNKNOWN"),
        (grpc.StatusCode.DEADLINE_EXCEEDED, "UNKNOWN"),
        (grpc.StatusCode.PERMISSION_DENIED, "NO"),
        (grpc.StatusCode.UNIMPLEMENTED, "NO"),
    ],
)
async def test_an_error_of_something_in_between(
    hostile: Hostile, code: grpc.StatusCode, applied: str
) -> None:
    error = await refused(hostile, No(code))

    assert (error.code, error.reason, error.applied) == (code, code.name, applied)


async def test_another_domains_details_are_not_ours(hostile: Hostile) -> None:
    no = No(grpc.StatusCode.PERMISSION_DENIED, "PROXY_SAYS_NO", domain="proxy.example")

    error = await refused(hostile, no)

    assert (error.reason, error.applied) == ("PERMISSION_DENIED", "NO")


async def test_nobody_there_is_an_error_of_the_same_type() -> None:
    async with Croupier("127.0.0.1:1", retry=Retry(attempts_max=2)) as croupier:
        with pytest.raises(CroupierError) as caught:
            await croupier.server_info()

    assert caught.value.code is grpc.StatusCode.UNAVAILABLE
