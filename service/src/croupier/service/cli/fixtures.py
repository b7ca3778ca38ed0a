"""`croupier fixtures`: golden transcripts for makers of frontends."""

import random
import tempfile
from importlib.metadata import version
from pathlib import Path
from typing import Annotated

import typer

from croupier.client import CroupierError
from croupier.service.catalogue import GAMES
from croupier.service.cli.leaving import leaving_when_told, run
from croupier.service.cli.private import ServiceFailed, private_service
from croupier.service.cli.progress import told_every_second
from croupier.service.fixtures.folder import write_game, write_index
from croupier.service.fixtures.plain import Json
from croupier.service.fixtures.recording import TooSlow, recorder, seed_of

BAD_USAGE = 2


class BadWish(Exception):
    """What cannot be recorded, in one sentence."""


def fixtures(
    out: Annotated[Path, typer.Argument(help="The folder to write; it is made if need be.")],
    game: Annotated[
        list[str] | None, typer.Option(help="A game; may be repeated. All games without it.")
    ] = None,
    players: Annotated[
        list[int] | None,
        typer.Option(help="How many play; may be repeated. The fewest that may without it."),
    ] = None,
    seed: Annotated[int, typer.Option(help="Chooses the deals and the decisions.")] = 0,
) -> None:
    """Write golden transcripts: whole games, as JSON, as every viewer receives them.

    For each game and number of players a private service deals, every seat decides at random
    through the public API, and each frame that a seat or a spectator receives is written down,
    with what the seats list and send. A frontend can be developed and tested against the files
    without a service: the folder's README.md says how. The same seed gives the same bytes.
    """
    try:
        with leaving_when_told():
            entries = _recorded(out, _wanted(game or [], players or []), seed)
        write_index(out, version("croupier"), seed, entries)
    except BadWish as wish:
        typer.echo(f"Cannot write fixtures: {wish}", err=True)
        raise typer.Exit(BAD_USAGE) from None
    except TooSlow:
        typer.echo(
            "Cannot write fixtures: this machine is too busy now, a clock ran out. Try again.",
            err=True,
        )
        raise typer.Exit(1) from None
    except (CroupierError, ServiceFailed, OSError) as failure:
        typer.echo(f"Cannot write fixtures: {failure}", err=True)
        raise typer.Exit(1) from None
    typer.echo(f"{out / 'README.md'} says how to use them.")


def _wanted(games: list[str], players: list[int]) -> list[tuple[str, int]]:
    """The games with their numbers of players. Raises BadWish."""
    known = {engine.game: tuple(engine.seats) for engine in GAMES}
    for name in games:
        if name not in known:
            raise BadWish(f"--game: there is no {name!r}; there are {', '.join(known)}.")
    wanted = []
    for name in games or known:
        allowed = known[name]
        for count in players or allowed[:1]:
            if count not in allowed:
                most = f"{allowed[0]} to {allowed[-1]} players"
                raise BadWish(f"--players: {name} is for {most}, not {count}.")
            wanted.append((name, count))
    return wanted


def _recorded(out: Path, wanted: list[tuple[str, int]], seed: int) -> list[Json]:
    entries = []
    with (
        tempfile.TemporaryDirectory(prefix="croupier-fixtures-") as folder,
        private_service(Path(folder), test_seeds=True) as service,
    ):
        for game, players in wanted:
            written = run(_one(service.address, out, game, players, seed))
            size = sum((out / entry["file"]).stat().st_size for entry in written) / 1e6
            name = f"{game} for {players}"
            typer.echo(f"{name}: {len(written)} files, {size:.1f} MB in {out / game}")
            entries += written
    return entries


async def _one(address: str, out: Path, game: str, players: int, seed: int) -> list[Json]:
    chance = random.Random(f"{seed} {game} {players}")
    async with (
        recorder(address, chance) as recording,
        told_every_second(lambda: f"{game} for {players}: {recording.commands} commands"),
    ):
        await recording.play(game, players, seed_of(seed, game, players))
    return write_game(out, game, players, recording.tracks)
