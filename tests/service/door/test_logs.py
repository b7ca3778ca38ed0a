"""The log: one line per request, never a payload, never the text of a failure."""

import io
import json
import logging
import os
import re
import subprocess
import sys
from contextlib import suppress
from typing import Any

import pytest
from grpc import aio

from croupier.engines.blossom_ridge import engine
from croupier.service import logs
from croupier.v1 import catalog_service_pb2 as catalog
from croupier.v1 import table_service_pb2 as table
from tests.service.door.house import Guest, House, bearer, refused, seated

CARD = re.compile(r"(?<![A-Za-z0-9])[HDCS](?:10|[1-9])(?![A-Za-z0-9])")
LIST_GAMES = "/croupier.v1.CatalogService/ListGames"


async def test_a_request_is_one_line_with_these_keys(house: House, guest: Guest) -> None:
    party = await seated(guest)
    await party.view(0)
    said = await refused(guest.raw("/croupier.v1.TableService/GetView", b"\xff"))

    served, malformed = house.requests()[-2:]
    assert served.keys() == {
        "event", "level", "timestamp", "method", "door", "request_id", "table", "code", "reason",
        "took_ms",
    }  # fmt: skip
    assert (served["method"], served["door"]) == ("TableService/GetView", "grpc")
    assert served["table"] == party.table_id
    assert (served["code"], served["reason"]) == ("OK", None)
    assert 0 < served["took_ms"] < 5_000
    assert (malformed["code"], malformed["reason"]) == ("INVALID_ARGUMENT", said.reason)
    assert "table" not in malformed
    assert len(house.requests()) == 7  # create, 2 joins, spectate, start, view, malformed


async def test_a_callers_request_id_is_kept_if_it_is_a_plain_one(
    house: House, guest: Guest
) -> None:
    for sent in ("abc-1.2_3", "two words", "x" * 65, 'say "hi"'):
        await guest.raw(LIST_GAMES, b"", (("x-request-id", sent),))

    first, *others = [line["request_id"] for line in house.requests()]
    assert first == "abc-1.2_3"
    assert all(re.fullmatch("[0-9a-f]{16}", other) for other in others)
    assert len(set(others)) == 3


async def test_the_request_id_of_the_log_goes_back_with_every_no(
    house: House, guest: Guest
) -> None:
    async def answered(path: str, sent: tuple[tuple[str, str], ...]) -> str | None:
        method: Any = guest.channel.unary_unary(path)
        call = method(b"", metadata=sent)
        with suppress(aio.AioRpcError):
            await call
        told = dict(await call.trailing_metadata()).get("x-request-id")
        return None if told is None else str(told)

    named = (("x-request-id", "mine"),)
    view = "/croupier.v1.TableService/GetView"
    told = [
        await answered(path, sent)
        for path, sent in ((view, ()), (view, named), (LIST_GAMES, named), ("/no/such", named))
    ]

    assert told == [line["request_id"] for line in house.requests()]
    assert told[1:] == ["mine"] * 3
    assert await answered(LIST_GAMES, ()) is None  # nobody asked, and nothing went wrong


async def test_nothing_that_is_held_or_said_or_sent_is_in_the_log(
    house: House, guest: Guest
) -> None:
    party = await seated(guest, seats=4, persons=2)
    for _ in range(20):
        seat, move = await party.move()
        await party.send(seat, move)
        move.prompt_id = ""
        await refused(party.send(seat, move))
    written = house.written.getvalue().decode()

    hands = [set((await party.view(n)).view.view.blossom_ridge.hand) for n in (0, 1)]
    assert all(hands)
    assert len(house.requests()) > 80
    assert not CARD.search(written)
    assert "player 0" not in written
    for token in (*party.seats[:2], party.host, party.spectator, party.invite_code):
        assert token not in written
        assert token.rpartition(".")[2] not in written


async def test_a_broken_engine_is_an_incident_and_its_text_stays_inside(
    house: House, guest: Guest, monkeypatch: pytest.MonkeyPatch
) -> None:
    party = await seated(guest)
    hand = list((await party.view(0)).view.view.blossom_ridge.hand)

    def project(table: Any, viewer: Any) -> Any:
        try:
            raise KeyError(f"seat 2 holds {hand}")
        except KeyError as cause:
            raise RuntimeError(f"{hand} were dealt") from cause

    monkeypatch.setattr(engine, "project", project)
    said = await refused(party.view(0))
    (line,) = [line for line in house.lines if line["event"] == "incident"]

    assert said.reason == "INTERNAL"
    assert not CARD.search(said.bytes.decode(errors="replace"))
    assert not CARD.search(house.written.getvalue().decode())
    assert [one["type"] for one in line["failure"]] == [
        "builtins.RuntimeError",
        "builtins.KeyError",
    ]
    assert any(place.endswith(" project") for place in line["failure"][0]["lines"])
    assert line["request_id"] == house.requests()[-1]["request_id"]
    assert re.fullmatch("[0-9a-f]{16}", said.metadata["incident"])


async def test_a_broken_watch_ends_with_an_incident_too(
    house: House, guest: Guest, monkeypatch: pytest.MonkeyPatch
) -> None:
    party = await seated(guest)
    monkeypatch.setattr(engine, "project", lambda table, viewer: 1 // 0)
    request = table.WatchTableRequest(table_id=party.table_id)
    call = guest.tables.WatchTable(request, metadata=bearer(party.seats[0]))

    said = await refused(anext(aiter(call)))

    assert said.reason == "INTERNAL"
    assert "division" not in house.written.getvalue().decode()


def test_a_library_is_quoted_without_its_arguments() -> None:
    written = io.BytesIO()
    library = logging.Logger("a.library")
    library.addHandler(logs.Library(logs.writing_to(written, "debug")))

    try:
        raise ValueError("H7 is secret")
    except ValueError:
        library.exception("it failed with %s\nand more: H8", "H9")

    line = json.loads(written.getvalue())
    assert line["event"] == "library"
    assert (line["logger"], line["level"]) == ("a.library", "error")
    assert line["message"] == "it failed with %s"
    assert line["failure"][0]["type"] == "builtins.ValueError"
    assert not CARD.search(written.getvalue().decode())


def test_a_terminal_gets_words_by_the_same_rules() -> None:
    written = io.BytesIO()
    log = logs.writing_to(written, "info", pretty=True)

    log.debug("quiet")
    try:
        raise ValueError("H7 is secret")
    except ValueError as failure:
        log.error("incident", exc_info=failure)

    text = written.getvalue().decode()
    assert "incident" in text
    assert "builtins.ValueError" in text
    assert "quiet" not in text
    assert not CARD.search(text)


def test_a_log_that_nobody_reads_any_more_breaks_nothing() -> None:
    reader, writer = os.pipe()
    os.close(reader)
    with open(writer, "wb", buffering=0) as pipe:
        log = logs.writing_to(pipe, "info")

        log.info("said into the void")
    log.info("said into a closed file")


CRASHES = {
    "main": "raise RuntimeError('H7 was dealt')",
    "thread": (
        "import threading\n"
        "thread = threading.Thread(target=lambda: {}['H7'])\n"
        "thread.start(); thread.join()"
    ),
    "finalizer": "class X:\n  def __del__(self): raise KeyError('H7')\nx = X(); del x",
    "loop": (
        "import asyncio\n"
        "async def f(): raise KeyError('H7')\n"
        "async def main():\n"
        "  loop = asyncio.get_running_loop()\n"
        "  loop.set_exception_handler(lambda _, context: logs.loop_failed(log, context))\n"
        "  task = asyncio.create_task(f())\n"
        "  await asyncio.sleep(0); await asyncio.sleep(0); del task\n"
        "  import gc; gc.collect()\n"
        "asyncio.run(main())"
    ),
}


@pytest.mark.parametrize("crash", [*CRASHES])
def test_the_last_words_of_a_process_hold_no_card(crash: str) -> None:
    program = (
        "from croupier.service import logs\n"
        "log = logs.configure('json', 'debug')\n" + CRASHES[crash]
    )

    ended = subprocess.run([sys.executable, "-c", program], capture_output=True, timeout=30)

    assert b"H7" not in ended.stderr + ended.stdout
    line = json.loads(ended.stderr.splitlines()[-1])
    assert line["level"] in {"critical", "error"}
    assert line["failure"]


async def test_levels_are_heard_as_they_are_set(guest: Guest, house: House) -> None:
    written = io.BytesIO()
    log = logs.writing_to(written, "warning")

    log.info("quiet")
    log.warning("heard")

    await guest.catalog.ListGames(catalog.ListGamesRequest())
    assert [json.loads(line)["event"] for line in written.getvalue().splitlines()] == ["heard"]
