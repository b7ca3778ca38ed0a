"""The words of Blossom Ridge: cards, places, Characters, Actions."""

from collections.abc import Iterable, Mapping
from typing import Any

from croupier.games.blossom_ridge.v1 import blossom_ridge_pb2 as br
from croupier.service.cli.games.renderer import Names, listed

SUITS = {
    br.SUIT_HEARTS: "hearts",
    br.SUIT_DIAMONDS: "diamonds",
    br.SUIT_CLUBS: "clubs",
    br.SUIT_SPADES: "spades",
}
LETTERS = {name[0].upper(): name for name in SUITS.values()}


class Words:
    """Names for everything at one table; the pack has them."""

    def __init__(self, names: Names, contents: Mapping[str, Any]) -> None:
        self._names = names
        self._called: dict[str, str] = {}
        self._texts: dict[str, str] = {}
        self._abilities: dict[str, tuple[str, ...]] = {}
        for place in contents.get("location", ()):
            self._called[place["id"]] = place["name"]
        for character in contents.get("character", ()):
            self._called[character["id"]] = character["name"]
            abilities = tuple(one["id"] for one in character["ability"])
            self._abilities[character["id"]] = abilities
            for one in character["ability"]:
                self._texts[one["id"]] = one["text"]

    def name(self, thing: str) -> str:
        """What the pack calls it; an ability is called by its id."""
        return self._called.get(thing) or thing.replace("_", " ").title()

    def text(self, ability: str) -> str:
        """What the card says of an ability."""
        return self._texts.get(ability, "")

    def character(self, character: str) -> str:
        """A Character and both abilities."""
        texts = "".join(
            f"\n       {self.name(one)}: {self.text(one)}"
            for one in self._abilities.get(character, ())
        )
        return f"{self.name(character)}{texts}"

    def suit(self, suit: br.Suit.ValueType) -> str:
        """A suit's name."""
        return SUITS[suit]

    def card(self, card: str) -> str:
        """`H1` is the ace of hearts."""
        rank = "ace" if card[1:] == "1" else card[1:]
        return f"{rank} of {LETTERS[card[0]]}"

    def hand(self, cards: Iterable[str]) -> str:
        """A hand, suit by suit."""
        told = []
        held = list(cards)
        for letter, suit in LETTERS.items():
            ranks = sorted(int(card[1:]) for card in held if card[0] == letter)
            if ranks:
                told.append(f"{suit} {' '.join('A' if n == 1 else str(n) for n in ranks)}")
        return ", ".join(told)

    def scores(self, scores: Iterable[int]) -> str:
        """Every seat's points."""
        return ", ".join(f"{self._names[seat]} {n}" for seat, n in enumerate(scores))

    def whose(self, by: int, owner: int) -> str:
        """A marker, as somebody handles it."""
        return "a marker of their own" if by == owner else f"{self._names[owner]}'s marker"

    def action(self, action: br.Action) -> str:
        """A basic Action."""
        match action.WhichOneof("action"):
            case "add":
                return f"add a marker to {self.name(action.add.location)}"
            case "remove_opponent":
                gone = action.remove_opponent
                return f"remove {self._names[gone.owner]}'s marker from {self.name(gone.location)}"
            case "remove_self":
                return f"take your marker back from {self.name(action.remove_self.location)}"
            case _:
                way = action.redeploy
                return f"move your marker {self._way(way.origin, way.destination)}"

    def trick_mod(self, used: br.UseTrickMod) -> str:
        """An ability used before playing a card."""
        aim = ""
        if used.HasField("suit"):
            aim = f", naming {self.suit(used.suit)}"
        elif used.HasField("target"):
            aim = f", at {self._names[used.target]}'s hand"
        return f"{self.name(used.ability)}{aim} ({self.text(used.ability)})"

    def aim(self, used: br.AbilityUsed) -> str:
        """What an ability was aimed at, as others hear it."""
        if used.HasField("suit"):
            return f", naming {self.suit(used.suit)}"
        if used.HasField("target"):
            return f" on {self._names[used.target]}"
        return ""

    def core_choice(self, choice: br.Choice) -> str:
        """What a Core Control ability is used for."""
        match choice.WhichOneof("choice"):
            case "sweep":
                return f"sweep {self.name(choice.sweep.location)}"
            case "march":
                march = choice.march
                return f"move {march.count} of yours {self._way(march.origin, march.destination)}"
            case "add_many":
                places = listed([self.name(place) for place in choice.add_many.locations])
                return f"add markers to {places}"
            case "convert":
                one = choice.convert
                return f"replace {self._names[one.owner]}'s marker on {self.name(one.location)}"
            case "push":
                push = choice.push
                way = self._way(push.origin, push.destination)
                return f"move {self._names[push.owner]}'s marker {way}"
            case "reach":
                return f"in {self.suit(choice.reach.suit)}, {self.action(choice.reach.action)}"
            case "encore":
                first, second = self.action(choice.encore.first), self.action(choice.encore.second)
                return f"{first}, then {second}"
            case "remove_many":
                gone = [
                    f"{self._names[one.owner]}'s from {self.name(one.location)}"
                    for one in choice.remove_many.targets
                ]
                return f"remove {listed(gone)}"
            case _:
                return self._pass_lead(choice.pass_lead)

    def _pass_lead(self, passed: br.PassLead) -> str:
        then = f"; {self.action(passed.action)}" if passed.HasField("action") else ""
        return f"{self._names[passed.leader]} leads next{then}"

    def _way(self, origin: str, destination: str) -> str:
        return f"from {self.name(origin)} to {self.name(destination)}"
