"""Editions that are not the house's: copies, other amounts, every pattern."""

from collections.abc import Iterable

HEAD = """
schema = 1
edition = "small"
game = "the_blessed_dark"
"""
DARK_ONE = """
[[card]]
id = "night"
name = "Night"
kind = "dark_one"
favor = 3
"""


def spell(name: str, dice: str, effects: str, **fields: object) -> str:
    """A spell of a pack; blood 0 and an exhaust icon unless said otherwise."""
    return _card(name, {"kind": "spell", "symbol": "exhaust", **fields}, dice, effects)


def demon(name: str, dice: str, favor: int, **fields: object) -> str:
    """A demon of a pack."""
    return _card(name, {"kind": "demon", "symbol": "exhaust", "favor": favor, **fields}, dice)


def _card(name: str, fields: dict[str, object], dice: str, effects: str = "") -> str:
    named = {"id": name, "name": name.title(), **fields}
    lines = [f"{key} = {_toml(value)}" for key, value in named.items()]
    lines += [f"dice = {{ {dice} }}"] + ([f"effects = [{effects}]"] if effects else [])
    return "\n[[card]]\n" + "\n".join(lines) + "\n"


def _toml(value: object) -> str:
    return f'"{value}"' if isinstance(value, str) else str(value)


def pack(cards: Iterable[str], dark_one: str = DARK_ONE, head: str = HEAD) -> str:
    """The TOML text of an edition."""
    return head + dark_one + "".join(cards)


ANY = 'pattern = "each_min", count = 1, value = 1'

SMALL = pack(
    (
        demon("imp", 'pattern = "pair", min = 2', 2, copies=3),
        demon("ogre", 'pattern = "sum_is", count = 2, value = 9', 4, blood=1),
        spell("raze", ANY, '{ do = "destroy_spell", amount = 2, demons = true }', copies=2),
        spell("dig", ANY, '{ do = "scry", look = 4, take = 2 }', copies=2, symbol="skull"),
        spell("haul", ANY, '{ do = "recover", amount = 2 }', copies=2),
        spell("flee", ANY, '{ do = "withdraw", amount = 2 }', symbol="skull"),
        spell("wring", ANY, '{ do = "discard_hand", amount = 2 }'),
        spell("pry", ANY, '{ do = "peek_discard" }, { do = "steal_hand" }'),
        spell("lull", ANY, '{ do = "exhaust_spell", amount = 1 }'),
        spell("fog", ANY, '{ do = "exhaust_each", amount = 1 }'),
        spell("wake", ANY, '{ do = "refresh_own", amount = 1 }'),
        spell("oust", ANY, '{ do = "banish" }, { do = "steal_blood", amount = 1 }'),
    )
)
