"""Blast Radius under the laws that every game must pass, and its own thirteen invariants."""

from random import Random
from typing import ClassVar

from croupier.engines.blast_radius import commands, engine, events, prompts, talk
from croupier.engines.blast_radius.events import (
    DeckReshuffled,
    DefenceChosen,
    ReflexTriggered,
    StrikePlayed,
    SurvivorChosen,
)
from croupier.engines.blast_radius.table import (
    EndGame,
    ItemUse,
    JokeMode,
    Options,
    TieBreak,
)
from croupier.engines.blast_radius.talk import (
    JokeTold,
    TradeDeclined,
    TradeWithdrawn,
)
from croupier.engines.kernel.values import Seat
from tests.engines.blast_radius.dsl import LIVELY
from tests.engines.blast_radius.invariants import conserved
from tests.engines.kernel.laws import Laws
from tests.engines.kernel.subject import Subject, everyone

# Survivors' moments and jokes: in few of these short games, and each has its worked examples.
RARE = (
    commands.SprengenTake,
    commands.HelgaTake,
    commands.HelgaSkip,
    commands.EugeneForce,
    commands.EugeneSkip,
    commands.KarrotWaits,
    commands.BraydenOffer,
    commands.BraydenPass,
    commands.AnswerDeal,
    commands.TellJoke,
    commands.FinishJoke,
    commands.JudgeJoke,
    commands.SelfRevive,
    commands.Allow,
    commands.Defend,
    prompts.SprengenPrompt,
    prompts.HelgaPrompt,
    prompts.EugenePrompt,
    prompts.BraydenPrompt,
    prompts.DealPrompt,
    prompts.VotePrompt,
    talk.KarrotWaited,
    talk.AbilityDeclined,
    talk.DealOffered,
    talk.DealAnswered,
    talk.JokeVoteOpened,
    talk.JokeVoteClosed,
    talk.JokeJudged,
    talk.JokeTold,
    events.EndTriggered,
    events.NoCard,
    events.ObjectiveDeckEmpty,
)
TURNS_MAX = 18
COMMANDS_A_TURN = 60  # offers, answers, discards, an attack out of turn: never near it


def some_options(chance: Random, seats: int) -> Options:
    """Any other options, in a game of few turns."""
    return Options(
        tie_break=chance.choice(list(TieBreak)),
        allow_pass=chance.random() < 0.7,
        objective_items=chance.choice(list(ItemUse)),
        attacker_keeps_weapon_on_loss=chance.random() < 0.3,
        defender_discards_on_loss=chance.random() < 0.3,
        joke_mode=chance.choice(list(JokeMode)),
        joke_seconds=chance.choice([5, 10, 60]),
        joke_grace_ms=chance.choice([0, 2000]),
        max_trade_offers=chance.choice([1, 3, 10]),
        starting_seat=chance.choice([None, None, Seat(chance.randrange(seats))]),
        karrot_window_ms=chance.choice([0, 0, 500]),
        turns_max=chance.choice([10, 14, TURNS_MAX]),
    )


class TestLaws(Laws):
    """All of them, for 3 to 6 players, in three end modes with and without abilities."""

    tables: ClassVar[int] = 840  # games: seven score for each set of options
    tables_each: ClassVar[int] = 2_000

    subject: ClassVar[Subject] = Subject(
        module=engine,
        conserved=conserved,
        commands_max=6 + TURNS_MAX * COMMANDS_A_TURN,
        options=some_options,
        packs=(engine.house_pack, LIVELY.text, LIVELY.text),
        fleeting={
            SurvivorChosen: everyone,  # that it was named, and not left to the seat order
            StrikePlayed: everyone,  # at whom it is aimed, though it may change nothing for them
            ReflexTriggered: everyone,  # one from the pile may change nothing, as a pass does
            DeckReshuffled: everyone,  # what was drawn before it is in the deck again
            DefenceChosen: everyone,  # a lost defence leaves the table as no defence does
            TradeDeclined: everyone,  # an offer is gone, whoever let it go
            TradeWithdrawn: everyone,
            JokeTold: everyone,
        },
        rare=RARE,
        option_sets=tuple(
            {"end_game": end_game, "survivor_abilities": able}
            for end_game in EndGame
            for able in (False, True)
        ),
        stops=15,  # of the sixty tables or so that a game passes
        viewers_most=2,
        misses_most=20,
    )
