"""`croupier play`: a person against the house, in the terminal."""

from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from errno import ENOENT
from pathlib import Path
from typing import Annotated, Protocol

import typer

from croupier.client import CroupierError
from croupier.client.sync import Croupier, SeatClient
from croupier.service.cli.kept import Kept, forget, keep, kept
from croupier.service.cli.menu import Quit
from croupier.service.cli.private import ServiceFailed, private_service
from croupier.service.cli.sitting import sit

DATA_DIR = Path("~/.local/state/croupier-play")
THINK_MS = 300
KEPT = "The game is kept: `croupier play` goes on with it."


class _Service(Protocol):
    address: str


def play(
    address: Annotated[
        str, typer.Option(help="Play at this service instead of a private one: host:port.")
    ] = "",
    game: Annotated[str, typer.Option(help="The game to play.")] = "blossom_ridge",
    seats: Annotated[int, typer.Option(min=1, max=16, help="How many seats; yours is 0.")] = 4,
    name: Annotated[str, typer.Option(help="What you want to be called.")] = "Guest",
    think_ms: Annotated[
        int, typer.Option(min=0, max=60_000, help="How long the house seems to think.")
    ] = THINK_MS,
    new: Annotated[bool, typer.Option("--new", help="Give up the game that was kept.")] = False,
    data_dir: Annotated[
        Path, typer.Option(help="Where the game is kept when you stop half-way.")
    ] = DATA_DIR,
) -> None:
    """Play against the house. Every choice is a number.

    Starts a private service and sits you down with house players. Stop with q whenever you
    like: the next `croupier play` goes on with the same game.
    """
    with _in_a_sentence(data_dir):
        place = _place(data_dir)
        with _service(address, place) as service, Croupier(service.address) as croupier:
            if new:
                forget(place)
            seat = _kept_seat(croupier, place, address)
            if seat is None:
                seat = _new_seat(croupier, place, address, game, seats, name, think_ms)
            if sit(croupier, seat):
                forget(place)


@contextmanager
def _in_a_sentence(data_dir: Path) -> Iterator[None]:
    """How it ended, in words for people."""
    try:
        yield
    except Quit:
        typer.echo(KEPT)
    except KeyboardInterrupt:
        typer.echo(f"\n{KEPT}")
    except (CroupierError, ServiceFailed) as failure:
        typer.echo(f"Cannot play: {failure}", err=True)
        raise typer.Exit(1) from None
    except OSError as failure:
        typer.echo(f"Cannot play: --data-dir {data_dir}: {failure.strerror}.", err=True)
        raise typer.Exit(1) from None


def _place(data_dir: Path) -> Path:
    """The directory, made if it is not there. Raises OSError."""
    try:
        place = data_dir.expanduser()
    except RuntimeError:
        raise FileNotFoundError(ENOENT, "No such account") from None
    place.mkdir(mode=0o700, parents=True, exist_ok=True)
    return place


class _Given:
    """A service that somebody else runs."""

    def __init__(self, address: str) -> None:
        self.address = address


def _service(address: str, place: Path) -> AbstractContextManager[_Service]:
    return nullcontext(_Given(address)) if address else private_service(place)


def _kept_seat(croupier: Croupier, place: Path, where: str) -> SeatClient | None:
    """The seat of a game that goes on, if one was kept."""
    found = kept(place, where)
    if found is None:
        return None
    seat = croupier.seat(found.table_id, found.token, found.seat)
    try:
        state = seat.view()
    except CroupierError as error:
        if error.passing:
            raise
        typer.echo(f"The game that was kept is gone ({error.reason}).")
        return None
    if state.result is not None:
        return None
    table = state.table
    typer.echo(
        f"Going on with the game that was kept: {table.game} with {len(table.seats)} seats. "
        "(--new gives it up and begins another.)"
    )
    return seat


def _new_seat(
    croupier: Croupier, place: Path, where: str, game: str, seats: int, name: str, think_ms: int
) -> SeatClient:
    """A new table: this person in seat 0, the house in all others. Nobody waits for anybody."""
    host = croupier.create_table(
        game, seats, house_think_ms=think_ms, turn_seconds=0, reply_seconds=0
    )
    seat = host.join(name, 0)
    for other in range(1, seats):
        host.hand_to_house(other)
    host.start()
    keep(place, Kept(where, seat.table_id, seat.seat, seat.token))
    return seat
