"""The games of the house. A new game is one line here, and its branches in payload.proto."""

from croupier.engines.blossom_ridge import engine as blossom_ridge
from croupier.engines.kernel.engine import Engine

GAMES: tuple[Engine, ...] = (blossom_ridge,)
