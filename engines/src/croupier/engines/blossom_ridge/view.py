"""What one viewer may see, built up from nothing."""

from croupier.engines.blossom_ridge.cards import Suit
from croupier.engines.blossom_ridge.edition import Contents
from croupier.engines.blossom_ridge.scoring import ROUNDS, TRICKS
from croupier.engines.blossom_ridge.table import (
    Cards,
    CharacterMode,
    Options,
    Phase,
    PlayedCard,
    RoundScore,
    Table,
    Trick,
    TrickMod,
    controller,
    supply,
)
from croupier.engines.kernel.agenda import Step
from croupier.engines.kernel.pack import Pack
from croupier.engines.kernel.secret import HIDDEN
from croupier.engines.kernel.values import Seat, Value, Viewer

COLUMNS = 4  # BLO-010: three rows of four


class LocationView(Value, frozen=True):
    """One Location. BLO-089, BLO-R05: where it lies is shown, and used by no rule."""

    id: str
    suit: Suit
    row: int
    column: int
    markers: tuple[int, ...]
    controller: Seat | None


class SeatView(Value, frozen=True):
    """What everybody sees of one seat."""

    seat: Seat
    supply: int
    score: int
    tricks_won: int
    hand_size: int
    character: str | None
    ability_used: str | None


class Peek(Value, frozen=True):
    """Another hand as it was when this viewer looked at it."""

    target: Seat
    cards: Cards


class View(Value, frozen=True):
    """BLO-068, BLO-R13: of a burned card only that there is one."""

    pack: Pack[Contents]
    options: Options
    viewer: Seat | None
    phase: Phase
    round: int
    rounds: int
    trick_number: int
    tricks_per_round: int
    order: tuple[Seat, ...]
    first_leader: Seat
    round_leader: Seat
    leader: Seat
    turn: Seat | None
    draft_order: tuple[Seat, ...]
    led_suit: Suit | None
    winner: Seat | None
    action_suit: Suit | None
    town: tuple[LocationView, ...]
    seats: tuple[SeatView, ...]
    hand: Cards
    trick: tuple[PlayedCard, ...]
    mods: tuple[TrickMod, ...]
    last_trick: Trick | None
    tricks: tuple[Trick, ...]
    history: tuple[RoundScore, ...]
    stock: int
    burned: bool
    peeked: Peek | None


def project(table: Table[Step], viewer: Viewer) -> View:
    """What this viewer may see."""
    phase, turn, players = table.phase, table.turn, len(table.order)
    acting = phase is Phase.ACTION
    drafted = table.options.character_mode is CharacterMode.DRAFT
    return View(
        pack=table.pack,
        options=table.options,
        viewer=viewer,
        phase=phase,
        round=table.round,
        rounds=ROUNDS[players],
        trick_number=len(table.tricks) + (phase is not Phase.OVER),
        tricks_per_round=TRICKS[players],
        order=table.order,
        first_leader=table.first_leader,
        round_leader=table.round_leader,
        leader=table.leader,
        turn=turn,
        draft_order=table.clockwise(table.first_leader) if drafted else (),
        led_suit=table.led_suit,
        winner=turn if acting else None,
        action_suit=table.action_suit if acting else None,
        town=_town(table),
        seats=_seats(table),
        hand=_hand(table, viewer),
        trick=table.trick,
        mods=table.mods,
        last_trick=table.last_trick,
        tricks=table.tricks if table.options.open_trick_history else (),
        history=table.history,
        stock=table.stock.count,
        burned=table.burned.count > 0,
        peeked=_peek(table, viewer),
    )


def _town(table: Table[Step]) -> tuple[LocationView, ...]:
    return tuple(
        [
            LocationView(
                site.id,
                site.suit,
                at // COLUMNS,
                at % COLUMNS,
                site.markers,
                controller(site.markers),
            )
            for at, site in enumerate(table.town)
        ]
    )


def _seats(table: Table[Step]) -> tuple[SeatView, ...]:
    return tuple(
        [
            SeatView(
                seat,
                supply(table.town, seat),
                table.scores[seat],
                table.tricks_won[seat],
                table.hands[seat].count,
                table.characters[seat],
                table.spent[seat],
            )
            for seat in table.seats
        ]
    )


def _hand(table: Table[Step], viewer: Viewer) -> Cards:
    if viewer is None:
        return ()
    hand = table.hands[viewer].seen_by(viewer)
    return () if hand is HIDDEN else hand


def _peek(table: Table[Step], viewer: Viewer) -> Peek | None:
    for peeked in table.peeked:
        cards = peeked.cards.seen_by(viewer)
        if cards is not HIDDEN:
            return Peek(peeked.target, cards)
    return None
