"""Who sees what: BLE-042, BLE-R05, BLE-R42, BLE-R57, and that nothing else is ever told."""

from collections.abc import Iterator
from typing import Any, NamedTuple

import msgspec
import pytest

from croupier.engines.kernel.agenda import Prompt
from croupier.engines.kernel.change import Event
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
from croupier.engines.the_blessed_dark.events import CardDrawn, CardStolen, SpellCast
from croupier.engines.the_blessed_dark.table import ChoiceKind, Options, Phase
from tests.engines.kernel.walk import encode, told
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


class Staged(NamedTuple):
    """A table, and what it waits for."""

    on: AnyTable
    phase: Phase
    seat: Seat | None = None  # who is asked; None for several, or nobody
    kind: ChoiceKind | None = None


EFFECTS = {
    ChoiceKind.OPPONENT: '{ do = "steal_blood", amount = 1 }',
    ChoiceKind.OWN_EXHAUSTED: '{ do = "refresh_own", amount = 1 }',
    ChoiceKind.OPPONENT_SPELLS: '{ do = "exhaust_spell", amount = 1 }',
    ChoiceKind.OWN_UNEXHAUSTED: '{ do = "exhaust_each", amount = 1 }',
    ChoiceKind.OPPONENT_DEMON: '{ do = "banish" }',
    ChoiceKind.OPPONENT_GRIMOIRE: '{ do = "destroy_spell", amount = 1 }',
    ChoiceKind.OWN_GRIMOIRE: '{ do = "withdraw", amount = 1 }',
    ChoiceKind.PLACE: '{ do = "place", amount = 1 }',
    ChoiceKind.DISCARD_OWN: '{ do = "discard_hand", amount = 1 }',
    ChoiceKind.PEEK: '{ do = "peek_discard" }',
    ChoiceKind.SCRY: '{ do = "scry", look = 3, take = 1 }',
    ChoiceKind.DISCARD_PILE: '{ do = "recover", amount = 1 }',
}
AIMED = (ChoiceKind.DISCARD_OWN, ChoiceKind.PEEK)
OF_THE_OTHER = (ChoiceKind.DISCARD_OWN, ChoiceKind.OWN_UNEXHAUSTED)  # not asked of the caster
HANDS = "blood: 3 3 3\nhand 0: s0 d2\nhand 1: s1 s2 s3\nhand 2: s4 s6 s7\n"
HOUSE = """
    blood: 3 3 3
    hand 0: red_tithe gnawling
    hand 1: sootwing leech_knot
    hand 2: torn_leaf turned_page drowned_sun
"""


def choosing(kind: ChoiceKind, caster: int) -> Staged:
    """Seat 0 or 1 has cast a card whose effect asks this of somebody."""
    other = 1 - caster
    on = with_effects(
        EFFECTS[kind],
        f"turn: {caster}\n{HANDS}discard: s13 s14\n"
        f"grimoire {caster}: it, s5 x, s8 x, s9\n"
        f"grimoire {other}: s10, s11, d2 ^x\n"
        "grimoire 2: s12, d5 ^x",
    )
    on = apply(on, cast(caster, "it", 0))
    if kind in AIMED:
        on = apply(on, aim(caster, other))
    return Staged(on, Phase.EFFECT, Seat(other if kind in OF_THE_OTHER else caster), kind)


def phases() -> dict[str, Staged]:
    """A table for every phase and every kind of choice, asked of seat 0 and of another."""
    fresh = new_table(3)
    found = {
        "nothing sealed": Staged(fresh, Phase.FIRST_CARDS),
        "another sealed": Staged(
            apply(fresh, PickFirstCard(ONE, hand(fresh, 1)[1])), Phase.FIRST_CARDS
        ),
        "sealed": Staged(apply(fresh, PickFirstCard(ZERO, hand(fresh, 0)[1])), Phase.FIRST_CARDS),
    }
    for seat in (ZERO, ONE):
        picture = f"turn: {seat}\n{HOUSE}"
        found[f"turn of {seat}"] = Staged(table(picture), Phase.TURN, seat)
        ritual = table(f"{picture}\ngrimoire {seat}: open_vein\ndice: 1 3 4")
        found[f"ritual of {seat}"] = Staged(ritual, Phase.RITUAL, seat)
        last = apply(table(f"{picture}\ndeck: open_vein"), DrawCard(seat))
        found[f"last card of {seat}"] = Staged(last, Phase.LAST_CARD, seat)
        over = apply(last, PlaceLastCard(seat, False))
        found[f"over by {seat}"] = Staged(over, Phase.OVER)
        for kind in ChoiceKind:
            found[f"{kind.value}, cast by {seat}"] = choosing(kind, seat)
    return found


def test_every_phase_and_every_kind_of_choice_is_staged() -> None:
    staged = phases()

    for name, (on, phase, seat, kind) in staged.items():
        pending = engine.project(on, SPECTATOR).pending
        assert on.phase is phase, name
        assert (None if pending is None else pending.kind) is kind, name
        if seat is not None:
            assert [prompt.seat for prompt in engine.questions(on)] == [seat], name
    assert {one.phase for one in staged.values()} == {*Phase}
    for mine in (True, False):
        kinds = {one.kind for one in staged.values() if (one.seat == ZERO) is mine}
        assert kinds == {*ChoiceKind, None}, f"asked of seat 0: {mine}"


def hidden_from(on: AnyTable, viewer: Viewer) -> set[str]:
    """Every card that lies where this viewer cannot look, and nowhere else."""
    others = [hand.peek() for hand in on.hands if viewer not in hand.audience]
    mine = () if viewer is None else on.hands[viewer].peek()
    last = () if viewer in on.last_card.audience else on.last_card.peek()
    looked = engine.project(on, viewer).pending
    open_ = {*mine, *on.discard, *(entry.card for cards in on.grimoires for entry in cards)}
    if looked is not None and looked.seat == viewer:
        open_ |= {*looked.cards}
    return {*on.deck.peek(), *last, *(card for cards in others for card in cards)} - open_


@pytest.mark.rule("BLE-042", "BLE-R05", "BLE-R57")
@pytest.mark.parametrize("name", phases())
def test_no_hidden_card_is_named(name: str) -> None:
    on = phases()[name].on

    for viewer in (*on.seats, SPECTATOR):
        hidden = hidden_from(on, viewer)
        assert hidden or on.phase is Phase.OVER or viewer in on.last_card.audience
        named = shown(on, viewer)
        assert [card for card in sorted(hidden) if encode(card) in named] == []


@pytest.mark.rule("BLE-042", "BLE-R05", "BLE-R46", "BLE-R57")
@pytest.mark.parametrize("name", phases())
def test_t56_what_is_hidden_moves_no_byte(name: str) -> None:
    on = phases()[name].on

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


def played_on(on: AnyTable, commands: int = 10) -> list[tuple[AnyTable, tuple[Event, ...]]]:
    """What comes of it under one key: every turn is a ritual, all else is chosen at random."""
    dice, chance = KeyedRng(b"the same dice"), KeyedRng(b"the same choices")
    went = []
    for _ in range(commands):
        asked: Any = next(iter(engine.questions(on)), None)
        if asked is None:
            break
        view = engine.project(on, asked.seat)
        command: Any = engine.house_answer(view, asked, "random", chance)
        if on.phase is Phase.TURN:
            command = BeginRitual(asked.seat)
        change = engine.apply(on, command, dice)
        on = change.table
        went.append((on, change.events))
    return went


@pytest.mark.rule("BLE-R46", "BLE-R57")
@pytest.mark.parametrize("name", phases())
def test_t59_a_stored_table_is_the_same_and_rolls_the_same(name: str) -> None:
    on = phases()[name].on
    stored: Stored[Any] = Stored(engine.stored, lambda sha: on.pack)
    again = stored.read(stored.write(on))

    assert again == on
    assert again.deck.peek() == on.deck.peek()
    for viewer in (ZERO, ONE, SPECTATOR):
        assert shown(again, viewer) == shown(on, viewer)
    went = played_on(on)
    assert played_on(again) == went
    ends = (Phase.LAST_CARD, Phase.OVER)
    assert on.phase in ends or any(after.ritual is not None for after, _ in went), "nobody rolled"


@pytest.mark.rule("BLE-R46")
def test_t59_the_dice_do_not_depend_on_the_deck() -> None:
    on = table("blood: 2 2\nhand 0: red_tithe")
    other = replace(on, deck=Counted(tuple(reversed(on.deck.peek())), ()))
    rolls = [engine.apply(each, BeginRitual(ZERO), KeyedRng(b"dice")) for each in (on, other)]

    assert rolls[0].table.ritual == rolls[1].table.ritual


@pytest.mark.rule("BLE-114", "BLE-115", "BLE-120")
def test_everybody_sees_which_dice_were_used_and_how_they_were_changed() -> None:
    before = table("""
        blood: 9 2
        grimoire 0: numbing_chant, drowned_sun
        dice: 4 2 6
    """)
    [chant] = said(play(before, cast(0, "numbing_chant", 0, 1, mods=(0, 1, 0))), SpellCast)
    [sun] = said(play(before, cast(0, "drowned_sun", 0, 1, 2, mods=(2, 4, 0))), SpellCast)

    assert (chant.assign, chant.mods, chant.blood, chant.free) == ((0, 1), (0, 1, 0), 1, False)
    assert (sun.assign, sun.mods, sun.blood) == ((0, 1, 2), (2, 4, 0), 8)


def test_a_view_says_which_edition_is_played_and_no_more() -> None:
    view = engine.project(new_table(2), SPECTATOR)

    assert view.pack == PACK
    assert msgspec.structs.fields(type(view))[0].name == "pack"
