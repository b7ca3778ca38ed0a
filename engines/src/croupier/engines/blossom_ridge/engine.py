"""The whole game: every name an engine must have.

BLO-R44: of the editions under this name, only that of RULES.md is played.
BLO-R45: the streams are `seating`, `map`, `deck` and `misc`.
"""

from typing import TypeAlias, assert_never

from croupier.engines.blossom_ridge import edition, legality, scoring, situation
from croupier.engines.blossom_ridge import house as _house
from croupier.engines.blossom_ridge import redeal as _redeal
from croupier.engines.blossom_ridge import view as _view
from croupier.engines.blossom_ridge.commands import Said
from croupier.engines.blossom_ridge.edition import Contents
from croupier.engines.blossom_ridge.events import Happening, SeatsOrdered, TownBuilt
from croupier.engines.blossom_ridge.prompts import Asks
from croupier.engines.blossom_ridge.steps import (
    AnyStep,
    Deal,
    DealCharacters,
    DraftCharacter,
    StartTrick,
)
from croupier.engines.blossom_ridge.table import (
    CharacterMode,
    Options,
    Seating,
    Site,
    Table,
)
from croupier.engines.blossom_ridge.view import View
from croupier.engines.kernel import agenda
from croupier.engines.kernel.agenda import Step
from croupier.engines.kernel.change import Change
from croupier.engines.kernel.engine import TurnClock
from croupier.engines.kernel.pack import Pack
from croupier.engines.kernel.refusal import Refusal, Refused, refusal
from croupier.engines.kernel.rng import Rng, shuffled
from croupier.engines.kernel.secret import Counted
from croupier.engines.kernel.values import Seat, seats_of

PLAYERS = range(2, 5)  # BLO-001
AnyTable: TypeAlias = Table[Step]

game = edition.GAME
rules = "BLO"
RULES = 1
seats = PLAYERS
options = Options
stored = Table[AnyStep]
commands = Said
events = Happening
prompts = Asks
view = View
turn_clock = TurnClock()
house_pack = edition.house_pack()

read_pack = edition.read_pack
questions = agenda.questions
invitations = agenda.invitations
legal = agenda.legal
house_answer = _house.house_answer
project = _view.project
redeal = _redeal.redeal
result = scoring.result


def setup(seats: int, options: Options, pack: Pack[Contents], rng: Rng) -> Change[AnyTable]:
    """BLO-018. Map, markers, seats and first leader, deal, Characters."""
    no = _why_not_set_up(seats, options, pack)
    if no is not None:
        raise Refused(no)
    town = _town(seats, pack, rng)
    order = seats_of(seats)
    if options.seating is Seating.RANDOM:
        order = shuffled(order, rng, "seating", "BLO-012 seating")
    first = options.first_leader
    if first is None:
        first = Seat(rng.below(seats, "seating", "BLO-013 first leader"))
    table = _empty_table(options, pack, order, first, town)
    events = (
        TownBuilt(locations=tuple(site.id for site in town)),
        SeatsOrdered(order=order, first_leader=first),
    )
    table = table.next_first(Deal(), *_characters(table), StartTrick())
    return agenda.settle(Change(table, events), rng)


def _why_not_set_up(seats: int, options: Options, pack: Pack[Contents]) -> Refusal | None:
    if seats not in PLAYERS:
        least, most = PLAYERS[0], PLAYERS[-1]
        return refusal("BLO-001", "BAD_PLAYER_COUNT", seats=seats, least=least, most=most)
    if options.first_leader is not None and options.first_leader not in range(seats):
        return refusal("BLO-R07", "BAD_OPTION", option="first_leader")
    wanted = seats if options.character_mode is CharacterMode.ASSIGNED else 0
    given = dict.fromkeys(options.assigned)
    unknown = any(pack.contents.character(each) is None for each in given)
    if unknown or not len(options.assigned) == len(given) == wanted:
        return refusal("BLO-R30", "BAD_OPTION", option="assigned")
    return None


def _town(seats: int, pack: Pack[Contents], rng: Rng) -> tuple[Site, ...]:
    """BLO-010, BLO-011. Twelve Locations in three rows of four, and no marker on them."""
    laid = shuffled(pack.contents.locations, rng, "map", "BLO-010 map")
    return tuple(Site(each.id, each.suit, (0,) * seats) for each in laid)


def _empty_table(
    options: Options,
    pack: Pack[Contents],
    order: tuple[Seat, ...],
    first: Seat,
    town: tuple[Site, ...],
) -> Table[Step]:
    nothing = Counted[tuple[str, ...]]((), ())
    return Table(
        pack=pack,
        options=options,
        agenda=(),
        order=order,
        first_leader=first,
        town=town,
        scores=(0,) * len(order),
        characters=(None,) * len(order),
        spent=(None,) * len(order),
        round=0,
        leader=first,
        hands=(nothing,) * len(order),
        stock=nothing,
        burned=nothing,
    )


def _characters(table: Table[Step]) -> tuple[Step, ...]:
    """BLO-016, BLO-110, BLO-R35. The steps by which players get their Characters, if any."""
    match table.options.character_mode:
        case CharacterMode.DRAFT:
            return tuple(DraftCharacter(seat) for seat in table.clockwise(table.first_leader))
        case CharacterMode.RANDOM | CharacterMode.ASSIGNED:
            return (DealCharacters(),)
        case CharacterMode.OFF:
            return ()
    assert_never(table.options.character_mode)


def apply(table: AnyTable, command: Said, rng: Rng) -> Change[AnyTable]:
    """The table after a command. BLO-090: a refused command changes nothing."""
    step = agenda.taker(table, command)
    if step is None:
        no = why_not(project(table, command.seat), command)
        assert no is not None, "what is not taken has a reason"
        raise Refused(no)
    return agenda.carry_out(table, step, command, rng)


def accepts(table: AnyTable, command: Said) -> bool:
    """The one judge of legality, without randomness."""
    return agenda.taker(table, command) is not None


def why_not(view: View, command: Said) -> Refusal | None:
    """The reason for a no, from the sender's own view alone; None means yes."""
    return legality.why_not(situation.of_view(view, command.seat), command)
