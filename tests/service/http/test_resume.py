"""Server-sent events: cut anywhere, resumed by the last id, without a gap and without a repeat."""

import asyncio
import json
import random
from pathlib import Path

import pytest

from tests.quantities import quantity
from tests.service.door.house import Guest, House, Party, seated
from tests.service.http.web import Event, asked, events, told

MOVES = quantity(80)  # a game has more
EVENTS = "?mode=WATCH_MODE_EVENTS"


async def play(party: Party, moves: int) -> None:
    """So many moves of whoever is asked."""
    for _ in range(moves):
        seat, move = await party.move()
        await party.send(seat, move)


def changes(seen: list[Event]) -> list[int]:
    """The revisions that were told, in order."""
    return [
        told["revision"]
        for event in seen
        if event.name == "change"
        for told in event.data["change"]["revisions"]
    ]


async def test_a_watch_that_is_cut_again_and_again_misses_and_repeats_nothing(
    house: House, guest: Guest
) -> None:
    party, dice = await seated(guest), random.Random(3)
    watch = f"/v1/tables/{party.table_id}/watch{EVENTS}"
    headers = {"authorization": f"Bearer {party.spectator}"}
    seen: list[Event] = []

    async def follow(until: int) -> None:
        """Read so many more events at most, then cut the connection."""
        sent = {**headers, **({"last-event-id": seen[-1].id} if seen else {})}
        async with asked(house.http_port, "GET", watch, None, sent) as response:
            assert response.status == 200
            async for event in events(response):
                if event.name != "bookmark":
                    seen.append(event)
                    until -= 1
                if until <= 0 or event.name == "bookmark":
                    return

    await follow(1)
    playing = asyncio.create_task(play(party, MOVES))
    while not playing.done():
        following = asyncio.create_task(follow(dice.randrange(1, 6)))
        await asyncio.wait((playing, following), return_when=asyncio.FIRST_COMPLETED)
        following.cancel()
        await asyncio.gather(following, return_exceptions=True)
    await playing
    await follow(1_000_000)  # until a bookmark: then nothing is missing

    first = seen[0].data["revision"]
    assert seen[0].name == "snapshot"
    assert {event.name for event in seen[1:]} == {"change"}
    assert changes(seen) == list(range(first + 1, seen[-1].data["revision"] + 1))
    assert len(changes(seen)) >= MOVES


@pytest.mark.needs("curl")
async def test_curl_follows_a_table_and_goes_on_after_a_cut(
    house: House, guest: Guest, tmp_path: Path
) -> None:
    party = await seated(guest)
    seen: list[Event] = []

    async def curl(moves: int) -> None:
        last = ("-H", f"Last-Event-ID: {seen[-1].id}") if seen else ()
        process = await asyncio.create_subprocess_exec(
            "curl", "-sN", *last, "-H", f"Authorization: Bearer {party.spectator}",
            f"http://127.0.0.1:{house.http_port}/v1/tables/{party.table_id}/watch{EVENTS}",
            stdout=asyncio.subprocess.PIPE,
        )  # fmt: skip
        assert process.stdout is not None
        playing: asyncio.Task[None] | None = None  # once it follows
        already, fields = len(changes(seen)), dict[str, str]()
        async with asyncio.timeout(20):
            while len(changes(seen)) - already < moves:
                name, _, value = (await process.stdout.readline()).decode().strip().partition(": ")
                fields[name] = value
                if not name:
                    if playing is None and "event" in fields:
                        playing = asyncio.create_task(play(party, moves))
                    if fields.get("event") in ("change", "snapshot"):
                        data = json.loads(fields["data"])
                        seen.append(Event(fields["id"], fields["event"], data))
                    fields = {}
        assert playing is not None
        await playing
        process.kill()
        await process.wait()

    for moves in (3, 4, 2):
        await curl(moves)

    revisions = changes(seen)
    assert revisions == list(range(revisions[0], revisions[0] + len(revisions)))
    assert [event.name for event in seen].count("snapshot") == 1


async def test_a_token_that_is_not_this_viewers_is_refused_before_anything_is_sent(
    house: House, guest: Guest
) -> None:
    party = await seated(guest)
    for last in ("x", (await party.view(1)).resume_token):
        response, body = await told(
            house.http_port, "GET", f"/v1/tables/{party.table_id}/watch", None,
            {"authorization": f"Bearer {party.seats[0]}", "last-event-id": last},
        )  # fmt: skip
        assert response.status == 400
        assert b"RESUME_TOKEN_INVALID" in body
