"""The games of the house: a new one is one line here, and its branches in the contract."""

from croupier.engines.blossom_ridge import engine as blossom_ridge
from croupier.engines.kernel.engine import Engine

GAMES: tuple[Engine, ...] = (blossom_ridge,)
