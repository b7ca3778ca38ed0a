"""Turns and their actions: BLE-030 to BLE-076."""

import pytest

from croupier.engines.kernel.values import Seat
from croupier.engines.the_blessed_dark.commands import (
    AddSpell,
    BeginRitual,
    DrawBlood,
    DrawCard,
    EndRitual,
    Refresh,
    Said,
)
from croupier.engines.the_blessed_dark.events import (
    BloodDrawn,
    CardDrawn,
    SpellAdded,
    SpellsRefreshed,
    TurnStarted,
)
from croupier.engines.the_blessed_dark.prompts import TurnPrompt
from croupier.engines.the_blessed_dark.table import Phase
from tests.engines.the_blessed_dark.dsl import (
    PACK,
    accepted,
    apply,
    asked,
    favor,
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


@pytest.mark.rule("BLE-030", "BLE-034", "BLE-R07")
def test_five_actions() -> None:
    before = table("""
        blood: 2 2
        hand 0: red_tithe gnawling
        grimoire 0: leech_knot x
    """)
    actions: list[Said] = [
        DrawCard(ZERO),
        DrawBlood(ZERO),
        AddSpell(ZERO, "red_tithe"),
        AddSpell(ZERO, "gnawling"),
        Refresh(ZERO),
        BeginRitual(ZERO),
    ]

    assert legal(before, 0) == actions
    prompt = asked(before, TurnPrompt)
    assert (prompt.may_draw_card, prompt.blood) == (True, 2)
    assert (prompt.spells, prompt.refresh) == (("red_tithe", "gnawling"), ("leech_knot",))


@pytest.mark.rule("BLE-034", "BLE-R07", "BLE-R15", "BLE-081", "BLE-031")
def test_with_nothing_else_to_do_there_is_still_a_ritual() -> None:
    before = table("""
        blood: 0 20
        hand 0: red_tithe gnawling sootwing turned_page open_vein
    """)
    full = apply(before, AddSpell(ZERO, "red_tithe"))
    stuck = table("""
        blood: 0 20
        hand 0:
        deck: red_tithe
    """)

    assert full.active == 1
    assert [type(answer) for answer in legal(stuck, 0)] == [DrawCard, BeginRitual]
    after = apply(stuck, BeginRitual(ZERO), EndRitual(ZERO), draws=rolls(1, 2, 4))
    assert after.active == 1


@pytest.mark.rule("BLE-031", "BLE-032", "BLE-033", "BLE-020")
def test_t06_a_second_action_is_somebody_elses() -> None:
    before = table("blood: 2 2")
    change = play(before, DrawBlood(ZERO))

    assert [(e.seat, e.turns) for e in said(change, TurnStarted)] == [(1, 1)]
    assert reason(change.table, DrawCard(ZERO)) == "NOT_YOUR_TURN"
    assert reason(before, DrawCard(ONE)) == "NOT_YOUR_TURN"
    assert reason(before, AddSpell(ONE, "no_such_card")) == "NOT_YOUR_TURN"
    assert legal(before, 1) == []


@pytest.mark.rule("BLE-040", "BLE-041", "BLE-042", "BLE-R08")
def test_t07_draw_up_to_five_cards() -> None:
    before = table("""
        blood: 2 2
        hand 0: red_tithe gnawling sootwing turned_page
        deck: open_vein torn_leaf leech_knot
    """)
    change = play(before, DrawCard(ZERO))
    [drawn] = said(change, CardDrawn)

    assert hand(change.table, 0)[-1] == "open_vein"
    assert change.table.deck.peek() == ("torn_leaf", "leech_knot")
    assert (drawn.seat, drawn.card.audience, drawn.audience) == (0, (0,), None)
    again = apply(change.table, DrawBlood(ONE))
    assert reason(again, DrawCard(ZERO)) == "HAND_FULL"
    assert accepted(again, AddSpell(ZERO, "open_vein"))


@pytest.mark.rule("BLE-050", "BLE-051", "BLE-052", "BLE-R10", "BLE-081")
def test_t08_the_pool_gives_what_it_has() -> None:
    before = table("blood: 10 9")
    change = play(before, DrawBlood(ZERO))

    assert change.table.blood == (11, 9)
    assert change.table.pool == 0
    assert [event.count for event in said(change, BloodDrawn)] == [1]
    assert reason(change.table, DrawBlood(ONE)) == "POOL_EMPTY"
    assert accepted(change.table, BeginRitual(ONE))


@pytest.mark.rule("BLE-050", "BLE-053", "BLE-R12")
def test_draw_two_blood_without_a_limit() -> None:
    assert apply(table("blood: 18 0"), DrawBlood(ZERO)).blood == (20, 0)
    assert apply(table("blood: 0 17"), DrawBlood(ZERO)).blood == (2, 17)


@pytest.mark.rule("BLE-060", "BLE-061", "BLE-062", "BLE-065", "BLE-R13")
def test_t09_an_unsummoned_demon_costs_favor() -> None:
    before = table("""
        blood: 0 2
        hand 0: drowned_sun
    """)
    change = play(before, AddSpell(ZERO, "drowned_sun"))

    assert grimoire(change.table, 0) == "drowned_sun"
    assert favor(change.table, 0) - favor(before, 0) == -2
    assert [event.card for event in said(change, SpellAdded)] == ["drowned_sun"]
    assert (change.table.blood, hand(change.table, 0)) == ((0, 2), ())


@pytest.mark.rule("BLE-062", "BLE-065")
def test_adding_a_spell_casts_nothing() -> None:
    before = table("""
        blood: 2 2
        hand 0: brimming_basin
    """)

    assert apply(before, AddSpell(ZERO, "brimming_basin")).blood == (2, 2)


@pytest.mark.rule("BLE-063", "BLE-R13")
def test_a_grimoire_has_no_limit() -> None:
    cards = PACK.contents.deck[:20]
    before = table(f"""
        blood: 2 2
        grimoire 0: {", ".join(cards[:19])}
        hand 0: {cards[19]}
    """)

    assert len(apply(before, AddSpell(ZERO, cards[19])).grimoires[0]) == 20


@pytest.mark.rule("BLE-064")
@pytest.mark.parametrize(
    "card", ["leech_knot", "open_vein", "torn_leaf", "cut_binding", "red_tithe", "dark_one"]
)
def test_only_hand_cards_are_added_and_the_answer_does_not_say_where_others_are(
    card: str,
) -> None:
    before = table("""
        blood: 2 2
        hand 0: sootwing
        hand 1: leech_knot
        grimoire 0: open_vein
        discard: cut_binding
        deck: torn_leaf red_tithe
    """)

    assert reason(before, AddSpell(ZERO, card)) == "CARD_NOT_IN_HAND"
    assert reason(before, AddSpell(ZERO, "no_such_card")) == "BAD_ARGUMENT"
    empty = table("blood: 2 2")
    assert reason(empty, AddSpell(ZERO, "sootwing")) == "CARD_NOT_IN_HAND"


@pytest.mark.rule("BLE-070", "BLE-071", "BLE-072", "BLE-073", "BLE-074", "BLE-R36")
def test_t11_refresh_readies_every_own_spell_and_nothing_else() -> None:
    before = table("""
        blood: 2 2
        grimoire 0: red_tithe x, thornmother x, gnawling ^x, dark_one ^x
        grimoire 1: leech_knot x
    """)
    change = play(before, Refresh(ZERO))

    assert grimoire(change.table, 0) == "red_tithe, thornmother, gnawling ^x, dark_one ^x"
    assert grimoire(change.table, 1) == "leech_knot x"
    assert [event.cards for event in said(change, SpellsRefreshed)] == [
        ("red_tithe", "thornmother")
    ]


@pytest.mark.rule("BLE-075", "BLE-R14", "BLE-071", "BLE-072")
def test_t12_there_must_be_something_to_refresh() -> None:
    summoned = table("""
        blood: 2 2
        grimoire 0: red_tithe, gnawling ^x, dark_one ^x
    """)
    demon = table("""
        blood: 2 2
        grimoire 0: gnawling x
    """)

    assert reason(summoned, Refresh(ZERO)) == "NOTHING_TO_REFRESH"
    assert accepted(demon, Refresh(ZERO))


@pytest.mark.rule("BLE-076", "BLE-123")
def test_only_a_refresh_readies() -> None:
    exhausted = table("""
        blood: 2 2
        hand 0: gnawling
        hand 1: sootwing
        grimoire 0: red_tithe x
    """)
    on = apply(
        exhausted,
        DrawBlood(ZERO),
        DrawBlood(ONE),
        AddSpell(ZERO, "gnawling"),
        DrawCard(ONE),
        BeginRitual(ZERO),
        EndRitual(ZERO),
        draws=rolls(1, 2, 4),
    )

    assert grimoire(on, 0) == "red_tithe x, gnawling"


@pytest.mark.rule("BLE-R44", "BLE-080")
def test_commands_of_another_phase_are_told_so_first() -> None:
    before = table("blood: 2 2")

    assert before.phase is Phase.TURN
    assert reason(before, EndRitual(ZERO)) == "WRONG_PHASE"
    assert reason(before, EndRitual(ONE)) == "WRONG_PHASE"
