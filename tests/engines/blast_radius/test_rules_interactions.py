"""Where rules meet: survivors with one another, editions with survivors, and the store."""

from typing import Any

import pytest

from croupier.engines.blast_radius import engine
from croupier.engines.blast_radius.commands import (
    Allow,
    CompleteObjective,
    Defend,
    Discard,
    DrawItem,
    EugeneForce,
    FinishJoke,
    FreezeUp,
    HelgaTake,
    JudgeJoke,
    PlayStrike,
    Said,
    SprengenTake,
    TellJoke,
)
from croupier.engines.blast_radius.edition import Contents
from croupier.engines.blast_radius.events import CardMoved
from croupier.engines.blast_radius.prompts import (
    ActionPrompt,
    DrawPrompt,
    EugenePrompt,
    HelgaPrompt,
    KarrotPrompt,
    SprengenPrompt,
)
from croupier.engines.blast_radius.reasons import MoveReason
from croupier.engines.blast_radius.table import ItemUse, JokeMode, Phase
from croupier.engines.kernel.pack import Pack
from croupier.engines.kernel.rng import KeyedRng
from croupier.engines.kernel.stored import Stored
from croupier.engines.kernel.values import replace
from tests.engines.blast_radius.dsl import (
    ABLE,
    PACK,
    A,
    B,
    C,
    D,
    H,
    I,
    S,
    asked,
    invited,
    play,
    refused,
    state,
    table,
    told,
)

KIT = ("medical_kit.1",)
SHOCK = ("defibrillator.1",)
MACHETE = ("machete.1",)


def edition(item: str) -> Pack[Contents]:
    """The house edition with one more item."""
    return engine.read_pack(f'{engine.house_pack}\n[[item]]\nname = "New"\ncopies = 2\n{item}')


@pytest.mark.rule("BLA-160", "BLA-157", "BLA-131", "BLA-092")
def test_6_7_helga_beats_sick_karrot_with_a_dart_and_the_turn_goes_on() -> None:
    on = table(
        "0: boot.1\n1 helga: umbrella.1 homemade_blow_dart.1\n2 karrot sick: machete.1 rope.1\n"
        "deck: tarp.1",
        Phase.DRAW,
        options=ABLE,
    )
    attack = PlayStrike(C, MACHETE, B, "umbrella.1")

    won = play(on, attack, Defend(B, "homemade_blow_dart.1"), dice=[1, 2]).table
    assert (won.health[C], asked(won, HelgaPrompt).cards) == (I, ("rope.1",))
    after = play(won, HelgaTake(B, "rope.1")).table

    assert state(after) == (Phase.DRAW, A), "the interrupted turn goes on where it was"
    assert play(after, DrawItem(A)).table.hands[:2] == (
        ("boot.1", "tarp.1"),
        ("umbrella.1", "rope.1"),
    )


@pytest.mark.rule("BLA-156", "BLA-R57", "BLA-110")
def test_6_7_sprengen_revives_karrot_who_is_asked_nothing() -> None:
    picture = (
        "0 sprengen: defibrillator.1\n2 karrot down 1: machete.1 rope.1\n3: boot.1\ndeck: tarp.1"
    )
    on = table(picture, options=ABLE)

    open_ = play(on, PlayStrike(A, SHOCK, C)).table

    assert open_.health[C] is H
    assert asked(open_, SprengenPrompt).patient == C
    assert engine.invitations(open_, C) == ()
    assert refused(open_, PlayStrike(C, MACHETE, D, "boot.1")) == "NOT_YOUR_PROMPT"
    paid = play(open_, SprengenTake(A, "machete.1")).table
    assert (paid.hands[A], paid.hands[C], state(paid)) == (MACHETE, ("rope.1",), (Phase.DRAW, B))
    assert engine.invitations(paid, C) == (), "her weapon is gone"
    other = play(open_, SprengenTake(A, "rope.1")).table
    assert invited(other, C, KarrotPrompt).strikes, "on the next turn she may attack again"


@pytest.mark.rule("BLA-155", "BLA-R31", "BLA-075")
def test_6_7_eugene_forces_out_a_card_and_no_deed_is_undone() -> None:
    on = table(
        "0 eugene: boot.1 boot.2\n0 wants: obj_01 obj_18\n1: backpack.1\n1 wants: obj_22=2 obj_02\n"
        "objectives: obj_05\ndeck: tarp.1",
        options=ABLE,
    )
    assert engine.project(on, A).seats[B].objectives[0].ready

    open_ = play(on, CompleteObjective(A, "obj_01")).table
    assert [aim.items for aim in asked(open_, EugenePrompt).aims] == [("backpack.1",)]
    after = play(open_, EugeneForce(A, B, "backpack.1")).table

    assert (after.hands[B], after.discard) == ((), ("backpack.1",))
    [barter, _] = engine.project(after, A).seats[B].objectives
    assert (barter.progress, barter.ready) == ((2, 0), False)


@pytest.mark.rule("BLA-157", "BLA-R15", "BLA-043")
def test_6_7_karrot_steals_the_card_just_drawn() -> None:
    on = table("0: boot.1\n2 karrot: machete.1\ndeck: rope.1", Phase.DRAW, options=ABLE)
    drawn = play(on, DrawItem(A)).table
    assert asked(drawn, ActionPrompt).discard == "rope.1"

    robbed = play(drawn, PlayStrike(C, MACHETE, A, "rope.1")).table

    assert asked(robbed, ActionPrompt).discard is None
    assert refused(robbed, Discard(A, "boot.1")) == "DISCARD_NOT_ALLOWED"
    assert refused(robbed, Discard(A, "rope.1")) == "NOT_IN_HAND"
    kept = play(drawn, PlayStrike(C, MACHETE, A, "boot.1")).table
    assert asked(kept, ActionPrompt).discard == "rope.1", "another card leaves it open"


@pytest.mark.rule("BLA-157", "BLA-040")
def test_6_7_a_full_hand_that_karrot_robs_has_no_early_discard() -> None:
    full = "0: boot.1 boot.2 boot.3 boot.4 boot.5\n2 karrot: machete.1\ndeck: rope.1"
    on = table(full, Phase.DRAW, options=ABLE)
    assert len(asked(on, DrawPrompt).discards) == 5

    robbed = play(on, PlayStrike(C, MACHETE, A, "boot.1")).table

    assert (len(robbed.hands[A]), asked(robbed, DrawPrompt).discards) == (4, ())
    assert refused(robbed, Discard(A, "boot.2")) == "DISCARD_NOT_ALLOWED"


@pytest.mark.rule("BLA-158", "BLA-R29")
@pytest.mark.parametrize("use", ItemUse)
def test_6_7_jake_and_what_becomes_of_objective_items_are_unrelated(use: ItemUse) -> None:
    picture = "0 jake sick: can_of_beans.1 boot.1 boot.2\n0 wants: obj_01\ndeck: rope.1"
    on = table(picture, options=replace(ABLE, objective_items=use))

    healed = play(on, PlayStrike(A, ("can_of_beans.1",))).table

    assert (healed.health[A], healed.discard) == (H, ("can_of_beans.1",))
    assert healed.hands[A] == ("boot.1", "boot.2")


@pytest.mark.rule("BLA-R54", "BLA-095")
def test_karrot_is_not_asked_before_an_action_that_is_lost() -> None:
    options = replace(ABLE, karrot_window_ms=800)
    on = table(
        "0 sick: boot.1\n2 karrot: machete.1\ndeck: sewage_water.1 rope.1",
        Phase.DRAW,
        options=options,
    )

    after = play(on, DrawItem(A)).table

    assert (after.health[A], state(after)) == (I, (Phase.DRAW, B))


@pytest.mark.rule("BLA-156")
def test_sprengen_is_paid_for_what_he_played_and_not_for_what_he_drew() -> None:
    pack = edition(
        'id = "vitamins"\ntype = "reflex"\n'
        'effect = [{ op = "heal", who = "others", from = ["sick"] }]\n'
    )
    on = table(
        "0 sprengen: medical_kit.1\n1 sick: boot.1 rope.1\ndeck: vitamins.1 tarp.1",
        Phase.DRAW,
        options=ABLE,
        pack=pack,
    )

    drawn = play(on, DrawItem(A)).table
    assert (drawn.health[B], drawn.phase) == (H, Phase.ACTION)
    ill = replace(drawn, health=(H, H, S, H), hands=(KIT, drawn.hands[B], ("tarp.2",), ()))
    change = play(ill, PlayStrike(A, KIT, C))

    paid = [event.card for event in told(change, CardMoved) if event.why is MoveReason.PAYMENT]
    assert (paid, state(change.table)) == (["tarp.2"], (Phase.DRAW, B))


@pytest.mark.rule("BLA-051", "BLA-R48")
@pytest.mark.parametrize("mode", JokeMode)
def test_a_joke_may_be_aimed_at_somebody(mode: JokeMode) -> None:
    pack = edition(
        'id = "roast"\ntype = "strike"\neffect = [{ op = "joke", '
        'on_fail = [{ op = "sicken", who = "self" }], '
        'on_success = [{ op = "sicken", who = "target" }] }]\n'
    )
    on = table(
        "0: roast.1\n2 sick:\ndeck: rope.1", options=replace(ABLE, joke_mode=mode), pack=pack
    )

    open_ = play(on, PlayStrike(A, ("roast.1",), B)).table
    votes = [JudgeJoke(seat, told=True) for seat in (B, C, D)]
    told_: dict[JokeMode, list[Said]] = {
        JokeMode.TEXT: [TellJoke(A, "Look at you.")],
        JokeMode.TABLE: [FinishJoke(A), *votes],
        JokeMode.SELF: [FinishJoke(A)],
    }

    sick = play(open_, *told_[mode], dice=[1]).table  # the dice: B's turn begins sick
    assert sick.health == (H, S, S, H)
    assert play(open_, FreezeUp(A)).table.health == (S, H, S, H)


@pytest.mark.rule("BLA-R02", "BLA-115")
def test_s75_a_question_survives_the_store() -> None:
    on = table("0: machete.1\n1: umbrella.1 crowbar.1\ndeck: boot.1")
    open_ = play(on, PlayStrike(A, MACHETE, B, "umbrella.1")).table
    tables: Stored[Any] = Stored(engine.stored, {PACK.sha256: PACK}.__getitem__)

    again = tables.read(tables.write(open_))

    assert again == open_
    for answer in (Allow(B), Defend(B, "crowbar.1")):
        here, there = (engine.apply(each, answer, KeyedRng(b"one")) for each in (open_, again))
        assert (here.table, here.events) == (there.table, there.events)
