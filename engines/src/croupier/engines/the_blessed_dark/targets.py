"""What an effect may be used on, and how much of it: nothing here changes a table.

BLE-148, BLE-R26: The Dark One is a summoned demon that no list has. BLE-R33: nor is the card
that is being cast on any.
"""

from collections import Counter
from collections.abc import Callable, Iterable
from typing import NamedTuple, TypeAlias

from croupier.engines.kernel.agenda import Step
from croupier.engines.kernel.values import Seat, without
from croupier.engines.the_blessed_dark import cards
from croupier.engines.the_blessed_dark.table import (
    HAND_MAX,
    Cards,
    ChoiceKind,
    Entry,
    Grimoire,
    Table,
    Target,
    is_spell,
)

AnyTable: TypeAlias = Table[Step]
Chosen: TypeAlias = (
    cards.Place
    | cards.RefreshOwn
    | cards.ExhaustSpell
    | cards.ExhaustEach
    | cards.Banish
    | cards.DestroySpell
    | cards.Withdraw
    | cards.DiscardHand
    | cards.PeekDiscard
    | cards.Scry
    | cards.Recover
)

OfGrimoires: TypeAlias = (
    cards.RefreshOwn | cards.ExhaustSpell | cards.ExhaustEach | cards.Banish | cards.DestroySpell
)


class Offer(NamedTuple):
    """What a seat may choose from: `hidden` cards are for that seat alone."""

    kind: ChoiceKind
    seat: Seat
    least: int
    most: int
    targets: tuple[Target, ...] = ()
    hidden: Cards = ()
    pile: Cards = ()

    @property
    def size(self) -> int:
        """How many things there are to choose from."""
        return len(self.targets) + len(self.hidden) + len(self.pile)


def room(table: AnyTable, seat: Seat) -> int:
    """BLE-R09. How many cards a hand can still take."""
    return HAND_MAX - table.hands[seat].count


def opponents(table: AnyTable, caster: Seat, effect: cards.Effect) -> tuple[Seat, ...]:
    """BLE-R54. The opponents for whom the effect changes something."""
    if isinstance(effect, cards.StealHand) and not room(table, caster):
        return ()
    sizes = tuple(hand.count for hand in table.hands)
    has = table.blood if isinstance(effect, cards.StealBlood) else sizes
    return tuple(seat for seat in table.opponents(caster) if has[seat])


def offer(
    table: AnyTable, caster: Seat, casting: str, effect: Chosen, opponent: Seat | None
) -> Offer:
    """What this effect lets choose. BLE-R32: exactly as many as it says, or up to as many."""
    match effect:
        case cards.Place(amount=amount):
            hand = table.hands[caster].peek()
            return Offer(ChoiceKind.PLACE, caster, 0, min(amount, len(hand)), hidden=hand)
        case cards.DiscardHand(amount=amount):
            assert opponent is not None, "the effect was aimed"
            hand = table.hands[opponent].peek()
            most = min(amount, len(hand))
            return Offer(ChoiceKind.DISCARD_OWN, opponent, most, most, hidden=hand)
        case cards.PeekDiscard():
            assert opponent is not None, "the effect was aimed"
            hand = table.pack.contents.in_order(table.hands[opponent].peek())
            return Offer(ChoiceKind.PEEK, caster, 1, 1, hidden=hand)
        case cards.Scry(look=look, take=take):
            top = table.deck.peek()[:look]
            most = min(take, room(table, caster), len(top))
            return Offer(ChoiceKind.SCRY, caster, 0, most, hidden=top)
        case cards.Recover(amount=amount):
            most = min(amount, room(table, caster), len(table.discard))
            return Offer(ChoiceKind.DISCARD_PILE, caster, most, most, pile=table.discard)
        case cards.Withdraw(amount=amount):
            own = without(table.grimoires[caster], Entry(casting))
            targets = _named((caster, entry) for entry in own if is_spell(entry))
            most = min(amount, room(table, caster), len(targets))
            return Offer(ChoiceKind.OWN_GRIMOIRE, caster, 0, most, targets)
        case _:
            return _of_grimoires(table, caster, effect, opponent)


def _of_grimoires(
    table: AnyTable, caster: Seat, effect: OfGrimoires, opponent: Seat | None
) -> Offer:
    """Exactly so many cards of Grimoires, or all there are."""
    contents, others, asked = table.pack.contents, table.opponents(caster), caster
    match effect:
        case cards.RefreshOwn():
            kind = ChoiceKind.OWN_EXHAUSTED
            found = _fitting(table.grimoires, (caster,), _is_exhausted)
        case cards.ExhaustSpell():
            kind = ChoiceKind.OPPONENT_SPELLS
            found = _fitting(table.grimoires, others, _is_ready)
        case cards.ExhaustEach():
            assert opponent is not None, "the effect was laid out by opponent"
            kind, asked = ChoiceKind.OWN_UNEXHAUSTED, opponent
            found = _fitting(table.grimoires, (opponent,), _is_ready)
        case cards.DestroySpell(demons=demons):
            kind = ChoiceKind.OPPONENT_GRIMOIRE
            spared = () if demons else (cards.Demon,)
            found = _fitting(
                table.grimoires,
                others,
                lambda e: is_spell(e) and not isinstance(contents.by_id[e.card], spared),
            )
        case cards.Banish(max_favor=limit):
            kind = ChoiceKind.OPPONENT_DEMON
            found = _fitting(
                table.grimoires,
                others,
                lambda e: e.summoned and contents.is_demon(e.card, limit),  # BLE-R35
            )
    most = min(1 if isinstance(effect, cards.Banish) else effect.amount, len(found))
    return Offer(kind, asked, most, most, found)


def _is_ready(entry: Entry) -> bool:
    return is_spell(entry) and not entry.exhausted


def _is_exhausted(entry: Entry) -> bool:
    return is_spell(entry) and entry.exhausted


def _fitting(
    grimoires: tuple[Grimoire, ...], seats: Iterable[Seat], fits: Callable[[Entry], bool]
) -> tuple[Target, ...]:
    return _named((seat, entry) for seat in seats for entry in grimoires[seat] if fits(entry))


def _named(found: Iterable[tuple[Seat, Entry]]) -> tuple[Target, ...]:
    """BLE-R53. By the card's id; several of one id are numbered in the order listed."""
    listed = tuple(found)
    total = Counter(entry.card for _, entry in listed)
    before: Counter[str] = Counter()
    targets = []
    for seat, entry in listed:
        before[entry.card] += 1
        number = f"#{before[entry.card]}" if total[entry.card] > 1 else ""
        targets.append(Target(entry.card + number, seat, entry.card, entry.exhausted))
    return tuple(targets)
