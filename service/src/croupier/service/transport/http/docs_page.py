"""The OpenAPI document, and a page that shows it without asking anybody else for anything."""

from collections.abc import Iterator, Mapping
from importlib.resources import files

from croupier.service.transport.http.app import Page
from croupier.service.transport.http.exchange import Answer, Header, Request

# Nothing from anywhere else, nothing written into the page, and no page around it.
POLICY = "; ".join(
    (
        "default-src 'none'", "script-src 'self'", "style-src 'self' 'unsafe-inline'",
        "img-src 'self' data:", "connect-src 'self'", "base-uri 'none'", "form-action 'none'",
        "frame-ancestors 'none'",
    )
)  # fmt: skip
HEADERS: tuple[Header, ...] = (
    (b"cache-control", b"no-cache"),
    (b"content-security-policy", POLICY.encode()),
    (b"referrer-policy", b"no-referrer"),
    (b"x-content-type-options", b"nosniff"),
)
FILES = {
    "/openapi.json": ("openapi.json", b"application/json"),
    "/docs": ("index.html", b"text/html; charset=utf-8"),
    "/docs/page.js": ("page.js", b"text/javascript; charset=utf-8"),
    "/docs/swagger-ui-bundle.js": ("swagger-ui-bundle.js", b"text/javascript; charset=utf-8"),
    "/docs/swagger-ui.css": ("swagger-ui.css", b"text/css; charset=utf-8"),
}


def docs_pages() -> Mapping[str, Page]:
    """The pages by their paths."""
    return dict(_pages())


def _pages() -> Iterator[tuple[str, Page]]:
    folder = files("croupier.service.transport.http") / "docs"
    for path, (name, content_type) in FILES.items():
        answer = Answer(200, content_type, (folder / name).read_bytes(), HEADERS)
        yield path, _always(answer)


def _always(answer: Answer) -> Page:
    def page(_: Request) -> Answer:
        return answer

    return page
