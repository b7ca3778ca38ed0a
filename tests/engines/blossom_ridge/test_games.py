"""Whole games at random: what holds after every command, how long they last, and that they
are fair."""

from collections import Counter
from collections.abc import Iterator

import pytest

from croupier.engines.blossom_ridge import engine
from croupier.engines.blossom_ridge.cards import CoreControlKind, TrickModKind
from croupier.engines.blossom_ridge.commands import UseCoreControl
from croupier.engines.blossom_ridge.events import TrickWon
from croupier.engines.blossom_ridge.scoring import ROUNDS, TRICKS
from croupier.engines.blossom_ridge.table import DECK, Options
from croupier.engines.kernel.change import Change
from croupier.engines.kernel.rng import KeyedRng
from croupier.engines.kernel.values import Seat
from tests.engines.blossom_ridge.dsl import PACK, AnyTable, cards_on, said, supplies
from tests.engines.blossom_ridge.playthrough import asked
from tests.quantities import quantity

GAMES = 600
SIGMAS = 5  # a fair share is missed by more once in a million times


def played(players: int, n: int, used: Counter[object] | None = None) -> Iterator[Change[AnyTable]]:
    """Every change of game n between house seats at random."""
    rng, chance = KeyedRng(b"table %d" % n), KeyedRng(b"house %d" % n)
    change: Change[AnyTable] = engine.setup(players, Options(), PACK, rng)
    yield change
    while change.table.turn is not None:
        prompt = asked(change.table)
        view = engine.project(change.table, prompt.seat)
        command = engine.house_answer(view, prompt, "random", chance)
        change = engine.apply(change.table, command, rng)
        if used is not None and isinstance(command, UseCoreControl):
            used[command.choice.kind] += 1
        if used is not None:
            used.update(mod.kind for mod in change.table.mods)
        yield change


@pytest.mark.rule("BLO-006", "BLO-008", "BLO-145", "BLO-073")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_t59_cards_markers_and_tricks_add_up_after_every_command(players: int) -> None:
    for n in range(quantity(GAMES // 3)):
        won = 0
        for change in played(players, n):
            on = change.table
            won += len(said(change, TrickWon))
            assert cards_on(on) == sorted(DECK)
            for seat, supply in enumerate(supplies(on)):
                assert supply >= 0
                assert supply + sum(site.markers[seat] for site in on.town) == 14
            assert min(min(site.markers) for site in on.town) >= 0

        assert won == ROUNDS[players] * TRICKS[players]
        assert [sum(each.tricks) for each in on.history] == [TRICKS[players]] * ROUNDS[players]
        assert on.scores == tuple(
            sum(each.controlled[seat] + each.bonus[seat] for each in on.history)
            for seat in on.seats
        )


def test_random_play_reaches_every_ability() -> None:
    used: Counter[object] = Counter()

    for n in range(90):
        for _ in played(2 + n % 3, n, used):
            pass

    assert [kind for kind in (*TrickModKind, *CoreControlKind) if not used[kind]] == []


@pytest.mark.rule("BLO-012", "BLO-013", "BLO-R07")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_no_seat_and_no_first_leader_wins_more_than_its_share(players: int) -> None:
    games = quantity(GAMES * 5)
    wins: Counter[Seat | str] = Counter()
    for n in range(games):
        *_, last = played(players, n)
        result = engine.result(last.table)
        assert result is not None
        if len(result.winners) == 1:
            wins[result.winners[0]] += 1
            wins["first leader"] += result.winners[0] == last.table.first_leader

    fair = games / players
    allowed = SIGMAS * (fair * (1 - 1 / players)) ** 0.5
    assert all(abs(count - fair) < allowed for count in wins.values()), wins


@pytest.mark.rule("BLO-014", "BLO-R45")
def test_every_card_is_dealt_to_every_seat_alike() -> None:
    games = quantity(GAMES * 5)
    hands: Counter[tuple[int, str]] = Counter()
    for n in range(games):
        on = engine.setup(4, Options(), PACK, KeyedRng(b"deal %d" % n)).table
        hands.update((seat, card) for seat in on.seats for card in on.hands[seat].peek())

    fair = games / 4
    allowed = SIGMAS * (fair * 3 / 4) ** 0.5
    assert len(hands) == 160
    assert all(abs(count - fair) < allowed for count in hands.values())
