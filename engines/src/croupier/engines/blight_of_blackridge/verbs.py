"""The atoms of hands and decks: each changes one thing and says so, nominally."""

from enum import Enum

from croupier.engines.blight_of_blackridge import body as bodies
from croupier.engines.blight_of_blackridge.body import Body, Life
from croupier.engines.blight_of_blackridge.edition import BLANK, DAMAGE, HAND, SIDES
from croupier.engines.blight_of_blackridge.events import (
    AilmentsDealt,
    CorruptionCleansed,
    DieRolled,
    ItemsLost,
    ItemsTaken,
    PrivateRoll,
    SeatDied,
)
from croupier.engines.blight_of_blackridge.ops import PILES, Ailment, Deck
from croupier.engines.blight_of_blackridge.stakes import Cards
from croupier.engines.blight_of_blackridge.table import AnyTable, Pile
from croupier.engines.kernel.change import Change, Event
from croupier.engines.kernel.rng import Rng, chosen, shuffled
from croupier.engines.kernel.secret import known_to_nobody
from croupier.engines.kernel.values import Seat, audience_of, put, replace

CHART = (  # BLI-024, BLI-028
    Deck.RATION,  # BLI-025
    Deck.RATION,
    Deck.TOOL,  # BLI-026
    Deck.TOOL,
    Deck.WEAPON,  # BLI-027
    Deck.WEAPON,
)


class Source(Enum):
    """BLI-R39. Where an effect comes from."""

    EVENT = "event"
    PLAYER = "player"
    SELF = "self"


def roll(rng: Rng, why: str) -> int:
    """BLI-002. A public roll of one die."""
    return 1 + rng.below(SIDES, "public_dice", why)


def private_roll(rng: Rng, seat: Seat, why: str) -> int:
    """A roll that only this seat may learn of."""
    return 1 + rng.below(SIDES, f"private_dice/{seat}", why)


def rolled(table: AnyTable, seat: Seat, number: int, rule: str) -> Change[AnyTable]:
    """Everybody sees a roll."""
    return Change(table, (DieRolled(seat=seat, roll=number, rule=rule),))


def rolled_alone(table: AnyTable, seat: Seat, number: int) -> Change[AnyTable]:
    """One seat sees a roll."""
    return Change(table, (PrivateRoll(seat=seat, roll=number, audience=(seat,)),))


def with_pile(table: AnyTable, deck: Deck, pile: Pile) -> AnyTable:
    """The table with another deck."""
    at = PILES.index(deck)
    return replace(table, piles=put(table.piles, at, known_to_nobody(pile)))


def draw(table: AnyTable, deck: Deck, rng: Rng) -> tuple[AnyTable, str | None]:
    """BLI-030, BLI-031, BLI-034, BLI-R48.

    The top card; an empty deck is first made of its discards.

    With both empty no item comes, but Corruption and Damage never run out.
    """
    if deck is Deck.DAMAGE:
        left = known_to_nobody(table.damage.peek() - 1)
        return replace(table, damage=left), DAMAGE
    pile = table.pile(deck)
    if not pile.deck:
        fresh = shuffled(pile.discard, rng, f"shuffle/{deck.value}", "BLI-034 reshuffle")
        pile = Pile(deck=fresh)
    if not pile.deck:
        return table, BLANK if deck is Deck.CORRUPTION else None
    return with_pile(table, deck, replace(pile, deck=pile.deck[1:])), pile.deck[0]


def discard(table: AnyTable, cards: Cards) -> AnyTable:
    """BLI-032. Each card to the discard pile of its own deck; BLI-R48: a blank one is gone."""
    for card in cards:
        deck = table.cards[card].deck
        if card != BLANK and deck is not Deck.DAMAGE:
            pile = table.pile(deck)
            table = with_pile(table, deck, replace(pile, discard=(*pile.discard, card)))
    return table


def touch(table: AnyTable, *seats: Seat) -> AnyTable:
    """The public record names these hands: they get a settlement (BLI-R05)."""
    return replace(table, touched=audience_of((*table.touched, *seats)))


def gain_card(table: AnyTable, seat: Seat, card: str) -> AnyTable:
    """BLI-054. One item comes into a hand."""
    after = bodies.with_item(table.body(seat), card, table.cards)
    return table.with_body(seat, after)


def gain(table: AnyTable, seat: Seat, deck: Deck, n: int, rng: Rng) -> AnyTable:
    """BLI-124, BLI-R68. Draw one at a time; a dead seat draws nothing."""
    for _ in range(n):
        if table.body(seat).life is Life.DEAD:
            break
        table, card = draw(table, deck, rng)
        if card is not None:
            table = gain_card(table, seat, card)
    return table


def take(
    table: AnyTable, seat: Seat, ailment: Ailment, n: int, source: Source, rng: Rng
) -> Change[AnyTable]:
    """BLI-R04, BLI-R08, BLI-R12. Ailments one by one; what is told is their number alone."""
    for _ in range(n):
        table = _ail(table, seat, ailment, source, rng)
    return buried(table, seat)


def _ail(table: AnyTable, seat: Seat, ailment: Ailment, source: Source, rng: Rng) -> AnyTable:
    before = table.body(seat)
    wound = ailment is Ailment.DAMAGE
    if before.life is Life.DEAD:
        return table
    if before.life is Life.BLIGHTED and not (wound and source is Source.PLAYER):
        return table  # BLI-134, BLI-182, BLI-184
    table, card = draw(table, Deck.DAMAGE if wound else Deck.CORRUPTION, rng)
    assert card is not None, "ailments never run out"
    if before.life is Life.BLIGHTED:
        table = table.with_body(seat, bodies.with_wound(before, table.cards))
        return dead_if_all_damage(table, seat)
    hurt = bodies.with_ailment(before, card, table.cards)
    table = table.with_body(seat, hurt)
    return fall(table, seat) if bodies.has_fallen(hurt, table.cards) else table


def fall(table: AnyTable, seat: Seat) -> AnyTable:
    """BLI-049, BLI-050, BLI-R09. A hand full of ailments: all items are lost at once."""
    before = table.body(seat)
    items = bodies.item_slots(before, table.cards)
    table = discard(table, tuple([before.slots[at] for at in items]))
    after = replace(before, life=Life.BLIGHTED, owed_items=0, reviving=False, fell=table.step)
    for at in items:
        after = bodies.take_out(after, at)
    return dead_if_all_damage(table.with_body(seat, bodies.tidied(after)), seat)


def dead_if_all_damage(table: AnyTable, seat: Seat) -> AnyTable:
    """BLI-050. Ten Damage kill at once, and the other cards leave face down (BLI-R59)."""
    before = table.body(seat)
    if before.slots.count(DAMAGE) < HAND:
        return table
    others = [card for card in before.slots if card not in (bodies.EMPTY, DAMAGE)]
    table = discard(table, tuple(others))
    dead = Body(slots=(DAMAGE,) * HAND, life=Life.DEAD, fell=before.fell)
    return table.with_body(seat, dead)


def buried(table: AnyTable, *seats: Seat) -> Change[AnyTable]:
    """BLI-R59. A death is public at once, but at Meal Time only at its end."""
    told: list[Event] = []
    if table.stages:
        return Change(table)
    for seat in seats:
        if table.body(seat).life is Life.DEAD and not table.dead[seat]:
            table = replace(table, dead=put(table.dead, seat, True))
            told.append(SeatDied(seat=seat))
    return Change(table, tuple(told))


def ailments(
    table: AnyTable,
    seat: Seat,
    ailment: Ailment,
    n: int,
    source: Source,
    by: Seat | None,
    rng: Rng,
    *,
    void: bool = False,
    secret: bool = False,
) -> Change[AnyTable]:
    """Ailments with their public record; `void` is the record of what did not come about."""
    dealt = AilmentsDealt(seat=seat, ailment=ailment, n=n, by=by)
    told = () if secret else (dealt,)
    change = Change(touch(table, seat), told)
    return change if void else change.then(take, seat, ailment, n, source, rng)


def cleanse(
    table: AnyTable, seat: Seat, n: int, *, void: bool = False, secret: bool = False
) -> Change[AnyTable]:
    """BLI-046, BLI-R46. The living owe so many Corruption discards; the Blighted nothing."""
    before = table.body(seat)
    if before.life is Life.ALIVE and not void:
        most = min(n, bodies.count(before, table.cards).corruption)
        after = replace(before, owed_corruption=before.owed_corruption + most)
        table = table.with_body(seat, after)
    told = () if secret else (CorruptionCleansed(seat=seat, n=n),)
    return Change(touch(table, seat), told)


def lose_items(table: AnyTable, seat: Seat, n: int) -> Change[AnyTable]:
    """Of the items not yet owed, so many are owed now."""
    before = table.body(seat)
    if before.life is Life.ALIVE:
        most = min(n, bodies.count(before, table.cards).items)
        table = table.with_body(seat, replace(before, owed_items=before.owed_items + most))
    return Change(touch(table, seat), (ItemsLost(seat=seat, n=n),))


def steal(
    table: AnyTable, seat: Seat, target: Seat, n: int, rng: Rng, *, void: bool = False
) -> Change[AnyTable]:
    """Items picked at random move; what is owed is owed still, so that nothing is saved so."""
    told = (ItemsTaken(seat=seat, target=target, n=n),)
    table = touch(table, seat, target)
    for _ in range(0 if void else n):
        victim = table.body(target)
        held = bodies.item_slots(victim, table.cards)
        spare = bodies.count(victim, table.cards).items
        if spare < 1 or table.body(seat).life is Life.DEAD:
            break
        at = chosen(held, rng, f"pick/{target}", "steal")
        table = table.with_body(target, bodies.take_out(victim, at))
        table = gain_card(table, seat, victim.slots[at])
    return Change(table, told)


def give_up(table: AnyTable, seat: Seat, slots: tuple[int, ...]) -> tuple[AnyTable, Cards]:
    """Cards leave a hand; where they go is the caller's affair."""
    after = table.body(seat)
    cards = tuple([after.slots[at] for at in slots])
    for at in slots:
        after = bodies.take_out(after, at)
    return table.with_body(seat, after), cards


def fill_up(table: AnyTable, seat: Seat, rng: Rng) -> AnyTable:
    """BLI-178, BLI-R10. Whoever is Blighted still gets Damage into every empty slot."""
    before = table.body(seat)
    if before.life is not Life.BLIGHTED:
        return table
    for _ in range(bodies.count(before, table.cards).empty):
        table, card = draw(table, Deck.DAMAGE, rng)
        assert card is not None, "Damage never runs out"
        table = table.with_body(seat, bodies.put_in(table.body(seat), card))
    return dead_if_all_damage(table, seat)


def next_step(table: AnyTable) -> AnyTable:
    """BLI-R55. What follows is another step of the event."""
    return replace(table, step=table.step + 1)
