"""What the house makes of an answer: how near it brings the seat to its objectives."""

from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import product
from typing import TypeAlias

from croupier.engines.blast_radius import trades
from croupier.engines.blast_radius.cards import Deed, Did, Heal
from croupier.engines.blast_radius.checks import fits
from croupier.engines.blast_radius.choices import Answer
from croupier.engines.blast_radius.commands import (
    AcceptTrade,
    AnswerDeal,
    BraydenOffer,
    CounterTrade,
    Discard,
    DrawAgain,
    EndTurn,
    EugeneSkip,
    FreezeUp,
    HelgaSkip,
    HelgaTake,
    PlayStrike,
    ProposeTrade,
    Said,
    SprengenTake,
    TradeInObjective,
)
from croupier.engines.blast_radius.edition import Contents, cards_of
from croupier.engines.blast_radius.matching import filled, slots_of
from croupier.engines.blast_radius.scene import Scene
from croupier.engines.blast_radius.table import Active, Names, Phase, Source
from croupier.engines.blast_radius.view import SeatView, View
from croupier.engines.kernel.pack import Pack
from croupier.engines.kernel.shape import Form, Pick
from croupier.engines.kernel.values import Seat, without

Worth: TypeAlias = tuple[int, int]  # more is better
Sense: TypeAlias = tuple[int, Worth]

WASTE, PLAIN, GAIN = 0, 1, 2
FAR = 3  # so much is missing from an objective that another may be worth a try


def missing(pack: Pack[Contents], active: Active, hand: Names) -> int:
    """How many cards and deeds an objective still wants."""
    fitting = _fitting(pack, active.objective)
    items = [item for card in hand if (item := card.partition(".")[0]) in fitting]
    return _missing(pack, active, tuple(sorted(items)))


@lru_cache(maxsize=1024)
def _fitting(pack: Pack[Contents], objective: str) -> Names:
    """The items that an objective can use."""
    cards = cards_of(pack)
    slots = slots_of(cards.objectives[objective])
    return tuple(item.id for item in cards.items.values() if any(fits(item, s) for s in slots))


@lru_cache(maxsize=16_384)
def _missing(pack: Pack[Contents], active: Active, items: Names) -> int:
    cards = cards_of(pack)
    objective = cards.objectives[active.objective]
    slots = slots_of(objective)
    pairs = zip(objective.needs, active.progress, strict=True)
    deeds = sum(need.n - have for need, have in pairs if isinstance(need, Did))
    return len(slots) - filled(cards, slots, items) + deeds


def worth(pack: Pack[Contents], objectives: Iterable[Active], hand: Names) -> Worth:
    """How near the nearest objective is, then how near they all are."""
    left = [missing(pack, each, hand) for each in objectives]
    return -min(left, default=0), -sum(left)


def of(here: Scene, answer: Answer) -> Sense:
    """What an answer is good for: first its kind of use, then the hand it leaves."""
    said = answer.like if isinstance(answer, Form | Pick) else answer
    before = worth(here.pack, here.objectives, here.hand)
    hand = _hand_after(here, said)
    after = before if hand is None else worth(here.pack, here.objectives, hand)
    return _use(here, said, before, after), after


def _use(here: Scene, said: Said, before: Worth, after: Worth) -> int:
    match said:
        case PlayStrike(item=str()):
            return GAIN if after > before or _wants(here, Deed.STEAL) else WASTE
        case PlayStrike(picks=picks) if picks:
            return GAIN if after > before or _wants(here, Deed.SALVAGE) else WASTE
        case PlayStrike(cards=cards, target=None) if _heals(here, cards[0]):
            return GAIN
        case PlayStrike() | HelgaTake() | SprengenTake():
            return PLAIN if after >= before else WASTE
        case DrawAgain(source=Source.DISCARD):
            return GAIN if after > before or _wants(here, Deed.SALVAGE) else WASTE
        case AcceptTrade():
            return GAIN if after > before or _wants(here, Deed.TRADE) else PLAIN
        case BraydenOffer() | AnswerDeal(accept=True):
            return GAIN if after > before else WASTE
        case TradeInObjective(objective=objective):
            return PLAIN if _is_far(here, objective) else WASTE
        case EndTurn():
            return PLAIN if here.phase is Phase.POST_DRAW else WASTE
        case Discard():
            return PLAIN if here.phase is Phase.DISCARD else WASTE
        case FreezeUp() | EugeneSkip() | HelgaSkip() | ProposeTrade() | CounterTrade():
            return WASTE
        case _:
            return PLAIN


def _wants(here: Scene, deed: Deed) -> bool:
    objectives = here.cards.objectives
    return any(
        isinstance(need, Did) and need.action is deed and have < need.n
        for each in here.objectives
        for need, have in zip(objectives[each.objective].needs, each.progress, strict=True)
    )


def _heals(here: Scene, card: str) -> bool:
    return any(isinstance(op, Heal) for op in here.cards.item(card).effects)


def _is_far(here: Scene, objective: str) -> bool:
    """Whether it is the farther one, and far."""
    left = {each.objective: missing(here.pack, each, here.hand) for each in here.objectives}
    return left[objective] >= FAR and left[objective] == max(left.values())


def _hand_after(here: Scene, said: Said) -> Names | None:
    """The own hand after an answer, as far as it can be told; None is as it was."""
    hand, about = here.hand, here.pending
    match said:
        case PlayStrike(cards=cards, item=item, picks=picks):
            return (*without(hand, *cards), *picks, *(() if item is None else (item,)))
        case DrawAgain(source=Source.DISCARD) if not here.cards.is_reflex(here.discard[-1]):
            return (*hand, here.discard[-1])
        case Discard(card=card):
            return without(hand, card)
        case HelgaTake(card=card) | SprengenTake(card=card):
            return (*hand, card)
        case AcceptTrade() if about.offer is not None:
            return (*without(hand, *about.offer.take), *about.offer.give)
        case BraydenOffer(card=card, to=to) if about.offer is not None:
            return (*without(hand, card), *trades.given_by(about.offer, to))
        case AnswerDeal(accept=True) if about.deal is not None:
            sold = trades.given_by(about.deal.offer, here.seat)
            return (*without(hand, *sold), about.deal.card)
        case _:
            return None


def good_trades(here: Scene, view: View, partners: Iterable[Seat]) -> Iterator[ProposeTrade]:
    """One card for one, to the own gain and not to the partner's loss."""
    mine, before = here.objectives, worth(here.pack, here.objectives, here.hand)
    for partner in partners:
        hand, wants = here.hands[partner], _wants_of(view.seats[partner])
        held = worth(here.pack, wants, hand)
        for give, take in product(here.hand, hand):
            if worth(here.pack, mine, (*without(here.hand, give), take)) <= before:
                continue
            if worth(here.pack, wants, (*without(hand, take), give)) >= held:
                yield ProposeTrade(here.seat, partner, (give,), (take,))


def _wants_of(other: SeatView) -> tuple[Active, ...]:
    return tuple([Active(each.objective, each.progress) for each in other.objectives])
