"""Who sees what: BLE-042, BLE-R05, BLE-R42, BLE-R57, and that nothing else is ever told."""

from collections.abc import Iterator
from typing import Any

import msgspec
import pytest

from croupier.engines.kernel.agenda import Prompt
from croupier.engines.kernel.refusal import Refused
from croupier.engines.kernel.rng import KeyedRng
from croupier.engines.kernel.secret import HIDDEN, Counted
from croupier.engines.kernel.stored import Stored
from croupier.engines.kernel.values import Seat, Viewer, replace
from croupier.engines.the_blessed_dark import engine
from croupier.engines.the_blessed_dark.commands import (
    AddSpell,
    BeginRitual,
    Cast,
    ChooseCards,
    DrawBlood,
    DrawCard,
    PickFirstCard,
    PlaceLastCard,
    Refresh,
    Reroll,
    Said,
)
from croupier.engines.the_blessed_dark.events import CardDrawn, CardStolen
from croupier.engines.the_blessed_dark.table import Options
from tests.engines.kernel.walk import encode, told
from tests.engines.the_blessed_dark.dsl import (
    PACK,
    AnyTable,
    apply,
    arrange,
    cast,
    choose,
    hand,
    keyed,
    new_table,
    play,
    said,
    table,
    with_effects,
)
from tests.engines.the_blessed_dark.playthrough import played
from tests.quantities import quantity

ZERO, ONE, TWO = Seat(0), Seat(1), Seat(2)
SPECTATOR: Viewer = None


def shown(on: AnyTable, viewer: Viewer) -> bytes:
    """All bytes a viewer can ask for: the view, its prompts, its legal commands."""
    mine: list[Prompt] = [prompt for prompt in engine.questions(on) if prompt.seat == viewer]
    legal = [] if viewer is None else list(engine.legal(on, viewer))
    return b"/".join((encode(engine.project(on, viewer)), encode(mine), encode(legal)))


WRONG: tuple[Said, ...] = (
    PickFirstCard(ZERO, "red_tithe"),
    DrawCard(ZERO),
    DrawBlood(ZERO),
    AddSpell(ZERO, "gnawling"),
    AddSpell(ZERO, "sootwing"),
    Refresh(ZERO),
    BeginRitual(ZERO),
    Reroll(ZERO, ()),
    Cast(ZERO, "red_tithe", (0, 1)),
    ChooseCards(ZERO, 1, ("gnawling",)),
    arrange(0, "gnawling", ""),
    PlaceLastCard(ZERO, True),
)


def answers(on: AnyTable) -> Iterator[str]:
    """What seat 0 is told to each wrong command, or that it is right."""
    for command in WRONG:
        try:
            engine.apply(on, command, KeyedRng(b"answers"))
        except Refused as refused:
            yield repr(refused.refusal)
        else:
            yield "accepted"


def phases() -> dict[str, AnyTable]:
    """A table for every phase and every kind of choice, some asked of seat 0 and some not."""
    fresh = new_table(3)
    sealed = apply(fresh, PickFirstCard(ONE, hand(fresh, 1)[1]))
    hands = "blood: 3 3 3\nhand 0: s0 d2\nhand 1: s1 s2 s3\nhand 2: s4\n"
    found = {"nothing sealed": fresh, "one sealed": sealed}
    found["last card of another"] = apply(
        table("turn: 1\nblood: 3 3\nhand 0: red_tithe gnawling\nhand 1: sootwing\ndeck: open_vein"),
        DrawCard(ONE),
    )
    found["turn"] = with_effects('{ do = "draw", amount = 1 }', f"{hands}grimoire 0: it")
    effects = {
        "place": '{ do = "place", amount = 1 }',
        "discard_own": '{ do = "discard_hand", amount = 1 }',
        "peek": '{ do = "peek_discard" }',
        "scry": '{ do = "scry", look = 3, take = 1 }',
        "withdraw": '{ do = "withdraw", amount = 1 }',
        "recover": '{ do = "recover", amount = 1 }',
    }
    for name, effect in effects.items():
        for caster in (0, 1):
            picture = f"turn: {caster}\n{hands}grimoire {caster}: it, s5\ndiscard: s6 s7"
            on = apply(with_effects(effect, picture), cast(caster, "it", 0))
            if name in ("peek", "discard_own"):
                on = keyed(on, next(iter(engine.legal(on, Seat(caster)))))  # type: ignore[arg-type]
            found[f"{name} by {caster}"] = on
    return found


@pytest.mark.rule("BLE-042", "BLE-R05", "BLE-R46", "BLE-R57")
@pytest.mark.parametrize("name", phases())
def test_t56_what_is_hidden_moves_no_byte(name: str) -> None:
    on = phases()[name]

    others = [engine.redeal(on, ZERO, KeyedRng(b"%d" % n)) for n in range(quantity(400))]
    assert any(other != on for other in others)
    for other in others:
        assert shown(other, ZERO) == shown(on, ZERO)
        assert list(answers(other)) == list(answers(on))
    for n in range(quantity(400)):
        other = engine.redeal(on, SPECTATOR, KeyedRng(b"%d" % n))
        assert shown(other, SPECTATOR) == shown(on, SPECTATOR)


@pytest.mark.rule("BLE-R05")
def test_t57_a_sealed_card_moves_no_byte_of_another() -> None:
    fresh = new_table(3)
    tables = [play(fresh, PickFirstCard(ONE, card)) for card in hand(fresh, 1)]

    for viewer in (ZERO, TWO, SPECTATOR):
        assert len({shown(change.table, viewer) for change in tables}) == 1
        assert len({told(change.events, viewer) for change in tables}) == 1
    assert len({shown(change.table, ONE) for change in tables}) == 3
    assert len({told(change.events, ONE) for change in tables}) == 3


@pytest.mark.rule("BLE-R05", "BLE-042")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_hands_and_sealed_cards_never_move_anothers_bytes_in_whole_games(players: int) -> None:
    """At every table of whole games, for every viewer: another deal, the same bytes."""
    rng = KeyedRng(b"other deals")
    for n in range(quantity(60)):
        for _, change in played(players, Options(), b"hidden %d" % n):
            viewer = (*change.table.seats, SPECTATOR)[rng.below(players + 1, "viewer", "any")]
            other = engine.redeal(change.table, viewer, rng)
            assert shown(other, viewer) == shown(change.table, viewer)


@pytest.mark.rule("BLE-042", "BLE-040")
def test_a_drawn_card_is_told_to_its_drawer_alone() -> None:
    change = play(table("blood: 2 2\ndeck: red_tithe gnawling"), DrawCard(ZERO))
    [drawn] = said(change, CardDrawn)

    assert drawn.card.seen_by(ZERO) == "red_tithe"
    assert [drawn.card.seen_by(viewer) for viewer in (ONE, SPECTATOR)] == [HIDDEN, HIDDEN]
    assert b"red_tithe" not in b"".join(told(change.events, ONE))


@pytest.mark.rule("BLE-212", "BLE-R46")
def test_a_stolen_card_is_told_to_thief_and_victim_alone() -> None:
    before = table("""
        blood: 1 2 2
        hand 1: open_vein torn_leaf
        grimoire 0: stolen_verse
        dice: 2 4 6
    """)
    change = play(before, cast(0, "stolen_verse", 0, 1, 2), draws=[1])
    [stolen] = said(change, CardStolen)

    assert [stolen.card.seen_by(seat) for seat in (ZERO, ONE)] == ["torn_leaf", "torn_leaf"]
    for viewer in (TWO, SPECTATOR):
        assert stolen.card.seen_by(viewer) is HIDDEN
        assert b"torn_leaf" not in b"".join(told(change.events, viewer))


@pytest.mark.rule("BLE-215", "BLE-R57")
def test_how_the_deck_was_arranged_is_told_to_nobody_afterwards() -> None:
    before = table("""
        blood: 2 2
        grimoire 0: ember_reading
        dice: 1 5 5
        deck: open_vein torn_leaf turned_page red_tithe
    """)
    on = apply(before, cast(0, "ember_reading", 0))
    orders = ("open_vein turned_page", "turned_page open_vein")
    changes = [play(on, arrange(0, "torn_leaf", order)) for order in orders]

    for viewer in (ZERO, ONE, SPECTATOR):
        assert len({shown(change.table, viewer) for change in changes}) == 1
        assert len({told(change.events, viewer) for change in changes}) == 1


@pytest.mark.rule("BLE-214", "BLE-R57")
def test_a_peeked_hand_is_seen_only_while_the_choice_is_open() -> None:
    before = table("""
        blood: 1 2
        hand 1: red_tithe gnawling
        grimoire 0: unlidded_eye
        dice: 3 4 1
    """)
    on = apply(before, cast(0, "unlidded_eye", 0, 1))
    after = apply(on, choose(0, "gnawling"))

    assert b"red_tithe" in shown(on, ZERO)
    assert b"red_tithe" not in shown(after, ZERO)


@pytest.mark.rule("BLE-R46", "BLE-R57")
@pytest.mark.parametrize("name", phases())
def test_t59_a_stored_table_is_the_same_and_rolls_the_same(name: str) -> None:
    on = phases()[name]
    stored: Stored[Any] = Stored(engine.stored, lambda sha: on.pack)
    again = stored.read(stored.write(on))

    assert again == on
    for viewer in (ZERO, ONE, SPECTATOR):
        assert shown(again, viewer) == shown(on, viewer)


@pytest.mark.rule("BLE-R46")
def test_t59_the_dice_do_not_depend_on_the_deck() -> None:
    on = table("blood: 2 2\nhand 0: red_tithe")
    other = replace(on, deck=Counted(tuple(reversed(on.deck.peek())), ()))
    rolls = [engine.apply(each, BeginRitual(ZERO), KeyedRng(b"dice")) for each in (on, other)]

    assert rolls[0].table.ritual == rolls[1].table.ritual


def test_a_view_says_which_edition_is_played_and_no_more() -> None:
    view = engine.project(new_table(2), SPECTATOR)

    assert view.pack == PACK
    assert msgspec.structs.fields(type(view))[0].name == "pack"
