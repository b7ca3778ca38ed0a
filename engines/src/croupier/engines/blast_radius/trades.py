"""BLA-147, BLA-R51. What may be offered for what: any item cards, gifts too."""

from collections.abc import Iterator
from functools import lru_cache

from croupier.engines.blast_radius.commands import CounterTrade, ProposeTrade
from croupier.engines.blast_radius.scene import Scene
from croupier.engines.blast_radius.table import Names, Offer
from croupier.engines.kernel.refusal import Refusal, refusal
from croupier.engines.kernel.shape import Blank, Form
from croupier.engines.kernel.values import Seat


def partners(here: Scene) -> tuple[Seat, ...]:
    """Everybody with whom some trade can be proposed now."""
    if here.trade_done or not here.offers_left:
        return ()
    return tuple([seat for seat in here.others if not here.is_down(seat) and sizes(here, seat)])


def sizes(here: Scene, partner: Seat) -> list[tuple[int, int]]:
    """BLA-152, BLA-R53. How many cards may go each way without passing a hand's limit."""
    most = here.cards.limits.hand_limit
    return list(_sizes(len(here.hand), len(here.hands[partner]), most))


@lru_cache(maxsize=256)
def _sizes(mine: int, theirs: int, most: int) -> tuple[tuple[int, int], ...]:
    return tuple(
        (give, take)
        for give in range(mine + 1)
        for take in range(theirs + 1)
        if give + take > 0 and mine - give + take <= most and theirs - take + give <= most
    )


def forms(here: Scene, like: ProposeTrade | CounterTrade, partner: Seat) -> Iterator[Form]:
    """Every trade with this partner, as one form for each pair of sizes."""
    for give, take in sizes(here, partner):
        yield Form(
            like,
            (
                Blank("give", here.hand, give, give),
                Blank("take", here.hands[partner], take, take),
            ),
        )


def why_not_propose(here: Scene, said: ProposeTrade) -> Refusal | None:
    """The first reason against a proposal."""
    if here.trade_done:
        return refusal("BLA-149", "TRADE_DONE")
    if not here.offers_left:
        return refusal("BLA-R52", "OFFER_LIMIT", most=here.options.max_trade_offers)
    if said.to not in here.others:
        return refusal("BLA-147", "BAD_TARGET")
    if here.is_down(said.to):
        return refusal("BLA-096", "TARGET_INCAPACITATED", seat=said.to)
    return _why_not_these(here, said.to, said.give, said.take)


def why_not_counter(here: Scene, said: CounterTrade, offer: Offer) -> Refusal | None:
    """BLA-150. A counter-offer is judged like a proposal and uses one offer."""
    if not here.offers_left:
        return refusal("BLA-R52", "OFFER_LIMIT", most=here.options.max_trade_offers)
    return _why_not_these(here, offer.by, said.give, said.take)


def why_not_accept(here: Scene, offer: Offer) -> Refusal | None:
    """BLA-R53. The offer must still fit; nothing can have moved while it was open."""
    return _why_not_these(here, offer.by, offer.take, offer.give)


def _why_not_these(here: Scene, partner: Seat, give: Names, take: Names) -> Refusal | None:
    if not _distinct_in(give, here.hand):
        return refusal("BLA-148", "NOT_IN_HAND")
    if not _distinct_in(take, here.hands[partner]):
        return refusal("BLA-148", "ITEM_NOT_THERE", seat=partner)
    if not give and not take:
        return refusal("BLA-R51", "EMPTY_TRADE")
    if (len(give), len(take)) not in sizes(here, partner):
        return refusal("BLA-152", "HAND_LIMIT", limit=here.cards.limits.hand_limit)
    return None


def _distinct_in(cards: Names, hand: Names) -> bool:
    return len(dict.fromkeys(cards)) == len(cards) and all(card in hand for card in cards)


def given_by(offer: Offer, seat: Seat) -> Names:
    """What one party gives in a trade."""
    return offer.give if seat == offer.by else offer.take


def sellers(here: Scene, offer: Offer) -> tuple[Seat, ...]:
    """BLA-R55. To whom Brayden can offer one card for what it is to give."""
    most = here.cards.limits.hand_limit
    found = []
    for seat in (offer.by, offer.to):
        count = len(given_by(offer, seat))
        fits = len(here.hand) - 1 + count <= most and len(here.hands[seat]) - count + 1 <= most
        if count and fits:
            found.append(seat)
    return tuple(found)
