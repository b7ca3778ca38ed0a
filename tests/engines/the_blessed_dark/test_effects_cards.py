"""Effects on hands, the deck and the discard pile: BLE-204, BLE-205, BLE-212 to BLE-216."""

import pytest

from croupier.engines.kernel.values import Seat
from croupier.engines.the_blessed_dark import engine
from croupier.engines.the_blessed_dark.events import (
    CardsScried,
    CardStolen,
    HandDiscarded,
    HandSeen,
)
from croupier.engines.the_blessed_dark.prompts import CardsPrompt, ScryPrompt
from croupier.engines.the_blessed_dark.table import ChoiceKind
from tests.engines.the_blessed_dark.dsl import (
    AnyTable,
    apply,
    arrange,
    asked,
    cast,
    choose,
    grimoire,
    hand,
    play,
    reason,
    said,
    table,
    with_effects,
)

ZERO, ONE, TWO = Seat(0), Seat(1), Seat(2)


@pytest.mark.rule("BLE-204", "BLE-R09")
def test_t26_draw_stops_at_five_cards() -> None:
    before = table("""
        blood: 2 2
        hand 0: sootwing leech_knot open_vein torn_leaf
        grimoire 0: turned_page
        dice: 4 1 1
        deck: 9
    """)
    after = apply(before, cast(0, "turned_page", 0))

    assert (len(hand(after, 0)), after.deck.count) == (5, 8)
    assert after.active == 1


@pytest.mark.rule("BLE-205", "BLE-R43")
def test_t32_place_up_to_so_many_then_draw() -> None:
    before = table("""
        blood: 2 2
        hand 0: sootwing leech_knot
        grimoire 0: hasty_inscription
        dice: 1 2 3
        deck: 8
    """)
    on = apply(before, cast(0, "hasty_inscription", 0, 1, 2))
    prompt = asked(on, CardsPrompt)

    assert (prompt.kind, prompt.cards) == (ChoiceKind.PLACE, ("sootwing", "leech_knot"))
    assert (prompt.least, prompt.most) == (0, 1)
    placed = apply(on, choose(0, "leech_knot"))
    assert grimoire(placed, 0) == "hasty_inscription x, leech_knot"
    assert (len(hand(placed, 0)), placed.deck.count) == (2, 7)
    assert len(hand(apply(on, choose(0)), 0)) == 3
    assert reason(on, choose(0, "open_vein")) == "CARD_NOT_IN_HAND"
    assert reason(on, choose(0, "sootwing", "leech_knot")) == "BAD_SELECTION"
    assert reason(on, choose(0, "sootwing", "open_vein")) == "BAD_SELECTION"


@pytest.mark.rule("BLE-205", "BLE-R32")
def test_place_takes_up_to_as_many_as_it_says() -> None:
    before = with_effects(
        '{ do = "place", amount = 2 }', "blood: 2 2\nhand 0: s0 s1 s2\ngrimoire 0: it"
    )
    on = apply(before, cast(0, "it", 0))

    assert (asked(on, CardsPrompt).least, asked(on, CardsPrompt).most) == (0, 2)
    assert reason(on, choose(0, "s0", "s1", "s2")) == "BAD_SELECTION"
    after = apply(on, choose(0, "s2", "s0"))
    assert (grimoire(after, 0), hand(after, 0)) == ("it x, s2, s0", ("s1",))
    assert grimoire(apply(on, choose(0, "s1")), 0) == "it x, s1"


@pytest.mark.rule("BLE-R09", "BLE-041")
def test_a_hand_with_one_place_left_takes_one_card() -> None:
    four = "blood: 2 2\nhand 0: s0 s1 s2 s3\n"
    scry = with_effects(
        '{ do = "scry", look = 3, take = 2 }', f"{four}grimoire 0: it\ndeck: s4 s5 s6"
    )
    withdraw = with_effects(
        '{ do = "withdraw", amount = 2 }', f"{four}grimoire 0: it, s7, s8 x\ndeck: s4 s5 s6"
    )
    looking, taking = (apply(on, cast(0, "it", 0)) for on in (scry, withdraw))

    assert asked(looking, ScryPrompt).most == 1
    assert reason(looking, arrange(0, "s4 s5", "s6")) == "BAD_SELECTION"
    assert len(hand(apply(looking, arrange(0, "s5", "s4 s6")), 0)) == 5
    assert asked(taking, CardsPrompt).most == 1
    assert reason(taking, choose(0, "s7", "s8")) == "BAD_SELECTION"
    assert hand(apply(taking, choose(0, "s8")), 0) == ("s0", "s1", "s2", "s3", "s8")


@pytest.mark.rule("BLE-205", "BLE-126")
def test_place_with_an_empty_hand_is_skipped() -> None:
    before = table("""
        blood: 2 2
        grimoire 0: hasty_inscription
        dice: 1 2 3
    """)

    assert apply(before, cast(0, "hasty_inscription", 0, 1, 2)).active == 1


@pytest.mark.rule("BLE-212", "BLE-R46", "BLE-R54")
def test_t27_steal_a_random_hand_card() -> None:
    before = table("""
        blood: 1 2 2
        hand 0: sootwing leech_knot
        hand 1: open_vein torn_leaf turned_page
        grimoire 0: stolen_verse
        dice: 2 4 6
    """)
    change = play(before, cast(0, "stolen_verse", 0, 1, 2), draws=[1])
    [stolen] = said(change, CardStolen)

    assert hand(change.table, 0) == ("sootwing", "leech_knot", "torn_leaf")
    assert hand(change.table, 1) == ("open_vein", "turned_page")
    assert change.table.blood == (0, 2, 2)
    assert (stolen.thief, stolen.victim, stolen.card.audience) == (0, 1, (0, 1))


@pytest.mark.rule("BLE-212", "BLE-R09")
def test_a_full_hand_steals_nothing() -> None:
    before = table("""
        blood: 1 2
        hand 0: red_tithe gnawling sootwing turned_page open_vein
        hand 1: torn_leaf
        grimoire 0: stolen_verse
        dice: 2 4 6
    """)

    assert apply(before, cast(0, "stolen_verse", 0, 1, 2)).active == 1


@pytest.mark.rule("BLE-213", "BLE-R43", "BLE-R44")
def test_discard_hand_lets_the_victim_choose() -> None:
    before = table("""
        blood: 1 2
        hand 1: torn_leaf red_tithe
        grimoire 0: torn_leaf
        dice: 5 4 6
    """)
    on = apply(before, cast(0, "torn_leaf", 0))
    prompt = asked(on, CardsPrompt)

    assert (prompt.seat, prompt.kind, prompt.least, prompt.most) == (
        1,
        ChoiceKind.DISCARD_OWN,
        1,
        1,
    )
    assert reason(on, choose(0, "red_tithe")) == "NOT_YOUR_CHOICE"
    assert reason(on, choose(1, "sootwing")) == "CARD_NOT_IN_HAND"
    assert reason(on, choose(1)) == "BAD_SELECTION"
    after = apply(on, choose(1, "red_tithe"))
    assert (hand(after, 1), after.discard) == (("torn_leaf",), ("red_tithe",))


@pytest.mark.rule("BLE-213", "BLE-R47")
def test_a_whole_hand_is_discarded_in_printed_order() -> None:
    before = with_effects(
        '{ do = "discard_hand", amount = 3 }', "blood: 2 2\ngrimoire 0: it\nhand 1: s4 d5 s1"
    )
    change = play(before, cast(0, "it", 0))

    assert [event.card for event in said(change, HandDiscarded)] == ["s1", "s4", "d5"]


@pytest.mark.rule("BLE-214", "BLE-122", "BLE-R57")
def test_t31_peek_and_discard() -> None:
    before = table("""
        blood: 1 2 2
        hand 1: red_tithe gnawling
        grimoire 0: unlidded_eye
        dice: 3 4 1
    """)
    opened = play(before, cast(0, "unlidded_eye", 0, 1))
    on = opened.table

    assert [(event.by, event.seat) for event in said(opened, HandSeen)] == [(0, 1)]
    assert asked(on, CardsPrompt).cards == ("gnawling", "red_tithe")
    assert asked(on, CardsPrompt).opponent == 1
    for other in (ONE, TWO, None):
        pending = engine.project(on, other).pending
        assert pending is not None
        assert (pending.seat, pending.opponent, pending.cards) == (0, 1, ())
    assert reason(on, choose(0, "sootwing")) == "BAD_SELECTION"
    after = apply(on, choose(0, "gnawling"))
    assert after.discard == ("gnawling", "unlidded_eye")
    assert hand(after, 1) == ("red_tithe",)


@pytest.mark.rule("BLE-214", "BLE-R43")
def test_a_hand_of_one_card_is_not_asked_for() -> None:
    before = table("""
        blood: 1 2
        hand 1: red_tithe
        grimoire 0: unlidded_eye
        dice: 3 4 1
    """)
    change = play(before, cast(0, "unlidded_eye", 0, 1))

    assert change.table.discard == ("red_tithe", "unlidded_eye")
    assert said(change, HandSeen)


@pytest.mark.rule("BLE-215", "BLE-R55", "BLE-R57")
def test_t29_scry() -> None:
    before = table("""
        blood: 2 2
        hand 0: sootwing leech_knot
        grimoire 0: ember_reading
        dice: 1 5 5
        deck: open_vein torn_leaf turned_page red_tithe
    """)
    on = apply(before, cast(0, "ember_reading", 0))
    prompt = asked(on, ScryPrompt)

    assert (prompt.cards, prompt.most) == (("open_vein", "torn_leaf", "turned_page"), 1)
    done = play(on, arrange(0, "torn_leaf", "turned_page open_vein"))
    assert hand(done.table, 0) == ("sootwing", "leech_knot", "torn_leaf")
    assert done.table.deck.peek() == ("turned_page", "open_vein", "red_tithe")
    [told] = said(done, CardsScried)
    assert (told.looked, told.taken, told.cards.audience) == (3, 1, (0,))
    for wrong in (
        arrange(0, "red_tithe", "open_vein torn_leaf turned_page"),
        arrange(0, "torn_leaf", "turned_page"),
        arrange(0, "torn_leaf", "turned_page open_vein open_vein"),
        arrange(0, "torn_leaf", "turned_page red_tithe"),
        arrange(0, "open_vein torn_leaf", "turned_page"),
        arrange(0, "", "turned_page open_vein"),
    ):
        assert reason(on, wrong) == "BAD_SELECTION"
    assert reason(on, choose(0, "torn_leaf")) == "BAD_SELECTION"
    assert reason(on, arrange(0, "no_such_card", "")) == "BAD_ARGUMENT"


@pytest.mark.rule("BLE-215", "BLE-R09", "BLE-R43")
def test_t30_scry_with_a_full_hand_only_arranges() -> None:
    before = table("""
        blood: 2 2
        hand 0: sootwing leech_knot cut_binding gnawling thornmother
        grimoire 0: ember_reading
        dice: 1 5 5
        deck: open_vein torn_leaf turned_page red_tithe
    """)
    on = apply(before, cast(0, "ember_reading", 0))

    assert reason(on, arrange(0, "torn_leaf", "open_vein turned_page")) == "BAD_SELECTION"
    after = apply(on, arrange(0, "", "turned_page torn_leaf open_vein"))
    assert after.deck.peek() == ("turned_page", "torn_leaf", "open_vein", "red_tithe")


@pytest.mark.rule("BLE-216", "BLE-R09", "BLE-R43")
def test_recover_takes_exactly_so_many_from_the_open_pile() -> None:
    def ledger(pile: str, held: str = "") -> AnyTable:
        return with_effects(
            '{ do = "recover", amount = 2 }',
            f"blood: 2 2\ngrimoire 0: it\ndiscard: {pile}\nhand 0: {held}",
        )

    assert apply(ledger(""), cast(0, "it", 0)).active == 1
    assert hand(apply(ledger("s0"), cast(0, "it", 0)), 0) == ("s0",)
    assert hand(apply(ledger("s1 s0"), cast(0, "it", 0)), 0) == ("s1", "s0")
    three = apply(ledger("s1 s0 d2"), cast(0, "it", 0))
    prompt = asked(three, CardsPrompt)
    assert (prompt.kind, prompt.cards) == (ChoiceKind.DISCARD_PILE, ("s1", "s0", "d2"))
    assert (prompt.least, prompt.most) == (2, 2)
    assert reason(three, choose(0, "s1")) == "BAD_SELECTION"
    assert reason(three, choose(0, "s1", "s5")) == "BAD_SELECTION"
    after = apply(three, choose(0, "d2", "s1"))
    assert (hand(after, 0), after.discard) == (("s1", "d2"), ("s0",))
    one_place = apply(ledger("s1 s0 d2", "s2 s3 s4 s5"), cast(0, "it", 0))
    assert asked(one_place, CardsPrompt).most == 1
    full = apply(ledger("s1 s0 d2", "s2 s3 s4 s5 s6"), cast(0, "it", 0))
    assert full.active == 1
