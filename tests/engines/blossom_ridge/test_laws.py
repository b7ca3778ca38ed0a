"""Blossom Ridge under the laws that every game must pass."""

from random import Random
from typing import Any, ClassVar

from croupier.engines.blossom_ridge import engine
from croupier.engines.blossom_ridge.commands import PassAction
from croupier.engines.blossom_ridge.events import AbilityUsed, NoAction
from croupier.engines.blossom_ridge.table import CharacterMode, Options, Seating
from croupier.engines.kernel.values import Seat
from tests.engines.blossom_ridge.dsl import cards_on
from tests.engines.kernel.laws import Laws
from tests.engines.kernel.subject import Subject, everyone

COMMANDS_MAX = 4 + 40 * (4 + 1) + 4  # draft, cards and Actions, one ability each
IDS = [each.id for each in engine.read_pack(engine.house_pack).contents.characters]


def options(chance: Random, seats: int) -> Options:
    """Any options; mostly with a draft."""
    mode = chance.choice([CharacterMode.DRAFT] * 3 + list(CharacterMode))
    return Options(
        ace_high=chance.random() < 0.5,
        seating=chance.choice(list(Seating)),
        first_leader=chance.choice([None, Seat(chance.randrange(seats))]),
        character_mode=mode,
        assigned=tuple(chance.sample(IDS, seats)) if mode is CharacterMode.ASSIGNED else (),
        open_trick_history=chance.random() < 0.5,
    )


def conserved(table: Any) -> object:
    """BLO-006 and BLO-008: every card, and every seat's markers."""
    return cards_on(table), markers_of(table)


def markers_of(table: Any) -> tuple[bool, ...]:
    """Whether the markers of each seat on the map are at most those it has."""
    return tuple(
        all(site.markers[seat] >= 0 for site in table.town)
        and sum(site.markers[seat] for site in table.town) <= 14
        for seat in table.seats
    )


class TestLaws(Laws):
    """All of them, for 2, 3 and 4 players."""

    subject: ClassVar[Subject] = Subject(
        module=engine,
        conserved=conserved,
        commands_max=COMMANDS_MAX,
        options=options,
        fleeting={AbilityUsed: everyone},  # in which order an ability moved its markers
        rare=(PassAction, NoAction),
    )
