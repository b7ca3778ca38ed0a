"""How the house plays a seat."""

import pytest

from croupier.engines.blossom_ridge import engine
from croupier.engines.blossom_ridge.commands import (
    ChooseCharacter,
    PassAction,
    Said,
)
from croupier.engines.blossom_ridge.prompts import ActionPrompt, Asks, CardPrompt, CharacterPrompt
from croupier.engines.blossom_ridge.table import CharacterMode, Options
from croupier.engines.kernel.engine import Policy
from croupier.engines.kernel.rng import KeyedRng, ScriptedRng
from croupier.engines.kernel.values import Seat, replace
from tests.engines.blossom_ridge.dsl import (
    CLUBS,
    PACK,
    PLAIN,
    AnyTable,
    act,
    add,
    card,
    mod,
    new_table,
    redeploy,
    remove,
    table,
    take_back,
)

DRAFT = replace(PLAIN, character_mode=CharacterMode.DRAFT)


def question(on: AnyTable) -> Asks:
    """What is asked now."""
    [prompt] = engine.questions(on)
    assert isinstance(prompt, CharacterPrompt | CardPrompt | ActionPrompt)
    return prompt


def answer(on: AnyTable, policy: Policy, *draws: int) -> Said:
    """What the house says, with these draws and no other."""
    prompt = question(on)
    rng = ScriptedRng(*draws)
    said = engine.house_answer(engine.project(on, prompt.seat), prompt, policy, rng)
    assert rng.left == 0
    return said


@pytest.mark.rule("BLO-R48")
def test_for_an_absent_seat_the_first_free_character_is_taken() -> None:
    assert answer(new_table(2, DRAFT), "absent") == ChooseCharacter(Seat(0), "ada_thornbury")


@pytest.mark.rule("BLO-R48")
def test_for_an_absent_seat_the_lowest_legal_card_is_played() -> None:
    before = table("""
        trick: 0=H5
        seat 0 ada_thornbury: D1
        seat 1 silas_crane: H10 S1 H9
    """)

    assert answer(before, "absent") == card(1, "H9")


@pytest.mark.rule("BLO-R48", "BLO-R02")
@pytest.mark.parametrize(("ace_high", "name"), [(False, "H1"), (True, "H9")])
def test_for_an_absent_seat_a_high_ace_is_not_the_lowest(ace_high: bool, name: str) -> None:
    before = table("leader: 0\nseat 0: H10 H1 H9\nseat 1: D2", replace(PLAIN, ace_high=ace_high))

    assert answer(before, "absent") == card(0, name)


@pytest.mark.rule("BLO-R48")
@pytest.mark.parametrize(
    ("supply", "action"), [(1, add("@H1")), (0, remove("@H2", 1))], ids=["add", "first legal"]
)
def test_for_an_absent_seat_an_add_is_taken_if_legal(supply: int, action: object) -> None:
    before = table(f"""
        trick: 0=H5 1=H2
        seat 0 ada_thornbury: D1
        seat 1 silas_crane: D2
        @H2: 1 1
        supply 0: {supply} on @S3
    """)

    assert answer(before, "absent") == act(0, action)  # type: ignore[arg-type]


@pytest.mark.rule("BLO-R48", "BLO-R21")
def test_for_an_absent_seat_no_ability_is_used() -> None:
    before = table("""
        trick: 0=H5 1=H2
        seat 0 wren_calloway: D1
        seat 1 silas_crane: D2
        supply 0: 0 on @S3
    """)

    assert answer(before, "absent") == PassAction(Seat(0))


def test_at_random_a_kind_is_drawn_before_a_choice() -> None:
    before = table("""
        trick: 0=H5 1=H2
        seat 0: D1
        seat 1: D2
        @H1: 1 1
    """)

    assert answer(before, "random", 0, 2) == act(0, add("@H3"))
    assert answer(before, "random", 1, 0) == act(0, remove("@H1", 1))
    assert answer(before, "random", 2, 0) == act(0, take_back("@H1"))
    assert answer(before, "random", 3, 1) == act(0, redeploy("@H1", "@H3"))


def test_at_random_an_ability_is_used_now_and_then() -> None:
    before = table("""
        trick: 0=H5
        seat 0 ada_thornbury: D1
        seat 1 odessa_vane: H10 H9
    """)

    assert answer(before, "random", 0, 1) == mod(1, "front_page", CLUBS)
    assert answer(before, "random", 1, 0, 1) == card(1, "H9")


def test_absent_seats_play_a_whole_game_without_abilities() -> None:
    rng = KeyedRng(b"absent")
    on = engine.setup(3, Options(), PACK, rng).table
    count = 0
    while on.turn is not None:
        prompt = question(on)
        said = engine.house_answer(engine.project(on, prompt.seat), prompt, "absent", rng)
        on, count = engine.apply(on, said, rng).table, count + 1

    assert on.spent == (None, None, None)
    assert 3 + 39 * 3 < count <= 3 + 39 * 4
