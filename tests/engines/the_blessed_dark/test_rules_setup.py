"""Components and setting up: BLE-001 to BLE-022, the first cards, options."""

import pytest

from croupier.engines.kernel.refusal import Refused
from croupier.engines.kernel.rng import KeyedRng, ScriptedRng
from croupier.engines.kernel.secret import Counted
from croupier.engines.kernel.values import Seat, replace
from croupier.engines.the_blessed_dark import engine
from croupier.engines.the_blessed_dark.cards import DarkOne
from croupier.engines.the_blessed_dark.commands import BeginRitual, DrawBlood, PickFirstCard
from croupier.engines.the_blessed_dark.dice import DICE, FACES
from croupier.engines.the_blessed_dark.edition import Contents
from croupier.engines.the_blessed_dark.events import (
    FirstCardSealed,
    FirstCardsRevealed,
    HandDealt,
    StartingPlayerChosen,
)
from croupier.engines.the_blessed_dark.prompts import FirstCardPrompt
from croupier.engines.the_blessed_dark.table import BLOOD, Options, Phase, Tiebreak
from tests.engines.the_blessed_dark.dsl import (
    PACK,
    PLAIN,
    AnyTable,
    apply,
    cards_on,
    grimoire,
    hand,
    keyed,
    new_table,
    play,
    reason,
    said,
)
from tests.engines.the_blessed_dark.packs import SMALL, pack, spell

TOP_SIX = ("gnawling", "red_tithe", "turned_page", "leech_knot", "open_vein", "sootwing")


def dealt(*top: str, options: Options = PLAIN) -> AnyTable:
    """Two seats with the first six of these cards, and the others as the deck."""
    before = new_table(2, options)
    rest = tuple(card for card in PACK.contents.deck if card not in top)
    hands = tuple(Counted(top[3 * seat : 3 * seat + 3], (Seat(seat),)) for seat in (0, 1))
    return replace(before, hands=hands, deck=Counted(top[6:] + rest, ()))


def pick(seat: int, card: str) -> PickFirstCard:
    """A seat seals its first card."""
    return PickFirstCard(Seat(seat), card)


def all_pick(on: AnyTable) -> AnyTable:
    """Every seat seals the first card of its hand."""
    return keyed(on, *(pick(seat, hand(on, seat)[0]) for seat in on.seats))


@pytest.mark.rule("BLE-001", "BLE-R02", "BLE-005")
def test_32_cards_of_which_one_is_the_dark_one() -> None:
    contents: Contents = PACK.contents

    assert len(contents.cards) == 32
    assert [card.id for card in contents.cards if isinstance(card, DarkOne)] == ["dark_one"]
    assert len(contents.deck) == 31
    assert len(cards_on(new_table(3))) == len(set(cards_on(new_table(3)))) == 32


@pytest.mark.rule("BLE-002", "BLE-016", "BLE-017", "BLE-018", "BLE-004", "BLE-012")
@pytest.mark.parametrize(("players", "pool", "deck"), [(2, 16, 25), (3, 14, 22), (4, 12, 19)])
def test_t02_blood_and_cards_by_the_number_of_players(players: int, pool: int, deck: int) -> None:
    on = new_table(players)

    assert on.blood == (2,) * players
    assert on.pool == pool == BLOOD - 2 * players
    assert on.deck.count == deck
    assert [len(hand(on, seat)) for seat in on.seats] == [3] * players


@pytest.mark.rule("BLE-R01", "BLE-004")
@pytest.mark.parametrize("players", [0, 1, 5])
def test_t02_no_other_number_of_players(players: int) -> None:
    with pytest.raises(Refused) as refused:
        engine.setup(players, Options(), PACK, ScriptedRng())

    assert refused.value.refusal.reason == "BAD_PLAYER_COUNT"


@pytest.mark.rule("BLE-003", "BLE-R03")
def test_three_dice_with_six_faces() -> None:
    after = apply(all_pick(new_table(2)), BeginRitual(Seat(0)), draws=[0, 5, 3])

    assert (DICE, tuple(FACES)) == (3, (1, 2, 3, 4, 5, 6))
    assert after.ritual is not None
    assert after.ritual.dice == (1, 6, 4)


@pytest.mark.rule("BLE-010", "BLE-011", "BLE-021", "BLE-R26")
def test_the_dark_one_lies_in_the_centre_and_everything_else_is_shuffled() -> None:
    one, two = new_table(2, key=b"one"), new_table(2, key=b"two")
    deck = (*hand(one, 0), *hand(one, 1), *one.deck.peek())

    assert one.dark_one is None
    assert one.discard == ()
    assert sorted(deck) == sorted(PACK.contents.deck)
    assert one.deck != two.deck


@pytest.mark.rule("BLE-R04", "BLE-R46")
def test_the_deal_is_three_by_three_from_the_top_of_one_shuffle() -> None:
    in_order = ScriptedRng(*range(30, 0, -1))  # a shuffle that leaves every card where it is
    change = engine.setup(3, PLAIN, PACK, in_order)
    deck = PACK.contents.deck

    assert in_order.left == 0
    assert [hand(change.table, seat) for seat in range(3)] == [deck[:3], deck[3:6], deck[6:9]]
    assert change.table.deck.peek() == deck[9:]
    assert [event.cards.audience for event in said(change, HandDealt)] == [(0,), (1,), (2,)]


@pytest.mark.rule("BLE-013", "BLE-014", "BLE-015", "BLE-022", "BLE-061")
def test_t01_one_card_each_starts_the_grimoire() -> None:
    before = new_table(3)
    after = all_pick(before)

    assert after.blood == (2, 2, 2)
    assert (after.pool, after.deck.count, after.discard) == (14, 22, ())
    assert [len(hand(after, seat)) for seat in after.seats] == [2, 2, 2]
    assert [grimoire(after, seat) for seat in after.seats] == [
        hand(before, seat)[0] for seat in before.seats
    ]
    assert (after.dark_one, after.phase, after.turns) == (None, Phase.TURN, 0)


@pytest.mark.rule("BLE-013", "BLE-R05")
def test_t03_a_sealed_card_is_seen_by_its_seat_alone_until_all_are_open() -> None:
    before = dealt(*TOP_SIX)
    half = play(before, pick(0, "gnawling"))
    mine, other = engine.project(half.table, Seat(0)), engine.project(half.table, Seat(1))

    assert [seat.sealed for seat in other.seats] == [True, False]
    assert other.seats[0].grimoire == ()
    assert (mine.first_card, other.first_card) == ("gnawling", None)
    assert engine.project(half.table, None).first_card is None
    assert [event.card.audience for event in said(half, FirstCardSealed)] == [(0,)]

    whole = play(half.table, pick(1, "leech_knot"))
    assert [event.cards for event in said(whole, FirstCardsRevealed)] == [
        ("gnawling", "leech_knot")
    ]
    assert (grimoire(whole.table, 0), grimoire(whole.table, 1)) == ("gnawling", "leech_knot")
    assert hand(whole.table, 0) == ("red_tithe", "turned_page")
    assert hand(whole.table, 1) == ("open_vein", "sootwing")


@pytest.mark.rule("BLE-R05", "BLE-013")
def test_a_sealed_choice_is_final_and_one_of_the_three() -> None:
    before = dealt(*TOP_SIX)
    half = apply(before, pick(0, "gnawling"))

    assert reason(half, pick(0, "red_tithe")) == "ALREADY_PICKED"
    assert reason(half, pick(0, "gnawling")) == "ALREADY_PICKED"
    assert reason(half, pick(0, "drowned_sun")) == "ALREADY_PICKED"  # which is in another place
    assert reason(before, pick(0, "leech_knot")) == "CARD_NOT_IN_HAND"
    assert reason(before, pick(0, "brimming_basin")) == "CARD_NOT_IN_HAND"
    assert reason(before, pick(0, "dark_one")) == "CARD_NOT_IN_HAND"
    assert reason(before, pick(0, "no_such_card")) == "BAD_ARGUMENT"
    assert reason(before, BeginRitual(Seat(0))) == "WRONG_PHASE"


@pytest.mark.rule("BLE-013", "BLE-R05", "BLE-R13")
def test_every_seat_is_asked_at_once_and_demons_may_be_chosen() -> None:
    before = dealt(*TOP_SIX)
    prompts = engine.questions(before)

    assert [prompt.seat for prompt in prompts] == [0, 1]
    assert isinstance(prompts[0], FirstCardPrompt)
    assert prompts[0].cards == ("gnawling", "red_tithe", "turned_page")
    assert [prompt.seat for prompt in engine.questions(apply(before, pick(1, "sootwing")))] == [0]


@pytest.mark.rule("BLE-019", "BLE-R06")
def test_the_starting_player_is_drawn_after_the_cards_are_open() -> None:
    before = dealt(*TOP_SIX, options=Options())
    half = apply(before, pick(0, "gnawling"))  # no draw
    whole = play(half, pick(1, "leech_knot"), draws=[1])

    assert whole.table.starting_player == whole.table.active == 1
    assert [event.seat for event in said(whole, StartingPlayerChosen)] == [1]
    assert [type(event) for event in whole.events].index(FirstCardsRevealed) < [
        type(event) for event in whole.events
    ].index(StartingPlayerChosen)


@pytest.mark.rule("BLE-019", "BLE-R06")
def test_the_starting_player_may_be_named() -> None:
    assert all_pick(new_table(3, Options(starting_player=Seat(2)))).active == 2


@pytest.mark.rule("BLE-020", "BLE-033")
def test_t05_seats_act_clockwise_from_the_starting_player() -> None:
    on = all_pick(new_table(3, Options(starting_player=Seat(2))))
    order = []
    for _ in range(4):
        assert on.active is not None
        order.append(on.active)
        on = apply(on, DrawBlood(on.active))

    assert order == [2, 0, 1, 2]
    assert reason(on, BeginRitual(Seat(1))) == "NOT_YOUR_TURN"


@pytest.mark.rule("BLE-R06", "BLE-R40", "BLE-R41")
@pytest.mark.parametrize(
    "wrong",
    [
        Options(starting_player=Seat(2)),
        Options(starting_player=Seat(-1)),
        Options(turn_limit=-1),
        Options(turn_limit=1_001),
        Options(tiebreak=(Tiebreak.BLOOD, Tiebreak.BLOOD)),
    ],
)
def test_options_that_cannot_be_are_refused_before_any_draw(wrong: Options) -> None:
    with pytest.raises(Refused) as refused:
        engine.setup(2, wrong, PACK, ScriptedRng())

    assert refused.value.refusal.reason == "BAD_OPTION"


@pytest.mark.rule("BLE-R06", "BLE-R41")
def test_the_bounds_of_options_are_legal() -> None:
    at_most = Options(starting_player=Seat(1), turn_limit=1_000, tiebreak=tuple(Tiebreak))

    assert engine.setup(2, at_most, PACK, KeyedRng(b"most")).table.options == at_most


@pytest.mark.rule("BLE-R53")
def test_a_deck_must_have_three_cards_each_and_two_more() -> None:
    eleven = engine.read_pack(
        pack(spell(f"s{n}", 'pattern = "pair"', '{ do = "steal_hand" }') for n in range(11))
    )

    assert engine.setup(3, PLAIN, eleven, KeyedRng(b"eleven")).table.deck.count == 2
    with pytest.raises(Refused) as refused:
        engine.setup(4, PLAIN, eleven, ScriptedRng())
    assert refused.value.refusal.reason == "PACK_TOO_SMALL"


@pytest.mark.rule("BLE-R53", "BLE-R50")
def test_copies_go_by_one_id() -> None:
    small = engine.read_pack(SMALL)

    assert small.contents.deck.count("imp") == 3
    assert small.contents.dark_one.id == "night"
