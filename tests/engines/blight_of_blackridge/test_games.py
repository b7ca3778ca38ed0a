"""Whole games at random, with trades and statements: what they reach, and that they end."""

from collections import Counter
from itertools import count
from typing import Any, get_args

import pytest

from croupier.engines.blight_of_blackridge import engine
from croupier.engines.blight_of_blackridge.bet_events import CardsRevealed, PartnershipFormed
from croupier.engines.blight_of_blackridge.body import Life
from croupier.engines.blight_of_blackridge.commands import Said
from croupier.engines.blight_of_blackridge.events import (
    EventEnded,
    Happening,
    Traded,
)
from croupier.engines.blight_of_blackridge.incident_events import ShopUsed
from croupier.engines.blight_of_blackridge.ops import Kind
from croupier.engines.blight_of_blackridge.table import AnyTable, Options
from croupier.engines.kernel.change import Change
from croupier.engines.kernel.rng import KeyedRng
from croupier.engines.kernel.stored import Stored
from croupier.engines.kernel.values import Seat
from tests.engines.blight_of_blackridge.census import cards_on
from tests.engines.blight_of_blackridge.dsl import PACK, hand
from tests.engines.kernel.laws import say
from tests.quantities import quantity

GAMES = 2_100
COMMANDS_MAX = 12_000  # 16 events; each bet, raise or play costs a card and at most 3 passes
ASIDE = 3  # one command in so many is a trade or a statement
OFTEN = 200


def play(seats: int, n: int, reached: Counter[str]) -> AnyTable:
    """Game n; cards are conserved, and a snapshot of every table plays on the same."""
    rng, chance = KeyedRng(b"table %d" % n), KeyedRng(b"house %d" % n)
    stored: Stored[Any] = Stored(engine.stored, {PACK.sha256: PACK}.__getitem__)
    table = engine.setup(seats, Options(event_count=(0, 4, 7)[n % 3]), PACK, rng).table
    cards = cards_on(table)
    for played in count():
        assert played < COMMANDS_MAX
        if engine.result(table) is not None:
            return table
        command = said(table, seats, chance)
        before = tuple(table.body(seat).life for seat in table.seats)
        reached[type(command).__name__] += 1
        change = engine.apply(table, command, rng)
        note(table, change, before, reached)
        after = stored.read(stored.write(change.table))
        assert after == change.table
        assert cards_on(after) == cards
        if seats > 2 and n % 2 and (table.day, after.day) == (0, 1):
            after = _hurt(after, after.seats[n % seats])
            cards = cards_on(after)
        table = after
    raise AssertionError("counting never ends")


def _hurt(table: AnyTable, seat: Seat) -> AnyTable:
    """Deaths take long: in half of the games one seat begins close to it."""
    return table.with_body(seat, hand("8D 2C"))


def said(table: AnyTable, seats: int, chance: KeyedRng) -> Any:
    """Now and then something beside the question; else an answer to one."""
    prompts: list[Any] = list(engine.questions(table))
    seat = table.seats[chance.below(seats, "who", "who")]
    beside: list[Any] = list(engine.invitations(table, seat))
    if beside and chance.below(ASIDE, "what", "aside") == 0:
        prompts = beside
    prompt = prompts[chance.below(len(prompts), "who", "prompt")]
    view = engine.project(table, prompt.seat)
    return engine.house_answer(view, prompt, "random", chance)


def note(
    table: AnyTable, change: Change[AnyTable], before: tuple[Life, ...], reached: Counter[str]
) -> None:
    """Count what the issue of a game turns on."""
    for event in change.events:
        reached[type(event).__name__] += 1
        match event:
            case CardsRevealed(cards=cards):
                bluffs = [table.cards[each.card] for each in cards]
                reached["bluffs"] += any(card.face_up is not None for card in bluffs)
            case EventEnded() if table.now.kind is Kind.INCIDENT:
                reached["incidents"] += 1
    for seat, life in enumerate(before):
        after = change.table.body(change.table.seats[seat]).life
        reached["revivals"] += life is Life.BLIGHTED and after is Life.ALIVE
        reached["deaths"] += life is not Life.DEAD and after is Life.DEAD


@pytest.mark.rule("BLI-R47", "BLI-R54", "BLI-R60")
@pytest.mark.parametrize("part", range(3))
def test_games_end_lose_no_card_and_reach_everything(part: int) -> None:
    reached: Counter[str] = Counter()
    ends: Counter[str] = Counter()
    games = quantity(GAMES) // 3
    for n in range(games):
        ends[play(2 + n % 3, 10_000 * part + n, reached).ended or ""] += 1

    wanted = (
        PartnershipFormed.__name__,
        Traded.__name__,
        "bluffs",
        ShopUsed.__name__,
        "incidents",
        "revivals",
        "deaths",
    )
    say(f"{games} games {dict(ends)}", *[f"{reached[name]:>9} {name}" for name in wanted])
    assert min(reached[name] for name in wanted) * 3 >= quantity(OFTEN)
    unseen = [
        kind.__name__
        for kind in (*get_args(Happening), *get_args(Said))
        if not reached[kind.__name__]
    ]
    assert unseen == []
    assert set(ends) <= {"last_standing", "last_to_fall", "events_exhausted"}
