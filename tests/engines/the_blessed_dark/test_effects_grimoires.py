"""Effects on Grimoires: BLE-206 to BLE-211."""

import pytest

from croupier.engines.kernel.values import Seat
from croupier.engines.the_blessed_dark.events import (
    SpellExhausted,
    SpellWithdrawn,
)
from croupier.engines.the_blessed_dark.prompts import CardsPrompt
from croupier.engines.the_blessed_dark.table import ChoiceKind
from tests.engines.the_blessed_dark.dsl import (
    apply,
    asked,
    cast,
    choose,
    favor,
    grimoire,
    hand,
    play,
    reason,
    said,
    table,
    with_effects,
)

ZERO, ONE, TWO = Seat(0), Seat(1), Seat(2)


@pytest.mark.rule("BLE-206", "BLE-R43", "BLE-R33")
@pytest.mark.parametrize("exhausted", [1, 2, 3])
def test_refresh_own_asks_only_with_more_than_it_readies(exhausted: int) -> None:
    cards = ["red_tithe x", "thornmother x", "leech_knot x"][:exhausted]
    before = table(f"""
        blood: 2 2
        grimoire 0: second_candle, {", ".join(cards)}
        dice: 4 4 1
    """)
    on = apply(before, cast(0, "second_candle", 0, 1))

    if exhausted == 3:
        assert len(asked(on, CardsPrompt).targets) == 3
        assert reason(on, choose(0, "red_tithe")) == "BAD_SELECTION"
        assert reason(on, choose(0, "red_tithe", "second_candle")) == "BAD_SELECTION"
        on = apply(on, choose(0, "leech_knot", "red_tithe"))
        assert grimoire(on, 0) == "second_candle x, red_tithe, thornmother x, leech_knot"
    else:
        ready = ", ".join(card.split()[0] for card in cards)
        assert grimoire(on, 0) == f"second_candle x, {ready}"


@pytest.mark.rule("BLE-207", "BLE-R43")
def test_exhaust_spell_takes_all_if_there_are_no_more() -> None:
    before = table("""
        blood: 2 2 2
        grimoire 0: numbing_chant, red_tithe
        grimoire 1: open_vein, gnawling ^x
        grimoire 2: sootwing, leech_knot x
        dice: 3 4 1
    """)
    after = apply(before, cast(0, "numbing_chant", 0, 1))

    assert grimoire(after, 1) == "open_vein x, gnawling ^x"
    assert grimoire(after, 2) == "sootwing x, leech_knot x"
    assert grimoire(after, 0) == "numbing_chant x, red_tithe"


@pytest.mark.rule("BLE-208", "BLE-R44", "BLE-R43")
def test_exhaust_each_asks_the_opponents_one_after_the_other() -> None:
    before = table("""
        turn: 1
        blood: 2 1 2 2
        grimoire 1: pall_of_smoke
        grimoire 2: open_vein
        grimoire 3: sootwing, leech_knot
        grimoire 0: red_tithe, turned_page, torn_leaf x
        dice: 3 1 1
    """)
    first = play(before, cast(1, "pall_of_smoke", 0, 1, 2))
    assert [event.seat for event in said(first, SpellExhausted)] == [2]
    assert asked(first.table, CardsPrompt).seat == 3
    assert first.table.active == 1
    second = apply(first.table, choose(3, "sootwing"))
    assert asked(second, CardsPrompt).seat == 0
    assert [t.card for t in asked(second, CardsPrompt).targets] == ["red_tithe", "turned_page"]
    done = apply(second, choose(0, "turned_page", choice_id=2))
    assert [grimoire(done, seat) for seat in (0, 2, 3)] == [
        "red_tithe, turned_page x, torn_leaf x",
        "open_vein x",
        "sootwing x, leech_knot",
    ]
    assert done.active == 2


@pytest.mark.rule("BLE-210", "BLE-R34")
def test_destroy_spell_spares_demons() -> None:
    before = table("""
        blood: 2 2 2
        grimoire 0: cut_binding
        grimoire 1: open_vein x, sootwing
        grimoire 2: gnawling ^x
        dice: 1 6 1
    """)
    after = apply(before, cast(0, "cut_binding", 0, 1))

    assert after.discard == ("open_vein", "cut_binding")
    assert grimoire(after, 1) == "sootwing"


@pytest.mark.rule("BLE-210", "BLE-R53", "BLE-R43")
def test_destroy_spell_may_be_printed_to_hit_unsummoned_demons_and_counts() -> None:
    before = with_effects(
        '{ do = "destroy_spell", amount = 2, demons = true }',
        """
        blood: 2 2 2
        grimoire 0: it
        grimoire 1: d2, d2 x, d5 ^x
        grimoire 2: s0
        """,
    )
    on = apply(before, cast(0, "it", 0))
    names = [(t.name, t.seat, t.exhausted) for t in asked(on, CardsPrompt).targets]

    assert names == [("d2#1", 1, False), ("d2#2", 1, True), ("s0", 2, False)]
    assert reason(on, choose(0, "d2", "s0")) == "BAD_SELECTION"
    assert reason(on, choose(0, "d2#2", "d2#2")) == "BAD_SELECTION"
    after = apply(on, choose(0, "d2#2", "s0"))
    assert (grimoire(after, 1), grimoire(after, 2)) == ("d2, d5 ^x", "")
    assert after.discard == ("d2", "s0")


@pytest.mark.rule("BLE-211", "BLE-205", "BLE-R33", "BLE-R13")
def test_t33_withdraw_a_spell_and_perhaps_place_it() -> None:
    before = table("""
        blood: 2 2
        grimoire 0: unpicked_seal, drowned_sun
        dice: 2 6 6
    """)
    on = apply(before, cast(0, "unpicked_seal", 0))
    assert [target.card for target in asked(on, CardsPrompt).targets] == ["drowned_sun"]
    assert reason(on, choose(0, "unpicked_seal")) == "BAD_SELECTION"
    taken = play(on, choose(0, "drowned_sun"))
    assert [event.card for event in said(taken, SpellWithdrawn)] == ["drowned_sun"]
    assert hand(taken.table, 0) == ("drowned_sun",)
    assert favor(taken.table, 0) - favor(before, 0) == 2
    assert asked(taken.table, CardsPrompt).kind is ChoiceKind.PLACE
    done = apply(taken.table, choose(0, choice_id=2))
    assert (grimoire(done, 0), hand(done, 0)) == ("unpicked_seal x", ("drowned_sun",))


@pytest.mark.rule("BLE-211", "BLE-R09")
def test_withdraw_needs_something_and_room() -> None:
    full = table("""
        blood: 2 2
        hand 0: red_tithe gnawling sootwing turned_page open_vein
        grimoire 0: unpicked_seal, drowned_sun
        dice: 2 6 6
    """)
    alone = table("""
        blood: 2 2
        grimoire 0: unpicked_seal
        dice: 2 6 6
    """)

    assert asked(apply(full, cast(0, "unpicked_seal", 0)), CardsPrompt).kind is ChoiceKind.PLACE
    assert apply(alone, cast(0, "unpicked_seal", 0)).active == 1


@pytest.mark.rule("BLE-211")
def test_an_exhausted_spell_may_be_withdrawn_and_is_ready_when_it_is_added_again() -> None:
    before = table("""
        blood: 2 2
        grimoire 0: unpicked_seal, red_tithe x, gnawling ^x
        dice: 2 6 6
    """)
    on = apply(before, cast(0, "unpicked_seal", 0))

    assert [target.card for target in asked(on, CardsPrompt).targets] == ["red_tithe"]
    taken = apply(on, choose(0, "red_tithe"))
    assert (hand(taken, 0), grimoire(taken, 0)) == (("red_tithe",), "unpicked_seal, gnawling ^x")
    placed = apply(taken, choose(0, "red_tithe", choice_id=2))
    assert grimoire(placed, 0) == "unpicked_seal x, gnawling ^x, red_tithe"


@pytest.mark.rule("BLE-207", "BLE-R43")
def test_exhaust_spell_reaches_every_opponent() -> None:
    before = table("""
        blood: 2 2 2 2
        grimoire 0: numbing_chant
        grimoire 1: open_vein
        grimoire 2: sootwing x
        grimoire 3: leech_knot, red_tithe
        dice: 3 4 1
    """)
    on = apply(before, cast(0, "numbing_chant", 0, 1))

    told = [(target.seat, target.card) for target in asked(on, CardsPrompt).targets]
    assert told == [(1, "open_vein"), (3, "leech_knot"), (3, "red_tithe")]
    after = apply(on, choose(0, "red_tithe", "leech_knot"))
    assert (grimoire(after, 3), grimoire(after, 1)) == ("leech_knot x, red_tithe x", "open_vein")
