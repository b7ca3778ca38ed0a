"""`croupier token`: what a token says, and making one by hand."""

import json
import sys
from base64 import urlsafe_b64decode
from typing import Annotated, NoReturn, get_args
from uuid import UUID

import typer
from msgspec import convert

from croupier.engines.kernel.values import Seat
from croupier.service.app.identity import TOKEN_LENGTH_MAX, Badge, Identity, Role
from croupier.service.app.keys import Keys
from croupier.service.app.problems import Problem
from croupier.service.app.records import TableId
from croupier.service.settings import BadSettings, load

SEATS_MAX = 16
EXAMPLE = "01234567-89ab-8def-8123-456789abcdef"


def token(
    what: Annotated[
        str,
        typer.Argument(help="The token to explain; - reads it from standard input; or: issue"),
    ],
    table: Annotated[str, typer.Option(help="issue: the table's id.")] = "",
    seat: Annotated[
        int | None, typer.Option(min=0, max=SEATS_MAX - 1, help="issue: the seat.")
    ] = None,
    role: Annotated[str, typer.Option(help="issue: seat, host or spectator.")] = "seat",
    generation: Annotated[
        int, typer.Option(min=0, help="issue: how often the seat's token was replaced.")
    ] = 0,
) -> None:
    """Explain a token, or make one from the root secret.

    `croupier token TOKEN` shows the table, role, seat and generation that it stands for, and
    whether this installation's secret signed it. `croupier token issue --table ID --seat N`
    prints the token of a seat, for an operator who has to help somebody back to the table. It
    works as long as its generation is the table's: raise it for each time the seat was left,
    kicked, given to the house or reissued. The secret is the one that `croupier serve` would
    use here (CROUPIER_SECRET, CROUPIER_SECRET_FILE or the one beside the data).
    """
    if what == "issue":
        badge = _badge(table, seat, role, generation)
        typer.echo(_identity().issue(badge))
        return
    given = (sys.stdin.readline() if what == "-" else what).strip()
    given = given.removeprefix("Bearer ").strip()
    badge = _read(given)
    typer.echo(f"table       {ascii(badge.table_id)[1:-1]}")
    typer.echo(f"role        {badge.role}")
    if badge.seat is not None:
        typer.echo(f"seat        {badge.seat}")
    typer.echo(f"generation  {badge.generation}")
    typer.echo(f"signature   {_verdict(given)}")


def _badge(table: str, seat: int | None, role: str, generation: int) -> Badge:
    """The badge that was asked for."""
    if not table:
        _stop(f"issue needs the table's id: --table {EXAMPLE}")
    try:
        table_id = TableId(str(UUID(table)))
    except ValueError:
        _stop(f"--table {table!a} is not a table's id; one looks like {EXAMPLE}")
    if role == "seat" and seat is None:
        _stop("issue needs the seat: --seat 0")
    if role != "seat" and seat is not None:
        _stop("only a seat's token names a seat: leave --seat out")
    named = next((one for one in get_args(Role) if one == role), None)
    if named is None:
        _stop(f"--role is one of {', '.join(get_args(Role))}")
    return Badge(table_id, named, None if seat is None else Seat(seat), generation)


def _read(given: str) -> Badge:
    """What the token says, whoever signed it."""
    parts = given.split(".")
    try:
        if len(parts) != 3 or len(given) > TOKEN_LENGTH_MAX:
            raise ValueError
        said = json.loads(urlsafe_b64decode(parts[1] + "=" * (-len(parts[1]) % 4)))
        return convert((said["tbl"], said["rol"], said.get("sea"), said["gen"]), Badge, strict=True)
    except (ValueError, TypeError, KeyError, AttributeError):
        _stop("that is not a token of Croupier: three parts with dots between them")


def _verdict(given: str) -> str:
    """Whether the secret in force here signed it."""
    try:
        identity = Identity(Keys(_roots()))
    except BadSettings:
        return "not checked: there is no secret here"
    try:
        identity.read(f"Bearer {given}")
    except Problem:
        return "WRONG: the secret here did not make this token"
    return "good: made by the secret here"


def _identity() -> Identity:
    try:
        return Identity(Keys(_roots()))
    except BadSettings as bad:
        _stop(str(bad))


def _roots() -> tuple[bytes, ...]:
    """The secrets in force. Raises BadSettings."""
    from croupier.service import main

    return main.roots(load())


def _stop(sentence: str) -> NoReturn:
    typer.echo(f"croupier token: {sentence}", err=True)
    raise typer.Exit(2)
