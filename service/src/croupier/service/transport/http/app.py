"""Who answers a request: found by its content type and path, in this order.

Nothing that fails here may reach the server below: it would print the failure with its text.
"""

from collections.abc import Callable, Mapping, Sequence

from croupier.service.transport.dispatcher import Dispatcher
from croupier.service.transport.http.connect import ConnectAdapter
from croupier.service.transport.http.cors import Cors
from croupier.service.transport.http.exchange import Answer, Gone, Receive, Request, Scope, Send
from croupier.service.transport.http.grpc import NATIVE, GrpcAdapter
from croupier.service.transport.http.hangups import Hangups
from croupier.service.transport.http.rest import RestAdapter
from croupier.service.transport.http.tools import Tool

TEXT = b"text/plain; charset=utf-8"
Page = Callable[[Request], Answer]  # what is not of the contract, by its path


class App:
    """The application of the HTTP door."""

    def __init__(
        self,
        dispatcher: Dispatcher,
        tools: Mapping[str, Tool],
        pages: Mapping[str, Page],
        origins: Sequence[str],
    ) -> None:
        self._dispatcher, self._pages, self._cors = dispatcher, pages, Cors(origins)
        self._grpc, self._connect = (
            GrpcAdapter(dispatcher, tools),
            ConnectAdapter(dispatcher, tools),
        )
        self._rest = RestAdapter(dispatcher)
        self.hangups = Hangups()
        self._services = {path.rpartition("/")[0] for path in (*dispatcher.methods, *tools)}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request."""
        if scope["type"] != "http":
            return
        request = Request(scope, receive)
        try:
            if request.peer is None:
                await self._answer(request, send)
            else:
                with self.hangups.noticed(request.peer):
                    await self._answer(request, send)
        except (Gone, OSError):
            pass  # whoever asked has left
        except Exception as failure:
            self._dispatcher.log.error("http.failure", exc_info=failure)

    async def _answer(self, request: Request, send: Send) -> None:
        if request.headers.get(b"content-type", b"").startswith(NATIVE):
            await self._grpc.answer(request, self._cors.marked(request, send))
            return
        asked = self._cors.preflight(request)
        if asked is not None:
            await asked.send(send)
            return
        send = self._cors.marked(request, send)
        if request.path.rpartition("/")[0] in self._services:
            await self._connect.answer(request, send)
        elif request.path in self._pages:
            await self._page(request).send(send)
        else:
            await self._rest.answer(request, send)

    def _page(self, request: Request) -> Answer:
        if request.verb not in ("GET", "HEAD"):
            return Answer(405, TEXT, b"only GET and HEAD\n", ((b"allow", b"GET, HEAD"),))
        return self._pages[request.path](request)
