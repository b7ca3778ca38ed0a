"""Setting up, decks, and how a game ends."""

import pytest

from croupier.engines.blight_of_blackridge import engine, verbs
from croupier.engines.blight_of_blackridge.body import Body, Life, count
from croupier.engines.blight_of_blackridge.commands import ChooseLoadout, PassTurn
from croupier.engines.blight_of_blackridge.edition import BLANK, DAMAGE, cards_of, events_of
from croupier.engines.blight_of_blackridge.events import (
    DayBegan,
    FirstPlayerRolled,
    GameEnded,
    LoadoutsShown,
)
from croupier.engines.blight_of_blackridge.ops import ITEMS, PILES, Ailment, Deck, Kind
from croupier.engines.blight_of_blackridge.table import AnyTable, BettingClose, Options, Phase, Pile
from croupier.engines.kernel.change import Change
from croupier.engines.kernel.refusal import Refused
from croupier.engines.kernel.rng import KeyedRng
from croupier.engines.kernel.secret import known_to_nobody
from croupier.engines.kernel.values import Seat, put, replace
from tests.engines.blight_of_blackridge.dsl import ADA, BO, COLE, PACK, Day, Dice
from tests.quantities import quantity


def opened(seats: int, options: Options | None = None) -> AnyTable:
    """A table just set up."""
    return engine.setup(seats, options or Options(), PACK, KeyedRng(b"new")).table


def chosen(*names: str, dice: tuple[int, ...]) -> Change[AnyTable]:
    """All have chosen a loadout, and these are the public rolls."""
    rng = Dice()
    rng.rolls += dice
    change: Change[AnyTable] = engine.setup(len(names), Options(), PACK, rng)
    for seat, name in enumerate(names):
        change = change.then(engine.apply, ChooseLoadout(Seat(seat), name), rng)
    return change


@pytest.mark.rule("BLI-001", "BLI-R47", "BLI-R71")
def test_two_to_four_players_and_sensible_options() -> None:
    for seats, options, reason in (
        (1, Options(), "BAD_PLAYER_COUNT"),
        (5, Options(), "BAD_PLAYER_COUNT"),
        (2, Options(event_count=2), "BAD_OPTION"),
        (2, Options(event_count=25), "BAD_OPTION"),
        (2, Options(turn_seconds=-1), "BAD_OPTION"),
        (2, Options(settle_seconds=-1), "BAD_OPTION"),
        (2, Options(settle_seconds=3_601), "BAD_OPTION"),
    ):
        with pytest.raises(Refused) as refused:
            engine.setup(seats, options, PACK, KeyedRng(b"no"))
        assert refused.value.refusal.reason == reason
    assert [opened(n).events_left for n in (2, 3, 4)] == [12, 14, 16]
    assert opened(4, Options(event_count=24)).events_left == 24


@pytest.mark.rule("BLI-014", "BLI-015", "BLI-017", "BLI-018", "BLI-R50", "BLI-R69", "BLI-003")
def test_loadouts_are_sealed_and_shown_together() -> None:
    table = opened(2)
    assert [prompt.seat for prompt in engine.questions(table)] == [ADA, BO]

    one = engine.apply(table, ChooseLoadout(BO, "tinker"), KeyedRng(b"x"))
    assert engine.project(one.table, ADA) == engine.project(table, ADA)
    assert not any(event.told_to(ADA) for event in one.events)

    both = chosen("gunhand", "gunhand", dice=(1, 6, 2, 5))
    [shown] = [event for event in both.events if isinstance(event, LoadoutsShown)]
    assert (shown.loadouts, shown.rolls) == (("gunhand", "gunhand"), (1, 6))
    for seat, random in ((ADA, Deck.RATION), (BO, Deck.WEAPON)):
        held = [both.table.cards[c].deck for c in both.table.body(seat).slots if c]
        want = [Deck.WEAPON, Deck.WEAPON, Deck.TOOL, Deck.RATION, random]
        assert sorted(d.value for d in held) == sorted(d.value for d in want)
        assert both.table.body(seat).life is Life.ALIVE


@pytest.mark.rule("BLI-019", "BLI-024", "BLI-025", "BLI-026", "BLI-027", "BLI-028")
@pytest.mark.parametrize(
    ("roll", "deck"),
    [(1, "ration"), (2, "ration"), (3, "tool"), (4, "tool"), (5, "weapon"), (6, "weapon")],
)
def test_the_chart(roll: int, deck: str) -> None:
    change = chosen("gunhand", "gunhand", dice=(roll, 1, 2, 5))
    usual = {"weapon": 2, "tool": 1, "ration": 1}
    usual[deck] += 1
    held = [change.table.cards[c].deck.value for c in change.table.body(ADA).slots if c]

    assert {kind: held.count(kind) for kind in usual} == usual


@pytest.mark.rule("BLI-020", "BLI-072", "BLI-022", "BLI-R49")
def test_the_highest_roll_is_first_and_ties_roll_again() -> None:
    change = chosen("gunhand", "tinker", "outrider", dice=(1, 1, 1, 5, 2, 5, 3, 4))

    rolls = [(e.seats, e.rolls) for e in change.events if isinstance(e, FirstPlayerRolled)]
    assert rolls == [((ADA, BO, COLE), (5, 2, 5)), ((ADA, COLE), (3, 4))]
    assert [(e.day, e.leader) for e in change.events if isinstance(e, DayBegan)] == [(1, COLE)]


@pytest.mark.rule("BLI-R71")
def test_a_table_may_have_a_clock() -> None:
    assert [p.limit_ms for p in engine.questions(opened(2))] == [None, None]
    [first, _] = engine.questions(opened(2, Options(turn_seconds=30)))
    assert first.limit_ms == 30_000


@pytest.mark.rule("BLI-032", "BLI-033", "BLI-034", "BLI-R48", "BLI-030", "BLI-031")
def test_65_a_lazy_reshuffle_that_nobody_sees() -> None:
    t = Day("dust_devil", "lever_action rope 3I", "5I")
    at = PILES.index(Deck.TOOL)
    pile = Pile(("pickaxe",), ("rope", "rope", "lantern", "lantern"))
    t.table = replace(t.table, piles=put(t.table.piles, at, known_to_nobody(pile)))

    t.bet(ADA, "lever_action", "rope").all_pass(5)

    left = t.table.pile(Deck.TOOL)
    assert (len(left.deck), left.discard) == (4, ())
    assert t.holds(ADA, "pickaxe") == 1
    assert "shuffle/tool" in t.rng.streams


@pytest.mark.rule("BLI-R48")
@pytest.mark.parametrize("cole", ["4I revolver", "4D 5C violent"])
def test_66_both_piles_empty(cole: str) -> None:
    t = Day("gorge_beast", cole, "5I", "5I")
    t.table = replace(t.table, piles=put(t.table.piles, 0, known_to_nobody(Pile())))
    life = t.life(ADA)
    t.bet(ADA, cole.split()[-1]).all_pass(5)

    assert t.life(ADA) is life
    assert t.owes(ADA) == (0, 0)


@pytest.mark.rule("BLI-R48")
def test_corruption_never_runs_out_but_may_be_blank() -> None:
    t = Day("gorge_beast", "5I", "5I")
    at = PILES.index(Deck.CORRUPTION)
    table = replace(t.table, piles=put(t.table.piles, at, known_to_nobody(Pile())))

    table, card = verbs.draw(table, Deck.CORRUPTION, t.rng)
    assert card == BLANK
    assert verbs.discard(table, (BLANK,)).pile(Deck.CORRUPTION) == Pile()
    table = replace(table, damage=known_to_nobody(0))
    table, card = verbs.draw(table, Deck.DAMAGE, t.rng)
    assert (card, table.damage.peek()) == (DAMAGE, -1)


@pytest.mark.rule("BLI-187", "BLI-R54")
def test_56_last_one_standing() -> None:
    t = Day("dust_devil", "5I", "dead", "5D 4C 1I", "dead").all_pass().settled()

    [ended] = t.said(GameEnded)
    assert (ended.winners, ended.how) == ((ADA,), "last_standing")
    assert t.phase is Phase.OVER
    assert t.no(PassTurn(ADA)) == "GAME_OVER"
    result = engine.result(t.table)
    assert result is not None
    assert [s.place for s in result.standings] == [1, 3, 2, 3]


@pytest.mark.rule("BLI-188", "BLI-R55")
def test_57_both_fall_at_different_steps() -> None:
    t = Day("dust_devil", "5D 4C 1I", "5D 4C throwing_knife", "dead", "dead")

    t.passes(ADA).bet(BO, sideways=["throwing_knife"]).all_pass(1).settled()

    assert t.said(GameEnded)[0].winners == (ADA,)
    assert t.said(GameEnded)[0].how == "last_to_fall"


@pytest.mark.rule("BLI-R13", "BLI-188", "BLI-R54")
def test_58_a_fall_is_erased_by_coming_back() -> None:
    t = Day("dust_devil", "4D 5C lever_action", "5D 4C 1I", "dead")

    t.bet(ADA, sideways=["lever_action"]).all_pass(1).settled()

    assert t.said(GameEnded)[0].winners == (ADA,)
    assert t.said(GameEnded)[0].how == "last_standing"


@pytest.mark.rule("BLI-189", "BLI-R55")
def test_59_both_fall_at_the_same_step() -> None:
    won = (("gorge_beast",), ("mine_lurker", "hellhound"), (), ())
    t = Day("dust_devil", "5D 4C 1I", "5D 4C 1I", "dead", "dead", trophies=won)

    t.all_pass().settled()

    assert t.said(GameEnded)[0].winners == (BO,)


@pytest.mark.rule("BLI-R56")
@pytest.mark.parametrize(("bo", "winners"), [("4D 5C 1I", (BO,)), ("5D 4C 1I", (ADA, BO))])
def test_60_the_same_step_and_equal_trophies(bo: str, winners: tuple[Seat, ...]) -> None:
    t = Day("dust_devil", "5D 4C 1I", bo, "dead", "dead").all_pass().settled()

    assert t.said(GameEnded)[0].winners == winners


@pytest.mark.rule("BLI-188", "BLI-R54", "BLI-R56", "BLI-052")
@pytest.mark.parametrize("others", [(), ("dead", "dead")])
def test_all_may_die_of_one_stamp_and_the_dead_may_win(others: tuple[str, ...]) -> None:
    won = ((), ("gorge_beast",), *((),) * len(others))
    t = Day("dust_devil", "9D 1I", "9D 1I", *others, trophies=won).all_pass()

    assert (t.life(ADA), t.life(BO)) == (Life.DEAD, Life.DEAD)
    assert (t.said(GameEnded)[0].winners, t.said(GameEnded)[0].how) == ((BO,), "last_to_fall")


@pytest.mark.rule("BLI-R70", "BLI-R54")
@pytest.mark.parametrize("close", list(BettingClose))
def test_bets_are_final_when_nobody_is_left_to_bet(close: BettingClose) -> None:
    poison = '{ op = "take", ailment = "damage", n = 1 }'
    pack = engine.read_pack(engine.house_pack.replace('{ op = "ward" }', poison))
    t = Day("dust_devil", "9D bait_meat", "5I", options=Options(betting_close=close), pack=pack)
    t.with_hand(BO, "9D bait_meat")

    t.play(ADA, "bait_meat")
    assert (t.life(ADA), t.waiting) == (Life.DEAD, (BO,))
    t.play(BO, "bait_meat")

    assert t.said(GameEnded)[0].winners == (BO,)


@pytest.mark.rule("BLI-R55", "BLI-189")
@pytest.mark.parametrize("order", [(ADA, BO), (BO, ADA)])
def test_61_both_fall_at_meal_time(order: tuple[Seat, ...]) -> None:
    won = ((), ("gorge_beast",), (), ())
    t = Day("general_store", "4D 5C rope", "6D 3C revolver", "dead", "dead", trophies=won)
    t.all_pass()
    for seat in order:
        t.eats(seat, None)

    t.meal()

    assert t.said(GameEnded)[0].winners == (BO,)


@pytest.mark.rule("BLI-146", "BLI-190", "BLI-R47", "BLI-R57")
def test_62_exhaustion_goes_by_trophies_of_the_living() -> None:
    won = (("gorge_beast", "hellhound"), ("mine_lurker",), ("bone_mule",) * 3, ("a",) * 4)
    t = Day("general_store", "5I", "5I", "4D 6C", "dead", trophies=won, coming=())

    t.all_pass().meal()

    [ended] = t.said(GameEnded)
    assert (ended.winners, ended.how) == ((ADA,), "events_exhausted")
    assert [c.trophies for c in ended.counts] == [2, 1, 3, 4]


@pytest.mark.rule("BLI-191", "BLI-192", "BLI-R57")
@pytest.mark.parametrize(("ada", "winners"), [("3D 2C 3I", (BO,)), ("2D 3C 3I", (ADA, BO))])
def test_63_exhaustion_tie_breaks(ada: str, winners: tuple[Seat, ...]) -> None:
    won = (("gorge_beast",), ("hellhound",), ("bone_mule",), ())
    t = Day("general_store", ada, "2D 3C 3I", "4D 2C 3I", "5I", trophies=won, coming=())

    t.all_pass().meal()

    assert t.said(GameEnded)[0].winners == winners
    assert t.view(None).counts[COLE].damage == 4


@pytest.mark.rule("BLI-191", "BLI-192")
def test_63_fewer_ailments_are_worth_more_than_less_damage() -> None:
    t = Day("general_store", "1D 5C 3I", "3D 2C 3I", coming=()).all_pass().meal()

    assert t.said(GameEnded)[0].winners == (BO,)


@pytest.mark.rule("BLI-R54", "BLI-R57")
def test_64_with_two_living_the_game_goes_on() -> None:
    t = Day("dust_devil", "5I", "5I", "5D 4C 1I", "dead").all_pass().settled()

    assert t.phase is Phase.MEAL
    assert t.said(GameEnded) == []


@pytest.mark.rule("BLI-010", "BLI-011", "BLI-012", "BLI-013", "BLI-066", "BLI-004", "BLI-005")
@pytest.mark.rule("BLI-064", "BLI-104")
def test_the_house_edition_is_as_its_cards_say() -> None:
    cards, events = cards_of(PACK), events_of(PACK)
    many = {deck: sum(c.count for c in PACK.contents.cards if c.deck is deck) for deck in Deck}
    assert [many[deck] for deck in (*ITEMS, Deck.CORRUPTION, Deck.DAMAGE)] == [30, 30, 30, 40, 40]
    weapons = [card for card in cards.values() if card.deck is Deck.WEAPON]
    assert all(card.damage is not None for card in weapons)
    assert any(card.on_win for card in weapons)
    assert any(card.corrupt is None for card in weapons)
    kinds = [event.kind for event in events.values()]
    assert [kinds.count(kind) for kind in Kind] == [12, 7, 5]
    assert all(option.reward for e in events.values() for option in e.options if option.wager)
    assert all(len(event.options) in (1, 2) for event in events.values() if not event.steps)


@pytest.mark.rule("BLI-R04")
def test_the_ledger_never_has_less_than_no_room() -> None:
    rng = KeyedRng(b"ledger")
    for n in range(quantity(4_000)):
        t = Day("dust_devil", "5I", "5I")
        table = t.table
        for _ in range(30):
            deck = (*ITEMS, Deck.CORRUPTION)[rng.below(4, "op", "which")]
            if deck is Deck.CORRUPTION:
                ailment = list(Ailment)[rng.below(2, "op", "which")]
                source = list(verbs.Source)[rng.below(3, "op", "which")]
                table = verbs.take(table, ADA, ailment, 1, source, rng).table
            else:
                table = verbs.gain(table, ADA, deck, 1 + n % 2, rng)
            body = table.body(ADA)
            if body.life is Life.DEAD:
                break
            assert_sound(table, body)


def assert_sound(table: AnyTable, body: Body) -> None:
    """No negative room; the living have some; the Blighted hold no item."""
    held = count(body, table.cards)
    assert held.empty >= 0
    if body.life is Life.ALIVE:
        assert held.ailments < 10
    else:
        assert held.items == 0
