"""TableService: see, decide, watch."""

from collections.abc import AsyncIterator, Callable
from contextlib import aclosing

from croupier.service.app.dealer import Dealer
from croupier.service.app.frames import Kind, Mode
from croupier.service.app.hub import Hub
from croupier.service.app.seen import seen
from croupier.service.transport import pages
from croupier.service.transport.context import Call
from croupier.service.transport.messages import Scribe, command_id
from croupier.v1 import table_service_pb2 as pb


class TableHandlers:
    """Everything a viewer does at a table."""

    def __init__(
        self, dealer: Dealer, hub: Hub, scribe: Scribe, delivered: Callable[[Kind], None]
    ) -> None:
        self._dealer, self._hub, self._scribe = dealer, hub, scribe
        self._delivered = delivered

    async def GetView(self, request: pb.GetViewRequest, call: Call) -> pb.GetViewResponse:
        """The table as the caller sees it now."""
        badge = call.badge(request.table_id)
        live, token = await self._dealer.view(badge)
        revision = live.snapshot.revision(badge.viewer)
        reply = pb.GetViewResponse(revision=revision, resume_token=token)
        self._scribe.stamp(reply.server_time)
        self._scribe.table_view(seen(live, badge.viewer), badge.viewer, reply.view)
        return reply

    async def SubmitCommand(
        self, request: pb.SubmitCommandRequest, call: Call
    ) -> pb.SubmitCommandResponse:
        """Decide something, once; or only ask whether it would be taken."""
        said = self._scribe.said(request, call.badge(request.table_id))
        if request.validate_only:
            await self._dealer.would_accept(said)
            return pb.SubmitCommandResponse()
        told = await self._dealer.submit(said)
        reply = pb.SubmitCommandResponse(revision=told.revision, resume_token=told.resume_token)
        self._scribe.events(told, told.viewer, reply.events)
        if told.replayed:
            call.replayed()
        if request.include_view:
            live, _ = await self._dealer.view(said.badge)
            self._scribe.table_view(seen(live, told.viewer), told.viewer, reply.view)
        return reply

    async def GetReceipt(self, request: pb.GetReceiptRequest, call: Call) -> pb.GetReceiptResponse:
        """The answer that a command of the caller got."""
        badge = call.badge(request.table_id)
        told = await self._dealer.receipt(badge, command_id(request.command_id))
        reply = pb.GetReceiptResponse(revision=told.revision, resume_token=told.resume_token)
        self._scribe.events(told, told.viewer, reply.events)
        return reply

    async def ListLegalCommands(
        self, request: pb.ListLegalCommandsRequest, call: Call
    ) -> pb.ListLegalCommandsResponse:
        """A page of what the caller may do. Later pages are of the same revision, or stale."""
        badge = call.badge(request.table_id)
        revision, after = None, 0
        if request.page_token:
            revision, after = pages.numbers(request.page_token, 2)
        size = request.page_size or pages.SIZE_DEFAULT
        live, answers, more = await self._dealer.legal(badge, after, size, revision)
        newest = live.snapshot.revision(badge.viewer)
        reply = pb.ListLegalCommandsResponse(revision=newest)
        for answer in answers:
            self._scribe.answer(live, answer, reply.commands.add())
        if more:
            reply.next_page_token = pages.token(newest, after + size)
        return reply

    async def WatchTable(self, request: pb.WatchTableRequest, call: Call) -> AsyncIterator[bytes]:
        """Follow the table from where the caller left off."""
        badge = call.badge(request.table_id)
        token = request.resume_token or None
        mode = Mode.EVENTS if request.mode == pb.WATCH_MODE_EVENTS else Mode.STATE
        async with aclosing(self._hub.watch(badge, token, mode)) as frames:
            async for frame in frames:
                yield self._scribe.frame(frame, badge.viewer)
                self._delivered(frame.kind)
