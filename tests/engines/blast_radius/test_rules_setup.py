"""Setting up, seats, survivors and what is to be seen: BLA-001 to BLA-018, BLA-154."""

from collections import Counter

import msgspec
import pytest

from croupier.engines.blast_radius import engine
from croupier.engines.blast_radius.cards import Defence, Health, Icon, ItemKind, Survivor
from croupier.engines.blast_radius.commands import ChooseSurvivor, DrawItem, RollRecovery
from croupier.engines.blast_radius.events import DieRolled, GameDealt, HandDealt, SurvivorChosen
from croupier.engines.blast_radius.prompts import SurvivorPrompt
from croupier.engines.blast_radius.table import Options, Phase
from croupier.engines.kernel.refusal import Refused
from croupier.engines.kernel.rng import KeyedRng
from croupier.engines.kernel.values import Seat, replace
from tests.engines.blast_radius.dsl import (
    ABLE,
    PACK,
    PLAIN,
    A,
    B,
    C,
    H,
    begun,
    kinds,
    play,
    refused,
    state,
    table,
    told,
)
from tests.engines.blast_radius.invariants import items_on, objectives_on
from tests.engines.kernel.walk import encode

CARDS = engine.read_pack(engine.house_pack).contents


def not_set_up(seats: int, options: Options) -> str:
    """Why a game cannot be set up."""
    with pytest.raises(Refused) as no:
        engine.setup(seats, options, PACK, KeyedRng(b"never"))
    return no.value.refusal.reason


@pytest.mark.rule("BLA-012", "BLA-013", "BLA-005", "BLA-008", "BLA-064")
@pytest.mark.parametrize(("seats", "items", "objectives"), [(3, 94, 18), (6, 88, 12)])
def test_s01_setup_counts(seats: int, items: int, objectives: int) -> None:
    on = begun(seats).table

    assert [len(hand) for hand in on.hands] == [2] * seats
    assert [len(mine) for mine in on.objectives] == [2] * seats
    assert (on.deck.count, on.objective_deck.count, on.discard) == (items, objectives, ())
    assert on.health == (H,) * seats
    assert (on.turn, on.round, on.phase) == (1, 1, Phase.DRAW)


@pytest.mark.rule("BLA-001")
@pytest.mark.parametrize("seats", [2, 7])
def test_s02_three_to_six_play(seats: int) -> None:
    assert not_set_up(seats, PLAIN) == "BAD_PLAYER_COUNT"


@pytest.mark.rule("BLA-004", "BLA-R01")
def test_s03_the_tallest_begins() -> None:
    options = Options()
    heights = (170, 188, 188, 160)
    said = [ChooseSurvivor(Seat(n), None, height) for n, height in enumerate(heights)]

    def firsts(said: list[ChooseSurvivor], options: Options = options) -> Counter[Seat | None]:
        return Counter(begun(4, options, b"%d" % n, said).table.first for n in range(60))

    assert sorted(firsts(said), key=str) == [1, 2]
    assert dict(firsts([], replace(options, starting_seat=Seat(3)))) == {3: 60}
    assert sorted(firsts(said[:3]), key=str) == [0, 1, 2, 3], "one height is missing"


@pytest.mark.rule("BLA-R01")
def test_heights_are_told_to_nobody_and_forgotten() -> None:
    said = [ChooseSurvivor(Seat(n), None, 171 + n) for n in range(4)]
    change = begun(4, Options(), b"one", said)

    assert [each.survivor for each in told(change, SurvivorChosen)] == [None] * 4
    assert b"\xcc\xac" not in msgspec.msgpack.encode(msgspec.to_builtins(change.events))
    for viewer in (A, None):
        assert b"\xcc\xac" not in encode(engine.project(change.table, viewer))
    assert "172" not in repr(change.table.agenda)


@pytest.mark.rule("BLA-R01")
def test_a_height_is_a_number_of_centimetres_and_only_if_it_matters() -> None:
    on = engine.setup(4, Options(), PACK, KeyedRng(b"one")).table
    named = engine.setup(4, PLAIN, PACK, KeyedRng(b"one")).table

    assert refused(on, ChooseSurvivor(A, None, 49)) == "INVALID_ARGUMENT"
    assert refused(on, ChooseSurvivor(A, None, 273)) == "INVALID_ARGUMENT"
    assert refused(named, ChooseSurvivor(A, None, 180)) == "INVALID_ARGUMENT"
    assert not_set_up(4, replace(PLAIN, starting_seat=Seat(4))) == "BAD_OPTION"


@pytest.mark.rule("BLA-010", "BLA-R03", "BLA-154")
def test_s05_each_survivor_is_taken_once() -> None:
    on = engine.setup(4, PLAIN, PACK, KeyedRng(b"one")).table
    taken = play(on, ChooseSurvivor(B, Survivor.HELGA)).table

    assert refused(taken, ChooseSurvivor(C, Survivor.HELGA)) == "CHARACTER_TAKEN"
    assert refused(taken, ChooseSurvivor(B, Survivor.JAKE)) == "ALREADY_ANSWERED"
    free = [p.survivors for p in engine.questions(taken) if isinstance(p, SurvivorPrompt)]
    assert free == [tuple(each for each in Survivor if each is not Survivor.HELGA)] * 3
    change = begun(4, said=[ChooseSurvivor(B, Survivor.HELGA)])
    eugene, sprengen, karrot, *_ = Survivor
    [dealt] = told(change, GameDealt)
    assert dealt.characters == (eugene, Survivor.HELGA, sprengen, karrot)


@pytest.mark.rule("BLA-014", "BLA-R04")
def test_no_reflex_is_dealt_and_all_are_in_the_deck() -> None:
    for n in range(40):
        change = begun(6, key=b"%d" % n)
        hands = [card for hand in told(change, HandDealt) for card in hand.cards]
        assert not [card for card in hands if change.table.cards.is_reflex(card)]
        in_deck = [c for c in change.table.deck.peek() if change.table.cards.is_reflex(c)]
        assert len(in_deck) == 12


@pytest.mark.rule("BLA-R04", "BLA-005")
def test_every_card_is_dealt_alike() -> None:
    games = 400
    seen = Counter(card for n in range(games) for card in begun(3, key=b"%d" % n).table.hands[0])

    assert len(seen) == 88
    assert max(seen.values()) < 3 * 2 * games / 88


@pytest.mark.rule("BLA-015", "BLA-R05", "BLA-009", "BLA-002", "BLA-R02")
def test_s86_everybody_starts_healthy_with_nothing() -> None:
    on = begun(5).table

    view = engine.project(on, None)

    assert [(seat.health, seat.incap_turns, seat.score) for seat in view.seats] == [(H, 0, 0)] * 5
    faces: Counter[int] = Counter()
    down = table("0 down 0:", Phase.RECOVERY)
    for n in range(300):
        rolled = engine.apply(down, RollRecovery(A), KeyedRng(b"roll %d" % n))
        faces.update(event.face for event in told(rolled, DieRolled))
    assert sorted(faces) == [1, 2, 3, 4, 5, 6]


@pytest.mark.rule(
    "BLA-046", "BLA-047", "BLA-049", "BLA-054", "BLA-058", "BLA-060", "BLA-061", "BLA-062",
    "BLA-063", "BLA-074", "BLA-R21",
)  # fmt: skip
def test_s84_the_house_edition() -> None:
    copies = Counter(dict.fromkeys(ItemKind, 0))
    for item in CARDS.items:
        copies[item.kind] += item.copies
    kind = {item.id: item.kind for item in CARDS.items}
    icons = {item.id: item.icons for item in CARDS.items if item.icons}

    assert (len(CARDS.items), sum(copies.values())) == (32, 100)
    assert [copies[each] for each in ItemKind] == [58, 30, 12]
    loot = ("boot", "rope", "umbrella", "bottled_water")
    strikes = ("machete", "medical_kit", "defibrillator", "book_of_jokes", "homemade_blow_dart")
    reflexes = ("radioactive_muffin", "sewage_water", "shuffle")
    assert [kind[each] for each in loot] == [ItemKind.LOOT] * 4
    assert [kind[each] for each in strikes] == [ItemKind.STRIKE] * 5
    assert [kind[each] for each in reflexes] == [ItemKind.REFLEX] * 3
    heal = [name for name, mine in icons.items() if Icon.HEAL in mine]
    assert heal == ["medical_kit", "defibrillator", "can_of_beans"]
    assert len([name for name, mine in icons.items() if Icon.HAZARD in mine]) == 6
    assert len(CARDS.objectives) == 24
    for objective in CARDS.objectives:
        assert objective.value == sum(need.n for need in objective.needs)
    assert sum(objective.value for objective in CARDS.objectives) == 68
    assert [item.id for item in CARDS.items if item.defence is Defence.DART] == [strikes[4]]


@pytest.mark.rule(
    "BLA-017", "BLA-065", "BLA-088", "BLA-087", "BLA-006", "BLA-007", "BLA-070", "BLA-R06",
    "BLA-R28", "BLA-R61",
)  # fmt: skip
def test_s85_everything_but_the_decks_is_open() -> None:
    on = table(
        """
        0: boot.1 rope.1
        1 sick: machete.1
        2 down 1: tarp.1
        0 wants: obj_01 obj_18
        1 scored: obj_09
        deck: umbrella.1 tarp.2
        discard: boot.3 rope.2
        objectives: obj_05 obj_06
        """
    )

    mine, all_see = engine.project(on, B), engine.project(on, None)

    assert replace(mine, viewer=None) == all_see
    assert [seat.hand for seat in all_see.seats] == [*on.hands]
    assert [each.objective for each in all_see.seats[0].objectives] == ["obj_01", "obj_18"]
    assert (all_see.seats[1].scored, all_see.seats[1].score) == (("obj_09",), 4)
    assert [seat.health for seat in all_see.seats] == [*Health, H]
    assert (all_see.discard, all_see.item_deck, all_see.objective_deck) == (on.discard, 2, 2)
    assert b"umbrella" not in encode(all_see)
    assert b"obj_05" not in encode(mine)


@pytest.mark.rule("BLA-003", "BLA-028", "BLA-027")
def test_turns_go_clockwise_and_only_the_active_player_acts() -> None:
    change = begun(3, ABLE)

    assert state(change.table) == (Phase.DRAW, A)
    assert refused(change.table, DrawItem(B)) == "NOT_YOUR_TURN"
    assert kinds(change)[-1] == "TurnBegan"
    assert len(items_on(change.table)) == 100
    assert len(objectives_on(change.table)) == 24
