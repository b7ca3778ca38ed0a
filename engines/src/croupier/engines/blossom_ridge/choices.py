"""What a seat may do: the legal choices, as prompts that a frontend can show and as commands."""

from collections.abc import Iterator
from itertools import product
from typing import assert_never

from croupier.engines.blossom_ridge import offers
from croupier.engines.blossom_ridge.cards import CoreControlKind, Spread, Suit
from croupier.engines.blossom_ridge.commands import (
    Act,
    Action,
    AddMany,
    Choice,
    ChooseCharacter,
    Convert,
    Encore,
    March,
    PassAction,
    PassLead,
    PlayCard,
    Push,
    Reach,
    RemoveMany,
    RemoveOpponent,
    Said,
    Sweep,
    UseCoreControl,
    UseTrickMod,
)
from croupier.engines.blossom_ridge.movements import moved, of_action
from croupier.engines.blossom_ridge.prompts import (
    ActionPrompt,
    Asks,
    CardPrompt,
    CharacterPrompt,
    CoreControlOffer,
    Stack,
    TrickModOffer,
)
from croupier.engines.blossom_ridge.situation import Situation
from croupier.engines.blossom_ridge.table import Town
from croupier.engines.kernel.values import Seat


def legal(here: Situation, prompt: Asks) -> Iterator[Said]:
    """Every legal answer to a prompt, in a stable order: the plain ones, then abilities."""
    match prompt:
        case CharacterPrompt(seat=seat, characters=characters):
            yield from (ChooseCharacter(seat, character) for character in characters)
        case CardPrompt(seat=seat, cards=cards, trick_mods=trick_mods):
            yield from (PlayCard(seat, card) for card in cards)
            for trick_mod in trick_mods:
                yield from _uses_of_trick_mod(seat, trick_mod)
        case ActionPrompt(seat=seat, actions=actions, core_controls=core_controls):
            yield from (Act(seat, action) for action in actions)
            if prompt.may_pass:
                yield PassAction(seat)
            for offer in core_controls:
                for choice in _choices(here, prompt.suit, offer):
                    yield UseCoreControl(seat, offer.ability, choice)
        case _:
            assert_never(prompt)


def _uses_of_trick_mod(seat: Seat, offer: TrickModOffer) -> Iterator[UseTrickMod]:
    if offer.suits:
        yield from (UseTrickMod(seat, offer.ability, suit=suit) for suit in offer.suits)
    elif offer.targets:
        yield from (UseTrickMod(seat, offer.ability, target=target) for target in offer.targets)
    else:
        yield UseTrickMod(seat, offer.ability)


def _choices(here: Situation, suit: Suit, offer: CoreControlOffer) -> Iterator[Choice]:
    match offer.kind:
        case CoreControlKind.SWEEP:
            yield from map(Sweep, offer.locations)
        case CoreControlKind.MARCH:
            yield from _marches(offer)
        case CoreControlKind.ADD_MANY:
            yield from map(AddMany, _lists_of_locations(offer))
        case CoreControlKind.CONVERT:
            yield from (Convert(stack.location, stack.owner) for stack in offer.stacks)
        case CoreControlKind.PUSH:
            for stack, to in product(offer.stacks, offer.locations):
                if to != stack.location:
                    yield Push(stack.owner, stack.location, to)
        case CoreControlKind.REACH:
            for other in offer.actions:
                yield from (Reach(other.suit, action) for action in other.actions)
        case CoreControlKind.ENCORE:
            for first in offer.actions[0].actions:
                yield from (Encore(first, then) for then in _seconds(here, suit, first))
        case CoreControlKind.REMOVE_MANY:
            yield from map(RemoveMany, _lists_of_targets(offer))
        case CoreControlKind.PASS_LEAD:
            actions = offers.basic_actions(here.town, here.seat, suit) or (None,)
            yield from (PassLead(leader, act) for leader, act in product(offer.leaders, actions))
        case _:
            assert_never(offer.kind)


def _marches(offer: CoreControlOffer) -> Iterator[March]:
    for stack, to in product(offer.stacks, offer.locations):
        if to != stack.location:
            for count in range(1, min(offer.most, stack.count) + 1):
                yield March(stack.location, to, count)


def _lists_of_locations(offer: CoreControlOffer) -> Iterator[tuple[str, ...]]:
    for length in range(1, offer.most + 1):
        for listed in product(offer.locations, repeat=length):
            if spread_allows(offer.spread, listed):
                yield listed


def spread_allows(spread: Spread | None, listed: tuple[str, ...]) -> bool:
    """Whether an `add_many` may name these Locations together."""
    different = len(dict.fromkeys(listed))
    match spread:
        case Spread.DISTINCT:
            return different == len(listed)
        case Spread.SAME:
            return different == 1
        case _:
            return True


def _lists_of_targets(offer: CoreControlOffer) -> Iterator[tuple[RemoveOpponent, ...]]:
    for length in range(1, offer.most + 1):
        for listed in product(offer.stacks, repeat=length):
            if all(listed.count(stack) <= stack.count for stack in listed):
                yield tuple(_target(stack) for stack in listed)


def _target(stack: Stack) -> RemoveOpponent:
    return RemoveOpponent(stack.location, stack.owner)


def _seconds(here: Situation, suit: Suit, first: Action) -> Iterator[Action]:
    after: Town = moved(here.town, of_action(here.seat, first))
    for action in offers.basic_actions(after, here.seat, suit):
        if type(action) is not type(first):
            yield action
