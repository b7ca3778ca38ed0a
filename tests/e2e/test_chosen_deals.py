"""A test seed decides a deal, wherever and whenever the table is opened."""

from pathlib import Path
from typing import Any

from croupier.v1 import table_service_pb2 as table
from tests.e2e.serving import Serving, serving
from tests.service.door.house import Guest, Party, new_id, seated

MOVES = 60  # past the end of a first round
SEED, OTHER = bytes(range(32)), bytes(32)


async def test_a_seed_gives_the_same_game_in_every_house(tmp_path: Path) -> None:
    async with serving(tmp_path / "one") as one, serving(tmp_path / "two") as two:
        first = await _shown(one, test_seed=SEED)
        elsewhere = await _shown(two, test_seed=SEED)
        once_more = await _shown(one, test_seed=SEED)
        other = await _shown(one, test_seed=OTHER)

    assert first == elsewhere == once_more
    assert first[0] != other[0]


async def _shown(process: Serving, **terms: Any) -> list[list[str]]:
    """What both seats see, after each of the same moves: the first legal one of whose turn it is.

    The house's answers are drawn, too: it plays the third seat.
    """
    guest = Guest(process.port)
    party = await seated(guest, seats=3, persons=2, **terms)
    seen = [await _views(party)]
    for _ in range(MOVES):
        seat, view = await party.asked()
        command = (await party.legal(seat))[0]
        request = table.SubmitCommandRequest(
            table_id=party.table_id, command_id=new_id(),
            prompt_id=view.view.prompts[0].prompt_id, blossom_ridge=command.blossom_ridge,
        )  # fmt: skip
        await party.send(seat, request)
        await party.asked()
        seen.append(await _views(party))
    await guest.close()
    return seen


async def _views(party: Party) -> list[str]:
    return [str((await party.view(seat)).view.view) for seat in range(2)]
