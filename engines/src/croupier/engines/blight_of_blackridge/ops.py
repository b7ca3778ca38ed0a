"""The closed union of effects, and the kinds of cards they speak of."""

from enum import Enum
from typing import Annotated, Literal, TypeAlias

from msgspec import Meta

from croupier.engines.kernel.pack import Data


class Deck(Enum):
    """BLI-003, BLI-042. The kinds of cards a hand may hold: three items, two ailments."""

    RATION = "ration"
    TOOL = "tool"
    WEAPON = "weapon"
    CORRUPTION = "corruption"
    DAMAGE = "damage"


ITEMS = (Deck.RATION, Deck.TOOL, Deck.WEAPON)


PILES = (Deck.RATION, Deck.TOOL, Deck.WEAPON, Deck.CORRUPTION)


class Kind(Enum):
    """BLI-013. The type of an event."""

    CREATURE = "creature"
    SHOP = "shop"
    INCIDENT = "incident"


class Ailment(Enum):
    """BLI-042. What fills a hand up."""

    DAMAGE = "damage"
    CORRUPTION = "corruption"


Id = Annotated[str, Meta(pattern=r"^[a-z][a-z0-9_]{0,63}$")]


Name = Annotated[str, Meta(min_length=1, max_length=64)]


Text = Annotated[str, Meta(max_length=400)]


Few = Annotated[int, Meta(ge=1, le=10)]


Worth = Annotated[int, Meta(ge=0, le=20)]


Copies = Annotated[int, Meta(ge=1, le=99)]


Gained = Literal["ration", "tool", "weapon", "random"]


ItemKind = Literal["ration", "tool", "weapon", "any"]


class Op(Data, frozen=True, kw_only=True, tag_field="op"):
    """One effect; in a list they run in order."""


class Gain(Op, frozen=True, kw_only=True, tag="gain"):
    """BLI-124. The actor draws from that deck; "random" rolls the chart for each card."""

    deck: Gained
    n: Few


class Take(Op, frozen=True, kw_only=True, tag="take"):
    """The actor gets ailments, one by one."""

    ailment: Ailment
    n: Few


class Deal(Op, frozen=True, kw_only=True, tag="deal"):
    """BLI-R38. Another seat, which the actor names, gets ailments from a player."""

    ailment: Ailment
    n: Few
    target: Literal["other"] = "other"
    optional: bool = False


class Cleanse(Op, frozen=True, kw_only=True, tag="cleanse"):
    """BLI-R46. A living actor discards Corruption of its choice."""

    n: Few


class ModBet(Op, frozen=True, kw_only=True, tag="mod_bet"):
    """A bet is worth more or less, never below 0."""

    n: Annotated[int, Meta(ge=-20, le=20)]
    bet: Literal["own", "other", "any"]


class Return(Op, frozen=True, kw_only=True, tag="return"):
    """BLI-121. The card comes back to its owner's hand instead of being discarded."""


class Steal(Op, frozen=True, kw_only=True, tag="steal"):
    """Items of another seat, picked at random, move to the actor."""

    n: Few
    target: Literal["other"] = "other"
    optional: bool = False


class LoseItem(Op, frozen=True, kw_only=True, tag="lose_item"):
    """The actor discards items of its choice."""

    n: Few


class PeekBet(Op, frozen=True, kw_only=True, tag="peek_bet"):
    """The actor alone sees some face-down cards of a bet."""

    n: Few
    bet: Literal["own", "other", "any"]


class PeekEvent(Op, frozen=True, kw_only=True, tag="peek_event"):
    """The actor alone sees the next events."""

    n: Few


class Ward(Op, frozen=True, kw_only=True, tag="ward"):
    """The penalty of this event passes the actor by."""


class Roll(Op, frozen=True, kw_only=True, tag="roll"):
    """BLI-123. One die, then the effects of that entry."""

    table: tuple[tuple["Effect", ...], ...]


Effect: TypeAlias = (
    Gain
    | Take
    | Deal
    | Cleanse
    | ModBet
    | Return
    | Steal
    | LoseItem
    | PeekBet
    | PeekEvent
    | Ward
    | Roll
)


Effects: TypeAlias = tuple[Effect, ...]


Rolled: TypeAlias = tuple[Worth, ...]
