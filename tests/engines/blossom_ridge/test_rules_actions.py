"""The winner's Action: BLO-080 to BLO-095."""

import pytest

from croupier.engines.blossom_ridge import engine
from croupier.engines.blossom_ridge.commands import Add, PassAction, Redeploy, RemoveOpponent
from croupier.engines.blossom_ridge.events import (
    MarkerAdded,
    MarkerMoved,
    MarkerRemoved,
    NoAction,
    NoActionReason,
)
from croupier.engines.blossom_ridge.prompts import ActionPrompt
from croupier.engines.blossom_ridge.table import Phase
from croupier.engines.kernel.values import Seat
from tests.engines.blossom_ridge.dsl import (
    HEARTS,
    PLACES,
    AnyTable,
    act,
    add,
    apply,
    asked,
    card,
    legal,
    markers,
    play,
    reason,
    redeploy,
    remove,
    said,
    supplies,
    table,
    take_back,
)

WON = """
    trick: 0=H9 1=H2
    seat 0: D1 D3
    seat 1: D2 D4
"""


def won(*lines: str) -> AnyTable:
    """Seat 0 has won a trick of hearts."""
    return table(WON + "\n".join(lines))


@pytest.mark.rule("BLO-080", "BLO-083", "BLO-090", "BLO-R20")
def test_t17_an_add_outside_the_action_suit_is_refused_and_costs_nothing() -> None:
    before = won()

    assert reason(before, act(0, add("@D1"))) == "WRONG_SUIT"
    assert reason(before, act(0, Add("nowhere"))) == "UNKNOWN_LOCATION"
    after = apply(before, act(0, add("@H1")))
    assert markers(after, "@H1") == (1, 0)
    assert supplies(after) == (13, 14)
    assert reason(after, act(0, add("@H1"))) == "WRONG_PHASE"


@pytest.mark.rule("BLO-083", "BLO-095")
def test_t18_an_add_needs_a_marker_in_supply() -> None:
    before = won("@H2: 1 0", "supply 0: 0 on @S3")

    assert reason(before, act(0, add("@H1"))) == "NO_SUPPLY"


@pytest.mark.rule("BLO-083", "BLO-006")
@pytest.mark.parametrize(("left", "fits"), [(0, False), (1, True)])
def test_the_last_marker_may_be_added(left: int, fits: bool) -> None:
    before = won("@H2: 1 0", f"supply 0: {left} on @S3")

    assert (act(0, add("@H1")) in legal(before, 0)) is fits
    assert engine.accepts(before, act(0, add("@H1"))) is fits


@pytest.mark.rule("BLO-084", "BLO-R23")
def test_t19_an_opponents_marker_goes_back_to_its_supply() -> None:
    before = won("@H1: 0 2")

    after = apply(before, act(0, remove("@H1", 1)))

    assert markers(after, "@H1") == (0, 1)
    assert supplies(after) == (14, 13)
    assert reason(before, act(0, remove("@H1", 0))) == "BAD_OWNER"
    assert reason(before, act(0, remove("@H1", 2))) == "BAD_OWNER"
    assert reason(before, act(0, remove("@H1", -1))) == "BAD_OWNER"


@pytest.mark.rule("BLO-084", "BLO-R23")
def test_any_opponents_marker_may_be_removed() -> None:
    before = table("""
        trick: 0=H9 1=H2 2=H3 3=H4
        seat 0: D1
        seat 1: D2
        seat 2: D3
        seat 3: D4
        @H1: 1 1 1 1
        supply 0: 0 on @S3
    """)

    removals = [act(0, remove("@H1", owner)) for owner in (1, 2, 3)]

    assert legal(before, 0)[:3] == tuple(removals)
    for owner, command in enumerate(removals, 1):
        assert supplies(apply(before, command))[owner] == 14


@pytest.mark.rule("BLO-091", "BLO-095", "BLO-R04", "BLO-R20")
def test_t20_with_nothing_to_remove_any_other_action_will_do() -> None:
    before = won("@H2: 1 0", "@D1: 0 3")

    assert reason(before, act(0, remove("@H1", 1))) == "NO_MARKER_THERE"
    assert reason(before, act(0, remove("@D1", 1))) == "WRONG_SUIT"
    assert markers(apply(before, act(0, redeploy("@H2", "@H3"))), "@H3") == (1, 0)


@pytest.mark.rule("BLO-085", "BLO-095")
def test_t21_an_own_marker_may_be_taken_back() -> None:
    before = won("@H1: 1 0")

    after = apply(before, act(0, take_back("@H1")))

    assert (markers(after, "@H1"), supplies(after)) == ((0, 0), (14, 14))
    assert reason(won(), act(0, take_back("@H1"))) == "NO_MARKER_THERE"


@pytest.mark.rule("BLO-086", "BLO-R24")
def test_a_marker_is_redeployed_to_a_different_location_of_the_suit() -> None:
    before = won("@H1: 1 1")

    assert markers(apply(before, act(0, redeploy("@H1", "@H2"))), "@H2") == (1, 0)
    assert reason(before, act(0, redeploy("@H1", "@H1"))) == "SAME_LOCATION"
    assert reason(before, act(0, redeploy("@H1", "@D1"))) == "WRONG_SUIT"
    assert reason(before, act(0, redeploy("@D1", "@H1"))) == "WRONG_SUIT"
    assert reason(before, act(0, redeploy("@H2", "@H3"))) == "NO_MARKER_THERE"
    assert reason(before, act(0, Redeploy(PLACES["@H1"], "nowhere"))) == "UNKNOWN_LOCATION"


@pytest.mark.rule("BLO-086")
def test_a_redeploy_from_an_empty_location_to_itself_has_nothing_to_move() -> None:
    assert reason(won(), act(0, redeploy("@H1", "@H1"))) == "NO_MARKER_THERE"


@pytest.mark.rule("BLO-090")
def test_the_first_reason_of_the_ladder_is_given() -> None:
    before = won("@H2: 1 0", "supply 0: 0 on @S3")

    assert reason(before, act(0, RemoveOpponent("nowhere", Seat(0)))) == "UNKNOWN_LOCATION"
    assert reason(before, act(0, remove("@D1", 0))) == "WRONG_SUIT"
    assert reason(before, act(0, add("@D1"))) == "WRONG_SUIT"
    assert reason(before, act(0, remove("@H1", 0))) == "BAD_OWNER"


@pytest.mark.rule("BLO-082", "BLO-087", "BLO-089", "BLO-R04", "BLO-R05")
def test_all_three_locations_of_the_suit_are_open_wherever_they_lie() -> None:
    before = won("@H1: 1 2", "@H3: 0 1")

    prompt = asked(before, ActionPrompt)

    assert prompt.suit is HEARTS
    assert prompt.actions == (
        add("@H1"),
        add("@H2"),
        add("@H3"),
        remove("@H1", 1),
        remove("@H3", 1),
        take_back("@H1"),
        redeploy("@H1", "@H2"),
        redeploy("@H1", "@H3"),
    )
    assert legal(before, 0) == tuple(act(0, action) for action in prompt.actions)
    assert prompt.may_pass is False


@pytest.mark.rule("BLO-088", "BLO-R22")
def test_all_fourteen_markers_fit_on_one_location() -> None:
    before = won("supply 0: 1 on @H1")

    after = apply(before, act(0, add("@H1")))

    assert markers(after, "@H1") == (14, 0)


@pytest.mark.rule("BLO-093", "BLO-094", "BLO-R21")
def test_t23_without_any_legal_action_nothing_happens_and_the_winner_leads() -> None:
    before = table("""
        trick: 0=H9
        seat 0: D1
        seat 1: H2 D2
        supply 0: 0 on @S3
    """)

    change = play(before, card(1, "H2"))
    after = change.table

    assert said(change, NoAction) == [NoAction(seat=Seat(0), reason=NoActionReason.NONE_LEGAL)]
    assert (after.phase, after.turn, after.tricks_won) == (Phase.PLAY, 0, (1, 0))
    assert reason(after, act(0, add("@H1"))) == "WRONG_PHASE"


@pytest.mark.rule("BLO-093", "BLO-095")
@pytest.mark.parametrize(
    "line", ["supply 0: 1 on @S3", "@H1: 0 1", "@H1: 1 0"], ids=["supply", "opponent", "own"]
)
def test_one_marker_at_the_right_place_makes_an_action_legal(line: str) -> None:
    last = "" if line.startswith("supply") else "supply 0: 0 on @S3"

    assert won(line, last).phase is Phase.ACTION


@pytest.mark.rule("BLO-092", "BLO-R19")
def test_t25_nobody_passes_while_an_action_is_legal_and_nobody_else_acts() -> None:
    before = won("supply 0: 3 on @S3")

    assert reason(before, PassAction(Seat(0))) == "ACTION_REQUIRED"
    assert reason(before, act(1, add("@H1"))) == "NOT_YOUR_TURN"
    assert PassAction(Seat(0)) not in legal(before, 0)


@pytest.mark.rule("BLO-092", "BLO-R19")
def test_an_empty_supply_can_force_a_loss_of_control() -> None:
    before = won("@H1: 1 0", "@H2: 1 0", "@H3: 1 0", "supply 0: 0 on @S3")
    controlled = [each.controller for each in engine.project(before, None).town].count(Seat(0))

    assert reason(before, PassAction(Seat(0))) == "ACTION_REQUIRED"
    for command in legal(before, 0):
        town = engine.project(apply(before, command), None).town
        assert [each.controller for each in town].count(Seat(0)) < controlled


@pytest.mark.rule("BLO-081")
def test_actions_tell_what_moved() -> None:
    before = won("@H1: 1 1")
    here, there = PLACES["@H1"], PLACES["@H2"]

    added = play(before, act(0, add("@H2")))
    removed = play(before, act(0, remove("@H1", 1)))
    moved = play(before, act(0, redeploy("@H1", "@H2")))

    assert said(added, MarkerAdded) == [MarkerAdded(seat=Seat(0), location=there)]
    assert said(removed, MarkerRemoved) == [MarkerRemoved(by=Seat(0), owner=Seat(1), location=here)]
    assert said(moved, MarkerMoved) == [
        MarkerMoved(by=Seat(0), owner=Seat(0), origin=here, destination=there)
    ]
