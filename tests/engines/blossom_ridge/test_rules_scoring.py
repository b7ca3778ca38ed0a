"""Control, points and the end: BLO-030 to BLO-034, BLO-120 to BLO-145."""

import pytest

from croupier.engines.blossom_ridge import engine
from croupier.engines.blossom_ridge.events import GameEnded, RoundScored
from croupier.engines.blossom_ridge.scoring import Tiebreak, bonus, controlled
from croupier.engines.blossom_ridge.table import Phase, RoundScore, controller
from croupier.engines.kernel.change import Change
from croupier.engines.kernel.result import Result, Standing
from croupier.engines.kernel.values import Seat, replace, seats_of
from tests.engines.blossom_ridge.dsl import (
    AnyTable,
    act,
    add,
    apply,
    card,
    play,
    reason,
    said,
    table,
)


def last_trick(players: int, *lines: str) -> AnyTable:
    """The last trick of a Round, won by seat 0 in spades; its Action is still to come."""
    seats = "\n".join(f"seat {seat}:" for seat in range(players))
    plays = " ".join(f"{seat}=S{10 - seat}" for seat in range(players))
    return table("\n".join([seats, f"trick: {plays}", *lines]))


@pytest.mark.rule("BLO-032", "BLO-033", "BLO-034", "BLO-R15", "BLO-R16")
@pytest.mark.parametrize(
    ("counts", "holder"),
    [
        ((3, 2, 2), 0),
        ((2, 2, 0), None),
        ((1, 0, 0), 0),
        ((0, 0, 0), None),
        ((2, 2, 1), None),
        ((0, 1, 2), 2),
        ((4, 3, 3), 0),
        ((3, 3, 3), None),
    ],
)
def test_t26_control_is_strictly_more_than_every_single_opponent(
    counts: tuple[int, ...], holder: int | None
) -> None:
    assert controller(counts) == holder


@pytest.mark.rule("BLO-121", "BLO-122", "BLO-124", "BLO-125", "BLO-R27")
def test_t27_a_point_a_location_and_at_most_two_for_districts() -> None:
    held = ("@H1", "@H2", "@H3", "@D1", "@D2", "@C1", "@C2", "@S1")
    before = last_trick(2, *(f"{place}: 1 0" for place in held), "@S2: 0 2")

    after = apply(before, act(0, add("@S1")))

    assert after.scores == (10, 1)
    assert after.history == (RoundScore(1, (8, 1), (2, 0), (1, 0)),)


@pytest.mark.rule("BLO-124", "BLO-126")
@pytest.mark.parametrize(("held", "districts"), [(1, 0), (2, 1), (3, 1)])
def test_two_of_three_make_a_district_and_three_no_more(held: int, districts: int) -> None:
    town = last_trick(2, *(f"@H{n + 1}: 1 0" for n in range(held))).town

    assert controlled(town, seats_of(2)) == (held, 0)
    assert bonus(town, seats_of(2)) == (districts, 0)


@pytest.mark.rule("BLO-125", "BLO-129", "BLO-R27")
@pytest.mark.parametrize(("suits", "points"), [("H", 4), ("HD", 8), ("HDC", 11), ("HDCS", 14)])
def test_a_round_gives_fourteen_points_at_most(suits: str, points: int) -> None:
    lines = [f"@{suit}{n}: 1 0" for suit in suits for n in (1, 2, 3)]
    town = last_trick(2, *lines).town

    assert sum(controlled(town, seats_of(2)) + bonus(town, seats_of(2))) == points


@pytest.mark.rule("BLO-123", "BLO-R26")
def test_t29_both_score_on_one_map_and_a_tie_for_nobody() -> None:
    lines = ["@H1: 1 0", "@H2: 1 0", "@H3: 0 1", "@D1: 0 1", "@D2: 0 1", "@C1: 2 2"]
    before = last_trick(2, *lines, "@S1: 0 1")

    assert apply(before, act(0, add("@S1"))).scores == (3, 4)


@pytest.mark.rule("BLO-030", "BLO-120", "BLO-R25")
def test_t30_the_last_action_comes_before_scoring() -> None:
    before = last_trick(2, "@S1: 1 1")

    change = play(before, act(0, add("@S1")))

    assert change.table.scores == (1, 0)
    assert said(change, RoundScored) == [
        RoundScored(round_score=RoundScore(1, (1, 0), (0, 0), (1, 0)), scores=(1, 0))
    ]


@pytest.mark.rule("BLO-120", "BLO-127", "BLO-128", "BLO-R29")
def test_t32_control_is_counted_again_every_round() -> None:
    lines = ["@H1: 1 0", "@D1: 1 0", "@C1: 1 0", "@S1: 1 1"]
    scores: tuple[int, ...] = (0, 0)
    for number in (1, 2, 3, 4):
        so_far = f"scores: {scores[0]} {scores[1]}"
        before = last_trick(2, *lines, f"round: {number}", so_far, "@S2: 0 3")
        after = apply(before, act(0, add("@S2")))
        scores = after.scores
        assert scores == (3 * number, number)

    assert after.phase is Phase.OVER


def ended(*lines: str) -> Change[AnyTable]:
    """The end of a game: seat 0 wins the last trick of the last Round."""
    players = len(lines[0].split()) - 1
    last = "round: 3" if players == 3 else "round: 4"
    return play(last_trick(players, last, *lines), act(0, add("@S1")))


@pytest.mark.rule("BLO-140", "BLO-R43")
@pytest.mark.parametrize(
    ("players", "number", "over"),
    [(2, 3, False), (2, 4, True), (3, 2, False), (3, 3, True), (4, 3, False), (4, 4, True)],
)
def test_the_game_ends_after_the_last_round_and_not_before(
    players: int, number: int, over: bool
) -> None:
    scores = " ".join(["99"] + ["0"] * (players - 1))
    before = last_trick(players, f"round: {number}", f"scores: {scores}")

    after = apply(before, act(0, add("@S1")))

    assert (after.phase is Phase.OVER) is over
    assert (engine.result(after) is not None) is over
    assert len(engine.questions(after)) == (not over)


@pytest.mark.rule("BLO-031", "BLO-141")
def test_the_highest_score_wins() -> None:
    change = ended("scores: 18 20", "won: 9 0")

    assert engine.result(change.table) == Result(
        (Seat(1),), (Standing(Seat(0), 2, 19), Standing(Seat(1), 1, 20)), "none"
    )
    assert said(change, GameEnded) == [
        GameEnded(scores=(19, 20), winners=(Seat(1),), tiebreak=Tiebreak.NONE)
    ]


def final(scores: str, marks: str, won: str) -> Result:
    """The result of a game that ended with these figures; `won` is before its last trick."""
    counts = [int(count) for count in marks.split()]
    least = min(counts)
    even = f"@H1: {' '.join([str(least)] * len(counts))}"
    more = f"@H2: {' '.join(str(count - least) for count in counts)}"
    held = table_over(scores, [even, more], won)
    result = engine.result(held)
    assert result is not None
    return result


def table_over(scores: str, lines: list[str], won: str) -> AnyTable:
    """A finished game with these figures: nothing is scored any more."""
    players = len(scores.split())
    before = last_trick(players, "round: 4", f"scores: {scores}", f"won: {won}", *lines)
    return replace(before, agenda=())


@pytest.mark.rule("BLO-142", "BLO-143", "BLO-R28")
def test_t33_successive_filters_for_the_still_tied_only() -> None:
    result = final("20 20 15 20", "9 11 14 11", "3 3 1 2")

    assert result.winners == (1,)
    assert result.tiebreak == "tricks"
    assert [each.place for each in result.standings] == [3, 1, 4, 2]


@pytest.mark.rule("BLO-142")
@pytest.mark.parametrize(("marks", "winner"), [("9 10", 1), ("11 10", 0)])
def test_more_markers_on_the_map_break_a_tie(marks: str, winner: int) -> None:
    result = final("20 20", marks, "1 9")

    assert (result.winners, result.tiebreak) == ((winner,), "markers")


@pytest.mark.rule("BLO-142", "BLO-143", "BLO-R28")
@pytest.mark.parametrize(
    ("marks", "won", "decided"),
    [
        ("9 11 11", "0 5 5", "markers"),
        ("11 11 11", "0 5 5", "tricks"),
        ("9 9 14", "4 5 9", "shared"),
    ],
)
def test_whoever_has_fewer_points_does_not_count_in_a_tie(
    marks: str, won: str, decided: str
) -> None:
    result = final("20 20 19", marks, won)

    assert result.tiebreak == decided
    assert result.winners == ((0, 1) if decided == "shared" else (1,))


@pytest.mark.rule("BLO-144")
def test_t35_still_tied_is_a_shared_victory() -> None:
    result = final("18 18", "10 10", "4 5")

    assert result.winners == (0, 1)
    assert result.tiebreak == "shared"
    assert [each.place for each in result.standings] == [1, 1]


@pytest.mark.rule("BLO-143", "BLO-144")
@pytest.mark.parametrize(("won", "winners"), [("4 4", (0,)), ("4 5", (0, 1)), ("4 6", (1,))])
def test_one_trick_more_in_the_last_round_decides(won: str, winners: tuple[int, ...]) -> None:
    assert final("18 18", "10 10", won).winners == winners


@pytest.mark.rule("BLO-140")
def test_nothing_is_accepted_after_the_end() -> None:
    after = ended("scores: 1 0").table

    assert {reason(after, command) for command in (card(0, "H1"), act(0, add("@H1")))} == {
        "GAME_OVER"
    }


@pytest.mark.rule("BLO-R36")
def test_the_house_keeps_the_tally_in_the_open() -> None:
    after = ended("scores: 7 9", "@H1: 1 0").table
    view = engine.project(after, None)

    assert [each.score for each in view.seats] == list(after.scores)
    assert view.history == after.history
