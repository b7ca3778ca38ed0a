"""How the house plays: a default for every prompt, and whole games at random."""

from collections import Counter
from collections.abc import Iterator
from statistics import mean
from typing import Any

import pytest

from croupier.engines.blast_radius import engine
from croupier.engines.blast_radius.commands import (
    Allow,
    ChooseSurvivor,
    CompleteObjective,
    Discard,
    DrawItem,
    EndTurn,
    PlayStrike,
    ProposeTrade,
    RollRecovery,
    WithdrawTrade,
)
from croupier.engines.blast_radius.edition import Contents
from croupier.engines.blast_radius.endings import score
from croupier.engines.blast_radius.events import GameEnded
from croupier.engines.blast_radius.prompts import ActionPrompt, KarrotPrompt, WithdrawPrompt
from croupier.engines.blast_radius.reasons import EndReason
from croupier.engines.blast_radius.table import AnyTable, EndGame, Options, Phase
from croupier.engines.kernel.change import Change
from croupier.engines.kernel.pack import Pack
from croupier.engines.kernel.rng import KeyedRng
from croupier.engines.kernel.values import replace
from tests.engines.blast_radius.dsl import (
    ABLE,
    LIVELY,
    PACK,
    PLAIN,
    A,
    B,
    C,
    asked,
    by_default,
    invited,
    play,
    table,
    told,
)
from tests.engines.blast_radius.invariants import conserved
from tests.engines.kernel.laws import say
from tests.quantities import quantity

GAMES = 2_000  # for each option set
FULL = quantity(20) == 20
TURNS_MAX = Options().turns_max
SHORT = 16  # how many turns most games have where only a share of them is played
WHOLE = 25  # and one of so many is played as long as it takes
COMMANDS_A_TURN = 20


@pytest.mark.rule("BLA-R59")
def test_a_seat_that_nobody_plays_decides_nothing_that_is_optional() -> None:
    full = "0: boot.1 boot.2 rope.1 tarp.1 umbrella.1\ndeck: blanket.1"

    assert by_default(engine.setup(4, PLAIN, PACK, KeyedRng(b"x")).table) == ChooseSurvivor(A)
    assert by_default(table(full, Phase.DRAW)) == DrawItem(A)
    assert by_default(play(table(full, Phase.DRAW), DrawItem(A)).table) == Discard(A, "blanket.1")
    assert by_default(table("0: boot.1 boot.2\n0 wants: obj_01\ndeck: rope.1")) == EndTurn(A)
    assert by_default(table("0 down 0: defibrillator.1", Phase.RECOVERY)) == RollRecovery(A)
    duel = table("0: machete.1\n1: crowbar.1")
    attacked = play(duel, PlayStrike(A, ("machete.1",), B, "crowbar.1")).table
    assert by_default(attacked) == Allow(B)


@pytest.mark.rule("BLA-R59")
def test_an_invitation_is_answered_too() -> None:
    offered = play(table("0: boot.1\ndeck: rope.1"), ProposeTrade(A, B, ("boot.1",))).table
    karrot = table("0: boot.1\n2 karrot: machete.1", options=ABLE)

    for on, seat, kind in ((offered, A, WithdrawPrompt), (karrot, C, KarrotPrompt)):
        prompt: Any = invited(on, seat, kind)
        view = engine.project(on, seat)
        answers = [
            engine.house_answer(view, prompt, policy, KeyedRng(b"%d" % n))
            for policy in ("absent", "random")
            for n in range(5)
        ]
        assert [answer for answer in answers if not engine.accepts(on, answer)] == []
    assert isinstance(answers[0], PlayStrike)
    assert by_default(offered) != WithdrawTrade(A)


def played(
    seats: int,
    options: Options,
    n: int,
    policy: str = "random",
    pack: Pack[Contents] = PACK,
) -> Iterator[Change[AnyTable]]:
    """Every change of game n between house players."""
    rng, house = KeyedRng(b"table %d" % n), KeyedRng(b"house %d" % n)
    change = engine.setup(seats, options, pack, rng)
    yield change
    while questions := engine.questions(change.table):
        prompt: Any = questions[0]
        view = engine.project(change.table, prompt.seat)
        command = engine.house_answer(view, prompt, policy, house)
        change = engine.apply(change.table, command, rng)
        yield change


@pytest.mark.rule("BLA-R33", "BLA-R62", "BLA-011")
@pytest.mark.parametrize("able", [False, True])
@pytest.mark.parametrize("end_game", EndGame)
def test_whole_games_end_within_their_bound(end_game: EndGame, able: bool) -> None:
    options = Options(end_game=end_game, survivor_abilities=able)
    ends: Counter[tuple[int, EndReason]] = Counter()
    turns, commands = [0], [0]
    for n in range(quantity(GAMES)):
        whole = FULL or n % WHOLE == 0
        limit, pack = TURNS_MAX if whole else SHORT, (PACK, LIVELY)[n // 4 % 2]
        changes = list(played(3 + n % 4, replace(options, turns_max=limit), n, pack=pack))
        change = changes[-1]
        assert engine.result(change.table) is not None
        assert change.table.turn <= limit
        assert len(changes) <= limit * COMMANDS_A_TURN
        [ended] = told(change, GameEnded)
        ends[limit, ended.why] += 1
        if whole:
            turns, commands = [*turns, change.table.turn], [*commands, len(changes)]
    say(
        f"{end_game.value}, abilities {able}: {len(turns) - 1} whole games, {dict(ends)}",
        f"turns mean {mean(turns[1:]):.0f}, most {max(turns)}; most commands {max(commands)}",
    )
    assert ends[TURNS_MAX, EndReason.OBJECTIVES] > 20 * ends[TURNS_MAX, EndReason.TURNS]


@pytest.mark.rule("BLA-R60", "BLA-R62")
def test_a_table_that_nobody_plays_comes_to_its_end() -> None:
    options = replace(ABLE, turns_max=SHORT, starting_seat=None)

    *_, last = played(6, options, 1, "absent")

    result = engine.result(last.table)
    assert result is not None
    assert (last.table.turn, result.winners) == (SHORT, tuple(last.table.seats))


@pytest.mark.rule("BLA-064", "BLA-072", "BLA-084")
def test_cards_add_up_and_no_score_ever_falls() -> None:
    for n in range(quantity(GAMES // 10)):
        pack, seats = (PACK, LIVELY)[n % 2], 3 + n // 2 % 4
        before, cards = (0,) * seats, None
        for change in played(seats, replace(ABLE, turns_max=SHORT), n, pack=pack):
            assert cards in (None, conserved(change.table))
            cards = conserved(change.table)
            after = tuple(score(change.table, seat) for seat in change.table.seats)
            assert all(was <= now for was, now in zip(before, after, strict=True))
            before = after


@pytest.mark.rule("BLA-066")
def test_the_house_completes_what_it_can() -> None:
    on = table("0: boot.1 boot.2\n0 wants: obj_01\ndeck: rope.1")
    view, prompt = engine.project(on, A), asked(on, ActionPrompt)

    for n in range(10):
        answer = engine.house_answer(view, prompt, "random", KeyedRng(b"%d" % n))
        assert answer == CompleteObjective(A, "obj_01")
    strict = replace(on, options=replace(PLAIN, allow_pass=False))
    assert by_default(strict) == CompleteObjective(A, "obj_01")
