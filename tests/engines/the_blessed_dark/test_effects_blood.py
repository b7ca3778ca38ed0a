"""Effects that move blood, and how a choice is answered: BLE-200 to BLE-203, BLE-R44."""

import pytest

from croupier.engines.kernel.values import Seat
from croupier.engines.the_blessed_dark import engine
from croupier.engines.the_blessed_dark.commands import DrawBlood, PlaceLastCard, Refresh
from croupier.engines.the_blessed_dark.events import (
    BloodMoved,
    ChoiceClosed,
    ChoiceOpened,
)
from croupier.engines.the_blessed_dark.prompts import CardsPrompt, OpponentPrompt
from croupier.engines.the_blessed_dark.table import ChoiceKind
from tests.engines.the_blessed_dark.dsl import (
    accepted,
    aim,
    apply,
    arrange,
    asked,
    cast,
    choose,
    favor,
    grimoire,
    hand,
    legal,
    play,
    reason,
    said,
    table,
    with_effects,
)

ZERO, ONE, TWO = Seat(0), Seat(1), Seat(2)


@pytest.mark.rule("BLE-200", "BLE-R11")
@pytest.mark.parametrize(("others", "after"), [(2, 5), (17, 3), (18, 2)])
def test_gain_takes_what_the_pool_has(others: int, after: int) -> None:
    before = with_effects('{ do = "gain_blood", amount = 3 }', f"blood: 2 {others}\ngrimoire 0: it")

    assert apply(before, cast(0, "it", 0)).blood == (after, others)


@pytest.mark.rule("BLE-202", "BLE-200")
def test_t24_steal_from_each_then_gain() -> None:
    before = table("""
        blood: 1 0 4
        grimoire 0: crimson_toll
        dice: 2 3 4
    """)
    change = play(before, cast(0, "crimson_toll", 0, 1, 2))

    assert (change.table.blood, change.table.pool) == ((3, 0, 3), 14)
    assert [(e.giver, e.taker, e.count) for e in said(change, BloodMoved)] == [
        (2, 0, 1),
        (None, 0, 1),
    ]


@pytest.mark.rule("BLE-203")
def test_drain_each_gives_to_the_pool() -> None:
    before = table("""
        turn: 1
        blood: 1 2 4
        grimoire 1: open_vein
        dice: 1 2 6
    """)
    change = play(before, cast(1, "open_vein", 0, 1))

    assert (change.table.blood, change.table.pool) == ((0, 2, 2), 16)
    assert [event.giver for event in said(change, BloodMoved)] == [2, 0]  # clockwise


@pytest.mark.rule("BLE-201", "BLE-207", "BLE-R54", "BLE-R36", "BLE-184")
def test_t25_choose_a_victim_and_then_a_spell() -> None:
    before = table("""
        blood: 2 3 5
        grimoire 0: feast_of_knives
        grimoire 1: open_vein
        grimoire 2: sootwing
        dice: 4 4 1
    """)
    opened = play(before, cast(0, "feast_of_knives", 0, 1, 2))
    assert [(e.choice_id, e.kind, e.seat, e.card) for e in said(opened, ChoiceOpened)] == [
        (1, ChoiceKind.OPPONENT, 0, "feast_of_knives")
    ]
    assert asked(opened.table, OpponentPrompt).opponents == (1, 2)
    assert legal(opened.table, 0) == [aim(0, 1), aim(0, 2)]

    stolen = apply(opened.table, aim(0, 2))
    assert stolen.blood == (5, 3, 2)
    prompt = asked(stolen, CardsPrompt)
    assert [(t.seat, t.card) for t in prompt.targets] == [(1, "open_vein"), (2, "sootwing")]
    assert (prompt.kind, prompt.least, prompt.most) == (ChoiceKind.OPPONENT_SPELLS, 1, 1)

    done = apply(stolen, choose(0, "sootwing", choice_id=2))
    assert grimoire(done, 2) == "sootwing x"
    assert [favor(at, 2) for at in (before, stolen, done)] == [-2, -2, -2]
    refreshed = apply(done, DrawBlood(ONE), Refresh(TWO))
    assert (grimoire(refreshed, 2), favor(refreshed, 2)) == ("sootwing", -2)


@pytest.mark.rule("BLE-201", "BLE-R43", "BLE-R54")
def test_the_only_victim_is_not_asked_for() -> None:
    before = table("""
        blood: 2 0 5
        grimoire 0: leech_knot
        dice: 3 4 1
    """)

    assert apply(before, cast(0, "leech_knot", 0)).blood == (4, 0, 3)


@pytest.mark.rule("BLE-R44", "BLE-R54")
def test_answers_to_a_choice_in_their_order() -> None:
    before = table("""
        blood: 2 3 5 0
        grimoire 0: leech_knot
        dice: 3 4 1
    """)
    on = apply(before, cast(0, "leech_knot", 0))

    assert reason(on, DrawBlood(ZERO)) == "CHOICE_PENDING"
    assert reason(on, DrawBlood(ONE)) == "CHOICE_PENDING"
    assert reason(on, cast(0, "leech_knot", 0)) == "CHOICE_PENDING"
    assert reason(on, PlaceLastCard(ZERO, True)) == "CHOICE_PENDING"
    assert reason(on, aim(1, 2)) == "NOT_YOUR_CHOICE"
    assert reason(on, aim(1, 9, choice_id=9)) == "NOT_YOUR_CHOICE"
    assert reason(on, choose(1, "no_such_card")) == "NOT_YOUR_CHOICE"
    assert reason(on, choose(1, "red_tithe")) == "NOT_YOUR_CHOICE"
    assert reason(on, aim(0, 4)) == "BAD_ARGUMENT"
    assert reason(on, aim(0, 4, choice_id=9)) == "BAD_ARGUMENT"
    assert reason(on, choose(0, "no_such_card", choice_id=9)) == "BAD_ARGUMENT"
    assert reason(on, aim(0, 1, choice_id=2)) == "STALE_CHOICE"
    assert reason(on, aim(0, 3, choice_id=2)) == "STALE_CHOICE"
    assert reason(on, aim(0, 3)) == "BAD_SELECTION"  # nothing to lose
    assert reason(on, aim(0, 0)) == "BAD_SELECTION"
    assert reason(on, choose(0)) == "BAD_SELECTION"
    assert reason(on, arrange(0, "", "")) == "BAD_SELECTION"
    closed = play(on, aim(0, 2))
    assert [event.choice_id for event in said(closed, ChoiceClosed)] == [1]
    assert reason(closed.table, aim(0, 2)) == "WRONG_PHASE"


@pytest.mark.rule("BLE-R55", "BLE-R38")
def test_several_cards_are_taken_in_the_order_seen_and_the_last_may_end_the_game() -> None:
    before = with_effects(
        '{ do = "scry", look = 4, take = 3 }, { do = "gain_blood", amount = 5 }',
        "blood: 2 2\ngrimoire 0: it\ndeck: s3 s1 s2",
    )
    on = apply(before, cast(0, "it", 0))

    assert reason(on, arrange(0, "s1 s3", "s2")) == "BAD_SELECTION"
    assert accepted(on, arrange(0, "s3 s2", "s1"))
    ended = apply(on, arrange(0, "s3 s1 s2", ""))
    assert hand(ended, 0) == ("s3", "s1")
    assert ended.last_card.peek() == ("s2",)
    assert ended.blood == (2, 2)  # what was left of the effect is cancelled
    assert grimoire(ended, 0) == "it x"


@pytest.mark.rule("BLE-R57", "BLE-R44")
def test_everybody_sees_what_is_waited_for_and_the_open_options() -> None:
    before = table("""
        blood: 2 2 2
        grimoire 0: cold_iron_litany
        grimoire 1: hollow_choir ^x
        grimoire 2: sootwing ^x
        dice: 5 5 6
    """)
    on = apply(before, cast(0, "cold_iron_litany", 0, 1, 2))
    views = [engine.project(on, viewer) for viewer in (ZERO, ONE, TWO, None)]

    assert len({str(view.pending) for view in views}) == 1
    assert views[3].pending is not None
    assert (views[3].pending.seat, views[3].pending.card) == (0, "cold_iron_litany")
    assert len(views[3].pending.targets) == 2
    assert views[3].casting is not None


@pytest.mark.rule("BLE-R53", "BLE-101", "BLE-102")
def test_of_two_copies_the_ready_one_is_cast() -> None:
    before = with_effects(
        '{ do = "gain_blood", amount = 1 }', "blood: 5 2\ngrimoire 0: d2 ^x, d2, s0 x, s0\n"
    )
    two = with_effects('{ do = "gain_blood", amount = 1 }', "blood: 5 2\ngrimoire 0: d2 ^x, d2 x\n")

    assert grimoire(apply(before, cast(0, "s0", 0)), 0) == "d2 ^x, d2, s0 x, s0 x"
    after = apply(before, cast(0, "d2", 0, 1, mods=(1, 0, 0)))
    assert grimoire(after, 0) == "d2 ^x, d2 ^x, s0 x, s0"
    assert reason(two, cast(0, "d2", 0, 1, mods=(1, 0, 0))) == "CARD_EXHAUSTED"
