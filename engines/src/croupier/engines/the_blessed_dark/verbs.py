"""The atoms of the game: each changes one thing and says so. Grimoires are in grimoires.py."""

from typing import TypeAlias

from croupier.engines.kernel.agenda import Step
from croupier.engines.kernel.change import Change
from croupier.engines.kernel.secret import Counted, known_to
from croupier.engines.kernel.values import Seat, put, replace, without
from croupier.engines.the_blessed_dark import scoring
from croupier.engines.the_blessed_dark.dice import Values
from croupier.engines.the_blessed_dark.events import (
    BloodDrawn,
    BloodMoved,
    CardDrawn,
    CardRecovered,
    CardsScried,
    CardStolen,
    DiceRerolled,
    FirstCardSealed,
    FirstCardsRevealed,
    GameEnded,
    HandDealt,
    HandDiscarded,
    HandsRevealed,
    LastCardDrawn,
    LastCardKept,
    LastCardPlaced,
    RitualFailed,
    RitualStarted,
    SpellAdded,
    SpellCast,
    StartingPlayerChosen,
    TurnStarted,
)
from croupier.engines.the_blessed_dark.table import (
    Cards,
    Casting,
    EndReason,
    Entry,
    RevealedHand,
    Ritual,
    Table,
)

AnyTable: TypeAlias = Table[Step]


def deal(table: AnyTable, seat: Seat, count: int) -> Change[AnyTable]:
    """BLE-012, BLE-R04. The top cards to one seat, which then goes on to the next."""
    deck = table.deck.peek()
    dealt = replace(with_hand(table, seat, deck[:count]), deck=Counted(deck[count:], ()))
    cards = known_to(seat, held=deck[:count])
    return Change(dealt, (HandDealt(seat=seat, size=count, cards=cards),))


def with_hand(table: AnyTable, seat: Seat, cards: Cards) -> AnyTable:
    """The table with another hand of this seat."""
    return replace(table, hands=put(table.hands, seat, Counted(cards, (seat,))))


def seal(table: AnyTable, seat: Seat, card: str) -> Change[AnyTable]:
    """BLE-R05. The card stays in hand until all are revealed; that one was chosen is public."""
    return Change(table, (FirstCardSealed(seat=seat, card=known_to(seat, held=card)),))


def reveal_first_cards(table: AnyTable, cards: Cards) -> Change[AnyTable]:
    """BLE-014, BLE-015, BLE-022. Each into its Grimoire; the other two are the hand."""
    for seat, card in zip(table.seats, cards, strict=True):
        table = _into_grimoire(from_hand(table, seat, card), seat, card)
    return Change(table, (FirstCardsRevealed(cards=cards),))


def from_hand(table: AnyTable, seat: Seat, card: str) -> AnyTable:
    """The table with this card gone from a hand."""
    return with_hand(table, seat, without(table.hands[seat].peek(), card))


def into_hand(table: AnyTable, seat: Seat, *cards: str) -> AnyTable:
    """The table with these cards in a hand."""
    return with_hand(table, seat, table.hands[seat].peek() + cards)


def _into_grimoire(table: AnyTable, seat: Seat, card: str) -> AnyTable:
    """BLE-061. Ready, and a demon unsummoned. BLE-063: there is no limit."""
    entries = (*table.grimoires[seat], Entry(card))
    return replace(table, grimoires=put(table.grimoires, seat, entries))


def choose_starter(table: AnyTable, seat: Seat) -> Change[AnyTable]:
    """BLE-019. Who takes the first turn."""
    return Change(replace(table, starting_player=seat), (StartingPlayerChosen(seat=seat),))


def start_turn(table: AnyTable, seat: Seat) -> Change[AnyTable]:
    """BLE-020. A turn begins."""
    return Change(table, (TurnStarted(seat=seat, turns=table.turns),))


def draw_card(table: AnyTable, seat: Seat) -> Change[AnyTable]:
    """BLE-040, BLE-042. The top card to the hand, or aside if it is the last of the deck."""
    top, *rest = table.deck.peek()
    table = replace(table, deck=Counted(tuple(rest), ()))
    card = known_to(seat, held=top)
    if not rest:
        return _last_card(table, seat, top)
    return Change(into_hand(table, seat, top), (CardDrawn(seat=seat, card=card),))


def _last_card(table: AnyTable, seat: Seat, card: str) -> Change[AnyTable]:
    """BLE-170. Nobody but the drawer sees it."""
    after = replace(table, last_card=Counted((card,), (seat,)))
    return Change(after, (LastCardDrawn(seat=seat, card=known_to(seat, held=card)),))


def place_last_card(table: AnyTable, seat: Seat) -> Change[AnyTable]:
    """BLE-171. Into the Grimoire."""
    (card,) = table.last_card.peek()
    after = replace(_into_grimoire(table, seat, card), last_card=Counted((), ()))
    return Change(after, (LastCardPlaced(seat=seat, card=card),))


def keep_last_card(table: AnyTable, seat: Seat) -> Change[AnyTable]:
    """BLE-R37. Into the hand, unseen."""
    after = into_hand(table, seat, *table.last_card.peek())
    return Change(replace(after, last_card=Counted((), ())), (LastCardKept(seat=seat),))


def draw_blood(table: AnyTable, seat: Seat, count: int) -> Change[AnyTable]:
    """BLE-050. From the pool; BLE-053, BLE-R12: a seat may hold all there is."""
    return Change(with_blood(table, seat, count), (BloodDrawn(seat=seat, count=count),))


def with_blood(table: AnyTable, seat: Seat, more: int) -> AnyTable:
    """The table with more, or less, blood at a seat; the pool has the rest."""
    return replace(table, blood=put(table.blood, seat, table.blood[seat] + more))


def move_blood(
    table: AnyTable, giver: Seat | None, taker: Seat | None, most: int
) -> Change[AnyTable]:
    """As much as there is, up to so much; None is the pool. BLE-R11: nothing leaves the game."""
    count = min(most, table.pool if giver is None else table.blood[giver])
    if not count:
        return Change(table)
    if giver is not None:
        table = with_blood(table, giver, -count)
    if taker is not None:
        table = with_blood(table, taker, count)
    return Change(table, (BloodMoved(giver=giver, taker=taker, count=count),))


def add_spell(table: AnyTable, seat: Seat, card: str) -> Change[AnyTable]:
    """BLE-060. From hand to Grimoire; BLE-065: nothing else happens."""
    after = _into_grimoire(from_hand(table, seat, card), seat, card)
    return Change(after, (SpellAdded(seat=seat, card=card),))


def start_ritual(table: AnyTable, seat: Seat, dice: Values) -> Change[AnyTable]:
    """BLE-080. Attempt 1."""
    return Change(replace(table, ritual=Ritual(dice, 1)), (RitualStarted(seat=seat, dice=dice),))


def reroll(table: AnyTable, seat: Seat, which: tuple[int, ...], rolled: Values) -> Change[AnyTable]:
    """BLE-083. Some dice anew, the others as they lie."""
    ritual = table.ritual
    assert ritual is not None, "a ritual is going on"
    dice = ritual.dice
    for die, value in zip(which, rolled, strict=True):
        dice = put(dice, die, value)
    after = replace(ritual, dice=dice, attempt=ritual.attempt + 1)
    told = DiceRerolled(seat=seat, which=which, dice=dice, attempt=after.attempt)
    return Change(replace(table, ritual=after), (told,))


def fail_ritual(table: AnyTable, seat: Seat) -> Change[AnyTable]:
    """BLE-089. Nothing is paid and nothing exhausted."""
    return Change(table, (RitualFailed(seat=seat),))


def cast(
    table: AnyTable,
    seat: Seat,
    casting: Casting,
    assign: tuple[int, ...],
    mods: Values,
    blood: int,
) -> Change[AnyTable]:
    """BLE-120 (1), BLE-125. All blood is paid at once, to the pool; BLE-091: the dice are gone."""
    after = replace(with_blood(table, seat, -blood), ritual=None, casting=casting)
    told = SpellCast(
        seat=seat, card=casting.card, assign=assign, mods=mods, blood=blood, free=casting.free
    )
    return Change(after, (told,))


def discard_hand(table: AnyTable, seat: Seat, card: str) -> Change[AnyTable]:
    """BLE-R34. A hand card to the discard pile, face up."""
    after = replace(from_hand(table, seat, card), discard=(*table.discard, card))
    return Change(after, (HandDiscarded(seat=seat, card=card),))


def steal_card(table: AnyTable, thief: Seat, victim: Seat, at: int) -> Change[AnyTable]:
    """BLE-212. The two of them know which card it is."""
    hand = table.hands[victim].peek()
    card = hand[at]
    after = with_hand(table, victim, hand[:at] + hand[at + 1 :])
    told = CardStolen(thief=thief, victim=victim, card=known_to(thief, victim, held=card))
    return Change(into_hand(after, thief, card), (told,))


def recover(table: AnyTable, seat: Seat, card: str) -> Change[AnyTable]:
    """BLE-124, BLE-216. From the discard pile, by an effect; all see which card it is."""
    after = replace(table, discard=without(table.discard, card))
    return Change(into_hand(after, seat, card), (CardRecovered(seat=seat, card=card),))


def scry(table: AnyTable, seat: Seat, take: Cards, order: Cards) -> Change[AnyTable]:
    """BLE-215, BLE-R55. Taken cards to the hand, the rest back on top in this order.

    BLE-R38: if that empties the deck, the last one taken is the last card.
    """
    looked = len(take) + len(order)
    deck = order + table.deck.peek()[looked:]
    last = take[-1:] if not deck else ()
    kept = take[:-1] if last else take
    after = into_hand(replace(table, deck=Counted(deck, ())), seat, *kept)
    told = CardsScried(seat=seat, looked=looked, taken=len(take), cards=known_to(seat, held=take))
    change = Change(after, (told,))
    return change.then(_last_card, seat, *last) if last else change


def end_game(table: AnyTable, reason: EndReason) -> Change[AnyTable]:
    """BLE-007, BLE-172, BLE-R39. Nothing more is done; what everybody has is counted."""
    table = replace(table, ended=reason, agenda=())
    result = scoring.result(table)
    assert result is not None, "the game has ended"
    ended = GameEnded(
        favor=scoring.favors(table),
        winners=result.winners,
        reason=reason,
        tiebreak=scoring.tiebreak(table),
    )
    if not table.options.reveal_hands_at_end:
        return Change(table, (ended,))
    cards = table.pack.contents
    hands = tuple(cards.in_order(hand.peek()) for hand in table.hands)
    shown = HandsRevealed(hands=tuple(RevealedHand(s, hands[s]) for s in table.seats))
    return Change(replace(table, revealed=hands), (ended, shown))
