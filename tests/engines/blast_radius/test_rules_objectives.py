"""Objectives, scoring and the end: BLA-063 to BLA-086."""

from itertools import permutations

import pytest

from croupier.engines.blast_radius import engine
from croupier.engines.blast_radius.commands import (
    CompleteObjective,
    DrawAgain,
    DrawItem,
    EndTurn,
    PlayStrike,
    Said,
    TradeInObjective,
)
from croupier.engines.blast_radius.edition import cards_of
from croupier.engines.blast_radius.events import (
    EndTriggered,
    GameEnded,
    ObjectiveCompleted,
    ObjectiveDeckEmpty,
    ObjectiveDrawn,
)
from croupier.engines.blast_radius.matching import assignable, fulfilled, slots_of
from croupier.engines.blast_radius.prompts import ActionPrompt
from croupier.engines.blast_radius.reasons import EndReason
from croupier.engines.blast_radius.table import (
    Active,
    AnyTable,
    EndGame,
    ItemUse,
    Phase,
    Source,
    TieBreak,
)
from croupier.engines.kernel.refusal import Refused
from croupier.engines.kernel.result import Result
from croupier.engines.kernel.rng import KeyedRng
from croupier.engines.kernel.shape import Pick
from croupier.engines.kernel.values import Seat, replace
from tests.engines.blast_radius.dsl import (
    PACK,
    PLAIN,
    A,
    B,
    C,
    D,
    asked,
    play,
    refused,
    state,
    table,
    told,
)

BOOTS = "0: boot.1 boot.2 rope.1\n0 wants: obj_01 obj_18\nobjectives: obj_05 obj_06\ndeck: tarp.1"
KIT = "flashlight.1 gas_mask.1 matches.1 tarp.1"


def result(on: AnyTable) -> Result:
    """How it ended."""
    ended = engine.result(on)
    assert ended is not None
    return ended


def turn(seat: Seat) -> tuple[Said, ...]:
    """A turn in which nothing is done."""
    return DrawItem(seat), EndTurn(seat)


@pytest.mark.rule("BLA-068", "BLA-073", "BLA-071", "BLA-066", "BLA-070", "BLA-064", "BLA-055")
def test_s55_completing_an_objective() -> None:
    on = table(BOOTS)
    assert asked(on, ActionPrompt).completable == ("obj_01",)

    change = play(on, CompleteObjective(A, "obj_01"))

    after = change.table
    assert told(change, ObjectiveCompleted) == [
        ObjectiveCompleted(seat=A, objective="obj_01", value=2, spent=())
    ]
    assert told(change, ObjectiveDrawn) == [ObjectiveDrawn(seat=A, objective="obj_05")]
    assert (after.scored[A], after.hands[A]) == (("obj_01",), on.hands[A])
    assert [each.objective for each in after.objectives[A]] == ["obj_18", "obj_05"]
    assert (after.objective_deck.count, state(after)) == (1, (Phase.DRAW, B))


@pytest.mark.rule("BLA-R29", "BLA-073")
def test_s56_items_are_spent_if_the_table_says_so() -> None:
    on = table(BOOTS, options=replace(PLAIN, objective_items=ItemUse.DISCARD))
    boots = ("boot.2", "boot.1")

    after = play(on, CompleteObjective(A, "obj_01", boots)).table

    assert (after.hands[A], after.discard) == (("rope.1",), boots)
    assert refused(on, CompleteObjective(A, "obj_01")) == "BAD_SPEND"
    assert refused(on, CompleteObjective(A, "obj_01", ("boot.1", "rope.1"))) == "BAD_SPEND"
    assert refused(on, CompleteObjective(A, "obj_01", ("boot.1", "boot.1"))) == "BAD_SPEND"
    assert refused(table(BOOTS), CompleteObjective(A, "obj_01", boots)) == "BAD_SPEND"


@pytest.mark.rule("BLA-066", "BLA-R30")
def test_s57_one_card_fills_one_slot() -> None:
    on = table(f"0: {KIT} umbrella.1\n0 wants: obj_18")
    assert refused(on, CompleteObjective(A, "obj_18")) == "NOT_FULFILLED"

    able = table(f"0: {KIT} crowbar.1\n0 wants: obj_18\ndeck: boot.1")
    assert play(able, CompleteObjective(A, "obj_18")).table.scored[A] == ("obj_18",)


@pytest.mark.rule("BLA-R30", "BLA-066")
def test_cards_are_matched_and_not_taken_greedily() -> None:
    cards = cards_of(PACK)
    slots = slots_of(cards.objectives["obj_18"])
    held = ("flashlight.1", "blanket.1", "matches.1", "gas_mask.1", "rope.1")

    for order in permutations(held):
        assert assignable(cards, slots, order)
        assert fulfilled(PACK, Active("obj_18", (0,) * 5), order)
        assert not assignable(cards, slots, order[:4])


@pytest.mark.rule("BLA-075", "BLA-R31", "BLA-063")
def test_s59_what_is_done_counts_from_when_the_card_is_active() -> None:
    on = table(
        """
        0: machete.1 machete.2
        1: boot.1 boot.2 boot.3
        0 wants: obj_01
        objectives: obj_19 obj_02
        deck: rope.1 rope.2 rope.3 rope.4 rope.5
        """
    )

    def steal(on: AnyTable, weapon: str, item: str) -> AnyTable:
        return play(on, PlayStrike(A, (weapon,), B, item), *turn(B), *turn(C), *turn(D)).table

    stolen = replace(steal(on, "machete.1", "boot.1"))
    assert stolen.objectives[A] == (Active("obj_01", (0,)),)
    active = play(stolen, DrawItem(A), TradeInObjective(A, "obj_01")).table
    assert active.objectives[A] == (Active("obj_19", (0,)),)
    back = play(active, *turn(B), *turn(C), *turn(D), DrawItem(A)).table
    assert refused(back, CompleteObjective(A, "obj_19")) == "NOT_FULFILLED"
    again = steal(back, "machete.2", "boot.2")
    assert again.objectives[A] == (Active("obj_19", (1,)),)
    twice = replace(again, objectives=((Active("obj_19", (2,)),), *again.objectives[1:]))
    drawn = play(twice, DrawItem(A)).table
    assert play(drawn, CompleteObjective(A, "obj_19")).table.scored[A] == ("obj_19",)
    gone = play(drawn, TradeInObjective(A, "obj_19")).table
    assert gone.objectives[A][0].progress == (0, 0)


@pytest.mark.rule("BLA-077", "BLA-076", "BLA-080", "BLA-R32")
def test_s60_trading_in() -> None:
    on = table("0 wants: obj_01 obj_02\nobjectives: obj_05 obj_06 obj_07\ndeck: boot.1")

    after = play(on, TradeInObjective(A, "obj_01")).table

    assert [each.objective for each in after.objectives[A]] == ["obj_02", "obj_05"]
    assert after.objective_deck.peek() == ("obj_06", "obj_07", "obj_01")
    assert state(after) == (Phase.DRAW, B)
    empty = table("0 wants: obj_01 obj_02")
    assert refused(empty, TradeInObjective(A, "obj_01")) == "OBJECTIVE_DECK_EMPTY"


@pytest.mark.rule("BLA-069", "BLA-081")
def test_s61_another_players_objective() -> None:
    on = table("0: bottled_water.1 bottled_water.2 bottled_water.3\n1 wants: obj_03")

    assert refused(on, CompleteObjective(A, "obj_03")) == "NOT_YOUR_OBJECTIVE"
    assert refused(on, TradeInObjective(A, "obj_03")) == "NOT_YOUR_OBJECTIVE"


LAST = """
    2: flashlight.1 batteries.1
    2 wants: obj_05 obj_06
    2 scored: obj_01 obj_02
    0 scored: obj_09 obj_03
    deck: boot.1 boot.2 boot.3 boot.4 boot.5
    """


@pytest.mark.rule("BLA-082", "BLA-083", "BLA-085", "BLA-R33", "BLA-002", "BLA-084")
def test_s62_the_end_at_once() -> None:
    change = play(table(LAST, active=C), CompleteObjective(C, "obj_05"))

    after = change.table
    assert told(change, EndTriggered) == [EndTriggered(seat=C)]
    assert told(change, GameEnded) == [
        GameEnded(scores=(7, 0, 6, 0), winners=(A,), why=EndReason.OBJECTIVES)
    ]
    assert (after.phase, after.trigger, result(after).winners) == (Phase.OVER, C, (A,))
    assert refused(after, DrawItem(D)) == "GAME_OVER"


@pytest.mark.rule("BLA-R33", "BLA-083")
def test_s63_finishing_the_round() -> None:
    options = replace(PLAIN, end_game=EndGame.FINISH_ROUND, starting_seat=B)
    on = play(table(LAST, active=C, options=options), CompleteObjective(C, "obj_05")).table
    assert state(on) == (Phase.DRAW, D)

    change = play(on, *turn(D), *turn(A))

    assert change.table.phase is Phase.OVER
    assert result(change.table).winners == (A,)


@pytest.mark.rule("BLA-R33")
def test_in_the_other_modes_a_later_third_objective_only_scores() -> None:
    options = replace(PLAIN, end_game=EndGame.FINAL_LAP)
    picture = LAST + "3: umbrella.1 tarp.1\n3 wants: obj_02\n3 scored: obj_10 obj_17\n"
    on = play(table(picture, active=C, options=options), CompleteObjective(C, "obj_05")).table

    change = play(on, DrawItem(D), CompleteObjective(D, "obj_02"), *turn(A), *turn(B))

    assert change.table.phase is Phase.OVER
    assert (change.table.trigger, told(change, EndTriggered)) == (C, [])
    assert result(change.table).winners == (D,)


@pytest.mark.rule("BLA-086", "BLA-R34")
def test_s65_ties() -> None:
    scored = "0 scored: obj_01 obj_02 obj_05\n1 scored: obj_03 obj_04\n2 scored: obj_09"
    shared = replace(table(scored), agenda=())
    more = replace(shared, options=replace(PLAIN, tie_break=TieBreak.OBJECTIVES))

    assert result(shared).winners == (A, B)
    assert [each.place for each in result(shared).standings] == [1, 1, 3, 4]
    assert (result(shared).tiebreak, result(more).tiebreak) == ("shared", "objectives")
    assert result(more).winners == (A,)
    assert [each.place for each in result(more).standings] == [1, 2, 3, 4]


@pytest.mark.rule("BLA-064", "BLA-R32")
def test_s66_no_objective_is_left() -> None:
    on = table("0: boot.1 boot.2\n0 wants: obj_01 obj_18\ndeck: tarp.1")

    change = play(on, CompleteObjective(A, "obj_01"))

    assert told(change, ObjectiveDeckEmpty) == [ObjectiveDeckEmpty(seat=A)]
    assert len(change.table.objectives[A]) == 1
    assert state(change.table) == (Phase.DRAW, B)


@pytest.mark.rule("BLA-072", "BLA-078", "BLA-080", "BLA-084")
def test_s92_completed_objectives_leave_for_good() -> None:
    wants = "0 wants: obj_01 obj_02\n1 wants: obj_03\nobjectives: obj_07"
    on = table(f"0: boot.1 boot.2\n{wants}\ndeck: tarp.1")

    after = play(on, CompleteObjective(A, "obj_01"), DrawItem(B)).table

    assert [each.objective for each in after.objectives[A]] == ["obj_02", "obj_07"]
    assert (after.scored[A], after.objective_deck.count) == (("obj_01",), 0)
    assert engine.project(after, None).seats[A].score == 2
    assert refused(after, TradeInObjective(B, "obj_03")) == "OBJECTIVE_DECK_EMPTY"


@pytest.mark.rule("BLA-R62")
def test_a_game_without_an_end_is_scored_after_its_last_turn() -> None:
    options = replace(PLAIN, turns_max=10)
    on = replace(table("0 scored: obj_01\ndeck: boot.1", active=B, options=options), turn=10)

    change = play(on, EndTurn(B))

    assert told(change, GameEnded)[0].why is EndReason.TURNS
    assert result(change.table).winners == (A,)
    for turns in (9, 401):
        with pytest.raises(Refused):
            engine.setup(4, replace(PLAIN, turns_max=turns), PACK, KeyedRng(b"never"))


@pytest.mark.rule("BLA-R31", "BLA-075")
def test_deeds_are_counted_for_whoever_did_them() -> None:
    salvage = table("0: boot.1\n0 wants: obj_24\ndiscard: rope.1")
    assert play(salvage, DrawAgain(A, Source.DISCARD)).table.objectives[A][0].progress == (1, 0)
    healed = table("0 sick: medical_kit.1\n0 wants: obj_23\ndeck: boot.1")
    after = play(healed, PlayStrike(A, ("medical_kit.1",))).table
    assert after.objectives[A][0].progress == (1, 0, 0)
    call = table("0: medical_kit.1\n1 sick:\n0 wants: obj_20\n1 wants: obj_23\ndeck: boot.1")
    made = play(call, PlayStrike(A, ("medical_kit.1",), B)).table
    assert made.objectives[A][0].progress == (1, 0)
    assert made.objectives[B][0].progress == (1, 0, 0)


@pytest.mark.rule("BLA-073", "BLA-R29", "BLA-R30")
def test_what_is_spent_leaves_enough_for_what_is_kept() -> None:
    goal = (
        '[[objective]]\nid = "goal"\nname = "Goal"\nvalue = 2\nneed = ['
        '{ req = "hold_tag", tag = "tool", n = 1, consume = true }, '
        '{ req = "hold_tag", tag = "power", n = 1 }]\n'
    )
    pack = engine.read_pack(f"{engine.house_pack}\n{goal}")
    on = table("0: flashlight.1 rope.1\n0 wants: goal\ndeck: boot.1", pack=pack)

    assert refused(on, CompleteObjective(A, "goal", ("flashlight.1",))) == "BAD_SPEND"
    assert refused(on, CompleteObjective(A, "goal")) == "BAD_SPEND"
    after = play(on, CompleteObjective(A, "goal", ("rope.1",))).table
    assert (after.hands[A], after.discard) == (("flashlight.1",), ("rope.1",))
    [pick] = [each for each in engine.legal(on, A) if isinstance(each, Pick)]
    assert pick.source == ("rope.1",)
