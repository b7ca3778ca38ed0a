"""The words of The Blessed Dark: cards, what dice they ask for, what they do."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from croupier.games.the_blessed_dark.v1 import the_blessed_dark_pb2 as bd
from croupier.service.cli.games.renderer import Names, listed

EFFECTS = {
    "gain_blood": "gain {amount} blood",
    "steal_blood": "steal {amount} blood",
    "steal_blood_each": "steal {amount} blood from everybody",
    "drain_each": "everybody else loses {amount} blood",
    "draw": "draw {amount}",
    "place": "place up to {amount} from your hand",
    "refresh_own": "ready {amount} of your spells",
    "exhaust_spell": "exhaust {amount} of the others' spells",
    "exhaust_each": "everybody else exhausts {amount}",
    "banish": "banish a demon",
    "destroy_spell": "destroy {amount} of the others' spells",
    "withdraw": "take back up to {amount} of your spells",
    "steal_hand": "steal a card from a hand",
    "discard_hand": "somebody discards {amount}",
    "peek_discard": "look at a hand and discard a card of it",
    "scry": "look at the top {look}, take up to {take}",
    "recover": "take {amount} from the discard pile",
}
PATTERNS = {
    "each_min": "{count} dice of {value} or more",
    "each_max": "{count} dice of {value} or less",
    "parity": "{count} {parity} dice",
    "sum_min": "{count} dice for {value} or more",
    "sum_max": "{count} dice for {value} or less",
    "sum_is": "{count} dice for exactly {value}",
    "pair": "a pair",
    "triple": "three of a kind",
    "run": "{count} in a row",
    "distinct": "{count} different dice",
}
CHOICES = {
    bd.CHOICE_KIND_OWN_EXHAUSTED: "Ready your spells.",
    bd.CHOICE_KIND_OPPONENT_SPELLS: "Exhaust their spells.",
    bd.CHOICE_KIND_OWN_UNEXHAUSTED: "Exhaust spells of yours.",
    bd.CHOICE_KIND_OPPONENT_DEMON: "Banish a demon.",
    bd.CHOICE_KIND_OPPONENT_GRIMOIRE: "Destroy their spells.",
    bd.CHOICE_KIND_OWN_GRIMOIRE: "Take spells back into your hand.",
    bd.CHOICE_KIND_PLACE: "Place cards of your hand.",
    bd.CHOICE_KIND_DISCARD_OWN: "Discard from your hand.",
    bd.CHOICE_KIND_PEEK: "Discard a card of this hand.",
    bd.CHOICE_KIND_DISCARD_PILE: "Take cards from the discard pile.",
}


class Words:
    """Names for everything at one table; the pack has them."""

    def __init__(self, names: Names, contents: Mapping[str, Any]) -> None:
        self._names = names
        self._cards: dict[str, Mapping[str, Any]] = {
            card["id"]: card for card in contents.get("card", ())
        }

    def name(self, card: str) -> str:
        """What the pack calls a card; `id#2` is the second of several."""
        base, _, number = card.partition("#")
        called = str(self._cards.get(base, {}).get("name", base))
        return f"{called} ({number})" if number else called

    def cards(self, cards: Iterable[str]) -> str:
        """Several cards."""
        return listed([self.name(card) for card in cards]) or "nothing"

    def card(self, card: str) -> str:
        """A card with all it says."""
        said = self._cards.get(card.partition("#")[0], {})
        parts = [self._dice(said["dice"])] if "dice" in said else []
        if blood := int(said.get("blood", 0)):
            parts.append(f"{blood} blood")
        if "favor" in said:
            parts.append(f"favor {int(said['favor'])}")
        parts += [_filled(EFFECTS, effect["do"], effect) for effect in said.get("effects", ())]
        if said.get("symbol") == "skull":
            parts.append("once")
        return f"{self.name(card)} ({'; '.join(parts)})"

    def _dice(self, dice: Mapping[str, Any]) -> str:
        match dice["pattern"]:
            case "exact":
                return " ".join(str(int(face)) for face in dice["values"])
            case "each_in":
                faces = " or ".join(str(int(face)) for face in dice["values"])
                return f"{int(dice['count'])} dice of {faces}"
            case "all_of":
                return " and ".join(self._dice(part) for part in dice["parts"])
            case pattern:
                least = f" of {int(dice['min'])} or more" if "min" in dice else ""
                return _filled(PATTERNS, pattern, dice) + least

    def grimoire(self, entries: Iterable[bd.Entry]) -> str:
        """Every card with its state."""
        return ", ".join(self.name(entry.card) + _state(entry) for entry in entries) or "empty"

    def target(self, target: bd.Target) -> str:
        """A card in somebody's Grimoire."""
        exhausted = ", exhausted" if target.exhausted else ""
        return f"{self.name(target.name)} ({self._names[target.seat]}{exhausted})"

    def favor(self, favor: Iterable[int]) -> str:
        """Every seat's favor."""
        return ", ".join(f"{self._names[seat]} {n}" for seat, n in enumerate(favor))

    def whose(self, seat: int, *, pool: bool) -> str:
        """A seat, or the pool."""
        return "the pool" if pool else self._names[seat]


def _filled(words: Mapping[str, str], key: str, values: Mapping[str, Any]) -> str:
    numbers = {k: int(v) if isinstance(v, float) else v for k, v in values.items()}
    return words.get(key, key.replace("_", " ")).format_map(numbers)


def _state(entry: bd.Entry) -> str:
    if entry.summoned:
        return " (summoned)"
    return " (exhausted)" if entry.exhausted else ""


def faces(dice: Iterable[int]) -> str:
    """Dice in a row."""
    return " ".join(f"[{face}]" for face in dice)


def cost(mods: Sequence[int]) -> str:
    """What each die is changed by, if any is."""
    changes = [f"die {die + 1} {mod:+d}" for die, mod in enumerate(mods) if mod]
    return f", {listed(changes)}" if changes else ""


def numbered(dice: Iterable[int]) -> str:
    """Dice by their place, the first is 1."""
    return listed([str(die + 1) for die in dice])
