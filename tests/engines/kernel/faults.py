"""Planted faults: one edit each to a test game, and the law that must catch it.

A fault is made as a mistake would be, in the source; the faulty module is then an engine of
its own.
"""

import sys
from dataclasses import dataclass, replace
from importlib.util import find_spec, module_from_spec
from pathlib import Path
from types import ModuleType

from tests.engines.kernel.games import chain_dig, hidden_hands, high_low, sealed_bids, swap_meet
from tests.engines.kernel.subject import Subject
from tests.engines.kernel.test_games import SUBJECTS


@dataclass(frozen=True)
class Fault:
    """Replace `old` with `new` in a game's source: the law must break."""

    law: int
    game: ModuleType
    what: str
    old: str
    new: str

    @property
    def subject(self) -> Subject:
        """The faulty game under the laws."""
        sound, faulty = SUBJECTS[self.game.__name__.rpartition(".")[2]], self.module()
        fleeting = {getattr(faulty, t.__name__): by for t, by in sound.fleeting.items()}
        return replace(sound, module=faulty, fleeting=fleeting)

    def module(self) -> ModuleType:
        """The game with the fault in it."""
        spec = find_spec(self.game.__name__)
        assert spec is not None
        assert spec.origin is not None
        source = Path(spec.origin).read_text()
        assert source.count(self.old) == 1, f"{self.what}: {source.count(self.old)} places"
        faulty = module_from_spec(spec)
        faulty.__name__ = f"{self.game.__name__}_{self.what.replace(' ', '_')}"
        sys.modules[faulty.__name__] = faulty
        exec(compile(source.replace(self.old, self.new), spec.origin, "exec"), faulty.__dict__)
        return faulty


_BIDS = [
    Fault(2, sealed_bids, "a view shows another's bid",
          "my_bid=mine,", "my_bid=sealed[0].peek() if sealed else None,"),
    Fault(2, sealed_bids, "a view says who is waited for",
          "asked=bool(sealed) and viewer is not None and mine is None,",
          "asked=bool(sealed) and [one.peek() for one in sealed].count(None) == 1,"),
    Fault(3, sealed_bids, "who is waited for changes unannounced",
          "asked=bool(sealed) and viewer is not None and mine is None,",
          "asked=bool(sealed) and [one.peek() for one in sealed].count(None) == 1,"),
    Fault(2, sealed_bids, "a view has a number made from the deck",
          "lots_left=len(table.deck.peek()),",
          "lots_left=sum(i * ord(lot[0]) for i, lot in enumerate(table.deck.peek())),"),
    Fault(2, sealed_bids, "all are told that somebody has sealed",
          "coins=coins, audience=(answer.seat,))", "coins=coins)"),
    Fault(3, sealed_bids, "nobody is told of a sealed bid",
          "coins=coins, audience=(answer.seat,))", "coins=coins, audience=())"),
    Fault(2, sealed_bids, "the deal is told to all",
          "return agenda.settle(Change(table), rng)",
          "return agenda.settle(Change(table, (LotTurned(lot=lots[-1]),)), rng)"),
    Fault(2, sealed_bids, "a prompt depends on who has sealed",
          "lot=table.lot, most=table.coins[s]",
          "lot=table.lot, most=[one.peek() for one in self.sealed].count(None)"),
    Fault(3, sealed_bids, "a prompt changes unannounced",
          "lot=table.lot, most=table.coins[s]",
          "lot=table.lot, most=[one.peek() for one in self.sealed].count(None)"),
    Fault(2, sealed_bids, "what is legal depends on others' bids",
          "for coins in range(table.coins[seat] + 1))",
          "for coins in range(table.coins[seat] + 1)\n"
          "            if coins not in [one.peek() for one in self.sealed])"),
    Fault(5, sealed_bids, "a refusal says what the view does not",
          "raise Refused(why_not(project(table, command.seat), command))",
          "raise Refused(refusal('BID-003', 'NOT_NOW', lots=table.deck.peek()))"),
    Fault(1, sealed_bids, "a lot is lost", "untaken=(*table.untaken, lot)", "untaken=()"),
    Fault(1, sealed_bids, "a lot is doubled",
          "(*table.taken[winner], lot))", "(*table.taken[winner], lot, lot))"),
    Fault(4, sealed_bids, "no result, no question",
          "if table.agenda:\n        return None",
          "if table.agenda or table.untaken:\n        return None"),
    Fault(5, sealed_bids, "a listed bid is refused",
          "    if step is None:", "    if step is None or command == Bid(command.seat, 5):"),
    Fault(5, sealed_bids, "a bid below nothing is accepted",
          "    def do(self, table: \"Table[Step]\", answer: Bid,",
          "    def accepts(self, table, command):\n"
          "        return command.coins <= table.coins[command.seat]\n\n"
          "    def do(self, table: \"Table[Step]\", answer: Bid,"),
    Fault(8, sealed_bids, "a refusal after a draw",
          "    if step is None:",
          "    rng.below(6, 'public_dice', 'BID-002')\n    if step is None:"),
    Fault(5, sealed_bids, "the house bids what nobody may",
          'if policy == "random" else 0', 'if policy == "random" else prompt.most + 1'),
    Fault(5, sealed_bids, "a reason without a name",
          'refusal("BID-003", "NOT_YOUR_DECISION")', 'refusal("BID-003", "")'),
    Fault(5, sealed_bids, "a reason by another game's rule",
          'refusal("BID-003", "NOT_YOUR_DECISION")', 'refusal("BLO-001", "NOT_YOUR_DECISION")'),
    Fault(8, sealed_bids, "options refused after a draw",
          "    if not 0 <= options.left_out", "    rng.below(2, 's', 'BID-001')\n"
          "    if not 0 <= options.left_out"),
]  # fmt: skip

_OFFERS = [
    Fault(2, swap_meet, "an offer is told to all",
          "(OfferMade(offer=offer, audience=both),)", "(OfferMade(offer=offer),)"),
    Fault(2, swap_meet, "the end of an offer is told to all",
          "how=how, audience=(offer.by, offer.to))", "how=how)"),
    Fault(2, swap_meet, "a view has everybody's offers",
          "offers = (one.seen_by(viewer) for one in table.offers)",
          "offers = (one.peek() for one in table.offers)"),
    Fault(3, swap_meet, "offers between others change a view unannounced",
          "offers = (one.seen_by(viewer) for one in table.offers)",
          "offers = (one.peek() for one in table.offers)"),
    Fault(2, swap_meet, "a view has another's budget",
          "table.left[viewer].seen_by(viewer)", "table.left[0].peek()"),
    Fault(2, swap_meet, "a prompt depends on the other's hand",
          "able = offer.want in table.free(self.to)",
          "able = offer.want in table.free(self.by)"),
    Fault(2, swap_meet, "what is legal depends on the other's hand",
          "for want in table.pack.contents.kinds:",
          "for want in dict.fromkeys(table.free(to)):"),
    Fault(2, swap_meet, "hands are shown in the order they were held",
          "tuple(tuple(sorted(hand.peek())) for hand in hands)",
          "tuple(hand.peek() for hand in hands)"),
    Fault(1, swap_meet, "a swap that only gives",
          "        (offer.to, offer.want, offer.give),\n", ""),
    Fault(7, swap_meet, "a budget that is never spent", ".peek() - 1)", ".peek())"),
    Fault(7, swap_meet, "turns without end",
          "Turn(after, self.left - 1),", "Turn(after, self.left),"),
    Fault(3, swap_meet, "whoever withdraws is told nothing",
          "how=how, audience=(offer.by, offer.to))", "how=how, audience=(offer.to,))"),
    Fault(4, swap_meet, "invitations after the end",
          "    if not table.agenda:\n        return ()\n    pairs", "    pairs"),
    Fault(4, swap_meet, "nobody's turn", "return (TurnPrompt(seat=self.seat,",
          "return (TurnPrompt(seat=Seat(self.seat + 9),"),
    Fault(5, swap_meet, "why not has no answer",
          'refusal("SWA-006", "OFFER_LAPSED")', "refusal('SWA-006', view.lapsed)"),
]  # fmt: skip

_COUNTS = [
    Fault(2, hidden_hands, "a view counts a hidden hand",
          "turns_left=0 if turn is None else turn.left,",
          "turns_left=0 if turn is None else turn.left + len(table.hands[0].peek()),"),
    Fault(2, hidden_hands, "a view counts the bag",
          "turns_left=0 if turn is None else turn.left,",
          "turns_left=0 if turn is None else turn.left + len(table.bag.peek()),"),
    Fault(2, hidden_hands, "a view is as long as the bag",
          "shown=() if turn else tuple(",
          "shown=(('',) * len(table.bag.peek()),) if turn else tuple("),
    Fault(2, hidden_hands, "a view hints at an empty bag",
          "turns_left=0 if turn is None else turn.left,",
          "turns_left=0 if turn is None else turn.left + (not table.bag.peek()),"),
    Fault(2, hidden_hands, "a view says who holds most",
          "turn=None if turn is None else turn.seat,",
          "turn=max(table.hands, key=lambda h: len(h.peek())).audience[0] if turn else None,"),
    Fault(2, hidden_hands, "as many answers as the bag allows",
          "range(1, TAKE_MOST + 1)", "range(1, min(TAKE_MOST, len(table.bag.peek())) + 1)"),
    Fault(2, hidden_hands, "all see what is taken",
          "tuple(sorted(taken)), audience=(seat,))", "tuple(sorted(taken)))"),
    Fault(2, hidden_hands, "all learn that cards were dropped",
          "tuple(sorted(cards)), audience=(seat,))", "())"),
    Fault(2, hidden_hands, "a view with a secret in it",
          "hand=None if hand is HIDDEN else hand,", "hand=table.bag,"),
    Fault(2, hidden_hands, "a redeal that deals nothing",
          "    return replace(table, bag=bag, hands=tuple(hands), dropped=tuple(dropped))",
          "    return table"),
    Fault(2, hidden_hands, "a redeal that forgets what was dropped",
          "    for piles in (hands, dropped):", "    for piles in (hands,):"),
    Fault(2, hidden_hands, "a redeal that loses cards",
          "bag = known_to_nobody(places[-1])", "bag = known_to_nobody(places[-1][1:])"),
    Fault(6, hidden_hands, "an order that depends on hashes",
          "cards=tuple(sorted(taken))", "cards=tuple({*taken})"),
    Fault(6, hidden_hands, "a memory beside the table",
          "    bag: Cards = table.bag.peek()\n",
          "    stored.__dict__['taken'] = stored.__dict__.get('taken', 0) + 1\n"
          "    bag: Cards = table.bag.peek()[:: stored.__dict__['taken'] % 2 * 2 - 1]\n"),
    Fault(5, hidden_hands, "a shape that allows one more",
          "hand, 0, len(hand))", "(*hand, 'ant'), 0, len(hand))"),
]  # fmt: skip

_OTHERS = [
    Fault(2, high_low, "a view shows the next number",
          "table.open, table.deck.count,", "table.open, sum(table.deck.peek()[:1]),"),
    Fault(2, high_low, "a rare hint",
          "table.open, table.deck.count,",
          "table.open, table.deck.count + (table.deck.peek()[:1] == (9,)),"),
    Fault(2, high_low, "a time that depends on the deck",
          "limit_ms=table.limit_ms,", "limit_ms=table.deck.peek()[0],"),
    Fault(6, chain_dig, "a step the store does not know",
          "Table[Turn | Digging | Snake | EndTurn]", "Table[Turn | Digging | EndTurn]"),
    Fault(4, chain_dig, "one seat asked twice",
          "return (SnakePrompt(seat=self.seat, rule=RuleId(\"CHA-003\"), can_pay=can_pay),)",
          "return (SnakePrompt(seat=self.seat, rule=RuleId(\"CHA-003\"), can_pay=can_pay),) * 2"),
    Fault(4, chain_dig, "a question without an answer",
          "            yield Pay(seat)\n        yield DigOn(seat)", "            yield Pay(seat)"),
    Fault(1, chain_dig, "a snake that is not counted",
          "snakes=dug.snakes + 1", "snakes=dug.snakes"),
]  # fmt: skip

FAULTS = (*_BIDS, *_OFFERS, *_COUNTS, *_OTHERS)
HASHED = next(fault for fault in FAULTS if fault.what == "an order that depends on hashes")
