"""What a pack must be: every mistake is refused with the entry and the field."""

import pytest

from croupier.engines.kernel.pack import BadPack
from croupier.engines.kernel.rng import KeyedRng
from croupier.engines.the_blessed_dark import engine
from croupier.engines.the_blessed_dark.cards import DarkOne, Demon, Spell
from croupier.engines.the_blessed_dark.dice import uses
from croupier.engines.the_blessed_dark.edition import house_pack
from tests.engines.the_blessed_dark.dsl import PACK, PLAIN
from tests.engines.the_blessed_dark.packs import ANY, DARK_ONE, SMALL, demon, pack, spell

TEXT = house_pack()
BLOOD = '{ do = "gain_blood", amount = 1 }'
NIGHT = TEXT[TEXT.index("# ---- The Dark One") : TEXT.index("# ---- Demons")]


def problem(old: str, new: str) -> str:
    """What is said of the house pack with one thing changed."""
    assert old in TEXT
    with pytest.raises(BadPack) as bad:
        engine.read_pack(TEXT.replace(old, new, 1))
    return str(bad.value)


def said_of(text: str) -> str:
    """What is said of a whole pack."""
    with pytest.raises(BadPack) as bad:
        engine.read_pack(text)
    return str(bad.value)


@pytest.mark.rule("BLE-001", "BLE-R02", "BLE-R27", "BLE-R50")
def test_the_house_edition() -> None:
    cards = PACK.contents.cards

    assert [type(card) for card in cards] == [DarkOne] + [Demon] * 10 + [Spell] * 21
    assert PACK.contents.dark_one.favor == 4
    favors = [card.favor for card in cards if isinstance(card, Demon)]
    assert favors == [2, 2, 3, 3, 3, 4, 4, 5, 5, 7]
    skulls = [card.id for card in cards if isinstance(card, Spell) and card.symbol == "skull"]
    assert skulls == [
        "unlidded_eye",
        "grave_ledger",
        "cut_binding",
        "banishing_word",
        "cold_iron_litany",
        "sunlit_bell",
    ]
    assert all(card.copies == 1 for card in cards if not isinstance(card, DarkOne))
    assert {uses(card.dice) for card in cards if not isinstance(card, DarkOne)} == {1, 2, 3}


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ("schema = 1", "schema = 2", ["schema", "2"]),
        ("schema = 1", "", ["schema"]),
        ('edition = "croupier-house-1"', 'edition = ""', ["edition"]),
        ('game = "the_blessed_dark"', 'game = "blessed_dark"', ["game", "blessed_dark"]),
        (NIGHT, "", ["dark_one", "0"]),
        (NIGHT, NIGHT + NIGHT.replace('"dark_one"\nname', '"o"\nname'), ["dark_one", "2"]),
        ("favor = 4\n", "favor = 4\nblood = 1\n", ["dark_one", "blood"]),
        ("favor = 4\n", "favor = 4\ncopies = 2\n", ["dark_one", "copies"]),
        ("favor = 4\n", 'favor = 4\nsymbol = "exhaust"\n', ["dark_one", "symbol"]),
        ("favor = 4\n", "favor = 0\n", ["dark_one", "favor"]),
        ('id = "sootwing"', 'id = "gnawling"', ["gnawling", "id", "2 times"]),
        ('name = "Sootwing"', 'name = "Gnawling"', ["Gnawling", "name", "2 times"]),
        ('id = "sootwing"', 'id = "Soot wing"', ["card.2.id"]),
        ('name = "Sootwing"', 'name = ""', ["sootwing", "name"]),
        ("blood = 1\nfavor = 2", "blood = 21\nfavor = 2", ["gnawling", "blood"]),
        ("blood = 1\nfavor = 2", "blood = -1\nfavor = 2", ["gnawling", "blood"]),
        ("blood = 1\nfavor = 2", "blood = 1\nfavor = 0", ["gnawling", "favor"]),
        ('favor = 2\nsymbol = "exhaust"', 'favor = 2\nsymbol = "skull"', ["gnawling", "symbol"]),
        ("blood = 0\nsymbol", "blood = 0\nfavor = 1\nsymbol", ["red_tithe", "favor"]),
        ("blood = 0\nsymbol", "blood = 0\ncolour = 1\nsymbol", ["red_tithe", "colour"]),
        ('effects = [{ do = "gain_blood", amount = 3 }]', "effects = []", ["red_tithe", "effects"]),
        ('effects = [{ do = "gain_blood", amount = 3 }]', "", ["red_tithe", "effects"]),
        ('"gain_blood", amount = 3', '"gain_favor", amount = 3', ["red_tithe", "gain_favor"]),
        ('"gain_blood", amount = 3', '"gain_blood", amount = 0', ["red_tithe", "amount"]),
        ('"gain_blood", amount = 3', '"gain_blood", amount = 21', ["red_tithe", "amount"]),
        ('"gain_blood", amount = 3', '"gain_blood"', ["red_tithe", "amount"]),
        ('"gain_blood", amount = 3', '"gain_blood", amount = 3, of = 1', ["red_tithe", "of"]),
        ("look = 3, take = 1", "look = 0, take = 1", ["ember_reading", "look"]),
        ("look = 3, take = 1", "look = 11, take = 1", ["ember_reading", "look"]),
        ("look = 3, take = 1", "look = 3, take = 4", ["ember_reading", "take"]),
        ("look = 3, take = 1", "look = 3, take = 0", ["ember_reading", "take"]),
        ("max_favor = 3", "max_favor = 0", ["banishing_word", "max_favor"]),
        ('pattern = "pair" }', 'pattern = "pears" }', ["gnawling", "pears"]),
        ('pattern = "pair" }', 'pattern = "pair", min = 7 }', ["gnawling", "min"]),
        ('pattern = "pair" }', 'pattern = "pair", count = 2 }', ["gnawling", "count"]),
        ("count = 2, value = 5", "count = 4, value = 5", ["sootwing", "count"]),
        ("count = 2, value = 5", "count = 0, value = 5", ["sootwing", "count"]),
        ("count = 2, value = 5", "count = 2, value = 7", ["sootwing", "value"]),
        ('parity = "odd"', 'parity = "prime"', ["thornmother", "parity"]),
        ("values = [2, 5]", "values = []", ["weeping_twin", "values"]),
        ("values = [2, 5]", "values = [2, 5, 1, 1]", ["weeping_twin", "values"]),
        ("values = [2, 5]", "values = [0]", ["weeping_twin", "values"]),
        ('"run", count = 3', '"run", count = 1', ["marrow_hound", "count"]),
        ('"sum_min", count = 3, value = 15', '"sum_min", count = 1, value = 5', ["ashen_judge"]),
        (
            '"sum_min", count = 3, value = 15',
            '"sum_min", count = 2, value = 13',
            ["ashen_judge", "dice"],
        ),
        (
            '"sum_is", count = 3, value = 10',
            '"sum_is", count = 3, value = 2',
            ["pale_surveyor", "dice"],
        ),
        ("values = [1] }]", "values = [1, 2] }]", ["feast_of_knives", "4 dice"]),
        (
            "parts = [{",
            'parts = [{ pattern = "all_of", parts = [] }, {',
            ["feast_of_knives", "all_of"],
        ),
        ('kind = "demon"\n', 'kind = "devil"\n', ["gnawling", "devil"]),
        ('kind = "demon"\n', "", ["gnawling", "kind"]),
    ],
)
def test_a_mistake_is_named_with_its_entry_and_field(old: str, new: str, words: list[str]) -> None:
    said = problem(old, new)

    assert [word for word in words if word not in said] == [], said


def test_no_toml_at_all() -> None:
    assert "TOML" in said_of("cards, please")


@pytest.mark.rule("BLE-R53")
def test_the_size_of_a_deck() -> None:
    def of(copies: int, *more: str) -> str:
        return pack([spell("a", ANY, BLOOD, copies=copies), *more])

    assert "7 for the deck" in said_of(of(7))
    assert len(engine.read_pack(of(8)).contents.deck) == 8
    most = [spell(f"s{n}", ANY, BLOOD, copies=20) for n in range(10)]
    assert len(engine.read_pack(pack(most)).contents.deck) == 200
    assert "201 for the deck" in said_of(pack([*most, spell("z", ANY, BLOOD)]))
    assert "copies" in said_of(of(21))
    assert "copies" in said_of(of(0))


@pytest.mark.rule("BLE-R53", "BLE-R27")
def test_bounds_that_are_legal() -> None:
    cards = [
        demon("rich", 'pattern = "triple", min = 6', 100, blood=20, copies=8),
        spell("a", 'pattern = "exact", values = [6, 6, 6]', ", ".join([BLOOD] * 8), blood=20),
        spell(
            "b",
            'pattern = "sum_max", count = 2, value = 2',
            '{ do = "scry", look = 10, take = 10 }',
        ),
        spell("c", 'pattern = "sum_min", count = 3, value = 18', '{ do = "draw", amount = 20 }'),
    ]

    assert len(engine.read_pack(pack(cards)).contents.cards) == 5
    assert "effects" in said_of(pack([*cards, spell("d", ANY, ", ".join([BLOOD] * 9))]))


@pytest.mark.rule("BLE-R27", "BLE-R53")
def test_an_edition_of_ones_own_is_played() -> None:
    small = engine.read_pack(SMALL)
    table = engine.setup(2, PLAIN, small, KeyedRng(b"small")).table

    assert table.deck.count == len(small.contents.deck) - 6
    assert (small.contents.dark_one.id, small.contents.dark_one.favor) == ("night", 3)
    assert DARK_ONE in SMALL
