"""Blight of Blackridge by the store's clock: one for a turn, and windows of one length."""

from collections.abc import AsyncIterator
from typing import Any

import pytest

from croupier.engines.blight_of_blackridge import engine
from croupier.engines.blight_of_blackridge.commands import PartnerCancel, PartnerPropose, PassTurn
from croupier.engines.blight_of_blackridge.events import SettlementClosed
from croupier.engines.blight_of_blackridge.prompts import BetPrompt, SettlePrompt
from croupier.engines.blight_of_blackridge.table import AnyTable, Options, Phase
from croupier.engines.kernel.rng import KeyedRng
from croupier.engines.kernel.values import Seat
from croupier.service.adapters.store import RedisStore
from croupier.service.app.games import Game
from croupier.service.app.live import Live
from croupier.service.app.records import TimeOut
from tests.service.app.replica import Party, Replica, new_id, replica, said, seated
from tests.waiting import wait_until

NOBODY = KeyedRng(b"nobody draws")
COMMANDS_MAX = 400


@pytest.fixture
async def house(store: RedisStore) -> AsyncIterator[Replica]:
    """A replica that knows this game."""
    made = replica(store, {engine.game: Game(engine)})
    yield made
    await made.house.rest()


async def table(house: Replica, options: Options) -> Party:
    """Three persons, dealt."""
    return await seated(house, 3, game=engine.game, options=options)


async def send(house: Replica, party: Party, command: Any) -> Live:
    """A command of its seat."""
    badge = party.seats[command.seat]
    return (await house.dealer.submit(said(badge, command, engine.game, command_id=new_id()))).live


async def until(house: Replica, party: Party, phase: Phase) -> Live:
    """Everybody answers as an absent player would, until the table is there."""
    for _ in range(COMMANDS_MAX):
        live = await house.tables.current(party.table_id)
        if engine.project(on(live), None).phase is phase:
            return live
        question: Any = engine.questions(on(live))[0]
        view = engine.project(on(live), question.seat)
        await send(house, party, engine.house_answer(view, question, "absent", NOBODY))
    raise AssertionError(f"never came to {phase}")


def on(live: Live) -> AnyTable:
    """The table, which is dealt."""
    table: AnyTable | None = live.table
    assert table is not None
    return table


def moments(live: Live) -> dict[Seat, int]:
    """When each seat is due."""
    return {due.seat: due.at_ms for due in live.row.deadlines}


async def test_proposals_do_not_restart_the_clock_of_a_turn(house: Replica) -> None:
    party = await table(house, Options(turn_seconds=3_600))
    live = await until(house, party, Phase.BETTING)
    [turn] = engine.questions(on(live))
    assert isinstance(turn, BetPrompt)
    seat, began = turn.seat, moments(live)
    proposal = PartnerPropose(seat, 0, turn.partners[:1], turn.slots[:1])

    live = await send(house, party, proposal)
    asked = moments(live)
    assert asked[seat] == began[seat]
    assert asked[turn.partners[0]] == live.row.time_ms + 3_600_000

    live = await send(house, party, PartnerCancel(seat))
    assert moments(live) == began

    live = await send(house, party, PassTurn(seat))
    [after] = live.row.deadlines
    assert (after.seat, after.at_ms) != (seat, began[seat])
    assert after.at_ms == live.row.time_ms + 3_600_000


async def test_a_turn_that_is_out_takes_its_proposal_back_and_passes(house: Replica) -> None:
    party = await table(house, Options(turn_seconds=1))
    live = await until(house, party, Phase.BETTING)
    [turn] = engine.questions(on(live))
    assert isinstance(turn, BetPrompt)
    due = moments(live)[turn.seat]
    live = await send(house, party, PartnerPropose(turn.seat, 0, turn.partners[:1], turn.slots[:1]))
    since = live.snapshot.version

    async def passed() -> bool:
        await house.house.sweep()
        now = await house.tables.current(party.table_id)
        return now.snapshot.version >= since + 2

    await wait_until(passed, "the house takes the proposal back and passes")
    logged = (await house.store.entries(party.table_id, since))[:2]
    acts = [one.entry.act for one in logged]
    assert [act.seat for act in acts if isinstance(act, TimeOut)] == [turn.seat, turn.seat]
    assert logged[0].time_ms >= due


async def test_a_settlement_lasts_as_long_whoever_pays_when(house: Replica) -> None:
    party = await table(house, Options(settle_seconds=1))
    live = await until(house, party, Phase.SETTLE)
    opened = live.snapshot
    [due] = dict.fromkeys(moments(live).values())
    for question in engine.questions(on(live))[:2]:
        assert isinstance(question, SettlePrompt)
        view = engine.project(on(live), question.seat)
        paid = engine.house_answer(view, question, "absent", NOBODY)
        told = await send(house, party, paid)
        assert set(moments(told).values()) == {due}
        others = [place for place in range(len(party.seats)) if place != question.seat]
        for place in others:
            assert engine.project(on(told), Seat(place)) == engine.project(on(live), Seat(place))
        live = told

    async def closed() -> bool:
        await house.house.sweep()
        now = await house.tables.current(party.table_id)
        return engine.project(on(now), None).phase is not Phase.SETTLE

    await wait_until(closed, "the window closes by itself")
    logged = await house.store.entries(party.table_id, opened.version)
    events = [(one.time_ms, live.game.events.read(one.entry.events)) for one in logged]
    [moment] = [at for at, told in events if any(isinstance(e, SettlementClosed) for e in told)]
    assert moment >= due
