"""The words of Blight of Blackridge: cards, events, what they do."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from typing import Any

from croupier.games.blight_of_blackridge.v1 import blight_of_blackridge_pb2 as bb
from croupier.service.cli.games.renderer import counted, listed

KINDS = {"weapon_damage": "weapon damage", "any": "items of any kind"}
STAMPS = {
    "losers": "whoever bets and loses",
    "nonparticipants": "whoever does not bet",
    "nonparticipants_and_losers": "whoever does not bet, or loses",
}
WHEN = {
    "on_reveal": "when revealed",
    "on_win": "if it wins",
    "on_lose": "if it loses",
    "on_eat": "eaten",
}
STEPS = {
    "rolloff": "whoever put something in rolls, and the best roll wins",
    "award_pot": "the winner takes the pot",
    "most": "whoever put in most wins",
    "discard_pot": "the pot is discarded",
    "rotate_pot": "what each put in goes to the next clockwise",
}


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
        parts = _texts(one)
        if "corrupt" in one:
            other = one["corrupt"]
            turned = [*_texts(other.get("set", {})), *_texts(other.get("add", {}), "also ")]
            parts.append(f"sideways for {int(other['cost'])} Corruption: {', '.join(turned)}")
        deck = str(one.get("deck", "")).capitalize()
        return f"{self.card(card)} ({'; '.join([part for part in (deck, *parts) if part])})"

    def event(self, event: str) -> str:
        """What the pack calls an event."""
        return str(self._events.get(event, {}).get("name", event))

    def event_lines(self, event: str) -> Sequence[str]:
        """An event with its options and its penalty."""
        one = self._events.get(event, {})
        must = ", everybody must take part" if one.get("mandatory") else ""
        lines = [f"{self.event(event)} ({one.get('type', '')}{must})"]
        for at, option in enumerate(one.get("option", ())):
            lines.append(f"  {at + 1}. {self.option(event, at)}: {_terms(option)}")
        if "penalty" in one:
            who = STAMPS.get(one["penalty"]["who"], one["penalty"]["who"])
            lines.append(f"  Penalty for {who}: {effects(one['penalty']['effects'])}")
        for at, step in enumerate(one.get("steps", ())):
            lines.append(f"  {'Then' if at else 'First'}: {_step(step)}")
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

    def hand(self, slots: Sequence[str]) -> Sequence[str]:
        """A hand: every kind of card with what it does, and how many."""
        held = Counter(card for card in slots if card)
        return [
            f"  {f'{many} x ' if many > 1 else ''}{self.told(card)}" for card, many in held.items()
        ]


def _texts(text: Mapping[str, Any], also: str = "") -> list[str]:
    """What a card does, or its corrupted ability changes."""
    parts = [_damage(text["damage"])] if text.get("damage") is not None else []
    if "face_up" in text:
        parts.append(f"face up: {effects(text['face_up']['effects'])}")
    parts += [f"{also}{when}: {effects(text[at])}" for at, when in WHEN.items() if text.get(at)]
    return parts


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
            return f"roll ({'; '.join(_rows([effects(row) for row in one.get('table', ())]))})"


def _rows(told: Sequence[str]) -> Iterator[str]:
    """The rows of a die's table, equal neighbours together: `1-3: ..`."""
    at = 0
    for text, same in groupby(told):
        first, at = at + 1, at + len(list(same))
        yield f"{first if first == at else f'{first}-{at}'}: {text}"


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
        paid = [
            f"{int(n)} {'of any kind' if kind == 'any' else kind}"
            for kind, n in cost["items"].items()
            if n
        ]
        return ", ".join(paid)
    return f"take {int(cost.get('n', 0))} {cost.get('ailment', '')}"


def _step(step: Mapping[str, Any]) -> str:
    match step["step"]:
        case "contribute":
            least, most = int(step["min"]), int(step["max"])
            many = f"{least}" if least == most else f"{least} to {most}"
            return f"put in {many} {KINDS.get(step['kind'], step['kind'])}, sealed"
        case "vote":
            return "vote for another, sealed"
        case "offer":
            limit = "" if int(step["limit"]) > 1 else ", once each"
            return f"pay {_cost(step['cost'])} to {effects(step['effects'])}{limit}"
        case "apply":
            return f"{str(step['to']).replace('_', ' ')}: {effects(step['effects'])}"
        case other:
            return STEPS.get(other, str(other).replace("_", " "))


LIVES = {bb.LIFE_ALIVE: "alive", bb.LIFE_BLIGHTED: "Blighted", bb.LIFE_DEAD: "dead"}
AILMENTS = {bb.AILMENT_DAMAGE: "Damage", bb.AILMENT_CORRUPTION: "Corruption"}
PAYMENTS = {
    bb.PAYMENT_ITEMS: "pay with items",
    bb.PAYMENT_TROPHY: "spend a trophy",
    bb.PAYMENT_ROB: "rob it",
    bb.PAYMENT_AILMENT: "pay its price",
}
PAYMENTS_MADE = {
    bb.PAYMENT_ITEMS: "paid with items",
    bb.PAYMENT_TROPHY: "paid with a trophy",
    bb.PAYMENT_ROB: "robbed",
    bb.PAYMENT_AILMENT: "paid with an ailment",
}
DECKS = {
    bb.DECK_RATION: "Ration",
    bb.DECK_TOOL: "Tool",
    bb.DECK_WEAPON: "Weapon",
    bb.DECK_CORRUPTION: "Corruption card",
    bb.DECK_DAMAGE: "Damage card",
}
