"""What cards do, effect by effect: at once, or after somebody has chosen."""

from typing import ClassVar, TypeAlias, assert_never

from croupier.engines.kernel.agenda import Command, Step
from croupier.engines.kernel.change import Change
from croupier.engines.kernel.rng import Rng
from croupier.engines.kernel.secret import Counted
from croupier.engines.kernel.values import Seat, replace
from croupier.engines.the_blessed_dark import cards, endings, grimoires, targets, verbs
from croupier.engines.the_blessed_dark.commands import ArrangeCards, ChooseCards, ChooseOpponent
from croupier.engines.the_blessed_dark.decisions import FromSituation
from croupier.engines.the_blessed_dark.events import ChoiceClosed, ChoiceOpened, HandSeen
from croupier.engines.the_blessed_dark.table import (
    Asking,
    Cards,
    ChoiceKind,
    Entry,
    Table,
    Target,
)
from croupier.engines.the_blessed_dark.targets import Offer

AnyTable: TypeAlias = Table[Step]
Bleeding: TypeAlias = cards.GainBlood | cards.StealBlood | cards.StealBloodEach | cards.DrainEach


class Resolve(Step, frozen=True):
    """BLE-120 (2), BLE-126. One effect, as far as possible; perhaps aimed at one opponent."""

    caster: Seat
    card: str
    index: int
    opponent: Seat | None = None

    def do(self, table: AnyTable, answer: None, rng: Rng) -> Change[AnyTable]:
        """BLE-R32. A step with no legal object does nothing."""
        effect = table.pack.contents.castable(self.card).effects[self.index]
        if effect.aims and self.opponent is None:
            return _aim(table, self, effect)
        match effect:
            case cards.Draw(amount=amount):
                return _draw(table, self.caster, amount)
            case cards.StealHand():
                return _steal_hand(table, self, rng)
            case cards.ExhaustEach() if self.opponent is None:
                each = [replace(self, opponent=s) for s in table.opponents(self.caster)]
                return Change(table.next_first(*each))
            case (
                cards.GainBlood() | cards.StealBlood() | cards.StealBloodEach() | cards.DrainEach()
            ):
                return _move_blood(table, self, effect)
            case _:
                offer = targets.offer(table, self.caster, self.card, effect, self.opponent)
                return _choose(table, self, offer)


class Choose(FromSituation, Asking, frozen=True):
    """BLE-R44. A seat chooses; only its answer is taken, and then the effects go on."""

    takes: ClassVar[tuple[type[Command], ...]] = (ChooseOpponent, ChooseCards, ArrangeCards)

    def do(
        self, table: AnyTable, answer: ChooseOpponent | ChooseCards | ArrangeCards, rng: Rng
    ) -> Change[AnyTable]:
        """Carry out what was chosen."""
        told = (ChoiceClosed(choice_id=self.choice_id),)
        match answer:
            case ChooseOpponent(opponent=opponent):
                aimed = Resolve(self.caster, self.card, self.index, opponent)
                return Change(table.next_first(aimed), told)
            case ArrangeCards(take=take, order=order):
                scried = Change(table, told).then(verbs.scry, self.caster, take, order)
                return scried.then(endings.end_if_last, self.caster)
            case ChooseCards(cards=names):
                chosen = tuple(target for target in self.targets if target.name in names)
                loose = () if chosen else self.in_public_order(names)
                return Change(table, told).then(carry_out, self, chosen, loose)
        assert_never(answer)

    def in_public_order(self, names: Cards) -> Cards:
        """Open cards as they lie; those of a hand as they were chosen, for it keeps its order."""
        return tuple(sorted(names, key=self.pile.index)) if self.pile else names


def _aim(table: AnyTable, resolve: Resolve, effect: cards.Effect) -> Change[AnyTable]:
    """BLE-R54. At nobody, at the only opponent it changes anything for, or at a chosen one."""
    found = targets.opponents(table, resolve.caster, effect)
    if len(found) > 1:
        offer = Offer(ChoiceKind.OPPONENT, resolve.caster, 1, 1)
        return _open(table, replace(_asking(table, resolve, offer), opponents=found))
    return Change(table.next_first(*[replace(resolve, opponent=only) for only in found]))


def _draw(table: AnyTable, caster: Seat, amount: int) -> Change[AnyTable]:
    """BLE-204. One by one, until the hand is full or the deck is empty."""
    change = Change(table)
    for _ in range(min(amount, targets.room(table, caster), table.deck.count)):
        change = change.then(endings.draw, caster)
    return change


def _steal_hand(table: AnyTable, resolve: Resolve, rng: Rng) -> Change[AnyTable]:
    """BLE-212. A card drawn blindly."""
    victim = resolve.opponent
    assert victim is not None, "the effect was aimed"
    at = rng.below(table.hands[victim].count, "misc", "BLE-212 card")
    return verbs.steal_card(table, resolve.caster, victim, at)


def _move_blood(table: AnyTable, resolve: Resolve, effect: Bleeding) -> Change[AnyTable]:
    """BLE-200 to BLE-203. Opponents clockwise from the caster's left."""
    caster, amount, change = resolve.caster, effect.amount, Change(table)
    match effect:
        case cards.GainBlood():
            return verbs.move_blood(table, None, caster, amount)
        case cards.StealBlood():
            return verbs.move_blood(table, resolve.opponent, caster, amount)
        case cards.StealBloodEach() | cards.DrainEach():
            taker = caster if isinstance(effect, cards.StealBloodEach) else None
            for opponent in table.opponents(caster):
                change = change.then(verbs.move_blood, opponent, taker, amount)
            return change
    assert_never(effect)


def _choose(table: AnyTable, resolve: Resolve, offer: Offer) -> Change[AnyTable]:
    """BLE-R43. Nothing to choose from, only one way to choose, or a question.

    What lies in a hidden zone is asked for whenever its size allows more than one answer.
    """
    scries = offer.kind is ChoiceKind.SCRY
    if not scries and not min(offer.size, offer.most):
        return Change(table)
    step = _asking(table, resolve, offer)
    change = Change(table)
    if offer.kind is ChoiceKind.PEEK:
        assert resolve.opponent is not None, "the effect was aimed"
        change = Change(table, (HandSeen(seat=resolve.opponent, by=resolve.caster),))
    if scries or offer.least < offer.size:
        return change.then(_open, step)
    hidden = table.pack.contents.in_order(offer.hidden)
    return change.then(carry_out, step, offer.targets, hidden + offer.pile)


def _asking(table: AnyTable, resolve: Resolve, offer: Offer) -> Choose:
    return Choose(
        seat=offer.seat,
        choice_id=table.choices + 1,
        kind=offer.kind,
        caster=resolve.caster,
        card=resolve.card,
        index=resolve.index,
        opponent=resolve.opponent,
        least=offer.least,
        most=offer.most,
        opponents=(),
        targets=offer.targets,
        cards=Counted(offer.hidden, (offer.seat,)),
        pile=offer.pile,
    )


def _open(table: AnyTable, step: Choose) -> Change[AnyTable]:
    """The game waits for this seat."""
    told = ChoiceOpened(choice_id=step.choice_id, kind=step.kind, seat=step.seat, card=step.card)
    return Change(replace(table.next_first(step), choices=step.choice_id), (told,))


def carry_out(
    table: AnyTable, choice: Choose, chosen: tuple[Target, ...], loose: Cards
) -> Change[AnyTable]:
    """Do to each chosen card what the effect says, in this order."""
    change = Change(table)
    for target in chosen:
        change = change.then(_to_grimoire, choice, target)
    for card in loose:
        match choice.kind:
            case ChoiceKind.PLACE:
                change = change.then(verbs.add_spell, choice.caster, card)
            case ChoiceKind.DISCARD_PILE:
                change = change.then(verbs.recover, choice.caster, card)
            case _:
                assert choice.opponent is not None, "the effect was aimed"
                change = change.then(verbs.discard_hand, choice.opponent, card)
    return change


def _to_grimoire(table: AnyTable, choice: Choose, target: Target) -> Change[AnyTable]:
    seat, card = target.seat, target.card
    match choice.kind:
        case ChoiceKind.OWN_EXHAUSTED:
            return grimoires.ready(table, seat, card)
        case ChoiceKind.OPPONENT_DEMON:
            return grimoires.banish(table, seat, card, choice.caster)
        case ChoiceKind.OPPONENT_GRIMOIRE:
            entry = Entry(card, target.exhausted)
            return grimoires.destroy(table, seat, entry, choice.caster)
        case ChoiceKind.OWN_GRIMOIRE:
            return grimoires.withdraw(table, seat, Entry(card, target.exhausted))
        case _:
            return grimoires.exhaust(table, seat, card)
