"""Dice, and what effects do to whole hands."""

from croupier.engines.blast_radius import verbs
from croupier.engines.blast_radius.cards import Direction
from croupier.engines.blast_radius.events import DieRolled, HandsPassed, HandsRedealt
from croupier.engines.blast_radius.reasons import DiscardReason, Purpose
from croupier.engines.blast_radius.table import AnyTable, Hand, Names
from croupier.engines.kernel.change import Change
from croupier.engines.kernel.rng import Rng, chosen, shuffled
from croupier.engines.kernel.values import Seat, clockwise, replace


def roll(table: AnyTable, seat: Seat, purpose: Purpose, rng: Rng) -> tuple[Change[AnyTable], int]:
    """BLA-009, BLA-R02, BLA-R08. One die, rolled by the house for everybody to see."""
    sides = table.cards.limits.die_sides
    face = 1 + rng.below(sides, "public_dice", f"BLA-009 {purpose.value}")
    return Change(table, (DieRolled(purpose=purpose, seat=seat, face=face),)), face


def discard_all(table: AnyTable, seat: Seat, cards: Names) -> Change[AnyTable]:
    """Cards of a hand, in this order."""
    change = Change(table)
    for card in cards:
        change = change.then(verbs.discard, seat, card, DiscardReason.EFFECT)
    return change


def discard_random(table: AnyTable, seat: Seat, count: int, rng: Rng) -> Change[AnyTable]:
    """So many cards of a hand, each as likely."""
    change = Change(table)
    for _ in range(count):
        card = chosen(change.table.hands[seat], rng, f"pick/{seat}", "BLA-051 random discard")
        change = change.then(verbs.discard, seat, card, DiscardReason.EFFECT)
    return change


def redeal_hands(table: AnyTable, actor: Seat, rng: Rng) -> Change[AnyTable]:
    """All hands shuffled together and dealt again, each as large as before."""
    around = clockwise(actor, len(table.hands))
    pool = tuple(card for seat in around for card in table.hands[seat])
    dealt = shuffled(pool, rng, "shuffle/hands", "BLA-051 redeal")
    hands: dict[Seat, Names] = {}
    for seat in around:
        many = len(table.hands[seat])
        hands[seat], dealt = dealt[:many], dealt[many:]
    return _moved(table, tuple(hands[seat] for seat in table.seats), redealt=True)


def pass_hands(table: AnyTable, direction: Direction) -> Change[AnyTable]:
    """Every hand to the next seat (left) or the one before (right), all at once."""
    step = -1 if direction is Direction.LEFT else 1
    hands = tuple(table.hands[table.after(seat, step)] for seat in table.seats)
    return _moved(table, hands, redealt=False)


def _moved(table: AnyTable, hands: tuple[Names, ...], *, redealt: bool) -> Change[AnyTable]:
    now = tuple(Hand(hand) for hand in hands)
    told = HandsRedealt(hands=now) if redealt else HandsPassed(hands=now)
    active = table.active
    kept = table.just_drawn if active is None or table.just_drawn in hands[active] else None
    return Change(replace(table, hands=hands, just_drawn=kept), (told,))
