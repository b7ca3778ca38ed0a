"""The atoms of the game with cards: each changes one thing and says so."""

from croupier.engines.blast_radius.cards import Deed, Did
from croupier.engines.blast_radius.commands import PlayStrike
from croupier.engines.blast_radius.events import (
    CardDiscarded,
    CardDrawn,
    CardMoved,
    DeckReshuffled,
    NoCard,
    ObjectiveCompleted,
    ObjectiveDeckEmpty,
    ObjectiveDrawn,
    ObjectiveTradedIn,
    StrikePlayed,
)
from croupier.engines.blast_radius.reasons import DiscardReason, MoveReason
from croupier.engines.blast_radius.table import Active, AnyTable, Names, Offer, Source
from croupier.engines.blast_radius.talk import TradeDone
from croupier.engines.kernel.change import Change
from croupier.engines.kernel.rng import Rng, shuffled
from croupier.engines.kernel.secret import Counted
from croupier.engines.kernel.values import Seat, put, replace, without


def count(table: AnyTable, seat: Seat, deed: Deed, times: int = 1) -> AnyTable:
    """BLA-075, BLA-R31. Every active objective that asks for this deed counts it, up to its n."""
    objectives = table.cards.objectives

    def raised(active: Active) -> Active:
        needs = objectives[active.objective].needs
        progress = tuple(
            min(need.n, have + times) if isinstance(need, Did) and need.action is deed else have
            for need, have in zip(needs, active.progress, strict=True)
        )
        return Active(active.objective, progress)

    mine = tuple(raised(active) for active in table.objectives[seat])
    return replace(table, objectives=put(table.objectives, seat, mine))


def with_hand(table: AnyTable, seat: Seat, hand: Names) -> AnyTable:
    """Another hand; the card just drawn is forgotten once it has left. BLA-R15."""
    kept = table.just_drawn if seat != table.active or table.just_drawn in hand else None
    return replace(table, hands=put(table.hands, seat, hand), just_drawn=kept)


def draw(table: AnyTable, seat: Seat, source: Source) -> Change[AnyTable]:
    """The top card of the deck or the discard pile, into limbo: seen, and not yet anywhere."""
    if source is Source.DECK:
        card, *rest = table.deck.peek()
        after = replace(table, deck=Counted(tuple(rest), ()))
    else:
        card = table.discard[-1]  # BLA-035
        after = count(replace(table, discard=table.discard[:-1]), seat, Deed.SALVAGE)
    drawn = CardDrawn(seat=seat, source=source, card=card)
    return Change(replace(after, limbo=(*after.limbo, card)), (drawn,))


def keep(table: AnyTable, seat: Seat, card: str) -> Change[AnyTable]:
    """BLA-029. A drawn card goes to the end of the hand."""
    after = replace(table, limbo=without(table.limbo, card))
    return Change(with_hand(after, seat, (*table.hands[seat], card)))


def no_card(table: AnyTable, seat: Seat) -> Change[AnyTable]:
    """BLA-033. There is nothing to draw, and the turn goes on."""
    return Change(table, (NoCard(seat=seat),))


def reshuffle(table: AnyTable, rng: Rng) -> Change[AnyTable]:
    """BLA-032, BLA-R11. The whole discard pile is shuffled into the deck; limbo stays out."""
    pile = (*table.deck.peek(), *table.discard)
    deck = shuffled(pile, rng, "shuffle/items", "BLA-032 reshuffle")
    after = replace(table, deck=Counted(deck, ()), discard=())
    return Change(after, (DeckReshuffled(count=len(deck)),))


def discard(table: AnyTable, seat: Seat, card: str, why: DiscardReason) -> Change[AnyTable]:
    """BLA-045. One card of a hand, face up on top of the discard pile."""
    after = with_hand(table, seat, without(table.hands[seat], card))
    gone = CardDiscarded(seat=seat, card=card, why=why)
    return Change(replace(after, discard=(*after.discard, card)), (gone,))


def finish(table: AnyTable, seat: Seat, cards: Names, why: DiscardReason) -> Change[AnyTable]:
    """BLA-052, BLA-056, BLA-R45. Cards that have resolved are discarded, in this order."""
    after = replace(table, limbo=without(table.limbo, *cards), discard=(*table.discard, *cards))
    gone = tuple(CardDiscarded(seat=seat, card=card, why=why) for card in cards)
    return Change(after, gone)


def back(table: AnyTable, seat: Seat, card: str) -> Change[AnyTable]:
    """BLA-R40. A weapon returns from limbo to its owner."""
    moved = CardMoved(origin=None, to=seat, card=card, why=MoveReason.KEPT)
    after = keep(table, seat, card).table
    return Change(after, (moved,))


def play(table: AnyTable, said: PlayStrike) -> Change[AnyTable]:
    """BLA-050, BLA-127, BLA-R44. The cards leave the hand and resolve."""
    after = with_hand(table, said.seat, without(table.hands[said.seat], *said.cards))
    played = StrikePlayed(seat=said.seat, cards=said.cards, target=said.target, item=said.item)
    return Change(replace(after, limbo=(*after.limbo, *said.cards)), (played,))


def give(table: AnyTable, origin: Seat, to: Seat, card: str, why: MoveReason) -> Change[AnyTable]:
    """BLA-126. One card from hand to hand, to its end."""
    less = with_hand(table, origin, without(table.hands[origin], card))
    after = with_hand(less, to, (*less.hands[to], card))
    return Change(after, (CardMoved(origin=origin, to=to, card=card, why=why),))


def salvage(table: AnyTable, seat: Seat, card: str) -> Change[AnyTable]:
    """One card of the discard pile to a hand."""
    less = replace(table, discard=without(table.discard, card))
    after = count(with_hand(less, seat, (*less.hands[seat], card)), seat, Deed.SALVAGE)
    return Change(after, (CardMoved(origin=None, to=seat, card=card, why=MoveReason.SALVAGED),))


def trade(table: AnyTable, offer: Offer) -> Change[AnyTable]:
    """BLA-149, BLA-R52. The cards change hands, each to the end in the order of the offer."""
    by, to = offer.by, offer.to
    his = (*without(table.hands[by], *offer.give), *offer.take)
    hers = (*without(table.hands[to], *offer.take), *offer.give)
    after = with_hand(with_hand(table, by, his), to, hers)
    for seat in (by, to):
        after = count(after, seat, Deed.TRADE)
    return Change(replace(after, trade_done=True), (TradeDone(offer=offer),))


def trade_in(table: AnyTable, seat: Seat, objective: str) -> Change[AnyTable]:
    """BLA-077, BLA-078. Under the objective deck, and the top one instead."""
    left = tuple(each for each in table.objectives[seat] if each.objective != objective)
    deck = Counted((*table.objective_deck.peek(), objective), ())
    after = replace(table, objectives=put(table.objectives, seat, left), objective_deck=deck)
    gone = ObjectiveTradedIn(seat=seat, objective=objective)
    return Change[AnyTable](after, (gone,)).then(draw_objective, seat)


def draw_objective(table: AnyTable, seat: Seat) -> Change[AnyTable]:
    """BLA-071, BLA-R32. The top objective, nothing of it done yet; or none is left."""
    deck = table.objective_deck.peek()
    if not deck:
        return Change(table, (ObjectiveDeckEmpty(seat=seat),))
    needs = table.cards.objectives[deck[0]].needs
    mine = (*table.objectives[seat], Active(deck[0], (0,) * len(needs)))
    after = replace(
        table,
        objectives=put(table.objectives, seat, mine),
        objective_deck=Counted(deck[1:], ()),
    )
    return Change(after, (ObjectiveDrawn(seat=seat, objective=deck[0]),))


def complete(table: AnyTable, seat: Seat, objective: str, spend: Names) -> Change[AnyTable]:
    """BLA-070, BLA-072. To the scoring pile for good; what is spent is discarded in order."""
    left = tuple(each for each in table.objectives[seat] if each.objective != objective)
    after = replace(
        table,
        objectives=put(table.objectives, seat, left),
        scored=put(table.scored, seat, (*table.scored[seat], objective)),
    )
    value = table.cards.objectives[objective].value
    done = ObjectiveCompleted(seat=seat, objective=objective, value=value, spent=spend)
    change = Change[AnyTable](after, (done,))
    for card in spend:
        change = change.then(discard, seat, card, DiscardReason.SPENT)
    return change.then(draw_objective, seat)
