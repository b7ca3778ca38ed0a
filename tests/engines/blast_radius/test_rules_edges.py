"""What begins anew, what is not asked, and what odd cards of an edition do."""

import pytest

from croupier.engines.blast_radius import engine
from croupier.engines.blast_radius.commands import (
    AcceptTrade,
    AnswerDeal,
    BraydenOffer,
    CompleteObjective,
    CounterTrade,
    DeclineTrade,
    Discard,
    DrawAgain,
    DrawItem,
    EndTurn,
    PlayStrike,
    ProposeTrade,
    SprengenTake,
)
from croupier.engines.blast_radius.edition import Contents
from croupier.engines.blast_radius.effects import TAKES_MAX
from croupier.engines.blast_radius.prompts import (
    ActionPrompt,
    DrawPrompt,
    KarrotPrompt,
    SprengenPrompt,
    TradePrompt,
)
from croupier.engines.blast_radius.table import EndGame, Phase, Source
from croupier.engines.kernel.pack import Pack
from croupier.engines.kernel.values import replace
from tests.engines.blast_radius.dsl import (
    ABLE,
    PLAIN,
    A,
    B,
    C,
    D,
    H,
    I,
    S,
    asked,
    invited,
    play,
    refused,
    state,
    table,
)

MACHETE = ("machete.1",)


def edition(items: str) -> Pack[Contents]:
    """The house edition with more items."""
    return engine.read_pack(f"{engine.house_pack}\n{items}")


def strike(name: str, effect: str) -> str:
    """A Strike with this effect."""
    printed = f'id = "{name}"\nname = "New"\ntype = "strike"\ncopies = 2\n'
    return f"[[item]]\n{printed}effect = [{effect}]\n"


@pytest.mark.rule("BLA-R52", "BLA-150")
def test_a_counter_offer_is_an_offer_of_the_turn() -> None:
    on = table("0: boot.1\n1: rope.1\ndeck: tarp.1", options=replace(PLAIN, max_trade_offers=2))
    offer, counter = ProposeTrade(A, B, ("boot.1",)), CounterTrade(B, ("rope.1",), ("boot.1",))

    countered = play(on, offer, counter).table

    assert not asked(countered, TradePrompt).may_counter
    assert refused(countered, CounterTrade(A, ("boot.1",), ())) == "OFFER_LIMIT"
    back = play(countered, DeclineTrade(A)).table
    assert refused(back, offer) == "OFFER_LIMIT"


@pytest.mark.rule("BLA-027", "BLA-040", "BLA-149", "BLA-R52")
def test_a_turn_begins_with_nothing_used() -> None:
    full = "boot.1 boot.2 boot.3 boot.4 boot.5"
    on = table(f"0: {full}\n1: tarp.1 tarp.2 tarp.3 tarp.4 rope.1\ndeck: rope.2 rope.3 rope.4",
               Phase.DRAW, options=replace(PLAIN, max_trade_offers=1))  # fmt: skip
    offer = ProposeTrade(A, B, ("boot.2",), ("tarp.1",))

    used = play(on, Discard(A, "boot.1"), DrawItem(A), offer, DeclineTrade(B)).table
    assert refused(used, offer) == "OFFER_LIMIT"
    following = play(used, EndTurn(A)).table

    assert asked(following, DrawPrompt).discards == following.hands[B]
    acting = play(following, Discard(B, "rope.1"), DrawItem(B)).table
    assert asked(acting, ActionPrompt).partners == (C, D, A)
    assert not acting.trade_done


@pytest.mark.rule("BLA-149", "BLA-R55")
def test_the_turn_after_a_redirected_trade_may_trade_again() -> None:
    on = table("0: boot.1\n1: rope.1\n2 brayden: tarp.1\ndeck: matches.1", options=ABLE)
    redirected = (
        ProposeTrade(A, B, ("boot.1",), ("rope.1",)),
        AcceptTrade(B),
        BraydenOffer(C, "tarp.1", B),
        AnswerDeal(B, accept=True),
    )

    after = play(on, *redirected, EndTurn(A), DrawItem(B)).table

    assert asked(after, ActionPrompt).partners == (C, D, A)


@pytest.mark.rule("BLA-003", "BLA-R33")
def test_a_round_begins_with_the_first_seat() -> None:
    on = table("deck: boot.1", active=A, options=replace(PLAIN, starting_seat=B))

    second = play(on, EndTurn(A)).table

    assert (second.active, second.round) == (B, on.round + 1)
    assert play(second, DrawItem(B), EndTurn(B)).table.round == second.round


@pytest.mark.rule("BLA-155")
def test_eugene_forces_nobody_when_another_completes_or_nobody_holds_a_card() -> None:
    goal = "0: boot.1 boot.2\n0 wants: obj_01\n0 scored: obj_02\ndeck: tarp.1"
    others = table(f"{goal}\n1 eugene: rope.1\n2: rope.2", options=ABLE)
    assert state(play(others, CompleteObjective(A, "obj_01")).table) == (Phase.DRAW, B)

    alone = table(goal.replace("0:", "0 eugene:", 1), options=ABLE)
    assert state(play(alone, CompleteObjective(A, "obj_01")).table) == (Phase.DRAW, B)


@pytest.mark.rule("BLA-155", "BLA-R58", "BLA-R33")
def test_eugene_forces_on_his_third_objective_where_the_game_goes_on() -> None:
    options = replace(ABLE, end_game=EndGame.FINAL_LAP)
    third = "0 eugene: boot.1 boot.2\n0 wants: obj_01\n0 scored: obj_02 obj_03\n1: rope.1"

    open_ = play(table(third, options=options), CompleteObjective(A, "obj_01")).table

    assert open_.phase is Phase.EUGENE


@pytest.mark.rule("BLA-157", "BLA-R54")
def test_karrot_is_invited_only_where_she_may_attack() -> None:
    armed = "2 karrot: machete.1 crowbar.1\ndeck: tarp.1"
    on = table(f"0: boot.1\n1: rope.1\n{armed}", options=ABLE)
    assert invited(on, C, KarrotPrompt).strikes

    once = play(on, PlayStrike(C, MACHETE, B, "rope.1")).table
    assert engine.invitations(once, C) == ()
    assert engine.invitations(table(armed, options=ABLE), C) == (), "nobody holds a card"
    bare = table("0: boot.1\n2 karrot: rope.1", options=ABLE)
    assert engine.invitations(bare, C) == (), "she has no weapon"
    own = table(f"0: boot.1\n{armed}", active=C, options=ABLE)
    assert engine.invitations(own, C) == (), "on her own turn she acts like anybody"
    assert refused(on, PlayStrike(C, MACHETE, C, "crowbar.1")) == "BAD_TARGET"


@pytest.mark.rule("BLA-156", "BLA-R57")
def test_sprengen_bills_his_patients_in_turn_while_he_has_room() -> None:
    pack = edition(strike("clinic", '{ op = "heal", who = "others", from = ["sick"] }'))
    sick = "1 sick: boot.1 boot.2\n2 sick: rope.1\ndeck: matches.1"
    full = f"0 sprengen: clinic.1 tarp.1 tarp.2 tarp.3 tarp.4\n{sick}"
    on = table(full, options=ABLE, pack=pack)

    open_ = play(on, PlayStrike(A, ("clinic.1",))).table
    assert asked(open_, SprengenPrompt).patient == B
    after = play(open_, SprengenTake(A, "boot.1")).table
    assert (len(after.hands[A]), after.hands[C]) == (5, ("rope.1",)), "no room for a second"

    roomy = table(f"0 sprengen: clinic.1\n{sick}", options=ABLE, pack=pack)
    open_ = play(roomy, PlayStrike(A, ("clinic.1",))).table
    after = play(open_, SprengenTake(A, "boot.1")).table
    assert after.hands[:3] == (("boot.1", "rope.1"), ("boot.2",), ())


@pytest.mark.rule("BLA-156")
def test_an_incapacitated_sprengen_is_not_paid() -> None:
    effects = (
        '{ op = "heal", who = "target", from = ["sick"] }, { op = "incapacitate", who = "self" }'
    )
    pack = edition(strike("serum", effects))
    on = table("0 sprengen: serum.1\n1 sick: boot.1\ndeck: rope.1", options=ABLE, pack=pack)

    after = play(on, PlayStrike(A, ("serum.1",), B)).table

    assert (after.health[:2], after.hands[:2]) == ((I, H), ((), ("boot.1",)))


@pytest.mark.rule("BLA-051")
def test_a_die_may_decide_for_the_target() -> None:
    outcomes = (
        '{ faces = [1, 2, 3], do = [{ op = "sicken", who = "target" }] }, '
        '{ faces = [4, 5, 6], do = [{ op = "sicken", who = "self" }] }'
    )
    pack = edition(strike("gamble", f'{{ op = "roll", on = [{outcomes}] }}'))
    on = table("0: gamble.1\ndeck: boot.1", pack=pack)
    said = PlayStrike(A, ("gamble.1",), C)

    assert play(on, said, dice=[3]).table.health == (H, H, S, H)
    assert play(on, said, dice=[4]).table.health == (S, H, H, H)


@pytest.mark.rule("BLA-R17")
def test_an_actor_who_falls_takes_nothing_from_the_pile() -> None:
    effects = '{ op = "sicken", who = "self" }, { op = "take_discard", who = "self", n = 1 }'
    reflex = strike("rubble", effects).replace('"strike"', '"reflex"')
    on = table("0 sick:\ndeck: rubble.1\ndiscard: boot.1", Phase.DRAW, pack=edition(reflex))

    after = play(on, DrawItem(A)).table

    assert (after.health[A], after.hands[A], after.discard) == (I, (), ("boot.1", "rubble.1"))


@pytest.mark.rule("BLA-R11")
def test_the_bound_on_draws_is_for_one_command() -> None:
    on = replace(table("deck: boot.1", Phase.DRAW), takes=TAKES_MAX)

    assert play(on, DrawItem(A)).table.hands[A] == ("boot.1",)


@pytest.mark.rule("BLA-R22")
@pytest.mark.parametrize(
    ("effect", "without", "with_"),
    [
        ('{ op = "redeal_hands" }', "0: odd.1\n1: boot.1", "0: odd.1 rope.1\n1: boot.1"),
        ('{ op = "redeal_hands" }', "0: odd.1 boot.1", "0: odd.1\n1: boot.1\n2: rope.1"),
        ('{ op = "pass_hands", dir = "left" }', "0: odd.1", "0: odd.1\n2: boot.1"),
        ('{ op = "reshuffle_discard" }', "0: odd.1\ndeck: boot.1", "0: odd.1\ndiscard: boot.1"),
        ('{ op = "discard", who = "self", n = 1, pick = "random" }', "0: odd.1", "0: odd.1 boot.1"),
        (
            '{ op = "discard", who = "others", n = 1, pick = "random" }',
            "0: odd.1 boot.1",
            "0: odd.1\n3: boot.1",
        ),
        ('{ op = "draw", who = "self", n = 1 }', "0: odd.1", "0: odd.1\ndiscard: boot.1"),
        (
            '{ op = "sicken", who = "others" }',
            "0: odd.1\n1 down 0:\n2 down 0:\n3 down 0:",
            "0: odd.1\n1 down 0:\n2 down 0:\n3 sick:",
        ),
        (
            '{ op = "take_discard", who = "self", n = 1 }',
            "0: odd.1\ndiscard: shuffle.1",
            "0: odd.1\ndiscard: boot.1",
        ),
    ],
)
def test_a_strike_that_changes_nothing_is_not_played(effect: str, without: str, with_: str) -> None:
    pack = edition(strike("odd", effect))
    on, other = (table(picture, pack=pack) for picture in (without, with_))

    assert asked(on, ActionPrompt).strikes == ()
    assert refused(on, PlayStrike(A, ("odd.1",))) == "NO_LEGAL_TARGET"
    assert [offer.item for offer in asked(other, ActionPrompt).strikes] == ["odd"]


@pytest.mark.rule("BLA-R09", "BLA-R18", "BLA-026")
@pytest.mark.parametrize(
    "picture",
    [
        "0 sick: medical_kit.1",
        "0: boot.1\n0 wants: obj_03\nobjectives: obj_05",
        "0: boot.1 boot.2\n0 wants: obj_01",
        "deck: boot.1",
        "discard: boot.1",
    ],
)
def test_where_passing_is_no_choice_any_other_action_is_wanted(picture: str) -> None:
    strict = replace(PLAIN, allow_pass=False)

    assert refused(table(picture, options=strict), EndTurn(A)) == "PASS_NOT_ALLOWED"
    nothing = table("0: boot.1\n1: rope.1\n0 wants: obj_03", options=strict)
    assert play(nothing, EndTurn(A)).table.active == B, "a trade needs a partner's consent"
    drawn = play(table("deck: boot.1 boot.2", options=strict), DrawAgain(A, Source.DECK)).table
    assert (drawn.phase, play(drawn, EndTurn(A)).table.active) == (Phase.POST_DRAW, B)


@pytest.mark.rule("BLA-051", "BLA-112")
def test_a_strike_names_as_many_cards_as_lie_there_and_no_item_but_a_weapon() -> None:
    pack = edition(strike("crane", '{ op = "take_discard", who = "self", n = 3 }'))
    on = table("0: crane.1 medical_kit.1\n2 sick: rope.1\ndiscard: boot.1 shuffle.1", pack=pack)

    assert refused(on, PlayStrike(A, ("crane.1",))) == "BAD_PICK"
    assert play(on, PlayStrike(A, ("crane.1",), picks=("boot.1",))).table.hands[A] == (
        "medical_kit.1",
        "boot.1",
    )
    assert refused(on, PlayStrike(A, ("medical_kit.1",), C, "rope.1")) == "ITEM_NOT_THERE"
    assert refused(on, PlayStrike(A, ("medical_kit.1",), C, picks=("boot.1",))) == "BAD_PICK"
