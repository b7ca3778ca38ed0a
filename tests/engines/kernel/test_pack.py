"""A pack that cannot be used says which entry, which field, and what is wrong with it."""

import hashlib

import pytest

from croupier.engines.kernel import pack as packs
from croupier.engines.kernel.pack import BadPack, Contents, Data, Pack


class Effect(Data, frozen=True, tag=True):
    coins: int


class Card(Data, frozen=True):
    id: str
    copies: int
    effects: tuple[Effect, ...] = ()


class Cards(Contents, frozen=True):
    cards: tuple[Card, ...]
    limits: dict[str, int] = {}  # noqa: RUF012
    prizes: dict[str, Card] = {}  # noqa: RUF012


HEAD = 'schema = 1\nedition = "house"\ngame = "demo"\n'
GOOD = HEAD + '[[cards]]\nid = "urn"\ncopies = 2\n[[cards]]\nid = "owl"\ncopies = 1\n'


def test_a_pack_is_its_text() -> None:
    pack = packs.read(GOOD, Cards, "demo")

    assert pack.contents.cards == (Card("urn", 2), Card("owl", 1))
    assert pack.sha256 == hashlib.sha256(GOOD.encode()).hexdigest()
    assert pack.text == GOOD


def test_packs_are_equal_when_their_texts_are() -> None:
    pack, same = packs.read(GOOD, Cards, "demo"), packs.read(GOOD, Cards, "demo")
    other = packs.read(GOOD + "# more\n", Cards, "demo")

    assert pack == same
    assert hash(pack) == hash(same)
    assert pack != other
    assert pack != GOOD
    assert {pack: 1}[same] == 1


def test_a_pack_prints_its_name_and_not_its_cards() -> None:
    pack: Pack[Cards] = packs.read(GOOD, Cards, "demo")

    assert repr(pack) == f"<pack house {pack.sha256[:12]}>"


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("cards = [", "not TOML: "),
        (HEAD, "Object missing required field `cards`"),
        (GOOD.replace('"house"', "7"), "edition: Expected `str`, got `int`"),
        (GOOD.replace("copies = 1", 'copies = "1"'), "owl: cards.1.copies: Expected `int`"),
        (GOOD.replace("copies = 1", "copy = 1"), "owl: cards.1: Object contains unknown field"),
        (GOOD.replace("copies = 1", ""), "owl: cards.1: Object missing required field `copies`"),
        (GOOD + 'effects = [{ type = "Fly" }]\n', "owl: cards.1.effects.0.type: Invalid value"),
        (
            GOOD + 'effects = [{ type = "Effect", coins = "x" }]\n',
            "owl: cards.1.effects.0.coins: Expected `int`, got `str`",
        ),
        (GOOD.replace('id = "owl"', "id = 3"), "cards.1.id: Expected `str`, got `int`"),
        (GOOD + "[limits]\nhand = true\n", "limits: Expected `int`, got `bool`"),
        (
            GOOD + '[prizes.first]\nid = "cup"\ncopies = 1\neffects = [{ type = "Effect" }]\n',
            "prizes.effects.0: Object missing required field `coins`",
        ),
        (HEAD + 'cards = "none"\n', "cards: Expected `array`, got `str`"),
        (GOOD.replace('"demo"', '"chess"'), "game: this pack is for 'chess', not 'demo'"),
    ],
)
def test_a_bad_pack_names_entry_and_field(text: str, says: str) -> None:
    with pytest.raises(BadPack) as bad:
        packs.read(text, Cards, "demo")

    assert str(bad.value).startswith(says)
