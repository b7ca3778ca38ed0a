"""The draws of a turn, the hand limit and every discard: BLA-016 to BLA-045."""

import pytest

from croupier.engines.blast_radius.commands import (
    DeclineTrade,
    Discard,
    DrawAgain,
    DrawItem,
    EndTurn,
    ProposeTrade,
)
from croupier.engines.blast_radius.events import CardDrawn, DeckReshuffled, NoCard
from croupier.engines.blast_radius.prompts import (
    ActionPrompt,
    DiscardPrompt,
    DrawPrompt,
    KeepPrompt,
)
from croupier.engines.blast_radius.table import Phase, Source
from croupier.engines.kernel.values import replace
from tests.engines.blast_radius.dsl import (
    PLAIN,
    A,
    B,
    H,
    S,
    asked,
    by_default,
    kinds,
    play,
    refused,
    state,
    table,
    told,
)

DECK, PILE = Source.DECK, Source.DISCARD
FULL = "0: boot.1 boot.2 rope.1 tarp.1 umbrella.1"


@pytest.mark.rule("BLA-029", "BLA-019", "BLA-034", "BLA-027", "BLA-025")
def test_s06_a_plain_turn() -> None:
    on = table("0: boot.1 rope.1\ndeck: umbrella.1 tarp.1 machete.1", Phase.DRAW)

    drawn = play(on, DrawItem(A)).table
    assert (drawn.hands[A], drawn.phase) == (("boot.1", "rope.1", "umbrella.1"), Phase.ACTION)
    again = play(drawn, DrawAgain(A, DECK)).table
    assert (len(again.hands[A]), again.phase, again.deck.count) == (4, Phase.POST_DRAW, 1)
    assert asked(again, KeepPrompt).card == "tarp.1"
    assert state(play(again, EndTurn(A)).table) == (Phase.DRAW, B)


@pytest.mark.rule("BLA-020", "BLA-028", "BLA-019")
def test_s07_the_draw_comes_first() -> None:
    on = table("deck: boot.1 rope.1", Phase.DRAW)

    assert refused(on, DrawAgain(A, DECK)) == "WRONG_PHASE"
    assert refused(on, DrawItem(B)) == "NOT_YOUR_TURN"
    assert refused(on, EndTurn(A)) == "WRONG_PHASE"


@pytest.mark.rule("BLA-040", "BLA-039", "BLA-R14")
def test_s08_a_full_hand_may_discard_before_the_draw() -> None:
    on = table(f"{FULL}\ndeck: blanket.1", Phase.DRAW)
    assert asked(on, DrawPrompt).discards == on.hands[A]

    early = play(on, Discard(A, "boot.1")).table

    assert refused(early, Discard(A, "boot.2")) == "DISCARD_NOT_ALLOWED"
    after = play(early, DrawItem(A)).table
    assert (len(after.hands[A]), after.phase, after.discard) == (5, Phase.ACTION, ("boot.1",))
    four = table("0: boot.1 boot.2 rope.1 tarp.1\ndeck: blanket.1", Phase.DRAW)
    assert refused(four, Discard(A, "boot.1")) == "DISCARD_NOT_ALLOWED"
    assert refused(on, Discard(A, "boot.5")) == "NOT_IN_HAND"


@pytest.mark.rule("BLA-045", "BLA-041", "BLA-042", "BLA-016", "BLA-039", "BLA-R14")
def test_s09_six_cards_are_cut_at_once() -> None:
    on = play(table(f"{FULL}\ndeck: blanket.1", Phase.DRAW), DrawItem(A)).table

    assert (len(on.hands[A]), on.phase) == (6, Phase.DISCARD)
    assert asked(on, DiscardPrompt).cards == on.hands[A]
    assert refused(on, EndTurn(A)) == "WRONG_PHASE"
    assert refused(on, Discard(B, "boot.1")) == "NOT_YOUR_TURN"
    after = play(on, Discard(A, "blanket.1")).table
    assert (len(after.hands[A]), after.phase, after.discard) == (5, Phase.ACTION, ("blanket.1",))
    assert asked(after, ActionPrompt).discard is None, "the window has closed"


@pytest.mark.rule("BLA-089", "BLA-044", "BLA-031", "BLA-R16")
def test_s11_a_reflex_at_five_cards_leaves_nothing_to_discard() -> None:
    after = play(table(f"{FULL}\ndeck: sewage_water.1", Phase.DRAW), DrawItem(A)).table

    assert (after.health[A], len(after.hands[A])) == (S, 5)
    assert (after.discard, after.phase) == (("sewage_water.1",), Phase.ACTION)


@pytest.mark.rule("BLA-040", "BLA-030", "BLA-R10")
def test_s12_an_early_discard_and_a_reflex_leave_four() -> None:
    on = table(f"{FULL}\ndeck: sewage_water.1 rope.1", Phase.DRAW)

    change = play(on, Discard(A, "boot.1"), DrawItem(A))

    assert (len(change.table.hands[A]), change.table.health[A]) == (4, S)
    assert change.table.discard == ("boot.1", "sewage_water.1")
    assert change.table.phase is Phase.ACTION
    assert len(told(change, CardDrawn)) == 1


@pytest.mark.rule("BLA-043", "BLA-R15")
def test_s13_the_card_just_drawn_may_be_discarded() -> None:
    on = play(table("0: boot.1\n1: tarp.1\ndeck: rope.1", Phase.DRAW), DrawItem(A)).table

    thrown = play(on, Discard(A, "rope.1")).table
    assert (thrown.hands[A], state(thrown)) == (("boot.1",), (Phase.ACTION, A))
    offered = play(on, ProposeTrade(A, B, ("boot.1",), ("tarp.1",)), DeclineTrade(B)).table
    assert refused(offered, Discard(A, "rope.1")) == "DISCARD_NOT_ALLOWED"
    assert refused(on, Discard(A, "boot.1")) == "DISCARD_NOT_ALLOWED"


@pytest.mark.rule("BLA-043")
def test_the_second_card_may_be_discarded_and_the_turn_ends() -> None:
    on = play(table("0: boot.1\ndeck: rope.1 tarp.1"), DrawAgain(A, DECK)).table

    assert refused(on, Discard(A, "boot.1")) == "DISCARD_NOT_ALLOWED"
    after = play(on, Discard(A, "rope.1")).table
    assert (after.discard, state(after)) == (("rope.1",), (Phase.DRAW, B))


@pytest.mark.rule("BLA-035", "BLA-036")
def test_s14_the_top_of_the_discard_pile() -> None:
    on = table("0: umbrella.1 tarp.1\ndiscard: boot.1 rope.1")

    after = play(on, DrawAgain(A, PILE)).table

    assert after.hands[A] == ("umbrella.1", "tarp.1", "rope.1")
    assert (after.discard, after.phase) == (("boot.1",), Phase.POST_DRAW)
    assert refused(table("0: umbrella.1\ndeck: boot.1"), DrawAgain(A, PILE)) == "DISCARD_EMPTY"


@pytest.mark.rule("BLA-038", "BLA-R13")
def test_s15_a_second_draw_at_five_cards() -> None:
    on = play(table(f"{FULL}\ndeck: rope.2 matches.1"), DrawAgain(A, DECK)).table

    assert (len(on.hands[A]), on.phase) == (6, Phase.DISCARD)
    after = play(on, Discard(A, "rope.2")).table
    assert (len(after.hands[A]), state(after)) == (5, (Phase.DRAW, B))


@pytest.mark.rule("BLA-032", "BLA-033", "BLA-R11")
def test_s17_an_empty_deck_is_made_of_the_discard_pile() -> None:
    on = table("0: tarp.1\ndiscard: boot.1 rope.1 machete.1", Phase.DRAW)

    change = play(on, DrawItem(A))

    assert told(change, DeckReshuffled) == [DeckReshuffled(count=3)]
    assert [len(change.table.hands[A]), change.table.deck.count] == [2, 2]
    assert change.table.discard == ()
    empty = play(table("0: tarp.1", Phase.DRAW), DrawItem(A))
    assert told(empty, NoCard) == [NoCard(seat=A)]
    assert empty.table.phase is Phase.ACTION
    assert refused(empty.table, DrawAgain(A, DECK)) == "NO_CARDS"


@pytest.mark.rule("BLA-026", "BLA-R09", "BLA-R18")
def test_s18_passing() -> None:
    strict = replace(PLAIN, allow_pass=False)

    assert state(play(table("deck: boot.1"), EndTurn(A)).table) == (Phase.DRAW, B)
    bound = table("deck: boot.1", options=strict)
    assert refused(bound, EndTurn(A)) == "PASS_NOT_ALLOWED"
    assert not asked(bound, ActionPrompt).may_pass
    assert by_default(bound) == DrawAgain(A, DECK)
    nothing = table("0: boot.1\n1: rope.1", options=strict)
    assert state(play(nothing, EndTurn(A)).table) == (Phase.DRAW, B)


@pytest.mark.rule("BLA-037", "BLA-R12")
def test_a_reflex_as_second_draw_ends_the_turn_wherever_it_came_from() -> None:
    deck = play(table("deck: sewage_water.1 boot.1"), DrawAgain(A, DECK)).table
    assert (deck.health[A], state(deck)) == (S, (Phase.DRAW, B))

    pile = play(table("discard: sewage_water.1\ndeck: boot.1"), DrawAgain(A, PILE)).table
    assert (pile.health[A], state(pile)) == (S, (Phase.DRAW, B))
    assert pile.discard == ("sewage_water.1",)


@pytest.mark.rule("BLA-055", "BLA-057", "BLA-059", "BLA-039")
def test_s91_a_reflex_is_done_at_once() -> None:
    on = table("0: rope.1\ndeck: radioactive_muffin.1 boot.1", Phase.DRAW)

    change = play(on, DrawItem(A))

    assert kinds(change) == ["CardDrawn", "ReflexTriggered", "HealthChanged", "CardDiscarded"]
    assert (change.table.hands[A], change.table.health[:2]) == (("rope.1",), (S, H))


@pytest.mark.rule("BLA-018")
def test_only_item_cards_count_for_the_limit() -> None:
    on = table(
        """
        0 sick: boot.1 rope.1 tarp.1 matches.1
        0 wants: obj_01 obj_02
        0 scored: obj_03 obj_04
        deck: boot.2
        """,
        Phase.DRAW,
    )

    after = play(on, DrawItem(A)).table

    assert (len(after.hands[A]), after.phase) == (5, Phase.ACTION)
