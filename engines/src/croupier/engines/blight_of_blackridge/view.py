"""What one viewer may see, built up from nothing.

BLI-055, BLI-056, BLI-057: of another seat there is no hand here, no count, no Damage, and no
life but death.
"""

from croupier.engines.blight_of_blackridge import ending
from croupier.engines.blight_of_blackridge.body import Life
from croupier.engines.blight_of_blackridge.edition import Contents
from croupier.engines.blight_of_blackridge.events import Count
from croupier.engines.blight_of_blackridge.stakes import (
    Bet,
    Betting,
    Cards,
    Note,
    OpenCard,
    Outcome,
    Placed,
    Proposal,
    Slots,
    Trade,
    Used,
)
from croupier.engines.blight_of_blackridge.table import AnyTable, Options, Phase, Question, Stage
from croupier.engines.kernel.pack import Pack
from croupier.engines.kernel.secret import HIDDEN
from croupier.engines.kernel.values import Seat, Value, Viewer

OFFERS_A_TURN = 3  # to each seat within one marker turn, incident step or Meal
OFFERS_A_DAY = 6  # by each seat
WORDS_A_DAY = 3  # statements, by each seat
PROPOSALS = 3  # BLI-R22: failed ones in a turn


class SeatView(Value, frozen=True):
    """What everybody sees of one seat."""

    seat: Seat
    dead: bool
    loadout: str | None
    trophies: Cards
    stage: Stage | None  # at Meal Time
    sat_out: bool
    warded: bool


class PlacedView(Value, frozen=True):
    """A card on an option; its name is its owner's until the flip."""

    ref: int
    owner: Seat
    option: int
    sideways: bool
    card: str | None
    rolled: int | None
    worth: int | None


class TradeView(Value, frozen=True):
    """An open offer; the cards are shown to nobody but their owner."""

    by: Seat
    to: Seat
    gives: int
    wants: int
    claim: Cards
    want_claim: Cards


class Me(Value, frozen=True):
    """What a seat knows of itself alone."""

    slots: Cards
    life: Life
    owed_items: int
    owed_corruption: int
    settled: bool  # BLI-R72: has paid, and waits for the window to close
    windows: int
    locked: Slots
    asked: bool
    trading: bool  # whether this seat may offer and accept now
    keeps: int  # BLI-R64: so many items of a kind must stay for a contribution that is owed
    offers_left: tuple[int, ...]  # by seat
    words_left: int
    notes: tuple[Note, ...]


class View(Value, frozen=True):
    """One viewer's table."""

    pack: Pack[Contents]
    options: Options
    viewer: Seat | None
    phase: Phase
    day: int
    events_left: int
    leader: Seat
    event: str | None
    event_discard: Cards
    seats: tuple[SeatView, ...]
    question: Question
    betting: Betting
    bets: tuple[Bet, ...]
    placed: tuple[PlacedView, ...]
    face_up: tuple[OpenCard, ...]
    proposal: Proposal | None
    outcomes: tuple[Outcome, ...]
    used: tuple[Used, ...]
    pot: tuple[Seat, ...]  # the owner of each card in the pot
    voted: tuple[Seat, ...]
    trades: tuple[TradeView, ...]
    winners: tuple[Seat, ...]
    ended: str | None
    counts: tuple[Count, ...]  # every hand in numbers, once it is over
    me: Me | None


def project(table: AnyTable, viewer: Viewer) -> View:
    """What this viewer may see."""
    step = table.decision
    return View(
        pack=table.pack,
        options=table.options,
        viewer=viewer,
        phase=Phase.OVER if step is None else step.phase,
        day=table.day,
        events_left=table.events_left,
        leader=table.leader,
        event=table.event,
        event_discard=table.event_discard,
        seats=tuple([_seat(table, seat) for seat in table.seats]),
        question=Question() if step is None else step.shown(table),
        betting=table.betting,
        bets=table.bets,
        placed=tuple([_placed(placed, viewer) for placed in table.placed]),
        face_up=table.opened,
        proposal=table.proposal,
        outcomes=table.outcomes,
        used=table.used,
        pot=tuple([card.owner for card in table.pot]),
        voted=table.voted,
        trades=tuple([_trade(trade) for trade in table.trades]),
        winners=table.winners,
        ended=table.ended,
        counts=() if table.ended is None else ending.counts(table),
        me=None if viewer is None else _me(table, viewer),
    )


def _seat(table: AnyTable, seat: Seat) -> SeatView:
    return SeatView(
        seat,
        table.dead[seat],
        table.names[seat],
        table.trophies[seat],
        table.stages[seat] if table.stages else None,
        seat in table.sat_out,
        seat in table.warded,
    )


def _placed(placed: Placed, viewer: Viewer) -> PlacedView:
    card = placed.face
    if card is None:
        own = placed.card.seen_by(viewer)
        card = None if own is HIDDEN else own
    return PlacedView(
        placed.ref,
        placed.owner,
        placed.option,
        placed.sideways,
        card,
        placed.rolled,
        placed.worth,
    )


def _trade(trade: Trade) -> TradeView:
    return TradeView(trade.by, trade.to, trade.gives, trade.wants, trade.claim, trade.want_claim)


def _me(table: AnyTable, seat: Seat) -> Me | None:
    step, body, notes = (
        table.decision,
        table.bodies[seat].seen_by(seat),
        table.notes[seat].seen_by(seat),
    )
    assert body is not HIDDEN, "a hand is its owner's"
    assert notes is not HIDDEN, "what was seen is its seer's"
    made = len(table.seats) * seat
    today = OFFERS_A_DAY - table.offered[seat]
    return Me(
        slots=body.slots,
        life=body.life,
        owed_items=body.owed_items,
        owed_corruption=body.owed_corruption,
        settled=body.settled,
        windows=body.windows,
        locked=_locked(table, seat),
        asked=step is not None and seat in step.waits(table),
        trading=step is not None and body.life is not Life.DEAD and may_trade(table, seat),
        keeps=0 if step is None else step.keeps(table, seat),
        offers_left=tuple(
            [min(today, OFFERS_A_TURN - table.tries[made + other]) for other in table.seats]
        ),
        words_left=WORDS_A_DAY - table.spoken[seat],
        notes=notes,
    )


def may_trade(table: AnyTable, seat: Seat) -> bool:
    """BLI-R60. Open while the table waits for play, but for seats whose hands are in flux."""
    step = table.decision
    if step is None or not step.trading or table.dead[seat]:
        return False
    if table.stages and table.stages[seat] is Stage.ROLLED:
        return False
    proposal = table.proposal
    if proposal is None:
        return True
    answered = [answer.seat for answer in proposal.answers]
    return seat != proposal.by and seat not in answered


def _locked(table: AnyTable, seat: Seat) -> Slots:
    """Cards that are offered, or named for a joint bet."""
    found: list[int] = []
    for trade in table.trades:
        slots = trade.slots.seen_by(seat)
        if slots is not HIDDEN:
            found.extend(slots)
    stakes = table.staked[seat].seen_by(seat)
    assert stakes is not HIDDEN, "what was promised is its owner's"
    for stake in stakes:
        found.extend((*stake.upright, *stake.sideways))
    return tuple(sorted(found))
