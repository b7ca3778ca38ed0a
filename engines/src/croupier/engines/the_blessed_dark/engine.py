"""The whole game: every name an engine must have.

BLE-R46: the streams are `shuffle`, `dice` and `misc`.
"""

from typing import TypeAlias

from croupier.engines.kernel import agenda
from croupier.engines.kernel.agenda import Step
from croupier.engines.kernel.change import Change
from croupier.engines.kernel.engine import TurnClock
from croupier.engines.kernel.pack import Pack
from croupier.engines.kernel.refusal import Refusal, Refused, refusal
from croupier.engines.kernel.rng import Rng, shuffled
from croupier.engines.kernel.secret import Counted
from croupier.engines.the_blessed_dark import edition, legality, scoring, situation, verbs
from croupier.engines.the_blessed_dark import house as _house
from croupier.engines.the_blessed_dark import redeal as _redeal
from croupier.engines.the_blessed_dark import view as _view
from croupier.engines.the_blessed_dark.commands import Said
from croupier.engines.the_blessed_dark.edition import Contents
from croupier.engines.the_blessed_dark.events import Happening
from croupier.engines.the_blessed_dark.prompts import Asks
from croupier.engines.the_blessed_dark.steps import AnyStep, PickFirstCards
from croupier.engines.the_blessed_dark.table import DEALT, STARTING_BLOOD, Options, Table
from croupier.engines.the_blessed_dark.view import View

PLAYERS = range(2, 5)  # BLE-004
TURN_LIMIT_MAX = 1_000
AnyTable: TypeAlias = Table[Step]

game = edition.GAME
rules = "BLE"
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
    """BLE-010 to BLE-018. The Dark One aside, the deck shuffled, three cards and blood each."""
    no = _why_not_set_up(seats, options, pack.contents)
    if no is not None:
        raise Refused(no)
    nothing = Counted[tuple[str, ...]]((), ())
    table = Table[Step](
        pack=pack,
        options=options,
        agenda=(PickFirstCards((nothing,) * seats),),
        deck=Counted(shuffled(pack.contents.deck, rng, "shuffle", "BLE-011 deck"), ()),
        hands=(nothing,) * seats,
        grimoires=((),) * seats,
        blood=(STARTING_BLOOD,) * seats,
        last_card=nothing,
    )
    change = Change(table)
    for seat in table.seats:
        change = change.then(verbs.deal, seat, DEALT)
    return change


def _why_not_set_up(seats: int, options: Options, contents: Contents) -> Refusal | None:
    if seats not in PLAYERS:
        least, most = PLAYERS[0], PLAYERS[-1]
        return refusal("BLE-R01", "BAD_PLAYER_COUNT", seats=seats, least=least, most=most)
    if options.starting_player is not None and options.starting_player not in range(seats):
        return refusal("BLE-R06", "BAD_OPTION", option="starting_player")
    if options.turn_limit not in range(TURN_LIMIT_MAX + 1):
        return refusal("BLE-R41", "BAD_OPTION", option="turn_limit")
    if len(dict.fromkeys(options.tiebreak)) < len(options.tiebreak):
        return refusal("BLE-R40", "BAD_OPTION", option="tiebreak")
    if len(contents.deck) < edition.smallest_deck(seats):
        return refusal("BLE-R53", "PACK_TOO_SMALL", cards=len(contents.deck), seats=seats)
    return None


def apply(table: AnyTable, command: Said, rng: Rng) -> Change[AnyTable]:
    """The table after a command; a refused one changes nothing."""
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
