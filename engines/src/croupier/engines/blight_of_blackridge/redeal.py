"""For the laws: everything a viewer cannot see, dealt again, sizes and lives included."""

from croupier.engines.blight_of_blackridge.body import EMPTY, Body, Life
from croupier.engines.blight_of_blackridge.edition import BLANK, DAMAGE, HAND
from croupier.engines.blight_of_blackridge.opening import ChooseLoadouts
from croupier.engines.blight_of_blackridge.ops import ITEMS, PILES, Deck
from croupier.engines.blight_of_blackridge.sealed import Contributing, Voting
from croupier.engines.blight_of_blackridge.settling import Settling
from croupier.engines.blight_of_blackridge.stakes import Cards, Note, Stake
from croupier.engines.blight_of_blackridge.table import AnyTable, Pile, Stage
from croupier.engines.kernel.agenda import Step
from croupier.engines.kernel.rng import Rng, shuffled
from croupier.engines.kernel.secret import known_to, known_to_nobody
from croupier.engines.kernel.values import Seat, Viewer, put, replace

STREAM, WHY = "redeal", "a law's other deal"
OWED_MAX = 2


class Dealer:
    """Hands out, at random, the cards that a viewer does not see."""

    def __init__(self, table: AnyTable, viewer: Viewer, rng: Rng) -> None:
        self.table, self.viewer, self.rng = table, viewer, rng
        self.hidden = tuple(
            [seat for seat in table.seats if seat != viewer and not table.dead[seat]]
        )
        cards = [card for card in self._gathered() if card not in (EMPTY, BLANK)]
        self.damage = table.damage.peek() + cards.count(DAMAGE)
        kinds = table.cards
        self.items = list(shuffled([c for c in cards if kinds[c].deck in ITEMS], rng, STREAM, WHY))
        sick = [c for c in cards if kinds[c].deck is Deck.CORRUPTION]
        self.sick = list(shuffled(sick, rng, STREAM, WHY))

    def _gathered(self) -> list[str]:
        table = self.table
        found = [card for pile in table.piles for card in (*pile.peek().deck, *pile.peek().discard)]
        for seat in self.hidden:
            found.extend(table.body(seat).slots)
        for each in table.placed:
            if each.face is None and each.owner != self.viewer:
                found.append(each.card.peek())
        for card in table.pot:
            if card.owner != self.viewer:
                found.append(card.card.peek())
        step = _collecting(table)
        if step is not None:
            for seat, given in zip(step.seats, step.sealed, strict=True):
                if seat != self.viewer:
                    found.extend(card for cards in given.peek() for card in cards)
        return found

    def below(self, bound: int) -> int:
        """A number."""
        return self.rng.below(bound, STREAM, WHY)

    def item(self) -> str | None:
        """One more item, if there is one."""
        return self.items.pop() if self.items else None

    def any_card(self) -> str:
        """An item or Corruption."""
        if self.sick and (not self.items or self.below(2)):
            return self.sick.pop()
        return self.items.pop()

    def wounds(self, n: int) -> list[str]:
        """Damage cards."""
        self.damage -= n
        return [DAMAGE] * n

    def living(self, least: int) -> Body:
        """A living hand with at least so many items."""
        damage = self.below(HAND - max(1, least) + 1)
        sick = min(len(self.sick), self.below(HAND - max(1, least) - damage + 1))
        room = HAND - damage - sick
        many = max(least, self.below(room + 1))
        many = min(many, len(self.items))
        cards = self.wounds(damage)
        cards += [self.sick.pop() for _ in range(sick)]
        cards += [self.items.pop() for _ in range(many)]
        return Body(slots=self._spread(cards))

    def blighted(self, fell: int | None) -> Body:
        """A hand full of ailments."""
        sick = 1 + self.below(min(len(self.sick), HAND - 1))
        cards = [self.sick.pop() for _ in range(sick)] + self.wounds(HAND - sick)
        return Body(slots=self._spread(cards), life=Life.BLIGHTED, fell=fell)

    def _spread(self, cards: list[str]) -> Cards:
        empty = [EMPTY] * (HAND - len(cards))
        return shuffled([*cards, *empty], self.rng, STREAM, WHY)


def redeal(table: AnyTable, viewer: Viewer, rng: Rng) -> AnyTable:
    """Another table that this viewer cannot tell apart."""
    deck = shuffled((*table.events.peek(), *table.box.peek()), rng, STREAM, WHY)
    left = len(table.events.peek())
    table = replace(table, events=known_to_nobody(deck[:left]), box=known_to_nobody(deck[left:]))
    if table.decision is None:
        return table
    dealer = Dealer(table, viewer, rng)
    table = _placed(table, dealer)
    table = _hands(table, dealer)
    table = _stakes(table, dealer)
    table = _notes(table, dealer)
    table = _decision(table, dealer)
    return _decks(table, dealer)


def _placed(table: AnyTable, dealer: Dealer) -> AnyTable:
    """Other face-down cards of others, on options and in the pot."""
    placed = tuple(
        [
            replace(each, card=known_to(each.owner, held=dealer.any_card()))
            if each.face is None and each.owner != dealer.viewer
            else each
            for each in table.placed
        ]
    )
    pot = tuple(
        [
            replace(each, card=known_to(each.owner, held=dealer.items.pop()))
            if each.owner != dealer.viewer
            else each
            for each in table.pot
        ]
    )
    return replace(table, placed=placed, pot=pot)


def _hands(table: AnyTable, dealer: Dealer) -> AnyTable:
    """Other hands, alive or Blighted; at least two seats stay alive, as the table knows."""
    alive = sum(seat == dealer.viewer for seat in table.living)
    for n, seat in enumerate(dealer.hidden):
        least = needs(table, seat)
        must = alive + len(dealer.hidden) - n <= 2
        may_fall = not least and not must and dealer.sick
        if may_fall and dealer.below(3) == 0:
            body = dealer.blighted(dealer.below(table.step + 1) or None)
        else:
            body = dealer.living(least)
            alive += 1
        table = table.with_body(seat, _owing(table, seat, body, dealer))
    return table


def needs(table: AnyTable, seat: Seat) -> int:
    """How many items the table knows that a seat has."""
    offered = sum(trade.gives for trade in table.trades if trade.by == seat)
    step = _collecting(table)
    owed = step.least if step is not None and seat in step.waits(table) else 0
    named = len(table.staked[seat].peek())
    return offered + owed + named


def _owing(table: AnyTable, seat: Seat, body: Body, dealer: Dealer) -> Body:
    """Debts where a settlement is open."""
    step = table.decision
    open_ = isinstance(step, Settling) and seat in step.seats
    open_ = open_ or bool(table.stages and table.stages[seat] is Stage.ROLLED)
    items = sum(card not in (EMPTY, DAMAGE) for card in body.slots)
    sick = sum(card != EMPTY and table.cards[card].deck is Deck.CORRUPTION for card in body.slots)
    paid = open_ and table.options.settle_seconds > 0 and dealer.below(2) == 0
    if paid or not open_ or body.life is not Life.ALIVE:
        return replace(body, settled=paid)
    return replace(
        body,
        owed_items=dealer.below(min(OWED_MAX, items - sick) + 1),
        owed_corruption=dealer.below(min(OWED_MAX, sick) + 1),
    )


def _stakes(table: AnyTable, dealer: Dealer) -> AnyTable:
    """Other cards named in proposals, answers and offers."""
    for seat in dealer.hidden:
        slots = [
            at
            for at, card in enumerate(table.body(seat).slots)
            if card != EMPTY and table.cards[card].deck in ITEMS
        ]
        trades = table.trades
        for at, trade in enumerate(trades):
            if trade.by == seat:
                given, slots = tuple(slots[: trade.gives]), slots[trade.gives :]
                first = tuple([at for at in slots if dealer.below(2)])
                new = replace(
                    trade, slots=known_to(seat, held=given), drop=known_to(seat, held=first)
                )
                table = replace(table, trades=put(table.trades, at, new))
        if table.staked[seat].peek():
            many = 1 + dealer.below(len(slots))
            upright = dealer.below(many + 1)
            named = Stake(tuple(slots[:upright]), tuple(slots[upright:many]))
            kept = known_to(seat, held=(named,))
            table = replace(table, staked=put(table.staked, seat, kept))
    return table


def _notes(table: AnyTable, dealer: Dealer) -> AnyTable:
    """Other sights of others."""
    names = [card.id for card in table.pack.contents.cards]
    for seat in table.seats:
        if seat == dealer.viewer:
            continue
        seen = tuple(
            [
                Note(None, tuple(shuffled(names, dealer.rng, STREAM, WHY)[:n]))
                for n in range(dealer.below(3))
            ]
        )
        table = replace(table, notes=put(table.notes, seat, known_to(seat, held=seen)))
    return table


def _collecting(table: AnyTable) -> Contributing | None:
    """The contribution that is going on, even while a settlement interrupts it."""
    return next((step for step in table.agenda if isinstance(step, Contributing)), None)


def _decision(table: AnyTable, dealer: Dealer) -> AnyTable:
    """Other sealed answers of others; somebody is still waited for."""
    agenda = tuple([_answered(table, step, dealer) for step in table.agenda])
    return replace(table, agenda=agenda)


def _answered(table: AnyTable, step: Step, dealer: Dealer) -> Step:
    match step:
        case Settling():
            return _settled(table, step, dealer)
        case Contributing():
            return _contributed(step, dealer)
        case Voting():
            return _voted(table, step, dealer)
        case ChooseLoadouts(sealed=chosen):
            names = [each.id for each in table.pack.contents.loadouts]
            kept = list(chosen)
            for seat in table.seats:
                if seat != dealer.viewer and chosen[seat].peek():
                    kept[seat] = known_to(seat, held=(names[dealer.below(len(names))],))
            return replace(step, sealed=tuple(kept))
    return step


def _voted(table: AnyTable, step: Voting, dealer: Dealer) -> Voting:
    """Others have voted otherwise, or not yet; somebody still has to."""
    votes = list(step.sealed)
    none: tuple[Seat, ...] = ()
    others = [seat for seat in step.seats if seat != dealer.viewer and not table.dead[seat]]
    for seat in others:
        choices = [other for other in table.standing if other != seat]
        vote = (choices[dealer.below(len(choices))],) if dealer.below(2) else none
        votes[step.seats.index(seat)] = known_to(seat, held=vote)
    after = replace(step, sealed=tuple(votes))
    if after.waits(table):
        return after
    awake = step.seats.index(others[0])
    return replace(step, sealed=put(after.sealed, awake, known_to(others[0], held=none)))


def _settled(table: AnyTable, step: Settling, dealer: Dealer) -> Settling:
    seats, flags = step.seats, list(step.done)
    others = [seat for seat in seats if seat != dealer.viewer]
    for seat in others:
        flags[seats.index(seat)] = known_to(seat, held=bool(dealer.below(2)))
    waiting = [s for s, done in zip(seats, flags, strict=True) if not done.peek()]
    if not [seat for seat in waiting if not table.dead[seat]]:
        awake = next(seat for seat in others if not table.dead[seat])
        flags[seats.index(awake)] = known_to(awake, held=False)
    return replace(step, done=tuple(flags))


def _contributed(step: Contributing, dealer: Dealer) -> Contributing:
    sealed = list(step.sealed)
    for at, seat in enumerate(step.seats):
        if seat != dealer.viewer and sealed[at].peek():
            most = min(step.most, len(dealer.items))
            many = min(most, max(step.least, dealer.below(most + 1)))
            given = tuple([dealer.items.pop() for _ in range(many)])
            sealed[at] = known_to(seat, held=(given,))
    return replace(step, sealed=tuple(sealed))


def _decks(table: AnyTable, dealer: Dealer) -> AnyTable:
    """What is left goes to decks and discard piles, as it comes."""
    piles = []
    for deck in PILES:
        left = [c for c in (*dealer.items, *dealer.sick) if table.cards[c].deck is deck]
        cut = dealer.below(len(left) + 1)
        piles.append(known_to_nobody(Pile(tuple(left[:cut]), tuple(left[cut:]))))
    return replace(table, piles=tuple(piles), damage=known_to_nobody(dealer.damage))
