"""One ladder of reasons: the first that holds is the refusal, and none means yes."""

from typing import assert_never

from croupier.engines.blossom_ridge import core_control
from croupier.engines.blossom_ridge.abilities import own_ability
from croupier.engines.blossom_ridge.cards import TrickModAbility, TrickModKind
from croupier.engines.blossom_ridge.commands import (
    Act,
    ChooseCharacter,
    PassAction,
    PlayCard,
    Said,
    UseCoreControl,
    UseTrickMod,
)
from croupier.engines.blossom_ridge.offers import playable
from croupier.engines.blossom_ridge.situation import Situation
from croupier.engines.blossom_ridge.table import Phase
from croupier.engines.kernel.refusal import Refusal, refusal

_PHASE_RULES = {Phase.CHARACTERS: "BLO-018", Phase.PLAY: "BLO-050", Phase.ACTION: "BLO-080"}
_TURN_RULES = {Phase.CHARACTERS: "BLO-R30", Phase.PLAY: "BLO-041", Phase.ACTION: "BLO-081"}


def why_not(here: Situation, command: Said) -> Refusal | None:
    """The reason for a no, or None. BLO-090, BLO-R20: a no costs nothing; choose again."""
    if here.phase is Phase.OVER:
        return refusal("BLO-140", "GAME_OVER")
    if command.phase is not here.phase:
        return refusal(_PHASE_RULES[command.phase], "WRONG_PHASE", phase=here.phase.value)
    if here.turn != here.seat:
        return refusal(_TURN_RULES[here.phase], "NOT_YOUR_TURN", turn=here.turn)
    match command:
        case ChooseCharacter(character=character):
            return _character(here, character)
        case UseTrickMod():
            return _trick_mod(here, command)
        case PlayCard(card=card):
            return _card(here, card)
        case Act(action=action):
            return core_control.why_not_act(here, action)
        case UseCoreControl():
            return core_control.why_not(here, command)
        case PassAction():
            return core_control.why_not_pass(here)
    assert_never(command)


def _character(here: Situation, character: str) -> Refusal | None:
    """BLO-017. One each, no duplicates."""
    if here.cards.character(character) is None:
        return refusal("BLO-R46", "UNKNOWN_CHARACTER")
    if character in here.characters:
        return refusal("BLO-R30", "CHARACTER_TAKEN", seat=here.characters.index(character))
    return None


def _card(here: Situation, card: str) -> Refusal | None:
    """BLO-R42. A revoke is refused, and only its sender is told."""
    if card not in here.hand:
        return refusal("BLO-040", "CARD_NOT_IN_HAND")
    if card not in playable(here):
        assert here.led_suit is not None, "a leader may play anything"
        return refusal("BLO-042", "MUST_FOLLOW_SUIT", suit=here.led_suit.value)
    return None


def _trick_mod(here: Situation, command: UseTrickMod) -> Refusal | None:
    printed = here.cards.ability(command.ability)
    if isinstance(printed, TrickModAbility) and not _complete(printed.kind, command):
        return refusal("BLO-104", "BAD_ARGUMENT", kind=printed.kind.value)
    ability = own_ability(here, command.ability)
    if isinstance(ability, Refusal):
        return ability
    if not isinstance(ability, TrickModAbility):
        return refusal("BLO-104", "WRONG_TIMING", timing=ability.timing)
    if not _trick_mod_applies(here, ability.kind, command):
        return refusal("BLO-108", "ABILITY_NOT_APPLICABLE", kind=ability.kind.value)
    return None


def _complete(kind: TrickModKind, command: UseTrickMod) -> bool:
    """Whether a suit and a target are given if, and only if, this kind takes them."""
    declares, looks = kind is TrickModKind.ACTION_SUIT, kind is TrickModKind.PEEK
    return declares is (command.suit is not None) and looks is (command.target is not None)


def _trick_mod_applies(here: Situation, kind: TrickModKind, command: UseTrickMod) -> bool:
    match kind:
        case TrickModKind.FREE_PLAY | TrickModKind.MASQUERADE:
            return here.led_suit is not None  # BLO-R37: these two not when leading
        case TrickModKind.ACTION_SUIT:
            return command.suit is not here.action_suit
        case TrickModKind.PEEK:
            target = command.target
            return target in here.opponents and here.hand_sizes[target] > 0
        case TrickModKind.RANK_BONUS | TrickModKind.LOWEST_WINS:
            return True
    assert_never(kind)
