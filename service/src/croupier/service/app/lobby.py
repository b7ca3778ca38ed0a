"""Seats: open a table, sit down, leave, start, hand to the house, take back, close."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from croupier.engines.kernel import fair
from croupier.engines.kernel.engine import POLICIES
from croupier.engines.kernel.refusal import Refused
from croupier.engines.kernel.rng import KeyedRng
from croupier.engines.kernel.secret import known_to_nobody
from croupier.engines.kernel.values import Seat, Value, replace
from croupier.service.app.clerk import Clerk, Done, Judge, Order, digest_of
from croupier.service.app.fold import fold, opened
from croupier.service.app.games import Game
from croupier.service.app.identity import Badge, Identity, check, seat_of
from croupier.service.app.listing import open_tables
from croupier.service.app.live import Live, Tables, rules_id, table_key
from croupier.service.app.ports import Committed, ReceiptKey, Store
from croupier.service.app.problems import Code, Problem, refused
from croupier.service.app.records import (
    HOST,
    Act,
    Caller,
    Chair,
    Close,
    Entry,
    GiveSeat,
    Holder,
    LeaveSeat,
    Open,
    Receipt,
    ReissueHost,
    ReissueSeat,
    Return,
    RevokeSpectators,
    Snapshot,
    Start,
    Status,
    TableId,
    TakeSeat,
    Terms,
)

Entropy = Callable[[int], bytes]
JOINER = Caller("join")
SEED_BYTES = 32
EPOCH_BYTES = 8
NOBODY_TO_KICK = "The house plays this seat: there is no player to take it from."
TRIAL_KEY = bytes(32)  # deals a table that nobody ever sees, to find out whether it can be


class NewTable(Value, frozen=True):
    """What a table shall be."""

    command_id: bytes
    caller: str  # who opens tables here: "anyone", or "operator" when a key is needed
    game: str
    seats: int
    options: Any
    pack: str | None = None  # SHA-256; None is the house edition
    listed: bool = False
    spectators: bool = False
    think_ms: int = 0
    turn_s: int | None = None  # None is the game's default, 0 is for ever
    reply_s: int | None = None
    test_seed: bytes | None = None


@dataclass(frozen=True, slots=True)
class Opened:
    """A new table, with what its host needs."""

    live: Live
    host_token: str
    invite_code: str


@dataclass(frozen=True, slots=True)
class Seated:
    """A seat, its token, and its revision at the commit that gave it."""

    live: Live
    seat: Seat
    token: str
    revision: int


class Lobby:
    """Who sits where. Every mutating call is repeatable by its command id."""

    def __init__(
        self, store: Store, tables: Tables, clerk: Clerk, identity: Identity, entropy: Entropy
    ) -> None:
        self._store, self._tables, self._clerk = store, tables, clerk
        self._identity, self._entropy = identity, entropy

    async def create(self, new: NewTable) -> Opened:
        """Open a table. The house commits to its seed before anybody sits down."""
        game = self._tables.games.get(new.game)
        if game is None:
            raise Problem("UNKNOWN_GAME")
        pack = await game.fetch(new.pack or game.house_pack.sha256, self._store)
        _try_out(game, new)
        table_id = self._identity.table_id(new.caller, new.command_id)
        epoch = self._entropy(EPOCH_BYTES)
        seed = known_to_nobody(held=new.test_seed or self._entropy(SEED_BYTES))
        terms = _terms(game, new, pack.sha256)
        pinned = fair.commitment(seed.peek(), table_id.encode(), epoch, rules_id(terms))
        act = Open(replace(terms, commitment=pinned), new.seats)
        folded = opened(table_id, epoch, act, HOST, new.command_id)
        digest = _digest(new, terms)
        await self._store.put_pack(pack.sha256, pack.text)
        if new.listed:
            await self._store.list_table(table_id)
        outcome = await self._store.create(
            folded.snapshot, folded.entry, Receipt(digest, 1, 0), seed
        )
        if isinstance(outcome, Committed):
            key = table_key(seed, table_id, epoch, act.terms)
            live = Live(outcome.row, game, None, folded.asked, key)
            self._clerk.stored(b"", live, folded.entry)
        else:
            live = await self._opened_before(table_id, new.command_id, digest)
        if new.listed and live.snapshot.status is Status.WAITING:
            await self._store.list_table(table_id)  # whoever looked meanwhile has struck it out
        token = self._identity.issue(Badge(table_id, "host", None, 0))
        return Opened(live, token, self._identity.invite_code(table_id))

    async def _opened_before(self, table_id: TableId, command_id: bytes, digest: bytes) -> Live:
        live, look = await self._tables.look(table_id, ReceiptKey(HOST, command_id))
        if look.receipt is None or look.receipt.digest != digest:
            raise Problem("COMMAND_ID_REUSED")
        return live

    async def get(self, table_id: TableId, badge: Badge | None) -> Live:
        """A table for whoever has a token of it, or for everybody when it is listed."""
        live = await self._tables.current(table_id)
        if badge is not None:
            if badge.table_id != table_id:
                raise Problem("TOKEN_INVALID")
            check(badge, live.snapshot)
        elif not live.snapshot.terms.listed:
            raise Problem("TOKEN_MISSING")
        return live

    async def open_tables(
        self, after: str, limit: int, game: str | None = None
    ) -> tuple[list[Live], str]:
        """Listed tables with a free seat, newest first, and the place to go on from, if any."""
        return await open_tables(self._store, self._tables, after, limit, game)

    async def join(
        self, table_id: TableId, command_id: bytes, code: str | None, seat: Seat | None, name: str
    ) -> Seated:
        """Sit down on a seat, or on the first free one."""

        def invited(snapshot: Snapshot) -> None:
            self._invited(snapshot, code)

        def act(live: Live) -> Act:
            free = _free_seat(live, seat)
            return TakeSeat(free, name, live.snapshot.chairs[free].generation)

        digest = digest_of(b"join", b"" if seat is None else str(seat).encode(), name.encode())
        order = Order(table_id, JOINER, command_id, digest, invited)
        done = await self._carry(order, act)
        return self._seated(done, await self._entry(done))

    async def spectate(self, table_id: TableId, code: str | None) -> tuple[Live, str]:
        """A token to watch with."""
        live = await self._tables.current(table_id)
        self._invited(live.snapshot, code)
        if not live.snapshot.terms.spectators:
            raise Problem("SPECTATORS_OFF")
        generation = live.snapshot.spectator_generation
        return live, self._identity.issue(Badge(table_id, "spectator", None, generation))

    async def leave(self, badge: Badge, command_id: bytes) -> Live:
        """Stand up: before the start the seat is free, after it the house holds it.

        A repeat comes with a token that is dead by then: its receipt answers for it.
        """
        seat, order = seat_of(badge), _order(badge, command_id, b"leave")
        return (await self._though_dead(order, lambda _: LeaveSeat(seat))).live

    async def come_back(self, badge: Badge, command_id: bytes) -> Live:
        """Who was away is asked again. Deciding does the same, where there is a question."""
        seat = seat_of(badge)

        def act(live: Live) -> Act:
            if not live.snapshot.chairs[seat].away:
                raise Problem("NOT_AWAY")
            return Return(seat)

        return (await self._carry(_order(badge, command_id, b"return"), act)).live

    async def start(self, badge: Badge, command_id: bytes) -> Live:
        """Deal. Every seat must be taken."""

        def act(live: Live) -> Act:
            if live.snapshot.status is not Status.WAITING:
                raise Problem("ALREADY_STARTED")
            if any(chair.holder is Holder.OPEN for chair in live.snapshot.chairs):
                raise Problem("SEATS_EMPTY")
            return Start()

        live = await self._as_host(badge, command_id, b"start", act)
        await self._store.unlist_table(badge.table_id)
        return live

    async def give(self, badge: Badge, command_id: bytes, seat: Seat, policy: str) -> Live:
        """Hand a seat to the house, which plays it by a policy from now on."""
        assert policy in POLICIES

        def act(live: Live) -> Act:
            _chair(live, seat)
            return GiveSeat(seat, policy)

        what = b"give" + policy.encode()
        return await self._as_host(badge, command_id, what + str(seat).encode(), act)

    async def reissue(self, badge: Badge, command_id: bytes, seat: Seat) -> Seated:
        """A new token for a taken seat; the old one is dead at once."""

        def act(live: Live) -> Act:
            chair = _chair(live, seat)
            if chair.holder is Holder.OPEN:
                raise Problem("SEAT_EMPTY")
            return ReissueSeat(seat, chair.generation + 1)

        order = self._host_order(badge, command_id, b"reissue" + str(seat).encode())
        done = await self._carry(order, act)
        return self._seated(done, await self._entry(done))

    async def reissue_host(self, badge: Badge, command_id: bytes) -> str:
        """A new token for the host; the old one is dead at once, but for a repeat of this."""
        order = self._host_order(badge, command_id, b"reissue host")
        done = await self._though_dead(
            order, lambda live: ReissueHost(live.snapshot.host_generation + 1)
        )
        act = (await self._entry(done)).act
        assert isinstance(act, ReissueHost)
        return self._identity.issue(Badge(badge.table_id, "host", None, act.generation))

    async def revoke_spectators(self, badge: Badge, command_id: bytes) -> Live:
        """Every spectator's token is dead at once; `spectate` gives new ones."""
        return await self._as_host(
            badge,
            command_id,
            b"revoke spectators",
            lambda live: RevokeSpectators(live.snapshot.spectator_generation + 1),
        )

    async def kick(self, badge: Badge, command_id: bytes, seat: Seat) -> Live:
        """Take a seat away from the person who holds it."""

        def act(live: Live) -> Act:
            holder = _chair(live, seat).holder
            if holder is Holder.HOUSE:
                raise Problem("SEAT_EMPTY", message=NOBODY_TO_KICK)
            if holder is Holder.OPEN:
                raise Problem("SEAT_EMPTY")
            return LeaveSeat(seat)

        return await self._as_host(badge, command_id, b"kick" + str(seat).encode(), act)

    async def close(self, badge: Badge, command_id: bytes) -> Live:
        """End the table for everybody."""
        live = await self._as_host(badge, command_id, b"close", lambda _: Close())
        await self._store.unlist_table(badge.table_id)
        return live

    # --- within ---------------------------------------------------------------------------

    def _invited(self, snapshot: Snapshot, code: str | None) -> None:
        """Raises INVITE_CODE_WRONG, for a repeat as well: that hands out the token again."""
        if not snapshot.terms.listed and not self._identity.invited(snapshot.table_id, code):
            raise Problem("INVITE_CODE_WRONG")

    async def _as_host(
        self, badge: Badge, command_id: bytes, what: bytes, act: Callable[[Live], Act]
    ) -> Live:
        return (await self._carry(self._host_order(badge, command_id, what), act)).live

    def _host_order(self, badge: Badge, command_id: bytes, what: bytes) -> Order:
        if badge.role != "host":
            raise Problem("NOT_ALLOWED")
        return _order(badge, command_id, what)

    async def _carry(self, order: Order, act: Callable[[Live], Act]) -> Done:
        return await self._clerk.carry_through(order, _judge(order, act))

    async def _though_dead(self, order: Order, act: Callable[[Live], Act]) -> Done:
        """An act that ends its sender's own token: a repeat's receipt answers for it."""
        try:
            return await self._carry(order, act)
        except Problem as problem:
            if problem.reason != "TOKEN_REVOKED":
                raise
            live, look = await self._tables.look(order.table_id, order.receipt_key)
            if look.receipt is None or look.receipt.digest != order.digest:
                raise
            return Done(live, look.receipt, None)

    async def _entry(self, done: Done) -> Entry:
        """The log entry of an order that was carried out now or before."""
        if done.folded is not None:
            return done.folded.entry
        version = done.receipt.version
        (logged,) = await self._store.entries(
            done.live.snapshot.table_id, after=version - 1, upto=version
        )
        return logged.entry

    def _seated(self, done: Done, entry: Entry) -> Seated:
        """The token of the generation that the entry names: a repeat revives nothing."""
        act = entry.act
        assert isinstance(act, TakeSeat | ReissueSeat)
        badge = Badge(done.live.snapshot.table_id, "seat", act.seat, act.generation)
        token = self._identity.issue(badge)
        return Seated(done.live, act.seat, token, entry.revisions[act.seat])


def _judge(order: Order, act: Callable[[Live], Act]) -> Judge:
    def judge(live: Live, _: Live) -> Any:
        order.check(live.snapshot)
        if live.snapshot.status is Status.CLOSED:
            raise Problem("TABLE_CLOSED")
        if live.snapshot.status is Status.OVER:
            raise Problem("GAME_OVER")
        return fold(live, act(live), order.caller, order.command_id)

    return judge


def _order(badge: Badge, command_id: bytes, what: bytes) -> Order:
    return Order(
        badge.table_id,
        badge.caller,
        command_id,
        digest_of(what),
        lambda snapshot: check(badge, snapshot),
    )


def _try_out(game: Game, new: NewTable) -> None:
    """Deal a trial table: the rules themselves say whether seats and options can be."""
    try:
        pack = game.pack(new.pack or game.house_pack.sha256)
        game.engine.setup(new.seats, new.options, pack, KeyedRng(TRIAL_KEY))
    except Refused as no:
        problem = refused(no.refusal)
        problem.code = Code.INVALID_ARGUMENT
        raise problem from None


def _terms(game: Game, new: NewTable, pack: str) -> Terms:
    """What is agreed, but for the commitment to the seed, which binds the rest."""
    return Terms(
        game=new.game,
        rules=game.engine.RULES,
        pack=pack,
        options=game.options.write(new.options),
        listed=new.listed,
        spectators=new.spectators,
        think_ms=new.think_ms,
        turn_s=game.turn_clock.turn_s if new.turn_s is None else new.turn_s,
        reply_s=game.turn_clock.reply_s if new.reply_s is None else new.reply_s,
        fair=new.test_seed is None,
        commitment=b"",
    )


def _digest(new: NewTable, terms: Terms) -> bytes:
    clocks = f"{new.think_ms} {terms.turn_s} {terms.reply_s}"
    flags = f"{new.seats} {new.listed} {new.spectators} {clocks}".encode()
    seed = b"" if new.test_seed is None else new.test_seed
    return digest_of(b"open", terms.game.encode(), terms.pack.encode(), terms.options, flags, seed)


def _chair(live: Live, seat: Seat) -> Chair:
    if not 0 <= seat < len(live.snapshot.chairs):
        raise Problem("NO_SUCH_SEAT")
    return live.snapshot.chairs[seat]


def _free_seat(live: Live, seat: Seat | None) -> Seat:
    if live.snapshot.status is not Status.WAITING:
        raise Problem("ALREADY_STARTED")
    if seat is not None:
        if _chair(live, seat).holder is not Holder.OPEN:
            raise Problem("SEAT_TAKEN")
        return seat
    for n, chair in enumerate(live.snapshot.chairs):
        if chair.holder is Holder.OPEN:
            return Seat(n)
    raise Problem("TABLE_FULL")
