"""`croupier demo`: the house plays one whole game over gRPC, and proves that nothing was lost."""

import asyncio
import tempfile
import time
from pathlib import Path
from typing import Annotated

import typer

from croupier.client import CroupierError
from croupier.service.app.ports import Rotten, StoreAway
from croupier.service.app.problems import Problem
from croupier.service.app.records import TableId
from croupier.service.app.replay import LogMismatch, replay
from croupier.service.cli.exhibition import Unlike, exhibition
from croupier.service.cli.leaving import leaving_when_told, run
from croupier.service.cli.private import PrivateService, ServiceFailed, private_service
from croupier.service.settings import Settings

TIME_MAX_S = 60.0
LOOK_S = 0.2


class DemoFailed(Exception):
    """Why, in one sentence."""


def demo(
    game: Annotated[str, typer.Option(help="The game to play.")] = "blossom_ridge",
    seats: Annotated[int, typer.Option(min=1, max=16, help="How many play.")] = 4,
) -> None:
    """Watch house players play one whole game over gRPC, and check everything.

    Starts a private service on a free port with a temporary store. Every seat plays through the
    public API, and a watcher follows each seat. At the end three things must hold: every
    watcher saw every revision once, the service stopped cleanly, and the stored log, played
    again from its first entry, leads to exactly the stored table.
    """
    began = time.monotonic()
    try:
        with leaving_when_told():
            _show(game, seats)
    except (CroupierError, DemoFailed, ServiceFailed, Unlike) as failure:
        typer.echo(f"The demo failed: {failure}", err=True)
        raise typer.Exit(1) from None
    typer.echo(f"All of it in {time.monotonic() - began:.1f} seconds.")


async def replayed(settings: Settings, table_id: str) -> int:
    """Play the stored log again, in the store where the stopped service left it.

    Gives the number of entries. Raises DemoFailed.
    """
    from croupier.service import main

    try:
        async with main.opened(settings) as (store, tables):
            return await replay(store, tables, TableId(table_id))
    except LogMismatch as mismatch:
        raise DemoFailed(f"The log does not match: {mismatch}.") from None
    except (Problem, Rotten) as error:
        raise DemoFailed(f"The stored table cannot be read again: {error}.") from None
    except (StoreAway, main.CannotStart) as error:
        raise DemoFailed(f"The store cannot be opened again: {error}") from None


def _show(game: str, seats: int) -> None:
    with tempfile.TemporaryDirectory(prefix="croupier-demo-") as folder:
        with private_service(Path(folder)) as service:
            typer.echo(f"A private service listens on {service.address}; its store is temporary.")
            try:
                table_id = run(_within(service, game, seats))
            except TimeoutError:
                raise DemoFailed(f"The game took longer than {TIME_MAX_S:g} seconds.") from None
        typer.echo("The service has stopped cleanly.")
        commits = run(replayed(service.settings, table_id))
        typer.echo(
            f"Replayed {commits} log entries from the first: every entry and the final table match."
        )


async def _within(service: PrivateService, game: str, seats: int) -> str:
    """Play, as long as there is time and a service; the table's id."""
    playing = asyncio.ensure_future(exhibition(service.address, game, seats, typer.echo))
    lost = asyncio.ensure_future(_until_gone(service))
    try:
        async with asyncio.timeout(TIME_MAX_S):
            await asyncio.wait((playing, lost), return_when=asyncio.FIRST_COMPLETED)
        if not playing.done():
            raise DemoFailed("The service ended in the middle of the game.")
        return playing.result()
    finally:
        for task in (playing, lost):
            task.cancel()
        await asyncio.gather(playing, lost, return_exceptions=True)


async def _until_gone(service: PrivateService) -> None:
    while service.runs:  # noqa: ASYNC110 (the end of a process sets no event)
        await asyncio.sleep(LOOK_S)
