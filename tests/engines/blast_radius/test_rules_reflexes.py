"""Reflexes, alone and in chains, and every effect that an edition may print."""

import pytest

from croupier.engines.blast_radius import engine
from croupier.engines.blast_radius.commands import (
    ChooseDiscard,
    Discard,
    DrawAgain,
    DrawItem,
    EndTurn,
    FreezeUp,
    PlayStrike,
    TellJoke,
)
from croupier.engines.blast_radius.effects import TAKES_MAX
from croupier.engines.blast_radius.events import (
    CardDiscarded,
    CardDrawn,
    DeckReshuffled,
    HandsPassed,
    HandsRedealt,
    NoCard,
)
from croupier.engines.blast_radius.prompts import (
    ActionPrompt,
    DiscardPrompt,
    EffectDiscardPrompt,
    JokePrompt,
)
from croupier.engines.blast_radius.reasons import DiscardReason
from croupier.engines.blast_radius.table import Phase, Source
from croupier.engines.kernel.secret import Counted
from croupier.engines.kernel.values import replace
from tests.engines.blast_radius.dsl import (
    LIVELY,
    A,
    B,
    C,
    D,
    H,
    I,
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


@pytest.mark.rule("BLA-R20", "BLA-056", "BLA-058")
def test_s67_shuffle() -> None:
    on = table(
        "deck: shuffle.1 boot.1 rope.1\ndiscard: tarp.1 umbrella.1 machete.1\n1: boot.2",
        Phase.DRAW,
    )

    change = play(on, DrawItem(A))

    deck = sorted(change.table.deck.peek())
    assert deck == ["boot.1", "machete.1", "rope.1", "tarp.1", "umbrella.1"]
    assert told(change, DeckReshuffled) == [DeckReshuffled(count=5)]
    assert (change.table.discard, change.table.phase) == (("shuffle.1",), Phase.ACTION)


@pytest.mark.rule("BLA-016", "BLA-056", "BLA-R15")
def test_s68_supply_drop_at_four_cards() -> None:
    on = table("0: tarp.1 tarp.2 tarp.3 tarp.4\ndeck: supply_drop.1 boot.1 rope.1", Phase.DRAW)

    drawn = play(on, DrawItem(A)).table
    assert (len(drawn.hands[A]), drawn.phase) == (6, Phase.DISCARD)
    assert drawn.limbo == ("supply_drop.1",)
    after = play(drawn, Discard(A, "rope.1")).table

    assert after.hands[A][-1] == "boot.1"
    assert (after.discard, after.phase) == (("rope.1", "supply_drop.1"), Phase.ACTION)
    assert asked(after, ActionPrompt).discard is None


@pytest.mark.rule("BLA-095", "BLA-R17", "BLA-092")
def test_s69_supply_drop_while_sick() -> None:
    on = table("0 sick:\ndeck: supply_drop.1 sewage_water.1 rope.1", Phase.DRAW)

    after = play(on, DrawItem(A)).table

    assert (after.health[A], after.deck.peek()) == (I, ("rope.1",))
    assert after.discard == ("sewage_water.1", "supply_drop.1")
    assert state(after) == (Phase.DRAW, B)


@pytest.mark.rule("BLA-R19", "BLA-059")
@pytest.mark.parametrize(("face", "sick"), [(4, C), (5, A), (1, B)])
def test_s71_fallout_gust(face: int, sick: int) -> None:
    on = table("deck: fallout_gust.1 boot.1", Phase.DRAW, active=B)

    after = play(on, DrawItem(B), dice=[face]).table

    assert [seat for seat in after.seats if after.health[seat] is S] == [sick]


@pytest.mark.rule("BLA-055", "BLA-R15")
def test_a_dust_storm_takes_hands_along_and_closes_the_window() -> None:
    on = table("0: boot.1\n1: rope.1\n2:\n3: tarp.1\ndeck: dust_storm.1", Phase.DRAW)

    change = play(on, DrawItem(A))

    assert change.table.hands == (("tarp.1",), ("boot.1",), ("rope.1",), ())
    [passed] = told(change, HandsPassed)
    assert tuple(hand.cards for hand in passed.hands) == change.table.hands


@pytest.mark.rule("BLA-055")
def test_hungry_rats_take_any_card() -> None:
    on = table("0: boot.1 rope.1\ndeck: hungry_rats.1", Phase.DRAW)

    change = play(on, DrawItem(A))

    gone = told(change, CardDiscarded)
    assert [each.why for each in gone] == [DiscardReason.EFFECT, DiscardReason.REFLEX]
    assert len(change.table.hands[A]) == 1


@pytest.mark.rule("BLA-R12", "BLA-R20")
def test_reflexes_chain_depth_first() -> None:
    on = table(
        "0: boot.1\ndeck: supply_drop.1 supply_drop.2 rope.1 tarp.1 matches.1 boot.2",
        Phase.DRAW,
    )

    change = play(on, DrawItem(A))

    assert [drawn.card for drawn in told(change, CardDrawn)] == [
        "supply_drop.1", "supply_drop.2", "rope.1", "tarp.1", "matches.1",
    ]  # fmt: skip
    assert change.table.discard == ("supply_drop.2", "supply_drop.1")
    assert change.table.hands[A] == ("boot.1", "rope.1", "tarp.1", "matches.1")


@pytest.mark.rule("BLA-055", "BLA-033")
def test_no_command_draws_for_ever() -> None:
    drop = 'copies = 2\neffect = [{ op = "draw", who = "self", n = 2 }]'
    assert engine.house_pack.count(drop) == 1
    flood = 'copies = 12\neffect = [{ op = "draw", who = "self", n = 5 }]'
    pack = engine.read_pack(engine.house_pack.replace(drop, flood))
    deck = " ".join(f"supply_drop.{n + 1}" for n in range(12))

    change = play(table(f"deck: {deck}\ndiscard: shuffle.1", Phase.DRAW, pack=pack), DrawItem(A))

    assert len(told(change, CardDrawn)) == TAKES_MAX
    assert told(change, NoCard)


@pytest.mark.rule("BLA-051")
def test_effects_that_discard_ask_whoever_chooses() -> None:
    on = table("0: fever.1\n1: boot.1 rope.1 dart.1\ndeck: rope.2 rope.3", pack=LIVELY)

    open_ = play(on, PlayStrike(A, ("fever.1",), B)).table
    prompt = asked(open_, EffectDiscardPrompt)
    assert (prompt.seat, prompt.owner, prompt.count) == (A, B, 1)
    assert refused(open_, ChooseDiscard(A, ("fever.1",))) == "BAD_PICK"
    assert refused(open_, ChooseDiscard(A, ("boot.1", "rope.1"))) == "BAD_PICK"
    assert by_default(open_) == ChooseDiscard(A, ("dart.1",))
    after = play(open_, ChooseDiscard(A, ("rope.1",)), dice=[1]).table
    assert after.hands[B] == ("boot.1", "dart.1", "rope.2")
    assert after.health[B] is S
    assert after.discard == ("rope.1", "fever.1")


@pytest.mark.rule("BLA-051", "BLA-R17")
def test_an_actor_who_falls_chooses_nothing_more() -> None:
    on = table("0: plague.1\n1: boot.1 rope.1\n2: rope.2\ndeck: rope.3", pack=LIVELY)

    after = play(
        on,
        PlayStrike(A, ("plague.1",)),
    ).table

    assert after.health == (I, I, I, I)
    assert after.hands[1:3] == (("boot.1", "rope.1"), ())
    assert state(after) == (Phase.RECOVERY, B)


@pytest.mark.rule("BLA-051")
def test_owners_choose_one_after_the_other_from_the_actor() -> None:
    on = table(
        "0: boot.1 boot.2 boot.3\n1: rope.1\n2: dart.1 dart.2 dart.3\ndeck: tax.1",
        Phase.DRAW,
        pack=LIVELY,
    )

    first = play(on, DrawItem(A)).table
    assert first.hands[B] == (), "the whole hand goes unasked"
    assert asked(first, EffectDiscardPrompt).seat == A
    second = play(first, ChooseDiscard(A, ("boot.3", "boot.1"))).table
    assert asked(second, EffectDiscardPrompt).seat == C
    after = play(second, ChooseDiscard(C, ("dart.1", "dart.2"))).table
    assert (after.hands, after.phase) == ((("boot.2",), (), ("dart.3",), ()), Phase.ACTION)


@pytest.mark.rule("BLA-051", "BLA-R45")
def test_a_strike_of_two_cards_with_picks_and_a_target() -> None:
    on = table(
        "0: magnet.2 magnet.1 boot.1 boot.2 boot.3\ndiscard: rope.1 storm.1 rope.2 dart.1 dart.2",
        pack=LIVELY,
    )
    cards = ("magnet.1", "magnet.2")

    picks = ("dart.1", "rope.1", "dart.2")
    assert refused(on, PlayStrike(A, cards, B, picks=picks[:2])) == "BAD_PICK"
    assert refused(on, PlayStrike(A, cards, None, picks=picks)) == "BAD_TARGET"
    open_ = play(on, PlayStrike(A, cards, B, picks=picks)).table
    assert asked(open_, DiscardPrompt).cards == ("boot.1", "boot.2", "boot.3", *picks)
    after = play(open_, Discard(A, "boot.1"), dice=[1]).table
    assert after.health[B] is S
    assert after.discard == ("storm.1", "rope.2", "boot.1", *cards)


@pytest.mark.rule("BLA-051", "BLA-R48", "BLA-141")
def test_a_card_may_give_its_own_time_and_grant_something() -> None:
    on = table(
        "0: joker.1\n1: boot.1\ndeck: rope.1 rope.2 rope.3 rope.4 rope.5 rope.6", pack=LIVELY
    )

    open_ = play(on, PlayStrike(A, ("joker.1",))).table
    assert asked(open_, JokePrompt).limit_ms == 7_000
    assert [len(hand) for hand in open_.hands] == [0, 2, 1, 1]
    after = play(open_, TellJoke(A, "Two hermits meet.")).table
    assert after.hands[A] == ("rope.4", "rope.5")
    assert play(open_, FreezeUp(A)).table.health[A] is S


@pytest.mark.rule("BLA-051", "BLA-012")
def test_hands_are_dealt_again_as_large_as_before() -> None:
    on = table(
        "0: boot.1 boot.2\n1: rope.1\n2 down 0: dart.1 dart.2 dart.3\ndeck: jumble.1",
        Phase.DRAW,
        pack=LIVELY,
    )

    change = play(on, DrawItem(A))

    [redealt] = told(change, HandsRedealt)
    assert [len(hand.cards) for hand in redealt.hands] == [2, 1, 3, 0]
    cards = sorted(card for hand in redealt.hands for card in hand.cards)
    assert cards == ["boot.1", "boot.2", "dart.1", "dart.2", "dart.3", "rope.1"]


@pytest.mark.rule("BLA-051")
def test_a_reflex_takes_the_topmost_and_everybody_draws() -> None:
    decks = "deck: drone.1 rope.1 rope.2 rope.3\ndiscard: dart.1 dart.2 storm.1 dart.3"
    on = table(f"0: boot.1\n1 down 0:\n{decks}", Phase.DRAW, pack=LIVELY)

    after = play(on, DrawItem(A)).table

    assert after.hands[A] == ("boot.1", "dart.3", "dart.2", "rope.1")
    assert after.hands[1:] == ((), ("rope.2",), ("rope.3",)), "the Incapacitated draw nothing"


@pytest.mark.rule("BLA-055")
def test_a_die_may_lead_to_another() -> None:
    on = table("1 sick:\ndeck: chance.1 boot.1", Phase.DRAW, pack=LIVELY)

    assert play(on, DrawItem(A), dice=[3, 5]).table.health[B] is H
    assert play(on, DrawItem(A), dice=[4, 2, 1]).table.health[A] is I
    assert play(on, DrawItem(A), dice=[6]).table.hands[D] == ("boot.1",)
    assert play(on, DrawItem(A), dice=[1]).table.health == (H, I, S, S)


@pytest.mark.rule("BLA-055")
def test_the_reflex_on_top_of_the_pile_is_done_again() -> None:
    on = table("0: boot.1\ndiscard: rope.1 hungry_rats.1\ndeck: tarp.1")

    change = play(on, DrawAgain(A, Source.DISCARD))

    assert kinds(change)[:2] == ["CardDrawn", "ReflexTriggered"]
    assert change.table.discard == ("rope.1", "boot.1", "hungry_rats.1")
    assert state(change.table) == (Phase.DRAW, B)


@pytest.mark.rule("BLA-R02", "BLA-005")
def test_s73_the_order_of_the_deck_shows_nowhere() -> None:
    on = table("0: boot.1\ndeck: rope.1 sewage_water.1 tarp.1\nobjectives: obj_01 obj_02")
    other = replace(
        on,
        deck=Counted(on.deck.peek()[::-1], ()),
        objective_deck=Counted(on.objective_deck.peek()[::-1], ()),
    )

    for seat in on.seats:
        assert engine.project(on, seat) == engine.project(other, seat)
        assert list(engine.legal(on, seat)) == list(engine.legal(other, seat))
    assert refused(on, EndTurn(B)) == refused(other, EndTurn(B))
