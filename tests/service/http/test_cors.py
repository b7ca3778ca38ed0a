"""Which pages of other origins may call."""

import pytest

from croupier.service.adapters.store import RedisStore
from tests.service.door.house import House, opened
from tests.service.http.web import told

HERE, ELSEWHERE = "https://play.example", "https://elsewhere.example"
ASKED = {"access-control-request-method": "POST", "access-control-request-headers": "authorization"}


@pytest.mark.parametrize(
    ("origins", "origin", "allowed"),
    [
        (None, HERE, None),
        (f"{HERE}, http://localhost:5173", HERE, HERE),
        (HERE, ELSEWHERE, None),
        (HERE, HERE + ".evil.example", None),
        ("*", ELSEWHERE, "*"),
    ],
)
async def test_pages_of_the_origins_that_are_set_may_call(
    origins: str | None, origin: str, allowed: str | None, store: RedisStore
) -> None:
    async with opened(store, cors_origins=origins) as house:
        before, _ = await told(
            house.http_port, "OPTIONS", "/v1/tables", None, {"origin": origin, **ASKED}
        )
        after, _ = await told(house.http_port, "GET", "/v1/games", None, {"origin": origin})
        refused, _ = await told(house.http_port, "GET", "/v1/games/x", None, {"origin": origin})

    assert before.status == (403 if allowed is None else 204)
    assert after.status == 200
    for answer in (before, after, refused):
        assert answer.headers.get("access-control-allow-origin") == allowed
        assert "access-control-allow-credentials" not in answer.headers
    if allowed is not None:
        assert "authorization" in before.headers["access-control-allow-headers"]
        assert "x-request-id" in refused.headers["access-control-expose-headers"]


async def test_without_an_origin_nothing_is_said_of_origins(house: House) -> None:
    answer, _ = await told(house.http_port, "GET", "/v1/games")

    assert not any(name.startswith("access-control") for name in answer.headers)
