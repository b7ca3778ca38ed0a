"""The shape each test game is for, once, as a picture."""

from typing import Any

import pytest

from croupier.engines.kernel.agenda import Command
from croupier.engines.kernel.refusal import Refused
from croupier.engines.kernel.rng import KeyedRng, ScriptedRng
from croupier.engines.kernel.secret import Counted
from croupier.engines.kernel.shape import Pick
from croupier.engines.kernel.values import Seat, replace, seats_of
from tests.engines.kernel.games import chain_dig, hidden_hands, high_low, sealed_bids, swap_meet
from tests.engines.kernel.games.swap_meet_table import Accept, EndTurn, Offer, Withdraw
from tests.engines.kernel.walk import told

A, B, C = seats_of(3)
RNG = KeyedRng(b"k" * 32)


def opened(engine: Any, seats: int, options: Any = None) -> Any:
    pack = engine.read_pack(engine.house_pack)
    return engine.setup(seats, options or engine.options(), pack, RNG).table


def reason(engine: Any, table: Any, command: Command) -> str:
    with pytest.raises(Refused) as refused:
        engine.apply(table, command, ScriptedRng())
    return str(refused.value.refusal.reason)


def test_a_sealed_bid_tells_its_bidder_alone() -> None:
    before = opened(sealed_bids, 3)

    change = sealed_bids.apply(before, sealed_bids.Bid(B, 2), RNG)

    assert [len(told(change.events, viewer)) for viewer in (A, B, C, None)] == [0, 1, 0, 0]
    for viewer in (A, C, None):
        assert sealed_bids.project(change.table, viewer) == sealed_bids.project(before, viewer)
    assert sealed_bids.project(change.table, B).my_bid == 2
    assert [prompt.seat for prompt in sealed_bids.questions(change.table)] == [A, C]


def test_the_last_bid_turns_all_over() -> None:
    table = opened(sealed_bids, 3)
    for seat in (C, A):
        table = sealed_bids.apply(table, sealed_bids.Bid(seat, seat), RNG).table

    change = sealed_bids.apply(table, sealed_bids.Bid(B, 1), RNG)

    assert sealed_bids.BidsTurned(bids=(0, 1, 2), winner=C) in change.events
    assert change.table.coins == (5, 5, 3)


def swap_table() -> Any:
    """Three seats with known hands."""
    table = opened(swap_meet, 3)
    hands = (("red", "red", "red", "red"), ("blue",) * 4, ("gold",) * 4)
    return replace(table, hands=tuple(Counted(h, (Seat(s),)) for s, h in enumerate(hands)))


def test_an_offer_out_of_turn_is_known_to_two() -> None:
    before = swap_table()

    change = swap_meet.apply(before, Offer(B, C, "blue", "gold"), RNG)

    assert [len(told(change.events, viewer)) for viewer in (A, B, C, None)] == [0, 1, 1, 0]
    assert swap_meet.project(change.table, A) == swap_meet.project(before, A)
    assert swap_meet.invitations(change.table, A) == swap_meet.invitations(before, A)
    swapped = swap_meet.apply(change.table, Accept(C, B), RNG).table
    assert sorted(swapped.hands[1].peek()) == ["blue", "blue", "blue", "gold"]


def test_a_spent_budget_refuses_that_seat_alone() -> None:
    table = swap_table()
    for _ in range(3):
        assert swap_meet.accepts(table, Offer(A, B, "red", "blue"))
        table = swap_meet.apply(table, Offer(A, B, "red", "blue"), RNG).table
        table = swap_meet.apply(table, Withdraw(A, B), RNG).table

    assert reason(swap_meet, table, Offer(A, B, "red", "blue")) == "TOO_MANY"
    assert swap_meet.invitations(table, A) == ()
    assert swap_meet.accepts(table, Offer(B, A, "blue", "red"))


def test_offers_lapse_with_the_turn() -> None:
    table = swap_meet.apply(swap_table(), Offer(B, C, "blue", "gold"), RNG).table

    table = swap_meet.apply(table, EndTurn(A), RNG).table

    assert reason(swap_meet, table, Accept(C, B)) == "OFFER_LAPSED"


def test_a_card_on_offer_cannot_be_given_otherwise() -> None:
    table = replace(swap_table(), hands=tuple(Counted((c,), ()) for c in ("red", "blue", "gold")))
    table = swap_meet.apply(table, Offer(A, B, "red", "blue"), RNG).table

    assert reason(swap_meet, table, Offer(A, C, "red", "gold")) == "CARD_NOT_FREE"


def test_nobody_learns_how_many_cards_were_taken() -> None:
    before = opened(hidden_hands, 2)
    one = hidden_hands.apply(before, hidden_hands.Take(A, 1), RNG)
    two = hidden_hands.apply(before, hidden_hands.Take(A, 2), RNG)

    for viewer in (B, None):
        assert told(one.events, viewer) == told(two.events, viewer)
        assert hidden_hands.project(one.table, viewer) == hidden_hands.project(two.table, viewer)
    assert told(one.events, A) != told(two.events, A)


def test_any_part_of_a_hand_is_dropped_by_one_shape() -> None:
    table = opened(hidden_hands, 2)
    held = ("ant", "ant", "bee")
    table = replace(table, hands=(type(table.hands[0])(held, (A,)), table.hands[1]))

    shape = list(hidden_hands.legal(table, A))[-1]

    assert shape == Pick(hidden_hands.Drop(A, ()), "cards", held, 0, 3)
    assert hidden_hands.accepts(table, hidden_hands.Drop(A, ("bee", "ant")))
    assert reason(hidden_hands, table, hidden_hands.Drop(A, ("bee", "bee"))) == "NOT_IN_HAND"


@pytest.mark.parametrize("limit_ms", [None, 30_000])
def test_a_question_says_how_long_its_seat_has_and_the_house_passes(limit_ms: int | None) -> None:
    table = opened(high_low, 2, high_low.Options(limit_ms))

    [question] = high_low.questions(table)

    assert question.limit_ms == limit_ms
    answer = high_low.house_answer(high_low.project(table, A), question, "absent", ScriptedRng())
    assert answer == high_low.Guess(A, high_low.Call.PASS)


def test_an_effect_goes_on_after_what_interrupts_it() -> None:
    table = opened(chain_dig, 3)
    deck = ("gold", "snake", "snake", "gold", "gold", "snake")
    table = replace(table, deck=Counted(deck, ()))

    table = chain_dig.apply(table, chain_dig.Dig(A, 3), RNG).table
    assert [prompt.seat for prompt in chain_dig.questions(table)] == [B]
    assert table.gold == (1, 0, 0)

    table = chain_dig.apply(table, chain_dig.DigOn(B), RNG).table
    assert [prompt.seat for prompt in chain_dig.questions(table)] == [C]

    table = chain_dig.apply(table, chain_dig.Pay(C), RNG).table
    assert table.gold == (2, 0, 0)
    assert table.coins == (3, 3, 2)
    assert [prompt.seat for prompt in chain_dig.questions(table)] == [B]
    assert isinstance(table.agenda[0], chain_dig.Turn)
