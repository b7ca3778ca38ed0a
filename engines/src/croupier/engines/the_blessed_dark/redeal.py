"""For the laws: everything a viewer cannot see, dealt again."""

from collections.abc import Iterator

from croupier.engines.kernel.agenda import Step
from croupier.engines.kernel.rng import Rng, chosen, shuffled
from croupier.engines.kernel.secret import Counted
from croupier.engines.kernel.values import Seat, Viewer, put, replace
from croupier.engines.the_blessed_dark.effects import Choose
from croupier.engines.the_blessed_dark.steps import PickFirstCards
from croupier.engines.the_blessed_dark.table import Asking, Cards, ChoiceKind, Table

STREAM, WHY = "redeal", "a law's other deal"


def redeal(table: Table[Step], viewer: Viewer, rng: Rng) -> Table[Step]:
    """Another table that this viewer cannot tell apart.

    The deck, other hands, the last card of another seat and what others have sealed change;
    all sizes stay, and so does what the viewer looks at now by an effect of its own.
    """
    if table.revealed:
        return replace(table, deck=Counted(_mixed(table.deck.peek(), rng), ()))
    looked = _looking(table, viewer, ChoiceKind.SCRY)
    top = () if looked is None else looked.cards.peek()
    pile = iter(_mixed(_unseen(table, viewer, top), rng))
    peeked = _peeked_seat(table, viewer)
    hands = tuple(
        _other_hand(hand, pile, keep=seat == viewer, mix=seat == peeked, rng=rng)
        for seat, hand in enumerate(table.hands)
    )
    last = table.last_card
    if viewer not in last.audience:
        last = Counted(tuple(next(pile) for _ in range(last.count)), last.audience)
    other = replace(table, hands=hands, last_card=last, deck=Counted((*top, *pile), ()))
    return _asked_again(other, viewer, rng)


def _mixed(cards: Cards, rng: Rng) -> Cards:
    return shuffled(cards, rng, STREAM, WHY)


def _looking(table: Table[Step], viewer: Viewer, kind: ChoiceKind) -> Asking | None:
    """The choice in which this viewer looks at cards by an effect of its own."""
    asking = table.asking
    mine = asking is not None and asking.kind is kind and asking.seat == viewer
    return asking if mine else None


def _peeked_seat(table: Table[Step], viewer: Viewer) -> Seat | None:
    """The seat whose hand this viewer sees, in an order that is not the hand's."""
    looked = _looking(table, viewer, ChoiceKind.PEEK)
    return None if looked is None else looked.opponent


def _unseen(table: Table[Step], viewer: Viewer, top: Cards) -> Cards:
    known = (viewer, _peeked_seat(table, viewer))
    hands = [hand.peek() for seat, hand in enumerate(table.hands) if seat not in known]
    last = () if viewer in table.last_card.audience else table.last_card.peek()
    return (*table.deck.peek()[len(top) :], *last, *(card for hand in hands for card in hand))


def _other_hand(
    hand: Counted[Cards], pile: Iterator[str], *, keep: bool, mix: bool, rng: Rng
) -> Counted[Cards]:
    if keep:
        return hand
    if mix:
        return Counted(_mixed(hand.peek(), rng), hand.audience)
    return Counted(tuple(next(pile) for _ in range(hand.count)), hand.audience)


def _asked_again(table: Table[Step], viewer: Viewer, rng: Rng) -> Table[Step]:
    """What others have sealed or look at, from the cards that are there now."""
    first = table.agenda[0] if table.agenda else None
    match first:
        case PickFirstCards(sealed=sealed):
            for seat in table.seats:
                if seat != viewer and sealed[seat].count:
                    card = chosen(table.hands[seat].peek(), rng, STREAM, WHY)
                    sealed = put(sealed, seat, Counted((card,), (seat,)))
            first = PickFirstCards(sealed)
        case Choose(seat=seat, cards=cards) if seat != viewer and cards.count:
            first = replace(first, cards=Counted(_in_question(table, first), cards.audience))
        case _:
            return table
    return replace(table, agenda=(first, *table.agenda[1:]))


def _in_question(table: Table[Step], asking: Choose) -> Cards:
    """The hidden cards of a choice."""
    match asking.kind:
        case ChoiceKind.SCRY:
            return table.deck.peek()[: asking.cards.count]
        case ChoiceKind.PEEK:
            assert asking.opponent is not None, "the effect was aimed"
            return table.pack.contents.in_order(table.hands[asking.opponent].peek())
        case _:
            return table.hands[asking.seat].peek()
