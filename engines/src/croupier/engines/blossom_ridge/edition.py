"""One edition: which cards there are, read from TOML and checked."""

from collections import Counter
from collections.abc import Iterable, Iterator
from importlib.resources import files

from croupier.engines.blossom_ridge.cards import Ability, Character, Location, Name
from croupier.engines.kernel import pack
from croupier.engines.kernel.pack import BadPack, Data, Pack

GAME = "blossom_ridge"
SCHEMA = 1
LOCATIONS = 12  # BLO-003
LOCATIONS_PER_SUIT = 3  # BLO-004
CHARACTERS_MIN, CHARACTERS_MAX = 4, 40
ABILITIES_MAX = 3


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
