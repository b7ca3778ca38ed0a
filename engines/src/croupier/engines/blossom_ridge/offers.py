"""What a seat is offered: its open prompt, with the abilities that are usable now."""

from typing import assert_never

from croupier.engines.blossom_ridge.cards import (
    ActionSuitAbility,
    AddManyAbility,
    ConvertAbility,
    CoreControlAbility,
    CoreControlPrimitive,
    EncoreAbility,
    FreePlayAbility,
    MarchAbility,
    MasqueradeAbility,
    PassLeadAbility,
    PeekAbility,
    PushAbility,
    ReachAbility,
    RemoveManyAbility,
    Spread,
    Suit,
    SweepAbility,
    TrickModAbility,
    TrickModKind,
    TrickModPrimitive,
)
from croupier.engines.blossom_ridge.commands import (
    Action,
    Add,
    Redeploy,
    RemoveOpponent,
    RemoveSelf,
)
from croupier.engines.blossom_ridge.prompts import (
    ActionPrompt,
    Asks,
    CardPrompt,
    CharacterPrompt,
    CoreControlOffer,
    Stack,
    SuitActions,
    TrickModOffer,
)
from croupier.engines.blossom_ridge.situation import Situation
from croupier.engines.blossom_ridge.table import Cards, Phase, Town, suit_of, supply
from croupier.engines.kernel.values import RuleId, Seat

_FREE = (TrickModKind.FREE_PLAY, TrickModKind.MASQUERADE)


def prompt(here: Situation) -> Asks:
    """What the seat whose turn it is must answer."""
    if here.phase is Phase.CHARACTERS:
        free = tuple([c.id for c in here.cards.characters if c.id not in here.characters])
        return CharacterPrompt(seat=here.seat, rule=RuleId("BLO-R30"), characters=free)
    if here.phase is Phase.PLAY:
        return CardPrompt(
            seat=here.seat,
            rule=RuleId("BLO-040" if here.led_suit is None else "BLO-042"),
            led_suit=here.led_suit,
            cards=playable(here),
            trick_mods=trick_mods(here),
        )
    return action_prompt(here)


def action_prompt(here: Situation) -> ActionPrompt:
    """What the winner of a trick may do; nothing at all is possible, BLO-R21."""
    suit = here.action_suit
    assert suit is not None, "a trick was played"
    actions = basic_actions(here.town, here.seat, suit)
    return ActionPrompt(
        seat=here.seat,
        rule=RuleId("BLO-080"),
        suit=suit,
        actions=actions,
        core_controls=core_controls(here, suit, actions),
        may_pass=not actions,  # BLO-092, BLO-R19
    )


def playable(here: Situation) -> Cards:
    """BLO-042, BLO-043. Follow the led suit if able, else any card; BLO-040: lead any card."""
    if here.led_suit is None or any(
        mod.seat == here.seat and mod.kind in _FREE for mod in here.mods
    ):
        return here.hand
    following = tuple([card for card in here.hand if suit_of(card) is here.led_suit])
    return following or here.hand


def basic_actions(town: Town, seat: Seat, suit: Suit) -> tuple[Action, ...]:
    """BLO-095, BLO-087. Every basic Action in a suit, on any of its three Locations."""
    sites = [site for site in town if site.suit is suit]
    own = [site.id for site in sites if site.markers[seat]]
    return (
        *([Add(site.id) for site in sites] if supply(town, seat) else ()),
        *[
            RemoveOpponent(site.id, Seat(owner))
            for site in sites
            for owner, count in enumerate(site.markers)
            if count and owner != seat
        ],
        *[RemoveSelf(origin) for origin in own],
        *[Redeploy(origin, site.id) for origin in own for site in sites if site.id != origin],
    )


def trick_mods(here: Situation) -> tuple[TrickModOffer, ...]:
    """BLO-104. The Trick-Mods of an unspent Character that are usable now."""
    own = None if here.spent else here.cards.character(here.characters[here.seat])
    if own is None:
        return ()
    offers = [_trick_mod(here, a) for a in own.abilities if isinstance(a, TrickModAbility)]
    return tuple([offer for offer in offers if offer is not None])


def _trick_mod(here: Situation, ability: TrickModPrimitive) -> TrickModOffer | None:
    kind = ability.kind
    match ability:
        case FreePlayAbility() | MasqueradeAbility() if here.led_suit is None:  # BLO-R37
            return None
        case ActionSuitAbility():
            suits = tuple([suit for suit in Suit if suit is not here.action_suit])
            return TrickModOffer(ability.id, kind, suits=suits)
        case PeekAbility():
            targets = tuple([seat for seat in here.opponents if here.hand_sizes[seat]])
            return TrickModOffer(ability.id, kind, targets=targets) if targets else None
        case _:
            return TrickModOffer(ability.id, kind)


def core_controls(
    here: Situation, suit: Suit, actions: tuple[Action, ...]
) -> tuple[CoreControlOffer, ...]:
    """BLO-105. The Core Control abilities of an unspent Character that are usable now."""
    own = None if here.spent else here.cards.character(here.characters[here.seat])
    if own is None:
        return ()
    offers = [
        _core_control(here, suit, actions, ability)
        for ability in own.abilities
        if isinstance(ability, CoreControlAbility)
    ]
    return tuple([offer for offer in offers if offer is not None])


def _core_control(
    here: Situation, suit: Suit, actions: tuple[Action, ...], ability: CoreControlPrimitive
) -> CoreControlOffer | None:
    match ability:
        case SweepAbility() | ConvertAbility() | PushAbility() | RemoveManyAbility():
            return _against_opponents(here, suit, ability)
        case MarchAbility() | AddManyAbility():
            return _with_own_markers(here, suit, ability)
        case ReachAbility():
            others = [
                SuitActions(other, basic_actions(here.town, here.seat, other))
                for other in Suit
                if other is not suit
            ]
            reached = tuple([each for each in others if each.actions])
            return _offer(ability, actions=reached) if reached else None
        case EncoreAbility():
            firsts = _first_actions(actions)
            return _offer(ability, actions=(SuitActions(suit, firsts),)) if firsts else None
        case PassLeadAbility():
            if not here.hand:  # BLO-R41: not in the last trick of a Round
                return None
            return _offer(ability, leaders=here.opponents)
    assert_never(ability)


def _against_opponents(
    here: Situation,
    suit: Suit,
    ability: SweepAbility | ConvertAbility | PushAbility | RemoveManyAbility,
) -> CoreControlOffer | None:
    stacks = _stacks(here.town, here.opponents, suit)
    if not stacks:
        return None
    match ability:
        case SweepAbility():
            places = tuple(dict.fromkeys([stack.location for stack in stacks]))
            return _offer(ability, locations=places)
        case ConvertAbility():
            return _offer(ability, stacks=stacks) if here.supply else None
        case PushAbility():
            everywhere = tuple([site.id for site in here.town])
            return _offer(ability, stacks=stacks, locations=everywhere)
        case RemoveManyAbility(amount=amount):
            return _offer(ability, stacks=stacks, most=amount)
    assert_never(ability)


def _with_own_markers(
    here: Situation, suit: Suit, ability: MarchAbility | AddManyAbility
) -> CoreControlOffer | None:
    match ability:
        case MarchAbility(amount=amount):
            stacks = _stacks(here.town, (here.seat,), None)
            everywhere = tuple([site.id for site in here.town])
            return (
                _offer(ability, most=amount, stacks=stacks, locations=everywhere)
                if stacks
                else None
            )
        case AddManyAbility(amount=amount, spread=spread):
            places = tuple([site.id for site in here.town if site.suit is suit])
            most = min(amount, here.supply)
            return _offer(ability, most=most, spread=spread, locations=places) if most else None
    assert_never(ability)


def _offer(
    ability: CoreControlPrimitive,
    *,
    most: int = 1,
    spread: Spread | None = None,
    locations: tuple[str, ...] = (),
    stacks: tuple[Stack, ...] = (),
    actions: tuple[SuitActions, ...] = (),
    leaders: tuple[Seat, ...] = (),
) -> CoreControlOffer:
    return CoreControlOffer(
        ability.id, ability.kind, most, spread, locations, stacks, actions, leaders
    )


def _first_actions(actions: tuple[Action, ...]) -> tuple[Action, ...]:
    """Those after which an Action of another kind is legal.

    Whatever was done to an own marker can be followed by another kind for it; after a
    Remove (opponent) the other kinds are as legal as before.
    """
    if all(isinstance(action, RemoveOpponent) for action in actions):
        return ()
    return actions


def _stacks(town: Town, owners: tuple[Seat, ...], suit: Suit | None) -> tuple[Stack, ...]:
    return tuple(
        [
            Stack(site.id, owner, site.markers[owner])
            for site in town
            if suit is None or site.suit is suit
            for owner in owners
            if site.markers[owner]
        ]
    )
