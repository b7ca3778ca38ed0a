"""What a card can say: items, objectives, and a closed list of effects."""

from enum import Enum
from typing import Annotated, Literal, TypeAlias

from msgspec import Meta, field

from croupier.engines.kernel.pack import Data


class Health(Enum):
    """BLA-087. The three states; BLA-007, BLA-R06: medical cards never run out, so none is kept."""

    HEALTHY = "healthy"
    SICK = "sick"
    INCAPACITATED = "incapacitated"


class Survivor(Enum):
    """BLA-154. The six survivors, in the order in which they are given out."""

    EUGENE = "eugene"
    SPRENGEN = "sprengen"
    KARROT = "karrot"
    JAKE = "jake"
    HELGA = "helga"
    BRAYDEN = "brayden"


class ItemKind(Enum):
    """BLA-046, BLA-047. Loot has no symbol, a Strike an asterisk, a Reflex a circled one."""

    LOOT = "loot"
    STRIKE = "strike"
    REFLEX = "reflex"


class Icon(Enum):
    """BLA-060, BLA-061, BLA-062, BLA-R21. Information only; objectives may use it as a tag."""

    HEAL = "heal"
    HAZARD = "hazard"


class Defence(Enum):
    """What an item is worth to a defender."""

    NONE = "none"
    WEAPON = "weapon"
    DART = "dart"


class Deed(Enum):
    """BLA-075. What an objective may ask its owner to do."""

    STEAL = "steal"
    COMBAT_WIN = "combat_win"
    DEFEND_WIN = "defend_win"
    HEAL_OTHER = "heal_other"
    HEAL_SELF = "heal_self"
    RECOVER = "recover"
    TRADE = "trade"
    JOKE = "joke"
    SICKEN_OTHER = "sicken_other"
    REFLEX = "reflex"
    SALVAGE = "salvage"


class Who(Enum):
    """Whom an effect reaches, seen from its actor: BLA-R19."""

    SELF = "self"
    TARGET = "target"
    TARGET_OR_SELF = "target_or_self"
    LEFT = "left"
    RIGHT = "right"
    OTHERS = "others"
    ALL = "all"


class Chooser(Enum):
    """Who says which cards an effect discards."""

    OWNER = "owner"
    ACTOR = "actor"
    RANDOM = "random"


class Direction(Enum):
    """Which way hands are passed."""

    LEFT = "left"
    RIGHT = "right"


Id = Annotated[str, Meta(pattern=r"^[a-z][a-z0-9_]{0,39}$")]
Name = Annotated[str, Meta(min_length=1, max_length=64)]
Note = Annotated[str, Meta(max_length=200)]
Few = Annotated[int, Meta(ge=1, le=5)]
Copies = Annotated[int, Meta(ge=1, le=30)]
Face = Annotated[int, Meta(ge=1, le=6)]


class Effect(Data, frozen=True, kw_only=True, tag_field="op"):
    """One operation of a card."""


class Heal(Effect, frozen=True, kw_only=True, tag="heal", rename={"cures": "from"}):
    """BLA-135, BLA-136. Whoever is in one of these states becomes Healthy."""

    who: Who
    cures: Annotated[tuple[Health, ...], Meta(min_length=1, max_length=2)]


class Sicken(Effect, frozen=True, kw_only=True, tag="sicken"):
    """BLA-059, BLA-092. Healthy becomes Sick, Sick Incapacitated."""

    who: Who


class Incapacitate(Effect, frozen=True, kw_only=True, tag="incapacitate"):
    """BLA-093. Incapacitated at once."""

    who: Who


class Steal(Effect, frozen=True, kw_only=True, tag="steal"):
    """BLA-111. What makes a Strike a weapon."""


class Draw(Effect, frozen=True, kw_only=True, tag="draw"):
    """So many cards from the deck, one after the other."""

    who: Who
    n: Few


class DiscardItems(Effect, frozen=True, kw_only=True, tag="discard"):
    """So many cards from a hand, or all of it."""

    who: Who
    n: Few
    pick: Chooser


class TakeDiscard(Effect, frozen=True, kw_only=True, tag="take_discard"):
    """So many Loot or Strike cards from anywhere in the discard pile."""

    who: Literal["self"]
    n: Annotated[int, Meta(ge=1, le=3)]


class ReshuffleDiscard(Effect, frozen=True, kw_only=True, tag="reshuffle_discard"):
    """BLA-R20. The discard pile is shuffled into the deck."""


class RedealHands(Effect, frozen=True, kw_only=True, tag="redeal_hands"):
    """All hands are shuffled together and dealt again, as large as before."""


class PassHands(Effect, frozen=True, kw_only=True, tag="pass_hands", rename={"direction": "dir"}):
    """All hands move one seat on, at once."""

    direction: Direction


class Roll(Effect, frozen=True, kw_only=True, tag="roll"):
    """A die decides between lists of effects."""

    on: "tuple[Outcome, ...]"


class Joke(Effect, frozen=True, kw_only=True, tag="joke"):
    """BLA-141. A joke against the clock."""

    seconds: Annotated[int, Meta(ge=5, le=60)] | None = None
    on_fail: "tuple[Op, ...]" = ()
    on_success: "tuple[Op, ...]" = ()


Op: TypeAlias = (
    Heal
    | Sicken
    | Incapacitate
    | Steal
    | Draw
    | DiscardItems
    | TakeDiscard
    | ReshuffleDiscard
    | RedealHands
    | PassHands
    | Roll
    | Joke
)


class Outcome(Data, frozen=True, kw_only=True):
    """The effects of some faces of a die."""

    faces: tuple[Face, ...]
    do: tuple[Op, ...]


class Item(Data, frozen=True, kw_only=True, rename={"kind": "type", "effects": "effect"}):
    """One kind of item card."""

    id: Id
    name: Name
    kind: ItemKind
    copies: Copies
    icons: tuple[Icon, ...] = ()
    tags: tuple[Id, ...] = ()
    cost: Annotated[int, Meta(ge=1, le=10)] = 1
    effects: tuple[Op, ...] = ()
    defend: Defence | None = None
    playable: bool = True  # BLA-R46: a Dart is not
    self_revive: bool = False
    cost_by_character: dict[str, int] = field(default_factory=dict)
    not_self_for: tuple[Survivor, ...] = ()
    source: Note = ""

    @property
    def is_weapon(self) -> bool:
        """BLA-111. A Strike that steals."""
        return bool(self.effects) and isinstance(self.effects[0], Steal)

    @property
    def defence(self) -> Defence:
        """BLA-116, BLA-128. A weapon defends unless the card says otherwise."""
        if self.defend is not None:
            return self.defend
        return Defence.WEAPON if self.is_weapon else Defence.NONE

    @property
    def words(self) -> tuple[str, ...]:
        """Its tags, and its icons as tags."""
        return (*self.tags, *[f"icon:{icon.value}" for icon in self.icons])


class Need(Data, frozen=True, kw_only=True, tag_field="req"):
    """BLA-063. One requirement of an objective."""

    n: Few


class Hold(Need, frozen=True, kw_only=True, tag="hold"):
    """So many cards of one item in hand."""

    item: Id
    consume: bool = False


class HoldAny(Need, frozen=True, kw_only=True, tag="hold_any"):
    """So many cards in hand, each of any of these items."""

    items: tuple[Id, ...]
    consume: bool = False


class HoldTag(Need, frozen=True, kw_only=True, tag="hold_tag"):
    """So many cards in hand that carry this tag."""

    tag: Annotated[str, Meta(pattern=r"^(icon:)?[a-z][a-z0-9_]{0,39}$")]
    consume: bool = False


class Did(Need, frozen=True, kw_only=True, tag="did"):
    """BLA-075. Something its owner did so often while the card was active."""

    action: Deed


AnyNeed: TypeAlias = Hold | HoldAny | HoldTag | Did


class Objective(Data, frozen=True, kw_only=True, rename={"needs": "need"}):
    """One objective card."""

    id: Id
    name: Name
    value: Annotated[int, Meta(ge=1, le=99)]
    needs: Annotated[tuple[AnyNeed, ...], Meta(min_length=1)]


class Limits(Data, frozen=True, kw_only=True):
    """The numbers of the rules that an edition may set."""

    hand_limit: Annotated[int, Meta(ge=3, le=10)] = 5  # BLA-016
    active_objectives: Annotated[int, Meta(ge=1, le=4)] = 2  # BLA-064
    start_items: Annotated[int, Meta(ge=0, le=10)] = 2  # BLA-013
    start_objectives: Annotated[int, Meta(ge=1, le=4)] = 2  # BLA-012
    objectives_to_trigger: Annotated[int, Meta(ge=1, le=10)] = 3  # BLA-082
    players_min: Literal[3] = 3  # BLA-001
    players_max: Literal[6] = 6
    die_sides: Literal[6] = 6  # BLA-009, BLA-R02
    sick_fail_face: Face = 6  # BLA-022
    recover_face: Face = 3  # BLA-100
    recovery_turns: Annotated[int, Meta(ge=1, le=9)] = 3  # BLA-103
