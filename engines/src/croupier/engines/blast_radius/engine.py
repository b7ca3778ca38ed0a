"""The whole game: every name an engine must have."""

from collections.abc import Iterator

from croupier.engines.blast_radius import edition, endings, interrupts, legality, opening, scene
from croupier.engines.blast_radius import house as _house
from croupier.engines.blast_radius import redeal as _redeal
from croupier.engines.blast_radius import view as _view
from croupier.engines.blast_radius.abilities import (
    BraydenOffers,
    CollectPayment,
    DealAnswers,
    EugeneForces,
    HelgaTakes,
    SprengenTakes,
)
from croupier.engines.blast_radius.cards import Health
from croupier.engines.blast_radius.choices import Answer
from croupier.engines.blast_radius.combat import Combat
from croupier.engines.blast_radius.commands import Said
from croupier.engines.blast_radius.edition import Contents
from croupier.engines.blast_radius.effects import ChooseCards, DiscardDown, Finish, Perform, Take
from croupier.engines.blast_radius.events import Happening
from croupier.engines.blast_radius.interrupts import KarrotAttacks, KarrotWindow, Withdraw
from croupier.engines.blast_radius.jokes import JudgesJoke, StartJoke, TellsJoke
from croupier.engines.blast_radius.prompts import Asks
from croupier.engines.blast_radius.table import AnyTable, Options, Table
from croupier.engines.blast_radius.trading import AnswersTrade
from croupier.engines.blast_radius.turn import (
    Act,
    DrawFirst,
    FinishTurn,
    KeepOrDiscard,
    Recover,
    StartTurn,
)
from croupier.engines.blast_radius.view import View
from croupier.engines.kernel import agenda
from croupier.engines.kernel.agenda import Prompt
from croupier.engines.kernel.change import Change
from croupier.engines.kernel.engine import TurnClock
from croupier.engines.kernel.pack import Pack
from croupier.engines.kernel.refusal import Refusal, Refused, refusal
from croupier.engines.kernel.rng import Rng
from croupier.engines.kernel.secret import Counted
from croupier.engines.kernel.values import Seat, replace

PLAYERS = range(3, 7)  # BLA-001

game = edition.GAME
rules = "BLA"
RULES = 1
seats = PLAYERS
options = Options
stored = Table[
    opening.Introduce
    | opening.DealCards
    | StartTurn
    | Recover
    | DrawFirst
    | Act
    | KeepOrDiscard
    | FinishTurn
    | Take
    | Perform
    | Finish
    | DiscardDown
    | ChooseCards
    | Combat
    | StartJoke
    | TellsJoke
    | JudgesJoke
    | AnswersTrade
    | Withdraw
    | KarrotAttacks
    | KarrotWindow
    | EugeneForces
    | CollectPayment
    | SprengenTakes
    | HelgaTakes
    | BraydenOffers
    | DealAnswers
]
commands = Said
events = Happening
prompts = Asks
view = View
turn_clock = TurnClock(turn_s=120, reply_s=30)  # BLA-R59
house_pack = edition.house_pack()

read_pack = edition.read_pack
questions = agenda.questions
house_answer = _house.house_answer
project = _view.project
redeal = _redeal.redeal
result = endings.result

LIMITS = (  # option, least, most, rule
    ("joke_seconds", 5, 60, "BLA-R50"),
    ("joke_grace_ms", 0, 2_000, "BLA-R50"),
    ("max_trade_offers", 1, 50, "BLA-R52"),
    ("karrot_window_ms", 0, 5_000, "BLA-R54"),
    ("turns_max", 10, 400, "BLA-R62"),
)


def setup(seats: int, options: Options, pack: Pack[Contents], rng: Rng) -> Change[AnyTable]:
    """BLA-015, BLA-R05. Everybody is Healthy; who is who comes first, then the deal."""
    no = _why_not_set_up(seats, options)
    if no is not None:
        raise Refused(no)
    cards = edition.cards_of(pack)
    table = Table[agenda.Step](
        pack=pack,
        options=options,
        agenda=(opening.Introduce((None,) * seats),),
        characters=(None,) * seats,
        hands=((),) * seats,
        health=(Health.HEALTHY,) * seats,
        incap_turns=(0,) * seats,
        objectives=((),) * seats,
        scored=((),) * seats,
        deck=Counted(cards.names, ()),
        objective_deck=Counted(tuple(cards.objectives), ()),
    )
    return agenda.settle(Change(table), rng)


def _why_not_set_up(seats: int, options: Options) -> Refusal | None:
    if seats not in PLAYERS:
        least, most = PLAYERS[0], PLAYERS[-1]
        return refusal("BLA-001", "BAD_PLAYER_COUNT", seats=seats, least=least, most=most)
    if options.starting_seat is not None and options.starting_seat not in range(seats):
        return refusal("BLA-R01", "BAD_OPTION", option="starting_seat")
    for name, least, most, rule in LIMITS:
        if not least <= getattr(options, name) <= most:
            return refusal(rule, "BAD_OPTION", option=name, least=least, most=most)
    return None


def invitations(table: AnyTable, seat: Seat) -> tuple[Prompt, ...]:
    """BLA-151, BLA-157. Taking an offer back; Karrot's attack."""
    return agenda.invitations(table, seat, interrupts.standing)


def legal(table: AnyTable, seat: Seat) -> Iterator[Answer]:
    """Every legal command of a seat."""
    return agenda.legal(table, seat, interrupts.standing)  # type: ignore[return-value]


def apply(table: AnyTable, command: Said, rng: Rng) -> Change[AnyTable]:
    """The table after a command. BLA-R15: any command of the active seat closes the window."""
    step = agenda.taker(table, command, interrupts.standing)
    if step is None:
        no = why_not(project(table, command.seat), command)
        assert no is not None, "what is not taken has a reason"
        raise Refused(no)
    kept = None if command.seat == table.active else table.just_drawn
    return agenda.carry_out(replace(table, takes=0, just_drawn=kept), step, command, rng)


def accepts(table: AnyTable, command: Said) -> bool:
    """The one judge of legality, without randomness."""
    return agenda.taker(table, command, interrupts.standing) is not None


def why_not(view: View, command: Said) -> Refusal | None:
    """The reason for a no, from the sender's own view alone; None means yes."""
    return legality.why_not(scene.of_view(view, command.seat), command)
