"""What a seat can tell of its own hand: which slots serve for what. All from its own view."""

from collections.abc import Mapping
from itertools import combinations

from croupier.engines.blight_of_blackridge import body as bodies
from croupier.engines.blight_of_blackridge.body import EMPTY, Life
from croupier.engines.blight_of_blackridge.cards import Card, EventCard, Option
from croupier.engines.blight_of_blackridge.edition import cards_of, events_of
from croupier.engines.blight_of_blackridge.ops import Deck, ItemKind
from croupier.engines.blight_of_blackridge.stakes import Bet, Slots
from croupier.engines.blight_of_blackridge.text import is_kind, may_place
from croupier.engines.blight_of_blackridge.view import Me, View
from croupier.engines.kernel.values import Seat


def me_of(view: View) -> Me:
    """The viewer's own part."""
    assert view.me is not None, "a spectator is asked nothing"
    return view.me


def seat_of(view: View) -> Seat:
    """The viewer's seat."""
    assert view.viewer is not None, "a spectator is asked nothing"
    return view.viewer


def cards(view: View) -> Mapping[str, Card]:
    """Every card of the edition."""
    return cards_of(view.pack)


def event(view: View) -> EventCard:
    """The event of the day."""
    assert view.event is not None, "there is an event"
    return events_of(view.pack)[view.event]


def options(view: View) -> tuple[Option, ...]:
    """The options of the event, if there is one."""
    return () if view.event is None else event(view).options


def others(view: View) -> tuple[Seat, ...]:
    """Every other seat that is not dead, by number."""
    return tuple([each.seat for each in view.seats if not each.dead and each.seat != view.viewer])


def _free(view: View) -> list[tuple[int, Card]]:
    me, known = me_of(view), cards(view)
    return [
        (at, known[card])
        for at, card in enumerate(me.slots)
        if card != EMPTY and at not in me.locked
    ]


def placeable(view: View) -> Slots:
    """BLI-R33, BLI-087. Cards that may be placed on an option."""
    alive = me_of(view).life is Life.ALIVE
    return tuple([at for at, card in _free(view) if may_place(card, alive=alive)])


def items(view: View, kind: ItemKind = "any") -> Slots:
    """BLI-003. Items of a kind that are not locked."""
    return tuple([at for at, card in _free(view) if is_kind(card, kind)])


def droppable(view: View) -> Slots:
    """BLI-R61. What may be dropped to make room for what a trade brings."""
    wanted = (Deck.RATION, Deck.TOOL, Deck.WEAPON, Deck.CORRUPTION)
    return tuple([at for at, card in _free(view) if card.deck in wanted])


def owed_from(view: View) -> tuple[Slots, Slots]:
    """The items and the Corruption cards of a hand, to settle from."""
    me, known = me_of(view), cards(view)
    body = bodies.Body(slots=me.slots)
    return bodies.item_slots(body, known), bodies.corruption_slots(body, known)


def meals(view: View) -> Slots:
    """BLI-166, BLI-171. What may be named for the Meal; an offer does not bind a Ration."""
    me, known = me_of(view), cards(view)
    deck = Deck.RATION if me.life is Life.ALIVE else Deck.CORRUPTION
    return tuple(
        [at for at, card in enumerate(me.slots) if card != EMPTY and known[card].deck is deck]
    )


def spendings(view: View) -> tuple[tuple[Slots, int], ...]:
    """BLI-R64. Which items may leave the hand, and how many of them: in one of these ways.

    While a contribution is owed, so many items of its kind stay.
    """
    keeps, free = me_of(view).keeps, items(view)
    if not keeps:
        return ((free, len(free)),)
    wanted = items(view, view.question.kind or "any")  # type: ignore[arg-type]
    keeps = min(keeps, len(wanted))
    if len(wanted) == len(free):
        return ((free, len(free) - keeps),)
    ways = [tuple([at for at in free if at not in kept]) for kept in combinations(wanted, keeps)]
    return tuple([(way, len(way)) for way in ways])


def may_leave(view: View, slots: Slots) -> bool:
    """BLI-R64. Whether these items may leave the hand, all of them."""
    return any(
        len(slots) <= most and all(at in free for at in slots) for free, most in spendings(view)
    )


def own_bet(view: View, option: int) -> Bet | None:
    """The viewer's bet on an option."""
    mine = [bet for bet in view.bets if bet.option == option and view.viewer in bet.members]
    return mine[0] if mine else None


def has_card_on(view: View, option: int, seat: Seat) -> bool:
    """Whether a seat has a card on an option."""
    return any(card.owner == seat and card.option == option for card in view.placed)


def corruptible(view: View) -> Slots:
    """BLI-100. Own cards already bet that lie upright, by number."""
    return tuple(
        [card.ref for card in view.placed if card.owner == view.viewer and not card.sideways]
    )


def partners(view: View, option: int) -> tuple[Seat, ...]:
    """BLI-R22. Who may be invited: not dead, not a member, in no other partnership there."""
    bound = [
        seat
        for bet in view.bets
        if bet.option == option and (len(bet.members) > 1)
        for seat in bet.members
    ]
    return tuple([seat for seat in others(view) if seat not in bound])
