"""The casting probabilities of the house edition, exactly, as the engine's own offers give them.

A roll counts as a success if the engine offers the cast to a seat with the card's blood and so
much more. Re-rolls are chosen as well as can be, over all 216 rolls and 7 ways to roll again.
"""

from fractions import Fraction
from functools import cache
from itertools import combinations, product

import pytest

from croupier.engines.kernel.values import replace
from croupier.engines.the_blessed_dark import engine
from croupier.engines.the_blessed_dark.cards import DarkOne
from croupier.engines.the_blessed_dark.edition import read_pack
from croupier.engines.the_blessed_dark.prompts import RitualPrompt
from croupier.engines.the_blessed_dark.table import Options, Ritual
from tests.engines.the_blessed_dark.dsl import PACK, asked, table
from tests.engines.the_blessed_dark.packs import demon, pack

ROLLS = tuple(product(range(1, 7), repeat=3))
SORTED = tuple(dict.fromkeys(tuple(sorted(roll)) for roll in ROLLS))
KEPT = tuple(kept for count in (0, 1, 2) for kept in combinations(range(3), count))
EXTRA = range(4)  # blood beyond the card's own cost

Dice = tuple[int, ...]
Wins = dict[Dice, bool]
Odds = tuple[str, ...]  # one roll, then three rolls with 0, 1, 2, ... extra blood

HOUSE: dict[str, Odds] = {
    "gnawling": ("0.444", "0.829", "0.999", "1.000", "1.000"),
    "sootwing": ("0.259", "0.789", "0.925", "0.980", "0.995"),
    "thornmother": ("0.125", "0.670", "0.957", "0.998", "1.000"),
    "weeping_twin": ("0.139", "0.536", "0.935", "0.998", "1.000"),
    "marrow_hound": ("0.111", "0.466", "0.939", "0.997", "1.000"),
    "ashen_judge": ("0.093", "0.515", "0.666", "0.794", "0.886"),
    "pale_surveyor": ("0.125", "0.390", "0.833", "0.967", "0.991"),
    "hollow_choir": ("0.037", "0.348", "0.649", "0.875", "0.973"),
    "crownless_king": ("0.028", "0.218", "0.654", "0.900", "0.980"),
    "drowned_sun": ("0.005", "0.075", "0.193", "0.353", "0.515"),
    "red_tithe": ("0.500", "0.957", "0.998", "1.000", "1.000"),
    "brimming_basin": ("0.259", "0.794", "0.886", "0.945", "0.977"),
    "leech_knot": ("0.421", "0.806", "0.998", "1.000", "1.000"),
    "crimson_toll": ("0.111", "0.466", "0.939", "0.997", "1.000"),
    "open_vein": ("0.259", "0.789", "0.925", "0.980", "0.995"),
    "feast_of_knives": ("0.074", "0.328", "0.709", "0.925", "0.991"),
    "turned_page": ("0.421", "0.806", "0.998", "1.000", "1.000"),
    "hasty_inscription": ("0.556", "0.950", "1.000", "1.000", "1.000"),
    "stolen_verse": ("0.125", "0.670", "0.957", "0.998", "1.000"),
    "torn_leaf": ("0.421", "0.806", "0.998", "1.000", "1.000"),
    "unlidded_eye": ("0.417", "0.802", "0.995", "0.999", "1.000"),
    "ember_reading": ("0.421", "0.806", "0.974", "0.998", "1.000"),
    "grave_ledger": ("0.162", "0.666", "0.794", "0.886", "0.945"),
    "second_candle": ("0.444", "0.829", "0.999", "1.000", "1.000"),
    "numbing_chant": ("0.139", "0.536", "0.918", "0.989", "1.000"),
    "pall_of_smoke": ("0.125", "0.670", "0.833", "0.934", "0.983"),
    "unpicked_seal": ("0.421", "0.806", "0.998", "1.000", "1.000"),
    "cut_binding": ("0.139", "0.536", "0.831", "0.962", "0.997"),
    "banishing_word": ("0.074", "0.383", "0.662", "0.853", "0.940"),
    "cold_iron_litany": ("0.037", "0.348", "0.550", "0.721", "0.848"),
    "sunlit_bell": ("0.046", "0.353", "0.515", "0.666", "0.794"),
}
OTHERS: dict[str, Odds] = {
    'pattern = "exact", values = [3, 3]': ("0.383", "0.741", "0.970"),
    'pattern = "exact", values = [1, 3, 5]': ("0.228", "0.608", "0.877"),
    'pattern = "exact", values = [4, 5, 6]': ("0.228", "0.560", "0.766"),
    'pattern = "pair", min = 4': ("0.669", "0.952", "0.989"),
    'pattern = "pair", min = 5': ("0.569", "0.853", "0.968"),
    'pattern = "triple", min = 4': ("0.152", "0.503", "0.759"),
    'pattern = "run", count = 2': ("0.946", "1.000", "1.000"),
    'pattern = "each_min", count = 3, value = 4': ("0.670", "0.833", "0.934"),
    'pattern = "each_max", count = 3, value = 2': ("0.348", "0.550", "0.721"),
    'pattern = "each_in", count = 2, values = [1, 6]': ("0.789", "0.959", "0.998"),
    'pattern = "sum_min", count = 3, value = 14': ("0.666", "0.794", "0.886"),
    'pattern = "sum_min", count = 3, value = 16': ("0.353", "0.515", "0.666"),
    'pattern = "sum_min", count = 2, value = 11': ("0.662", "0.853", "0.940"),
    'pattern = "sum_max", count = 3, value = 6': ("0.515", "0.666", "0.794"),
    'pattern = "sum_is", count = 3, value = 13': ("0.361", "0.781", "0.930"),
    'pattern = "sum_is", count = 3, value = 7': ("0.326", "0.718", "0.878"),
}


def castable(card: str, extra: int, text: str | None = None) -> Wins:
    """For every roll whether the engine offers the cast, with so much blood to spare."""
    edition = PACK if text is None else read_pack(text)
    blood = edition.contents.castable(card).blood + extra
    on = table(f"blood: {blood} 0\ngrimoire 0: {card}\ndice: 1 1 1", Options(), edition)
    offered = {
        roll: bool(asked(replace(on, ritual=Ritual(roll, 1)), RitualPrompt).casts)
        for roll in SORTED
    }
    return {roll: offered[tuple(sorted(roll))] for roll in ROLLS}


def chance(wins: Wins, attempts: int) -> Fraction:
    """Of success within so many attempts, with the best re-rolls."""

    @cache
    def from_here(dice: Dice, left: int) -> Fraction:
        if wins[dice] or not left:
            return Fraction(int(wins[dice]))
        return max([rolled(tuple([dice[die] for die in kept]), left) for kept in KEPT])

    @cache
    def rolled(kept: Dice, left: int) -> Fraction:
        ways = tuple(product(range(1, 7), repeat=3 - len(kept)))
        odds = [from_here(tuple(sorted(kept + faces)), left - 1) for faces in ways]
        return sum(odds, Fraction(0)) / len(ways)

    return rolled((), attempts)


def rounded(odds: Fraction) -> str:
    """A probability as the tables write it."""
    return f"{float(odds):.3f}"


@pytest.mark.rule("BLE-R03", "BLE-084", "BLE-103", "BLE-106")
@pytest.mark.parametrize("card", HOUSE)
def test_the_odds_of_every_card(card: str) -> None:
    one, *three = HOUSE[card]

    assert rounded(chance(castable(card, 0), 1)) == one
    for extra, odds in zip(EXTRA, three, strict=True):
        assert rounded(chance(castable(card, extra), 3)) == odds


@pytest.mark.rule("BLE-103", "BLE-232")
@pytest.mark.parametrize("dice", OTHERS)
def test_the_odds_of_other_patterns(dice: str) -> None:
    filler = [demon(f"d{n}", 'pattern = "pair"', 1) for n in range(8)]
    text = pack([demon("it", dice, 1), *filler])

    for extra, odds in zip(range(3), OTHERS[dice], strict=True):
        assert rounded(chance(castable("it", extra, text), 3)) == odds


def test_every_card_of_the_house_edition_is_in_the_table() -> None:
    cards = engine.read_pack(engine.house_pack).contents.cards

    assert [card.id for card in cards if not isinstance(card, DarkOne)] == list(HOUSE)


@pytest.mark.rule("BLE-140", "BLE-R22")
@pytest.mark.parametrize(("attempts", "odds"), [(1, "0.028"), (2, "0.113"), (3, "0.218")])
def test_the_odds_of_a_natural_triple(attempts: int, odds: str) -> None:
    on = table("blood: 1 0\ndice: 1 1 1")
    wins: Wins = {
        roll: asked(replace(on, ritual=Ritual(roll, 1)), RitualPrompt).summon is not None
        for roll in ROLLS
    }

    assert rounded(chance(wins, attempts)) == odds


@pytest.mark.rule("BLE-R22")
@pytest.mark.parametrize(("extra", "odds"), [(1, "0.654"), (2, "0.900")])
def test_the_odds_of_a_triple_that_may_be_bought(extra: int, odds: str) -> None:
    bought = Options(dark_one_modified_triple=True)
    on = table(f"blood: {1 + extra} 0\ndice: 1 1 1", bought)
    wins: Wins = {
        roll: asked(replace(on, ritual=Ritual(roll, 1)), RitualPrompt).summon is not None
        for roll in ROLLS
    }

    assert rounded(chance(wins, 3)) == odds
