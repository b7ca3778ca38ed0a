"""Blossom Ridge: win tricks, place markers, control Locations; 2 to 4 players.

Read RULES.md, then table.py, cards.py, commands.py, steps.py, view.py.
"""

from croupier.engines.blossom_ridge import cards as _cards
from croupier.engines.blossom_ridge.cards import GAME as game
from croupier.engines.blossom_ridge.cards import read_pack
from croupier.engines.blossom_ridge.commands import Said as commands
from croupier.engines.blossom_ridge.engine import (
    PLAYERS as seats,
)
from croupier.engines.blossom_ridge.engine import (
    BlossomRidge as stored,
)
from croupier.engines.blossom_ridge.engine import (
    accepts,
    apply,
    invitations,
    legal,
    questions,
    setup,
    why_not,
)
from croupier.engines.blossom_ridge.events import Happening as events
from croupier.engines.blossom_ridge.house import house_answer
from croupier.engines.blossom_ridge.prompts import Asks as prompts
from croupier.engines.blossom_ridge.redeal import redeal
from croupier.engines.blossom_ridge.scoring import result
from croupier.engines.blossom_ridge.table import Options as options
from croupier.engines.blossom_ridge.view import View as view
from croupier.engines.blossom_ridge.view import project

rules = "BLO"
RULES = 1
house_pack = _cards.house_pack()

__all__ = [
    "RULES",
    "accepts",
    "apply",
    "commands",
    "events",
    "game",
    "house_answer",
    "house_pack",
    "invitations",
    "legal",
    "options",
    "project",
    "prompts",
    "questions",
    "read_pack",
    "redeal",
    "result",
    "rules",
    "seats",
    "setup",
    "stored",
    "view",
    "why_not",
]
