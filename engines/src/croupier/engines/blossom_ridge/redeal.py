"""For the laws: everything a viewer cannot see, dealt again."""

from croupier.engines.blossom_ridge.table import DECK, Cards, Peeked, Table
from croupier.engines.kernel.agenda import Step
from croupier.engines.kernel.rng import Rng, shuffled
from croupier.engines.kernel.secret import Counted, known_to
from croupier.engines.kernel.values import Viewer, replace

WHY = "a law's other deal"


def redeal(table: Table[Step], viewer: Viewer, rng: Rng) -> Table[Step]:
    """Another table that this viewer cannot tell apart.

    Other hands, the stock, the burned card and what others have looked at change;
    all sizes stay.
    """
    hidden = [hand for seat, hand in enumerate(table.hands) if seat != viewer]
    hidden += [table.stock, table.burned]
    unseen = [card for pile in hidden for card in pile.peek()]
    pile = iter(shuffled(unseen, rng, "redeal", WHY))

    def again(old: Counted[Cards]) -> Counted[Cards]:
        return Counted(tuple(next(pile) for _ in range(old.count)), old.audience)

    hands = tuple(hand if seat == viewer else again(hand) for seat, hand in enumerate(table.hands))
    return replace(
        table,
        hands=hands,
        stock=again(table.stock),
        burned=again(table.burned),
        peeked=tuple(_looked_again(each, viewer, rng) for each in table.peeked),
    )


def _looked_again(peeked: Peeked, viewer: Viewer, rng: Rng) -> Peeked:
    (looker,) = peeked.cards.audience
    if looker == viewer:
        return peeked
    size = len(peeked.cards.peek())
    cards = shuffled(DECK, rng, "redeal", WHY)[:size]
    return Peeked(peeked.target, known_to(looker, held=cards))
