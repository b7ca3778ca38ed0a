"""The laws are tested, too: every planted fault is caught, by the law that should."""

from collections.abc import Callable
from types import ModuleType

import pytest

from tests.engines.kernel.faults import FAULTS, HASHED, Fault
from tests.engines.kernel.laws import (
    check_setup,
    deal_again,
    digests,
    miss_nearly,
    play_by_the_laws,
)
from tests.engines.kernel.redeal import Slots
from tests.engines.kernel.subject import Reached, Subject
from tests.engines.kernel.walk import LawBroken

GAMES = 60  # a fault must show within so many games of each player count
DIGEST_GAMES = 30


def walk_of(law: int) -> Callable[[Subject], None]:
    """The walk that tries a law, over some games of each player count."""

    def plays(subject: Subject, seats: int) -> None:
        for seed in range(GAMES):
            play_by_the_laws(subject, seats, seed, Reached())

    def misses(subject: Subject, seats: int) -> None:
        check_setup(subject, seats, subject.engine.options())
        if subject.engine.game == "sealed_bids":
            check_setup(subject, seats, subject.engine.options(99))
        for seed in range(GAMES):
            miss_nearly(subject, seats, seed, Reached())

    def deals(subject: Subject, seats: int) -> None:
        slots = Slots()
        for seed in range(GAMES):
            deal_again(subject, seats, seed, slots)
        slots.must_have_moved(subject)

    def both(subject: Subject, seats: int) -> None:
        plays(subject, seats)
        misses(subject, seats)

    walk = {2: deals, 5: both, 8: misses}.get(law, plays)

    def walks(subject: Subject) -> None:
        for seats in reversed(subject.engine.seats):
            walk(subject, seats)

    return walks


@pytest.mark.parametrize(
    "fault", [fault for fault in FAULTS if fault is not HASHED], ids=lambda fault: fault.what
)
def test_a_planted_fault_is_caught_by_its_law(fault: Fault) -> None:
    with pytest.raises(LawBroken) as broken:
        walk_of(fault.law)(fault.subject)

    assert fault.law == broken.value.law


@pytest.mark.parametrize("game", tuple(dict.fromkeys(fault.game for fault in FAULTS)))
def test_a_fault_that_changes_nothing_is_not_caught(game: ModuleType) -> None:
    same = Fault(0, game, "nothing", "RULES, seats = ", "RULES, seats = ").subject

    for law in (2, 5):
        walk_of(law)(same)


def test_an_order_that_depends_on_hashes_is_caught_by_its_digest() -> None:
    name = f"{HASHED.__class__.__module__}:HASHED.subject"

    assert len(dict.fromkeys(digests(name, DIGEST_GAMES))) > 1
