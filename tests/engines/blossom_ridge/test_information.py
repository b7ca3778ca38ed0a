"""Who sees what: the burned card, hands, the stock, finished tricks; T02, T55 to T57."""

import msgspec
import pytest

from croupier.engines.blossom_ridge import engine
from croupier.engines.blossom_ridge.commands import ChooseCharacter
from croupier.engines.blossom_ridge.table import CharacterMode, Phase
from croupier.engines.blossom_ridge.view import LocationView, SeatView
from croupier.engines.kernel.refusal import Refused
from croupier.engines.kernel.rng import KeyedRng, ScriptedRng
from croupier.engines.kernel.stored import Stored
from croupier.engines.kernel.values import Seat, replace
from tests.engines.blossom_ridge.dsl import (
    HEARTS,
    PACK,
    PLACES,
    PLAIN,
    SPADES,
    AnyTable,
    act,
    add,
    apply,
    card,
    legal,
    mod,
    new_table,
    reason,
    table,
)

OPEN = replace(PLAIN, open_trick_history=True)


def shown(on: AnyTable, viewer: int | None) -> str:
    """All that a viewer is sent, as text; a secret in it fails."""
    seat = None if viewer is None else Seat(viewer)
    asked = [prompt for prompt in engine.questions(on) if prompt.seat == seat]
    said = [] if seat is None else list(engine.legal(on, seat))

    def named(value: object) -> str:
        assert value == PACK, "only the pack is no plain value"
        return "pack"

    return msgspec.json.encode([engine.project(on, seat), asked, said], enc_hook=named).decode()


def cards_in(text: str) -> list[str]:
    """The cards named in what was sent."""
    return [
        name for name in (f"{s}{r}" for s in "HDCS" for r in range(1, 11)) if f'"{name}"' in text
    ]


@pytest.mark.rule("BLO-068", "BLO-R13")
def test_t02_nobody_ever_sees_the_burned_card() -> None:
    rng = KeyedRng(b"burned")
    on = new_table(3)
    while on.turn is not None:
        [burned] = on.burned.peek()
        for viewer in (*on.seats, None):
            assert burned not in cards_in(shown(on, viewer)), (on.round, viewer)
            assert '"burned"' not in shown(on, viewer)
        on = engine.apply(on, legal(on, on.turn)[0], rng).table

    assert on.phase is Phase.OVER
    for viewer in (*on.seats, None):
        assert not [name for name in on.burned.peek() if name in cards_in(shown(on, viewer))]


@pytest.mark.rule("BLO-068")
def test_the_burned_card_does_not_move_the_lead() -> None:
    on = new_table(3)
    other = engine.redeal(on, Seat(0), KeyedRng(b"other"))

    assert on.burned != other.burned
    assert (on.turn, on.round_leader) == (other.turn, other.round_leader)


@pytest.mark.rule("BLO-R10")
def test_of_the_stock_only_its_size_is_shown() -> None:
    on = new_table(2)

    assert cards_in(shown(on, None)) == []
    assert sorted(cards_in(shown(on, 0))) == sorted(on.hands[0].peek())
    assert engine.project(on, Seat(0)).stock == 20


@pytest.mark.rule("BLO-R49")
def test_even_the_last_card_is_asked_for() -> None:
    before = table("""
        trick: 0=H5
        seat 0:
        seat 1: H2
    """)

    assert (before.phase, before.turn, legal(before, 1)) == (Phase.PLAY, 1, (card(1, "H2"),))


def situations() -> dict[str, AnyTable]:
    """A table of every phase, drawn with hidden cards on all sides."""
    draft = replace(PLAIN, character_mode=CharacterMode.DRAFT)
    choosing = new_table(3, draft)
    leading = apply(
        choosing,
        ChooseCharacter(Seat(0), "ada_thornbury"),
        ChooseCharacter(Seat(1), "wren_calloway"),
        ChooseCharacter(Seat(2), "silas_crane"),
    )
    led = apply(leading, legal(leading, 0)[0])
    peeked = apply(led, mod(1, "spyglass", target=2))
    acting = peeked
    while acting.phase is Phase.PLAY:
        assert acting.turn is not None
        acting = apply(acting, legal(acting, acting.turn)[0])
    over = replace(acting, agenda=())
    return {
        "choosing": choosing,
        "leading": leading,
        "following": led,
        "peeked": peeked,
        "acting": acting,
        "over": over,
    }


@pytest.mark.rule("BLO-042")
@pytest.mark.parametrize("phase", ["choosing", "leading", "following", "peeked", "acting", "over"])
@pytest.mark.parametrize("viewer", [0, 1, 2, None])
def test_t55_other_hidden_cards_change_nothing_that_is_sent(phase: str, viewer: int | None) -> None:
    on = situations()[phase]
    seat = None if viewer is None else Seat(viewer)

    other = engine.redeal(on, seat, KeyedRng(b"deal again"))

    assert other != on
    assert shown(on, viewer) == shown(other, viewer)
    if seat is not None:
        wrong = [card(seat, name) for name in ("H1", "D5", "S10", "X")]
        wrong += [card(seat, name) for name in on.hands[seat].peek()]
        for command in wrong:
            assert verdict(on, command) == verdict(other, command)


def verdict(on: AnyTable, command: object) -> object:
    """Accepted, or the whole refusal."""
    try:
        engine.apply(on, command, KeyedRng(b""))  # type: ignore[arg-type]
    except Refused as refused:
        return refused.refusal
    return "accepted"


@pytest.mark.rule("BLO-155", "BLO-R10")
def test_a_peek_does_not_tell_in_which_order_a_hand_was_dealt() -> None:
    def seen(hand: str) -> str:
        before = table(f"""
            trick: 0=H5
            seat 0 juno_pickett: {hand}
            seat 1 wren_calloway: H3 D2 D9
        """)
        return shown(apply(before, mod(1, "spyglass", target=0)), 1)

    assert seen("C9 H10 S4") == seen("S4 C9 H10")


@pytest.mark.rule("BLO-R42", "BLO-090")
def test_t56_a_refused_revoke_leaves_no_trace() -> None:
    before = table("""
        trick: 0=H5
        seat 0: D1
        seat 1: S9 H2
    """)
    store: Stored[AnyTable] = Stored(engine.stored)
    written, rng = store.write(before), ScriptedRng()

    with pytest.raises(Refused):
        engine.apply(before, card(1, "S9"), rng)

    assert store.write(before) == written


@pytest.mark.rule("BLO-R34", "BLO-047")
@pytest.mark.parametrize("open_history", [False, True])
def test_t57_the_last_trick_is_shown_until_the_next_card(open_history: bool) -> None:
    before = table(
        """
        trick: 0=H9 1=H2
        seat 0: D1 D3 D5
        seat 1: D2 D4 D6
        """,
        OPEN if open_history else PLAIN,
    )

    finished = apply(before, act(0, add("@H1")))
    view = engine.project(finished, None)
    assert view.last_trick is not None
    assert [played.card for played in view.last_trick.cards] == ["H9", "H2"]
    later = engine.project(apply(finished, card(0, "D1")), None)
    assert later.last_trick is None
    assert [each.tricks_won for each in later.seats] == [1, 0]
    assert len(later.tricks) == open_history


@pytest.mark.rule("BLO-R34", "BLO-R13")
@pytest.mark.parametrize(("players", "stays"), [(2, True), (3, False), (4, True)])
def test_a_deal_takes_the_last_trick_off_show_only_where_a_card_is_burned(
    players: int, stays: bool
) -> None:
    before = table(
        "\n".join(
            [
                "trick: " + " ".join(f"{seat}=H{9 - seat}" for seat in range(players)),
                *(f"seat {seat}:" for seat in range(players)),
            ]
        )
    )

    dealt = apply(before, act(0, add("@H1")))
    later = apply(dealt, legal(dealt, 1)[0])

    assert dealt.round == 2
    assert (engine.project(dealt, None).last_trick is not None) is stays
    assert engine.project(later, None).last_trick is None


@pytest.mark.rule("BLO-R34")
def test_the_open_history_is_of_this_round_only() -> None:
    before = table(
        """
        trick: 0=H9 1=H2
        seat 0:
        seat 1:
        """,
        OPEN,
    )

    view = engine.project(apply(before, act(0, add("@H1"))), None)

    assert (view.round, view.tricks, view.trick_number) == (2, (), 1)


@pytest.mark.rule("BLO-127")
def test_all_that_is_public_is_in_every_view() -> None:
    on = situations()["acting"]
    views = [engine.project(on, viewer) for viewer in (*on.seats, None)]

    own = ("viewer", "hand", "peeked")
    public = [
        {name: getattr(view, name) for name in view.__struct_fields__ if name not in own}
        for view in views
    ]
    assert all(each == public[0] for each in public)
    assert [len(view.hand) for view in views] == [12, 12, 12, 0]


@pytest.mark.rule("BLO-010", "BLO-070", "BLO-127")
def test_everybody_sees_whose_turn_it_is_and_what_each_seat_has() -> None:
    before = table("""
        round: 2
        first: 2
        order: 2 1 0
        trick: 2=H5 1=H9
        seat 0 wren_calloway: H2 S3
        seat 1 ada_thornbury used steady_aim: D1
        seat 2 juno_pickett: D2
        scores: 3 4 5
        won: 6 5 1
        @H1: 2 1 0
        @S3: 0 3 0
        burned: C3
    """)

    during = engine.project(before, None)
    after = engine.project(apply(before, card(0, "H2")), None)

    for view in (during, after):
        assert (view.round, view.rounds, view.tricks_per_round) == (2, 3, 13)
        assert (view.order, view.draft_order) == ((2, 1, 0), (2, 1, 0))
        assert (view.first_leader, view.round_leader, view.leader) == (2, 1, 2)
        assert (view.trick_number, view.led_suit, view.stock, view.burned) == (1, HEARTS, 0, True)
        assert view.town[0] == LocationView(PLACES["@H1"], HEARTS, 0, 0, (2, 1, 0), Seat(0))
        assert view.town[11] == LocationView(PLACES["@S3"], SPADES, 2, 3, (0, 3, 0), Seat(1))
    assert (during.phase, during.turn) == (Phase.PLAY, 0)
    assert (during.winner, during.action_suit) == (None, None)
    assert (after.phase, after.turn) == (Phase.ACTION, 1)
    assert (after.winner, after.action_suit) == (1, HEARTS)
    assert during.seats == (
        SeatView(Seat(0), 12, 3, 6, 2, "wren_calloway", None),
        SeatView(Seat(1), 10, 4, 5, 1, "ada_thornbury", "steady_aim"),
        SeatView(Seat(2), 14, 5, 1, 1, "juno_pickett", None),
    )
    assert [(each.hand_size, each.tricks_won) for each in after.seats] == [(1, 6), (1, 6), (1, 1)]


def test_a_refusal_names_no_card() -> None:
    before = table("""
        trick: 0=H5
        seat 0: D1
        seat 1: S9 H2
    """)

    for name in ("S9", "D1", "C4"):
        refusal = verdict(before, card(1, name))
        assert cards_in(repr(refusal).replace("'", '"')) == []
    assert reason(before, card(1, "D1")) == reason(before, card(1, "C4")) == "CARD_NOT_IN_HAND"
