"""What a card can say: items, ailments, events, and a closed union of effects."""

from enum import Enum
from typing import Annotated, Literal, TypeAlias

from msgspec import Meta, field

from croupier.engines.blight_of_blackridge.ops import (
    Ailment,
    Copies,
    Deck,
    Effects,
    Few,
    Id,
    ItemKind,
    Kind,
    Name,
    Rolled,
    Text,
    Worth,
)
from croupier.engines.kernel.pack import Data


class Who(Enum):
    """BLI-130. Whom a penalty stamp hits."""

    NONPARTICIPANTS_AND_LOSERS = "nonparticipants_and_losers"
    LOSERS = "losers"
    NONPARTICIPANTS = "nonparticipants"


class Wager(Enum):
    """BLI-118, BLI-135. What a bet on an option is measured in."""

    WEAPON_DAMAGE = "weapon_damage"
    RATION = "ration"
    TOOL = "tool"
    WEAPON = "weapon"
    ANY = "any"


class FaceUp(Data, frozen=True, kw_only=True):
    """BLI-110. Played open, it works at once, in these kinds of event."""

    when: tuple[Kind, ...]
    effects: Effects


class Changed(Data, frozen=True, kw_only=True):
    """BLI-107. Parts of a card's text that its corrupted ability replaces."""

    damage: Worth | Rolled | None = None
    face_up: FaceUp | None = None
    on_reveal: Effects | None = None
    on_win: Effects | None = None
    on_lose: Effects | None = None


class Added(Data, frozen=True, kw_only=True):
    """BLI-107. Text that its corrupted ability appends."""

    on_reveal: Effects = ()
    on_win: Effects = ()
    on_lose: Effects = ()


class Corrupt(Data, frozen=True, kw_only=True):
    """BLI-104 to BLI-106, BLI-105. The corrupted ability and what it costs."""

    cost: Few
    change: Changed = field(default=Changed(), name="set")
    add: Added = Added()


class Card(Data, frozen=True, kw_only=True):
    """BLI-010. One kind of card, and how many there are of it.

    BLI-004, BLI-005: a Weapon has a damage value and perhaps more; BLI-006: a Tool helps at events.
    """

    id: Id
    name: Name
    deck: Deck
    count: Copies
    text: Text = ""  # BLI-011: no effect
    damage: Worth | Rolled | None = None
    counts_as: tuple[Literal["ration", "tool", "weapon"], ...] = ()
    alive_playable: bool = False
    face_up: FaceUp | None = None
    on_reveal: Effects = ()
    on_win: Effects = ()
    on_lose: Effects = ()
    on_eat: Effects = ()
    corrupt: Corrupt | None = None


class Penalty(Data, frozen=True, kw_only=True):
    """BLI-063, BLI-130, BLI-132. The red stamp."""

    who: Who
    effects: Effects


class WagerOf(Data, frozen=True, kw_only=True):
    """BLI-118. The least a bet must be worth, and in what."""

    kind: Wager
    n: Annotated[int, Meta(ge=1, le=99)]


class ItemCost(Data, frozen=True, kw_only=True):
    """BLI-153. Items of one kind to discard."""

    ration: Annotated[int, Meta(ge=0, le=10)] = 0
    tool: Annotated[int, Meta(ge=0, le=10)] = 0
    weapon: Annotated[int, Meta(ge=0, le=10)] = 0
    any: Annotated[int, Meta(ge=0, le=10)] = 0

    @property
    def n(self) -> int:
        """How many items."""
        return self.ration + self.tool + self.weapon + self.any

    @property
    def kind(self) -> ItemKind:
        """Of which kind; the pack's check sees to it that there is one."""
        if self.ration:
            return "ration"
        if self.tool:
            return "tool"
        return "weapon" if self.weapon else "any"


class Cost(Data, frozen=True, kw_only=True):
    """BLI-152, BLI-154. Items, or an ailment to take; never both (BLI-R44)."""

    items: ItemCost | None = None
    ailment: Ailment | None = None
    n: Annotated[int, Meta(ge=0, le=10)] = 0


class Option(Data, frozen=True, kw_only=True):
    """BLI-012, BLI-061, BLI-064. What can be done about an event: bet on it, or pay for it."""

    name: Name
    kill: bool = False
    wager: WagerOf | None = None
    reward: Effects = ()
    cost: Cost | None = None
    effects: Effects = ()


class IncidentStep(Data, frozen=True, kw_only=True, tag_field="step"):
    """One instruction of an incident."""


class Contribute(IncidentStep, frozen=True, kw_only=True, tag="contribute"):
    """Seats seal items for the pot."""

    kind: ItemKind
    min: Annotated[int, Meta(ge=0, le=10)]
    max: Annotated[int, Meta(ge=1, le=10)]


class Rolloff(IncidentStep, frozen=True, kw_only=True, tag="rolloff"):
    """Contributors roll; ties among the best roll again."""

    best: Literal["high", "low"]


class Most(IncidentStep, frozen=True, kw_only=True, tag="most"):
    """Whoever gave strictly most, and at least one card, is the winner."""


class AwardPot(IncidentStep, frozen=True, kw_only=True, tag="award_pot"):
    """The pot goes to the winner, or to the discard piles if there is none."""

    to: Literal["winner"]


class RotatePot(IncidentStep, frozen=True, kw_only=True, tag="rotate_pot"):
    """Each card goes to the next contributor."""

    dir: Literal["clockwise", "counterclockwise"]


class DiscardPot(IncidentStep, frozen=True, kw_only=True, tag="discard_pot"):
    """The pot goes to the discard piles, face down."""


class Vote(IncidentStep, frozen=True, kw_only=True, tag="vote"):
    """Seats seal a vote for another seat."""

    target: Literal["other"]


class Offer(IncidentStep, frozen=True, kw_only=True, tag="offer"):
    """In turn order, pay items and get the effects, so many times each."""

    cost: Cost
    effects: Effects
    limit: Few


class Apply(IncidentStep, frozen=True, kw_only=True, tag="apply"):
    """Each seat named gets the effects, from the event."""

    to: Literal["winner", "most_voted", "contributors", "all"]
    effects: Effects


Instruction: TypeAlias = (
    Contribute | Rolloff | Most | AwardPot | RotatePot | DiscardPot | Vote | Offer | Apply
)


class EventCard(Data, frozen=True, kw_only=True, rename={"options": "option", "kind": "type"}):
    """BLI-012, BLI-013. One event; BLI-066, BLI-067: single with one option, multi with two."""

    id: Id
    name: Name
    kind: Kind
    count: Copies = 1
    text: Text = ""
    options: tuple[Option, ...] = ()
    penalty: Penalty | None = None
    mandatory: bool = False
    steps: tuple[Instruction, ...] = ()


class Draw(Data, frozen=True, kw_only=True):
    """BLI-018. How many cards of each kind a loadout draws."""

    ration: Annotated[int, Meta(ge=0, le=5)] = 0
    tool: Annotated[int, Meta(ge=0, le=5)] = 0
    weapon: Annotated[int, Meta(ge=0, le=5)] = 0
    random: Annotated[int, Meta(ge=0, le=5)] = 0


class Loadout(Data, frozen=True, kw_only=True):
    """BLI-017. A set of cards to start with."""

    id: Id
    name: Name
    draw: Draw
