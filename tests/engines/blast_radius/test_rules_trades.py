"""Trades by offers: BLA-146 to BLA-153."""

import pytest

from croupier.engines.blast_radius import engine
from croupier.engines.blast_radius.commands import (
    AcceptTrade,
    CounterTrade,
    DeclineTrade,
    DrawAgain,
    EndTurn,
    ProposeTrade,
    WithdrawTrade,
)
from croupier.engines.blast_radius.prompts import ActionPrompt, TradePrompt, WithdrawPrompt
from croupier.engines.blast_radius.table import Offer, Phase, Source
from croupier.engines.blast_radius.talk import TradeDone
from croupier.engines.kernel.shape import Form
from croupier.engines.kernel.values import replace
from tests.engines.blast_radius.dsl import (
    PLAIN,
    A,
    B,
    C,
    D,
    asked,
    by_default,
    invited,
    play,
    refused,
    state,
    table,
    told,
)

PICTURE = "0: boot.1 rope.1\n1: umbrella.1 tarp.1\n0 wants: obj_22\n1 wants: obj_22\ndeck: boot.2"
PROPOSED = ProposeTrade(A, B, ("boot.1",), ("umbrella.1",))


@pytest.mark.rule("BLA-147", "BLA-149", "BLA-R52", "BLA-150")
def test_s49_counter_and_accept() -> None:
    counter = CounterTrade(B, ("umbrella.1",), ("boot.1", "rope.1"))

    countered = play(table(PICTURE), PROPOSED, counter).table
    assert asked(countered, TradePrompt).seat == A
    change = play(countered, AcceptTrade(A))

    assert change.table.hands[:2] == (("umbrella.1",), ("tarp.1", "boot.1", "rope.1"))
    assert state(change.table) == (Phase.DRAW, B)
    [done] = told(change, TradeDone)
    assert done.offer == Offer(B, A, ("umbrella.1",), ("boot.1", "rope.1"))
    assert [change.table.objectives[seat][0].progress for seat in (A, B)] == [(1, 0)] * 2


@pytest.mark.rule("BLA-151")
def test_s50_a_declined_offer_costs_nothing() -> None:
    on = play(table(PICTURE), PROPOSED, DeclineTrade(B)).table

    assert (state(on), on.action_used) == ((Phase.ACTION, A), False)
    assert play(on, DrawAgain(A, Source.DECK)).table.phase is Phase.POST_DRAW


@pytest.mark.rule("BLA-151", "BLA-150")
def test_an_offer_may_be_withdrawn_by_whoever_opened_the_trade() -> None:
    open_ = play(table(PICTURE), PROPOSED).table
    assert invited(open_, A, WithdrawPrompt).offer == Offer(A, B, ("boot.1",), ("umbrella.1",))

    assert state(play(open_, WithdrawTrade(A)).table) == (Phase.ACTION, A)
    assert refused(open_, WithdrawTrade(C)) == "NOT_YOUR_PROMPT"
    assert refused(open_, WithdrawTrade(B)) == "WRONG_PHASE"
    assert refused(open_, EndTurn(A)) == "NOT_YOUR_PROMPT"
    countered = play(open_, CounterTrade(B, (), ("boot.1",))).table
    assert refused(countered, WithdrawTrade(A)) == "WRONG_PHASE"
    assert engine.invitations(countered, A) == ()


@pytest.mark.rule("BLA-152", "BLA-R53")
def test_s51_no_hand_passes_its_limit() -> None:
    on = table(
        "0: boot.1 boot.2 rope.1 tarp.1 umbrella.1\n1: boot.3 boot.4 rope.2 tarp.2 umbrella.2"
    )

    assert refused(on, ProposeTrade(A, B, ("boot.1",), ("boot.3", "boot.4"))) == "HAND_LIMIT"
    assert refused(on, ProposeTrade(A, B, ("boot.1",))) == "HAND_LIMIT"
    even = play(on, ProposeTrade(A, B, ("boot.1",), ("boot.3",))).table
    assert asked(even, TradePrompt).seat == B
    assert refused(even, CounterTrade(B, ("boot.3",), ())) == "HAND_LIMIT"


@pytest.mark.rule("BLA-147", "BLA-R51")
def test_s53_a_gift() -> None:
    on = table("0: boot.1\ndeck: rope.1")

    after = play(on, ProposeTrade(A, B, ("boot.1",)), AcceptTrade(B)).table

    assert after.hands[:2] == ((), ("boot.1",))
    assert refused(on, ProposeTrade(A, B)) == "EMPTY_TRADE"
    assert refused(on, ProposeTrade(A, A, ("boot.1",))) == "BAD_TARGET"


@pytest.mark.rule("BLA-150", "BLA-R52")
def test_s54_ten_offers_a_turn() -> None:
    on = table(PICTURE)
    ten = play(on, *((PROPOSED, DeclineTrade(B)) * 10)).table

    assert refused(ten, PROPOSED) == "OFFER_LIMIT"
    assert asked(ten, ActionPrompt).partners == ()
    assert state(play(ten, EndTurn(A)).table) == (Phase.DRAW, B)
    one = table(PICTURE, options=replace(PLAIN, max_trade_offers=1))
    last = play(one, PROPOSED).table
    assert refused(last, CounterTrade(B, ("umbrella.1",), ())) == "OFFER_LIMIT"
    assert not asked(last, TradePrompt).may_counter


@pytest.mark.rule("BLA-148")
def test_only_item_cards_of_the_two_are_traded() -> None:
    on = table(PICTURE)

    assert refused(on, ProposeTrade(A, B, ("obj_22",))) == "NOT_IN_HAND"
    assert refused(on, ProposeTrade(A, B, ("boot.1", "boot.1"))) == "NOT_IN_HAND"
    assert refused(on, ProposeTrade(A, B, (), ("boot.1",))) == "ITEM_NOT_THERE"


@pytest.mark.rule("BLA-153", "BLA-096")
def test_the_sick_trade_and_the_incapacitated_do_not() -> None:
    sick = table("0 sick: boot.1\n1 sick: rope.1\n2 down 0: tarp.1\ndeck: boot.2")

    traded = play(sick, ProposeTrade(A, B, ("boot.1",), ("rope.1",)), AcceptTrade(B), dice=[1])

    assert traded.table.hands[:2] == (("rope.1",), ("boot.1",))
    assert asked(sick, ActionPrompt).partners == (B, D)
    assert refused(sick, ProposeTrade(A, C, (), ("tarp.1",))) == "TARGET_INCAPACITATED"


@pytest.mark.rule("BLA-R52", "BLA-R59")
def test_every_trade_is_listed_as_a_form_of_two_lists() -> None:
    on = table(PICTURE)

    forms = [each for each in engine.legal(on, A) if isinstance(each, Form)]

    assert len(forms) == 3 * 3 - 1 + 2 + 2, "with each pair of sizes; the others hold nothing"
    assert any(form.covers(PROPOSED) for form in forms)
    assert by_default(play(on, PROPOSED).table) == DeclineTrade(B)
