"""How the house plays a seat: BLE-R45."""

from typing import Any

import pytest

from croupier.engines.kernel.agenda import Command
from croupier.engines.kernel.rng import KeyedRng, ScriptedRng
from croupier.engines.kernel.values import Seat
from croupier.engines.the_blessed_dark import engine
from croupier.engines.the_blessed_dark.commands import (
    BeginRitual,
    DrawBlood,
    DrawCard,
    EndRitual,
    PickFirstCard,
    PlaceLastCard,
)
from croupier.engines.the_blessed_dark.house import OFFERS_MAX
from tests.engines.the_blessed_dark.dsl import (
    PACK,
    AnyTable,
    aim,
    apply,
    arrange,
    cast,
    choose,
    hand,
    new_table,
    table,
    with_effects,
)

ZERO, ONE = Seat(0), Seat(1)


def absent(on: AnyTable) -> Command:
    """What the house answers for a seat that is away; it draws nothing."""
    prompt: Any = engine.questions(on)[0]
    view = engine.project(on, prompt.seat)
    return engine.house_answer(view, prompt, "absent", ScriptedRng())


@pytest.mark.rule("BLE-R45")
def test_a_seat_that_is_away_does_as_little_as_it_can() -> None:
    fresh = new_table(2)
    poor = table("blood: 10 10")
    ritual = table("blood: 2 2\ngrimoire 0: red_tithe\ndice: 1 1 1")
    last = apply(table("blood: 2 2\ndeck: red_tithe"), DrawCard(ZERO))

    assert absent(fresh) == PickFirstCard(ZERO, hand(fresh, 0)[0])
    assert absent(table("blood: 2 2")) == DrawBlood(ZERO)
    assert absent(poor) == BeginRitual(ZERO)
    assert absent(ritual) == EndRitual(ZERO)
    assert absent(last) == PlaceLastCard(ZERO, False)


@pytest.mark.rule("BLE-R45")
@pytest.mark.parametrize(
    ("effects", "picture", "answer"),
    [
        ('{ do = "steal_blood", amount = 1 }', "blood: 2 1 1\ngrimoire 0: it", aim(0, 1)),
        ('{ do = "place", amount = 1 }', "blood: 2 1\ngrimoire 0: it\nhand 0: s1", choose(0)),
        (
            '{ do = "destroy_spell", amount = 1 }',
            "blood: 2 1\ngrimoire 0: it\ngrimoire 1: s1, s2",
            choose(0, "s1"),
        ),
        (
            '{ do = "discard_hand", amount = 2 }',
            "blood: 2 1\ngrimoire 0: it\nhand 1: s1 s2 s3",
            choose(1, "s1", "s2"),
        ),
        (
            '{ do = "scry", look = 3, take = 1 }',
            "blood: 2 1\ngrimoire 0: it\ndeck: s1 s2 s3 s4",
            arrange(0, "", "s1 s2 s3"),
        ),
    ],
)
def test_a_seat_that_is_away_chooses_the_least_and_first(
    effects: str, picture: str, answer: Command
) -> None:
    assert absent(apply(with_effects(effects, picture), cast(0, "it", 0))) == answer


@pytest.mark.rule("BLE-R45")
def test_a_seat_at_random_casts_in_about_half_of_its_chances() -> None:
    on = table("blood: 0 2\ngrimoire 0: red_tithe\ndice: 1 1 2")
    prompt: Any = engine.questions(on)[0]
    view = engine.project(on, ZERO)
    said = [
        type(engine.house_answer(view, prompt, "random", KeyedRng(b"%d" % n))).__name__
        for n in range(400)
    ]

    assert 200 < said.count("Cast") < 340  # half, and a third of the rest
    assert said.count("Reroll") > 30
    assert said.count("EndRitual") > 30


@pytest.mark.rule("BLE-R45", "BLE-R20")
def test_a_seat_at_random_looks_at_no_more_answers_than_it_needs() -> None:
    cards = ", ".join(PACK.contents.deck)
    on = table(f"blood: 18 2\ngrimoire 0: {cards}\ndeck: red_tithe sootwing\ndice: 3 4 1")
    prompt: Any = engine.questions(on)[0]
    answers = list(engine.legal(on, ZERO))

    assert len(answers) > OFFERS_MAX
    for n in range(50):
        answer = engine.house_answer(
            engine.project(on, ZERO),
            prompt,
            "random",
            KeyedRng(b"%d" % n),
        )
        assert engine.accepts(on, answer)
