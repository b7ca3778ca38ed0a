"""BLE-R58. One ladder of reasons: the first that holds is the refusal, and none means yes.

It reads the sender's own situation and nothing else, so no verdict and no reason can depend
on what the sender does not see.
"""

from typing import assert_never

from croupier.engines.kernel.refusal import Refusal, refusal
from croupier.engines.kernel.values import without
from croupier.engines.the_blessed_dark import rituals
from croupier.engines.the_blessed_dark.commands import (
    AddSpell,
    ArrangeCards,
    BeginRitual,
    Cast,
    ChooseCards,
    ChooseOpponent,
    DrawBlood,
    DrawCard,
    EndRitual,
    FreeCast,
    PickFirstCard,
    PlaceLastCard,
    Refresh,
    Reroll,
    Said,
    SummonDarkOne,
)
from croupier.engines.the_blessed_dark.dice import DICE, NO_MODS, Values
from croupier.engines.the_blessed_dark.offers import exhausted_spells
from croupier.engines.the_blessed_dark.situation import Situation
from croupier.engines.the_blessed_dark.table import HAND_MAX, Cards, ChoiceKind, Phase
from croupier.engines.the_blessed_dark.view import PendingView

OWN_HAND = (ChoiceKind.PLACE, ChoiceKind.DISCARD_OWN)
_PHASE_RULES = {
    Phase.FIRST_CARDS: "BLE-013",
    Phase.TURN: "BLE-030",
    Phase.RITUAL: "BLE-080",
    Phase.EFFECT: "BLE-120",
    Phase.LAST_CARD: "BLE-171",
}


def why_not(here: Situation, command: Said) -> Refusal | None:
    """The reason for a no, or None."""
    return _not_now(here, command) or _bad_argument(here, command) or _against(here, command)


def _not_now(here: Situation, command: Said) -> Refusal | None:
    """Over, another phase, another seat."""
    if here.phase is Phase.OVER:
        return refusal("BLE-172", "GAME_OVER")
    pending = here.pending
    if command.phase is not here.phase:
        if pending is not None:
            return refusal("BLE-R44", "CHOICE_PENDING", seat=pending.seat)
        return refusal(_PHASE_RULES[command.phase], "WRONG_PHASE", phase=here.phase.value)
    if pending is not None and pending.seat != command.seat:
        return refusal("BLE-R44", "NOT_YOUR_CHOICE", seat=pending.seat)
    if pending is None and here.active not in (None, command.seat):
        return refusal("BLE-033", "NOT_YOUR_TURN", active=here.active)
    return None


def _bad_argument(here: Situation, command: Said) -> Refusal | None:
    """What no table could take: unknown cards, dice and seats."""
    match command:
        case PickFirstCard(card=card) | AddSpell(card=card):
            return _unknown_cards(here, (card,))
        case Cast(card=card, assign=assign, mods=mods):
            wrong = _unknown_cards(here, (card,)) or _unknown_dice(assign, "assign")
            return wrong or _wrong_mods(mods, allowed=True)
        case FreeCast(card=card, mods=mods):
            allowed = here.options.dark_one_modified_triple
            return _unknown_cards(here, (card,)) or _wrong_mods(mods, allowed=allowed)
        case SummonDarkOne(mods=mods):
            return _wrong_mods(mods, allowed=here.options.dark_one_modified_triple)
        case Reroll(dice=dice):
            return _unknown_dice(dice, "dice")
        case ChooseOpponent(opponent=opponent):
            known = opponent in range(here.players)
            return None if known else refusal("BLE-004", "BAD_ARGUMENT", field="opponent")
        case ChooseCards(cards=names):
            return _unknown_cards(here, tuple(name.partition("#")[0] for name in names))
        case ArrangeCards(take=take, order=order):
            return _unknown_cards(here, take + order)
        case _:
            return None


def _unknown_cards(here: Situation, cards: Cards) -> Refusal | None:
    """BLE-R50. The list of cards is public, so a card that is not on it is no secret."""
    known = all(card in here.contents.by_id for card in cards)
    return None if known else refusal("BLE-R50", "BAD_ARGUMENT", field="card")


def _unknown_dice(dice: tuple[int, ...], field: str) -> Refusal | None:
    known = all(die in range(DICE) for die in dice)
    return None if known else refusal("BLE-003", "BAD_ARGUMENT", field=field)


def _wrong_mods(mods: Values, *, allowed: bool) -> Refusal | None:
    """BLE-R21, BLE-116. None, or one for each die; for The Dark One only with the option."""
    if len(mods) not in (0, DICE):
        return refusal("BLE-110", "BAD_ARGUMENT", field="mods")
    if not allowed and mods not in ((), NO_MODS):
        return refusal("BLE-R22", "BAD_ARGUMENT", field="mods")
    return None


def _against(here: Situation, command: Said) -> Refusal | None:
    """What the rules have against this command."""
    match command:
        case PickFirstCard(card=card):
            if here.sealed:
                return refusal("BLE-R05", "ALREADY_PICKED")
            return _not_in_hand(here, card, "BLE-013")
        case AddSpell(card=card):
            return _not_in_hand(here, card, "BLE-064")
        case DrawCard() | DrawBlood() | Refresh():
            return _against_action(here, command)
        case Reroll() | Cast() | SummonDarkOne() | FreeCast():
            return rituals.why_not(here, command)
        case ChooseOpponent() | ChooseCards() | ArrangeCards():
            return _against_choice(here, command)
        case BeginRitual() | EndRitual() | PlaceLastCard():
            return None  # BLE-R15, BLE-R16: a ritual may always begin and end
    assert_never(command)


def _not_in_hand(here: Situation, card: str, rule: str) -> Refusal | None:
    """The same answer wherever else the card is."""
    return None if card in here.hand else refusal(rule, "CARD_NOT_IN_HAND")


def _against_action(here: Situation, command: DrawCard | DrawBlood | Refresh) -> Refusal | None:
    match command:
        case DrawCard() if len(here.hand) >= HAND_MAX:
            return refusal("BLE-041", "HAND_FULL", most=HAND_MAX)
        case DrawBlood() if not here.pool:
            return refusal("BLE-052", "POOL_EMPTY")
        case Refresh() if not exhausted_spells(here):
            return refusal("BLE-075", "NOTHING_TO_REFRESH")  # BLE-R14
        case _:
            return None


def _against_choice(
    here: Situation, command: ChooseOpponent | ChooseCards | ArrangeCards
) -> Refusal | None:
    pending = here.pending
    assert pending is not None, "a choice is open"
    if command.choice_id != pending.choice_id:
        return refusal("BLE-R44", "STALE_CHOICE", choice_id=pending.choice_id)
    match command, pending.kind:
        case ChooseOpponent(opponent=opponent), ChoiceKind.OPPONENT:
            fits = opponent in pending.opponents
        case ArrangeCards(), ChoiceKind.SCRY:
            fits = _arranges(pending, command)
        case ChooseCards(), kind if kind not in (ChoiceKind.OPPONENT, ChoiceKind.SCRY):
            return _against_cards(pending, command.cards)
        case _:
            fits = False
    return None if fits else _bad_selection(pending)


def _bad_selection(pending: PendingView) -> Refusal:
    return refusal(
        "BLE-R54",
        "BAD_SELECTION",
        kind=pending.kind.value,
        least=pending.least,
        most=pending.most,
    )


def _against_cards(pending: PendingView, names: Cards) -> Refusal | None:
    options = list([target.name for target in pending.targets] or pending.cards)
    if not pending.least <= len(names) <= pending.most:
        return _bad_selection(pending)
    if pending.kind in OWN_HAND and any(name not in options for name in names):
        return refusal("BLE-064", "CARD_NOT_IN_HAND")
    for name in names:
        if name not in options:
            return _bad_selection(pending)
        options.remove(name)
    return None


def _arranges(pending: PendingView, command: ArrangeCards) -> bool:
    """BLE-R55. What is taken in the order seen, and exactly the rest put back."""
    if len(command.take) > pending.most:
        return False
    seen = iter(pending.cards)
    if not all(card in seen for card in command.take):
        return False
    return sorted(command.order) == sorted(without(pending.cards, *command.take))
