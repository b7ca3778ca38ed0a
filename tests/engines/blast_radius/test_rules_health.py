"""Sickness, incapacity, recovery and healing cards: BLA-021 to BLA-024, BLA-087 to BLA-110."""

import pytest

from croupier.engines.blast_radius.commands import (
    CompleteObjective,
    DrawAgain,
    DrawItem,
    EndTurn,
    PlayStrike,
    ProposeTrade,
    RollRecovery,
    SelfRevive,
    TradeInObjective,
)
from croupier.engines.blast_radius.events import DieRolled, HealthChanged, HealthUnchanged
from croupier.engines.blast_radius.prompts import RecoveryPrompt
from croupier.engines.blast_radius.reasons import Cause, Purpose
from croupier.engines.blast_radius.table import Phase, Source
from tests.engines.blast_radius.dsl import (
    A,
    B,
    C,
    D,
    H,
    I,
    S,
    asked,
    kinds,
    play,
    refused,
    state,
    table,
    told,
)

DECK = Source.DECK


@pytest.mark.rule("BLA-022", "BLA-023", "BLA-093", "BLA-R07", "BLA-105")
def test_s19_a_six_ends_a_sick_turn() -> None:
    on = table("1 sick: defibrillator.1\ndeck: boot.1 rope.1")

    change = play(on, EndTurn(A), dice=[6])

    after = change.table
    assert (after.health[B], after.incap_turns[B]) == (I, 0)
    assert (state(after), after.deck.count) == ((Phase.DRAW, C), 2)
    [fell] = told(change, HealthChanged)
    assert fell == HealthChanged(seat=B, before=S, after=I, cause=Cause.SICK_ROLL)


@pytest.mark.rule("BLA-024", "BLA-067", "BLA-079", "BLA-021", "BLA-091")
def test_s20_a_five_leaves_the_turn_as_it_is() -> None:
    on = table(
        """
        1 sick: boot.1 boot.2
        1 wants: obj_01 obj_18
        deck: rope.1
        objectives: obj_05
        """
    )

    change = play(on, EndTurn(A), DrawItem(B), dice=[5])

    after = change.table
    assert after.health[B] is S
    assert kinds(change).index("DieRolled") < kinds(change).index("CardDrawn")
    assert refused(after, CompleteObjective(B, "obj_01")) == "NOT_HEALTHY"
    traded = play(after, TradeInObjective(B, "obj_01")).table
    assert state(traded) == (Phase.DRAW, C)


@pytest.mark.rule("BLA-092", "BLA-095", "BLA-R17")
def test_s21_sick_again_is_incapacitated() -> None:
    on = table("0 sick:\ndeck: sewage_water.1 boot.1", Phase.DRAW)

    after = play(on, DrawItem(A)).table

    assert (after.health[A], after.incap_turns[A], state(after)) == (I, 0, (Phase.DRAW, B))
    round_ = (DrawItem(B), EndTurn(B), DrawItem(C), EndTurn(C), DrawItem(D), EndTurn(D))
    assert state(play(after, *round_).table) == (Phase.RECOVERY, A)


@pytest.mark.rule("BLA-100", "BLA-101", "BLA-106", "BLA-R36")
def test_s23_a_three_heals_and_the_turn_is_whole() -> None:
    on = table("0 down 1:\ndeck: boot.1 rope.1", Phase.RECOVERY)

    after = play(on, RollRecovery(A), DrawItem(A), DrawAgain(A, DECK), dice=[3]).table

    assert (after.health[A], after.incap_turns[A]) == (H, 0)
    assert after.hands[A] == ("boot.1", "rope.1")


@pytest.mark.rule("BLA-099", "BLA-096", "BLA-098", "BLA-102")
def test_s24_incapacitated_players_only_roll() -> None:
    on = table("0 down 0: boot.1\n1: rope.1\n0 wants: obj_01", Phase.RECOVERY)

    assert refused(on, DrawItem(A)) == "WRONG_PHASE"
    assert refused(on, CompleteObjective(A, "obj_01")) == "WRONG_PHASE"
    failed = play(on, RollRecovery(A), DrawItem(B), dice=[4]).table
    assert failed.incap_turns[A] == 1
    assert refused(failed, ProposeTrade(B, A, ("rope.1",))) == "TARGET_INCAPACITATED"


@pytest.mark.rule("BLA-103", "BLA-104", "BLA-R35", "BLA-R08")
def test_after_three_rolls_the_fourth_turn_heals_by_itself() -> None:
    on = table("0 down 0:\ndeck: boot.1", Phase.RECOVERY)
    others = (DrawItem(B), EndTurn(B), DrawItem(C), EndTurn(C), DrawItem(D), EndTurn(D))

    change = play(on, *((RollRecovery(A), *others) * 3), dice=[1, 6, 2])

    assert state(change.table) == (Phase.DRAW, A)
    assert (change.table.health[A], change.table.incap_turns[A]) == (H, 0)
    assert told(change, HealthChanged)[-1].cause is Cause.AUTOMATIC
    assert [rolled.purpose for rolled in told(change, DieRolled)] == [Purpose.RECOVERY] * 3


@pytest.mark.rule("BLA-108", "BLA-R26", "BLA-R37")
def test_s25_a_defibrillator_revives_whoever_holds_it() -> None:
    on = table("0 down 2: defibrillator.1 boot.1\ndeck: rope.1 tarp.1", Phase.RECOVERY)
    assert asked(on, RecoveryPrompt).revivers == ("defibrillator.1",)

    after = play(on, SelfRevive(A, "defibrillator.1"), DrawItem(A), DrawAgain(A, DECK)).table

    assert (after.health[A], after.discard) == (H, ("defibrillator.1",))
    assert after.hands[A] == ("boot.1", "rope.1", "tarp.1")
    kit = table("0 down 0: medical_kit.1", Phase.RECOVERY)
    assert refused(kit, SelfRevive(A, "medical_kit.1")) == "NOT_REVIVER"
    assert refused(kit, SelfRevive(A, "boot.1")) == "NOT_IN_HAND"
    late = play(on, RollRecovery(A), dice=[1]).table
    assert refused(late, SelfRevive(A, "defibrillator.1")) == "NOT_YOUR_TURN"


@pytest.mark.rule("BLA-109", "BLA-110", "BLA-R24")
def test_s26_another_player_revives() -> None:
    on = table("0: defibrillator.1 defibrillator.2\n2 down 2:\ndeck: boot.1")

    after = play(on, PlayStrike(A, ("defibrillator.1",), C)).table

    assert (after.health[C], after.incap_turns[C]) == (H, 0)
    assert (after.discard, state(after)) == (("defibrillator.1",), (Phase.DRAW, B))
    assert state(play(after, DrawItem(B), EndTurn(B)).table) == (Phase.DRAW, C)
    assert refused(on, PlayStrike(A, ("defibrillator.1",), B)) == "NO_LEGAL_TARGET"


@pytest.mark.rule("BLA-135", "BLA-R22", "BLA-R23")
def test_s27_nothing_to_heal_is_no_play() -> None:
    kit = ("medical_kit.1",)

    assert refused(table("0: medical_kit.1"), PlayStrike(A, kit)) == "NO_LEGAL_TARGET"
    down = table("0: medical_kit.1\n1 down 0:")
    assert refused(down, PlayStrike(A, kit, B)) == "NO_LEGAL_TARGET"
    sick = table("0 sick: medical_kit.1\n1 sick:")
    assert play(sick, PlayStrike(A, kit, B)).table.health[:2] == (S, H)
    assert play(sick, PlayStrike(A, kit), dice=[1]).table.health[:2] == (H, S)
    assert refused(sick, PlayStrike(A, kit, A)) == "BAD_TARGET"


@pytest.mark.rule("BLA-137", "BLA-R25", "BLA-R45")
def test_s29_two_cans_of_beans() -> None:
    on = table("0 sick: can_of_beans.1 can_of_beans.2\ndiscard: boot.1")
    beans = ("can_of_beans.2", "can_of_beans.1")

    after = play(on, PlayStrike(A, beans)).table

    assert (after.health[A], after.discard) == (H, ("boot.1", *beans))
    assert refused(on, PlayStrike(A, beans[:1])) == "WRONG_COST"
    assert refused(on, PlayStrike(A, beans, B)) == "BAD_TARGET"
    healthy = table("0: can_of_beans.1 can_of_beans.2")
    assert refused(healthy, PlayStrike(A, beans)) == "NO_LEGAL_TARGET"


@pytest.mark.rule("BLA-022", "BLA-003", "BLA-027")
def test_s30_a_chain_of_sick_rolls() -> None:
    on = table("1 sick:\n2 sick:\ndeck: boot.1")

    after = play(on, EndTurn(A), dice=[6, 6]).table

    assert after.health == (H, I, I, H)
    assert (state(after), after.turn) == ((Phase.DRAW, D), on.turn + 3)


@pytest.mark.rule("BLA-094", "BLA-R27", "BLA-R19")
def test_s72_the_incapacitated_are_not_made_worse() -> None:
    on = table("2 down 2:\ndeck: fallout_gust.1", Phase.DRAW, active=B)

    change = play(on, DrawItem(B), dice=[3])

    assert told(change, HealthUnchanged) == [HealthUnchanged(seat=C, cause=Cause.CARD)]
    assert change.table.incap_turns[C] == 2


@pytest.mark.rule("BLA-107")
def test_the_incapacitated_keep_what_they_have() -> None:
    on = table(
        "0 sick: rope.1\n0 wants: obj_01\n0 scored: obj_02\ndeck: sewage_water.1", Phase.DRAW
    )

    after = play(on, DrawItem(A)).table

    assert after.hands[A] == ("rope.1",)
    assert (after.objectives[A], after.scored[A]) == (on.objectives[A], ("obj_02",))


@pytest.mark.rule("BLA-139", "BLA-136")
def test_s93_nobody_is_asked_to_be_healed() -> None:
    on = table("0: defibrillator.1\n2 down 0: machete.1\n1: boot.1\ndeck: rope.1")

    after = play(on, PlayStrike(A, ("defibrillator.1",), C)).table

    assert (after.health[C], state(after)) == (H, (Phase.DRAW, B))


@pytest.mark.rule(
    "BLA-025", "BLA-050", "BLA-053", "BLA-052", "BLA-138", "BLA-146", "BLA-076", "BLA-R22"
)
def test_s89_one_action_only() -> None:
    on = table("0 sick: medical_kit.1 machete.1\n1: boot.1\ndeck: rope.1")

    after = play(on, PlayStrike(A, ("medical_kit.1",))).table

    assert (after.health[A], after.discard) == (H, ("medical_kit.1",))
    assert refused(after, PlayStrike(A, ("machete.1",), B, "boot.1")) == "NOT_YOUR_TURN"
    assert refused(after, ProposeTrade(A, B, ("machete.1",))) == "NOT_YOUR_TURN"


@pytest.mark.rule("BLA-051", "BLA-R22")
def test_a_strike_does_what_it_says() -> None:
    jerky = play(table("0: spoiled_jerky.1"), PlayStrike(A, ("spoiled_jerky.1",), B), dice=[1])
    assert jerky.table.health[B] is S

    on = table("0: metal_detector.1\ndiscard: boot.1 sewage_water.1 rope.1")
    named = PlayStrike(A, ("metal_detector.1",), picks=("boot.1",))
    found = play(on, named).table
    assert found.hands[A] == ("boot.1",)
    assert found.discard == ("sewage_water.1", "rope.1", "metal_detector.1")
    reflex = PlayStrike(A, ("metal_detector.1",), picks=("sewage_water.1",))
    assert refused(on, reflex) == "BAD_PICK"
    assert refused(on, PlayStrike(A, ("metal_detector.1",))) == "BAD_PICK"
    empty = table("0: metal_detector.1\ndiscard: sewage_water.1")
    assert refused(empty, PlayStrike(A, ("metal_detector.1",))) == "NO_LEGAL_TARGET"
