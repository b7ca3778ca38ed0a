"""TranscriptService: what has happened at a table."""

from croupier.service.app.dealer import Dealer
from croupier.service.transport import pages
from croupier.service.transport.context import Call
from croupier.service.transport.messages import Scribe
from croupier.v1 import transcript_service_pb2 as pb


class TranscriptHandlers:
    """Everything a viewer was ever told."""

    def __init__(self, dealer: Dealer, scribe: Scribe) -> None:
        self._dealer, self._scribe = dealer, scribe

    async def ListEntries(
        self, request: pb.ListEntriesRequest, call: Call
    ) -> pb.ListEntriesResponse:
        """A page of the caller's own history."""
        badge = call.badge(request.table_id)
        (after,) = pages.numbers(request.page_token, 1) if request.page_token else (0,)
        size = request.page_size or pages.SIZE_DEFAULT
        _, page, more = await self._dealer.history(badge, after, size)
        reply = pb.ListEntriesResponse()
        for news in page:
            self._scribe.revision(news, badge.viewer, reply.entries.add())
        if more:
            reply.next_page_token = pages.token(page[-1].revision)
        return reply
