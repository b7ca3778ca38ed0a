"""What a seat may do now, as prompts, from its own situation alone."""

from collections.abc import Iterator
from itertools import combinations
from typing import assert_never

from croupier.engines.kernel.values import RuleId
from croupier.engines.the_blessed_dark.cards import Castable
from croupier.engines.the_blessed_dark.dice import (
    ATTEMPTS,
    DICE,
    NO_MODS,
    Plan,
    Triple,
    Values,
    is_triple,
    plans,
    uses,
)
from croupier.engines.the_blessed_dark.prompts import (
    Asks,
    CardsPrompt,
    CastOffer,
    FirstCardPrompt,
    FreeCastOffer,
    LastCardPrompt,
    OpponentPrompt,
    RitualPrompt,
    ScryPrompt,
    SummonOffer,
    TurnPrompt,
)
from croupier.engines.the_blessed_dark.situation import Situation
from croupier.engines.the_blessed_dark.table import (
    DRAWN_BLOOD,
    HAND_MAX,
    Cards,
    ChoiceKind,
    Phase,
)
from croupier.engines.the_blessed_dark.view import PendingView

_RULES = {
    ChoiceKind.OWN_EXHAUSTED: "BLE-206",
    ChoiceKind.OPPONENT_SPELLS: "BLE-207",
    ChoiceKind.OWN_UNEXHAUSTED: "BLE-208",
    ChoiceKind.OPPONENT_DEMON: "BLE-209",
    ChoiceKind.OPPONENT_GRIMOIRE: "BLE-210",
    ChoiceKind.OWN_GRIMOIRE: "BLE-211",
    ChoiceKind.PLACE: "BLE-205",
    ChoiceKind.DISCARD_OWN: "BLE-213",
    ChoiceKind.PEEK: "BLE-214",
    ChoiceKind.DISCARD_PILE: "BLE-216",
}


def prompt(here: Situation) -> Asks:
    """The question of a seat that is asked."""
    match here.phase:
        case Phase.FIRST_CARDS:
            return FirstCardPrompt(seat=here.seat, rule=RuleId("BLE-013"), cards=here.hand)
        case Phase.TURN:
            return _turn(here)
        case Phase.RITUAL:
            return _ritual(here)
        case Phase.EFFECT:
            assert here.pending is not None, "an effect waits for a choice"
            return _choice(here.pending)
        case Phase.LAST_CARD:
            assert here.last_card is not None, "its drawer sees it"
            return LastCardPrompt(seat=here.seat, rule=RuleId("BLE-171"), card=here.last_card)
        case Phase.OVER:
            raise AssertionError("nobody is asked when the game is over")
    assert_never(here.phase)


def _turn(here: Situation) -> TurnPrompt:
    """BLE-173, BLE-R08. Nobody must draw the last card, and with a full hand nobody may."""
    return TurnPrompt(
        seat=here.seat,
        rule=RuleId("BLE-030"),
        may_draw_card=len(here.hand) < HAND_MAX,
        blood=min(DRAWN_BLOOD, here.pool),
        spells=tuple(dict.fromkeys(here.hand)),
        refresh=exhausted_spells(here),
    )


def exhausted_spells(here: Situation) -> Cards:
    """BLE-071 to BLE-073. What a refresh readies: no summoned demon, and not The Dark One."""
    entries = here.grimoire
    return tuple(entry.card for entry in entries if entry.exhausted and not entry.summoned)


def _ritual(here: Situation) -> RitualPrompt:
    ritual, blood = here.rolled, here.blood
    return RitualPrompt(
        seat=here.seat,
        rule=RuleId("BLE-082"),
        dice=ritual.dice,
        attempt=ritual.attempt,
        rerolls=ATTEMPTS - ritual.attempt,
        casts=tuple(
            CastOffer(card.id, assign, _spread(assign, plan.mods), card.blood + plan.price)
            for card in ready(here)
            for assign in assignments(card)
            if (plan := cheapest(card, assign, ritual.dice)).price + card.blood <= blood
        ),
        free_casts=tuple(
            FreeCastOffer(card.id, plan.mods, plan.price)
            for card in free_cards(here)
            for plan in triple_plans(here, blood)[:1]
        ),
        summon=_summon(here),
    )


def _summon(here: Situation) -> SummonOffer | None:
    ways = summon_plans(here)
    return SummonOffer(ways[0].mods, here.blood) if ways else None


def ready(here: Situation) -> Iterator[Castable]:
    """BLE-100 to BLE-102. The spells of a seat's own Grimoire that are not exhausted."""
    entries = here.grimoire
    for card in dict.fromkeys([entry.card for entry in entries if not entry.exhausted]):
        yield here.contents.castable(card)


def assignments(card: Castable) -> Iterator[tuple[int, ...]]:
    """BLE-104. The ways to assign as many dice as the card uses."""
    return combinations(range(DICE), uses(card.dice))


def cheapest(card: Castable, assign: tuple[int, ...], dice: Values) -> Plan:
    """The modifiers that make these dice fit for the least blood."""
    return plans(card.dice, tuple([dice[die] for die in assign]))[0]


def _spread(assign: tuple[int, ...], mods: Values) -> Values:
    """Modifiers of the assigned dice, written for all three."""
    written = dict(zip(assign, mods, strict=True))
    return tuple([written.get(die, 0) for die in range(DICE)])


def payable_mods(
    card: Castable, assign: tuple[int, ...], dice: Values, blood: int
) -> Iterator[Values]:
    """BLE-106, BLE-114. All modifiers that make these dice fit and can be paid, by price."""
    for plan in plans(card.dice, tuple([dice[die] for die in assign])):
        if plan.price + card.blood > blood:
            return
        yield _spread(assign, plan.mods)


def triple_plans(here: Situation, blood: int) -> tuple[Plan, ...]:
    """BLE-140, BLE-R22. The modifiers that make three of a kind and can be paid."""
    dice = here.rolled.dice
    ways: tuple[Plan, ...] = (Plan(0, NO_MODS),) if is_triple(dice) else ()
    if here.options.dark_one_modified_triple:
        ways = plans(Triple(), dice)
    return tuple([plan for plan in ways if plan.price <= blood])


def summon_plans(here: Situation) -> tuple[Plan, ...]:
    """BLE-141, BLE-147. At least one blood must be left to be sacrificed."""
    if here.dark_one == here.seat:
        return ()
    return triple_plans(here, here.blood - 1)


def free_cards(here: Situation) -> Iterator[Castable]:
    """BLE-155, BLE-R51. Own ready spells; demons only with the option."""
    if here.has_bonus_power:
        for card in ready(here):
            if here.options.free_cast_demons or not here.contents.is_demon(card.id):
                yield card


def _choice(pending: PendingView) -> Asks:
    seat, number, card = pending.seat, pending.choice_id, pending.card
    match pending.kind:
        case ChoiceKind.OPPONENT:
            return OpponentPrompt(
                seat=seat,
                rule=RuleId("BLE-R54"),
                choice_id=number,
                card=card,
                opponents=pending.opponents,
            )
        case ChoiceKind.SCRY:
            return ScryPrompt(
                seat=seat,
                rule=RuleId("BLE-215"),
                choice_id=number,
                card=card,
                cards=pending.cards,
                most=pending.most,
            )
        case kind:
            return CardsPrompt(
                seat=seat,
                rule=RuleId(_RULES[kind]),
                choice_id=number,
                kind=kind,
                card=card,
                opponent=pending.opponent,
                targets=pending.targets,
                cards=pending.cards,
                least=pending.least,
                most=pending.most,
            )
