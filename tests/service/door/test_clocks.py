"""Time is the store's: nothing that a caller says of it counts."""

from typing import Any

import pytest

from croupier.service.app.records import TableId
from tests.service.door.house import Guest, House, Metadata, bearer, refused, seated

TURN_MS = 60_000
CLAIMS: list[tuple[Metadata, float | None]] = [
    ((), None),
    ((("date", "Thu, 01 Jan 1970 00:00:00 GMT"),), None),
    ((("x-request-start", "t=4102444800000"), ("x-croupier-time", "4102444800000")), None),
    ((), 0.9),  # a deadline of the call itself, in seconds
    ((), 86_400.0),
]


@pytest.mark.parametrize(("claims", "timeout_s"), CLAIMS)
async def test_a_caller_cannot_move_a_deadline(
    claims: Metadata, timeout_s: float | None, house: House, guest: Guest
) -> None:
    party = await seated(guest, turn_seconds=TURN_MS // 1_000)
    seat, move = await party.move()

    await guest.tables.SubmitCommand(
        move, metadata=(*bearer(party.seats[seat]), *claims), timeout=timeout_s
    )

    _, view = await party.asked()
    (*_, logged) = await house.store.entries(TableId(party.table_id), 0)
    (prompt,) = view.view.prompts
    assert prompt.deadline_time.ToMilliseconds() == logged.time_ms + TURN_MS


@pytest.mark.parametrize("seconds", [-1, 1, 4, 86_401])
async def test_a_clock_is_long_enough_to_think_and_no_longer_than_a_day(
    seconds: int, guest: Guest
) -> None:
    for clock in ("turn_seconds", "reply_seconds"):
        terms: dict[str, Any] = {clock: seconds}
        said = await refused(seated(guest, **terms))
        assert said.fields == {clock: "must be 0, or 5 to 86400"}


@pytest.mark.parametrize("seconds", [0, 5, 86_400])
async def test_a_table_says_what_its_clocks_are(seconds: int, guest: Guest) -> None:
    party = await seated(guest, turn_seconds=seconds, reply_seconds=seconds)

    shown = (await party.view(0)).view.table

    assert (shown.turn_seconds, shown.reply_seconds) == (seconds, seconds)
