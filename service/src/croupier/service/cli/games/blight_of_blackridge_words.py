"""The words of Blight of Blackridge: cards, events, what they do."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from croupier.games.blight_of_blackridge.v1 import blight_of_blackridge_pb2 as bb
from croupier.service.cli.games.renderer import counted, listed

KINDS = {"weapon_damage": "weapon damage", "any": "item of any kind"}


class Words:
    """Names for everything at one table; the pack has them."""

    def __init__(self, contents: Mapping[str, Any]) -> None:
        self._cards = {one["id"]: one for one in contents.get("card", ())}
        self._events = {one["id"]: one for one in contents.get("event", ())}
        self._loadouts = {one["id"]: one for one in contents.get("loadout", ())}

    def card(self, card: str) -> str:
        """What the pack calls a card."""
        if not card:
            return "-"
        return str(self._cards.get(card, {}).get("name") or card.replace("_", " ").title())

    def cards(self, cards: Iterable[str]) -> str:
        """Several cards."""
        return listed([self.card(card) for card in cards]) or "nothing"

    def told(self, card: str) -> str:
        """A card with what it does."""
        one = self._cards.get(card, {})
        parts = [_damage(one["damage"])] if one.get("damage") is not None else []
        if "face_up" in one:
            parts.append(f"face up: {effects(one['face_up']['effects'])}")
        for when, words in (("on_reveal", "when revealed"), ("on_win", "if it wins")):
            if one.get(when):
                parts.append(f"{words}: {effects(one[when])}")
        if one.get("on_lose"):
            parts.append(f"if it loses: {effects(one['on_lose'])}")
        if one.get("on_eat"):
            parts.append(f"eaten: {effects(one['on_eat'])}")
        if "corrupt" in one:
            parts.append(f"sideways for {int(one['corrupt']['cost'])} Corruption: stronger")
        deck = str(one.get("deck", "")).capitalize()
        return f"{self.card(card)} ({', '.join([deck, *parts])})"

    def event(self, event: str) -> str:
        """What the pack calls an event."""
        return str(self._events.get(event, {}).get("name", event))

    def event_lines(self, event: str) -> Sequence[str]:
        """An event with its options and its penalty."""
        one = self._events.get(event, {})
        lines = [f"{self.event(event)} ({one.get('type', '')})"]
        for at, option in enumerate(one.get("option", ())):
            lines.append(f"  {at + 1}. {self.option(event, at)}: {_terms(option)}")
        if "penalty" in one:
            who = str(one["penalty"]["who"]).replace("_", " ")
            lines.append(f"  Penalty for {who}: {effects(one['penalty']['effects'])}")
        for step in one.get("steps", ()):
            lines.append(f"  Then: {_step(step)}")
        return lines

    def option(self, event: str, option: int) -> str:
        """What an option is called."""
        options = self._events.get(event, {}).get("option", ())
        return str(options[option]["name"]) if option < len(options) else f"option {option + 1}"

    def loadout(self, loadout: str) -> str:
        """A loadout and what it draws."""
        one = self._loadouts.get(loadout, {})
        draw = [f"{int(n)} {kind}" for kind, n in one.get("draw", {}).items() if n]
        return f"{one.get('name', loadout)} ({', '.join(draw)})"

    def hand(self, slots: Sequence[str]) -> str:
        """A hand, slot by slot."""
        return "  ".join(f"[{at}] {self.card(card)}" for at, card in enumerate(slots))


def effects(found: Iterable[Mapping[str, Any]]) -> str:
    """What effects do, in a few words."""
    return ", ".join(_effect(one) for one in found) or "nothing"


def _effect(one: Mapping[str, Any]) -> str:
    n, op = int(one.get("n", 0)), one["op"]
    match op:
        case "gain":
            return f"gain {n} {one['deck']}"
        case "take":
            return f"take {n} {one['ailment']}"
        case "deal":
            return f"deal {n} {one['ailment']} to another"
        case "cleanse":
            return f"discard up to {n} Corruption"
        case "mod_bet":
            return f"{one['bet']} bet {n:+}"
        case "steal":
            return f"steal {counted(n, 'item')}"
        case "lose_item":
            return f"lose {counted(n, 'item')}"
        case "peek_bet":
            return f"see {counted(n, 'card')} of a bet"
        case "peek_event":
            return f"see {counted(n, 'event')} to come"
        case "ward":
            return "the penalty passes you by"
        case "return":
            return "it returns to your hand"
        case _:
            rows = [f"{at + 1}: {effects(row)}" for at, row in enumerate(one.get("table", ()))]
            return f"roll ({'; '.join(rows)})"


def _damage(damage: Any) -> str:
    if isinstance(damage, (list, tuple)):
        return f"damage by die {'/'.join(str(int(n)) for n in damage)}"
    return f"{int(damage)} damage"


def _terms(option: Mapping[str, Any]) -> str:
    if "wager" in option:
        wager = option["wager"]
        kind = KINDS.get(wager["kind"], wager["kind"])
        return f"wager {int(wager['n'])} {kind}; reward: {effects(option.get('reward', ()))}"
    return f"cost {_cost(option.get('cost', {}))}; {effects(option.get('effects', ()))}"


def _cost(cost: Mapping[str, Any]) -> str:
    if "items" in cost:
        paid = [f"{int(n)} {KINDS.get(kind, kind)}" for kind, n in cost["items"].items() if n]
        return ", ".join(paid)
    return f"take {int(cost.get('n', 0))} {cost.get('ailment', '')}"


def _step(step: Mapping[str, Any]) -> str:
    match step["step"]:
        case "contribute":
            return f"put in {int(step['min'])} to {int(step['max'])} items, sealed"
        case "vote":
            return "vote for another, sealed"
        case "offer":
            return f"pay {_cost(step['cost'])} to {effects(step['effects'])}"
        case "apply":
            return f"{str(step['to']).replace('_', ' ')}: {effects(step['effects'])}"
        case other:
            return str(other).replace("_", " ")


LIVES = {bb.LIFE_ALIVE: "alive", bb.LIFE_BLIGHTED: "Blighted", bb.LIFE_DEAD: "dead"}
AILMENTS = {bb.AILMENT_DAMAGE: "Damage", bb.AILMENT_CORRUPTION: "Corruption"}
PAYMENTS = {
    bb.PAYMENT_ITEMS: "pay with items",
    bb.PAYMENT_TROPHY: "spend a trophy",
    bb.PAYMENT_ROB: "rob it",
    bb.PAYMENT_AILMENT: "pay its price",
}
DECKS = {
    bb.DECK_RATION: "Ration",
    bb.DECK_TOOL: "Tool",
    bb.DECK_WEAPON: "Weapon",
    bb.DECK_CORRUPTION: "Corruption card",
    bb.DECK_DAMAGE: "Damage card",
}
