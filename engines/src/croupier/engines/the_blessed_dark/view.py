"""What one viewer may see, built up from nothing."""

from croupier.engines.kernel.agenda import Step
from croupier.engines.kernel.pack import Pack
from croupier.engines.kernel.secret import HIDDEN, Counted
from croupier.engines.kernel.values import Seat, Value, Viewer
from croupier.engines.the_blessed_dark import scoring
from croupier.engines.the_blessed_dark.edition import Contents
from croupier.engines.the_blessed_dark.table import (
    Asking,
    Cards,
    Casting,
    ChoiceKind,
    Decision,
    EndReason,
    Grimoire,
    Options,
    Phase,
    RevealedHand,
    Ritual,
    Sealing,
    Table,
    Target,
)


class SeatView(Value, frozen=True):
    """What everybody sees of one seat."""

    seat: Seat
    blood: int
    hand_size: int
    sealed: bool
    favor: int
    grimoire: Grimoire


class PendingView(Value, frozen=True):
    """The choice that is open inside an effect; hidden cards only for the seat asked."""

    choice_id: int
    kind: ChoiceKind
    seat: Seat
    card: str
    opponent: Seat | None
    least: int
    most: int
    opponents: tuple[Seat, ...]
    targets: tuple[Target, ...]
    cards: Cards


class LastCardView(Value, frozen=True):
    """BLE-R37. Who has drawn the last card; which one only the drawer sees."""

    seat: Seat
    card: str | None


class View(Value, frozen=True):
    """What this viewer sees. BLE-042: of hidden cards only how many there are."""

    pack: Pack[Contents]
    options: Options
    viewer: Seat | None
    phase: Phase
    active: Seat | None
    turns: int
    starting_player: Seat | None
    deck: int
    pool: int
    discard: Cards
    dark_one: Seat | None
    seats: tuple[SeatView, ...]
    hand: Cards
    first_card: str | None
    ritual: Ritual | None
    casting: Casting | None
    pending: PendingView | None
    last_card: LastCardView | None
    ended: EndReason | None
    winners: tuple[Seat, ...]
    revealed: tuple[RevealedHand, ...]


def project(table: Table[Step], viewer: Viewer) -> View:
    """What this viewer may see."""
    phase, active = table.phase, table.active
    result = scoring.result(table)
    sealed = sealed_of(table)
    return View(
        pack=table.pack,
        options=table.options,
        viewer=viewer,
        phase=phase,
        active=active,
        turns=table.turns,
        starting_player=table.starting_player,
        deck=table.deck.count,
        pool=table.pool,
        discard=table.discard,
        dark_one=table.dark_one,
        seats=_seats(table, sealed),
        hand=() if viewer is None else _cards(table.hands[viewer], viewer),
        first_card=_first_card(sealed, viewer),
        ritual=table.ritual,
        casting=table.casting,
        pending=pending_of(table, viewer),
        last_card=_last_card(table, viewer),
        ended=table.ended,
        winners=() if result is None else result.winners,
        revealed=tuple(RevealedHand(Seat(s), cards) for s, cards in enumerate(table.revealed)),
    )


def _cards(held: Counted[Cards], viewer: Viewer) -> Cards:
    seen = held.seen_by(viewer)
    return () if seen is HIDDEN else seen


def sealed_of(table: Table[Step]) -> tuple[Counted[Cards], ...]:
    """The first cards chosen so far, while they are sealed."""
    first = table.agenda[0] if table.agenda else None
    return first.sealed if isinstance(first, Sealing) else ()


def _first_card(sealed: tuple[Counted[Cards], ...], viewer: Viewer) -> str | None:
    """BLE-R05. Its own first card, as long as it is sealed."""
    mine = _cards(sealed[viewer], viewer) if sealed and viewer is not None else ()
    return mine[0] if mine else None


def _seats(table: Table[Step], sealed: tuple[Counted[Cards], ...]) -> tuple[SeatView, ...]:
    favors = scoring.favors(table)
    return tuple(
        [
            SeatView(
                seat,
                table.blood[seat],
                table.hands[seat].count,
                bool(sealed) and sealed[seat].count > 0,
                favors[seat],
                table.grimoires[seat],
            )
            for seat in table.seats
        ]
    )


def pending_of(table: Table[Step], viewer: Viewer) -> PendingView | None:
    """The choice that is open inside an effect, as this viewer sees it."""
    asking: Asking | None = table.asking
    if asking is None:
        return None
    return PendingView(
        asking.choice_id,
        asking.kind,
        asking.seat,
        asking.card,
        asking.opponent,
        asking.least,
        asking.most,
        asking.opponents,
        asking.targets,
        asking.pile or _cards(asking.cards, viewer),
    )


def _last_card(table: Table[Step], viewer: Viewer) -> LastCardView | None:
    first = table.agenda[0] if table.agenda else None
    if not table.last_card.count or not isinstance(first, Decision):
        return None
    seen = _cards(table.last_card, viewer)
    return LastCardView(first.seat, seen[0] if seen else None)
