"""A command that loses every race, and the codes of an engine's own reasons."""

from typing import Any

import pytest

from croupier.engines.kernel.refusal import refusal
from croupier.engines.kernel.values import Seat
from croupier.service.app.clerk import ATTEMPTS_MAX
from croupier.service.app.problems import Code, Problem, refused
from tests.service.app.replica import Replica, bid, new_id, seated


async def test_who_is_overtaken_again_and_again_is_told_so_and_may_repeat(
    here: Replica, there: Replica, monkeypatch: pytest.MonkeyPatch
) -> None:
    party = await seated(here)
    first_bid, commit, overtaken = bid(party.seats[0], 2), here.store.commit, 0

    async def late(*what: Any) -> Any:
        nonlocal overtaken
        overtaken += 1
        await there.lobby.reissue(party.host, new_id(), Seat(1))
        return await commit(*what)

    with monkeypatch.context() as patched:
        patched.setattr(here.store, "commit", late)
        with pytest.raises(Problem) as caught:
            await here.dealer.submit(first_bid)
    told = await here.dealer.submit(first_bid)

    problem = caught.value
    assert (problem.reason, problem.code, overtaken) == ("CONTENDED", Code.ABORTED, ATTEMPTS_MAX)
    assert not problem.may_be_applied
    assert not told.replayed


def test_a_spent_budget_is_a_limit_and_any_other_reason_of_a_game_is_a_rule() -> None:
    spent, other = (refused(refusal("BID-002", why)) for why in ("TOO_MANY", "OUT_OF_RANGE"))

    assert (spent.code, other.code) == (Code.RESOURCE_EXHAUSTED, Code.FAILED_PRECONDITION)
    assert spent.metadata["rule"] == other.metadata["rule"] == "BID-002"
