"""Core Control: BLO-105 to BLO-109, BLO-156 to BLO-164."""

import pytest

from croupier.engines.blossom_ridge import engine
from croupier.engines.blossom_ridge.cards import CoreControlKind, Spread
from croupier.engines.blossom_ridge.commands import (
    AddMany,
    Convert,
    March,
    PassAction,
    Push,
    Sweep,
)
from croupier.engines.blossom_ridge.edition import house_pack
from croupier.engines.blossom_ridge.events import (
    AbilityUsed,
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
    PLACES,
    act,
    add,
    apply,
    asked,
    card,
    legal,
    markers,
    play,
    reason,
    said,
    supplies,
    use,
)
from tests.engines.blossom_ridge.uses import (
    add_many,
    choices,
    convert,
    march,
    offer,
    push,
    sweep,
    won,
)


@pytest.mark.rule("BLO-106", "BLO-156")
def test_t45_a_sweep_sends_every_opponents_markers_home() -> None:
    before = won("ada_thornbury", "@H1: 1 3 2 0", players=4)

    after = apply(before, use(0, "clear_the_street", sweep("@H1")))

    assert markers(after, "@H1") == (1, 1, 0, 0)
    assert supplies(after) == (13, 13, 14, 14)
    assert (after.phase, after.turn) == (Phase.PLAY, 0)
    assert choices(before) == [sweep("@H1")]


@pytest.mark.rule("BLO-156")
def test_t45_a_sweep_needs_an_opponents_marker_there() -> None:
    before = won("ada_thornbury", "@H1: 1 0", "@D1: 0 1")

    assert reason(before, use(0, "clear_the_street", sweep("@H1"))) == "ABILITY_NO_EFFECT"
    assert reason(before, use(0, "clear_the_street", sweep("@D1"))) == "WRONG_SUIT"
    assert reason(before, use(0, "clear_the_street", Sweep("x"))) == "UNKNOWN_LOCATION"
    assert asked(before, ActionPrompt).core_controls == ()


@pytest.mark.rule("BLO-157", "BLO-R40")
def test_a_march_moves_some_own_markers_across_suits() -> None:
    before = won("wren_calloway", "@D1: 5 0")

    after = apply(before, use(0, "night_ride", march("@D1", "@H1", 2)))

    assert (markers(after, "@D1"), markers(after, "@H1")) == ((3, 0), (2, 0))
    assert offer(before).most == 2
    assert len(choices(before)) == 11 * 2


@pytest.mark.rule("BLO-157")
@pytest.mark.parametrize(
    ("choice", "why"),
    [
        (march("@D1", "@H1", 0), "BAD_ARGUMENT"),
        (march("@D1", "@H1", 3), "BAD_ARGUMENT"),
        (march("@D1", "@D1", 1), "SAME_LOCATION"),
        (march("@D2", "@H1", 2), "NO_MARKER_THERE"),
        (march("@D3", "@H1", 1), "NO_MARKER_THERE"),
        (March(PLACES["@D1"], "x", 1), "UNKNOWN_LOCATION"),
    ],
)
def test_a_march_that_cannot_be(choice: March, why: str) -> None:
    before = won("wren_calloway", "@D1: 5 0", "@D2: 1 0")

    assert reason(before, use(0, "night_ride", choice)) == why
    assert engine.accepts(before, use(0, "night_ride", march("@D2", "@H1", 1)))


@pytest.mark.rule("BLO-158")
def test_t47_double_claim_adds_to_two_different_locations() -> None:
    before = won("juno_pickett", "supply 0: 5 on @S3")

    after = apply(before, use(0, "double_claim", add_many("@H1", "@H3")))

    assert (markers(after, "@H1"), markers(after, "@H3")) == ((1, 0), (1, 0))
    assert supplies(after)[0] == 3
    twice = use(0, "double_claim", add_many("@H1", "@H1"))
    assert reason(before, twice) == "ABILITY_NOT_APPLICABLE"
    assert reason(before, use(0, "double_claim", AddMany(()))) == "BAD_ARGUMENT"
    thrice = use(0, "double_claim", add_many("@H1", "@H2", "@H3"))
    assert reason(before, thrice) == "BAD_ARGUMENT"
    assert reason(before, use(0, "double_claim", add_many("@H1", "@D1"))) == "WRONG_SUIT"
    assert offer(before).spread is Spread.DISTINCT
    assert len(choices(before)) == 3 + 6


@pytest.mark.rule("BLO-158")
def test_t47_as_many_as_are_in_supply() -> None:
    one = won("juno_pickett", "supply 0: 1 on @S3")
    none = won("juno_pickett", "@H1: 1 0", "supply 0: 0 on @S3")

    assert reason(one, use(0, "double_claim", add_many("@H1", "@H2"))) == "NO_SUPPLY"
    assert (offer(one).most, len(choices(one))) == (1, 3)
    assert reason(none, use(0, "double_claim", add_many("@H1"))) == "NO_SUPPLY"
    assert asked(none, ActionPrompt).core_controls == ()


@pytest.mark.rule("BLO-158")
def test_t47_full_bench_adds_to_one_location() -> None:
    before = won("lottie_greer")

    after = apply(before, use(0, "full_bench", add_many("@H1", "@H1")))

    assert markers(after, "@H1") == (2, 0)
    different = use(0, "full_bench", add_many("@H1", "@H2"))
    assert reason(before, different) == "ABILITY_NOT_APPLICABLE"
    assert len(choices(before)) == 3 + 3


@pytest.mark.rule("BLO-158")
def test_a_free_spread_takes_any_locations_of_the_suit() -> None:
    free = engine.read_pack(house_pack().replace('spread = "same"', 'spread = "free"'))
    before = won("lottie_greer", pack=free)

    same = apply(before, use(0, "full_bench", add_many("@H1", "@H1")))
    different = apply(before, use(0, "full_bench", add_many("@H1", "@H2")))

    assert markers(same, "@H1") == (2, 0)
    assert (markers(different, "@H1"), markers(different, "@H2")) == ((1, 0), (1, 0))
    assert len(choices(before)) == 3 + 9


@pytest.mark.rule("BLO-159")
def test_t48_a_conversion_flips_control() -> None:
    before = won("barnaby_finch", "@H1: 1 2")

    change = play(before, use(0, "change_of_colors", convert("@H1", 1)))

    assert markers(change.table, "@H1") == (2, 1)
    assert supplies(change.table) == (12, 13)
    holders = [engine.project(on, None).town[0].controller for on in (before, change.table)]
    assert holders == [1, 0]
    assert len(said(change, MarkerRemoved)) == len(said(change, MarkerAdded)) == 1


@pytest.mark.rule("BLO-159")
@pytest.mark.parametrize(
    ("choice", "why"),
    [
        (convert("@H1", 0), "BAD_OWNER"),
        (convert("@H1", 2), "BAD_OWNER"),
        (convert("@H2", 1), "NO_MARKER_THERE"),
        (convert("@D1", 1), "WRONG_SUIT"),
    ],
)
def test_a_conversion_that_cannot_be(choice: Convert, why: str) -> None:
    before = won("barnaby_finch", "@H1: 1 2", "@D1: 0 1")

    assert reason(before, use(0, "change_of_colors", choice)) == why


@pytest.mark.rule("BLO-159")
def test_t48_a_conversion_needs_a_marker_in_supply() -> None:
    before = won("barnaby_finch", "@H1: 1 2", "supply 0: 0 on @S3")

    assert reason(before, use(0, "change_of_colors", convert("@H1", 1))) == "NO_SUPPLY"
    assert asked(before, ActionPrompt).core_controls == ()


@pytest.mark.rule("BLO-160", "BLO-R40")
def test_t49_a_push_moves_an_opponents_marker_anywhere() -> None:
    before = won("hank_mullory", "@H2: 0 1")

    change = play(before, use(0, "cattle_drive", push(1, "@H2", "@S3")))
    after = change.table

    [moved] = said(change, MarkerMoved)
    assert (moved.by, moved.owner) == (0, 1)
    assert (markers(after, "@H2"), markers(after, "@S3")) == ((0, 0), (0, 1))
    assert supplies(after) == supplies(before)
    assert len(choices(before)) == 11


@pytest.mark.rule("BLO-160")
@pytest.mark.parametrize(
    ("choice", "why"),
    [
        (push(1, "@S1", "@H1"), "WRONG_SUIT"),
        (push(1, "@H2", "@H2"), "SAME_LOCATION"),
        (push(0, "@H2", "@H1"), "BAD_OWNER"),
        (push(2, "@H2", "@H1"), "BAD_OWNER"),
        (push(1, "@H1", "@H2"), "NO_MARKER_THERE"),
        (Push(Seat(1), PLACES["@H2"], "x"), "UNKNOWN_LOCATION"),
    ],
)
def test_a_push_that_cannot_be(choice: Push, why: str) -> None:
    before = won("hank_mullory", "@H2: 1 1", "@S1: 0 1")

    assert reason(before, use(0, "cattle_drive", choice)) == why


@pytest.mark.rule("BLO-093", "BLO-R21")
def test_t24_without_a_legal_action_an_ability_may_be_used_or_not() -> None:
    before = won("wren_calloway", "@D1: 5 0", "supply 0: 0 on @S3")

    prompt = asked(before, ActionPrompt)
    passed = play(before, PassAction(Seat(0)))

    assert (prompt.actions, prompt.may_pass) == ((), True)
    assert legal(before, 0)[0] == PassAction(Seat(0))
    assert said(passed, NoAction) == [NoAction(seat=Seat(0), reason=NoActionReason.PASSED)]
    assert (passed.table.turn, passed.table.spent[0]) == (0, None)
    used = apply(before, use(0, "night_ride", march("@D1", "@H1", 2)))
    assert markers(used, "@H1") == (2, 0)


@pytest.mark.rule("BLO-105", "BLO-102")
def test_a_use_is_told_with_all_it_contains() -> None:
    before = won("ada_thornbury", "@H1: 0 1")

    change = play(before, use(0, "clear_the_street", sweep("@H1")))

    assert said(change, AbilityUsed) == [
        AbilityUsed(seat=Seat(0), ability="clear_the_street", choice=sweep("@H1"))
    ]
    assert change.table.spent == ("clear_the_street", None)


@pytest.mark.rule("BLO-105")
def test_a_use_of_another_kind_is_a_bad_argument() -> None:
    before = won("ada_thornbury", "@H1: 0 1")

    assert reason(before, use(0, "clear_the_street", convert("@H1", 1))) == "BAD_ARGUMENT"
    assert reason(before, use(0, "no_such_ability", sweep("@H1"))) == "BAD_ARGUMENT"
    assert reason(before, use(0, "double_claim", add_many("@H1"))) == "ABILITY_NOT_YOURS"
    assert reason(before, use(1, "double_claim", add_many("@H1"))) == "NOT_YOUR_TURN"


@pytest.mark.rule("BLO-106", "BLO-107")
@pytest.mark.parametrize(
    ("character", "kind"),
    [
        ("ada_thornbury", CoreControlKind.SWEEP),
        ("silas_crane", CoreControlKind.PASS_LEAD),
        ("wren_calloway", CoreControlKind.MARCH),
        ("juno_pickett", CoreControlKind.ADD_MANY),
        ("barnaby_finch", CoreControlKind.CONVERT),
        ("odessa_vane", CoreControlKind.REACH),
        ("hank_mullory", CoreControlKind.PUSH),
        ("pearl_ostrander", CoreControlKind.ENCORE),
        ("dutch_halloran", CoreControlKind.REMOVE_MANY),
        ("lottie_greer", CoreControlKind.ADD_MANY),
    ],
)
def test_after_every_ability_the_trick_is_finished(character: str, kind: CoreControlKind) -> None:
    before = won(character, "@H1: 1 1")
    assert offer(before).kind is kind

    for choice in choices(before):
        after = apply(before, use(0, offer(before).ability, choice))
        assert (after.phase, len(after.tricks), after.trick) == (Phase.PLAY, 1, ())
        assert after.spent[0] == offer(before).ability


@pytest.mark.rule("BLO-106")
def test_after_the_trick_the_next_action_is_a_basic_one() -> None:
    before = won("juno_pickett", left="D9")

    used = apply(before, use(0, "double_claim", add_many("@H1")))
    again = apply(used, card(0, "D9"), card(1, "D2"))

    assert asked(again, ActionPrompt).core_controls == ()
    assert apply(again, act(0, add("@D1"))).round == 2
