"""What one viewer may see, built up from nothing."""

from functools import lru_cache

from croupier.engines.blast_radius.cards import AnyNeed, Did, Health, Survivor
from croupier.engines.blast_radius.checks import fits
from croupier.engines.blast_radius.edition import Cards, Contents, cards_of
from croupier.engines.blast_radius.matching import fulfilled
from croupier.engines.blast_radius.table import (
    Active,
    AnyTable,
    Names,
    Options,
    Pending,
    Phase,
)
from croupier.engines.blast_radius.votes import own_vote
from croupier.engines.kernel.pack import Pack
from croupier.engines.kernel.values import Seat, Value, Viewer


class ObjectiveView(Value, frozen=True):
    """BLA-065. An active objective: what was done and is held for each need, and if it is met."""

    objective: str
    progress: tuple[int, ...]
    held: tuple[int, ...]
    ready: bool


class SeatView(Value, frozen=True):
    """BLA-017, BLA-065, BLA-088. What everybody sees of one seat: all of it."""

    seat: Seat
    character: Survivor | None
    health: Health
    incap_turns: int
    hand: Names
    objectives: tuple[ObjectiveView, ...]
    scored: Names
    score: int


class View(Value, frozen=True):
    """Of the two decks only how many cards they have."""

    pack: Pack[Contents]
    options: Options
    viewer: Seat | None
    phase: Phase
    waiting: tuple[Seat, ...]
    pending: Pending
    turn: int
    round: int
    active: Seat | None
    first: Seat | None
    action_used: bool
    trade_done: bool
    early_discard: bool
    karrot_used: bool
    offers_left: int
    just_drawn: str | None
    seats: tuple[SeatView, ...]
    item_deck: int
    objective_deck: int
    discard: Names
    limbo: Names
    trigger: Seat | None
    my_vote: bool | None


def project(table: AnyTable, viewer: Viewer) -> View:
    """What this viewer may see. BLA-R02: neither seed nor coming rolls are part of a table."""
    first = table.asking
    return View(
        pack=table.pack,
        options=table.options,
        viewer=viewer,
        phase=Phase.OVER if first is None else first.phase,
        waiting=() if first is None else first.asked(table),
        pending=Pending() if first is None else first.about(),
        turn=table.turn,
        round=table.round,
        active=table.active,
        first=table.first,
        action_used=table.action_used,
        trade_done=table.trade_done,
        early_discard=table.early_discard,
        karrot_used=table.karrot_used,
        offers_left=table.offers_left,
        just_drawn=table.just_drawn,
        seats=tuple([_seat(table, seat) for seat in table.seats]),
        item_deck=table.deck.count,
        objective_deck=table.objective_deck.count,
        discard=table.discard,
        limbo=table.limbo,
        trigger=table.trigger,
        my_vote=own_vote(first, viewer),
    )


def _seat(table: AnyTable, seat: Seat) -> SeatView:
    scored, objectives, hand = table.scored[seat], table.cards.objectives, table.hands[seat]
    return SeatView(
        seat,
        table.characters[seat],
        table.health[seat],
        table.incap_turns[seat],
        hand,
        tuple([_objective(table.pack, active, hand) for active in table.objectives[seat]]),
        scored,
        sum([objectives[each].value for each in scored]),
    )


@lru_cache(maxsize=4096)
def _objective(pack: Pack[Contents], active: Active, hand: Names) -> ObjectiveView:
    cards = cards_of(pack)
    needs = cards.objectives[active.objective].needs
    held = tuple([_held(cards, need, hand) for need in needs])
    return ObjectiveView(active.objective, active.progress, held, fulfilled(pack, active, hand))


def _held(cards: Cards, need: AnyNeed, hand: Names) -> int:
    if isinstance(need, Did):
        return 0
    return min(need.n, sum([fits(cards.item(card), need) for card in hand]))
