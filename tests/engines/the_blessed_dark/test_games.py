"""Whole games at random: they end, everything adds up, and no seat is better than another."""

from collections import Counter
from collections.abc import Callable, Iterator
from statistics import mean, quantiles

import pytest

from croupier.engines.kernel.change import Change
from croupier.engines.the_blessed_dark import engine, scoring
from croupier.engines.the_blessed_dark.commands import ChooseOpponent
from croupier.engines.the_blessed_dark.table import BLOOD, HAND_MAX, EndReason, Options
from tests.engines.the_blessed_dark.dsl import PACK, AnyTable, cards_on
from tests.engines.the_blessed_dark.playthrough import played
from tests.quantities import quantity

GAMES = 5_000  # in all, over the three player counts
TURN_LIMIT = 600
PLAYERS = (2, 3, 4)
SIGMAS = 5  # a fair share is missed by more once in a million times


def key(players: int, n: int) -> bytes:
    """Game n with so many players."""
    return b"game %d of %d" % (n, players)


def ended(players: int, n: int) -> tuple[AnyTable, int]:
    """The table after game n, and how many commands it took."""
    options = Options(turn_limit=TURN_LIMIT)
    *before, (_, last) = played(players, options, key(players, n))
    return last.table, len(before)


@pytest.mark.rule("BLE-R41", "BLE-007", "BLE-006")
@pytest.mark.parametrize("players", PLAYERS)
def test_games_end_within_the_bound(
    players: int, record_property: Callable[[str, object], None]
) -> None:
    games = quantity(GAMES) // len(PLAYERS) + 1
    lengths, commands, reasons, wins = [], [], Counter[str](), Counter[object]()
    for n in range(games):
        on, said = ended(players, n)
        result = engine.result(on)
        assert result is not None
        assert on.turns <= TURN_LIMIT
        assert on.ended is EndReason.TURN_LIMIT or on.deck.count == 0
        lengths.append(on.turns)
        commands.append(said)
        reasons[str(on.ended and on.ended.value)] += 1
        wins["shared" if len(result.winners) > 1 else result.winners[0]] += 1
    told = (
        f"The Blessed Dark, {players} players, {games} random games: turns {spread(lengths)}",
        f"  commands {spread(commands)}; ended by {dict(reasons)}",
        f"  won {dict(sorted(wins.items(), key=str))}",
    )
    record_property("told", "\n".join(told))
    assert max(lengths) < TURN_LIMIT, "random play does not stall"
    sole = games - wins["shared"]
    for seat in range(players):
        share = sole / players
        assert abs(wins[seat] - share) <= SIGMAS * (share * (1 - 1 / players)) ** 0.5


def spread(numbers: list[int]) -> str:
    """The mean, the least, the deciles and the most."""
    cuts = " ".join(f"{cut:.0f}" for cut in quantiles(numbers, n=10))
    ends = f"least {min(numbers)}, deciles {cuts}, most {max(numbers)}"
    return f"mean {mean(numbers):.1f}, {ends}"


def checked(players: int, n: int) -> Iterator[Change[AnyTable]]:
    """Game n, with what never changes held against every table."""
    for _, change in played(players, Options(turn_limit=TURN_LIMIT), key(players, n)):
        on = change.table
        everything = sorted((*PACK.contents.deck, PACK.contents.dark_one.id))
        assert cards_on(on) == everything
        assert sum(on.blood) + on.pool == BLOOD
        assert min(*on.blood, on.pool) >= 0
        assert max(hand.count for hand in on.hands) <= HAND_MAX
        held = [entry.card for grimoire in on.grimoires for entry in grimoire]
        assert (on.dark_one is None) is (PACK.contents.dark_one.id not in held)
        assert scoring.favors(on) == tuple(seat.favor for seat in engine.project(on, None).seats)
        yield change


@pytest.mark.rule("BLE-002", "BLE-005", "BLE-041", "BLE-053", "BLE-149")
@pytest.mark.parametrize("players", PLAYERS)
def test_everything_adds_up_after_every_command(players: int) -> None:
    for n in range(quantity(200)):
        tables = [change.table for change in checked(players, n)]

        taken = [table.dark_one is not None for table in tables]
        assert taken == sorted(taken), "once summoned it never leaves play"


@pytest.mark.rule("BLE-R54")
@pytest.mark.parametrize("players", [3, 4])
def test_opponents_are_chosen_where_there_are_several(players: int) -> None:
    said = Counter(
        type(command).__name__
        for n in range(20)
        for command, _ in played(players, Options(), key(players, n))
    )

    assert said[ChooseOpponent.__name__] > 0
