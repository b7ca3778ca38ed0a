"""Which game is put into which words."""

from collections.abc import Mapping

from croupier.service.cli.games.blast_radius import BlastRadius
from croupier.service.cli.games.blight_of_blackridge import BlightOfBlackridge
from croupier.service.cli.games.blossom_ridge import BlossomRidge
from croupier.service.cli.games.plain import Plain
from croupier.service.cli.games.renderer import Names, Renderer
from croupier.service.cli.games.the_blessed_dark import TheBlessedDark
from croupier.v1.table_pb2 import Table


def renderer_of(table: Table, names: Names, contents: Mapping[str, object]) -> Renderer:
    """The words for this table; `contents` is its pack. A game without words is shown plainly."""
    match table.game:
        case "blast_radius":
            return BlastRadius(names, contents)
        case "blight_of_blackridge":
            return BlightOfBlackridge(names, contents)
        case "blossom_ridge":
            return BlossomRidge(names, contents)
        case "the_blessed_dark":
            return TheBlessedDark(names, contents)
        case _:
            return Plain(names)


def names_of(table: Table) -> Names:
    """What to call each seat; one that never had a player is the house's."""
    return [seat.display_name or f"House {seat.seat}" for seat in table.seats]
