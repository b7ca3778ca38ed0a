"""Demons: BLE-130 to BLE-138."""

import pytest

from croupier.engines.kernel.values import Seat
from croupier.engines.the_blessed_dark.commands import (
    BeginRitual,
    DrawBlood,
    Refresh,
)
from croupier.engines.the_blessed_dark.events import (
    DemonSummoned,
)
from croupier.engines.the_blessed_dark.prompts import CardsPrompt
from tests.engines.the_blessed_dark.dsl import (
    apply,
    asked,
    cast,
    choose,
    favor,
    grimoire,
    play,
    reason,
    rolls,
    said,
    table,
)

ZERO, ONE = Seat(0), Seat(1)


@pytest.mark.rule("BLE-130", "BLE-131", "BLE-132", "BLE-133", "BLE-102", "BLE-182")
def test_t35_a_demon_is_summoned_by_its_cast() -> None:
    before = table("""
        blood: 2 2
        grimoire 0: gnawling
        dice: 4 4 1
    """)
    change = play(before, cast(0, "gnawling", 0, 1))

    assert (change.table.blood, grimoire(change.table, 0)) == ((1, 2), "gnawling ^x")
    assert (favor(before, 0), favor(change.table, 0)) == (-2, 2)
    assert [event.card for event in said(change, DemonSummoned)] == ["gnawling"]
    later = apply(change.table, DrawBlood(ONE), BeginRitual(ZERO), draws=rolls(4, 4, 1))
    assert reason(later, cast(0, "gnawling", 0, 1)) == "NOT_CASTABLE"


@pytest.mark.rule("BLE-134", "BLE-135", "BLE-R36")
def test_exhausting_a_demon_does_not_summon_it() -> None:
    before = table("""
        blood: 2 2
        grimoire 0: numbing_chant
        grimoire 1: sootwing
        dice: 3 4 1
    """)
    after = apply(before, cast(0, "numbing_chant", 0, 1))

    assert grimoire(after, 1) == "sootwing x"
    assert favor(after, 1) == -2
    refreshed = apply(after, Refresh(ONE))
    assert grimoire(refreshed, 1) == "sootwing"


@pytest.mark.rule("BLE-137", "BLE-138", "BLE-148", "BLE-R35", "BLE-R26", "BLE-209")
def test_t36_only_a_summoned_demon_is_banished() -> None:
    before = table("""
        blood: 2 2 2
        grimoire 0: cold_iron_litany, marrow_hound ^x
        grimoire 1: hollow_choir ^x, dark_one ^x
        grimoire 2: thornmother
        dice: 5 5 6
    """)
    after = apply(before, cast(0, "cold_iron_litany", 0, 1, 2))

    assert after.discard == ("hollow_choir", "cold_iron_litany")
    assert grimoire(after, 0) == "marrow_hound ^x"
    assert grimoire(after, 1) == "dark_one ^x"
    assert grimoire(after, 2) == "thornmother"
    assert after.blood == (0, 2, 2)


@pytest.mark.rule("BLE-209", "BLE-126", "BLE-R32")
def test_t37_a_demon_above_the_limit_stays() -> None:
    before = table("""
        blood: 1 2
        grimoire 0: banishing_word
        grimoire 1: crownless_king ^x
        dice: 1 1 4
    """)
    after = apply(before, cast(0, "banishing_word", 0, 1))

    assert (after.blood, after.discard) == ((0, 2), ("banishing_word",))
    assert grimoire(after, 1) == "crownless_king ^x"


@pytest.mark.rule("BLE-209")
def test_a_demon_at_the_limit_goes() -> None:
    before = table("""
        blood: 1 2
        grimoire 0: banishing_word
        grimoire 1: marrow_hound ^x
        dice: 1 1 4
    """)

    assert grimoire(apply(before, cast(0, "banishing_word", 0, 1)), 1) == ""


@pytest.mark.rule("BLE-209", "BLE-148", "BLE-R35", "BLE-R54")
def test_t38_of_two_demons_the_caster_chooses() -> None:
    before = table("""
        blood: 2 2 2
        grimoire 0: cold_iron_litany, ashen_judge ^x
        grimoire 1: hollow_choir ^x, dark_one ^x
        grimoire 2: sootwing ^x, thornmother
        dice: 5 5 6
    """)
    open_ = apply(before, cast(0, "cold_iron_litany", 0, 1, 2))
    prompt = asked(open_, CardsPrompt)

    assert [(t.seat, t.card) for t in prompt.targets] == [(1, "hollow_choir"), (2, "sootwing")]
    for other in ("dark_one", "thornmother", "ashen_judge", "leech_knot"):
        assert reason(open_, choose(0, other)) == "BAD_SELECTION"
    after = apply(open_, choose(0, "sootwing"))
    assert grimoire(after, 2) == "thornmother"
    assert after.discard == ("sootwing", "cold_iron_litany")
