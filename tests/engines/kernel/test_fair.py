"""croupier/fair/v1: the published vectors, a second implementation, and honest dice."""

import hashlib
import hmac
import math
import re
from collections import Counter
from itertools import permutations
from pathlib import Path

import pytest

from croupier.engines.kernel import fair
from croupier.engines.kernel.rng import KeyedRng, shuffled
from tests.quantities import quantity

PAGE = (Path(__file__).parents[3] / "docs" / "fairness.md").read_text()
VECTORS = dict(re.findall(r"^(\S.*?) += (\S.*)$", PAGE.partition("## Test vectors")[2], re.M))
SEED, EPOCH = bytes.fromhex(VECTORS["S"]), bytes.fromhex(VECTORS["epoch"])
TABLE, RULES = VECTORS["table_id"].encode(), VECTORS["rules_id"].encode()
KEY = bytes.fromhex(VECTORS["K"])
TESTS = 8  # statistics below; each may fail by chance with probability ALPHA / TESTS
ALPHA = 0.001


def numbers(name: str) -> list[int]:
    return [int(number) for number in VECTORS[name].split()]


def second(key: bytes, stream: str, n: int, bound: int) -> int:
    """The page once more, in other words: whole blocks as numbers, bits by shifting."""
    name = b"croupier/fair/v1/draw"
    parts = (name, stream.encode(), n.to_bytes(8, "big"))
    label = b"".join(len(part).to_bytes(4, "big") + part for part in parts)
    bits = len(bin(bound - 1)[2:]) if bound > 1 else 0
    for j in range(1_000):
        block = hmac.new(key, label + j.to_bytes(4, "big"), hashlib.sha256).digest()
        whole = int.from_bytes(block, "big") >> (256 - 8 * math.ceil(bits / 8))
        candidate: int = whole % 2**bits
        if candidate < bound:
            return candidate
    raise AssertionError("no candidate")


def test_the_commitment_and_the_key_are_as_published() -> None:
    assert fair.commitment(SEED, TABLE, EPOCH, RULES).hex() == VECTORS["C"]
    assert fair.table_key(SEED, TABLE, EPOCH, RULES) == KEY


def test_the_draws_are_as_published() -> None:
    dice = [fair.draw(KEY, "public_dice", n, 6) for n in range(10)]
    deck = shuffled(range(52), KeyedRng(KEY), "shuffle/deck", "test")

    assert dice == numbers("public_dice 0..9 below 6")
    assert list(deck) == numbers("shuffle/deck 0..50 of 0..51")
    for name, value in VECTORS.items():
        if single := re.fullmatch(r"(\S+) (\d+) below (\d+)", name):
            n, bound = int(single[2]), int(single[3])
            assert fair.draw(KEY, single[1], n, bound) == int(value)


@pytest.mark.parametrize("bound", [1, 2, 3, 6, 52, 255, 256, 257, 65_537, 2**32 + 1, 2**64])
def test_a_second_implementation_draws_the_same(bound: int) -> None:
    for n in range(40):
        assert fair.draw(KEY, "pick/2", n, bound) == second(KEY, "pick/2", n, bound)


@pytest.mark.parametrize("bound", [0, -1, 2**64 + 1])
def test_a_bound_out_of_range_is_a_bug(bound: int) -> None:
    with pytest.raises(AssertionError, match="bound"):
        fair.draw(KEY, "pick/0", 0, bound)


def test_a_source_that_never_gives_a_candidate_fails_and_does_not_hang(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(hmac, "digest", lambda key, message, name: b"\xff" * 32)

    with pytest.raises(AssertionError, match="no candidate below 6"):
        fair.draw(KEY, "pick/0", 0, 6)


def test_every_input_enters_the_commitment_and_the_key() -> None:
    inputs = (SEED, TABLE, EPOCH, RULES)
    for make in (fair.commitment, fair.table_key):
        made = {make(*inputs)}
        for at in range(len(inputs)):
            made.add(make(*(part + b"!" if at == n else part for n, part in enumerate(inputs))))
        assert len(made) == 5


def test_parts_cannot_run_into_each_other() -> None:
    assert fair.lp(b"ab", b"c") != fair.lp(b"a", b"bc")
    assert fair.lp(b"a", b"") != fair.lp(b"a")
    assert fair.lp() == b""


def test_streams_and_keys_have_nothing_in_common() -> None:
    draws = [
        tuple(fair.draw(key, stream, n, 2**64) for n in range(4))
        for key in (KEY, b"other" * 8)
        for stream in ("public_dice", "private_dice/0", "private_dice/1")
    ]

    assert len({number for some in draws for number in some}) == 24


def chi_squared(counts: Counter[object], cells: int) -> float:
    expected = counts.total() / cells
    seen = sum((count - expected) ** 2 / expected for count in counts.values())
    return seen + (cells - len(counts)) * expected


def limit(cells: int) -> float:
    """The chi-squared value that chance exceeds with probability ALPHA / TESTS or less
    (Laurent and Massart's bound, so the test is on the safe side)."""
    x, freedom = math.log(TESTS / ALPHA), cells - 1
    return freedom + 2 * math.sqrt(freedom * x) + 2 * x


@pytest.mark.parametrize("bound", [2, 3, 6, 52, 100])
def test_dice_are_uniform(bound: int) -> None:
    counts = Counter[object](
        fair.draw(KEY, "public_dice", n, bound) for n in range(quantity(400_000))
    )

    assert chi_squared(counts, bound) < limit(bound)


def test_shuffles_of_five_are_uniform() -> None:
    rng = KeyedRng(KEY)
    counts = Counter[object](
        shuffled(range(5), rng, "shuffle/five", "test") for _ in range(quantity(240_000))
    )

    assert chi_squared(counts, 120) < limit(120)
    assert len(counts) == len(list(permutations(range(5))))


def test_draws_that_follow_each_other_are_independent() -> None:
    drawn = [fair.draw(KEY, "public_dice", n, 6) for n in range(quantity(200_000))]
    pairs = Counter[object](zip(drawn[::2], drawn[1::2], strict=True))

    assert chi_squared(pairs, 36) < limit(36)


def test_neighbouring_streams_are_independent() -> None:
    pairs = Counter[object](
        (fair.draw(KEY, "pick/0", n, 6), fair.draw(KEY, "pick/1", n, 6))
        for n in range(quantity(100_000))
    )

    assert chi_squared(pairs, 36) < limit(36)


def test_a_modulo_would_have_been_noticed() -> None:
    total = quantity(400_000)
    biased = Counter[object](fair.draw(KEY, "m", n, 256) % 100 for n in range(total))

    assert chi_squared(biased, 100) > limit(100)
