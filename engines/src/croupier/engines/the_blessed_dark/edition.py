"""One edition: which cards there are, read from TOML and checked."""

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cached_property
from importlib.resources import files
from typing import assert_never

from croupier.engines.kernel import pack
from croupier.engines.kernel.pack import BadPack, Pack
from croupier.engines.the_blessed_dark.cards import Card, Castable, DarkOne, Demon, Scry, Spell
from croupier.engines.the_blessed_dark.dice import DICE, solutions, uses

GAME = "the_blessed_dark"
SCHEMA = 1
DECK_MAX = 200  # cards; the longest game a table's log can hold has many more turns
PER_PLAYER, TO_PLAY_FOR = 3, 2  # BLE-R53
SPELL = 1  # BLE-180
UNSUMMONED = -2  # BLE-184


class Contents(pack.Contents, frozen=True, rename={"cards": "card"}, dict=True, gc=True):
    """BLE-R50. One edition, all of it public; only where its cards are is secret.

    BLE-001: that of the house has 32 cards.
    """

    cards: tuple[Card, ...]

    @cached_property
    def by_id(self) -> dict[str, Card]:
        """Every card by its id."""
        return {card.id: card for card in self.cards}

    @cached_property
    def worth(self) -> dict[str, tuple[int, int]]:
        """The favor of every card in a Grimoire: as it is, and summoned."""
        return {card.id: _worth(card) for card in self.cards}

    @cached_property
    def places(self) -> dict[str, int]:
        """The place of every card in the edition, to sort by."""
        return {card.id: at for at, card in enumerate(self.cards)}

    @cached_property
    def dark_one(self) -> DarkOne:
        """The Dark One."""
        return next(card for card in self.cards if isinstance(card, DarkOne))

    @cached_property
    def deck(self) -> tuple[str, ...]:
        """BLE-011, BLE-R02. Every other card, as often as there are copies, in printed order."""
        return tuple(
            card.id
            for card in self.cards
            if not isinstance(card, DarkOne)
            for _ in range(card.copies)
        )

    def castable(self, card: str) -> Castable:
        """A card of the deck."""
        found = self.by_id[card]
        assert not isinstance(found, DarkOne), "The Dark One is never cast"
        return found

    def is_demon(self, card: str, max_favor: int | None = None) -> bool:
        """Whether it is a demon, perhaps of at most so much favor; The Dark One is none."""
        found = self.by_id[card]
        return isinstance(found, Demon) and (max_favor is None or found.favor <= max_favor)

    def in_order(self, cards: Sequence[str]) -> tuple[str, ...]:
        """Cards in printed order, so that their order says nothing else."""
        return tuple(sorted(cards, key=self.places.__getitem__))


def _worth(card: Card) -> tuple[int, int]:
    """BLE-186, BLE-R30. A demon has its own favor and is no spell besides."""
    match card:
        case Spell():
            return SPELL, SPELL
        case Demon(favor=favor):
            return UNSUMMONED, favor  # BLE-181, BLE-182
        case DarkOne(favor=favor):
            return favor, favor  # BLE-183, BLE-R31: it lies in a Grimoire only when summoned
    assert_never(card)


def smallest_deck(seats: int) -> int:
    """BLE-R53. Three cards each, and two to play for."""
    return PER_PLAYER * seats + TO_PLAY_FOR


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
    if not contents.edition:
        yield "edition: is empty, give it a name"
    dark_ones = sum(isinstance(card, DarkOne) for card in contents.cards)
    if dark_ones != 1:
        yield f"card.kind: {dark_ones} of dark_one, there must be 1"
    yield from _unique("id", [card.id for card in contents.cards])
    yield from _unique("name", [card.name for card in contents.cards])
    for card in contents.cards:
        if not isinstance(card, DarkOne):
            yield from _card_problems(card)
    least = smallest_deck(2)
    if not least <= len(contents.deck) <= DECK_MAX:
        yield f"card: {len(contents.deck)} for the deck, there must be {least} to {DECK_MAX}"


def _unique(field: str, values: Sequence[str]) -> Iterator[str]:
    for value, count in Counter(values).items():
        if count > 1:
            yield f"{value}: card.{field}: used {count} times"


def _card_problems(card: Castable) -> Iterator[str]:
    count = uses(card.dice)
    if count > DICE:
        yield f"{card.id}: dice: uses {count} dice, there are {DICE}"
    elif not solutions(card.dice):
        yield f"{card.id}: dice: no dice meet it"
    for effect in card.effects:
        if isinstance(effect, Scry) and effect.take > effect.look:
            yield f"{card.id}: effects.take: {effect.take} of the {effect.look} looked at"
