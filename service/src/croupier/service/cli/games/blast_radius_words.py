"""What the things of Blast Radius are called."""

from collections.abc import Mapping, Sequence
from typing import Any

from croupier.games.blast_radius.v1 import blast_radius_pb2 as br
from croupier.service.cli.games.renderer import Names, listed

HEALTH = {
    br.HEALTH_HEALTHY: "healthy",
    br.HEALTH_SICK: "sick",
    br.HEALTH_INCAPACITATED: "incapacitated",
}
SURVIVORS = {
    br.SURVIVOR_EUGENE: "Eugene",
    br.SURVIVOR_SPRENGEN: "Dr. Sprengen",
    br.SURVIVOR_KARROT: "Karrot",
    br.SURVIVOR_JAKE: "Jake McSqueeze",
    br.SURVIVOR_HELGA: "Helga",
    br.SURVIVOR_BRAYDEN: "Brayden",
}
OUTCOMES = {
    br.COMBAT_OUTCOME_INCAPACITATED: "takes it from the incapacitated",
    br.COMBAT_OUTCOME_UNDEFENDED: "takes it undefended",
    br.COMBAT_OUTCOME_ALLOWED: "is allowed to take it",
    br.COMBAT_OUTCOME_ATTACKER_WON: "wins the roll and takes it",
    br.COMBAT_OUTCOME_DEFENDER_WON: "is beaten off",
}


class Words:
    """The names that a pack gives its cards."""

    def __init__(self, names: Names, contents: Mapping[str, Any]) -> None:
        self._names = names
        entries = [*contents.get("item", ()), *contents.get("objective", ())]
        self._called = {entry["id"]: str(entry["name"]) for entry in entries}
        self._values = {entry["id"]: int(entry["value"]) for entry in contents.get("objective", ())}

    def card(self, card: str) -> str:
        """A card by its item."""
        item = card.partition(".")[0]
        return self._called.get(item, item)

    def cards(self, cards: Sequence[str]) -> str:
        """Several cards, or nothing."""
        return listed([self.card(card) for card in cards]) or "nothing"

    def objective(self, objective: str) -> str:
        """An objective and what it is worth."""
        name = self._called.get(objective, objective)
        value = self._values.get(objective)
        return name if value is None else f"{name} ({value})"

    def survivor(self, survivor: "br.Survivor.ValueType") -> str:
        """A survivor."""
        return SURVIVORS[survivor]

    def attack(self, attack: br.Attack) -> str:
        """Who wants what, with what."""
        who, weapon = self._names[attack.attacker], self.card(attack.weapon)
        return f"{who} wants your {self.card(attack.item)}, with a {weapon}."

    def offer(self, offer: br.Offer) -> str:
        """Who offers what for what."""
        give, take = self.cards(offer.give), self.cards(offer.take)
        return f"{self._names[offer.by]} offers {give} for {take}."

    def scores(self, scores: Sequence[int]) -> str:
        """Everybody's points."""
        return ", ".join(f"{name} {score}" for name, score in zip(self._names, scores, strict=True))
