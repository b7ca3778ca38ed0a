"""Setting up, dealing, and who leads: BLO-001 to BLO-018, BLO-060 to BLO-074."""

from collections import Counter

import pytest

from croupier.engines.blossom_ridge import engine
from croupier.engines.blossom_ridge.cards import Suit
from croupier.engines.blossom_ridge.commands import ChooseCharacter
from croupier.engines.blossom_ridge.events import (
    CharacterTaken,
    HandDealt,
    RoundDealt,
    SeatsOrdered,
    TownBuilt,
    TrickStarted,
)
from croupier.engines.blossom_ridge.table import (
    DECK,
    CharacterMode,
    Options,
    Phase,
    Seating,
    suit_of,
)
from croupier.engines.kernel.rng import KeyedRng
from croupier.engines.kernel.values import Seat, replace
from tests.engines.blossom_ridge.dsl import (
    PACK,
    PLAIN,
    AnyTable,
    act,
    add,
    apply,
    bad_option,
    card,
    cards_on,
    legal,
    new_table,
    play,
    said,
    supplies,
    table,
)

IDS = [each.id for each in PACK.contents.characters]
DRAFT = replace(PLAIN, character_mode=CharacterMode.DRAFT)


def to_round(on: AnyTable, number: int, rng: KeyedRng) -> AnyTable:
    """Play the first legal command until a Round begins."""
    while on.round < number:
        assert on.turn is not None
        on = engine.apply(on, legal(on, on.turn)[0], rng).table
    return on


class Unshuffled(KeyedRng):
    """Leaves every deck as it is."""

    def below(self, bound: int, stream: str, why: str) -> int:
        """The last card, which stays where it is."""
        return bound - 1


def hands(on: AnyTable) -> list[str]:
    """All cards in hands."""
    return sorted(name for hand in on.hands for name in hand.peek())


@pytest.mark.rule("BLO-001")
@pytest.mark.parametrize(("players", "fits"), [(1, False), (2, True), (4, True), (5, False)])
def test_two_to_four_play(players: int, fits: bool) -> None:
    if fits:
        assert new_table(players).phase is Phase.PLAY
    else:
        assert bad_option(players, PLAIN) == "BAD_PLAYER_COUNT"


@pytest.mark.rule("BLO-002", "BLO-R01", "BLO-R03")
def test_the_deck_has_ten_ranks_in_four_suits() -> None:
    assert len(dict.fromkeys(DECK)) == 40
    assert Counter(suit_of(name) for name in DECK) == dict.fromkeys(Suit, 10)
    assert {int(name[1:]) for name in DECK} == set(range(1, 11))


@pytest.mark.rule("BLO-003", "BLO-004", "BLO-010", "BLO-066")
def test_t01_four_players_have_ten_cards_each_and_twelve_locations() -> None:
    on = new_table(4)

    view = engine.project(on, None)

    assert view.rounds == 4
    assert [each.hand_size for each in view.seats] == [10] * 4
    assert (view.stock, view.burned) == (0, False)
    assert supplies(on) == (14,) * 4
    assert [(each.row, each.column) for each in view.town] == [
        (row, column) for row in range(3) for column in range(4)
    ]
    assert sorted(each.id for each in view.town) == sorted(x.id for x in PACK.contents.locations)
    assert Counter(each.suit for each in view.town) == dict.fromkeys(Suit, 3)


@pytest.mark.rule("BLO-010", "BLO-R05", "BLO-R45")
def test_the_map_is_shuffled_by_its_own_stream() -> None:
    rng = KeyedRng(b"one")
    laid = engine.setup(2, PLAIN, PACK, rng)
    other = new_table(2, key=b"two")

    assert laid.table.town != other.town
    assert rng.drawn == {"deck": 39, "map": 11}
    [built] = said(laid, TownBuilt)
    assert built == TownBuilt(locations=tuple(site.id for site in laid.table.town))


@pytest.mark.rule("BLO-005", "BLO-006", "BLO-011", "BLO-R14")
def test_everybody_starts_with_fourteen_markers_in_supply() -> None:
    on = new_table(3)

    assert supplies(on) == (14, 14, 14)
    assert all(site.markers == (0, 0, 0) for site in on.town)


@pytest.mark.rule("BLO-008")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_every_card_is_in_one_place(players: int) -> None:
    assert cards_on(new_table(players)) == sorted(DECK)


@pytest.mark.rule("BLO-012", "BLO-R06")
def test_seating_permutes_the_turn_order_and_never_the_seat_numbers() -> None:
    random = replace(PLAIN, seating=Seating.RANDOM)
    orders = [new_table(4, random, bytes([n])).order for n in range(40)]

    assert new_table(4).order == (0, 1, 2, 3)
    assert all(sorted(order) == [0, 1, 2, 3] for order in orders)
    assert len(dict.fromkeys(orders)) > 12
    assert [each.seat for each in engine.project(new_table(4, random), None).seats] == [0, 1, 2, 3]


@pytest.mark.rule("BLO-012", "BLO-041", "BLO-R06")
def test_clockwise_follows_the_order_of_the_seats() -> None:
    before = table("""
        order: 2 0 3 1
        leader: 3
        seat 0: H1 D1
        seat 1: H2 D2
        seat 2: H3 D3
        seat 3: H4 D4
    """)

    one = apply(before, card(3, "H4"))
    two = apply(one, card(1, "H2"))
    three = apply(two, card(2, "H3"))

    assert [on.turn for on in (before, one, two, three)] == [3, 1, 2, 0]


@pytest.mark.rule("BLO-070", "BLO-R06", "BLO-R08", "BLO-R09", "BLO-R30")
def test_draft_deal_and_first_lead_go_by_the_order_of_the_seats() -> None:
    options = Options(first_leader=Seat(1))
    keys = (bytes([n]) for n in range(40))
    on = next(t for t in (new_table(3, options, key) for key in keys) if t.order == (1, 0, 2))

    assert engine.project(on, None).draft_order == (1, 0, 2)
    drafted = apply(on, *(ChooseCharacter(seat, IDS[seat]) for seat in on.order))
    second = to_round(drafted, 2, KeyedRng(b"on"))
    assert (drafted.turn, second.turn, to_round(second, 3, KeyedRng(b"on")).turn) == (1, 0, 2)


@pytest.mark.rule("BLO-007", "BLO-013", "BLO-069", "BLO-R07", "BLO-R45")
def test_the_first_leader_is_a_seat_by_number_or_drawn() -> None:
    drawn = [new_table(4, replace(PLAIN, first_leader=None), bytes([n])) for n in range(40)]
    given = new_table(4, replace(PLAIN, first_leader=Seat(2), seating=Seating.RANDOM))

    rng = KeyedRng(b"streams")
    engine.setup(4, Options(), PACK, rng)
    assert rng.drawn == {"deck": 39, "map": 11, "seating": 3 + 1}
    assert {on.first_leader for on in drawn} == {0, 1, 2, 3}
    assert (given.first_leader, given.turn) == (2, 2)


@pytest.mark.rule("BLO-R07")
@pytest.mark.parametrize(("seat", "fits"), [(-1, False), (0, True), (2, True), (3, False)])
def test_a_first_leader_must_be_a_seat_of_the_table(seat: int, fits: bool) -> None:
    options = replace(PLAIN, first_leader=Seat(seat))
    if fits:
        assert new_table(3, options).first_leader == seat
    else:
        assert bad_option(3, options) == "BAD_OPTION"


@pytest.mark.rule("BLO-018")
def test_setting_up_goes_map_seats_deal_characters() -> None:
    options = replace(DRAFT, character_mode=CharacterMode.RANDOM)

    change = engine.setup(3, options, PACK, KeyedRng(b"order"))

    kinds = list(dict.fromkeys(type(event) for event in change.events))
    assert kinds == [TownBuilt, SeatsOrdered, RoundDealt, HandDealt, CharacterTaken, TrickStarted]


@pytest.mark.rule("BLO-014", "BLO-R09")
def test_cards_are_dealt_one_at_a_time_from_the_left_of_the_leader() -> None:
    options = replace(PLAIN, first_leader=Seat(1))
    on = engine.setup(3, options, PACK, Unshuffled(b"")).table

    assert on.hands[2].peek()[:3] == (DECK[0], DECK[3], DECK[6])
    assert on.hands[0].peek()[:3] == (DECK[1], DECK[4], DECK[7])
    assert on.hands[1].peek()[:3] == (DECK[2], DECK[5], DECK[8])
    assert on.burned.peek() == (DECK[39],)


@pytest.mark.rule("BLO-R06", "BLO-R09")
def test_each_round_is_dealt_from_the_left_of_its_own_leader() -> None:
    before = table("""
        order: 1 0 2
        first: 1
        trick: 1=H9 0=H2 2=H3
        seat 0:
        seat 1:
        seat 2:
    """)

    on = play(before, act(1, add("@H1")), rng=Unshuffled(b"")).table

    assert (on.round, on.turn) == (2, 0)
    assert [on.hands[seat].peek()[0] for seat in (2, 1, 0)] == list(DECK[:3])


@pytest.mark.rule("BLO-015", "BLO-064", "BLO-R13")
def test_t02_three_players_have_thirteen_cards_and_one_is_burned() -> None:
    on = new_table(3)
    view = engine.project(on, None)

    assert (view.rounds, view.tricks_per_round) == (3, 13)
    assert [each.hand_size for each in view.seats] == [13] * 3
    assert (view.stock, view.burned) == (0, True)
    assert on.burned.count == 1


@pytest.mark.rule("BLO-060", "BLO-061", "BLO-062", "BLO-063", "BLO-R11")
def test_t03_two_players_use_each_shuffle_for_two_rounds() -> None:
    rng = KeyedRng(b"two players")
    first = engine.setup(2, PLAIN, PACK, rng).table
    drawn = rng.drawn["deck"]
    second = to_round(first, 2, rng)
    after_second = rng.drawn["deck"]
    third = to_round(second, 3, rng)
    fourth = to_round(third, 4, rng)

    assert engine.project(first, None).rounds == 4
    assert (len(hands(first)), first.stock.count) == (20, 20)
    assert hands(second) == sorted(first.stock.peek())
    assert second.stock.count == 0
    assert (drawn, after_second) == (39, 39)
    assert (len(hands(third)), third.stock.count) == (20, 20)
    assert rng.drawn["deck"] == 78
    assert hands(fourth) == sorted(third.stock.peek())
    assert [cards_on(on) for on in (first, second, third, fourth)] == [sorted(DECK)] * 4


@pytest.mark.rule("BLO-065", "BLO-067", "BLO-R12")
@pytest.mark.parametrize("players", [3, 4])
def test_three_and_four_players_shuffle_all_forty_every_round(players: int) -> None:
    rng = KeyedRng(b"every round")
    on = engine.setup(players, PLAIN, PACK, rng).table

    second = to_round(on, 2, rng)

    assert rng.drawn["deck"] == 78
    assert cards_on(second) == sorted(DECK)
    assert second.hands != on.hands


@pytest.mark.rule("BLO-070", "BLO-071", "BLO-R08")
@pytest.mark.parametrize(
    ("players", "first", "leads"),
    [(4, 2, [2, 3, 0, 1]), (2, 1, [1, 0, 1, 0]), (3, 0, [0, 1, 2])],
)
def test_t06_t07_the_first_lead_moves_one_seat_each_round(
    players: int, first: int, leads: list[int]
) -> None:
    rng = KeyedRng(b"leads")
    on = new_table(players, replace(PLAIN, first_leader=Seat(first)))

    for number, leader in enumerate(leads, 1):
        on = to_round(on, number, rng)
        assert (on.turn, on.leader, engine.project(on, None).round_leader) == (leader,) * 3


@pytest.mark.rule("BLO-071", "BLO-R08")
def test_t06_winning_the_last_trick_gives_no_lead_in_the_next_round() -> None:
    before = table("""
        first: 2
        round: 1
        leader: 2
        seat 0: H1
        seat 1: H9
        seat 2: H2
        seat 3: H3
    """)

    after = apply(
        before, card(2, "H2"), card(3, "H3"), card(0, "H1"), card(1, "H9"), act(1, add("@H1"))
    )

    assert (after.round, after.turn) == (2, 3)


@pytest.mark.rule("BLO-072", "BLO-073", "BLO-074", "BLO-128")
def test_t31_a_new_round_keeps_markers_and_spent_characters_and_counts_tricks_anew() -> None:
    before = table("""
        seat 0 ada_thornbury used steady_aim: H9
        seat 1 silas_crane: H2
        won: 6 3
        @D1: 3 1
    """)

    after = apply(before, card(0, "H9"), card(1, "H2"), act(0, add("@H1")))

    assert after.round == 2
    assert after.tricks_won == (0, 0)
    assert after.history[0].tricks == (7, 3)
    assert supplies(after) == (10, 13)
    assert after.spent == ("steady_aim", None)
    assert [hand.count for hand in after.hands] == [10, 10]


@pytest.mark.rule("BLO-145", "BLO-035", "BLO-140")
@pytest.mark.parametrize(("players", "tricks"), [(2, 40), (3, 39), (4, 40)])
def test_a_game_has_forty_or_thirty_nine_tricks(players: int, tricks: int) -> None:
    rng = KeyedRng(b"count")
    on = new_table(players)
    started = len(said(engine.setup(players, PLAIN, PACK, rng), TrickStarted))

    while on.turn is not None:
        change = engine.apply(on, legal(on, on.turn)[0], rng)
        on, started = change.table, started + len(said(change, TrickStarted))

    view = engine.project(on, None)
    assert (view.round, view.trick_number) == (view.rounds, view.tricks_per_round)
    assert started == tricks
    assert sum(sum(score.tricks) for score in on.history) == tricks


@pytest.mark.rule("BLO-014")
def test_each_seat_is_told_its_own_cards() -> None:
    change = engine.setup(2, PLAIN, PACK, KeyedRng(b"told"))

    told = said(change, HandDealt)

    assert [(event.seat, event.size) for event in told] == [(0, 10), (1, 10)]
    assert [event.cards.peek() for event in told] == [h.peek() for h in change.table.hands]
    assert [event.cards.audience for event in told] == [(0,), (1,)]


@pytest.mark.rule("BLO-014", "BLO-015", "BLO-R10")
@pytest.mark.parametrize(
    ("players", "stock", "burned"), [(2, 20, False), (3, 0, True), (4, 0, False)]
)
def test_everybody_is_told_what_was_dealt_and_nobody_who_may_not_see_it(
    players: int, stock: int, burned: bool
) -> None:
    change = engine.setup(players, replace(PLAIN, first_leader=Seat(1)), PACK, KeyedRng(b"told"))
    on = change.table

    assert said(change, RoundDealt) == [
        RoundDealt(round=1, leader=Seat(1), shuffled=True, stock=stock, burned=burned)
    ]
    assert [hand.audience for hand in on.hands] == [(seat,) for seat in on.seats]
    assert on.stock.audience == on.burned.audience == ()


@pytest.mark.rule("BLO-014", "BLO-062", "BLO-070")
def test_a_round_dealt_from_the_rest_says_that_it_was_not_shuffled() -> None:
    rest = " ".join(DECK[:20])
    before = table(f"trick: 0=H9 1=H2\nseat 0:\nseat 1:\nstock: {rest}")

    change = play(before, act(0, add("@H1")))

    assert said(change, RoundDealt) == [
        RoundDealt(round=2, leader=Seat(1), shuffled=False, stock=0, burned=False)
    ]


@pytest.mark.rule("BLO-R44")
def test_there_are_no_teams_and_no_seasons() -> None:
    view = engine.project(new_table(2), None)

    assert not [name for name in view.__struct_fields__ if "team" in name or "season" in name]
