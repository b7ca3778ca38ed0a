"""What a pack can say: Locations, Characters, and a closed union of abilities."""

from collections import Counter
from collections.abc import Iterable, Iterator
from enum import Enum
from importlib.resources import files
from typing import Annotated, ClassVar, Literal, TypeAlias

from msgspec import Meta

from croupier.engines.kernel import pack
from croupier.engines.kernel.pack import BadPack, Data, Pack

GAME = "blossom_ridge"
SCHEMA = 1
LOCATIONS = 12  # BLO-003
LOCATIONS_PER_SUIT = 3  # BLO-004
CHARACTERS_MIN, CHARACTERS_MAX = 4, 40
ABILITIES_MAX = 3


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
    """The owner's card ranks higher; following suit is unchanged."""

    kind: ClassVar[TrickModKind] = TrickModKind.RANK_BONUS
    amount: Bonus


class LowestWinsAbility(TrickModAbility, frozen=True, kw_only=True, tag="lowest_wins"):
    """The lowest candidate wins the trick."""

    kind: ClassVar[TrickModKind] = TrickModKind.LOWEST_WINS


class FreePlayAbility(TrickModAbility, frozen=True, kw_only=True, tag="free_play"):
    """The owner need not follow suit; not when leading."""

    kind: ClassVar[TrickModKind] = TrickModKind.FREE_PLAY


class MasqueradeAbility(TrickModAbility, frozen=True, kw_only=True, tag="masquerade"):
    """Any card, and it counts as the led suit; not when leading."""

    kind: ClassVar[TrickModKind] = TrickModKind.MASQUERADE


class ActionSuitAbility(TrickModAbility, frozen=True, kw_only=True, tag="action_suit"):
    """The winner acts in the suit declared."""

    kind: ClassVar[TrickModKind] = TrickModKind.ACTION_SUIT


class PeekAbility(TrickModAbility, frozen=True, kw_only=True, tag="peek"):
    """The owner sees another hand until the trick is finished."""

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
    """Every opponent takes back up to `amount` markers from one Location."""

    kind: ClassVar[CoreControlKind] = CoreControlKind.SWEEP
    amount: Pile


class MarchAbility(ReplacingAbility, frozen=True, kw_only=True, tag="march"):
    """Up to `amount` own markers move together, whatever the suits."""

    kind: ClassVar[CoreControlKind] = CoreControlKind.MARCH
    amount: Pile


class AddManyAbility(ReplacingAbility, frozen=True, kw_only=True, tag="add_many"):
    """Up to `amount` own markers come onto the map."""

    kind: ClassVar[CoreControlKind] = CoreControlKind.ADD_MANY
    amount: Few
    spread: Spread


class ConvertAbility(ReplacingAbility, frozen=True, kw_only=True, tag="convert"):
    """An opponent's marker makes room for an own one."""

    kind: ClassVar[CoreControlKind] = CoreControlKind.CONVERT


class PushAbility(ReplacingAbility, frozen=True, kw_only=True, tag="push"):
    """An opponent's marker moves to any other Location."""

    kind: ClassVar[CoreControlKind] = CoreControlKind.PUSH


class ReachAbility(ModifyingAbility, frozen=True, kw_only=True, tag="reach"):
    """The Action is taken in another suit."""

    kind: ClassVar[CoreControlKind] = CoreControlKind.REACH


class EncoreAbility(ModifyingAbility, frozen=True, kw_only=True, tag="encore"):
    """Two Actions of different kinds."""

    kind: ClassVar[CoreControlKind] = CoreControlKind.ENCORE


class RemoveManyAbility(ModifyingAbility, frozen=True, kw_only=True, tag="remove_many"):
    """A Remove (opponent) that takes up to `amount` markers."""

    kind: ClassVar[CoreControlKind] = CoreControlKind.REMOVE_MANY
    amount: Few


class PassLeadAbility(ModifyingAbility, frozen=True, kw_only=True, tag="pass_lead"):
    """The Action as usual, and another seat leads next."""

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


class SuitLabels(Data, frozen=True):
    """BLO-R03. What a publisher calls the suits."""

    hearts: Name = "Hearts"
    diamonds: Name = "Diamonds"
    clubs: Name = "Clubs"
    spades: Name = "Spades"


class Contents(
    pack.Contents, frozen=True, rename={"locations": "location", "characters": "character"}
):
    """One edition: BLO-R46, its Characters are all there are."""

    locations: tuple[Location, ...]
    characters: tuple[Character, ...]
    suit_labels: SuitLabels = SuitLabels()

    def character(self, name: str | None) -> Character | None:
        """The Character of this id."""
        return next((each for each in self.characters if each.id == name), None)

    def ability(self, name: str) -> Ability | None:
        """The ability of this id, whoever's it is."""
        for each in self.characters:
            for ability in each.abilities:
                if ability.id == name:
                    return ability
        return None


def house_pack() -> str:
    """The TOML text of the edition that ships with the game."""
    return files(__package__).joinpath("packs/house.toml").read_text(encoding="utf-8")


def read_pack(text: str) -> Pack[Contents]:
    """A pack from TOML. Raises BadPack naming entry and field."""
    read = pack.read(text, Contents, GAME)
    for problem in _problems(read.contents):
        raise BadPack(problem)
    return read


def _problems(contents: Contents) -> Iterator[str]:
    if contents.schema != SCHEMA:
        yield f"schema: {contents.schema} is unknown, write {SCHEMA}"
    yield from _counted("location", len(contents.locations), LOCATIONS, LOCATIONS)
    yield from _unique("location", "id", contents.locations)
    yield from _unique("location", "name", contents.locations)
    for suit, count in Counter(each.suit.value for each in contents.locations).items():
        if count != LOCATIONS_PER_SUIT:
            yield f"location.suit: {count} of {suit}, there must be {LOCATIONS_PER_SUIT}"
    yield from _counted("character", len(contents.characters), CHARACTERS_MIN, CHARACTERS_MAX)
    yield from _unique("character", "id", contents.characters)
    yield from _unique("character", "name", contents.characters)
    for each in contents.characters:
        yield from _counted(f"{each.id}: ability", len(each.abilities), 1, ABILITIES_MAX)
    abilities = [ability for each in contents.characters for ability in each.abilities]
    yield from _unique("character.ability", "id", abilities)


def _counted(place: str, count: int, least: int, most: int) -> Iterator[str]:
    if not least <= count <= most:
        wanted = str(least) if least == most else f"{least} to {most}"
        yield f"{place}: {count} entries, there must be {wanted}"


def _unique(place: str, field: str, entries: Iterable[Data]) -> Iterator[str]:
    for value, count in Counter(getattr(entry, field) for entry in entries).items():
        if count > 1:
            yield f"{value}: {place}.{field}: used {count} times"
