"""The ladder and the list agree on every command there is, on drawn tables without number."""

from collections.abc import Iterator
from itertools import product
from random import Random

import pytest

from croupier.engines.blossom_ridge import engine
from croupier.engines.blossom_ridge.cards import CoreControlKind, Suit
from croupier.engines.blossom_ridge.commands import (
    Act,
    Action,
    Add,
    AddMany,
    Choice,
    Convert,
    Encore,
    March,
    PassAction,
    PassLead,
    PlayCard,
    Push,
    Reach,
    Redeploy,
    RemoveMany,
    RemoveOpponent,
    RemoveSelf,
    Said,
    Sweep,
    UseCoreControl,
    UseTrickMod,
)
from croupier.engines.blossom_ridge.edition import house_pack
from croupier.engines.blossom_ridge.table import DECK
from croupier.engines.kernel.values import Seat
from tests.engines.blossom_ridge.dsl import PACK, PLACES, AnyTable, legal, supplies, table
from tests.quantities import quantity

SOME = (*(PLACES[place] for place in ("@H1", "@H2", "@H3", "@D1", "@S3")), "nowhere")
SEATS = tuple(Seat(seat) for seat in range(-1, 4))
CHARACTERS = [each.id for each in PACK.contents.characters]
FREE = engine.read_pack(house_pack().replace('spread = "same"', 'spread = "free"'))


def actions(places: tuple[str, ...] = SOME) -> Iterator[Action]:
    """Basic Actions, most of them wrong."""
    yield from map(Add, places)
    yield from (RemoveOpponent(place, owner) for place, owner in product(places, SEATS))
    yield from map(RemoveSelf, places)
    yield from (Redeploy(origin, to) for origin, to in product(places, repeat=2))


def choices(kind: CoreControlKind) -> Iterator[Choice]:
    """Uses of one kind, most of them wrong."""
    few = SOME[:2] + SOME[3:4]
    match kind:
        case CoreControlKind.SWEEP:
            yield from map(Sweep, SOME)
        case CoreControlKind.MARCH:
            marches = product(SOME, SOME, range(4))
            yield from (March(origin, to, count) for origin, to, count in marches)
        case CoreControlKind.ADD_MANY:
            for length in range(4):
                yield from map(AddMany, product(SOME[:4], repeat=length))
        case CoreControlKind.CONVERT:
            yield from (Convert(place, owner) for place, owner in product(SOME, SEATS))
        case CoreControlKind.PUSH:
            yield from (Push(owner, origin, to) for owner, origin, to in product(SEATS, SOME, SOME))
        case CoreControlKind.REACH:
            yield from (Reach(suit, action) for suit, action in product(Suit, actions()))
        case CoreControlKind.ENCORE:
            pairs = product(actions(few), repeat=2)
            yield from (Encore(first, second) for first, second in pairs)
        case CoreControlKind.REMOVE_MANY:
            targets = [RemoveOpponent(place, owner) for place, owner in product(few, SEATS)]
            for length in range(4):
                yield from map(RemoveMany, product(targets[: 16 - 4 * length], repeat=length))
        case CoreControlKind.PASS_LEAD:
            leads = product(SEATS, (None, *actions()))
            yield from (PassLead(leader, action) for leader, action in leads)


def drawn(character: str, chance: Random) -> AnyTable:
    """A table on which seat 0 has won a trick of hearts, with markers anywhere."""
    players = chance.choice([2, 3])
    left = chance.choice(["D1", ""])
    lines = [f"seat 0 {character}: {left}", f"seat 1 juno_pickett: {left and 'D2'}"]
    lines += [f"seat 2 ada_thornbury: {left and 'D3'}"] * (players == 3)
    lines += ["trick: " + " ".join(f"{seat}=H{9 - seat}" for seat in range(players))]
    for place in PLACES:
        if place[1] in chance.choice(["HD", "H", "DS", "HDCS"]):
            counts = [chance.choice([0, 0, 1, 1, 2]) for _ in range(players)]
            lines.append(f"{place}: " + " ".join(map(str, counts)))
    parked = chance.choice([(), (), ("supply 0: 0 on @C3",), ("supply 0: 1 on @C3",)])
    on = table("\n".join([*lines, *parked]), pack=chance.choice([PACK, FREE]))
    fits = min(supplies(on)) >= 0 and min(min(site.markers) for site in on.town) >= 0
    return on if fits else drawn(character, chance)


def check(on: AnyTable, commands: Iterator[Said]) -> tuple[int, int]:
    """Every command is accepted if and only if it is listed; how many were and were not."""
    listed = [repr(command) for command in legal(on, 0)]
    assert len(listed) == len(dict.fromkeys(listed)), "listed twice"
    view = engine.project(on, Seat(0))
    yes = no = 0
    for command in commands:
        accepted = engine.accepts(on, command)
        assert accepted is (repr(command) in listed), command
        assert accepted is (engine.why_not(view, command) is None), command
        yes, no = yes + accepted, no + (not accepted)
    return yes, no


@pytest.mark.rule("BLO-080", "BLO-095", "BLO-108")
@pytest.mark.parametrize("character", CHARACTERS)
def test_the_ladder_and_the_list_agree_for_the_winner(character: str) -> None:
    chance = Random(character)
    own = PACK.contents.character(character)
    assert own is not None
    ability = own.abilities[-1]
    yes = no = 0
    for _ in range(quantity(160)):
        on = drawn(character, chance)
        if on.phase.value != "action":
            continue
        assert isinstance(ability.kind, CoreControlKind)
        uses = (UseCoreControl(Seat(0), ability.id, each) for each in choices(ability.kind))
        basic = (Act(Seat(0), action) for action in actions())
        found = check(on, iter((PassAction(Seat(0)), *basic, *uses)))
        yes, no = yes + found[0], no + found[1]

    assert yes > 0
    assert no > yes


@pytest.mark.rule("BLO-042", "BLO-104")
@pytest.mark.parametrize("character", CHARACTERS)
def test_the_ladder_and_the_list_agree_for_a_card(character: str) -> None:
    chance = Random(character)
    for _ in range(quantity(160)):
        cards = chance.sample(DECK, 9)
        lead = chance.choice([f"trick: 1={cards[8]}", "leader: 0"])
        on = table(f"""
            seat 0 {character}: {" ".join(cards[: chance.randint(1, 5)])}
            seat 1 juno_pickett: {chance.choice(["", cards[5]])}
            order: 0 1
            {lead}
        """)
        ids = [a.id for one in PACK.contents.characters for a in one.abilities]
        suits: tuple[Suit | None, ...] = (None, *Suit)
        targets: tuple[Seat | None, ...] = (None, *SEATS)
        mods = (UseTrickMod(Seat(0), *each) for each in product(ids, suits, targets))
        check(on, iter((*(PlayCard(Seat(0), name) for name in DECK), *mods)))
