"""The Blessed Dark under the laws that every game must pass."""

from random import Random
from typing import Any, ClassVar

from croupier.engines.kernel.values import Seat
from croupier.engines.the_blessed_dark import engine
from croupier.engines.the_blessed_dark.commands import ChooseOpponent
from croupier.engines.the_blessed_dark.events import DarkOneMoved, DiceRerolled, SpellCast
from croupier.engines.the_blessed_dark.prompts import OpponentPrompt
from croupier.engines.the_blessed_dark.table import BLOOD, HAND_MAX, Options, Tiebreak
from tests.engines.kernel.laws import Laws
from tests.engines.kernel.subject import Subject, everyone
from tests.engines.the_blessed_dark.dsl import cards_on
from tests.engines.the_blessed_dark.packs import SMALL

TURN_LIMIT = 600  # BLE-R41
COMMANDS_MAX = 4 + TURN_LIMIT * (1 + 2 + 2 + 8) + 1


def options(chance: Random, seats: int) -> Options:
    """Any options, with a limit of turns."""
    return Options(
        starting_player=chance.choice([None, Seat(chance.randrange(seats))]),
        turn_limit=TURN_LIMIT if chance.random() < 0.04 else chance.randint(1, 40),
        tiebreak=tuple(chance.sample(list(Tiebreak), chance.randint(0, 3))),
        dark_one_modified_triple=chance.random() < 0.3,
        dark_one_ends_ritual=chance.random() < 0.7,
        free_cast_demons=chance.random() < 0.5,
        reveal_hands_at_end=chance.random() < 0.5,
    )


def conserved(table: Any) -> object:
    """BLE-002 and BLE-005: every card, and all blood; BLE-R09: no hand is too large."""
    return (
        cards_on(table),
        table.pool + sum(table.blood) == BLOOD,
        min(table.pool, *table.blood) >= 0,
        max(hand.count for hand in table.hands) <= HAND_MAX,
    )


class TestLaws(Laws):
    """All of them, for 2, 3 and 4 players."""

    tables: ClassVar[int] = 3_000
    subject: ClassVar[Subject] = Subject(
        module=engine,
        conserved=conserved,
        commands_max=COMMANDS_MAX,
        options=options,
        packs=(engine.house_pack, engine.house_pack, SMALL),
        fleeting={
            SpellCast: everyone,
            DiceRerolled: everyone,
            DarkOneMoved: everyone,  # how the dice were changed for a bought triple
        },
        rare=(ChooseOpponent, OpponentPrompt),  # two players have one opponent each
    )
