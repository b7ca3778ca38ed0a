"""What counts as done, for whom: every deed that an objective may ask for."""

from collections.abc import Sequence

import pytest

from croupier.engines.blast_radius import engine
from croupier.engines.blast_radius.cards import Deed
from croupier.engines.blast_radius.commands import (
    AcceptTrade,
    AnswerDeal,
    BraydenOffer,
    Defend,
    DrawAgain,
    DrawItem,
    EndTurn,
    FreezeUp,
    PlayStrike,
    ProposeTrade,
    RollRecovery,
    Said,
    SelfRevive,
    TellJoke,
)
from croupier.engines.blast_radius.edition import Contents
from croupier.engines.blast_radius.table import AnyTable, Options, Phase, Source
from croupier.engines.kernel.pack import Pack
from croupier.engines.kernel.values import Seat
from tests.engines.blast_radius.dsl import ABLE, PLAIN, A, B, C, play, table

MOST = 2  # of each deed that the goals below ask for
GOALS = "".join(
    f'[[objective]]\nid = "goal_{deed.value}"\nname = "Goal"\nvalue = {MOST}\n'
    f'need = [{{ req = "did", action = "{deed.value}", n = {MOST} }}]\n'
    for deed in Deed
)
DEEDS: Pack[Contents] = engine.read_pack(f"{engine.house_pack}\n{GOALS}")
WANTS = " ".join(f"goal_{deed.value}" for deed in Deed)

MACHETE = PlayStrike(A, ("machete.1",), B, "umbrella.1")
DUEL = "0: machete.1\n1: umbrella.1 crowbar.1 homemade_blow_dart.1\ndeck: boot.1"
KIT = "medical_kit.1"


def done(
    picture: str,
    phase: Phase,
    said: Sequence[Said],
    dice: Sequence[int] = (),
    options: Options = PLAIN,
) -> AnyTable:
    """The table after this, where three seats want everything done."""
    wants = "".join(f"\n{seat} wants: {WANTS}" for seat in (A, B, C))
    return play(table(picture + wants, phase, options=options, pack=DEEDS), *said, dice=dice).table


def deeds(on: AnyTable, seat: Seat) -> list[str]:
    """What a seat has done, each as often as it counts."""
    return [
        active.objective.removeprefix("goal_")
        for active in on.objectives[seat]
        for _ in range(active.progress[0])
    ]


@pytest.mark.rule("BLA-075", "BLA-R31")
@pytest.mark.parametrize(
    ("picture", "phase", "said", "dice", "mine", "theirs"),
    [
        ("0: machete.1\n1: umbrella.1\ndeck: boot.1", Phase.ACTION, [MACHETE], [], ["steal"], []),
        (DUEL, Phase.ACTION, [MACHETE, Defend(B, "crowbar.1")], [6, 1],
         ["steal", "combat_win"], []),
        (DUEL, Phase.ACTION, [MACHETE, Defend(B, "crowbar.1")], [1, 6],
         [], ["combat_win", "defend_win"]),
        (DUEL, Phase.ACTION, [MACHETE, Defend(B, "homemade_blow_dart.1")], [1, 6],
         [], ["combat_win", "defend_win", "sicken_other"]),
        (f"0: {KIT}\n1 sick:\ndeck: boot.1", Phase.ACTION, [PlayStrike(A, (KIT,), B)], [],
         ["heal_other"], ["recover"]),
        (f"0 sick: {KIT}\ndeck: boot.1", Phase.ACTION, [PlayStrike(A, (KIT,))], [],
         ["heal_self", "recover"], []),
        ("0 down 1: defibrillator.1", Phase.RECOVERY, [SelfRevive(A, "defibrillator.1")], [],
         ["heal_self", "recover"], []),
        ("0 down 1:", Phase.RECOVERY, [RollRecovery(A)], [3], ["recover"], []),
        ("0: boot.1\n1: rope.1\ndeck: tarp.1", Phase.ACTION,
         [ProposeTrade(A, B, ("boot.1",), ("rope.1",)), AcceptTrade(B)], [], ["trade"], ["trade"]),
        ("0: book_of_jokes.1\ndeck: boot.1", Phase.ACTION,
         [PlayStrike(A, ("book_of_jokes.1",)), TellJoke(A, "Boo.")], [], ["joke"], []),
        ("0: book_of_jokes.1\ndeck: boot.1", Phase.ACTION,
         [PlayStrike(A, ("book_of_jokes.1",)), FreezeUp(A)], [], [], []),
        ("0: spoiled_jerky.1\n1 sick:\ndeck: boot.1", Phase.ACTION,
         [PlayStrike(A, ("spoiled_jerky.1",), B)], [], ["sicken_other"], []),
        ("deck: fallout_gust.1", Phase.DRAW, [DrawItem(A)], [3], ["sicken_other", "reflex"], []),
        ("deck: fallout_gust.1", Phase.DRAW, [DrawItem(A)], [1], ["reflex"], []),
        ("1 down 0:\ndeck: fallout_gust.1", Phase.DRAW, [DrawItem(A)], [3], ["reflex"], []),
        ("discard: rope.1", Phase.ACTION, [DrawAgain(A, Source.DISCARD)], [], ["salvage"], []),
        ("discard: sewage_water.1", Phase.ACTION, [DrawAgain(A, Source.DISCARD)], [],
         ["reflex", "salvage"], []),
        ("0: metal_detector.1\ndiscard: rope.1 boot.1\ndeck: tarp.1", Phase.ACTION,
         [PlayStrike(A, ("metal_detector.1",), picks=("rope.1",))], [], ["salvage"], []),
    ],
)  # fmt: skip
def test_each_deed_counts_for_whoever_did_it(
    picture: str,
    phase: Phase,
    said: Sequence[Said],
    dice: Sequence[int],
    mine: list[str],
    theirs: list[str],
) -> None:
    after = done(picture, phase, said, dice=dice)

    assert sorted(deeds(after, A)) == sorted(mine)
    assert sorted(deeds(after, B)) == sorted(theirs)


@pytest.mark.rule("BLA-104", "BLA-075")
def test_healing_by_itself_is_a_recovery() -> None:
    after = done("0: boot.1\n1 down 3:\ndeck: rope.1", Phase.ACTION, [EndTurn(A)])

    assert deeds(after, B) == ["recover"]


@pytest.mark.rule("BLA-161", "BLA-075")
def test_in_a_redirected_trade_those_count_who_swapped() -> None:
    said: list[Said] = [
        ProposeTrade(A, B, ("boot.1",), ("rope.1",)),
        AcceptTrade(B),
        BraydenOffer(C, "tarp.1", B),
        AnswerDeal(B, accept=True),
    ]

    after = done("0: boot.1\n1: rope.1\n2 brayden: tarp.1", Phase.ACTION, said, options=ABLE)

    assert [deeds(after, seat) for seat in (A, B, C)] == [[], ["trade"], ["trade"]]


@pytest.mark.rule("BLA-R31")
def test_no_deed_counts_beyond_what_is_needed() -> None:
    cards = "deck: supply_drop.1 fallout_gust.1 sewage_water.1 boot.1"

    after = done(cards, Phase.DRAW, [DrawItem(A)], dice=[4])

    assert deeds(after, A).count("reflex") == MOST
