"""A pack: the cards of one edition, read from TOML, named by its content."""

import hashlib
import tomllib
from typing import Generic, TypeVar

import msgspec

C = TypeVar("C", bound="Contents")


class Data(msgspec.Struct, frozen=True, forbid_unknown_fields=True, gc=False):
    """A record of a pack, written by people: fields by name, unknown ones refused."""


class Contents(Data, frozen=True):
    """What every pack says of itself; games add their cards."""

    schema: int
    edition: str
    game: str


class BadPack(Exception):
    """A pack that cannot be used: says the entry, the field and what is wrong."""


class Pack(Generic[C]):
    """The cards a table plays with. Two packs are equal when their text is.

    `warnings` are what can be played and may yet not be meant, each with its place.
    """

    __slots__ = ("contents", "sha256", "text", "warnings")

    def __init__(self, text: str, contents: C, warnings: tuple[str, ...] = ()) -> None:
        self.text, self.contents, self.warnings = text, contents, warnings
        self.sha256 = hashlib.sha256(text.encode()).hexdigest()

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Pack) and self.sha256 == other.sha256

    def __hash__(self) -> int:
        return int(self.sha256[:15], 16)

    def __repr__(self) -> str:
        return f"<pack {self.contents.edition} {self.sha256[:12]}>"


def read(text: str, contents: type[C], game: str) -> Pack[C]:
    """A pack from its TOML text. Raises BadPack naming entry and field.

    Each game's own checks (counts, ranges, cross references) follow in its `cards.py`.
    """
    try:
        raw = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise BadPack(f"not TOML: {error}") from None
    try:
        loaded = msgspec.convert(raw, contents)
    except msgspec.ValidationError as error:
        raise BadPack(_placed(str(error), raw)) from None
    if loaded.game != game:
        raise BadPack(f"game: this pack is for {loaded.game!r}, not {game!r}")
    return Pack(text, loaded)


def _placed(message: str, raw: object) -> str:
    """The library's message, its path led by the id of the entry it is about."""
    what, _, path = message.partition(" - at `$")
    places = path.rstrip("`").replace("]", "").replace("[", ".").split(".")
    keys = [key for key in places if key]  # the library names no key of a table: "[...]"
    name, here = "", raw
    for key in keys:
        if isinstance(here, list) and key.isdigit():
            here = here[int(key)]
        elif isinstance(here, dict):
            here = here.get(key)
        if isinstance(here, dict) and isinstance(here.get("id"), str):
            name = here["id"]
    place = ".".join(keys)
    return f"{name + ': ' if name else ''}{place + ': ' if place else ''}{what}"
