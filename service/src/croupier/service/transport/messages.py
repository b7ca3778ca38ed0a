"""Between the contract's messages and what the app speaks; a game's own parts are `wire`'s."""

from collections import OrderedDict
from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Any

from google.protobuf.timestamp_pb2 import Timestamp

from croupier.engines.kernel.agenda import Answer
from croupier.engines.kernel.values import Viewer
from croupier.service.app.dealer import Said, Told
from croupier.service.app.frames import EndReason, Frame, Kind, News, ResetReason
from croupier.service.app.games import Game
from croupier.service.app.identity import Badge, seat_of
from croupier.service.app.live import Live
from croupier.service.app.lobby import NewTable
from croupier.service.app.problems import Problem
from croupier.service.app.records import Holder, Snapshot, Status, Terms
from croupier.service.app.seen import Seen, TableInfo, info_of
from croupier.service.transport.translate.pairing import members_of
from croupier.service.transport.wire import Wire, notice_to, result_to
from croupier.v1 import (
    common_pb2,
    lobby_service_pb2,
    payload_pb2,
    table_pb2,
    table_service_pb2,
)

TERMS_REMEMBERED = 1_024
FRAMES_REMEMBERED = 256  # encoded, for other watchers that stand at the same place

STATUS = {s: common_pb2.TableStatus.Value(f"TABLE_STATUS_{s.name}") for s in Status}
HOLDER = {h: common_pb2.SeatHolder.Value(f"SEAT_HOLDER_{h.name}") for h in Holder}
POLICY = {
    name.removeprefix("HOUSE_POLICY_").lower(): number
    for name, number in common_pb2.HousePolicy.items()
}
RESET = {r: table_service_pb2.ResetReason.Value(f"RESET_REASON_{r.name}") for r in ResetReason}
END = {r: table_service_pb2.EndReason.Value(f"END_REASON_{r.name}") for r in EndReason}
POLICIES = {number: name for name, number in POLICY.items()}


class Scribe:
    """Writes replies and reads requests, for every game."""

    def __init__(
        self,
        games: Mapping[str, Game],
        wires: Mapping[str, Wire],
        clock_ms: Callable[[], int],
        think_ms: int,
    ) -> None:
        self._games, self._wires, self._clock_ms = games, wires, clock_ms
        self._think_ms = think_ms
        self._wire_of = {
            event: wires[name]
            for name, game in games.items()
            for event in members_of(game.engine.events)
        }
        self._terms_of = lru_cache(TERMS_REMEMBERED)(self._terms)
        self._frames: OrderedDict[int, tuple[Frame, bytes]] = OrderedDict()

    # --- requests -----------------------------------------------------------------------

    def new_table(self, request: lobby_service_pb2.CreateTableRequest, caller: str) -> NewTable:
        """What a table shall be. Raises UNKNOWN_GAME, WRONG_GAME or INVALID_REQUEST."""
        wire = self._wires.get(request.game)
        if wire is None:
            raise Problem("UNKNOWN_GAME")
        return NewTable(
            command_id=command_id(request.command_id),
            caller=caller,
            game=request.game,
            seats=request.seats,
            options=wire.options_from(request.options if request.HasField("options") else None),
            pack=request.pack if request.HasField("pack") else None,
            listed=request.listed,
            spectators=request.spectators == common_pb2.SPECTATORS_LIVE,
            think_ms=(
                request.house_think_ms if request.HasField("house_think_ms") else self._think_ms
            ),
            turn_s=request.turn_seconds if request.HasField("turn_seconds") else None,
            reply_s=request.reply_seconds if request.HasField("reply_seconds") else None,
            test_seed=request.test_seed if request.HasField("test_seed") else None,
        )

    def said(self, request: table_service_pb2.SubmitCommandRequest, badge: Badge) -> Said:
        """A command. The seat is the token's: no message says it."""
        game = request.WhichOneof("game")
        wire = self._wires.get(game or "")
        if game is None or wire is None:
            raise Problem("WRONG_GAME")
        return Said(
            badge=badge,
            command_id=command_id(request.command_id),
            game=game,
            command=wire.command_from(request, seat_of(badge)),
            prompt_id=request.prompt_id if request.HasField("prompt_id") else None,
            expected_revision=(
                request.expected_revision if request.HasField("expected_revision") else None
            ),
        )

    # --- replies ------------------------------------------------------------------------

    def table(self, snapshot: Snapshot) -> table_pb2.Table:
        """What is public of a table."""
        message = table_pb2.Table()
        self._table(info_of(snapshot), message)
        return message

    def table_view(self, seen: Seen, viewer: Viewer, into: table_pb2.TableView) -> None:
        """A table as one viewer sees it."""
        self._table(seen.info, into.table)
        wire = self._wires[seen.info.terms.game]
        if seen.view is not None:
            wire.view_to(seen.view, into.view)
        for one in seen.prompts:
            prompt_id = f"{viewer}.{one.n}"
            wire.prompt_to(one.prompt, prompt_id, one.question, one.deadline_ms, into.prompts.add())
        if seen.result is not None:
            into.result.CopyFrom(result_to(seen.result))

    def events(self, news: Told | News, viewer: Viewer, into: Any) -> None:
        """What one commit told a viewer: the house's own news first, then the game's."""
        for notice in news.notices:
            notice_to(notice, into.add())
        for event in news.events:
            self._wire_of[type(event)].event_to(event, viewer, into.add())

    def revision(self, news: News, viewer: Viewer, into: table_pb2.RevisionEvents) -> None:
        """What one commit told a viewer, and its revision after it."""
        into.revision = news.revision
        self.events(news, viewer, into.events)

    def frame(self, frame: Frame, viewer: Viewer) -> bytes:
        """A frame of a watch, encoded; once for all who get the same."""
        known = self._frames.get(id(frame))
        if known is not None and known[0] is frame:
            return known[1]
        written = self._frame(frame, viewer).SerializeToString()
        if frame.seen is not None:
            self._frames[id(frame)] = frame, written
            if len(self._frames) > FRAMES_REMEMBERED:
                self._frames.popitem(last=False)
        return written

    def answer(self, live: Live, answer: Answer, into: payload_pb2.LegalCommand) -> None:
        """One thing a seat may do."""
        into.CopyFrom(self._wires[live.game.name].answer_to(answer))

    def stamp(self, into: Timestamp) -> None:
        """The server's clock."""
        into.FromMilliseconds(self._clock_ms())

    # --- within ---------------------------------------------------------------------------

    def _frame(self, frame: Frame, viewer: Viewer) -> table_service_pb2.WatchTableResponse:
        message = table_service_pb2.WatchTableResponse(
            revision=frame.revision,
            from_revision=frame.from_revision,
            resume_token=frame.token,
        )
        self.stamp(message.server_time)
        match frame.kind:
            case Kind.SNAPSHOT:
                self._seen(frame, viewer, message.snapshot.view)
            case Kind.CHANGE:
                message.change.SetInParent()
                if frame.seen is not None:
                    self._seen(frame, viewer, message.change.view)
                for news in frame.news:
                    self.revision(news, viewer, message.change.revisions.add())
            case Kind.RESET:
                assert isinstance(frame.reason, ResetReason)
                message.reset.reason = RESET[frame.reason]
                self._seen(frame, viewer, message.reset.view)
            case Kind.BOOKMARK:
                message.bookmark.SetInParent()
            case Kind.END:
                assert isinstance(frame.reason, EndReason)
                message.end.reason = END[frame.reason]
        return message

    def _seen(self, frame: Frame, viewer: Viewer, into: table_pb2.TableView) -> None:
        assert frame.seen is not None, f"{frame.kind} brings a view"
        self.table_view(frame.seen, viewer, into)

    def _table(self, info: TableInfo, into: table_pb2.Table) -> None:
        into.CopyFrom(self._terms_of(info.terms))
        into.table_id, into.status = info.table_id, STATUS[info.status]
        for n, place in enumerate(info.seats):
            seat = into.seats.add(seat=n, holder=HOLDER[place.holder], away=place.away)
            if place.policy is not None:
                seat.policy = POLICY[place.policy]
            if place.holder is not Holder.OPEN and place.name:
                seat.display_name = place.name

    def _terms(self, terms: Terms) -> table_pb2.Table:
        """What never changes for a table."""
        game = self._games[terms.game]
        spectators = common_pb2.SPECTATORS_LIVE if terms.spectators else common_pb2.SPECTATORS_OFF
        return table_pb2.Table(
            game=terms.game,
            edition=game.pack(terms.pack).contents.edition,
            pack_sha256=terms.pack,
            rules_number=terms.rules,
            options=self._wires[terms.game].options_to(game.options.read(terms.options)),
            listed=terms.listed,
            spectators=spectators,
            fair=terms.fair,
            commitment=terms.commitment.hex(),
            house_think_ms=terms.think_ms,
            turn_seconds=terms.turn_s,
            reply_seconds=terms.reply_s,
        )


def command_id(text: str) -> bytes:
    """The 16 bytes of a command id: upper and lower case name the same command."""
    return bytes.fromhex(text.replace("-", ""))
