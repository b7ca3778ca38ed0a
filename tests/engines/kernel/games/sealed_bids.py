"""A test game of sealed simultaneous choice.

**BID-001** The lots are shuffled; each seat has five coins, and everybody sees them.
**BID-002** The top lot is turned up. Each seat seals a bid of at most its coins.
**BID-003** Nobody learns who has sealed, until all have: then the bids are turned over.
**BID-004** The one highest bid pays the bank and takes the lot; a tie leaves it untaken.
**BID-005** After the last lot the seat with the most value wins, then the most coins.
"""

from collections.abc import Iterator
from typing import Generic, TypeAlias, TypeVar

from croupier.engines.kernel import agenda
from croupier.engines.kernel import pack as packs
from croupier.engines.kernel.agenda import Answer, Command, Prompt, Step
from croupier.engines.kernel.change import Change, Event
from croupier.engines.kernel.engine import Policy, TurnClock
from croupier.engines.kernel.pack import Contents, Data, Pack
from croupier.engines.kernel.refusal import Refusal, Refused, refusal
from croupier.engines.kernel.result import Result, Standing
from croupier.engines.kernel.rng import Rng, shuffled
from croupier.engines.kernel.secret import Secret, known_to, known_to_nobody
from croupier.engines.kernel.values import RuleId, Seat, Value, Viewer, put, replace, seats_of

S = TypeVar("S")
COINS = 5

game, rules, RULES, seats = "sealed_bids", "BID", 1, range(2, 5)
turn_clock = TurnClock()
house_pack = """
schema = 1
edition = "house"
game = "sealed_bids"
lots = [{ id = "urn", value = 3 }, { id = "owl", value = 2 }, { id = "rug", value = 1 }]
"""


class Lot(Data, frozen=True):
    """Something to bid for."""

    id: str
    value: int


class Lots(Contents, frozen=True):
    """The lots of an edition."""

    lots: tuple[Lot, ...]


class Table(Value, Generic[S], frozen=True):
    """Everything on the table; `lot` is the one turned up."""

    agenda: tuple[S, ...]
    pack: Pack[Lots]
    coins: tuple[int, ...]
    taken: tuple[tuple[str, ...], ...]
    deck: Secret[tuple[str, ...]]
    lot: str | None = None
    untaken: tuple[str, ...] = ()


class Options(Value, frozen=True):
    """How many lots are left out, unseen."""

    left_out: int = 0


class Bid(Command, frozen=True):
    """Seal a bid."""

    coins: int


class BidPrompt(Prompt, frozen=True, kw_only=True):
    """Bid for this lot, at most so much."""

    lot: str
    most: int


class LotTurned(Event, frozen=True, kw_only=True):
    """The next lot lies open."""

    lot: str


class BidSealed(Event, frozen=True, kw_only=True):
    """Only the bidder knows."""

    seat: Seat
    coins: Secret[int]


class BidsTurned(Event, frozen=True, kw_only=True):
    """All bids at once, and who takes the lot."""

    bids: tuple[int, ...]
    winner: Seat | None


class TurnLot(Step, frozen=True):
    """BID-002. The top lot is turned up, while there is one."""

    def do(self, table: "Table[Step]", answer: None, rng: Rng) -> Change["Table[Step]"]:
        deck = table.deck.peek()
        if not deck:
            return Change(table)
        sealed = tuple(known_to(seat, held=_no_bid()) for seat in seats_of(len(table.coins)))
        turned = replace(
            table,
            deck=known_to_nobody(deck[1:]),
            lot=deck[0],
            agenda=(Bidding(sealed), TurnLot(), *table.agenda),
        )
        return Change(turned, (LotTurned(lot=deck[0]),))


class Bidding(Step, frozen=True):
    """BID-002, BID-003. Each seat seals a bid; all are turned over together."""

    sealed: tuple[Secret[int | None], ...]

    takes = (Bid,)

    def ask(self, table: "Table[Step]") -> tuple[Prompt, ...]:
        assert table.lot is not None
        return tuple(
            BidPrompt(seat=Seat(s), rule=RuleId("BID-002"), lot=table.lot, most=table.coins[s])
            for s, bid in enumerate(self.sealed)
            if bid.peek() is None
        )

    def answers(self, table: "Table[Step]", seat: Seat) -> Iterator[Answer]:
        return (Bid(seat, coins) for coins in range(table.coins[seat] + 1))

    def do(self, table: "Table[Step]", answer: Bid, rng: Rng) -> Change["Table[Step]"]:
        coins = known_to(answer.seat, held=answer.coins)
        sealed = put(self.sealed, answer.seat, known_to(answer.seat, held=_no_bid(answer.coins)))
        told = BidSealed(seat=answer.seat, coins=coins, audience=(answer.seat,))
        change = Change(table, (told,))
        bids = tuple(bid for one in sealed if (bid := one.peek()) is not None)
        if len(bids) < len(sealed):
            return Change(replace(table, agenda=(Bidding(sealed), *table.agenda)), (told,))
        return change.then(award, bids)


Stepped: TypeAlias = Table[TurnLot | Bidding]
stored, commands, prompts = Stepped, Bid, BidPrompt
options = Options
events = LotTurned | BidSealed | BidsTurned


class View(Value, frozen=True):
    """What one viewer sees: nothing of who has sealed but its own bid."""

    me: Seat | None
    lot: str | None
    coins: tuple[int, ...]
    taken: tuple[tuple[str, ...], ...]
    untaken: tuple[str, ...]
    lots_left: int
    my_bid: int | None
    asked: bool
    over: bool


view = View


def _no_bid(coins: int | None = None) -> int | None:
    return coins


def award(table: "Table[Step]", bids: tuple[int, ...]) -> Change["Table[Step]"]:
    """BID-004. The one highest bid pays and takes; a tie takes nothing."""
    lot, best = table.lot, max(bids)
    assert lot is not None
    winner = Seat(bids.index(best)) if bids.count(best) == 1 else None
    told = BidsTurned(bids=bids, winner=winner)
    if winner is None:
        return Change(replace(table, lot=None, untaken=(*table.untaken, lot)), (told,))
    coins = put(table.coins, winner, table.coins[winner] - best)
    taken = put(table.taken, winner, (*table.taken[winner], lot))
    return Change(replace(table, lot=None, coins=coins, taken=taken), (told,))


def read_pack(text: str) -> Pack[Lots]:
    """The lots of an edition."""
    return packs.read(text, Lots, game)


def setup(seats: int, options: Options, pack: Pack[Lots], rng: Rng) -> Change["Table[Step]"]:
    """BID-001. Shuffle the lots, give out coins, turn up the first."""
    if not 0 <= options.left_out < len(pack.contents.lots):
        raise Refused(refusal("BID-001", "NO_LOTS", left_out=options.left_out))
    lots = shuffled([lot.id for lot in pack.contents.lots], rng, "shuffle/lots", "BID-001")
    table: Table[Step] = Table(
        agenda=(TurnLot(),),
        pack=pack,
        coins=(COINS,) * seats,
        taken=((),) * seats,
        deck=known_to_nobody(lots[options.left_out :]),
    )
    return agenda.settle(Change(table), rng)


questions, legal = agenda.questions, agenda.legal


def invitations(table: "Table[Step]", seat: Seat) -> tuple[Prompt, ...]:
    """None in this game."""
    return ()


def accepts(table: "Table[Step]", command: Command) -> bool:
    """Whether somebody is asked for this."""
    return agenda.taker(table, command) is not None


def apply(table: "Table[Step]", command: Command, rng: Rng) -> Change["Table[Step]"]:
    """The table after a bid."""
    step = agenda.taker(table, command)
    if step is None:
        raise Refused(why_not(project(table, command.seat), command))
    return agenda.carry_out(table, step, command, rng)


def why_not(view: View, command: Command) -> Refusal:
    """Over, then not asked, then too much."""
    if view.over:
        return refusal("BID-005", "GAME_OVER")
    if not view.asked:
        return refusal("BID-003", "NOT_YOUR_DECISION")
    assert view.me is not None
    return refusal("BID-002", "OUT_OF_RANGE", most=view.coins[view.me])


def house_answer(view: View, prompt: Prompt, policy: Policy, rng: Rng) -> Command:
    """Absent seats bid nothing."""
    assert isinstance(prompt, BidPrompt)
    coins = rng.below(prompt.most + 1, "house", "BID-002") if policy == "random" else 0
    return Bid(prompt.seat, coins)


def project(table: "Table[Step]", viewer: Viewer) -> View:
    """What this viewer may see."""
    first = table.agenda[:1]
    sealed = first[0].sealed if first and isinstance(first[0], Bidding) else ()
    mine = sealed[viewer].peek() if sealed and viewer is not None else None
    return View(
        me=viewer,
        lot=table.lot,
        coins=table.coins,
        taken=table.taken,
        untaken=table.untaken,
        lots_left=len(table.deck.peek()),
        my_bid=mine,
        asked=bool(sealed) and viewer is not None and mine is None,
        over=not table.agenda,
    )


def redeal(table: "Table[Step]", viewer: Viewer, rng: Rng) -> "Table[Step]":
    """Other lots to come (and left out), and others' bids: sealed or not, of any size."""
    gone = (table.lot, *table.untaken, *(lot for taken in table.taken for lot in taken))
    unseen = [lot.id for lot in table.pack.contents.lots if lot.id not in gone]
    left = len(table.deck.peek())
    deck = known_to_nobody(shuffled(unseen, rng, "redeal", "lots")[:left])
    first = table.agenda[:1]
    if not first or not isinstance(first[0], Bidding):
        return replace(table, deck=deck)
    sealed = list(first[0].sealed)
    others = [seat for seat in seats_of(len(sealed)) if seat != viewer]
    for seat in others:
        bid = rng.below(table.coins[seat] + 2, "redeal", "bid") - 1
        sealed[seat] = known_to(seat, held=_no_bid(bid if bid >= 0 else None))
    if all(one.peek() is not None for one in sealed):  # somebody is still waited for
        late = others[rng.below(len(others), "redeal", "late")]
        sealed[late] = known_to(late, held=_no_bid())
    return replace(table, deck=deck, agenda=(Bidding(tuple(sealed)), *table.agenda[1:]))


def result(table: "Table[Step]") -> Result | None:
    """BID-005. Most value, then most coins."""
    if table.agenda:
        return None
    worth = {lot.id: lot.value for lot in table.pack.contents.lots}
    scores = [sum(worth[lot] for lot in taken) for taken in table.taken]
    keys = list(zip(scores, table.coins, strict=True))
    places = [1 + sum(other > key for other in keys) for key in keys]
    standings = tuple(Standing(Seat(s), place, scores[s]) for s, place in enumerate(places))
    winners = tuple(s.seat for s in standings if s.place == 1)
    tied = scores.count(max(scores)) > len(winners)
    return Result(winners, standings, "coins" if tied else "none")
