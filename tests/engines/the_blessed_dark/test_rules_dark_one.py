"""The Dark One: BLE-140 to BLE-158."""

import pytest

from croupier.engines.kernel.values import Seat
from croupier.engines.the_blessed_dark.commands import (
    BeginRitual,
    DrawBlood,
    EndRitual,
    Reroll,
    Said,
)
from croupier.engines.the_blessed_dark.events import (
    DarkOneMoved,
    RitualFailed,
    SpellCast,
)
from croupier.engines.the_blessed_dark.prompts import CardsPrompt, FreeCastOffer, RitualPrompt
from croupier.engines.the_blessed_dark.table import Options
from tests.engines.the_blessed_dark.dsl import (
    PLAIN,
    AnyTable,
    accepted,
    apply,
    asked,
    cast,
    favor,
    free_cast,
    grimoire,
    legal,
    play,
    reason,
    rolls,
    said,
    summon,
    table,
)

ZERO, ONE = Seat(0), Seat(1)
MODIFIED = Options(starting_player=ZERO, dark_one_modified_triple=True)
GOES_ON = Options(starting_player=ZERO, dark_one_ends_ritual=False)


@pytest.mark.rule("BLE-140", "BLE-141", "BLE-142", "BLE-144", "BLE-145", "BLE-125", "BLE-R23")
def test_t39_the_dark_one_costs_all_blood() -> None:
    before = table("""
        blood: 3 2
        dice: 2 2 2
    """)
    change = play(before, summon(0))

    assert change.table.blood == (0, 2)
    assert change.table.pool == 18
    assert grimoire(change.table, 0) == "dark_one ^x"
    assert (change.table.dark_one, change.table.active, change.table.ritual) == (0, 1, None)
    assert [(e.giver, e.taker, e.blood) for e in said(change, DarkOneMoved)] == [(None, 0, 3)]
    assert [e.mods for e in said(change, DarkOneMoved)] == [(0, 0, 0)]
    assert not said(change, RitualFailed)


@pytest.mark.rule("BLE-140", "BLE-141", "BLE-143", "BLE-R49")
def test_three_of_a_kind_and_blood_are_needed_and_nothing_must_be_done() -> None:
    pair = table("blood: 3 2\ndice: 2 2 3")
    bloodless = table("blood: 0 2\ndice: 2 2 2")
    triple = table("blood: 1 2\ndice: 2 2 2")

    assert reason(pair, summon(0)) == "NOT_THREE_OF_A_KIND"
    assert reason(bloodless, summon(0)) == "NO_BLOOD_TO_SACRIFICE"
    assert accepted(triple, summon(0))
    declined = apply(triple, EndRitual(ZERO))
    assert (declined.dark_one, declined.blood) == (None, (1, 2))
    again = apply(declined, BeginRitual(ONE), draws=rolls(4, 4, 4))
    assert accepted(again, summon(1))


@pytest.mark.rule("BLE-142", "BLE-144")
@pytest.mark.parametrize("blood", [1, 4, 13])
def test_all_blood_is_sacrificed_however_much(blood: int) -> None:
    before = table(f"blood: {blood} 2\ndice: 5 5 5")
    change = play(before, summon(0))

    assert (change.table.blood, change.table.pool) == ((0, 2), 18)
    assert [event.blood for event in said(change, DarkOneMoved)] == [blood]


@pytest.mark.rule("BLE-140", "BLE-R24")
def test_t41_kept_dice_count() -> None:
    before = table("""
        blood: 3 2
        dice: 2 5 2
    """)

    assert reason(before, summon(0)) == "NOT_THREE_OF_A_KIND"
    assert accepted(apply(before, Reroll(ZERO, (1,)), draws=rolls(2)), summon(0))


@pytest.mark.rule("BLE-146", "BLE-147", "BLE-149", "BLE-158", "BLE-R25", "BLE-183")
def test_t42_the_dark_one_is_stolen_on_the_same_terms() -> None:
    before = table("""
        turn: 1
        blood: 5 1
        grimoire 0: red_tithe, dark_one ^x
        dice: 6 6 6
    """)
    change = play(before, summon(1))
    after = change.table

    assert (grimoire(after, 0), grimoire(after, 1)) == ("red_tithe", "dark_one ^x")
    assert favor(before, 0) - favor(after, 0) == 4
    assert after.blood == (5, 0)
    assert [(e.giver, e.taker, e.blood) for e in said(change, DarkOneMoved)] == [(0, 1, 1)]
    back = apply(after, BeginRitual(ZERO), draws=rolls(3, 3, 3))
    assert reason(back, free_cast(0, "red_tithe")) == "DARK_ONE_NOT_CONTROLLED"
    assert apply(back, summon(0)).dark_one == 0


@pytest.mark.rule("BLE-150", "BLE-151", "BLE-152", "BLE-153", "BLE-154", "BLE-155", "BLE-R28")
def test_t43_the_bonus_power() -> None:
    before = table("""
        blood: 0 2
        grimoire 0: brimming_basin, weeping_twin, leech_knot x, dark_one ^x
        hand 0: red_tithe
        grimoire 1: turned_page
        dice: 4 4 4
    """)

    assert reason(before, summon(0)) == "ALREADY_CONTROL_DARK_ONE"
    assert reason(before, free_cast(0, "weeping_twin")) == "FREE_CAST_DEMON"
    assert reason(before, free_cast(0, "leech_knot")) == "CARD_EXHAUSTED"
    assert reason(before, free_cast(0, "dark_one")) == "NOT_CASTABLE"
    assert reason(before, free_cast(0, "red_tithe")) == "CARD_NOT_IN_GRIMOIRE"
    assert reason(before, free_cast(0, "turned_page")) == "CARD_NOT_IN_GRIMOIRE"
    assert asked(before, RitualPrompt).free_casts == (
        FreeCastOffer("brimming_basin", (0, 0, 0), 0),
    )
    change = play(before, free_cast(0, "brimming_basin"))
    assert change.table.blood == (4, 2)
    assert grimoire(change.table, 0).startswith("brimming_basin x, weeping_twin,")
    assert change.table.active == 1
    [event] = said(change, SpellCast)
    assert (event.free, event.blood, event.assign) == (True, 0, ())


@pytest.mark.rule("BLE-152", "BLE-154", "BLE-R51")
def test_a_free_cast_skull_card_is_discarded_and_costs_nothing() -> None:
    before = table("""
        blood: 0 2
        grimoire 0: sunlit_bell, dark_one ^x
        dice: 4 4 4
    """)

    assert apply(before, free_cast(0, "sunlit_bell")).discard == ("sunlit_bell",)


@pytest.mark.rule("BLE-150", "BLE-140")
def test_t44_the_bonus_power_is_the_controllers() -> None:
    before = table("""
        blood: 3 2
        grimoire 0: brimming_basin
        grimoire 1: dark_one ^x
        dice: 4 4 4
    """)
    no_triple = table("""
        blood: 3 2
        grimoire 0: brimming_basin, dark_one ^x
        dice: 4 4 5
    """)

    assert reason(before, free_cast(0, "brimming_basin")) == "DARK_ONE_NOT_CONTROLLED"
    assert reason(no_triple, free_cast(0, "brimming_basin")) == "NOT_THREE_OF_A_KIND"


@pytest.mark.rule("BLE-156", "BLE-131")
def test_t45_the_controller_may_cast_as_usual() -> None:
    before = table("""
        blood: 3 2
        grimoire 0: crownless_king, dark_one ^x
        dice: 5 5 5
    """)
    after = apply(before, cast(0, "crownless_king", 0, 1, 2))

    assert (after.blood, grimoire(after, 0)) == ((0, 2), "crownless_king ^x, dark_one ^x")
    assert accepted(before, EndRitual(ZERO))
    assert accepted(before, Reroll(ZERO, (0,)))


@pytest.mark.rule("BLE-150", "BLE-R52", "BLE-157")
def test_a_thief_has_the_bonus_power_in_a_later_ritual() -> None:
    before = table("""
        turn: 1
        blood: 5 1
        grimoire 0: dark_one ^x
        grimoire 1: red_tithe
        dice: 6 6 6
    """)
    later = apply(before, summon(1), DrawBlood(ZERO), BeginRitual(ONE), draws=rolls(2, 2, 2))

    assert accepted(later, free_cast(1, "red_tithe"))


@pytest.mark.rule("BLE-157", "BLE-R29", "BLE-R23", "BLE-145")
def test_with_the_option_the_ritual_goes_on_but_gives_no_bonus() -> None:
    before = table(
        """
        blood: 2 2
        grimoire 0: red_tithe
        dice: 5 5 5
    """,
        GOES_ON,
    )
    after = apply(before, summon(0))

    assert (after.active, after.dark_one) == (0, 0)
    assert reason(after, free_cast(0, "red_tithe")) == "DARK_ONE_NOT_CONTROLLED"
    assert reason(after, summon(0)) == "ALREADY_CONTROL_DARK_ONE"
    assert apply(after, cast(0, "red_tithe", 0, 1)).blood == (3, 2)
    ended = play(after, Reroll(ZERO, (0, 1, 2)), EndRitual(ZERO), draws=rolls(5, 5, 5))
    assert not said(ended, RitualFailed)
    assert ended.table.active == 1


@pytest.mark.rule("BLE-116", "BLE-R22", "BLE-R21")
def test_modifiers_make_no_triple() -> None:
    before = table("""
        blood: 5 2
        grimoire 0: red_tithe
        dice: 5 5 6
    """)

    assert reason(before, summon(0, mods=(0, 0, -1))) == "BAD_ARGUMENT"
    assert reason(before, free_cast(0, "red_tithe", mods=(0, 0, -1))) == "BAD_ARGUMENT"
    assert reason(before, summon(0, mods=(0, 0, 0))) == "NOT_THREE_OF_A_KIND"
    assert asked(before, RitualPrompt).summon is None


@pytest.mark.rule("BLE-116", "BLE-R22", "BLE-141")
def test_with_the_option_a_triple_may_be_bought() -> None:
    picture = """
        blood: {} 2
        grimoire 0: red_tithe
        dice: 5 5 6
    """
    two, one = (table(picture.format(blood), MODIFIED) for blood in (2, 1))

    change = play(two, summon(0, mods=(0, 0, -1)))
    assert (change.table.dark_one, change.table.blood) == (0, (0, 2))
    [moved] = said(change, DarkOneMoved)
    assert (moved.blood, moved.mods) == (2, (0, 0, -1))
    assert reason(one, summon(0, mods=(0, 0, -1))) == "NO_BLOOD_TO_SACRIFICE"
    assert reason(two, summon(0, mods=(2, 1, 1))) == "DIE_OUT_OF_RANGE"
    assert reason(two, summon(0, mods=(1, 0, 0))) == "NOT_THREE_OF_A_KIND"
    assert reason(two, summon(0, mods=(1,))) == "BAD_ARGUMENT"
    offer = asked(two, RitualPrompt).summon
    assert offer is not None
    assert (offer.mods, offer.blood) == ((0, 0, -1), 2)
    assert summon(0, (0, 0, -1)) in legal(two, 0)


@pytest.mark.rule("BLE-152", "BLE-R21", "BLE-R22")
def test_with_the_option_a_bought_triple_gives_the_bonus_for_its_price() -> None:
    picture = """
        blood: {} 2
        grimoire 0: red_tithe, dark_one ^x
        dice: 5 5 6
    """
    one, none = (table(picture.format(blood), MODIFIED) for blood in (1, 0))

    assert apply(one, free_cast(0, "red_tithe", mods=(0, 0, -1))).blood == (3, 2)
    assert reason(none, free_cast(0, "red_tithe", mods=(0, 0, -1))) == "NOT_ENOUGH_BLOOD"
    assert reason(one, free_cast(0, "red_tithe")) == "NOT_THREE_OF_A_KIND"


@pytest.mark.rule("BLE-155", "BLE-R28", "BLE-134")
def test_with_the_option_a_demon_may_be_cast_for_free() -> None:
    options = Options(starting_player=ZERO, free_cast_demons=True)
    before = table(
        """
        blood: 0 2
        grimoire 0: drowned_sun, dark_one ^x
        dice: 4 4 4
    """,
        options,
    )

    assert grimoire(apply(before, free_cast(0, "drowned_sun")), 0) == "drowned_sun ^x, dark_one ^x"


@pytest.mark.rule("BLE-148", "BLE-149", "BLE-072", "BLE-R26")
@pytest.mark.parametrize(
    ("card", "dice", "faces"),
    [
        ("numbing_chant", (0, 1), "3 4 1"),
        ("pall_of_smoke", (0, 1, 2), "3 3 1"),
        ("cut_binding", (0, 1), "1 6 1"),
        ("cold_iron_litany", (0, 1, 2), "5 5 6"),
    ],
)
def test_no_spell_touches_the_dark_one(card: str, dice: tuple[int, ...], faces: str) -> None:
    before = table(
        f"""
        blood: 5 2
        grimoire 0: {card}
        grimoire 1: dark_one ^x
        dice: {faces}
    """,
        PLAIN,
    )

    after = apply(before, cast(0, card, *dice))
    assert (grimoire(after, 1), after.dark_one) == ("dark_one ^x", 1)
    assert after.active == 1


@pytest.mark.rule("BLE-148", "BLE-072", "BLE-206", "BLE-211", "BLE-132")
def test_the_own_dark_one_and_demons_are_no_spells_either() -> None:
    before = table("""
        blood: 5 2
        grimoire 0: second_candle, unpicked_seal, dark_one ^x, gnawling ^x
        dice: 2 2 6
    """)

    readied = apply(before, cast(0, "second_candle", 0, 1))
    assert grimoire(readied, 0) == "second_candle x, unpicked_seal, dark_one ^x, gnawling ^x"
    open_ = apply(before, cast(0, "unpicked_seal", 0))
    assert [t.card for t in asked(open_, CardsPrompt).targets] == ["second_candle"]


@pytest.mark.rule("BLE-R58", "BLE-R21", "BLE-141", "BLE-147", "BLE-155")
def test_reasons_about_the_dark_one_come_in_their_order() -> None:
    """Each command is wrong in everything that is named after it, too."""
    options = Options(starting_player=ZERO, dark_one_modified_triple=True)
    mine = table(
        "blood: 0 2\ngrimoire 0: leech_knot x, gnawling ^x, sootwing, dark_one ^x\ndice: 6 5 2",
        options,
    )
    other = table("blood: 0 2\ngrimoire 1: dark_one ^x\ndice: 6 5 2", options)
    triple = (0, 1, 4)
    wrong: list[tuple[AnyTable, Said, str]] = [
        (mine, summon(0, (1, 0)), "BAD_ARGUMENT"),
        (mine, summon(0, (1, 0, 0)), "DIE_OUT_OF_RANGE"),
        (mine, summon(0, (0, 1, 0)), "NOT_THREE_OF_A_KIND"),
        (mine, summon(0, triple), "ALREADY_CONTROL_DARK_ONE"),
        (other, summon(0, triple), "NO_BLOOD_TO_SACRIFICE"),
        (other, free_cast(0, "no_such_card", (1, 0, 0)), "BAD_ARGUMENT"),
        (other, free_cast(0, "red_tithe", (1, 0, 0)), "DIE_OUT_OF_RANGE"),
        (other, free_cast(0, "red_tithe", (0, 1, 0)), "NOT_THREE_OF_A_KIND"),
        (other, free_cast(0, "red_tithe", triple), "DARK_ONE_NOT_CONTROLLED"),
        (mine, free_cast(0, "red_tithe", triple), "CARD_NOT_IN_GRIMOIRE"),
        (mine, free_cast(0, "gnawling", triple), "NOT_CASTABLE"),
        (mine, free_cast(0, "leech_knot", triple), "CARD_EXHAUSTED"),
        (mine, free_cast(0, "sootwing", triple), "FREE_CAST_DEMON"),
    ]

    assert [reason(on, command) for on, command, _ in wrong] == [why for _, _, why in wrong]
