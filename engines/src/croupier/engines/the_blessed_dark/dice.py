"""Three ritual dice: what a card requires of them, and what it costs to get there."""

from functools import lru_cache
from itertools import permutations, product
from typing import Annotated, Literal, NamedTuple, TypeAlias, assert_never

from msgspec import Meta

from croupier.engines.kernel.pack import Data

DICE = 3  # BLE-003
FACES = range(1, 7)  # BLE-R03: fair six-sided dice
ATTEMPTS = 3  # BLE-084
NO_MODS = (0,) * DICE
KEPT_MAX = 1_024  # of what was worked out, kept for the next table

Face = Annotated[int, Meta(ge=1, le=6)]
Count = Annotated[int, Meta(ge=1, le=DICE)]
Several = Annotated[int, Meta(ge=2, le=DICE)]
Total = Annotated[int, Meta(ge=2, le=18)]
Values: TypeAlias = tuple[int, ...]


class Pattern(Data, frozen=True, kw_only=True, tag_field="pattern"):
    """BLE-103. A dice requirement."""


class Exact(Pattern, frozen=True, kw_only=True, tag="exact"):
    """BLE-220. Exactly these faces."""

    values: Annotated[tuple[Face, ...], Meta(min_length=1, max_length=DICE)]


class EachMin(Pattern, frozen=True, kw_only=True, tag="each_min"):
    """BLE-221. Every die is at least `value`."""

    count: Count
    value: Face


class EachMax(Pattern, frozen=True, kw_only=True, tag="each_max"):
    """BLE-222. Every die is at most `value`."""

    count: Count
    value: Face


class EachIn(Pattern, frozen=True, kw_only=True, tag="each_in"):
    """BLE-223. Every die is one of `values`."""

    count: Count
    values: Annotated[tuple[Face, ...], Meta(min_length=1, max_length=6)]


class Parity(Pattern, frozen=True, kw_only=True, tag="parity"):
    """BLE-224. Every die is even, or every die is odd."""

    count: Count
    parity: Literal["even", "odd"]


class SumMin(Pattern, frozen=True, kw_only=True, tag="sum_min"):
    """BLE-225. The dice add up to at least `value`."""

    count: Several
    value: Total


class SumMax(Pattern, frozen=True, kw_only=True, tag="sum_max"):
    """BLE-226. The dice add up to at most `value`."""

    count: Several
    value: Total


class SumIs(Pattern, frozen=True, kw_only=True, tag="sum_is"):
    """BLE-227. The dice add up to `value`."""

    count: Several
    value: Total


class Pair(Pattern, frozen=True, kw_only=True, tag="pair"):
    """BLE-228. Two equal dice of at least `min`; two of three equal ones will do."""

    min: Face = 1


class Triple(Pattern, frozen=True, kw_only=True, tag="triple"):
    """BLE-229. Three equal dice of at least `min`."""

    min: Face = 1


class Run(Pattern, frozen=True, kw_only=True, tag="run"):
    """BLE-230. Consecutive faces, without a step from 6 to 1."""

    count: Several


class Distinct(Pattern, frozen=True, kw_only=True, tag="distinct"):
    """BLE-231. All different."""

    count: Several


Part: TypeAlias = (
    Exact
    | EachMin
    | EachMax
    | EachIn
    | Parity
    | SumMin
    | SumMax
    | SumIs
    | Pair
    | Triple
    | Run
    | Distinct
)


class AllOf(Pattern, frozen=True, kw_only=True, tag="all_of"):
    """BLE-232, BLE-R48. Several requirements, each met by dice of its own."""

    parts: Annotated[tuple[Part, ...], Meta(min_length=1, max_length=DICE)]


Requirement: TypeAlias = Part | AllOf


class Plan(NamedTuple):
    """Modifiers of the assigned dice, and their price in blood."""

    price: int
    mods: Values


def uses(requirement: Requirement) -> int:
    """BLE-104. How many dice are assigned to it, exactly."""
    match requirement:
        case Exact(values=values):
            return len(values)
        case Pair():
            return 2
        case Triple():
            return 3
        case AllOf(parts=parts):
            return sum(uses(part) for part in parts)
        case _:
            return requirement.count


def meets(requirement: Requirement, values: Values) -> bool:
    """BLE-103. Whether the assigned dice, after modifiers, are what it asks for."""
    low, high, total = min(values), max(values), sum(values)
    match requirement:
        case Exact(values=wanted):
            return sorted(values) == sorted(wanted)
        case EachMin(value=value):
            return low >= value
        case EachMax(value=value):
            return high <= value
        case EachIn(values=wanted):
            return all(value in wanted for value in values)
        case Parity(parity=parity):
            return all(value % 2 == (parity == "odd") for value in values)
        case SumMin(value=value):
            return total >= value
        case SumMax(value=value):
            return total <= value
        case SumIs(value=value):
            return total == value
        case Pair() | Triple():
            return low == high >= requirement.min
        case Run(count=count):
            return _distinct(values) and high - low == count - 1
        case Distinct():
            return _distinct(values)
        case AllOf(parts=parts):
            return any(_split(parts, order) for order in permutations(values))
    assert_never(requirement)


def _distinct(values: Values) -> bool:
    return len(dict.fromkeys(values)) == len(values)


def _split(parts: tuple[Part, ...], values: Values) -> bool:
    """BLE-R48. Whether the first dice meet the first part, the next ones the next."""
    for part in parts:
        count = uses(part)
        if not meets(part, values[:count]):
            return False
        values = values[count:]
    return True


@lru_cache(maxsize=KEPT_MAX)
def solutions(requirement: Requirement) -> tuple[Values, ...]:
    """All dice that meet it."""
    every = product(FACES, repeat=uses(requirement))
    return tuple(values for values in every if meets(requirement, values))


@lru_cache(maxsize=KEPT_MAX)
def plans(requirement: Requirement, values: Values) -> tuple[Plan, ...]:
    """Every way to make these dice meet it, the cheapest first, then by modifiers.

    BLE-110, BLE-111, BLE-112, BLE-113: one blood a step, several on a die, on several dice,
    from 1 to 6.
    """
    ways = [
        tuple([w - v for w, v in zip(wanted, values, strict=True)])
        for wanted in solutions(requirement)
    ]
    return tuple(sorted([Plan(price(mods), mods) for mods in ways]))


def price(mods: Values) -> int:
    """BLE-110. One blood for each step."""
    return sum([abs(mod) for mod in mods])


def modified(dice: Values, mods: Values) -> Values:
    """The dice after modifiers."""
    return tuple(die + mod for die, mod in zip(dice, mods, strict=True))


def is_triple(dice: Values) -> bool:
    """BLE-140. Three of a kind."""
    return min(dice) == max(dice)
