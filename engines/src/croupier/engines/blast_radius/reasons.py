"""Why something happened: the words that events carry."""

from enum import Enum


class Purpose(Enum):
    """What a die was rolled for."""

    SICKNESS = "sickness"
    RECOVERY = "recovery"
    COMBAT_ATTACK = "combat_attack"
    COMBAT_DEFENCE = "combat_defence"
    EFFECT = "effect"


class Cause(Enum):
    """What changed somebody's health, or would have."""

    CARD = "card"
    DART = "dart"
    SICK_ROLL = "sick_roll"
    RECOVERY_ROLL = "recovery_roll"
    AUTOMATIC = "automatic"


class DiscardReason(Enum):
    """Why a card went to the discard pile."""

    EARLY = "early"
    LIMIT = "limit"
    JUST_DRAWN = "just_drawn"
    PLAYED = "played"
    REFLEX = "reflex"
    DEFENDED = "defended"
    REVIVED = "revived"
    SPENT = "spent"
    EFFECT = "effect"
    FORCED = "forced"


class MoveReason(Enum):
    """Why a card went from hand to hand, or from the pile to a hand."""

    STOLEN = "stolen"
    PAYMENT = "payment"
    REWARD = "reward"
    SALVAGED = "salvaged"
    KEPT = "kept"


class CombatOutcome(Enum):
    """How an attack ended."""

    INCAPACITATED = "incapacitated"
    UNDEFENDED = "undefended"
    ALLOWED = "allowed"
    ATTACKER_WON = "attacker_won"
    DEFENDER_WON = "defender_won"


class EndReason(Enum):
    """Why the game is over."""

    OBJECTIVES = "objectives"
    TURNS = "turns"
