"""The six survivors' abilities, off by default: BLA-155 to BLA-161."""

import pytest

from croupier.engines.blast_radius import engine
from croupier.engines.blast_radius.cards import Survivor
from croupier.engines.blast_radius.commands import (
    AcceptTrade,
    Allow,
    AnswerDeal,
    BraydenOffer,
    BraydenPass,
    CompleteObjective,
    Defend,
    DrawAgain,
    DrawItem,
    EndTurn,
    EugeneForce,
    EugeneSkip,
    HelgaSkip,
    HelgaTake,
    KarrotWaits,
    PlayStrike,
    ProposeTrade,
    SprengenTake,
)
from croupier.engines.blast_radius.prompts import (
    ActionPrompt,
    BraydenPrompt,
    DealPrompt,
    DrawPrompt,
    EugenePrompt,
    HelgaPrompt,
    KarrotPrompt,
    SprengenPrompt,
)
from croupier.engines.blast_radius.table import Phase, Source
from croupier.engines.blast_radius.talk import TradeDone
from croupier.engines.kernel.values import replace
from tests.engines.blast_radius.dsl import (
    ABLE,
    PLAIN,
    A,
    B,
    C,
    D,
    H,
    I,
    S,
    asked,
    by_default,
    invited,
    play,
    refused,
    state,
    table,
    told,
)

KIT = ("medical_kit.1",)


@pytest.mark.rule("BLA-155", "BLA-R58")
def test_s77_eugene() -> None:
    on = table("0 eugene: boot.2 boot.3\n1: boot.1\n0 wants: obj_01\ndeck: rope.1", options=ABLE)

    open_ = play(on, CompleteObjective(A, "obj_01")).table
    assert [aim.seat for aim in asked(open_, EugenePrompt).aims] == [B]
    assert by_default(open_) == EugeneSkip(A)
    forced = play(open_, EugeneForce(A, B, "boot.1")).table
    assert (forced.hands[B], forced.discard) == ((), ("boot.1",))
    assert state(forced) == (Phase.DRAW, B)
    assert state(play(open_, EugeneSkip(A)).table) == (Phase.DRAW, B)
    assert refused(open_, EugeneForce(A, A, "boot.2")) == "BAD_TARGET"
    assert refused(open_, EugeneForce(A, C, "boot.1")) == "ITEM_NOT_THERE"


@pytest.mark.rule("BLA-155", "BLA-011")
def test_eugene_forces_nobody_at_the_end_nor_with_abilities_off() -> None:
    picture = "0 eugene: boot.2 boot.3\n1: boot.1\n0 wants: obj_01\ndeck: rope.1"

    off = play(table(picture), CompleteObjective(A, "obj_01")).table
    assert state(off) == (Phase.DRAW, B)
    third = f"{picture}\n0 scored: obj_02 obj_03"
    over = play(table(third, options=ABLE), CompleteObjective(A, "obj_01")).table
    assert over.phase is Phase.OVER


@pytest.mark.rule("BLA-156", "BLA-R57")
def test_s78_sprengen() -> None:
    on = table("0 sprengen: medical_kit.1\n1 sick: boot.1 rope.1\ndeck: tarp.1", options=ABLE)

    open_ = play(on, PlayStrike(A, KIT, B)).table
    assert asked(open_, SprengenPrompt).cards == ("boot.1", "rope.1")
    assert by_default(open_) == SprengenTake(A, "boot.1")
    assert refused(open_, SprengenTake(A, "tarp.1")) == "ITEM_NOT_THERE"
    paid = play(open_, SprengenTake(A, "rope.1")).table
    assert paid.hands[:2] == (("rope.1",), ("boot.1",))
    assert (paid.health[B], paid.discard, state(paid)) == (H, KIT, (Phase.DRAW, B))


@pytest.mark.rule("BLA-156", "BLA-R57")
@pytest.mark.parametrize(
    ("mine", "theirs", "after"),
    [
        ("medical_kit.1", "", ((), ())),
        ("medical_kit.1", "boot.1", (("boot.1",), ())),
        (
            "medical_kit.1 tarp.1 tarp.2 tarp.3 tarp.4",
            "boot.1",
            (("tarp.1", "tarp.2", "tarp.3", "tarp.4", "boot.1"), ()),
        ),
    ],
)
def test_sprengen_is_paid_without_a_question_if_there_is_no_choice(
    mine: str, theirs: str, after: tuple[tuple[str, ...], ...]
) -> None:
    on = table(f"0 sprengen: {mine}\n1 sick: {theirs}\ndeck: rope.1", options=ABLE)

    paid = play(on, PlayStrike(A, KIT, B)).table

    assert (paid.hands[:2], state(paid)) == (after, (Phase.DRAW, B))


@pytest.mark.rule("BLA-156")
def test_sprengen_does_not_pay_himself() -> None:
    on = table("0 sprengen sick: medical_kit.1 boot.1\ndeck: rope.1", options=ABLE)

    assert play(on, PlayStrike(A, KIT)).table.hands[A] == ("boot.1",)


@pytest.mark.rule("BLA-158", "BLA-159")
def test_s79_jake() -> None:
    on = table(
        "0 jake sick: can_of_beans.1 can_of_beans.2 medical_kit.1\n1: medical_kit.2\ndeck: boot.1",
        options=ABLE,
    )
    beans = ("can_of_beans.1", "can_of_beans.2")

    assert refused(on, PlayStrike(A, KIT)) == "BAD_TARGET"
    assert play(on, PlayStrike(A, beans[:1])).table.health[A] is H
    assert refused(on, PlayStrike(A, beans)) == "WRONG_COST"
    healed = play(on, EndTurn(A), DrawItem(B), PlayStrike(B, ("medical_kit.2",), A)).table
    assert healed.health[A] is H
    plain = replace(on, options=PLAIN)
    assert play(plain, PlayStrike(A, KIT)).table.health[A] is H


@pytest.mark.rule("BLA-157", "BLA-R54")
def test_s80_karrot() -> None:
    on = table(
        "0: boot.1\n1: rope.1\n2 karrot: machete.1 crowbar.1\ndeck: tarp.1 tarp.2", options=ABLE
    )
    attack = PlayStrike(C, ("machete.1",), A, "boot.1")
    again = PlayStrike(C, ("crowbar.1",), B, "rope.1")
    assert {offer.item for offer in invited(on, C, KarrotPrompt).strikes} == {"crowbar", "machete"}

    robbed = play(on, attack).table

    assert robbed.hands[C] == ("crowbar.1", "boot.1")
    assert (state(robbed), robbed.action_used) == ((Phase.ACTION, A), False)
    assert refused(robbed, again) == "KARROT_USED"
    next_turn = play(robbed, EndTurn(A)).table
    assert invited(next_turn, C, KarrotPrompt).strikes
    taken = play(next_turn, again).table
    assert (state(taken), taken.hands[B]) == ((Phase.DRAW, B), ())


@pytest.mark.rule("BLA-157", "BLA-R54")
def test_karrot_breaks_into_nothing_that_is_running() -> None:
    weapon = "2 karrot: machete.1 crowbar.1"
    attack = PlayStrike(C, ("machete.1",), B, "tarp.1")
    running = f"0: boot.1\n1: tarp.1\n{weapon}\ndeck: rope.1"
    offered = play(table(running, options=ABLE), ProposeTrade(A, B, ("boot.1",))).table
    assert refused(offered, attack) == "NOT_YOUR_PROMPT"

    full = f"0: boot.1 boot.2 boot.3 boot.4 boot.5\n1: tarp.1\n{weapon}\ndeck: rope.1"
    over = play(table(full, Phase.DRAW, options=ABLE), DrawItem(A)).table
    assert refused(over, attack) == "WRONG_PHASE"

    down = table(running.replace("karrot", "karrot down 0"), options=ABLE)
    assert refused(down, attack) == "INCAPACITATED"
    kit = table("0: boot.1\n1 sick:\n2 karrot: medical_kit.1", options=ABLE)
    assert refused(kit, PlayStrike(C, KIT, B)) == "NOT_PLAYABLE"
    assert refused(table(running), attack) == "NOT_YOUR_TURN", "abilities are off"


@pytest.mark.rule("BLA-157", "BLA-R15")
def test_what_karrot_steals_is_gone_for_the_turn() -> None:
    on = table("0: boot.1\n2 karrot: machete.1\ndeck: rope.1", Phase.DRAW, options=ABLE)
    drawn = play(on, DrawItem(A)).table
    assert asked(drawn, ActionPrompt).discard == "rope.1"

    robbed = play(drawn, PlayStrike(C, ("machete.1",), A, "rope.1")).table

    assert asked(robbed, ActionPrompt).discard is None
    full = "0: boot.1 boot.2 boot.3 boot.4 boot.5\n2 karrot: machete.1\ndeck: rope.1"
    five = table(full, Phase.DRAW, options=ABLE)
    assert len(asked(five, DrawPrompt).discards) == 5
    four = play(five, PlayStrike(C, ("machete.1",), A, "boot.1")).table
    assert asked(four, DrawPrompt).discards == ()


@pytest.mark.rule("BLA-R54")
def test_a_table_may_hold_a_window_open_for_karrot() -> None:
    options = replace(ABLE, karrot_window_ms=800)
    on = table("0: boot.1\n2 karrot: machete.1\ndeck: rope.1", Phase.DRAW, options=options)

    window = play(on, DrawItem(A)).table
    prompt = asked(window, KarrotPrompt)
    assert (prompt.seat, prompt.limit_ms, prompt.may_wait) == (C, 800, True)
    assert by_default(window) == KarrotWaits(C)
    assert state(play(window, KarrotWaits(C)).table) == (Phase.ACTION, A)
    attacked = play(window, PlayStrike(C, ("machete.1",), A, "boot.1")).table
    assert (state(attacked), attacked.hands[C]) == ((Phase.ACTION, A), ("boot.1",))


@pytest.mark.rule("BLA-160", "BLA-R56")
def test_s81_helga() -> None:
    on = table("0: machete.1 rope.1\n1 helga: umbrella.1 crowbar.1\ndeck: boot.1", options=ABLE)
    attack = PlayStrike(A, ("machete.1",), B, "umbrella.1")

    open_ = play(on, attack, Defend(B, "crowbar.1"), dice=[2, 6]).table
    assert asked(open_, HelgaPrompt).cards == ("rope.1",)
    assert by_default(open_) == HelgaSkip(B)
    taken = play(open_, HelgaTake(B, "rope.1")).table
    assert taken.hands[:2] == ((), ("umbrella.1", "rope.1"))
    assert taken.discard == ("machete.1", "crowbar.1")
    assert refused(open_, HelgaTake(B, "boot.1")) == "ITEM_NOT_THERE"
    assert state(play(open_, HelgaSkip(B)).table) == (Phase.DRAW, B)
    assert state(play(on, attack, Allow(B)).table) == (Phase.DRAW, B)


@pytest.mark.rule("BLA-R56")
def test_helga_takes_nothing_from_an_empty_hand() -> None:
    on = table("0: machete.1\n1 helga: umbrella.1 crowbar.1\ndeck: boot.1", options=ABLE)
    attack = PlayStrike(A, ("machete.1",), B, "umbrella.1")

    assert state(play(on, attack, Defend(B, "crowbar.1"), dice=[2, 6]).table) == (Phase.DRAW, B)


@pytest.mark.rule("BLA-160", "BLA-157", "BLA-131")
def test_helga_beats_karrot_with_a_dart() -> None:
    on = table(
        "0: boot.1\n1 helga: umbrella.1 homemade_blow_dart.1\n2 karrot sick: machete.1 rope.1\n"
        "deck: tarp.1",
        options=ABLE,
    )
    attack = PlayStrike(C, ("machete.1",), B, "umbrella.1")

    open_ = play(on, attack, Defend(B, "homemade_blow_dart.1"), dice=[1, 2]).table
    assert open_.health[C] is I
    after = play(open_, HelgaTake(B, "rope.1")).table

    assert (after.hands[B], state(after)) == (("umbrella.1", "rope.1"), (Phase.ACTION, A))


DEAL = "0: boot.1\n1: rope.1\n2 brayden: tarp.1\ndeck: matches.1"
TRADE = ProposeTrade(A, B, ("boot.1",), ("rope.1",))


@pytest.mark.rule("BLA-161", "BLA-R55")
def test_s83_the_partner_sells_to_brayden() -> None:
    open_ = play(table(DEAL, options=ABLE), TRADE, AcceptTrade(B)).table
    assert asked(open_, BraydenPrompt).sellers == (A, B)
    assert by_default(open_) == BraydenPass(C)

    offered = play(open_, BraydenOffer(C, "tarp.1", B)).table
    assert asked(offered, DealPrompt).seat == B
    assert by_default(offered) == AnswerDeal(B, accept=False)
    change = play(offered, AnswerDeal(B, accept=True))

    after = change.table
    assert after.hands[:3] == (("boot.1",), ("tarp.1",), ("rope.1",))
    assert (state(after), after.action_used) == ((Phase.ACTION, A), False)
    assert refused(after, TRADE) == "TRADE_DONE"
    assert len(told(change, TradeDone)) == 1


@pytest.mark.rule("BLA-161", "BLA-R55", "BLA-149")
def test_the_active_player_sells_to_brayden_or_the_trade_goes_on() -> None:
    open_ = play(table(DEAL, options=ABLE), TRADE, AcceptTrade(B)).table
    offered = play(open_, BraydenOffer(C, "tarp.1", A)).table

    sold = play(offered, AnswerDeal(A, accept=True)).table
    assert (sold.hands[:3], state(sold)) == (
        (("tarp.1",), ("rope.1",), ("boot.1",)),
        (Phase.DRAW, B),
    )
    kept = play(offered, AnswerDeal(A, accept=False)).table
    assert (kept.hands[:3], state(kept)) == (
        (("rope.1",), ("boot.1",), ("tarp.1",)),
        (Phase.DRAW, B),
    )
    assert play(open_, BraydenPass(C)).table.hands == kept.hands


@pytest.mark.rule("BLA-161", "BLA-R55")
def test_what_brayden_cannot_offer() -> None:
    gift = table("0: boot.1\n1: rope.1\n2 brayden: tarp.1\n3: tarp.2", options=ABLE)
    open_ = play(gift, ProposeTrade(A, B, ("boot.1",)), AcceptTrade(B)).table
    assert refused(open_, BraydenOffer(C, "tarp.1", B)) == "BAD_TARGET", "B gives nothing"
    assert refused(open_, BraydenOffer(C, "tarp.1", D)) == "BAD_TARGET"
    assert refused(open_, BraydenOffer(C, "tarp.2", A)) == "NOT_IN_HAND"
    many = table(
        "0: boot.1 boot.2 boot.3\n1:\n2 brayden: tarp.1 tarp.2 tarp.3 tarp.4", options=ABLE
    )
    three = ProposeTrade(A, B, ("boot.1", "boot.2", "boot.3"))
    asked_ = play(many, three, AcceptTrade(B)).table
    assert refused(asked_, BraydenOffer(C, "tarp.1", A)) == "HAND_LIMIT"
    down = table(DEAL.replace("brayden", "brayden down 0"), options=ABLE)
    assert state(play(down, TRADE, AcceptTrade(B)).table) == (Phase.DRAW, B)
    own = table("0 brayden: boot.1\n1: rope.1\ndeck: tarp.1", options=ABLE)
    assert state(play(own, TRADE, AcceptTrade(B)).table) == (Phase.DRAW, B)


@pytest.mark.rule("BLA-011", "BLA-154")
def test_abilities_are_off_unless_the_table_wants_them() -> None:
    on = table(DEAL)

    assert not engine.options().survivor_abilities
    assert state(play(on, TRADE, AcceptTrade(B)).table) == (Phase.DRAW, B)
    assert [each.value for each in Survivor] == [
        "eugene", "sprengen", "karrot", "jake", "helga", "brayden",
    ]  # fmt: skip
    assert play(on, DrawAgain(A, Source.DECK)).table.phase is Phase.POST_DRAW
    assert S is not H
