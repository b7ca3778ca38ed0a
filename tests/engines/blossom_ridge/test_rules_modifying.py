"""Core Control that modifies the Action: BLO-161 to BLO-164."""

import pytest

from croupier.engines.blossom_ridge import engine
from croupier.engines.blossom_ridge.commands import (
    Encore,
    Reach,
    RemoveMany,
)
from croupier.engines.blossom_ridge.edition import house_pack
from croupier.engines.blossom_ridge.prompts import ActionPrompt, Stack
from croupier.engines.blossom_ridge.table import Phase
from croupier.engines.kernel.values import Seat
from tests.engines.blossom_ridge.dsl import (
    CLUBS,
    DIAMONDS,
    HEARTS,
    PLACES,
    SPADES,
    add,
    apply,
    asked,
    card,
    markers,
    mod,
    reason,
    redeploy,
    remove,
    table,
    take_back,
    use,
)
from tests.engines.blossom_ridge.uses import (
    choices,
    offer,
    pass_lead,
    remove_many,
    won,
)


@pytest.mark.rule("BLO-107", "BLO-161", "BLO-R40", "BLO-R32")
def test_t50_reach_takes_the_action_in_another_suit() -> None:
    before = won("odessa_vane")

    after = apply(before, use(0, "wide_circulation", Reach(SPADES, add("@S1"))))

    assert markers(after, "@S1") == (1, 0)
    assert (after.phase, after.turn) == (Phase.PLAY, 0)
    own = use(0, "wide_circulation", Reach(HEARTS, add("@H1")))
    assert reason(before, own) == "ABILITY_NOT_APPLICABLE"
    other = use(0, "wide_circulation", Reach(SPADES, add("@D1")))
    assert reason(before, other) == "WRONG_SUIT"
    nothing = use(0, "wide_circulation", Reach(SPADES, remove("@S1", 1)))
    assert reason(before, nothing) == "NO_MARKER_THERE"
    nobody = use(0, "wide_circulation", Reach(SPADES, remove("@S1", 0)))
    assert reason(before, nobody) == "BAD_OWNER"
    still = use(0, "wide_circulation", Reach(SPADES, redeploy("@S1", "@S1")))
    assert reason(before, still) == "SAME_LOCATION"
    assert before.spent[0] is None
    assert [each.suit for each in offer(before).actions] == [DIAMONDS, CLUBS, SPADES]
    assert len(choices(before)) == 9


@pytest.mark.rule("BLO-161", "BLO-154")
def test_reach_is_out_of_the_action_suit_even_if_it_was_declared() -> None:
    before = table("""
        trick: 0=H9
        seat 0 odessa_vane: C1
        seat 1 odessa_vane: H2 C2
    """)

    during = apply(before, mod(1, "front_page", DIAMONDS), card(1, "H2"))

    assert [each.suit for each in offer(during).actions] == [HEARTS, CLUBS, SPADES]
    back = apply(during, use(0, "wide_circulation", Reach(HEARTS, add("@H1"))))
    assert markers(back, "@H1") == (1, 0)
    same = use(0, "wide_circulation", Reach(DIAMONDS, add("@D1")))
    assert reason(during, same) == "ABILITY_NOT_APPLICABLE"


@pytest.mark.rule("BLO-161")
def test_reach_is_not_offered_when_no_other_suit_has_an_action() -> None:
    before = won("odessa_vane", "supply 0: 0 on @H1")

    assert asked(before, ActionPrompt).core_controls == ()


@pytest.mark.rule("BLO-162", "BLO-R32")
def test_t51_an_encore_is_two_actions_of_different_kinds() -> None:
    empty = won("pearl_ostrander")
    taken = won("pearl_ostrander", "@H1: 0 1")

    moved = apply(empty, use(0, "second_helping", Encore(add("@H1"), redeploy("@H1", "@H2"))))
    turned = apply(taken, use(0, "second_helping", Encore(remove("@H1", 1), add("@H1"))))

    assert (markers(moved, "@H1"), markers(moved, "@H2")) == ((0, 0), (1, 0))
    assert markers(turned, "@H1") == (1, 0)
    alike = use(0, "second_helping", Encore(add("@H1"), add("@H2")))
    assert reason(empty, alike) == "ABILITY_NOT_APPLICABLE"


@pytest.mark.rule("BLO-162", "BLO-R32")
def test_t51_if_the_second_is_illegal_the_first_is_not_performed() -> None:
    before = won("pearl_ostrander", "@H1: 0 1")

    second = use(0, "second_helping", Encore(add("@H1"), remove("@H2", 1)))
    first = use(0, "second_helping", Encore(take_back("@H1"), add("@H1")))
    still = use(0, "second_helping", Encore(add("@H1"), redeploy("@H2", "@H2")))

    assert reason(before, second) == "NO_MARKER_THERE"
    assert reason(before, first) == "NO_MARKER_THERE"
    assert reason(before, still) == "SAME_LOCATION"
    assert markers(before, "@H1") == (0, 1)


@pytest.mark.rule("BLO-162")
def test_an_encore_may_add_what_it_has_taken_back() -> None:
    before = won("pearl_ostrander", "@H1: 1 0", "supply 0: 0 on @S3")

    after = apply(before, use(0, "second_helping", Encore(take_back("@H1"), add("@H2"))))

    assert markers(after, "@H2") == (1, 0)
    assert len(choices(before)) == len(dict.fromkeys(map(repr, choices(before))))


@pytest.mark.rule("BLO-162")
def test_an_encore_needs_a_second_kind() -> None:
    before = won("pearl_ostrander", "@H1: 0 2", "supply 0: 0 on @S3")

    assert asked(before, ActionPrompt).core_controls == ()
    assert asked(before, ActionPrompt).actions == (remove("@H1", 1),)


@pytest.mark.rule("BLO-163")
def test_tear_it_down_removes_up_to_two() -> None:
    before = won("dutch_halloran", "@H1: 1 2 0", "@H2: 0 0 1", players=3)

    twice = apply(before, use(0, "tear_it_down", remove_many(("@H1", 1), ("@H1", 1))))
    both = apply(before, use(0, "tear_it_down", remove_many(("@H1", 1), ("@H2", 2))))

    assert markers(twice, "@H1") == (1, 0, 0)
    assert (markers(both, "@H1"), markers(both, "@H2")) == ((1, 1, 0), (0, 0, 0))
    assert offer(before).stacks == (
        Stack(PLACES["@H1"], Seat(1), 2),
        Stack(PLACES["@H2"], Seat(2), 1),
    )
    assert len(choices(before)) == 2 + 3


@pytest.mark.rule("BLO-163")
@pytest.mark.parametrize(
    ("choice", "why"),
    [
        (RemoveMany(()), "BAD_ARGUMENT"),
        (remove_many(("@H1", 1), ("@H1", 1), ("@H2", 2)), "BAD_ARGUMENT"),
        (remove_many(("@H1", 0)), "BAD_OWNER"),
        (remove_many(("@H2", 2), ("@H2", 2)), "NO_MARKER_THERE"),
        (remove_many(("@D1", 1)), "WRONG_SUIT"),
    ],
)
def test_a_removal_that_cannot_be(choice: RemoveMany, why: str) -> None:
    before = won("dutch_halloran", "@H1: 1 2 0", "@H2: 0 0 1", "@D1: 0 1 0", players=3)

    assert reason(before, use(0, "tear_it_down", choice)) == why


@pytest.mark.rule("BLO-163")
def test_how_many_are_removed_is_printed_on_the_card() -> None:
    printed = 'do = "remove_many"\namount = '
    three = engine.read_pack(house_pack().replace(f"{printed}2", f"{printed}3"))
    before = won("dutch_halloran", "@H1: 0 4", pack=three)

    after = apply(before, use(0, "tear_it_down", remove_many(*[("@H1", 1)] * 3)))

    assert markers(after, "@H1") == (0, 1)
    assert (offer(before).most, len(choices(before))) == (3, 3)


@pytest.mark.rule("BLO-164", "BLO-049", "BLO-107")
def test_t53_the_winner_acts_and_another_leads() -> None:
    before = won("silas_crane", players=4)

    after = apply(before, use(0, "house_deals", pass_lead(2, add("@H1"))))

    assert (after.turn, after.leader, after.tricks_won) == (2, 2, (1, 0, 0, 0))
    assert after.last_trick is not None
    assert after.last_trick.winner == 0
    assert markers(after, "@H1") == (1, 0, 0, 0)
    for leader in (0, 4, -1):
        command = use(0, "house_deals", pass_lead(leader, add("@H1")))
        assert reason(before, command) == "ABILITY_NOT_APPLICABLE"
    assert reason(before, use(0, "house_deals", pass_lead(2))) == "ACTION_REQUIRED"
    assert reason(before, use(0, "house_deals", pass_lead(2, add("@D1")))) == "WRONG_SUIT"
    nowhere = use(0, "house_deals", pass_lead(2, redeploy("@H1", "@H2")))
    assert reason(before, nowhere) == "NO_MARKER_THERE"
    assert offer(before).leaders == (1, 2, 3)
    assert len(choices(before)) == 3 * 3


@pytest.mark.rule("BLO-164", "BLO-R41")
@pytest.mark.parametrize(("left", "fits"), [("D1", True), ("", False)])
def test_t53_the_lead_is_not_passed_in_the_last_trick(left: str, fits: bool) -> None:
    before = won("silas_crane", players=4, left=left)
    command = use(0, "house_deals", pass_lead(2, add("@H1")))

    if fits:
        assert apply(before, command).turn == 2
    else:
        assert reason(before, command) == "ABILITY_NOT_APPLICABLE"
    assert bool(asked(before, ActionPrompt).core_controls) is fits


@pytest.mark.rule("BLO-164", "BLO-R21")
def test_the_lead_may_be_passed_without_an_action_if_none_is_legal() -> None:
    before = won("silas_crane", "supply 0: 0 on @S3")

    assert choices(before) == [pass_lead(1)]
    after = apply(before, use(0, "house_deals", pass_lead(1)))
    assert (after.turn, after.spent[0]) == (1, "house_deals")
