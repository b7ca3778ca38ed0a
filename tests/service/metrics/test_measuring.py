"""What a house does shows in its figures, and nothing of whom it does it with."""

import asyncio
import re
from collections.abc import Callable
from contextlib import suppress
from typing import Any

import pytest
from grpc import aio

from croupier.engines.kernel.values import Seat
from croupier.service.adapters.store import RedisStore
from croupier.service.app.hub import Hub
from croupier.service.app.pace import Pace
from croupier.service.app.ports import Rotten, StoreAway
from croupier.service.app.resume import ResumeTokens
from croupier.service.figures import COMMIT_OUTCOMES, Figures
from croupier.service.measures import OTHER, Measures
from croupier.service.measuring import (
    ACTIVE_S,
    LOOP_S,
    STORE_DOWN_S,
    MeasuredStore,
    add_levels,
    watch_the_loop,
)
from croupier.service.transport.admission import Admission, Limits
from croupier.v1 import table_service_pb2 as table_pb
from tests.service.app.replica import KEYS, Replica, bid, new_id, replica, seated
from tests.service.app.test_house import house_table
from tests.service.door import house as door
from tests.service.door.house import Guest, House, bearer, refused
from tests.service.metrics.reading import samples, value
from tests.waiting import wait_until


@pytest.fixture
def measures() -> Measures:
    """The figures of one replica."""
    return Measures()


@pytest.fixture
def measured(store: RedisStore, measures: Measures) -> MeasuredStore:
    """The run's store, measured."""
    return MeasuredStore(store, Figures(measures, ("sealed_bids",)).tables)


async def played(house: House, guest: Guest) -> door.Party:
    """A table that was opened, watched, played at and refused something."""
    party = await door.seated(guest, seats=2)
    watch = guest.tables.WatchTable(
        table_pb.WatchTableRequest(table_id=party.table_id), metadata=bearer(party.seats[0])
    )
    await anext(aiter(watch))
    seat, move = await party.move()
    await party.send(seat, move)
    await party.send(seat, move)  # a repeat
    stale = door.without(move)
    stale.command_id = door.new_id()
    assert (await refused(party.send(seat, stale))).reason == "STALE_PROMPT"
    frame = await anext(aiter(watch))
    assert frame.WhichOneof("frame") == "change"
    assert value(house.parts.measures, "croupier_watches") == 1
    watch.cancel()
    return party


async def test_requests_commands_commits_and_frames_are_counted(house: House, guest: Guest) -> None:
    await played(house, guest)
    measures = house.parts.measures

    def count(name: str, **labels: str) -> float:
        return value(measures, f"croupier_{name}", **labels)

    submit = {"door": "grpc", "method": "TableService/SubmitCommand"}
    assert count("requests_total", **submit, code="OK") == 2
    assert count("requests_total", **submit, code="ABORTED") == 1
    assert count("request_duration_seconds_count", **submit) == 3
    assert 0 < count("request_duration_seconds_sum", **submit) < 30
    assert count("refusals_total", reason="STALE_PROMPT") == count("refusals_total") == 1
    for outcome in ("accepted", "replayed", "aborted"):
        assert count("commands_total", game="blossom_ridge", outcome=outcome) == 1
    # two joined, the deal, one command: a repeat finds its receipt before it is decided again
    assert count("commits_total", outcome="committed") == count("commits_total") == 4
    assert count("store_duration_seconds_count", operation="commit") == 4
    assert count("store_duration_seconds_count", operation="create") == 1
    assert count("store_duration_seconds_count", operation="look") > 0
    for status in ("waiting", "playing"):
        assert count("tables_total", game="blossom_ridge", status=status) == 1
    assert count("tables_active") == count("tables_watched") == 1
    await wait_until(lambda: count("watches") == 0, "the watch has ended")
    assert count("frames_total", kind="SNAPSHOT") == count("frames_total", kind="CHANGE") == 1
    assert count("request_duration_seconds_count", method="TableService/WatchTable") == 0
    watched = {"method": "TableService/WatchTable", "code": "CANCELLED"}
    assert count("requests_total", **watched) == 1


async def test_a_games_own_reasons_are_one_and_an_unknown_method_is_unknown(
    house: House, guest: Guest
) -> None:
    party = await door.seated(guest)
    seat, move = await party.move()
    said = await refused(party.send(1 - seat, door.without(move, "prompt_id")))
    with suppress(aio.AioRpcError):
        await guest.raw("/no.such/Method", b"")
    measures = house.parts.measures

    assert "rule" in said.metadata
    assert value(measures, "croupier_refusals_total", reason="RULES") == 1
    assert value(measures, "croupier_refusals_total", reason="UNIMPLEMENTED") == 1
    refusals = {"game": "blossom_ridge", "outcome": "failed_precondition"}
    assert value(measures, "croupier_commands_total", **refusals) == 1
    unknown = {"method": "unknown", "code": "UNIMPLEMENTED"}
    assert value(measures, "croupier_requests_total", **unknown) == 1


async def test_every_label_has_a_value_of_its_closed_set_and_nobody_is_named(
    house: House, guest: Guest
) -> None:
    party = await played(house, guest)
    closed = {
        figure.name: dict(zip(figure.labels.names, figure.labels.sets, strict=True))
        for figure in house.parts.measures.figures
    }
    _, text = house.parts.measures.render()

    shown = [one for one in samples(house.parts.measures) if one[0].startswith("croupier_")]
    for name, labels, _ in shown:
        figure = closed.get(name) or closed[re.sub("_(bucket|sum|count)$", "", name)]
        for label, each in labels.items():
            assert label == "le" or each in figure[label], (name, label, each)
    assert len(shown) > 100
    assert all(len(values) < 64 for labels in closed.values() for values in labels.values())
    secrets = (party.table_id, party.host, party.invite_code, *party.seats, "player 0")
    assert [secret for secret in secrets if secret.encode() in text] == []


async def test_a_lost_race_is_told_from_a_win(
    measured: MeasuredStore, measures: Measures, store: RedisStore
) -> None:
    here, there = replica(measured), replica(store)
    party = await seated(here)

    await there.lobby.reissue(party.host, new_id(), Seat(1))  # the cache here is now behind
    await here.dealer.submit(bid(party.seats[0], 2, prompt_id="0.1"))

    assert value(measures, "croupier_commits_total", outcome="lost_race") == 1
    assert value(measures, "croupier_commits_total", outcome="committed") == 4


@pytest.mark.parametrize(
    ("failure", "said"),
    [
        (StoreAway(may_be_applied=True), "unknown"),
        (StoreAway(may_be_applied=False), "not_applied"),
        (Rotten(new_id().hex()), "failed"),  # type: ignore[arg-type]
    ],
)
async def test_a_commit_that_fails_says_what_is_known_of_it(
    failure: Exception, said: str, store: RedisStore, measures: Measures,
    monkeypatch: pytest.MonkeyPatch,
) -> None:  # fmt: skip
    here = replica(MeasuredStore(store, Figures(measures, ("sealed_bids",)).tables))
    party = await seated(here)

    async def fails(*_: Any) -> Any:
        raise failure

    monkeypatch.setattr(store, "commit", fails)
    with pytest.raises(type(failure)):
        await here.dealer.submit(bid(party.seats[0], 2))

    assert said in COMMIT_OUTCOMES
    assert value(measures, "croupier_commits_total", outcome=said) == 1


async def test_how_late_the_house_plays_is_told_by_the_stores_clock(
    measured: MeasuredStore, measures: Measures
) -> None:
    here = replica(measured)  # nobody listens: only the sweeper plays
    await house_table(here, think_ms=1)

    async def all_played() -> bool:
        await here.house.sweep()
        return value(measures, "croupier_tables_total", status="over") == 1

    await wait_until(all_played, "the sweeper plays the game to its end", within_s=30)
    assert value(measures, "croupier_due_lateness_seconds_count") == 9
    assert 0 < value(measures, "croupier_due_lateness_seconds_sum") < 300


async def levelled(
    measures: Measures, store: RedisStore, clock: Callable[[], float]
) -> tuple[Replica, MeasuredStore]:
    """A replica whose levels are shown, by this clock."""
    measured = MeasuredStore(store, Figures(measures, ("sealed_bids",)).tables, clock)
    here = replica(measured)
    hub = Hub(here.tables, measured, ResumeTokens(KEYS.ring("resume")), Pace())
    limits = Limits(5, 7)
    add_levels(measures, measured, hub, Admission(limits), limits, "local", "1.2.3")
    return here, measured


async def test_levels_tell_limits_durability_and_release(
    measures: Measures, store: RedisStore
) -> None:
    await levelled(measures, store, lambda: 0.0)

    assert value(measures, "croupier_requests_limit") == 5
    assert value(measures, "croupier_watches_limit") == 7
    assert value(measures, "croupier_durability", level="local") == 1
    assert value(measures, "croupier_durability", level="none") == 0
    assert value(measures, "croupier_build_info", version="1.2.3") == 1
    assert value(measures, "croupier_draining") == 0
    assert value(measures, "process_resident_memory_bytes") > 1_000_000


async def test_a_table_is_active_for_as_long_as_somebody_commits(
    measures: Measures, store: RedisStore
) -> None:
    now = [0.0]
    here, measured = await levelled(measures, store, lambda: now[0])
    party = await seated(here)
    await seated(here)

    now[0] = ACTIVE_S
    await here.dealer.submit(bid(party.seats[0], 2))
    both = measured.active()
    now[0] += 1

    assert both == 2
    assert value(measures, "croupier_tables_active") == 1


async def test_the_store_is_up_for_as_long_as_it_answers_the_sweep(
    measures: Measures, store: RedisStore
) -> None:
    now = [100.0]
    here, _ = await levelled(measures, store, lambda: now[0])
    await here.house.sweep()
    up = value(measures, "croupier_store_up")

    now[0] += STORE_DOWN_S

    assert up == 1
    assert value(measures, "croupier_store_up") == 0
    assert value(measures, "croupier_sweep_age_seconds") == STORE_DOWN_S


async def test_a_blocked_event_loop_shows() -> None:
    measures = Measures()
    watch = asyncio.create_task(watch_the_loop(Figures(measures, ())))

    def looked(times: int) -> Callable[[], bool]:
        name = "croupier_event_loop_lag_seconds_count"
        return lambda: value(measures, name) >= times

    await wait_until(looked(1), "the loop was asked once")
    loop = asyncio.get_running_loop()
    until = loop.time() + 3 * LOOP_S
    while loop.time() < until:
        pass
    await wait_until(looked(2), "the loop was asked again")
    watch.cancel()
    await asyncio.gather(watch, return_exceptions=True)

    late = value(measures, "croupier_event_loop_lag_seconds_count") - value(
        measures, "croupier_event_loop_lag_seconds_bucket", le="0.25"
    )
    assert late >= 1


def test_what_is_not_in_a_closed_set_is_other() -> None:
    measures = Measures()
    figures = Figures(measures, ("blossom_ridge",))

    figures.tables.commands.add("a game of somebody's own", "accepted")

    assert value(measures, "croupier_commands_total", game=OTHER) == 1
