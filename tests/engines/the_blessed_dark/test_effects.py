"""What each effect does, and what it lets choose: BLE-200 to BLE-216."""

import pytest

from croupier.engines.kernel.values import Seat
from croupier.engines.the_blessed_dark import engine
from croupier.engines.the_blessed_dark.commands import DrawBlood, PlaceLastCard, Refresh
from croupier.engines.the_blessed_dark.events import (
    BloodMoved,
    CardsScried,
    CardStolen,
    ChoiceClosed,
    ChoiceOpened,
    HandDiscarded,
    HandSeen,
    SpellExhausted,
    SpellWithdrawn,
)
from croupier.engines.the_blessed_dark.prompts import CardsPrompt, OpponentPrompt, ScryPrompt
from croupier.engines.the_blessed_dark.table import ChoiceKind, Options
from tests.engines.the_blessed_dark.dsl import (
    AnyTable,
    accepted,
    aim,
    apply,
    arrange,
    asked,
    cast,
    choose,
    favor,
    grimoire,
    hand,
    legal,
    play,
    reason,
    said,
    table,
)
from tests.engines.the_blessed_dark.packs import ANY, demon, pack, spell

ZERO, ONE, TWO = Seat(0), Seat(1), Seat(2)


def with_effects(effects: str, picture: str) -> AnyTable:
    """A ritual of seat 0, whose Grimoire has the card `it` with these effects."""
    others = [spell(f"s{n}", ANY, '{ do = "gain_blood", amount = 1 }') for n in range(8)]
    demons = [demon("d2", 'pattern = "pair"', 2, copies=2), demon("d5", 'pattern = "pair"', 5)]
    text = pack([spell("it", ANY, effects), *others, *demons])
    return table(f"dice: 1 2 3\n{picture}", Options(), engine.read_pack(text))


@pytest.mark.rule("BLE-200", "BLE-R11")
@pytest.mark.parametrize(("others", "after"), [(2, 5), (17, 3), (18, 2)])
def test_gain_takes_what_the_pool_has(others: int, after: int) -> None:
    before = with_effects('{ do = "gain_blood", amount = 3 }', f"blood: 2 {others}\ngrimoire 0: it")

    assert apply(before, cast(0, "it", 0)).blood == (after, others)


@pytest.mark.rule("BLE-202", "BLE-200")
def test_t24_steal_from_each_then_gain() -> None:
    before = table("""
        blood: 1 0 4
        grimoire 0: crimson_toll
        dice: 2 3 4
    """)
    change = play(before, cast(0, "crimson_toll", 0, 1, 2))

    assert (change.table.blood, change.table.pool) == ((3, 0, 3), 14)
    assert [(e.giver, e.taker, e.count) for e in said(change, BloodMoved)] == [
        (2, 0, 1),
        (None, 0, 1),
    ]


@pytest.mark.rule("BLE-203")
def test_drain_each_gives_to_the_pool() -> None:
    before = table("""
        turn: 1
        blood: 1 2 4
        grimoire 1: open_vein
        dice: 1 2 6
    """)
    change = play(before, cast(1, "open_vein", 0, 1))

    assert (change.table.blood, change.table.pool) == ((0, 2, 2), 16)
    assert [event.giver for event in said(change, BloodMoved)] == [2, 0]  # clockwise


@pytest.mark.rule("BLE-201", "BLE-207", "BLE-R54", "BLE-R36", "BLE-184")
def test_t25_choose_a_victim_and_then_a_spell() -> None:
    before = table("""
        blood: 2 3 5
        grimoire 0: feast_of_knives
        grimoire 1: open_vein
        grimoire 2: sootwing
        dice: 4 4 1
    """)
    opened = play(before, cast(0, "feast_of_knives", 0, 1, 2))
    assert [(e.choice_id, e.kind, e.seat, e.card) for e in said(opened, ChoiceOpened)] == [
        (1, ChoiceKind.OPPONENT, 0, "feast_of_knives")
    ]
    assert asked(opened.table, OpponentPrompt).opponents == (1, 2)
    assert legal(opened.table, 0) == [aim(0, 1), aim(0, 2)]

    stolen = apply(opened.table, aim(0, 2))
    assert stolen.blood == (5, 3, 2)
    prompt = asked(stolen, CardsPrompt)
    assert [(t.seat, t.card) for t in prompt.targets] == [(1, "open_vein"), (2, "sootwing")]
    assert (prompt.kind, prompt.least, prompt.most) == (ChoiceKind.OPPONENT_SPELLS, 1, 1)

    done = apply(stolen, choose(0, "sootwing", choice_id=2))
    assert grimoire(done, 2) == "sootwing x"
    assert [favor(at, 2) for at in (before, stolen, done)] == [-2, -2, -2]
    refreshed = apply(done, DrawBlood(ONE), Refresh(TWO))
    assert (grimoire(refreshed, 2), favor(refreshed, 2)) == ("sootwing", -2)


@pytest.mark.rule("BLE-201", "BLE-R43", "BLE-R54")
def test_the_only_victim_is_not_asked_for() -> None:
    before = table("""
        blood: 2 0 5
        grimoire 0: leech_knot
        dice: 3 4 1
    """)

    assert apply(before, cast(0, "leech_knot", 0)).blood == (4, 0, 3)


@pytest.mark.rule("BLE-R44", "BLE-R54")
def test_answers_to_a_choice_in_their_order() -> None:
    before = table("""
        blood: 2 3 5 0
        grimoire 0: leech_knot
        dice: 3 4 1
    """)
    on = apply(before, cast(0, "leech_knot", 0))

    assert reason(on, DrawBlood(ZERO)) == "CHOICE_PENDING"
    assert reason(on, DrawBlood(ONE)) == "CHOICE_PENDING"
    assert reason(on, cast(0, "leech_knot", 0)) == "CHOICE_PENDING"
    assert reason(on, PlaceLastCard(ZERO, True)) == "CHOICE_PENDING"
    assert reason(on, aim(1, 2)) == "NOT_YOUR_CHOICE"
    assert reason(on, choose(1, "red_tithe")) == "NOT_YOUR_CHOICE"
    assert reason(on, aim(0, 4)) == "BAD_ARGUMENT"
    assert reason(on, aim(0, 4, choice_id=9)) == "BAD_ARGUMENT"
    assert reason(on, choose(0, "no_such_card", choice_id=9)) == "BAD_ARGUMENT"
    assert reason(on, aim(0, 1, choice_id=2)) == "STALE_CHOICE"
    assert reason(on, aim(0, 3)) == "BAD_SELECTION"  # nothing to lose
    assert reason(on, aim(0, 0)) == "BAD_SELECTION"
    assert reason(on, choose(0)) == "BAD_SELECTION"
    assert reason(on, arrange(0, "", "")) == "BAD_SELECTION"
    closed = play(on, aim(0, 2))
    assert [event.choice_id for event in said(closed, ChoiceClosed)] == [1]
    assert reason(closed.table, aim(0, 2)) == "WRONG_PHASE"


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


@pytest.mark.rule("BLE-205", "BLE-126")
def test_place_with_an_empty_hand_is_skipped() -> None:
    before = table("""
        blood: 2 2
        grimoire 0: hasty_inscription
        dice: 1 2 3
    """)

    assert apply(before, cast(0, "hasty_inscription", 0, 1, 2)).active == 1


@pytest.mark.rule("BLE-206", "BLE-R43", "BLE-R33")
@pytest.mark.parametrize("exhausted", [1, 2, 3])
def test_refresh_own_asks_only_with_more_than_it_readies(exhausted: int) -> None:
    cards = ["red_tithe x", "thornmother x", "leech_knot x"][:exhausted]
    before = table(f"""
        blood: 2 2
        grimoire 0: second_candle, {", ".join(cards)}
        dice: 4 4 1
    """)
    on = apply(before, cast(0, "second_candle", 0, 1))

    if exhausted == 3:
        assert len(asked(on, CardsPrompt).targets) == 3
        assert reason(on, choose(0, "red_tithe")) == "BAD_SELECTION"
        assert reason(on, choose(0, "red_tithe", "second_candle")) == "BAD_SELECTION"
        on = apply(on, choose(0, "leech_knot", "red_tithe"))
        assert grimoire(on, 0) == "second_candle x, red_tithe, thornmother x, leech_knot"
    else:
        ready = ", ".join(card.split()[0] for card in cards)
        assert grimoire(on, 0) == f"second_candle x, {ready}"


@pytest.mark.rule("BLE-207", "BLE-R43")
def test_exhaust_spell_takes_all_if_there_are_no_more() -> None:
    before = table("""
        blood: 2 2 2
        grimoire 0: numbing_chant, red_tithe
        grimoire 1: open_vein, gnawling ^x
        grimoire 2: sootwing, leech_knot x
        dice: 3 4 1
    """)
    after = apply(before, cast(0, "numbing_chant", 0, 1))

    assert grimoire(after, 1) == "open_vein x, gnawling ^x"
    assert grimoire(after, 2) == "sootwing x, leech_knot x"
    assert grimoire(after, 0) == "numbing_chant x, red_tithe"


@pytest.mark.rule("BLE-208", "BLE-R44", "BLE-R43")
def test_exhaust_each_asks_the_opponents_one_after_the_other() -> None:
    before = table("""
        turn: 1
        blood: 2 1 2 2
        grimoire 1: pall_of_smoke
        grimoire 2: open_vein
        grimoire 3: sootwing, leech_knot
        grimoire 0: red_tithe, turned_page, torn_leaf x
        dice: 3 1 1
    """)
    first = play(before, cast(1, "pall_of_smoke", 0, 1, 2))
    assert [event.seat for event in said(first, SpellExhausted)] == [2]
    assert asked(first.table, CardsPrompt).seat == 3
    assert first.table.active == 1
    second = apply(first.table, choose(3, "sootwing"))
    assert asked(second, CardsPrompt).seat == 0
    assert [t.card for t in asked(second, CardsPrompt).targets] == ["red_tithe", "turned_page"]
    done = apply(second, choose(0, "turned_page", choice_id=2))
    assert [grimoire(done, seat) for seat in (0, 2, 3)] == [
        "red_tithe, turned_page x, torn_leaf x",
        "open_vein x",
        "sootwing x, leech_knot",
    ]
    assert done.active == 2


@pytest.mark.rule("BLE-210", "BLE-R34")
def test_destroy_spell_spares_demons() -> None:
    before = table("""
        blood: 2 2 2
        grimoire 0: cut_binding
        grimoire 1: open_vein x, sootwing
        grimoire 2: gnawling ^x
        dice: 1 6 1
    """)
    after = apply(before, cast(0, "cut_binding", 0, 1))

    assert after.discard == ("open_vein", "cut_binding")
    assert grimoire(after, 1) == "sootwing"


@pytest.mark.rule("BLE-210", "BLE-R53", "BLE-R43")
def test_destroy_spell_may_be_printed_to_hit_unsummoned_demons_and_counts() -> None:
    before = with_effects(
        '{ do = "destroy_spell", amount = 2, demons = true }',
        """
        blood: 2 2 2
        grimoire 0: it
        grimoire 1: d2, d2 x, d5 ^x
        grimoire 2: s0
        """,
    )
    on = apply(before, cast(0, "it", 0))
    names = [(t.name, t.seat, t.exhausted) for t in asked(on, CardsPrompt).targets]

    assert names == [("d2#1", 1, False), ("d2#2", 1, True), ("s0", 2, False)]
    assert reason(on, choose(0, "d2", "s0")) == "BAD_SELECTION"
    assert reason(on, choose(0, "d2#2", "d2#2")) == "BAD_SELECTION"
    after = apply(on, choose(0, "d2#2", "s0"))
    assert (grimoire(after, 1), grimoire(after, 2)) == ("d2, d5 ^x", "")
    assert after.discard == ("d2", "s0")


@pytest.mark.rule("BLE-211", "BLE-205", "BLE-R33", "BLE-R13")
def test_t33_withdraw_a_spell_and_perhaps_place_it() -> None:
    before = table("""
        blood: 2 2
        grimoire 0: unpicked_seal, drowned_sun
        dice: 2 6 6
    """)
    on = apply(before, cast(0, "unpicked_seal", 0))
    assert [target.card for target in asked(on, CardsPrompt).targets] == ["drowned_sun"]
    assert reason(on, choose(0, "unpicked_seal")) == "BAD_SELECTION"
    taken = play(on, choose(0, "drowned_sun"))
    assert [event.card for event in said(taken, SpellWithdrawn)] == ["drowned_sun"]
    assert hand(taken.table, 0) == ("drowned_sun",)
    assert favor(taken.table, 0) - favor(before, 0) == 2
    assert asked(taken.table, CardsPrompt).kind is ChoiceKind.PLACE
    done = apply(taken.table, choose(0, choice_id=2))
    assert (grimoire(done, 0), hand(done, 0)) == ("unpicked_seal x", ("drowned_sun",))


@pytest.mark.rule("BLE-211", "BLE-R09")
def test_withdraw_needs_something_and_room() -> None:
    full = table("""
        blood: 2 2
        hand 0: red_tithe gnawling sootwing turned_page open_vein
        grimoire 0: unpicked_seal, drowned_sun
        dice: 2 6 6
    """)
    alone = table("""
        blood: 2 2
        grimoire 0: unpicked_seal
        dice: 2 6 6
    """)

    assert asked(apply(full, cast(0, "unpicked_seal", 0)), CardsPrompt).kind is ChoiceKind.PLACE
    assert apply(alone, cast(0, "unpicked_seal", 0)).active == 1


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


@pytest.mark.rule("BLE-R55", "BLE-R38")
def test_several_cards_are_taken_in_the_order_seen_and_the_last_may_end_the_game() -> None:
    before = with_effects(
        '{ do = "scry", look = 4, take = 3 }, { do = "gain_blood", amount = 5 }',
        "blood: 2 2\ngrimoire 0: it\ndeck: s3 s1 s2",
    )
    on = apply(before, cast(0, "it", 0))

    assert reason(on, arrange(0, "s1 s3", "s2")) == "BAD_SELECTION"
    assert accepted(on, arrange(0, "s3 s2", "s1"))
    ended = apply(on, arrange(0, "s3 s1 s2", ""))
    assert hand(ended, 0) == ("s3", "s1")
    assert ended.last_card.peek() == ("s2",)
    assert ended.blood == (2, 2)  # what was left of the effect is cancelled
    assert grimoire(ended, 0) == "it x"


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


@pytest.mark.rule("BLE-R57", "BLE-R44")
def test_everybody_sees_what_is_waited_for_and_the_open_options() -> None:
    before = table("""
        blood: 2 2 2
        grimoire 0: cold_iron_litany
        grimoire 1: hollow_choir ^x
        grimoire 2: sootwing ^x
        dice: 5 5 6
    """)
    on = apply(before, cast(0, "cold_iron_litany", 0, 1, 2))
    views = [engine.project(on, viewer) for viewer in (ZERO, ONE, TWO, None)]

    assert len({str(view.pending) for view in views}) == 1
    assert views[3].pending is not None
    assert (views[3].pending.seat, views[3].pending.card) == (0, "cold_iron_litany")
    assert len(views[3].pending.targets) == 2
    assert views[3].casting is not None


@pytest.mark.rule("BLE-R53", "BLE-101", "BLE-102")
def test_of_two_copies_the_ready_one_is_cast() -> None:
    before = with_effects(
        '{ do = "gain_blood", amount = 1 }', "blood: 5 2\ngrimoire 0: d2 ^x, d2, s0 x, s0\n"
    )
    two = with_effects('{ do = "gain_blood", amount = 1 }', "blood: 5 2\ngrimoire 0: d2 ^x, d2 x\n")

    assert grimoire(apply(before, cast(0, "s0", 0)), 0) == "d2 ^x, d2, s0 x, s0 x"
    after = apply(before, cast(0, "d2", 0, 1, mods=(1, 0, 0)))
    assert grimoire(after, 0) == "d2 ^x, d2 ^x, s0 x, s0"
    assert reason(two, cast(0, "d2", 0, 1, mods=(1, 0, 0))) == "CARD_EXHAUSTED"
