"""One edition: which cards there are, read from TOML and checked."""

from collections import Counter
from collections.abc import Iterable, Iterator
from functools import lru_cache
from importlib.resources import files

from croupier.engines.blast_radius import checks, doubts
from croupier.engines.blast_radius.cards import Item, ItemKind, Limits, Objective
from croupier.engines.kernel import pack
from croupier.engines.kernel.pack import BadPack, Pack

GAME = "blast_radius"
SCHEMA = 1


class Contents(pack.Contents, frozen=True, rename={"items": "item", "objectives": "objective"}):
    """One edition: a card is called by its item and its number, `machete.2`."""

    items: tuple[Item, ...]
    objectives: tuple[Objective, ...]
    limits: Limits = Limits()


class Cards:
    """The cards of an edition, looked up by name."""

    def __init__(self, contents: Contents) -> None:
        self.limits = contents.limits
        self.items = {item.id: item for item in contents.items}
        self.objectives = {objective.id: objective for objective in contents.objectives}
        self.names = tuple(
            f"{item.id}.{n + 1}" for item in contents.items for n in range(item.copies)
        )

    def item(self, card: str) -> Item:
        """What is printed on a card."""
        return self.items[card.partition(".")[0]]

    def is_reflex(self, card: str) -> bool:
        """Whether a card triggers when it is drawn."""
        return self.item(card).kind is ItemKind.REFLEX


@lru_cache(maxsize=64)
def cards_of(edition: Pack[Contents]) -> Cards:
    """The cards of a pack."""
    return Cards(edition.contents)


def house_pack() -> str:
    """The TOML text of the edition that ships with the game."""
    return files(__package__).joinpath("packs/house.toml").read_text(encoding="utf-8")


def read_pack(text: str) -> Pack[Contents]:
    """A pack from TOML. Raises BadPack naming entry and field."""
    contents = pack.read(text, Contents, GAME).contents
    for problem in _problems(contents):
        raise BadPack(problem)
    odd = doubts.of_edition(contents.items, contents.objectives, contents.limits)
    return Pack(text, contents, tuple(odd))


def _problems(contents: Contents) -> Iterator[str]:
    limits = contents.limits
    if contents.schema != SCHEMA:
        yield f"schema: {contents.schema} is unknown, write {SCHEMA}"
    if limits.start_items > limits.hand_limit:
        yield "limits.start_items: more than limits.hand_limit"
    yield from _unique("item", (item.id for item in contents.items))
    yield from _unique("objective", (objective.id for objective in contents.objectives))
    for item in contents.items:
        yield from (f"{item.id}: {what}" for what in checks.of_item(item, limits))
    for objective in contents.objectives:
        wrong = checks.of_objective(objective, contents.items, limits)
        yield from (f"{objective.id}: {what}" for what in wrong)
    yield from _enough(contents)


def _unique(place: str, ids: Iterable[str]) -> Iterator[str]:
    for name, count in Counter(ids).items():
        if count > 1:
            yield f"{name}: {place}.id: used {count} times"


def _enough(contents: Contents) -> Iterator[str]:
    """BLA-012, BLA-013. Six players can be dealt their cards."""
    limits, most = contents.limits, contents.limits.players_max
    held = sum(item.copies for item in contents.items if item.kind is not ItemKind.REFLEX)
    if held < limits.start_items * most:
        yield f"item: {held} cards that are no Reflex, {limits.start_items * most} are dealt"
    if len(contents.objectives) < limits.start_objectives * most:
        yield f"objective: {len(contents.objectives)}, {limits.start_objectives * most} are dealt"
