"""What the rules have against a command of a ritual, in the order in which it is said."""

from typing import assert_never

from croupier.engines.kernel.refusal import Refusal, refusal
from croupier.engines.the_blessed_dark.commands import (
    Cast,
    FreeCast,
    Reroll,
    SummonDarkOne,
    all_mods,
)
from croupier.engines.the_blessed_dark.dice import (
    ATTEMPTS,
    FACES,
    Values,
    is_triple,
    meets,
    modified,
    price,
    uses,
)
from croupier.engines.the_blessed_dark.situation import Situation


def why_not(here: Situation, command: Reroll | Cast | SummonDarkOne | FreeCast) -> Refusal | None:
    """The reason for a no, or None."""
    match command:
        case Reroll(dice=dice):
            return _reroll(here, dice)
        case Cast():
            return _not_ready(here, command.card) or _cast(here, command)
        case SummonDarkOne():
            return _no_triple(here, command.mods) or _summon(here, command)
        case FreeCast():
            return _no_triple(here, command.mods) or _free_cast(here, command)
    assert_never(command)


def _reroll(here: Situation, dice: tuple[int, ...]) -> Refusal | None:
    """BLE-R17. Any of the dice, but at least one."""
    if here.rolled.attempt >= ATTEMPTS:
        return refusal("BLE-084", "NO_REROLLS_LEFT", attempts=ATTEMPTS)
    if not dice or _repeats(dice):
        return refusal("BLE-083", "BAD_DICE_SELECTION")
    return None


def _repeats(dice: tuple[int, ...]) -> bool:
    return len(dict.fromkeys(dice)) < len(dice)


def _not_ready(here: Situation, card: str) -> Refusal | None:
    """BLE-100 to BLE-102. Of several copies, one that is ready will do."""
    copies = [entry for entry in here.grimoire if entry.card == card]
    if not copies:
        return refusal("BLE-100", "CARD_NOT_IN_GRIMOIRE")
    if all(entry.summoned for entry in copies):
        return refusal("BLE-102", "NOT_CASTABLE")
    if all(entry.exhausted for entry in copies):
        return refusal("BLE-101", "CARD_EXHAUSTED")  # BLE-123
    return None


def _cast(here: Situation, command: Cast) -> Refusal | None:
    card = here.contents.castable(command.card)
    assign, mods = command.assign, all_mods(command.mods)
    wanted = uses(card.dice)
    if _repeats(assign) or len(assign) != wanted:
        return refusal("BLE-104", "BAD_DICE_SELECTION", dice=wanted)
    if any(mod and die not in assign for die, mod in enumerate(mods)):
        return refusal("BLE-115", "MODIFIER_ON_UNASSIGNED_DIE")
    values = modified(here.rolled.dice, mods)
    if any(value not in FACES for value in values):
        return refusal("BLE-113", "DIE_OUT_OF_RANGE")  # BLE-R19
    if not meets(card.dice, tuple(values[die] for die in assign)):
        return refusal("BLE-103", "REQUIREMENT_NOT_MET")  # BLE-105
    return _too_dear(here, card.blood + price(mods), "BLE-107")


def _too_dear(here: Situation, cost: int, rule: str) -> Refusal | None:
    blood = here.blood
    return None if cost <= blood else refusal(rule, "NOT_ENOUGH_BLOOD", cost=cost, blood=blood)


def _no_triple(here: Situation, mods: Values) -> Refusal | None:
    values = modified(here.rolled.dice, all_mods(mods))
    if any(value not in FACES for value in values):
        return refusal("BLE-113", "DIE_OUT_OF_RANGE")
    return None if is_triple(values) else refusal("BLE-140", "NOT_THREE_OF_A_KIND")


def _summon(here: Situation, command: SummonDarkOne) -> Refusal | None:
    if here.dark_one == command.seat:
        return refusal("BLE-147", "ALREADY_CONTROL_DARK_ONE")  # BLE-R25
    if here.blood - price(command.mods) < 1:
        return refusal("BLE-141", "NO_BLOOD_TO_SACRIFICE")
    return None


def _free_cast(here: Situation, command: FreeCast) -> Refusal | None:
    if not here.has_bonus_power:
        return refusal("BLE-150", "DARK_ONE_NOT_CONTROLLED")
    wrong = _not_ready(here, command.card)
    if wrong is not None:
        return wrong
    if here.contents.is_demon(command.card) and not here.options.free_cast_demons:
        return refusal("BLE-155", "FREE_CAST_DEMON")
    return _too_dear(here, price(command.mods), "BLE-R22")
