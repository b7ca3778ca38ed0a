"""A secret does not get out by accident: every way out is tried."""

import copy
import json
import pickle
import pprint
from collections.abc import Callable
from typing import Any

import msgspec
import pytest

from croupier.engines.kernel.change import Event
from croupier.engines.kernel.secret import (
    HIDDEN,
    Counted,
    Secret,
    known_to,
    known_to_nobody,
)
from croupier.engines.kernel.values import Seat

CANARY = "queen_of_spades"
BOTH = [known_to(Seat(1), held=(CANARY,)), Counted((CANARY,), (Seat(1),))]


class Drawn(Event, frozen=True, kw_only=True):
    card: Secret[tuple[str, ...]]


SAYS: dict[str, Callable[[Any], str]] = {
    "str": str,
    "repr": repr,
    "format": format,
    "format with a width": lambda secret: f"{secret:>40}",
    "f-string": lambda secret: f"{secret} {secret!r} {secret!s} {secret!a}",
    "percent": lambda secret: "%s %r" % (secret, secret),  # noqa: UP031
    "in a list": lambda secret: str([secret]),
    "in a record": lambda secret: repr(Drawn(card=secret)),
    "pretty print": pprint.pformat,
    "json with a default": lambda secret: json.dumps({"hand": secret}, default=repr),
    "an error about it": lambda secret: str(ValueError(secret)),
}

REFUSES: dict[str, Callable[[Any], object]] = {
    "len": len,
    "iter": iter,
    "list": list,
    "bool": bool,
    "truth": lambda secret: not secret,
    "item": lambda secret: secret[0],
    "in": lambda secret: CANARY in secret,
    "order": lambda secret: secret < secret,
    "hash": hash,
    "set": lambda secret: {secret},
    "pickle": pickle.dumps,
    "copy": copy.copy,
    "deepcopy": copy.deepcopy,
    "json": json.dumps,
    "vars": vars,
    "msgspec json": msgspec.json.encode,
    "msgspec msgpack": msgspec.msgpack.encode,
    "msgspec in a record": lambda secret: msgspec.json.encode(Drawn(card=secret)),
    "msgspec builtins": msgspec.to_builtins,
}


@pytest.mark.parametrize("secret", BOTH, ids=["secret", "counted"])
@pytest.mark.parametrize("way", SAYS)
def test_whatever_prints_it_says_hidden(way: str, secret: Secret[tuple[str, ...]]) -> None:
    said = SAYS[way](secret)

    assert "<hidden>" in said
    assert CANARY not in said
    assert not any(digit in said for digit in "0123456789")


@pytest.mark.parametrize("secret", BOTH, ids=["secret", "counted"])
@pytest.mark.parametrize("way", REFUSES)
def test_whatever_would_write_or_measure_it_fails(
    way: str, secret: Secret[tuple[str, ...]]
) -> None:
    with pytest.raises((TypeError, AttributeError)) as refused:
        REFUSES[way](secret)

    assert CANARY not in str(refused.value)


def test_its_audience_sees_it_and_nobody_else() -> None:
    secret = known_to(Seat(2), Seat(0), held="x")

    assert secret.audience == (0, 2)
    assert [secret.seen_by(viewer) for viewer in (Seat(0), Seat(1), Seat(2), None)] == [
        "x",
        HIDDEN,
        "x",
        HIDDEN,
    ]
    assert known_to_nobody("x").seen_by(Seat(0)) is HIDDEN
    assert known_to_nobody("x").peek() == "x"


def test_what_a_viewer_gets_instead_says_nothing() -> None:
    assert repr(HIDDEN) == "<hidden>"


def test_secrets_are_equal_when_all_of_them_is() -> None:
    assert known_to(Seat(0), held=(1,)) == known_to(Seat(0), held=(1,))
    assert known_to(Seat(0), held=(1,)) != known_to(Seat(0), held=(2,))
    assert known_to(Seat(0), held=(1,)) != known_to(Seat(1), held=(1,))
    assert known_to(Seat(0), held=(1,)) != Counted((1,), (Seat(0),))
    assert known_to(Seat(0), held=(1,)) != (1,)


def test_a_count_is_public_where_the_type_says_so() -> None:
    assert Counted(("a", "b"), ()).count == 2
    assert not hasattr(known_to_nobody(("a", "b")), "count")
