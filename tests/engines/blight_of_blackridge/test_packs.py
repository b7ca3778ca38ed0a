"""A publisher's pack that cannot be played is refused, with its entry and field."""

import pytest

from croupier.engines.blight_of_blackridge import engine
from croupier.engines.kernel.pack import BadPack
from croupier.engines.kernel.rng import KeyedRng

HOUSE = engine.house_pack


def why(old: str, new: str) -> str:
    """What is said of the house edition with this change."""
    assert old in HOUSE
    with pytest.raises(BadPack) as bad:
        engine.read_pack(HOUSE.replace(old, new, 1))
    return str(bad.value)


@pytest.mark.parametrize(
    ("old", "new", "entry", "field"),
    [
        ('op = "ward"', 'op = "fly"', "bait_meat", "fly"),
        ('{ op = "cleanse", n = 1 }', '{ op = "cleanse" }', "bitter_tea", "n"),
        ('{ op = "ward" }', '{ op = "ward", n = 3 }', "bait_meat", "n"),
        ("count = 8", "count = 0", "hardtack", "count"),
        ('name = "Hardtack"\n', "", "hardtack", "name"),
        ("damage = [1, 1, 2, 2, 3, 3]", "damage = [1, 2]", "throwing_knife", "6"),
        ("random = 1 }", "random = 2 }", "gunhand", "5"),
        ('deck = "weapon", n = 1 }', 'deck = "corruption", n = 1 }', "", "deck"),
        ("wager = { kind", "wagers = { kind", "dust_devil", "wagers"),
        ("n = 3 }\nreward", "n = 0 }\nreward", "dust_devil", "n"),
        ('id = "tinned_beans"', 'id = "hardtack"', "hardtack", "used 2 times"),
        ('step = "rolloff"', 'step = "duel"', "poker_night", "duel"),
        ("weapon = 1 } }", "weapon = 1, tool = 1 } }", "general_store", "one kind"),
        ('cost = { ailment = "damage", n = 1 }', "cost = { }", "sawbones", "cost"),
        ("schema = 1", "schema = 7", "", "schema"),
        ('game = "blight_of_blackridge"', 'game = "chess"', "", "chess"),
        ("damage = 3\ncorrupt = { cost = 1, set = { damage = 5 } }", "", "lever_action", "damage"),
        ("set = { damage = 3 }", "set = { speed = 3 }", "pickaxe", "speed"),
        ('kind = "any", min = 1, max = 1', 'kind = "any", min = 2, max = 1', "poker_night", "min"),
        ('{ step = "contribute", kind = "any", min = 1, max = 1 },', "", "poker_night", "rolloff"),
        ('{ step = "rolloff", best = "high" },', "", "poker_night", "award_pot"),
        ('{ step = "most" },', "", "passing_train", "apply"),
        ('{ step = "vote", target = "other" },', "", "town_vote", "apply"),
        ('when = ["creature"]', "when = []", "card", "when"),
        ('op = "peek_bet", n = 1, bet = "any"', 'op = "peek_bet", n = 1', "lantern", "bet"),
        ('bet = "any"', 'bet = "mine"', "lantern", "bet"),
        ("cost = 1, set", "cost = 0, set", "pickaxe", "cost"),
        ('type = "creature"', 'type = "shop"', "dust_devil", "penalty"),
        ('type = "shop"', 'type = "creature"', "general_store", "wager"),
        ("count = 8", "count = 100", "hardtack", "count"),
        ('[[loadout]]\nid = "gunhand"', '[[loadout]]\nid = "tinker"', "tinker", "id"),
        ('to = "most_voted"', 'to = "everyone"', "town_vote", "to"),
        (
            'op = "gain", deck = "tool", n = 1 }]',
            'op = "mod_bet", n = 1, bet = "own" }]',
            "",
            "mod_bet",
        ),
        ('penalty = { who = "losers"', 'penalty = { who = "all"', "gorge_beast", "who"),
    ],
)
def test_a_mistake_is_named_with_entry_and_field(
    old: str, new: str, entry: str, field: str
) -> None:
    said = why(old, new)

    assert entry in said
    assert field in said


def test_an_impossible_table_is_refused() -> None:
    for loose in ("penalty", "kill = true", "reward"):
        assert loose in HOUSE
    creature = why('kill = true\nwager = { kind = "weapon_damage", n = 3 }', "kill = true")
    assert "dust_devil" in creature
    assert "wager" in creature
    roll = why(
        '[{ op = "gain", deck = "tool", n = 2 }], [{ op = "gain", deck = "tool", n = 3 }] ] }]',
        '[{ op = "gain", deck = "tool", n = 2 }] ] }]',
    )
    assert "dust_devil" in roll
    assert "6" in roll


def test_a_new_card_is_a_few_lines_of_text() -> None:
    card = """
[[card]]
id = "sling"
name = "Sling"
deck = "weapon"
count = 50
damage = 2
on_win = [{ op = "steal", n = 1, target = "other", optional = true }]
"""
    pack = engine.read_pack(HOUSE + card)
    table = engine.setup(2, engine.options(), pack, KeyedRng(b"sling")).table

    assert len(engine.questions(table)) == 2
