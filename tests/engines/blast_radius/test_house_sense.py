"""What a house player that plays at random mostly does: what brings its objectives nearer."""

from collections import Counter
from typing import Any

import pytest

from croupier.engines.blast_radius import engine, sense
from croupier.engines.blast_radius.commands import (
    AcceptTrade,
    Allow,
    AnswerDeal,
    BraydenOffer,
    DeclineTrade,
    Defend,
    Discard,
    DrawAgain,
    DrawItem,
    EndTurn,
    HelgaTake,
    PlayStrike,
    ProposeTrade,
    Said,
    TradeInObjective,
)
from croupier.engines.blast_radius.table import Active, AnyTable, Phase, Source
from croupier.engines.kernel.rng import KeyedRng
from tests.engines.blast_radius.dsl import ABLE, PACK, A, B, C, play, table

ASKED = 48  # times, of which it says just anything in one of SELDOM
MOSTLY = 36
OFFER = ProposeTrade(A, B, ("rope.1",), ("boot.1",))


def answers(on: AnyTable) -> Counter[Said]:
    """What the house says to the first question, asked with so many keys."""
    prompt: Any = engine.questions(on)[0]
    view = engine.project(on, prompt.seat)
    keys = (KeyedRng(b"key %d" % n) for n in range(ASKED))
    return Counter(engine.house_answer(view, prompt, "random", key) for key in keys)


@pytest.mark.rule("BLA-R59")
@pytest.mark.parametrize(
    ("picture", "phase", "said", "best"),
    [
        # It keeps what an objective wants, and of that no more than it wants.
        ("0: boot.1 boot.2 rope.1 umbrella.1 tarp.1\n0 wants: obj_01 obj_02\ndeck: boot.3",
         Phase.DRAW, [DrawItem(A)], ("boot.1", "boot.2", "boot.3", "rope.1")),
        ("0: boot.1 rope.1\n0 wants: obj_01\ndeck: tarp.1\ndiscard: tarp.2 boot.2",
         Phase.ACTION, [], (DrawAgain(A, Source.DISCARD),)),
        ("0: boot.1 machete.1\n1: boot.2 rope.1\n0 wants: obj_01\ndeck: tarp.1",
         Phase.ACTION, [],
         (PlayStrike(A, ("machete.1",), B, "boot.2"),
          ProposeTrade(A, B, ("machete.1",), ("boot.2",)))),
        ("0: metal_detector.1 boot.1\n0 wants: obj_01\ndiscard: boot.2 tarp.1\ndeck: rope.1",
         Phase.ACTION, [], (PlayStrike(A, ("metal_detector.1",), picks=("boot.2",)),)),
        ("0 sick: medical_kit.1\ndeck: rope.1 rope.2", Phase.ACTION, [],
         (PlayStrike(A, ("medical_kit.1",)),)),
        ("0 sick: can_of_beans.1 can_of_beans.2\ndeck: rope.1 rope.2", Phase.ACTION, [],
         (PlayStrike(A, ("can_of_beans.1", "can_of_beans.2")),
          PlayStrike(A, ("can_of_beans.2", "can_of_beans.1")))),
        ("0: boot.1\n1: rope.1\ndeck: tarp.1 tarp.2", Phase.ACTION, [],
         (DrawAgain(A, Source.DECK),)),
        ("0: rope.1\n0 wants: obj_04\n1: boot.1 tarp.1\n1 wants: obj_02\ndeck: tarp.2",
         Phase.ACTION, [OFFER], (DeclineTrade(B), AcceptTrade(B))),
        ("0: rope.1\n1: boot.1 tarp.1\n1 wants: obj_01\ndeck: tarp.2",
         Phase.ACTION, [OFFER], (DeclineTrade(B),)),
        ("0: rope.1\n1: boot.1 tarp.1\n1 wants: obj_11\ndeck: tarp.2",
         Phase.ACTION, [OFFER], (AcceptTrade(B),)),
    ],
)  # fmt: skip
def test_it_mostly_does_what_brings_it_nearer(
    picture: str, phase: Phase, said: list[Said], best: tuple[Said | str, ...]
) -> None:
    on = play(table(picture, phase), *said).table

    wanted = [Discard(A, each) if isinstance(each, str) else each for each in best]
    given = answers(on)

    assert sum(given[each] for each in wanted) >= MOSTLY, given


@pytest.mark.rule("BLA-R59", "BLA-161", "BLA-160")
def test_survivors_make_use_of_their_moments() -> None:
    trade = "0: boot.1\n1: rope.1\n2 brayden: tarp.1\n2 wants: obj_01\ndeck: matches.1"
    agreed = (ProposeTrade(A, B, ("boot.1",), ("rope.1",)), AcceptTrade(B))
    brayden = play(table(trade, options=ABLE), *agreed).table
    assert answers(brayden)[BraydenOffer(C, "tarp.1", A)] >= MOSTLY

    seller = play(brayden, BraydenOffer(C, "tarp.1", A)).table
    assert answers(seller)[AnswerDeal(A, accept=False)] >= MOSTLY, "a tarp is worth no more"

    duel = "0: machete.1 rope.1 boot.2\n1 helga: boot.1 crowbar.1\n1 wants: obj_01\ndeck: tarp.1"
    attack = PlayStrike(A, ("machete.1",), B, "boot.1")
    attacked = play(table(duel, options=ABLE), attack).table
    assert answers(attacked)[Allow(B)] < ASKED
    helga = play(attacked, Defend(B, "crowbar.1"), dice=[1, 6]).table
    assert answers(helga)[HelgaTake(B, "boot.2")] >= MOSTLY


@pytest.mark.rule("BLA-R59")
def test_it_offers_what_may_please_both_once_a_turn() -> None:
    picture = "0: rope.1\n0 wants: obj_01\n1: boot.1\n1 wants: {}\ndeck: tarp.2 tarp.3"
    assert answers(table(picture.format("obj_01")))[OFFER] <= ASKED - MOSTLY, "it would lose"

    on = table(picture.format("obj_11"))
    assert answers(on)[OFFER] >= MOSTLY
    declined = play(on, OFFER, DeclineTrade(B)).table
    assert answers(declined)[OFFER] <= ASKED - MOSTLY


@pytest.mark.rule("BLA-R59")
def test_it_trades_in_only_what_is_far() -> None:
    on = table("0: boot.1\n0 wants: obj_01 obj_18\nobjectives: obj_03\ndeck: rope.1 rope.2")

    given = answers(on)

    assert given[TradeInObjective(A, "obj_18")] > given[TradeInObjective(A, "obj_01")]
    assert (
        sum(count for said, count in given.items() if isinstance(said, EndTurn)) <= ASKED - MOSTLY
    )


@pytest.mark.rule("BLA-R30")
def test_how_much_is_missing() -> None:
    def missing(objective: str, hand: str, *progress: int) -> int:
        return sense.missing(PACK, Active(objective, progress), tuple(hand.split()))

    assert missing("obj_01", "boot.1 boot.2 boot.3", 0) == 0
    assert missing("obj_01", "boot.1 rope.1", 0) == 1
    assert missing("obj_18", "flashlight.1 gas_mask.1 matches.1 tarp.1 umbrella.1", *[0] * 5) == 1
    assert missing("obj_22", "backpack.1", 1, 0) == 1
