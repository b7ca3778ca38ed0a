"""What each canonical code is called in HTTP and in Connect. One table for every protocol."""

from typing import NamedTuple

from croupier.service.app.problems import Code


class Names(NamedTuple):
    """A code in other protocols."""

    http: int
    connect: str


NAMES = {
    code: Names(http, code.name.lower())
    for code, http in {
        Code.INVALID_ARGUMENT: 400,
        Code.DEADLINE_EXCEEDED: 504,
        Code.NOT_FOUND: 404,
        Code.ALREADY_EXISTS: 409,
        Code.PERMISSION_DENIED: 403,
        Code.RESOURCE_EXHAUSTED: 429,
        Code.FAILED_PRECONDITION: 400,
        Code.ABORTED: 409,
        Code.UNIMPLEMENTED: 501,
        Code.INTERNAL: 500,
        Code.UNAVAILABLE: 503,
        Code.DATA_LOSS: 500,
        Code.UNAUTHENTICATED: 401,
    }.items()
}
