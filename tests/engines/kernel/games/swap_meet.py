"""A test game of invitations: offers out of turn, private to two seats, with a budget.

**SWA-001** The cards are dealt out evenly; everybody sees how many a hand holds, not which.
**SWA-002** The seat whose turn it is ends it when it likes; after so many turns the game ends.
**SWA-003** At any time a seat may offer one of its cards to another for a kind it names. Only
these two know. A seat has one open offer to each other seat, and OFFERS_MAX in a game.
**SWA-004** A card on offer cannot be given otherwise until the offer is closed.
**SWA-005** The other seat accepts (with such a card that is not on offer) or declines.
**SWA-006** The offerer may withdraw; every offer lapses when a turn ends.
**SWA-007** In the end hands are shown. The most cards of one kind win.
"""

from collections.abc import Iterator

from croupier.engines.kernel import agenda
from croupier.engines.kernel import pack as packs
from croupier.engines.kernel.agenda import Answer, Command, Prompt, Step
from croupier.engines.kernel.change import Change
from croupier.engines.kernel.engine import Policy, TurnClock
from croupier.engines.kernel.pack import Pack
from croupier.engines.kernel.refusal import Refusal, Refused, refusal
from croupier.engines.kernel.result import Result, Standing
from croupier.engines.kernel.rng import Rng, chosen, shuffled
from croupier.engines.kernel.secret import HIDDEN, Counted, known_to
from croupier.engines.kernel.values import RuleId, Seat, Viewer, put, replace, seats_of, without
from tests.engines.kernel.games.swap_meet_table import (
    OFFERS_MAX,
    Accept,
    AnswerPrompt,
    AnyTable,
    Decline,
    EndTurn,
    HandsShown,
    Kinds,
    Offer,
    OfferClosed,
    OfferMade,
    OfferPrompt,
    OpenOffer,
    Options,
    Table,
    TurnEnded,
    TurnPrompt,
    View,
    Withdraw,
    WithdrawPrompt,
)

game, rules, RULES, seats = "swap_meet", "SWA", 1, range(2, 5)
turn_clock = TurnClock()
house_pack = """
schema = 1
edition = "house"
game = "swap_meet"
kinds = ["blue", "gold", "red"]
each = 4
"""


class Turn(Step, frozen=True):
    """SWA-002. Ending the turn closes every offer."""

    seat: Seat
    left: int

    takes = (EndTurn,)

    def ask(self, table: AnyTable) -> tuple[Prompt, ...]:
        return (TurnPrompt(seat=self.seat, rule=RuleId("SWA-002")),)

    def answers(self, table: AnyTable, seat: Seat) -> Iterator[Answer]:
        yield EndTurn(seat)

    def do(self, table: AnyTable, answer: EndTurn, rng: Rng) -> Change[AnyTable]:
        change = Change(table)
        for one in table.offers:
            change = change.then(close, one.peek(), "lapsed")
        after = Seat((self.seat + 1) % len(table.hands))
        more = (Turn(after, self.left - 1),) if self.left > 1 else ()
        ended = replace(change.table, agenda=more)
        change = Change(ended, (*change.events, TurnEnded(seat=self.seat)))
        return change if more else change.then(show_hands)


class MakeOffer(Step, frozen=True):
    """SWA-003. A standing invitation to every seat with something left to offer."""

    takes = (Offer,)

    def ask(self, table: AnyTable) -> tuple[Prompt, ...]:
        return tuple(
            OfferPrompt(seat=seat, rule=RuleId("SWA-003"), cards=cards, to=to, left=left)
            for seat in seats_of(len(table.hands))
            if (left := table.left[seat].peek())
            and (cards := tuple(sorted(table.free(seat))))
            and (to := _addressees(table, seat))
        )

    def answers(self, table: AnyTable, seat: Seat) -> Iterator[Answer]:
        for to in _addressees(table, seat):
            for give in dict.fromkeys(table.free(seat)):
                for want in table.pack.contents.kinds:
                    yield Offer(seat, to, give, want)

    def do(self, table: AnyTable, answer: Offer, rng: Rng) -> Change[AnyTable]:
        offer = OpenOffer(answer.seat, answer.to, answer.give, answer.want)
        both = (answer.seat, answer.to)
        left = known_to(answer.seat, held=table.left[answer.seat].peek() - 1)
        after = replace(
            table,
            offers=(*table.offers, known_to(*both, held=offer)),
            left=put(table.left, answer.seat, left),
        )
        return Change(after, (OfferMade(offer=offer, audience=both),))


class AnswerOffer(Step, frozen=True):
    """SWA-005. A standing invitation to whoever is offered something."""

    by: Seat
    to: Seat

    takes = (Accept, Decline)

    def ask(self, table: AnyTable) -> tuple[Prompt, ...]:
        offer = table.offer(self.by, self.to)
        assert offer is not None
        able = offer.want in table.free(self.to)
        rule = RuleId("SWA-005")
        return (AnswerPrompt(seat=self.to, rule=rule, offer=offer, can_accept=able),)

    def answers(self, table: AnyTable, seat: Seat) -> Iterator[Answer]:
        offer = table.offer(self.by, self.to)
        if offer is not None and offer.want in table.free(seat):
            yield Accept(seat, self.by)
        yield Decline(seat, self.by)

    def do(self, table: AnyTable, answer: Accept | Decline, rng: Rng) -> Change[AnyTable]:
        offer = table.offer(self.by, self.to)
        assert offer is not None
        if isinstance(answer, Decline):
            return close(table, offer, "declined")
        return close(table, offer, "accepted").then(swap, offer)


class TakeBack(Step, frozen=True):
    """SWA-006. A standing invitation to whoever has made an offer."""

    by: Seat
    to: Seat

    takes = (Withdraw,)

    def ask(self, table: AnyTable) -> tuple[Prompt, ...]:
        offer = table.offer(self.by, self.to)
        assert offer is not None
        return (WithdrawPrompt(seat=self.by, rule=RuleId("SWA-006"), offer=offer),)

    def answers(self, table: AnyTable, seat: Seat) -> Iterator[Answer]:
        yield Withdraw(seat, self.to)

    def do(self, table: AnyTable, answer: Withdraw, rng: Rng) -> Change[AnyTable]:
        offer = table.offer(self.by, self.to)
        assert offer is not None
        return close(table, offer, "withdrawn")


stored = Table[Turn]
options, view = Options, View
commands = EndTurn | Offer | Accept | Decline | Withdraw
events = TurnEnded | OfferMade | OfferClosed | HandsShown
prompts = TurnPrompt | OfferPrompt | AnswerPrompt | WithdrawPrompt


def close(table: AnyTable, offer: OpenOffer, how: str) -> Change[AnyTable]:
    """An offer is no longer open."""
    told = OfferClosed(offer=offer, how=how, audience=(offer.by, offer.to))
    return Change(table.less(offer), (told,))


def swap(table: AnyTable, offer: OpenOffer) -> Change[AnyTable]:
    """The two cards change hands."""
    hands = table.hands
    for seat, gives, gets in (
        (offer.by, offer.give, offer.want),
        (offer.to, offer.want, offer.give),
    ):
        kept = (*without(hands[seat].peek(), gives), gets)
        hands = put(hands, seat, Counted(kept, (seat,)))
    return Change(replace(table, hands=hands))


def show_hands(table: AnyTable) -> Change[AnyTable]:
    """SWA-007. Everybody sees all hands."""
    everybody = seats_of(len(table.hands))
    hands = tuple(Counted(hand.peek(), everybody) for hand in table.hands)
    told = HandsShown(hands=tuple(tuple(sorted(hand.peek())) for hand in hands))
    return Change(replace(table, hands=hands), (told,))


def _addressees(table: AnyTable, seat: Seat) -> tuple[Seat, ...]:
    others = (to for to in seats_of(len(table.hands)) if to != seat)
    return tuple(to for to in others if table.offer(seat, to) is None)


def standing(table: AnyTable) -> tuple[Step, ...]:
    """What may be sent at any time while the game goes on."""
    if not table.agenda:
        return ()
    pairs = tuple((o.by, o.to) for one in table.offers for o in (one.peek(),))
    return (
        MakeOffer(),
        *(AnswerOffer(by, to) for by, to in pairs),
        *(TakeBack(by, to) for by, to in pairs),
    )


questions = agenda.questions


def invitations(table: AnyTable, seat: Seat) -> tuple[Prompt, ...]:
    """What this seat may send beside ending its turn."""
    return agenda.invitations(table, seat, standing)


def legal(table: AnyTable, seat: Seat) -> Iterator[Answer]:
    """Everything a seat may send."""
    return agenda.legal(table, seat, standing)


def accepts(table: AnyTable, command: Command) -> bool:
    """Whether the seat may send this."""
    return agenda.taker(table, command, standing) is not None


def apply(table: AnyTable, command: Command, rng: Rng) -> Change[AnyTable]:
    """The table after a command."""
    step = agenda.taker(table, command, standing)
    if step is None:
        raise Refused(why_not(project(table, command.seat), command))
    return agenda.carry_out(table, step, command, rng)


def why_not(view: View, command: Command) -> Refusal:
    """Over, then what is wrong with it, as the sender can see."""
    if view.turn is None:
        return refusal("SWA-007", "GAME_OVER")
    me = view.me
    open_to = [o.to for o in view.offers if o.by == me]
    match command:
        case Offer(to=to) if to == me or not 0 <= to < len(view.sizes):
            return refusal("SWA-003", "BAD_TARGET", to=to)
        case Offer() if not view.offers_left:
            return refusal("SWA-003", "TOO_MANY", most=OFFERS_MAX)
        case Offer(to=to) if to in open_to:
            return refusal("SWA-003", "ALREADY_OFFERED", to=to)
        case Offer(want=want) if want not in view.kinds:
            return refusal("SWA-003", "UNKNOWN_KIND")
        case Offer():
            return refusal("SWA-004", "CARD_NOT_FREE")
        case Accept(by=by) if any((o.by, o.to) == (by, me) for o in view.offers):
            return refusal("SWA-005", "CARD_NOT_FREE")
        case Accept() | Decline() | Withdraw():
            return refusal("SWA-006", "OFFER_LAPSED")
    return refusal("SWA-002", "NOT_YOUR_DECISION")


def house_answer(view: View, prompt: Prompt, policy: Policy, rng: Rng) -> Command:
    """The house ends its turns and declines."""
    match prompt:
        case AnswerPrompt(seat=seat, offer=offer):
            return Decline(seat, offer.by)
        case WithdrawPrompt(seat=seat, offer=offer):
            return Withdraw(seat, offer.to)
        case OfferPrompt(seat=seat, cards=cards, to=to):
            give = chosen(cards, rng, "house", "SWA-003")
            want = chosen(view.kinds, rng, "house", "SWA-003")
            return Offer(seat, chosen(to, rng, "house", "SWA-003"), give, want)
    return EndTurn(prompt.seat)


def read_pack(text: str) -> Pack[Kinds]:
    """The kinds of an edition."""
    return packs.read(text, Kinds, game)


def setup(seats: int, options: Options, pack: Pack[Kinds], rng: Rng) -> Change[AnyTable]:
    """SWA-001. Deal as many to each as go evenly; the rest is left in the box, unseen."""
    if not 1 <= options.turns <= 20:
        raise Refused(refusal("SWA-002", "OUT_OF_RANGE", turns=options.turns))
    cards = pack.contents.kinds * pack.contents.each
    each = len(cards) // seats
    dealt = shuffled(cards, rng, "shuffle/cards", "SWA-001")
    hands = tuple(
        Counted(dealt[seat * each : (seat + 1) * each], (seat,)) for seat in seats_of(seats)
    )
    left = tuple(known_to(seat, held=OFFERS_MAX) for seat in seats_of(seats))
    table: AnyTable = Table((Turn(Seat(0), options.turns),), pack, hands, left)
    return Change(table)


def project(table: AnyTable, viewer: Viewer) -> View:
    """What this viewer may see."""
    turn = table.agenda[0] if table.agenda else None
    assert turn is None or isinstance(turn, Turn)
    hand = None if viewer is None else table.hands[viewer].seen_by(viewer)
    left = None if viewer is None else table.left[viewer].seen_by(viewer)
    offers = (one.seen_by(viewer) for one in table.offers)
    return View(
        me=viewer,
        turn=None if turn is None else turn.seat,
        turns_left=0 if turn is None else turn.left,
        sizes=tuple(hand.count for hand in table.hands),
        kinds=table.pack.contents.kinds,
        hand=None if hand is None or hand is HIDDEN else tuple(sorted(hand)),
        offers=tuple(offer for offer in offers if offer is not HIDDEN),
        offers_left=None if left is None or left is HIDDEN else left,
        shown=() if turn else tuple(tuple(sorted(hand.peek())) for hand in table.hands),
    )


def redeal(table: AnyTable, viewer: Viewer, rng: Rng) -> AnyTable:
    """Other hands (with what they offer this viewer), other offers between others."""
    if not table.agenda:
        return table
    everybody = seats_of(len(table.hands))
    others = tuple(seat for seat in everybody if seat != viewer)
    kept = tuple(one for one in table.offers if one.seen_by(viewer) is not HIDDEN)
    pinned = {s: tuple(o.give for x in kept if (o := x.peek()).by == s) for s in others}
    all_cards = [card for seat in others for card in table.hands[seat].peek()]
    pile = shuffled(
        without(tuple(all_cards), *(c for cards in pinned.values() for c in cards)),
        rng, "redeal", "hands",
    )  # fmt: skip
    hands, left = table.hands, table.left
    for seat in others:
        many = hands[seat].count - len(pinned[seat])
        hands = put(hands, seat, Counted((*pinned[seat], *pile[:many]), (seat,)))
        left = put(left, seat, known_to(seat, held=rng.below(OFFERS_MAX + 1, "redeal", "left")))
        pile = pile[many:]
    dealt = replace(table, hands=hands, left=left, offers=kept)
    for by in others:
        for to in others:
            free = dealt.free(by)
            if by != to and free and rng.below(2, "redeal", "offers"):
                want = chosen(table.pack.contents.kinds, rng, "redeal", "offers")
                offer = known_to(by, to, held=OpenOffer(by, to, free[0], want))
                dealt = replace(dealt, offers=(*dealt.offers, offer))
    return dealt


def result(table: AnyTable) -> Result | None:
    """SWA-007. The most cards of one kind."""
    if table.agenda:
        return None
    hands = [hand.peek() for hand in table.hands]
    scores = [max(hand.count(card) for card in hand) for hand in hands]
    standings = tuple(
        Standing(seat, 1 + sum(other > scores[seat] for other in scores), scores[seat])
        for seat in seats_of(len(hands))
    )
    return Result(tuple(s.seat for s in standings if s.place == 1), standings)
