"""Rituals: attempts, legality of a cast, modifiers, resolving: BLE-080 to BLE-127."""

import pytest

from croupier.engines.kernel.values import Seat
from croupier.engines.the_blessed_dark.commands import (
    BeginRitual,
    DrawCard,
    EndRitual,
    Reroll,
)
from croupier.engines.the_blessed_dark.events import (
    BloodMoved,
    CardDiscarded,
    DiceRerolled,
    RitualFailed,
    RitualStarted,
    SpellCast,
    SpellExhausted,
    TurnStarted,
)
from croupier.engines.the_blessed_dark.prompts import RitualPrompt
from croupier.engines.the_blessed_dark.table import Phase
from tests.engines.the_blessed_dark.dsl import (
    AnyTable,
    accepted,
    apply,
    asked,
    cast,
    grimoire,
    hand,
    legal,
    play,
    reason,
    rolls,
    said,
    table,
)

ZERO, ONE = Seat(0), Seat(1)


def reroll(*dice: int) -> Reroll:
    """Seat 0 rolls these dice again."""
    return Reroll(ZERO, dice)


@pytest.mark.rule("BLE-080", "BLE-083", "BLE-084", "BLE-089", "BLE-R17", "BLE-R24", "BLE-R46")
def test_t13_three_attempts() -> None:
    before = table("""
        blood: 2 2
        grimoire 0: red_tithe
    """)
    begun = play(before, BeginRitual(ZERO), draws=rolls(5, 5, 2))
    second = play(begun.table, reroll(2), draws=rolls(6))
    third = play(second.table, reroll(2), draws=rolls(4))

    assert [event.dice for event in said(begun, RitualStarted)] == [(5, 5, 2)]
    assert [(e.which, e.dice, e.attempt) for e in said(second, DiceRerolled)] == [
        ((2,), (5, 5, 6), 2)
    ]
    assert [(e.dice, e.attempt) for e in said(third, DiceRerolled)] == [((5, 5, 4), 3)]
    assert reason(third.table, reroll(0)) == "NO_REROLLS_LEFT"
    after = play(third.table, EndRitual(ZERO))
    assert said(after, RitualFailed)
    assert (after.table.blood, after.table.grimoires) == (before.blood, before.grimoires)
    assert (after.table.active, after.table.ritual) == (1, None)


@pytest.mark.rule("BLE-083", "BLE-R17", "BLE-R56")
def test_any_of_the_dice_may_be_rolled_again_also_those_kept_before() -> None:
    before = table("""
        blood: 2 2
        dice: 5 5 2
    """)
    after = apply(before, reroll(1), reroll(2, 0), draws=rolls(1, 3, 4))

    assert after.ritual is not None
    assert after.ritual.dice == (3, 1, 4)
    assert reroll(2, 0) == reroll(0, 2)
    assert [answer.dice for answer in legal(before, 0) if isinstance(answer, Reroll)] == [
        (0,),
        (1,),
        (2,),
        (0, 1),
        (0, 2),
        (1, 2),
        (0, 1, 2),
    ]


@pytest.mark.rule("BLE-083", "BLE-R17")
def test_t14_what_cannot_be_rolled_again() -> None:
    before = table("""
        blood: 2 2
        dice: 5 5 2
    """)

    assert reason(before, reroll()) == "BAD_DICE_SELECTION"
    assert reason(before, reroll(1, 1)) == "BAD_DICE_SELECTION"
    assert reason(before, reroll(3)) == "BAD_ARGUMENT"
    assert reason(before, reroll(-1)) == "BAD_ARGUMENT"
    assert asked(before, RitualPrompt).attempt == 1


@pytest.mark.rule("BLE-088", "BLE-089", "BLE-R16", "BLE-087")
def test_t15_a_ritual_may_be_ended_after_any_roll() -> None:
    before = table("""
        blood: 2 2
        grimoire 0: red_tithe
        dice: 1 3 5
    """)
    change = play(before, EndRitual(ZERO))

    assert asked(before, RitualPrompt).casts
    assert [event.seat for event in said(change, RitualFailed)] == [0]
    assert change.table.active == 1
    assert grimoire(change.table, 0) == "red_tithe"


@pytest.mark.rule("BLE-082", "BLE-085", "BLE-086", "BLE-120", "BLE-121", "BLE-127", "BLE-091")
def test_t17_a_cast_ends_the_ritual_and_the_turn() -> None:
    before = table("""
        blood: 2 2
        grimoire 0: red_tithe, leech_knot
        dice: 1 3 4
    """)
    change = play(before, cast(0, "red_tithe", 0, 1))

    assert change.table.blood == (5, 2)
    assert change.table.pool == 13
    assert grimoire(change.table, 0) == "red_tithe x, leech_knot"
    assert (change.table.active, change.table.ritual, change.table.casting) == (1, None, None)
    assert reason(change.table, reroll(0)) == "WRONG_PHASE"
    assert reason(change.table, cast(0, "leech_knot", 1)) == "WRONG_PHASE"
    assert [type(event) for event in change.events] == [
        SpellCast,
        BloodMoved,
        SpellExhausted,
        TurnStarted,
    ]


@pytest.mark.rule("BLE-103", "BLE-105", "BLE-110", "BLE-114", "BLE-R18")
def test_t18_dice_must_meet_the_requirement_after_modifiers() -> None:
    before = table("""
        blood: 2 2
        grimoire 0: red_tithe
        dice: 1 3 4
    """)

    assert reason(before, cast(0, "red_tithe", 0, 2)) == "REQUIREMENT_NOT_MET"
    after = apply(before, cast(0, "red_tithe", 0, 2, mods=(0, 0, -1)))
    assert after.blood == (4, 2)
    assert grimoire(before, 0) == "red_tithe"


@pytest.mark.rule("BLE-106", "BLE-107", "BLE-108", "BLE-111", "BLE-112", "BLE-114", "BLE-125")
def test_t19_cost_and_modifiers_are_paid_together() -> None:
    rich, poor = (
        table(f"""
            blood: {blood} 0
            grimoire 0: drowned_sun
            dice: 3 4 6
        """)
        for blood in (7, 6)
    )
    command = cast(0, "drowned_sun", 0, 1, 2, mods=(3, 2, 0))

    after = play(rich, command)
    assert after.table.blood == (0, 0)
    assert after.table.pool == rich.pool + 7 == 20
    assert [event.blood for event in said(after, SpellCast)] == [7]
    assert grimoire(after.table, 0) == "drowned_sun ^x"
    assert reason(poor, command) == "NOT_ENOUGH_BLOOD"


@pytest.mark.rule("BLE-113", "BLE-R19")
def test_t20_no_face_below_one_or_above_six() -> None:
    before = table("""
        blood: 9 2
        grimoire 0: brimming_basin
        dice: 6 1 2
    """)

    def basin(*mods: int) -> str:
        return reason(before, cast(0, "brimming_basin", 0, 1, 2, mods=mods))

    assert basin(1, 0, 0) == "DIE_OUT_OF_RANGE"
    assert basin(0, -1, 0) == "DIE_OUT_OF_RANGE"
    assert accepted(before, cast(0, "brimming_basin", 0, 1, 2, mods=(0, 5, 0)))


@pytest.mark.rule("BLE-115", "BLE-R20", "BLE-R18")
def test_t21_only_assigned_dice_are_modified() -> None:
    before = table("""
        blood: 3 2
        grimoire 0: leech_knot
        dice: 2 5 5
    """)

    assert reason(before, cast(0, "leech_knot", 0, mods=(1, 1, 0))) == "MODIFIER_ON_UNASSIGNED_DIE"
    assert apply(before, cast(0, "leech_knot", 0, mods=(1, 0, 0))).blood == (3 - 1 + 2, 0)
    assert reason(before, cast(0, "leech_knot", 0, mods=(1, 0))) == "BAD_ARGUMENT"
    assert reason(before, cast(0, "leech_knot", 0, mods=(1, 0, 0, 0))) == "BAD_ARGUMENT"


@pytest.mark.rule("BLE-115", "BLE-R20")
def test_modifiers_are_not_paid_without_a_cast_and_do_not_stay() -> None:
    before = table("""
        blood: 3 2
        grimoire 0: leech_knot
        dice: 2 5 5
    """)
    after = apply(before, reroll(1), draws=rolls(4))

    assert after.blood == (3, 2)
    assert after.ritual is not None
    assert after.ritual.dice == (2, 4, 5)


@pytest.mark.rule("BLE-R20", "BLE-R56")
def test_dearer_modifiers_are_legal_as_far_as_the_blood_goes() -> None:
    before = table("""
        blood: 3 2
        grimoire 0: red_tithe
        dice: 1 3 4
    """)
    offers = {offer.assign: offer for offer in asked(before, RitualPrompt).casts}

    assert (offers[0, 1].mods, offers[0, 1].blood) == ((0, 0, 0), 0)
    assert (offers[0, 2].mods, offers[0, 2].blood) == ((0, 0, -1), 1)
    assert apply(before, cast(0, "red_tithe", 0, 1, mods=(2, 0, 0))).blood == (3 - 2 + 3, 2)
    assert reason(before, cast(0, "red_tithe", 0, 1, mods=(4, 0, 0))) == "NOT_ENOUGH_BLOOD"
    assert cast(0, "red_tithe", 1, 0, mods=(0, 0, 0)) == cast(0, "red_tithe", 0, 1)
    assert cast(0, "red_tithe", 0, 1, mods=(2, 0, 0)) in legal(before, 0)
    assert cast(0, "red_tithe", 0, 1, mods=(4, 0, 0)) not in legal(before, 0)


@pytest.mark.rule("BLE-104", "BLE-R18")
def test_exactly_as_many_dice_as_the_card_uses_each_once() -> None:
    before = table("""
        blood: 3 2
        grimoire 0: red_tithe
        dice: 1 3 5
    """)

    assert reason(before, cast(0, "red_tithe", 0)) == "BAD_DICE_SELECTION"
    assert reason(before, cast(0, "red_tithe", 0, 1, 2)) == "BAD_DICE_SELECTION"
    assert reason(before, cast(0, "red_tithe", 0, 0)) == "BAD_DICE_SELECTION"
    assert reason(before, cast(0, "red_tithe")) == "BAD_DICE_SELECTION"
    assert reason(before, cast(0, "red_tithe", 0, 3)) == "BAD_ARGUMENT"
    assert accepted(before, cast(0, "red_tithe", 0, 2))


@pytest.mark.rule("BLE-100", "BLE-090", "BLE-R51", "BLE-101", "BLE-102")
def test_only_ready_spells_of_the_own_grimoire() -> None:
    before = table("""
        blood: 3 2
        hand 0: red_tithe
        grimoire 0: leech_knot x, gnawling ^x, dark_one ^x, crownless_king x
        grimoire 1: turned_page
        dice: 3 3 4
    """)

    assert reason(before, cast(0, "red_tithe", 0, 1)) == "CARD_NOT_IN_GRIMOIRE"
    assert reason(before, cast(0, "turned_page", 2)) == "CARD_NOT_IN_GRIMOIRE"
    assert reason(before, cast(0, "leech_knot", 0)) == "CARD_EXHAUSTED"
    assert reason(before, cast(0, "crownless_king", 0, 1, 2)) == "CARD_EXHAUSTED"
    assert reason(before, cast(0, "gnawling", 0, 1)) == "NOT_CASTABLE"
    assert reason(before, cast(0, "dark_one", 0, 1, 2)) == "NOT_CASTABLE"
    assert reason(before, cast(0, "no_such_card", 0)) == "BAD_ARGUMENT"
    assert not asked(before, RitualPrompt).casts


@pytest.mark.rule("BLE-090")
def test_nothing_is_cast_outside_a_ritual() -> None:
    before = table("""
        blood: 3 2
        grimoire 0: red_tithe
    """)

    assert reason(before, cast(0, "red_tithe", 0, 1)) == "WRONG_PHASE"


@pytest.mark.rule("BLE-R58", "BLE-104", "BLE-106", "BLE-107", "BLE-113", "BLE-115")
def test_reasons_come_in_their_order() -> None:
    """Each command is wrong in everything that is named after it, too."""
    before = table("""
        blood: 1 2
        hand 0: brimming_basin
        grimoire 0: leech_knot x, gnawling ^x, drowned_sun, numbing_chant
        dice: 6 5 2
    """)
    wrong = [
        (cast(0, "no_such_card", 0, 0, mods=(9, 9, 9)), "BAD_ARGUMENT"),
        (cast(0, "brimming_basin", 0, 0, mods=(9, 9, 9)), "CARD_NOT_IN_GRIMOIRE"),
        (cast(0, "gnawling", 0, 0, mods=(9, 9, 9)), "NOT_CASTABLE"),
        (cast(0, "leech_knot", 0, 0, mods=(9, 9, 9)), "CARD_EXHAUSTED"),
        (cast(0, "drowned_sun", 0, 0, mods=(9, 9, 9)), "BAD_DICE_SELECTION"),
        (cast(0, "drowned_sun", 0, 1, mods=(9, 9, 9)), "BAD_DICE_SELECTION"),
        (cast(0, "numbing_chant", 1, 2, mods=(1, 0, 0)), "MODIFIER_ON_UNASSIGNED_DIE"),
        (cast(0, "numbing_chant", 1, 2, mods=(-1, 3, 0)), "MODIFIER_ON_UNASSIGNED_DIE"),
        (cast(0, "drowned_sun", 0, 1, 2, mods=(1, 0, 0)), "DIE_OUT_OF_RANGE"),
        (cast(0, "drowned_sun", 0, 1, 2, mods=(0, 1, 3)), "REQUIREMENT_NOT_MET"),
        (cast(0, "drowned_sun", 0, 1, 2, mods=(0, 1, 4)), "NOT_ENOUGH_BLOOD"),
    ]

    assert [reason(before, command) for command, _ in wrong] == [why for _, why in wrong]
    third = table("blood: 1 2\ndice: 6 5 2\nattempt: 3")
    assert reason(third, reroll()) == "NO_REROLLS_LEFT"
    assert reason(third, reroll(0, 0)) == "NO_REROLLS_LEFT"
    assert reason(third, Reroll(ONE, (7,))) == "NOT_YOUR_TURN"


@pytest.mark.rule("BLE-120", "BLE-122", "BLE-124", "BLE-R34")
def test_a_skull_card_is_discarded_after_its_effect() -> None:
    before = table("""
        blood: 3 2
        grimoire 0: grave_ledger, red_tithe
        discard: sootwing
        dice: 1 2 4
    """)
    change = play(before, cast(0, "grave_ledger", 0, 1, 2))

    assert grimoire(change.table, 0) == "red_tithe"
    assert change.table.discard == ("grave_ledger",)
    assert hand(change.table, 0) == ("sootwing",)
    assert [event.card for event in said(change, CardDiscarded)] == ["grave_ledger"]


@pytest.mark.rule("BLE-123", "BLE-101")
def test_an_exhausted_spell_is_cast_again_only_after_a_refresh() -> None:
    before = table("""
        blood: 3 2
        grimoire 0: red_tithe
        dice: 1 3 5
    """)
    after = apply(
        before,
        cast(0, "red_tithe", 0, 1),
        DrawCard(ONE),
        BeginRitual(ZERO),
        draws=rolls(1, 3, 5),
    )

    assert reason(after, cast(0, "red_tithe", 0, 1)) == "CARD_EXHAUSTED"


@pytest.mark.rule("BLE-126", "BLE-R32", "BLE-121", "BLE-201")
def test_t23_a_cast_without_an_object_is_legal() -> None:
    before = table("""
        blood: 1 0
        grimoire 0: leech_knot
        dice: 3 1 1
    """)
    after = apply(before, cast(0, "leech_knot", 0))

    assert after.blood == (1, 0)
    assert grimoire(after, 0) == "leech_knot x"
    assert after.active == 1


@pytest.mark.rule("BLE-120", "BLE-200", "BLE-R11")
def test_blood_is_paid_before_the_effect() -> None:
    """With an empty pool the cost is what there is to gain."""
    before = table("""
        blood: 2 18
        grimoire 0: red_tithe
        dice: 1 2 2
    """)
    after = apply(before, cast(0, "red_tithe", 0, 1, mods=(0, 1, 0)))

    assert after.blood == (2, 18)
    assert after.pool == 0


def ritual(blood: int) -> AnyTable:
    """A ritual of seat 0 with a card that costs 1."""
    return table(f"""
        blood: {blood} 2
        grimoire 0: torn_leaf
        hand 1: sootwing red_tithe
        dice: 5 1 1
    """)


@pytest.mark.rule("BLE-106", "BLE-107", "BLE-108")
def test_the_blood_icon_is_a_price() -> None:
    assert accepted(ritual(1), cast(0, "torn_leaf", 0))
    assert reason(ritual(0), cast(0, "torn_leaf", 0)) == "NOT_ENOUGH_BLOOD"
    assert apply(ritual(1), cast(0, "torn_leaf", 0)).phase is Phase.EFFECT
