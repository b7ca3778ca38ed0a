"""Tables as pictures."""

from typing import Any


def cards_on(on: Any) -> list[str]:
    """Every card that is somewhere; The Dark One in the centre is on no pile."""
    piles = [hand.peek() for hand in on.hands]
    piles += [on.deck.peek(), on.last_card.peek(), on.discard]
    piles += [tuple(entry.card for entry in grimoire) for grimoire in on.grimoires]
    if on.dark_one is None:
        piles += [(on.pack.contents.dark_one.id,)]
    return sorted(card for pile in piles for card in pile)
