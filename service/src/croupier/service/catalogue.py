"""The games of the house: a new one is one line here, and its branches in the contract."""

from croupier.engines.blast_radius import engine as blast_radius
from croupier.engines.blight_of_blackridge import engine as blight_of_blackridge
from croupier.engines.blossom_ridge import engine as blossom_ridge
from croupier.engines.kernel.engine import Engine
from croupier.engines.the_blessed_dark import engine as the_blessed_dark

GAMES: tuple[Engine, ...] = (blast_radius, blight_of_blackridge, blossom_ridge, the_blessed_dark)
