"""The test games keep every law: one hard shape each."""

from typing import Any, ClassVar

from tests.engines.kernel.games import (
    chain_dig,
    hidden_hands,
    high_low,
    sealed_bids,
    swap_meet,
    swap_meet_table,
)
from tests.engines.kernel.laws import Laws
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
