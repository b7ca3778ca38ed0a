"""The games of the house: a new one is one line here, and its branches in the contract."""

from croupier.engines.blossom_ridge import engine as blossom_ridge
from croupier.engines.kernel.engine import Engine
from croupier.engines.the_blessed_dark import engine as the_blessed_dark

GAMES: tuple[Engine, ...] = (blossom_ridge, the_blessed_dark)
