"""Who hangs up frees their place, although nothing was sent to them meanwhile."""

import pytest

from croupier.service.transport.http.hangups import ends
from tests.service.door.house import Guest, House, seated
from tests.service.http.web import asked, events
from tests.waiting import wait_until


async def test_a_page_that_is_loaded_again_and_again_keeps_its_place(
    house: House, guest: Guest
) -> None:
    """A seat may have eight watches; a browser that reloads leaves each of them silently."""
    party = await seated(guest)
    path = f"/v1/tables/{party.table_id}/watch"
    headers = {"authorization": f"Bearer {party.seats[0]}"}
    for _ in range(8):
        async with asked(house.http_port, "GET", path, None, headers) as response:
            assert (await anext(aiter(events(response)))).name == "snapshot"

    await wait_until(lambda: house.parts.hub.watches == 0, "every watch is noticed to be left")
    async with asked(house.http_port, "GET", path, None, headers) as response:
        assert response.status == 200


@pytest.mark.parametrize(
    ("address", "written"),
    [
        ("127.0.0.1", "0100007F:1F90"),
        ("::1", "00000000000000000000000001000000:1F90"),
        ("::ffff:127.0.0.1", "0000000000000000FFFF00000100007F:1F90"),
    ],
)
def test_an_address_is_written_as_the_kernel_does(address: str, written: str) -> None:
    assert written in ends((address, 8080))
