"""A hand that is also a life: ten slots, what is owed, and who is alive (BLI-R04)."""

from collections.abc import Callable, Mapping
from enum import Enum
from typing import TypeAlias

from croupier.engines.blight_of_blackridge.cards import Card
from croupier.engines.blight_of_blackridge.edition import DAMAGE, HAND
from croupier.engines.blight_of_blackridge.ops import ITEMS, Deck
from croupier.engines.kernel.values import Value, put, replace

EMPTY = ""
Catalogue: TypeAlias = Mapping[str, Card]


class Life(Enum):
    """BLI-048 to BLI-051."""

    ALIVE = "alive"
    BLIGHTED = "blighted"
    DEAD = "dead"


class Body(Value, frozen=True):
    """BLI-036, BLI-037. One hand. A life state of its own, for a Blighted hand counts as full.

    Places 10 and up hold what does not fit until the settlement (BLI-R05).
    """

    slots: tuple[str, ...] = (EMPTY,) * HAND
    life: Life = Life.ALIVE
    owed_items: int = 0
    owed_corruption: int = 0
    settled: bool = False  # BLI-R72: has paid, and waits for the window to close
    windows: int = 0  # BLI-R72: how many have closed for this seat
    reviving: bool = False  # since the first item that brought it back, until the settlement
    fell: int | None = None  # BLI-R55: the step at which it stopped being alive


class Count(Value, frozen=True):
    """BLI-R04. What a hand holds once its debts are paid."""

    damage: int
    corruption: int
    items: int

    @property
    def empty(self) -> int:
        """Slots with nothing in them."""
        return HAND - self.damage - self.corruption - self.items

    @property
    def ailments(self) -> int:
        """BLI-042. Damage and Corruption."""
        return self.damage + self.corruption


def is_item(card: str, cards: Catalogue) -> bool:
    """BLI-003. A Weapon, a Tool or a Ration."""
    return card != EMPTY and cards[card].deck in ITEMS


def is_corruption(card: str, cards: Catalogue) -> bool:
    """Whether this is a Corruption card."""
    return card != EMPTY and cards[card].deck is Deck.CORRUPTION


def item_slots(body: Body, cards: Catalogue) -> tuple[int, ...]:
    """Where the items are."""
    return _slots(body, lambda card: is_item(card, cards))


def corruption_slots(body: Body, cards: Catalogue) -> tuple[int, ...]:
    """Where the Corruption is."""
    return _slots(body, lambda card: is_corruption(card, cards))


def _slots(body: Body, wanted: Callable[[str], bool]) -> tuple[int, ...]:
    return tuple([at for at, card in enumerate(body.slots) if wanted(card)])


def count(body: Body, cards: Catalogue) -> Count:
    """BLI-R04. D, c and i: cards that are owed do not count."""
    damage = body.slots.count(DAMAGE)
    corruption = len(corruption_slots(body, cards))
    held = len(body.slots) - body.slots.count(EMPTY)
    return Count(
        damage, corruption - body.owed_corruption, held - damage - corruption - body.owed_items
    )


def put_in(body: Body, card: str) -> Body:
    """BLI-038. Into the first empty slot, or into an overflow place."""
    if EMPTY in body.slots:
        return replace(body, slots=put(body.slots, body.slots.index(EMPTY), card))
    return replace(body, slots=(*body.slots, card))


def take_out(body: Body, slot: int) -> Body:
    """A card leaves its slot."""
    return replace(body, slots=put(body.slots, slot, EMPTY))


def tidied(body: Body) -> Body:
    """BLI-R05. What still lies in overflow places moves down into freed slots."""
    kept, over = body.slots[:HAND], [card for card in body.slots[HAND:] if card != EMPTY]
    body = replace(body, slots=kept)
    for card in over:
        body = put_in(body, card)
    return body


def with_item(body: Body, card: str, cards: Catalogue) -> Body:
    """BLI-054, BLI-179, BLI-180, BLI-181, BLI-R07. A gained item; by a Blighted seat, back to life.

    While reviving, Corruption makes room; otherwise an item is owed for one too many.
    """
    assert body.life is not Life.DEAD, "the dead gain nothing"
    if body.life is Life.BLIGHTED:
        body = replace(body, life=Life.ALIVE, reviving=True, fell=None)  # BLI-R13
    room = count(body, cards)
    if room.empty == 0:
        if body.reviving and room.corruption:
            body = replace(body, owed_corruption=body.owed_corruption + 1)
        else:
            body = replace(body, owed_items=body.owed_items + 1)  # BLI-039, BLI-040
    return put_in(body, card)


def with_ailment(body: Body, card: str, cards: Catalogue) -> Body:
    """BLI-041, BLI-043, BLI-044, BLI-045.

    An ailment in a living hand: with no room, an item is owed for it."""
    if count(body, cards).empty == 0:
        body = replace(body, owed_items=body.owed_items + 1)
    return put_in(body, card)


def with_wound(body: Body, cards: Catalogue) -> Body:
    """BLI-183, BLI-R11. Damage from a player replaces a Corruption card of a Blighted hand."""
    if count(body, cards).corruption:
        body = replace(body, owed_corruption=body.owed_corruption + 1)
    return put_in(body, DAMAGE)


def has_fallen(body: Body, cards: Catalogue) -> bool:
    """BLI-R08. Whether a living hand is full of ailments now."""
    return count(body, cards).ailments >= HAND
