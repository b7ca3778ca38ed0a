"""Commands at the table: submit, ask whether one would be taken, look, list, remember."""

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import islice

from croupier.engines.kernel.agenda import Answer, Command
from croupier.engines.kernel.change import Event
from croupier.engines.kernel.refusal import Refused
from croupier.engines.kernel.values import Seat, Value, Viewer
from croupier.service.app.clerk import Clerk, Order, digest_of
from croupier.service.app.fold import Folded, fold
from croupier.service.app.frames import News, news_of
from croupier.service.app.identity import Badge, check, seat_of
from croupier.service.app.live import Live, Tables, told
from croupier.service.app.ports import Logged, ReceiptKey, Store
from croupier.service.app.problems import Problem, refused
from croupier.service.app.records import (
    Decide,
    Notice,
    Receipt,
    Snapshot,
    Status,
    TableId,
    heard,
    place_of,
)
from croupier.service.app.resume import ResumeTokens

LEGAL_MAX = 100_000  # answers walked for one page; more is a shape's business
NOT_PLAYING = {
    Status.WAITING: "NOT_STARTED",
    Status.OVER: "GAME_OVER",
    Status.CLOSED: "TABLE_CLOSED",
}


class Said(Value, frozen=True):
    """A command as it came in. Freshness: a prompt, or a revision, or neither.

    With neither it is meant for the question that its seat has when it arrives.
    """

    badge: Badge
    command_id: bytes
    game: str
    command: Command
    prompt_id: str | None = None
    expected_revision: int | None = None


@dataclass(frozen=True, slots=True)
class Told:
    """The answer to a command: what its sender was told, the same on every repeat."""

    live: Live  # at that commit, or after it
    viewer: Viewer
    revision: int
    resume_token: str
    notices: tuple[Notice, ...]
    events: tuple[Event, ...]  # those that the sender learns of
    replayed: bool


class Dealer:
    """The path of a command."""

    def __init__(self, store: Store, tables: Tables, clerk: Clerk, resume: ResumeTokens) -> None:
        self._store, self._tables, self._clerk, self._resume = store, tables, clerk, resume

    async def submit(self, said: Said) -> Told:
        """At most once per command id, on whichever replica: the receipt is in the commit."""
        seat = seat_of(said.badge)
        game = self._tables.games.get(said.game)
        if game is None:
            raise Problem("WRONG_GAME")
        written = game.commands.write(said.command)
        act = Decide(seat, written)

        def judge(live: Live, first: Live) -> Folded:
            _may_decide(live, first, said)
            try:
                return fold(live, act, said.badge.caller, said.command_id)
            except Refused as no:
                raise refused(no.refusal) from None

        order = Order(
            said.badge.table_id,
            said.badge.caller,
            said.command_id,
            digest_of(said.game.encode(), written),
            lambda snapshot: check(said.badge, snapshot),
            look_first=said.prompt_id is None and said.expected_revision is None,
        )
        done = await self._clerk.carry_through(order, judge)
        if done.folded is None:
            return await self._again(done.live, seat, done.receipt)
        entry, events = done.folded.entry, done.folded.events
        mark = done.live.row.marks[seat]
        return self._told(done.live, seat, done.receipt, mark, entry.notices, events, False)

    async def would_accept(self, said: Said) -> None:
        """Whether the command would be taken now. Raises the refusal; nothing is applied."""
        live = await self._seen(said.badge)
        _may_decide(live, live, said)
        engine = live.engine
        if not engine.accepts(live.table, said.command):
            view = engine.project(live.table, seat_of(said.badge))
            refusal = engine.why_not(view, said.command)
            assert refusal is not None, "what is not accepted has a reason"
            raise refused(refusal)

    async def receipt(self, badge: Badge, command_id: bytes) -> Told:
        """The first answer to a command. Raises RECEIPT_NOT_FOUND."""
        seat = seat_of(badge)
        live, look = await self._tables.look(badge.table_id, ReceiptKey(badge.caller, command_id))
        check(badge, live.snapshot)
        if look.receipt is None:
            raise Problem("RECEIPT_NOT_FOUND")
        return await self._again(live, seat, look.receipt)

    async def view(self, badge: Badge) -> tuple[Live, str]:
        """The table now, and the viewer's resume token."""
        if badge.role == "host":
            raise Problem("NOT_ALLOWED")
        live = await self._seen(badge)
        mark = live.row.marks[place_of(badge.viewer, len(live.snapshot.chairs))]
        return live, self._token(live, badge.viewer, live.snapshot.revision(badge.viewer), mark)

    async def legal(
        self, badge: Badge, after: int, limit: int, revision: int | None = None
    ) -> tuple[Live, tuple[Answer, ...], bool]:
        """A page of the seat's legal commands, and whether there are more.

        A later page names the revision of the first: STALE_REVISION when it has passed.
        """
        seat = seat_of(badge)
        live = await self._seen(badge)
        newest = live.snapshot.revision(seat)
        if revision is not None and revision != newest:
            raise Problem("STALE_REVISION", metadata={"revision": str(newest)})
        if live.table is None or live.snapshot.status is not Status.PLAYING:
            return live, (), False
        answers = islice(live.engine.legal(live.table, seat), LEGAL_MAX)
        page = tuple(islice(answers, after, after + limit + 1))
        return live, page[:limit], len(page) > limit

    async def history(
        self, badge: Badge, after: int, limit: int
    ) -> tuple[Live, tuple[News, ...], bool]:
        """What this viewer was told, revision by revision, after a revision of its own."""
        if badge.role == "host":
            raise Problem("NOT_ALLOWED")
        live = await self._seen(badge)
        place = place_of(badge.viewer, len(live.snapshot.chairs))
        version = await self._version_after(live, place, after)
        news: list[News] = []
        while len(news) <= limit and version < live.snapshot.version:
            logged = await self._store.entries(
                badge.table_id, after=version, upto=live.snapshot.version
            )
            news += self._news(live, logged, badge.viewer, place, len(news) + after)
            version = logged[-1].entry.version if logged else live.snapshot.version
        return live, tuple(news[:limit]), len(news) > limit

    # --- within ---------------------------------------------------------------------------

    async def _seen(self, badge: Badge) -> Live:
        live = await self._tables.current(badge.table_id)
        check(badge, live.snapshot)
        return live

    async def _again(self, live: Live, seat: Seat, receipt: Receipt) -> Told:
        """The first answer once more, made from the log: byte-equal every time."""
        logged = await self._entry(live.snapshot.table_id, receipt.version)
        events = self._tables.events_of(live.game, logged.entry)
        return self._told(live, seat, receipt, logged.chain, logged.entry.notices, events, True)

    async def _entry(self, table_id: TableId, version: int) -> Logged:
        (logged,) = await self._store.entries(table_id, after=version - 1, upto=version)
        return logged

    def _told(
        self,
        live: Live,
        seat: Seat,
        receipt: Receipt,
        mark: bytes,
        notices: tuple[Notice, ...],
        events: tuple[Event, ...],
        replayed: bool,
    ) -> Told:
        token = self._token(live, seat, receipt.revision, mark)
        mine = told(events, seat)
        return Told(live, seat, receipt.revision, token, heard(notices, seat), mine, replayed)

    def _token(self, live: Live, viewer: Viewer, revision: int, mark: bytes) -> str:
        snapshot = live.snapshot
        return self._resume.issue(snapshot.table_id, snapshot.epoch, viewer, revision, mark)

    async def _version_after(self, live: Live, place: int, revision: int) -> int:
        """The last version at which this viewer's revision was at most `revision`."""
        low, high = 0, live.snapshot.version
        while low < high:
            middle = (low + high + 1) // 2
            logged = await self._entry(live.snapshot.table_id, middle)
            if logged.entry.revisions[place] <= revision:
                low = middle
            else:
                high = middle - 1
        return low

    def _news(
        self, live: Live, logged: Iterable[Logged], viewer: Viewer, place: int, revision: int
    ) -> list[News]:
        news = []
        for one in logged:
            if one.entry.revisions[place] > revision:
                revision = one.entry.revisions[place]
                news.append(news_of(self._tables, live, one, viewer))
        return news


def _may_decide(live: Live, first: Live, said: Said) -> None:
    """The ladder before the rules: token, game, over, freshness."""
    snapshot = live.snapshot
    check(said.badge, snapshot)
    if said.game != snapshot.terms.game:
        raise Problem("WRONG_GAME", metadata={"game": snapshot.terms.game})
    if snapshot.status is not Status.PLAYING:
        raise Problem(NOT_PLAYING[snapshot.status])
    seat = seat_of(said.badge)
    numbers = snapshot.chairs[seat].numbers
    if said.expected_revision is not None and said.expected_revision != snapshot.revision(seat):
        raise Problem("STALE_REVISION", metadata=_where(snapshot, seat))
    if said.prompt_id is not None:
        if said.prompt_id not in [f"{seat}.{n}" for n in (numbers.question, *numbers.invitations)]:
            raise Problem("STALE_PROMPT", metadata=_where(snapshot, seat))
    elif numbers.question not in (None, first.snapshot.chairs[seat].numbers.question):
        raise Problem("STALE_PROMPT", metadata=_where(snapshot, seat))


def _where(snapshot: Snapshot, seat: Seat) -> dict[str, str]:
    """Where a seat that is behind should be."""
    where = {"revision": str(snapshot.revision(seat))}
    question = snapshot.chairs[seat].numbers.question
    if question is not None:
        where["prompt_id"] = f"{seat}.{question}"
    return where
