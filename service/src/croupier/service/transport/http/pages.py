"""What is not of the contract: whether this replica lives and is ready, its figures, its docs."""

from collections.abc import Callable, Mapping

from croupier.service.transport.http.app import TEXT, Page
from croupier.service.transport.http.docs_page import docs_pages
from croupier.service.transport.http.exchange import Answer, Request
from croupier.service.transport.metrics_door import Render

NO_STORE = ((b"cache-control", b"no-store"),)


def pages(ready: Callable[[], bool], render: Render | None) -> Mapping[str, Page]:
    """The pages by their paths; figures only where `render` is given."""

    def alive(_: Request) -> Answer:
        return Answer(200, TEXT, b"alive\n", NO_STORE)

    def readiness(_: Request) -> Answer:
        if ready():
            return Answer(200, TEXT, b"ready\n", NO_STORE)
        return Answer(503, TEXT, b"not ready, or leaving\n", NO_STORE)

    def figures(request: Request) -> Answer:
        assert render is not None
        content_type, text = render(request.header(b"accept"))
        return Answer(200, content_type.encode(), text, NO_STORE)

    shown: dict[str, Page] = {"/healthz": alive, "/readyz": readiness, **docs_pages()}
    if render is not None:
        shown["/metrics"] = figures
    return shown
