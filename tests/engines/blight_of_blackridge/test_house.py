"""How the house plays: the defaults of an absent seat, and whole games at random."""

from collections import Counter
from itertools import count
from typing import Any

import pytest

from croupier.engines.blight_of_blackridge import engine
from croupier.engines.blight_of_blackridge.commands import (
    ChooseLoadout,
    ChooseTarget,
    Contribute,
    Divide,
    EatMeal,
    PartnerRespond,
    PassTurn,
    Said,
    Settle,
    TradeDecline,
    Vote,
)
from croupier.engines.blight_of_blackridge.table import Options
from croupier.engines.kernel.rng import KeyedRng
from croupier.engines.kernel.values import Seat
from tests.engines.blight_of_blackridge.census import cards_on
from tests.engines.blight_of_blackridge.dsl import ADA, BO, COLE, PACK, Day
from tests.quantities import quantity


def absent(t: Day, seat: Seat) -> Said:
    """What the house says for a seat that is away."""
    return t.house(t.asked_any(seat))


@pytest.mark.rule("BLI-R71")
def test_an_absent_seat_passes_declines_and_gives_the_least() -> None:
    t = Day("dust_devil", "coach_gun 4I", "5I", "5I")
    assert absent(t, ADA) == PassTurn(ADA)
    t.propose(ADA, [BO], "hardtack")
    assert absent(t, BO) == PartnerRespond(BO, False)
    assert absent(Day("general_store", "5I", "5I"), ADA) == PassTurn(ADA)
    assert absent(Day("revival_tent", "5I", "5I"), ADA) == PassTurn(ADA)
    assert absent(Day("town_vote", "5I", "5I", "5I"), COLE) == Vote(COLE, ADA)
    assert absent(Day("poker_night", "5I", "5I"), ADA) == Contribute(ADA, (0,))
    assert absent(Day("passing_train", "5I", "5I"), ADA) == Contribute(ADA, ())


@pytest.mark.rule("BLI-R71")
def test_an_absent_seat_declines_an_optional_target_and_settles_newest_first() -> None:
    t = Day("gorge_beast", "coach_gun 4I", "5I").bet(ADA, "coach_gun").all_pass(1)
    assert absent(t, ADA) == ChooseTarget(ADA, None)
    u = Day("dust_devil", "3D 2C 5I", "5I").all_pass()
    assert absent(u, ADA) == Settle(ADA, (9,))
    v = Day("general_store", "rope 4I", "6D 4C", "rope").all_pass()
    assert absent(v, ADA) == EatMeal(ADA, 1)
    assert absent(v, BO) == EatMeal(BO, 6)
    assert absent(v, COLE) == EatMeal(COLE, None)


@pytest.mark.rule("BLI-R71")
def test_an_absent_divider_goes_round_from_itself_and_keeps_the_trophy() -> None:
    t = Day("dust_devil", "bowie_knife 4I", "lever_action 4I", "5I")
    t.propose(ADA, [BO], "bowie_knife").agrees(BO, "lever_action").all_pass(5)
    assert absent(t, BO) == Divide(BO, (BO, ADA), BO)


@pytest.mark.rule("BLI-R71")
def test_an_absent_seat_takes_the_first_loadout_and_no_trade() -> None:
    table = engine.setup(2, Options(), PACK, KeyedRng(b"x")).table
    prompt: Any = engine.questions(table)[0]
    said = engine.house_answer(engine.project(table, ADA), prompt, "absent", KeyedRng(b"y"))
    assert said == ChooseLoadout(ADA, "gunhand")
    t = Day("dust_devil", "5I", "5I").offers(ADA, BO, "hardtack")
    offer = next(p for p in engine.invitations(t.table, BO) if hasattr(p, "by"))
    assert t.house(offer) == TradeDecline(BO, ADA)


COMMANDS_MAX = 4_000


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("policy", ["random", "absent"])
def test_whole_games_of_the_house_end_and_lose_no_card(seats: int, policy: str) -> None:
    ends: Counter[str] = Counter()
    longest = 0
    for n in range(quantity(400)):
        rng, chance = KeyedRng(b"table %d" % n), KeyedRng(b"house %d" % n)
        table = engine.setup(seats, Options(event_count=n % 2 * 5), PACK, rng).table
        cards = cards_on(table)
        for played in count():
            if engine.result(table) is not None:
                break
            prompts = engine.questions(table)
            prompt: Any = prompts[chance.below(len(prompts), "who", "who")]
            view = engine.project(table, prompt.seat)
            command = engine.house_answer(view, prompt, policy, chance)
            table = engine.apply(table, command, rng).table
            assert cards_on(table) == cards
            longest = max(longest, played)
        ends[table.ended or ""] += 1

    assert longest < COMMANDS_MAX
    assert sum(ends.values()) == quantity(400)
