"""Answers to others: who you are, defences, jokes, discards, and the survivors' abilities."""

from croupier.engines.blast_radius import trades
from croupier.engines.blast_radius.cards import Defence, Survivor
from croupier.engines.blast_radius.commands import (
    BraydenOffer,
    ChooseDiscard,
    ChooseSurvivor,
    Defend,
    EugeneForce,
    FinishJoke,
    HelgaTake,
    SprengenTake,
    TellJoke,
)
from croupier.engines.blast_radius.scene import Scene
from croupier.engines.blast_radius.table import JokeMode, Names
from croupier.engines.kernel.refusal import Refusal, refusal
from croupier.engines.kernel.values import Seat

HEIGHTS = range(50, 273)  # BLA-R01: in centimetres
TEXT_MAX = 500  # BLA-R49


def free_survivors(here: Scene) -> tuple[Survivor, ...]:
    """BLA-R03. Those nobody has named yet."""
    return tuple([each for each in Survivor if each not in here.characters])


def height_wanted(here: Scene) -> bool:
    """BLA-R01. Heights are asked for only if no seat was named to begin."""
    return here.options.starting_seat is None


def defences(here: Scene, hand: Names) -> Names:
    """BLA-116, BLA-128. The cards that a defender may use."""
    return tuple([card for card in hand if here.cards.item(card).defence is not Defence.NONE])


def victims(here: Scene) -> tuple[Seat, ...]:
    """BLA-155, BLA-R58. Whom Eugene can make discard: others with a card."""
    return tuple([seat for seat in here.others if here.hands[seat]])


def why_not_defend(here: Scene, said: Defend) -> Refusal | None:
    """BLA-R47. The defender names the card used."""
    if said.card not in defences(here, here.hand):
        return refusal("BLA-116", "CANNOT_DEFEND_WITH")
    return None


def why_not_joke(here: Scene, said: TellJoke | FinishJoke) -> Refusal | None:
    """BLA-R49. In writing, or aloud; BLA-145: any text that is not blank counts."""
    if isinstance(said, TellJoke) != (here.options.joke_mode is JokeMode.TEXT):
        return refusal("BLA-R49", "WRONG_JOKE_MODE", mode=here.options.joke_mode.value)
    if isinstance(said, TellJoke) and not 1 <= len(said.text.strip()) <= TEXT_MAX:
        return refusal("BLA-R49", "INVALID_ARGUMENT", most=TEXT_MAX)
    return None


def why_not(here: Scene, said: ChooseSurvivor | ChooseDiscard | EugeneForce) -> Refusal | None:
    """The first reason against it."""
    match said:
        case ChooseSurvivor(survivor=survivor, height_cm=height):
            if height is not None and (not height_wanted(here) or height not in HEIGHTS):
                return refusal("BLA-R01", "INVALID_ARGUMENT", least=50, most=272)
            if survivor is not None and survivor in here.characters:
                return refusal("BLA-R03", "CHARACTER_TAKEN")
        case ChooseDiscard(cards=cards):
            about = here.pending.discarding
            assert about is not None, "something is to be discarded"
            distinct = len(dict.fromkeys(cards)) == len(cards) == about.count
            if not distinct or any(card not in here.hands[about.owner] for card in cards):
                return refusal("BLA-051", "BAD_PICK", wanted=about.count)
        case EugeneForce(target=target, card=card):
            if target not in here.others:
                return refusal("BLA-R58", "BAD_TARGET")
            if card not in here.hands[target]:
                return refusal("BLA-155", "ITEM_NOT_THERE", seat=target)
    return None


def why_not_claim(here: Scene, said: SprengenTake | HelgaTake | BraydenOffer) -> Refusal | None:
    """The first reason against it."""
    if isinstance(said, BraydenOffer):
        offer = here.pending.offer
        assert offer is not None, "a trade was agreed on"
        if said.card not in here.hand:
            return refusal("BLA-161", "NOT_IN_HAND")
        if said.to not in (offer.by, offer.to) or not trades.given_by(offer, said.to):
            return refusal("BLA-R55", "BAD_TARGET")
        if said.to not in trades.sellers(here, offer):
            return refusal("BLA-R55", "HAND_LIMIT", limit=here.cards.limits.hand_limit)
        return None
    claim = here.pending.claim
    assert claim is not None, "a card is due"
    if said.card not in here.hands[claim.owner]:
        return refusal("BLA-156", "ITEM_NOT_THERE", seat=claim.owner)
    return None
