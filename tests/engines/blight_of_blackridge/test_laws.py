"""Blight of Blackridge under the laws that every game must pass."""

from random import Random
from typing import Any, ClassVar, get_args

from croupier.engines.blight_of_blackridge import engine
from croupier.engines.blight_of_blackridge.bet_events import (
    PartnerAnswered,
    ProposalFailed,
    RewardDivided,
    TargetChosen,
)
from croupier.engines.blight_of_blackridge.commands import (
    EatMeal,
    PassTurn,
    Said,
    Settle,
    TradeOffer,
)
from croupier.engines.blight_of_blackridge.events import (
    AilmentsDealt,
    DieRolled,
    Happening,
    Spoken,
    TradeClosed,
    Traded,
)
from croupier.engines.blight_of_blackridge.incident_events import (
    OfferUsed,
    PotAwarded,
    PotFilled,
    RolledOff,
    ShopUsed,
    VotesShown,
)
from croupier.engines.blight_of_blackridge.prompts import Asks, BetPrompt, MealPrompt, SettlePrompt
from croupier.engines.blight_of_blackridge.table import BettingClose, MultiPenalty, Options
from tests.engines.blight_of_blackridge.census import cards_on
from tests.engines.kernel.laws import Laws
from tests.engines.kernel.subject import Subject, everyone
from tests.quantities import quantity

TABLES = 5_000  # in each walk, for each player count
GAMES = 300  # for variety, when all are played
GAMES_AT_LEAST = 80  # a twentieth of these pass a twentieth of the tables
DIGESTS = 200  # each is as long as several games of another kind
COMMANDS_MAX = 12_000  # every budget spent; see test_games.py


RARE = (  # a few games need not reach all; those of test_games.py, which are many more, must
    *(kind for kind in get_args(Said) if kind not in (PassTurn, Settle, EatMeal, TradeOffer)),
    *(kind for kind in get_args(Asks) if kind not in (BetPrompt, SettlePrompt, MealPrompt)),
    *get_args(Happening),
)


def options(chance: Random, seats: int) -> Options:
    """Any options; mostly short games, so that many end in each way."""
    return Options(
        betting_close=chance.choice(list(BettingClose)),
        tie_triggers_on_win=chance.random() < 0.5,
        multi_penalty=chance.choice(list(MultiPenalty)),
        meal_roll_public=chance.random() < 0.8,
        shop_payment_public=chance.random() < 0.8,
        event_count=chance.choice([3, 3, 3, 4, 4, 5, 8, 0]),
        turn_seconds=chance.choice([0, 30]),
        settle_seconds=chance.choice([0, 0, 5]),
    )


def conserved(table: Any) -> object:
    """Every card is somewhere, once."""
    return cards_on(table)


class TestLaws(Laws):
    """All of them, for 2, 3 and 4 players."""

    subject: ClassVar[Subject] = Subject(
        module=engine,
        conserved=conserved,
        commands_max=COMMANDS_MAX,
        options=options,
        fleeting={
            Spoken: everyone,
            RewardDivided: everyone,
            TargetChosen: everyone,
            PartnerAnswered: everyone,
            ProposalFailed: everyone,
            Traded: everyone,
            TradeClosed: everyone,
            AilmentsDealt: everyone,
            DieRolled: everyone,
            ShopUsed: everyone,  # BLI-R42: which items were paid
            OfferUsed: everyone,
            PotFilled: everyone,  # how many each put in; the pot may be gone at once
            RolledOff: everyone,
            PotAwarded: everyone,
            VotesShown: everyone,  # who voted for whom
        },
        # Of two players, who is not asked knows that the one who is has not answered yet.
        deducible=("agenda[Settling].done[0] from 0",),
        rare=RARE,
        stops=75,  # of the hundreds of tables that a game passes
        viewers_most=1,
        misses_most=8,
    )
    digests: ClassVar[int] = DIGESTS
    tables_each: ClassVar[int] = TABLES
    tables: ClassVar[int] = GAMES if quantity(TABLES) == TABLES else GAMES_AT_LEAST
