"""Every reason of the error table is the same no in every protocol: code, words, facts, fields.

By default every other reason goes through one protocol of the HTTP port, in turn, beside the gRPC
door; at full quantity all go through all of them.
"""

from dataclasses import replace
from itertools import product

import pytest

from croupier.service.adapters.embedded import EmbeddedValkey
from croupier.service.adapters.store import RedisStore
from tests.quantities import quantity
from tests.service.door import scenes_of_guests, scenes_of_the_house  # noqa: F401 (register)
from tests.service.door.house import Guest, House, Refusal
from tests.service.door.scenes import SCENARIOS, Scene
from tests.service.http.channels import DOORS

ALL = [*product(SCENARIOS, DOORS)]
STEP = 2 * len(DOORS) + 1 if quantity(20) < 20 else 1  # not whole rounds, to change the door


@pytest.mark.parametrize(("reason", "door"), ALL[::STEP])
async def test_a_reason_is_the_same(
    reason: str, door: str, house: House, store: RedisStore, valkey: EmbeddedValkey, prefix: str
) -> None:
    def meet(house: House) -> Guest:
        return Guest(house.http_port, DOORS[door](house.http_port))

    own, other = Guest(house.port), meet(house)
    expected = await SCENARIOS[reason](Scene(house, own, store, valkey, prefix))
    house.written.seek(0)
    house.written.truncate()
    said = await SCENARIOS[reason](Scene(house, other, store, valkey, prefix, meet))
    await own.close()
    await other.close()

    assert _facts(said) == _facts(expected)


def _facts(said: Refusal) -> Refusal:
    """Without what is never the same: the number of an incident."""
    metadata = {name: fact for name, fact in said.metadata.items() if name != "incident"}
    return replace(said, metadata=metadata, bytes=b"")
