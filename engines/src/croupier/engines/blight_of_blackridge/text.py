"""A card's text as it lies: upright, or sideways with its corrupted ability (BLI-R35)."""

from croupier.engines.blight_of_blackridge.cards import Card, Wager
from croupier.engines.blight_of_blackridge.cards import FaceUp as FaceUpText
from croupier.engines.blight_of_blackridge.ops import (
    ITEMS,
    Deal,
    Deck,
    Effects,
    ItemKind,
    ModBet,
    PeekBet,
    Roll,
    Rolled,
    Steal,
)
from croupier.engines.kernel.values import Value

_WAGER_KINDS: dict[Wager, ItemKind] = {
    Wager.RATION: "ration",
    Wager.TOOL: "tool",
    Wager.WEAPON: "weapon",
    Wager.ANY: "any",
}


class Text(Value, frozen=True):
    """What a card says now. BLI-108, BLI-109: a change replaces its part, the rest still works."""

    damage: int | Rolled | None
    face_up: FaceUpText | None
    on_reveal: Effects
    on_win: Effects
    on_lose: Effects


def text_of(card: Card, *, sideways: bool) -> Text:
    """The text in force."""
    plain = Text(card.damage, card.face_up, card.on_reveal, card.on_win, card.on_lose)
    if not sideways or card.corrupt is None:
        return plain
    new, more = card.corrupt.change, card.corrupt.add
    return Text(
        plain.damage if new.damage is None else new.damage,
        plain.face_up if new.face_up is None else new.face_up,
        (plain.on_reveal if new.on_reveal is None else new.on_reveal) + more.on_reveal,
        (plain.on_win if new.on_win is None else new.on_win) + more.on_win,
        (plain.on_lose if new.on_lose is None else new.on_lose) + more.on_lose,
    )


def corruption_cost(card: Card) -> int:
    """BLI-106, BLI-114, BLI-115. What turning it sideways costs; 1 if it has no such ability."""
    return card.corrupt.cost if card.corrupt is not None else 1


def is_kind(card: Card, kind: ItemKind) -> bool:
    """Whether this is an item of that kind."""
    return card.deck in ITEMS and (kind == "any" or card.deck.value == kind)


def counts_for(card: Card, wager: Wager) -> bool:
    """BLI-135, BLI-136, BLI-137, BLI-R37. Whether a card counts toward a wager of items."""
    kind = _WAGER_KINDS[wager]
    return is_kind(card, kind) or kind in card.counts_as


def works_on(card: Card, wager: Wager) -> bool:
    """BLI-138, BLI-112. Whether a card's effects work on an option.

    Toward a Tool wager nothing works; on other count wagers only what is of that kind.
    """
    if wager is Wager.WEAPON_DAMAGE:
        return True
    return wager is not Wager.TOOL and counts_for(card, wager)


def may_place(card: Card, *, alive: bool) -> bool:
    """BLI-047, BLI-087, BLI-088, BLI-111, BLI-175, BLI-R33.

    The living bet any item, the Blighted Corruption; Damage nobody."""
    if card.deck is Deck.CORRUPTION:
        return not alive or card.alive_playable
    return alive and card.deck is not Deck.DAMAGE


def wanted_bet(effects: Effects) -> str | None:
    """Which bet these effects need: own, other or any."""
    for effect in flat(effects):
        if isinstance(effect, ModBet | PeekBet):
            return effect.bet
    return None


def wants_target(effects: Effects) -> bool:
    """Whether these effects need another seat."""
    return any(isinstance(effect, Deal | Steal) for effect in flat(effects))


def flat(effects: Effects) -> Effects:
    """These effects and all that a roll may bring."""
    found: Effects = ()
    for effect in effects:
        if isinstance(effect, Roll):
            for entry in effect.table:
                found += entry
        else:
            found += (effect,)
    return found
