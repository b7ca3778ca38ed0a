"""What dice can be asked for: BLE-220 to BLE-232, each against a plain count of all rolls."""

from collections import Counter
from collections.abc import Callable
from itertools import pairwise, product

import msgspec
import pytest

from croupier.engines.the_blessed_dark.dice import (
    Plan,
    Requirement,
    Values,
    meets,
    plans,
    price,
    solutions,
    uses,
)


def pattern(**fields: object) -> Requirement:
    """A requirement as a pack writes it."""
    read: Requirement = msgspec.convert(fields, Requirement)
    return read


def steps(values: Values) -> list[int]:
    """The differences of sorted values."""
    low_first = sorted(values)
    return [b - a for a, b in pairwise(low_first)]


PAIR_AND_ONE: dict[str, object] = {
    "pattern": "all_of",
    "parts": [{"pattern": "pair"}, {"pattern": "exact", "values": [1]}],
}
Truth = Callable[[Values], bool]
EVERY: list[tuple[str, dict[str, object], int, Truth]] = [
    ("BLE-220", {"pattern": "exact", "values": [5, 2]}, 2, lambda v: Counter(v) == Counter((2, 5))),
    ("BLE-220", {"pattern": "exact", "values": [6, 6, 1]}, 3, lambda v: sorted(v) == [1, 6, 6]),
    ("BLE-221", {"pattern": "each_min", "count": 2, "value": 5}, 2, lambda v: min(v) >= 5),
    ("BLE-222", {"pattern": "each_max", "count": 3, "value": 3}, 3, lambda v: max(v) <= 3),
    (
        "BLE-223",
        {"pattern": "each_in", "count": 3, "values": [1, 6]},
        3,
        lambda v: set(v) <= {1, 6},
    ),
    (
        "BLE-224",
        {"pattern": "parity", "count": 3, "parity": "odd"},
        3,
        lambda v: all(n % 2 for n in v),
    ),
    (
        "BLE-224",
        {"pattern": "parity", "count": 2, "parity": "even"},
        2,
        lambda v: not any(n % 2 for n in v),
    ),
    ("BLE-225", {"pattern": "sum_min", "count": 3, "value": 15}, 3, lambda v: sum(v) >= 15),
    ("BLE-226", {"pattern": "sum_max", "count": 2, "value": 4}, 2, lambda v: sum(v) <= 4),
    ("BLE-227", {"pattern": "sum_is", "count": 2, "value": 7}, 2, lambda v: sum(v) == 7),
    ("BLE-228", {"pattern": "pair"}, 2, lambda v: v[0] == v[1]),
    ("BLE-228", {"pattern": "pair", "min": 4}, 2, lambda v: v[0] == v[1] >= 4),
    ("BLE-229", {"pattern": "triple"}, 3, lambda v: len(set(v)) == 1),
    ("BLE-229", {"pattern": "triple", "min": 5}, 3, lambda v: len(set(v)) == 1 and v[0] >= 5),
    ("BLE-230", {"pattern": "run", "count": 2}, 2, lambda v: steps(v) == [1]),
    ("BLE-230", {"pattern": "run", "count": 3}, 3, lambda v: steps(v) == [1, 1]),
    ("BLE-231", {"pattern": "distinct", "count": 2}, 2, lambda v: len(set(v)) == 2),
    ("BLE-231", {"pattern": "distinct", "count": 3}, 3, lambda v: len(set(v)) == 3),
    (
        "BLE-232",
        PAIR_AND_ONE,
        3,
        lambda v: (
            (sorted(v)[0] == 1 and sorted(v)[1] == sorted(v)[2])
            or (sorted(v)[:2] == [1, 1] and sorted(v)[2] == 1)
        ),
    ),
]


@pytest.mark.rule("BLE-220", "BLE-221", "BLE-222", "BLE-223", "BLE-224", "BLE-225", "BLE-226")
@pytest.mark.rule("BLE-227", "BLE-228", "BLE-229", "BLE-230", "BLE-231", "BLE-232", "BLE-103")
@pytest.mark.parametrize(("rule", "fields", "dice", "truth"), EVERY)
def test_a_pattern_is_met_by_exactly_these_dice(
    rule: str, fields: dict[str, object], dice: int, truth: Truth
) -> None:
    requirement = pattern(**fields)
    met = [v for v in product(range(1, 7), repeat=dice) if meets(requirement, v)]

    assert rule in (type(requirement).__doc__ or "")
    assert uses(requirement) == dice
    assert met == [v for v in product(range(1, 7), repeat=dice) if truth(v)]
    assert met == list(solutions(requirement))


@pytest.mark.rule("BLE-228", "BLE-229", "BLE-230", "BLE-R19")
def test_three_of_a_kind_hold_a_pair_and_a_run_does_not_wrap() -> None:
    assert meets(pattern(pattern="pair"), (3, 3))
    assert not meets(pattern(pattern="run", count=3), (5, 6, 1))
    assert not meets(pattern(pattern="run", count=2), (6, 1))
    assert not meets(pattern(pattern="run", count=2), (4, 4))


@pytest.mark.rule("BLE-232", "BLE-R48")
def test_parts_use_dice_of_their_own() -> None:
    both = pattern(**PAIR_AND_ONE)

    assert meets(both, (1, 4, 4))
    assert meets(both, (4, 1, 4))
    assert meets(both, (1, 1, 1))
    assert not meets(both, (1, 1, 4))


@pytest.mark.rule("BLE-110", "BLE-111", "BLE-112", "BLE-113")
@pytest.mark.parametrize(("rule", "fields", "dice", "truth"), EVERY)
def test_plans_are_all_ways_to_get_there_the_cheapest_first(
    rule: str, fields: dict[str, object], dice: int, truth: Truth
) -> None:
    for values in ((1,) * dice, (6, 3, 2)[:dice]):
        ways = plans(pattern(**fields), values)
        reached = [tuple(v + m for v, m in zip(values, way.mods, strict=True)) for way in ways]

        assert sorted(reached) == [v for v in product(range(1, 7), repeat=dice) if truth(v)]
        assert ways == tuple(sorted(ways))
        assert all(way == Plan(price(way.mods), way.mods) for way in ways)
