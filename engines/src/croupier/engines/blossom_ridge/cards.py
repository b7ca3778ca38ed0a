"""What a card can say: Locations, Characters, and a closed union of abilities."""

from enum import Enum
from typing import Annotated, ClassVar, Literal, TypeAlias

from msgspec import Meta

from croupier.engines.kernel.pack import Data


class Suit(Enum):
    """BLO-R03. The four suits; a pack may relabel them."""

    HEARTS = "hearts"
    DIAMONDS = "diamonds"
    CLUBS = "clubs"
    SPADES = "spades"


class TrickModKind(Enum):
    """The closed list of what a Trick-Mod ability can do."""

    RANK_BONUS = "rank_bonus"
    LOWEST_WINS = "lowest_wins"
    FREE_PLAY = "free_play"
    MASQUERADE = "masquerade"
    ACTION_SUIT = "action_suit"
    PEEK = "peek"


class CoreControlKind(Enum):
    """The closed list of what a Core Control ability can do."""

    SWEEP = "sweep"
    MARCH = "march"
    ADD_MANY = "add_many"
    CONVERT = "convert"
    PUSH = "push"
    REACH = "reach"
    ENCORE = "encore"
    REMOVE_MANY = "remove_many"
    PASS_LEAD = "pass_lead"


class Spread(Enum):
    """How the Locations of an `add_many` may repeat."""

    DISTINCT = "distinct"
    SAME = "same"
    FREE = "free"


Id = Annotated[str, Meta(pattern=r"^[a-z][a-z0-9_]{0,63}$")]
Name = Annotated[str, Meta(min_length=1, max_length=64)]
Text = Annotated[str, Meta(max_length=400)]
Bonus = Annotated[int, Meta(ge=1, le=9)]
Pile = Annotated[int, Meta(ge=1, le=14)]
Few = Annotated[int, Meta(ge=1, le=3)]  # BLO-R47: every legal choice can be listed


class Entry(Data, frozen=True, kw_only=True):
    """Something a pack names."""

    id: Id
    name: Name


class Location(Entry, frozen=True, kw_only=True):
    """One of the twelve Locations."""

    suit: Suit


class Printed(Data, frozen=True, kw_only=True, tag_field="do"):
    """What every ability has: an id and the text on the card."""

    id: Id
    text: Text = ""


class TrickModAbility(Printed, frozen=True, kw_only=True):
    """BLO-104. Used immediately before its owner plays a card to the trick."""

    timing: Literal["trick_mod"]


class RankBonusAbility(TrickModAbility, frozen=True, kw_only=True, tag="rank_bonus"):
    """BLO-150. The owner's card ranks higher; following suit is unchanged."""

    kind: ClassVar[TrickModKind] = TrickModKind.RANK_BONUS
    amount: Bonus


class LowestWinsAbility(TrickModAbility, frozen=True, kw_only=True, tag="lowest_wins"):
    """BLO-151. The lowest candidate wins the trick."""

    kind: ClassVar[TrickModKind] = TrickModKind.LOWEST_WINS


class FreePlayAbility(TrickModAbility, frozen=True, kw_only=True, tag="free_play"):
    """BLO-152. The owner need not follow suit; not when leading."""

    kind: ClassVar[TrickModKind] = TrickModKind.FREE_PLAY


class MasqueradeAbility(TrickModAbility, frozen=True, kw_only=True, tag="masquerade"):
    """BLO-153. Any card, and it counts as the led suit; not when leading."""

    kind: ClassVar[TrickModKind] = TrickModKind.MASQUERADE


class ActionSuitAbility(TrickModAbility, frozen=True, kw_only=True, tag="action_suit"):
    """BLO-154. The winner acts in the suit declared."""

    kind: ClassVar[TrickModKind] = TrickModKind.ACTION_SUIT


class PeekAbility(TrickModAbility, frozen=True, kw_only=True, tag="peek"):
    """BLO-155. The owner sees another hand until the trick is finished."""

    kind: ClassVar[TrickModKind] = TrickModKind.PEEK


class CoreControlAbility(Printed, frozen=True, kw_only=True):
    """BLO-105. Used after its owner has won a trick."""

    timing: Literal["core_control"]


class ReplacingAbility(CoreControlAbility, frozen=True, kw_only=True):
    """BLO-106. Instead of the Action."""

    mode: Literal["replace"]


class ModifyingAbility(CoreControlAbility, frozen=True, kw_only=True):
    """BLO-107. Includes the Action it modifies."""

    mode: Literal["modify"]


class SweepAbility(ReplacingAbility, frozen=True, kw_only=True, tag="sweep"):
    """BLO-156. Every opponent takes back up to `amount` markers from one Location."""

    kind: ClassVar[CoreControlKind] = CoreControlKind.SWEEP
    amount: Pile


class MarchAbility(ReplacingAbility, frozen=True, kw_only=True, tag="march"):
    """BLO-157. Up to `amount` own markers move together, whatever the suits."""

    kind: ClassVar[CoreControlKind] = CoreControlKind.MARCH
    amount: Pile


class AddManyAbility(ReplacingAbility, frozen=True, kw_only=True, tag="add_many"):
    """BLO-158. Up to `amount` own markers come onto the map."""

    kind: ClassVar[CoreControlKind] = CoreControlKind.ADD_MANY
    amount: Few
    spread: Spread


class ConvertAbility(ReplacingAbility, frozen=True, kw_only=True, tag="convert"):
    """BLO-159. An opponent's marker makes room for an own one."""

    kind: ClassVar[CoreControlKind] = CoreControlKind.CONVERT


class PushAbility(ReplacingAbility, frozen=True, kw_only=True, tag="push"):
    """BLO-160. An opponent's marker moves to any other Location."""

    kind: ClassVar[CoreControlKind] = CoreControlKind.PUSH


class ReachAbility(ModifyingAbility, frozen=True, kw_only=True, tag="reach"):
    """BLO-161. The Action is taken in another suit."""

    kind: ClassVar[CoreControlKind] = CoreControlKind.REACH


class EncoreAbility(ModifyingAbility, frozen=True, kw_only=True, tag="encore"):
    """BLO-162. Two Actions of different kinds."""

    kind: ClassVar[CoreControlKind] = CoreControlKind.ENCORE


class RemoveManyAbility(ModifyingAbility, frozen=True, kw_only=True, tag="remove_many"):
    """BLO-163. A Remove (opponent) that takes up to `amount` markers."""

    kind: ClassVar[CoreControlKind] = CoreControlKind.REMOVE_MANY
    amount: Few


class PassLeadAbility(ModifyingAbility, frozen=True, kw_only=True, tag="pass_lead"):
    """BLO-164. The Action as usual, and another seat leads next."""

    kind: ClassVar[CoreControlKind] = CoreControlKind.PASS_LEAD


TrickModPrimitive: TypeAlias = (
    RankBonusAbility
    | LowestWinsAbility
    | FreePlayAbility
    | MasqueradeAbility
    | ActionSuitAbility
    | PeekAbility
)
CoreControlPrimitive: TypeAlias = (
    SweepAbility
    | MarchAbility
    | AddManyAbility
    | ConvertAbility
    | PushAbility
    | ReachAbility
    | EncoreAbility
    | RemoveManyAbility
    | PassLeadAbility
)
Ability: TypeAlias = TrickModPrimitive | CoreControlPrimitive


class Character(Entry, frozen=True, kw_only=True, rename={"abilities": "ability"}):
    """BLO-100. One or more abilities, each with a timing."""

    abilities: tuple[Ability, ...]
