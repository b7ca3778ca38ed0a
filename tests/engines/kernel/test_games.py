"""The test games keep every law: one hard shape each."""

from typing import Any, ClassVar

import pytest

from croupier.engines.kernel.engine import Engine
from croupier.engines.kernel.refusal import Refusal
from tests.engines.kernel.games import (
    chain_dig,
    hidden_hands,
    high_low,
    sealed_bids,
    swap_meet,
    swap_meet_table,
)
from tests.engines.kernel.laws import Laws, check_setup
from tests.engines.kernel.subject import Subject, everyone


def lots_and_coins(table: Any) -> Any:
    """The lots that are not left out, by their number, and no seat in debt."""
    lots = [*table.deck.peek(), *table.untaken, *(lot for taken in table.taken for lot in taken)]
    return len(lots) + (table.lot is not None), min(table.coins) >= 0


SUBJECTS = {
    subject.engine.game: subject
    for subject in (
        Subject(
            sealed_bids,
            conserved=lots_and_coins,
            commands_max=12,
            options=lambda chance, seats: sealed_bids.Options(left_out=chance.randrange(3)),
            fleeting={sealed_bids.BidsTurned: everyone},
        ),
        Subject(
            swap_meet,
            conserved=lambda table: sorted(card for hand in table.hands for card in hand.peek()),
            commands_max=80,
            options=lambda chance, seats: swap_meet_table.Options(turns=chance.randint(1, 6)),
            fleeting={swap_meet_table.OfferClosed: lambda told: (told.offer.by, told.offer.to)},
        ),
        Subject(
            hidden_hands,
            conserved=lambda table: sorted(
                card for pile in (table.bag, *table.hands, *table.dropped) for card in pile.peek()
            ),
            commands_max=24,
            options=lambda chance, seats: hidden_hands.Options(rounds=chance.randint(1, 6)),
        ),
        Subject(
            high_low,
            conserved=lambda table: sorted((*table.deck.peek(), *table.open)),
            commands_max=8,
            options=lambda chance, seats: high_low.Options(chance.choice((None, 1, 30_000))),
            fleeting={high_low.NumberTurned: everyone},
        ),
        Subject(
            chain_dig,
            conserved=lambda table: (
                sum(table.gold) + table.deck.peek().count("gold"),
                table.snakes + table.deck.peek().count("snake"),
            ),
            commands_max=64,
            fleeting={chain_dig.DiggingStarted: everyone},
        ),
    )
}


class GameLaws(Laws):
    tables: ClassVar[int] = 800


class TestSealedBids(GameLaws):
    subject: ClassVar[Subject] = SUBJECTS["sealed_bids"]


class TestSwapMeet(GameLaws):
    subject: ClassVar[Subject] = SUBJECTS["swap_meet"]


class TestHiddenHands(GameLaws):
    subject: ClassVar[Subject] = SUBJECTS["hidden_hands"]


class TestHighLow(GameLaws):
    subject: ClassVar[Subject] = SUBJECTS["high_low"]


class TestChainDig(GameLaws):
    subject: ClassVar[Subject] = SUBJECTS["chain_dig"]


@pytest.mark.parametrize(
    ("game", "options"),
    [
        ("sealed_bids", sealed_bids.Options(left_out=-1)),
        ("sealed_bids", sealed_bids.Options(left_out=3)),
        ("swap_meet", swap_meet_table.Options(turns=0)),
        ("swap_meet", swap_meet_table.Options(turns=21)),
        ("hidden_hands", hidden_hands.Options(rounds=0)),
        ("hidden_hands", hidden_hands.Options(rounds=21)),
        ("high_low", high_low.Options(limit_ms=0)),
        ("high_low", high_low.Options(limit_ms=3_600_001)),
    ],
)
def test_options_that_cannot_be_are_refused_before_a_draw(game: str, options: Any) -> None:
    assert isinstance(check_setup(SUBJECTS[game], 2, options), Refusal)


@pytest.mark.parametrize("game", SUBJECTS)
def test_every_name_of_an_engine_is_there(game: str) -> None:
    named = {*Engine.__annotations__, *(n for n in vars(Engine) if not n.startswith("_"))}

    assert named - {*dir(SUBJECTS[game].module)} == set()
