"""The end and the score: BLE-006, BLE-007, BLE-136, BLE-170 to BLE-188."""

import pytest

from croupier.engines.kernel.result import Standing
from croupier.engines.kernel.values import Seat
from croupier.engines.the_blessed_dark import engine
from croupier.engines.the_blessed_dark.commands import (
    BeginRitual,
    DrawBlood,
    DrawCard,
    EndRitual,
    PlaceLastCard,
    Said,
)
from croupier.engines.the_blessed_dark.events import (
    CardDiscarded,
    CardDrawn,
    GameEnded,
    HandsRevealed,
    LastCardDrawn,
    LastCardKept,
    LastCardPlaced,
)
from croupier.engines.the_blessed_dark.prompts import LastCardPrompt
from croupier.engines.the_blessed_dark.table import EndReason, Options, Phase, Tiebreak
from tests.engines.the_blessed_dark.dsl import (
    AnyTable,
    accepted,
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
from tests.engines.the_blessed_dark.packs import ANY, pack, spell

ZERO, ONE = Seat(0), Seat(1)


def place(yes: bool, seat: Seat = ZERO) -> PlaceLastCard:
    """What to do with the last card."""
    return PlaceLastCard(seat, yes)


def last(card: str, options: Options | None = None) -> AnyTable:
    """Seat 0 with two cards in hand, about to draw the last card."""
    picture = f"""
        blood: 2 2
        hand 0: sootwing leech_knot
        hand 1: open_vein torn_leaf
        deck: {card}
    """
    return table(picture, options or Options())


@pytest.mark.rule("BLE-170", "BLE-171", "BLE-172", "BLE-043", "BLE-007", "BLE-R37", "BLE-R39")
def test_t47_the_last_card_ends_the_game() -> None:
    before = last("red_tithe")
    drawn = play(before, DrawCard(ZERO))
    on = drawn.table

    assert on.phase is Phase.LAST_CARD
    assert asked(on, LastCardPrompt).card == "red_tithe"
    assert [event.card.audience for event in said(drawn, LastCardDrawn)] == [(0,)]
    assert not said(drawn, CardDrawn)
    assert reason(on, place(True, ONE)) == "NOT_YOUR_TURN"
    assert reason(on, DrawCard(ONE)) == "WRONG_PHASE"
    assert legal(on, 0) == [place(True), place(False)]
    ended = play(on, place(True))
    assert favor(ended.table, 0) - favor(before, 0) == 1
    assert [event.card for event in said(ended, LastCardPlaced)] == ["red_tithe"]
    assert [event.reason for event in said(ended, GameEnded)] == [EndReason.DECK]
    later: tuple[Said, ...] = (DrawCard(ZERO), DrawBlood(ONE), place(True), choose(0, "x"))
    assert [reason(ended.table, command) for command in later] == ["GAME_OVER"] * 4
    assert engine.questions(ended.table) == ()


@pytest.mark.rule("BLE-171", "BLE-184", "BLE-R37", "BLE-R42")
def test_t48_a_declined_last_card_is_never_shown() -> None:
    before = last("thornmother")
    on = apply(before, DrawCard(ZERO))
    kept = play(on, place(False))

    assert favor(apply(on, place(True)), 0) - favor(before, 0) == -2
    assert favor(kept.table, 0) == favor(before, 0)
    assert said(kept, LastCardKept)
    assert hand(kept.table, 0) == ("sootwing", "leech_knot", "thornmother")
    for viewer in (ONE, None):
        view = engine.project(kept.table, viewer)
        shown = (view.hand, view.discard, view.seats, view.revealed, view.last_card)
        assert "thornmother" not in str(shown)
        assert "sootwing" not in str(shown)


@pytest.mark.rule("BLE-041", "BLE-170", "BLE-173", "BLE-R08")
def test_t49_with_a_full_hand_the_last_card_stays() -> None:
    before = table("""
        blood: 2 2
        hand 0: sootwing leech_knot open_vein torn_leaf cut_binding
        deck: red_tithe
    """)

    assert reason(before, DrawCard(ZERO)) == "HAND_FULL"
    assert apply(before, DrawBlood(ZERO)).active == 1


@pytest.mark.rule("BLE-173", "BLE-R41")
def test_nobody_must_draw_the_last_card() -> None:
    assert len(legal(last("red_tithe"), 0)) > 1
    assert apply(last("red_tithe"), DrawBlood(ZERO), DrawBlood(ONE)).phase is Phase.TURN


@pytest.mark.rule("BLE-174", "BLE-170", "BLE-R38", "BLE-204")
def test_t50_an_effect_draws_the_last_card() -> None:
    def page(deck: str) -> AnyTable:
        return table(f"""
            blood: 2 2
            hand 0: sootwing leech_knot
            grimoire 0: turned_page
            dice: 4 2 6
            deck: {deck}
        """)

    two = play(page("open_vein torn_leaf"), cast(0, "turned_page", 0))
    assert hand(two.table, 0) == ("sootwing", "leech_knot", "open_vein")
    assert grimoire(two.table, 0) == "turned_page x"
    assert asked(two.table, LastCardPrompt).card == "torn_leaf"
    one = play(page("open_vein"), cast(0, "turned_page", 0))
    assert said(one, CardDrawn) == []
    assert hand(one.table, 0) == ("sootwing", "leech_knot")
    assert asked(one.table, LastCardPrompt).card == "open_vein"
    assert grimoire(apply(one.table, place(True)), 0) == "turned_page x, open_vein"


@pytest.mark.rule("BLE-R38", "BLE-122", "BLE-174")
@pytest.mark.parametrize("placed", [True, False])
def test_a_skull_card_that_draws_the_last_card_is_discarded_all_the_same(placed: bool) -> None:
    draws = spell("it", ANY, '{ do = "draw", amount = 2 }', symbol="skull")
    plain = [spell(f"s{n}", ANY, '{ do = "gain_blood", amount = 1 }') for n in range(8)]
    edition = engine.read_pack(pack([draws, *plain]))
    before = table("blood: 2 2\ngrimoire 0: it, s0\ndice: 1 2 3\ndeck: s1 s2", pack=edition)
    change = play(before, cast(0, "it", 0))

    assert (hand(change.table, 0), asked(change.table, LastCardPrompt).card) == (("s1",), "s2")
    assert (grimoire(change.table, 0), change.table.discard) == ("s0", ("it",))
    assert [event.card for event in said(change, CardDiscarded)] == ["it"]
    over = apply(change.table, place(placed))
    assert favor(over, 0) == 1 + placed  # the skull card is worth nothing


@pytest.mark.rule("BLE-174", "BLE-R38", "BLE-205")
def test_t51_effects_before_the_last_card_stand() -> None:
    before = table("""
        blood: 2 2
        hand 0: sootwing
        grimoire 0: hasty_inscription
        dice: 1 2 3
        deck: open_vein
    """)
    on = apply(before, cast(0, "hasty_inscription", 0, 1, 2), choose(0, "sootwing"))

    assert on.phase is Phase.LAST_CARD
    assert grimoire(on, 0) == "hasty_inscription x, sootwing"
    assert favor(apply(on, place(False)), 0) == 1 - 2


@pytest.mark.rule("BLE-R38", "BLE-R55", "BLE-215")
def test_taking_the_last_card_while_scrying_is_drawing_it() -> None:
    before = table("""
        blood: 2 2
        grimoire 0: ember_reading
        dice: 1 5 5
        deck: open_vein
    """)
    open_ = apply(before, cast(0, "ember_reading", 0))
    taken = apply(open_, arrange(0, "open_vein", ""))

    assert asked(taken, LastCardPrompt).card == "open_vein"
    assert grimoire(taken, 0) == "ember_reading x"
    assert hand(taken, 0) == ()
    left = apply(open_, arrange(0, "", "open_vein"))
    assert (left.phase, left.deck.count, left.active) == (Phase.TURN, 1, 1)


@pytest.mark.rule("BLE-180", "BLE-181", "BLE-182", "BLE-183", "BLE-184", "BLE-185", "BLE-186")
def test_what_everything_is_worth() -> None:
    on = table("""
        blood: 9 2
        hand 0: hollow_choir
        discard: pale_surveyor
        grimoire 0: red_tithe, leech_knot x, drowned_sun ^x, ashen_judge, sootwing x, dark_one ^x
        grimoire 1:
    """)

    assert favor(on, 0) == 1 + 1 + 7 - 2 - 2 + 4
    assert favor(on, 1) == 0


@pytest.mark.rule("BLE-136", "BLE-R27", "BLE-R30", "BLE-R31")
def test_demons_count_their_favor_alone_and_the_dark_one_in_the_centre_nothing() -> None:
    on = table("""
        blood: 2 2
        grimoire 0: gnawling ^x
    """)
    with_dark_one = table("""
        blood: 2 2
        grimoire 0: dark_one ^x
    """)

    assert (favor(on, 0), favor(on, 1)) == (2, 0)
    assert favor(with_dark_one, 0) == 4


@pytest.mark.rule("BLE-187", "BLE-184")
def test_t53_favor_may_be_negative() -> None:
    on = table("""
        blood: 2 2
        grimoire 0: drowned_sun
    """)

    assert favor(on, 0) == -2


def ending(options: Options) -> AnyTable:
    """Favor 9, 9, 4; two summoned demons against one and The Dark One; the last card is drawn."""
    on = table(
        """
        turn: 2
        blood: 1 3 2
        grimoire 0: hollow_choir ^x, ashen_judge ^x
        grimoire 1: hollow_choir ^x, dark_one ^x
        grimoire 2: ashen_judge ^x
        deck: red_tithe
    """,
        options,
    )
    return apply(on, DrawCard(Seat(2)), place(False, Seat(2)))


@pytest.mark.rule("BLE-006", "BLE-188", "BLE-R40")
def test_t54_equal_favor_shares_the_victory() -> None:
    result = engine.result(ending(Options()))

    assert result is not None
    assert (result.winners, result.tiebreak) == ((0, 1), "none")
    assert result.standings == (
        Standing(ZERO, 1, 9),
        Standing(ONE, 1, 9),
        Standing(Seat(2), 3, 4),
    )


@pytest.mark.rule("BLE-188", "BLE-R40")
@pytest.mark.parametrize(
    ("rules", "winner", "decided"),
    [
        ((Tiebreak.SUMMONED_DEMONS,), 0, "summoned_demons"),
        ((Tiebreak.DARK_ONE,), 1, "dark_one"),
        ((Tiebreak.BLOOD,), 1, "blood"),
        ((Tiebreak.SUMMONED_DEMONS, Tiebreak.BLOOD), 0, "summoned_demons"),
    ],
)
def test_t54_the_options_name_what_decides(
    rules: tuple[Tiebreak, ...], winner: int, decided: str
) -> None:
    result = engine.result(ending(Options(tiebreak=rules)))

    assert result is not None
    assert (result.winners, result.tiebreak) == ((winner,), decided)


@pytest.mark.rule("BLE-R40")
def test_a_tiebreak_that_decides_nothing_shares() -> None:
    on = table(
        """
        blood: 2 2
        deck: red_tithe
        """,
        Options(tiebreak=(Tiebreak.BLOOD, Tiebreak.DARK_ONE)),
    )
    result = engine.result(apply(on, DrawCard(ZERO), place(False)))

    assert result is not None
    assert (result.winners, result.tiebreak) == ((0, 1), "none")


@pytest.mark.rule("BLE-R41", "BLE-007")
def test_t55_the_turn_limit() -> None:
    on = table("blood: 0 0", Options(turn_limit=4))
    three = apply(on, DrawBlood(ZERO), DrawBlood(ONE), DrawBlood(ZERO))
    four = play(three, BeginRitual(ONE), EndRitual(ONE), draws=[0, 1, 3])

    assert engine.result(three) is None
    assert [event.reason for event in said(four, GameEnded)] == [EndReason.TURN_LIMIT]
    assert (four.table.phase, four.table.turns) == (Phase.OVER, 4)
    assert reason(four.table, DrawCard(ZERO)) == "GAME_OVER"


@pytest.mark.rule("BLE-R41")
def test_without_a_limit_play_goes_on() -> None:
    on = table("blood: 0 0\nturns: 5000", Options(turn_limit=0))

    assert apply(on, DrawBlood(ZERO)).phase is Phase.TURN


@pytest.mark.rule("BLE-R42", "BLE-R47")
def test_with_the_option_hands_are_shown_after_the_end_in_printed_order() -> None:
    on = apply(last("red_tithe", Options(reveal_hands_at_end=True)), DrawCard(ZERO))
    ended = play(on, place(False))
    view = engine.project(ended.table, None)

    [shown] = said(ended, HandsRevealed)
    assert [hand.cards for hand in shown.hands] == [
        ("sootwing", "red_tithe", "leech_knot"),
        ("open_vein", "torn_leaf"),
    ]
    assert view.revealed == shown.hands
    assert accepted(on, place(True))
    assert engine.project(on, None).revealed == ()
