"""What an edition may say, and what is refused at load with its place."""

import pytest

from croupier.engines.blast_radius import engine
from croupier.engines.blast_radius.cards import Item, ItemKind
from croupier.engines.blast_radius.commands import DrawItem
from croupier.engines.blast_radius.prompts import ActionPrompt
from croupier.engines.blast_radius.table import Phase
from croupier.engines.kernel.pack import BadPack
from tests.engines.blast_radius.dsl import PACK, A, asked, play, table

HOUSE = engine.house_pack
BOOTS = "".join(
    f'[[objective]]\nid = "goal_{n}"\nname = "Goal"\nvalue = 1\n'
    'need = [{ req = "hold", item = "boot", n = 1 }]\n'
    for n in range(12)
)


def refusal_of(old: str, new: str) -> str:
    """What is said of the house edition with one thing written otherwise."""
    assert HOUSE.count(old) >= 1, "the house edition says that"
    with pytest.raises(BadPack) as bad:
        engine.read_pack(HOUSE.replace(old, new, 1))
    return str(bad.value)


@pytest.mark.parametrize(
    ("old", "new", "where"),
    [
        ("schema = 1", "schema = 2", "schema"),
        ('game = "blast_radius"', 'game = "other"', "game"),
        ("start_items = 2", "start_items = 6", "limits.start_items"),
        ("start_items = 2", "start_items = 2\ncolour = 1", "colour"),
        ('id = "rope"', 'id = "boot"', "boot: item.id: used 2 times"),
        ('id = "obj_02"', 'id = "obj_01"', "obj_01: objective.id: used 2 times"),
        ('id = "boot"', 'id = "Boot"', "item"),
        ("copies = 5", "copies = 31", "boot"),
        ('tags = ["wear"]', 'cost = 2\ntags = ["wear"]', "boot: cost"),
        ('tags = ["wear"]', 'effect = [{ op = "steal" }]\ntags = ["wear"]', "boot: effect"),
        ('effect = [{ op = "steal" }]', "effect = []", "machete: effect"),
        ('effect = [{ op = "steal" }]', 'effect = [{ op = "rob" }]', "machete"),
        (
            'effect = [{ op = "steal" }]',
            'effect = [{ op = "steal" }, { op = "draw", who = "self", n = 1 }]',
            "machete: effect: steal stands alone",
        ),
        ('defend = "weapon"', 'defend = "dart"', "machete: defend"),
        ("cost = 2", "cost = 6", "can_of_beans: cost"),
        ("{ jake = 1 }", "{ jim = 1 }", "can_of_beans: cost_by_character"),
        ("{ jake = 1 }", "{ jake = 9 }", "can_of_beans: cost_by_character.jake"),
        ('from = ["incapacitated"]', 'from = ["sick"]', "defibrillator: self_revive"),
        ('from = ["sick"]', 'from = ["healthy"]', "medical_kit: effect.from"),
        ('op = "reshuffle_discard"', 'op = "joke"', "shuffle: effect"),
        ('[{ op = "sicken", who = "self" }]\nsource', '[{ op = "sicken", who = "target" }]\nsource',
         "radioactive_muffin: effect.who"),
        ("faces = [3, 4]", "faces = [4, 5]", "fallout_gust: effect.on"),
        ('need = [{ req = "hold", item = "boot", n = 2 }]',
         'need = [{ req = "hold", item = "shuffle", n = 2 }]', "obj_01: need: a Reflex"),
        ('item = "bottled_water", n = 3', 'item = "bottled_water", n = 5', ""),
        ('need = [{ req = "hold_tag", tag = "food", n = 3 }]',
         'need = [{ req = "hold_tag", tag = "foot", n = 3 }]', "obj_14: need: no item"),
        ('item = "road_map", n = 1 }, { req = "hold", item = "matches", n = 1',
         'item = "road_map", n = 4 }, { req = "hold", item = "matches", n = 1',
         "obj_06: need: there are not so many"),
        ('action = "steal"', 'action = "sing"', "obj_19"),
    ],
)  # fmt: skip
def test_what_is_wrong_is_named_with_its_place(old: str, new: str, where: str) -> None:
    if not where:
        engine.read_pack(HOUSE.replace(old, new, 1))
        return
    assert where in refusal_of(old, new)


@pytest.mark.rule("BLA-074", "BLA-R63")
def test_a_value_need_not_be_the_sum_of_what_is_needed() -> None:
    pack = engine.read_pack(HOUSE.replace("value = 2", "value = 7", 1))

    assert pack.contents.objectives[0].value == 7
    assert pack.warnings == ("obj_01: value: 7, and 2 items or deeds are asked",)


@pytest.mark.rule("BLA-R63")
def test_what_is_odd_about_an_edition_is_said_and_played() -> None:
    limits = HOUSE.replace("hand_limit = 5", "hand_limit = 10")
    many = limits.replace("objectives_to_trigger = 3", "objectives_to_trigger = 4")
    unarmed = HOUSE.replace('op = "steal"', 'op = "draw", who = "self", n = 1')
    boots = HOUSE.replace('item = "boot"', 'item = "rope"')
    few = HOUSE
    for copies in ("6", "5", "4", "3", "2"):
        few = few.replace(f"copies = {copies}", "copies = 1")
    few = few[: few.index("[[objective]]")].replace("cost = 2", "cost = 1") + BOOTS

    assert engine.read_pack(HOUSE).warnings == ()
    assert engine.read_pack(limits).warnings == ()
    assert engine.read_pack(many).warnings == ("objective: 24, and 6 players may use up 30",)
    assert engine.read_pack(unarmed).warnings == ("item: no weapon, so nobody can attack",)
    assert "boot: Loot that no objective can use" not in engine.read_pack(boots).warnings
    wearless = boots.replace('tags = ["wear"]', 'tags = ["shoe"]', 1)
    assert engine.read_pack(wearless).warnings == ("boot: Loot that no objective can use",)
    few = few.replace("copies = 1", "copies = 5", 1).replace("hand_limit = 5", "hand_limit = 6")
    odd = engine.read_pack(few).warnings
    assert odd[:2] == (
        "item: 36 cards, and 6 hands hold 36",
        "objective: 12, and 6 players may use up 24",
    )
    assert "rope: Loot that no objective can use" in odd


@pytest.mark.rule("BLA-001")
def test_six_players_must_find_cards_and_objectives() -> None:
    goal = HOUSE.index('[[objective]]\nid = "obj_12"')
    with pytest.raises(BadPack, match="objective: 11, 12 are dealt"):
        engine.read_pack(HOUSE[:goal])
    many = HOUSE.replace("start_items = 2", "start_items = 5").replace("copies = 5", "copies = 1")
    many = many.replace("cost = 2", "cost = 1")
    for copies in ("6", "4", "3", "2"):
        many = many.replace(f"copies = {copies}", "copies = 1")
    with pytest.raises(BadPack, match="cards that are no Reflex, 30 are dealt"):
        engine.read_pack(many[: many.index("[[objective]]")] + BOOTS)


@pytest.mark.rule("BLA-055", "BLA-051")
@pytest.mark.parametrize("item", PACK.contents.items, ids=lambda item: str(item.id))
def test_every_card_is_drawn_and_every_strike_is_offered(item: Item) -> None:
    others = "1: boot.2 rope.2\n2 down 0: tarp.2\ndiscard: boot.3 rope.4"
    deck = f"deck: {item.id}.1 boot.4 rope.1 tarp.1"
    on = table(f"0 sick: {item.id}.2\n{others}\n{deck}", Phase.DRAW)

    drawn = play(on, DrawItem(A), dice=[1] if item.id == "fallout_gust" else []).table

    if item.kind is ItemKind.REFLEX:
        assert f"{item.id}.1" not in [card for hand in drawn.hands for card in hand]
        assert f"{item.id}.1" in drawn.discard
        return
    assert drawn.hands[A] == (f"{item.id}.2", f"{item.id}.1")
    offered = [strike.item for strike in asked(drawn, ActionPrompt).strikes]
    assert (item.id in offered) is (item.kind is ItemKind.STRIKE and item.playable)
