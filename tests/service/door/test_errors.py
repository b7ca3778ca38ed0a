"""Every reason of the error table, as a client gets it."""

import pytest

from croupier.service.adapters.embedded import EmbeddedValkey
from croupier.service.adapters.store import RedisStore
from croupier.service.app.problems import REASONS
from tests.service.door import scenes_of_guests, scenes_of_the_house  # noqa: F401 (register)
from tests.service.door.house import Guest, House
from tests.service.door.scenes import SCENARIOS, Scene

# Shown elsewhere, each with the test that shows it.
ELSEWHERE = {
    "CONTENDED": "tests/service/app: five other commits in a row",
    "DEADLINE_PASSED": "tests/service/app: needs a game with a clock",
    "NOT_YOUR_DECISION": "tests/service/app: Blossom Ridge says whose turn it is instead",
    "TOO_MANY": "tests/service/app: needs a game with a budget",
    "WRONG_GAME": "tests/service/wire: needs a second game in the contract",
}


@pytest.mark.parametrize("reason", [*REASONS])
async def test_a_reason_comes_with_its_code_its_sentence_and_whether_it_was_applied(
    reason: str, house: House, guest: Guest, store: RedisStore, valkey: EmbeddedValkey, prefix: str
) -> None:
    if reason in ELSEWHERE:
        assert reason not in SCENARIOS
        return

    said = await SCENARIOS[reason](Scene(house, guest, store, valkey, prefix))

    row = REASONS[reason]
    assert said.reason == reason
    assert said.code.value[0] == row.code.value
    assert said.message == row.message
    unknown = {"STORE_AWAY", "DEADLINE_EXCEEDED", "INTERNAL", "TOKEN_REVOKED"}
    assert said.metadata["applied"] == ("UNKNOWN" if reason in unknown else "NO")
