"""Attacks and defences: BLA-111 to BLA-134."""

import pytest

from croupier.engines.blast_radius.commands import (
    Allow,
    Defend,
    DrawItem,
    EndTurn,
    PlayStrike,
)
from croupier.engines.blast_radius.events import CombatResolved, DieRolled
from croupier.engines.blast_radius.prompts import DefencePrompt
from croupier.engines.blast_radius.reasons import CombatOutcome, Purpose
from croupier.engines.blast_radius.table import AnyTable, Options, Phase
from croupier.engines.kernel.values import replace
from tests.engines.blast_radius.dsl import (
    PLAIN,
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

MACHETE = ("machete.1",)
DUEL = "0: machete.1\n1: umbrella.1 crowbar.1\ndeck: boot.1"
DART = "0: machete.1\n1: umbrella.1 homemade_blow_dart.1\ndeck: boot.1"
UMBRELLA = PlayStrike(A, MACHETE, B, "umbrella.1")


def fought(picture: str, card: str, *dice: int, options: Options = PLAIN) -> AnyTable:
    """The table after an attack on the umbrella was defended with a card."""
    on = table(picture, options=options)
    return play(on, UMBRELLA, Defend(B, card), dice=dice).table


@pytest.mark.rule("BLA-117", "BLA-127", "BLA-R38", "BLA-R44")
def test_s31_undefended_at_five_cards() -> None:
    on = table("0: machete.1 boot.1 rope.1 tarp.1 blanket.1\n1: umbrella.1")

    change = play(on, UMBRELLA)

    after = change.table
    assert after.hands[:2] == (("boot.1", "rope.1", "tarp.1", "blanket.1", "umbrella.1"), ())
    assert (after.discard, state(after)) == (MACHETE, (Phase.DRAW, B))
    assert told(change, CombatResolved)[0].outcome is CombatOutcome.UNDEFENDED


@pytest.mark.rule("BLA-123", "BLA-124", "BLA-R40", "BLA-R45")
def test_s32_the_defender_wins() -> None:
    after = fought(DUEL, "crowbar.1", 2, 5)
    assert after.hands[:2] == ((), ("umbrella.1",))
    assert (after.discard, state(after)) == (("machete.1", "crowbar.1"), (Phase.DRAW, B))

    keeps = replace(PLAIN, attacker_keeps_weapon_on_loss=True)
    kept = fought(DUEL, "crowbar.1", 2, 5, options=keeps)
    assert (kept.hands[A], kept.discard) == (MACHETE, ("crowbar.1",))


@pytest.mark.rule("BLA-119", "BLA-121", "BLA-122", "BLA-R39", "BLA-R41", "BLA-118")
def test_s33_a_tie_and_then_the_attacker() -> None:
    change = play(table(DUEL), UMBRELLA, Defend(B, "crowbar.1"), dice=[4, 4, 6, 1])

    rolls = [(rolled.purpose, rolled.seat, rolled.face) for rolled in told(change, DieRolled)]
    attack, defence = Purpose.COMBAT_ATTACK, Purpose.COMBAT_DEFENCE
    assert rolls == [(attack, A, 4), (defence, B, 4), (attack, A, 6), (defence, B, 1)]
    assert change.table.hands[:2] == (("umbrella.1",), ("crowbar.1",))
    assert change.table.discard == MACHETE
    loses = replace(PLAIN, defender_discards_on_loss=True)
    lost = fought(DUEL, "crowbar.1", 6, 1, options=loses)
    assert (lost.hands[B], lost.discard) == ((), ("machete.1", "crowbar.1"))


@pytest.mark.rule("BLA-131", "BLA-132")
def test_s35_a_dart_that_wins() -> None:
    change = play(table(DART), UMBRELLA, Defend(B, "homemade_blow_dart.1"), dice=[3, 4])

    after = change.table
    assert (after.health[A], after.hands[B]) == (S, ("umbrella.1",))
    assert after.discard == ("machete.1", "homemade_blow_dart.1")
    assert kinds(change)[-5:-2] == ["HealthChanged", "CardDiscarded", "CombatResolved"]


@pytest.mark.rule("BLA-131", "BLA-092", "BLA-R17")
def test_s36_a_dart_that_wins_against_the_sick() -> None:
    picture = DART.replace("0:", "0 sick:")

    after = fought(picture, "homemade_blow_dart.1", 3, 4)

    assert (after.health[A], after.incap_turns[A], state(after)) == (I, 0, (Phase.DRAW, B))
    others = (DrawItem(B), EndTurn(B), DrawItem(C), EndTurn(C), DrawItem(D), EndTurn(D))
    assert state(play(after, *others).table) == (Phase.RECOVERY, A)


@pytest.mark.rule("BLA-132", "BLA-R42")
def test_s37_a_dart_that_loses() -> None:
    after = fought(DART, "homemade_blow_dart.1", 5, 1)

    assert (after.health[A], after.hands[:2]) == (H, (("umbrella.1",), ()))
    assert after.discard == ("machete.1", "homemade_blow_dart.1")


@pytest.mark.rule("BLA-R43", "BLA-132")
def test_s38_the_dart_is_the_prize() -> None:
    on = table("0: machete.1\n1: homemade_blow_dart.1\ndeck: boot.1")
    dart = "homemade_blow_dart.1"

    after = play(on, PlayStrike(A, MACHETE, B, dart), Defend(B, dart), dice=[5, 1]).table

    assert (after.hands[A], after.discard) == ((dart,), MACHETE)


@pytest.mark.rule("BLA-R43")
def test_s39_the_weapon_is_the_prize_and_the_defender_wins() -> None:
    on = table("0: machete.1\n1: crowbar.1\ndeck: boot.1")

    attack = PlayStrike(A, MACHETE, B, "crowbar.1")
    after = play(on, attack, Defend(B, "crowbar.1"), dice=[1, 2]).table

    assert after.hands[:2] == ((), ())
    assert after.discard == ("machete.1", "crowbar.1")


@pytest.mark.rule("BLA-113", "BLA-129", "BLA-048", "BLA-R46", "BLA-112", "BLA-050")
def test_s41_attacks_that_cannot_be() -> None:
    on = table("0: machete.1 homemade_blow_dart.1 boot.1\n2: rope.1")

    assert refused(on, PlayStrike(A, MACHETE, A, "boot.1")) == "BAD_TARGET"
    assert refused(on, PlayStrike(A, MACHETE, None, "rope.1")) == "BAD_TARGET"
    assert refused(on, PlayStrike(A, MACHETE, B, "rope.1")) == "ITEM_NOT_THERE"
    assert refused(on, PlayStrike(A, MACHETE, C, "tarp.1")) == "ITEM_NOT_THERE"
    assert refused(on, PlayStrike(A, MACHETE, C)) == "ITEM_NOT_THERE"
    dart = PlayStrike(A, ("homemade_blow_dart.1",), C, "rope.1")
    assert refused(on, dart) == "NOT_PLAYABLE"
    assert refused(on, PlayStrike(A, ("boot.1",))) == "NOT_A_STRIKE"
    assert refused(on, PlayStrike(A, ("machete.2",), C, "rope.1")) == "NOT_IN_HAND"
    assert refused(on, PlayStrike(A, ())) == "WRONG_COST"


@pytest.mark.rule("BLA-115", "BLA-097", "BLA-116", "BLA-028")
def test_s42_only_the_defender_answers() -> None:
    on = play(table("0: machete.1\n1: crowbar.1 boot.1"), PlayStrike(A, MACHETE, B, "boot.1")).table

    assert refused(on, Allow(C)) == "NOT_YOUR_PROMPT"
    assert refused(on, EndTurn(A)) == "NOT_YOUR_PROMPT"
    assert refused(on, Defend(B, "boot.1")) == "CANNOT_DEFEND_WITH"
    assert refused(on, DrawItem(B)) == "WRONG_PHASE"


@pytest.mark.rule("BLA-120", "BLA-125")
def test_an_allowed_steal() -> None:
    change = play(table(DUEL), UMBRELLA, Allow(B))

    assert change.table.hands[:2] == (("umbrella.1",), ("crowbar.1",))
    assert change.table.discard == MACHETE
    assert not told(change, DieRolled)


@pytest.mark.rule("BLA-133", "BLA-134", "BLA-097", "BLA-114")
def test_the_incapacitated_cannot_defend() -> None:
    on = table("0 sick: machete.1\n1 down 1: umbrella.1 crowbar.1\ndeck: boot.1")

    change = play(on, UMBRELLA)

    assert change.table.hands[:2] == (("umbrella.1",), ("crowbar.1",))
    assert change.table.discard == MACHETE
    assert told(change, CombatResolved)[0].outcome is CombatOutcome.INCAPACITATED


@pytest.mark.rule("BLA-090", "BLA-153", "BLA-114", "BLA-091", "BLA-021")
def test_s87_the_sick_play_as_usual() -> None:
    on = table(
        "0 sick: machete.1 boot.1\n1 sick: crowbar.1 rope.1\ndeck: tarp.1 tarp.2 tarp.3 tarp.4",
        active=D,
    )
    attack = PlayStrike(A, MACHETE, B, "rope.1")

    change = play(on, EndTurn(D), DrawItem(A), attack, Defend(B, "crowbar.1"), dice=[2, 3, 6, 1])

    assert kinds(change).index("DieRolled") < kinds(change).index("CardDrawn")
    assert change.table.hands[B] == ("rope.1",)
    others = (DrawItem(B), EndTurn(B), DrawItem(C), EndTurn(C), DrawItem(D), EndTurn(D))
    rolled = told(play(change.table, *others, dice=[1]), DieRolled)
    assert [(each.purpose, each.seat) for each in rolled] == [(Purpose.SICKNESS, A)]


@pytest.mark.rule(
    "BLA-128", "BLA-130", "BLA-116", "BLA-118", "BLA-111", "BLA-112", "BLA-126", "BLA-R47"
)
def test_s90_a_dart_without_a_weapon() -> None:
    on = table("0: machete.1\n1: homemade_blow_dart.1 boot.1 rope.1\ndeck: tarp.1")
    open_ = play(on, PlayStrike(A, MACHETE, B, "boot.1")).table
    assert asked(open_, DefencePrompt).cards == ("homemade_blow_dart.1",)

    after = play(open_, Defend(B, "homemade_blow_dart.1"), dice=[2, 2, 6, 3]).table

    assert after.hands[:2] == (("boot.1",), ("rope.1",))
