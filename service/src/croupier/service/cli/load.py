"""`croupier load`: whole games against any deployment, measured, and then checked."""

import json
import random
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated, NamedTuple

import typer

from croupier.client import Croupier, CroupierError
from croupier.service.app.ports import StoreAway
from croupier.service.catalogue import GAMES
from croupier.service.cli.leaving import leaving_when_told, run
from croupier.service.cli.private import ServiceFailed, private_service
from croupier.service.cli.progress import told_every_second
from croupier.service.load.logs import read_logs
from croupier.service.load.page import page_of
from croupier.service.load.plan import AT_ONCE_MAX, GAMES_MAX, BadPlan, Plan, mix_of, seats_of
from croupier.service.load.run import Run
from croupier.service.load.summary import Limits, playing_line, summary_of, words_of
from croupier.service.settings import BadSettings, Settings
from croupier.service.settings import load as from_environment
from croupier.v1.common_pb2 import Durability

BAD_USAGE = 2

EPILOG = """\b
Examples:
  croupier load                                 a private service, every game, checked
  croupier load --address tables.example:50051 --tables 500 --at-once 50
  croupier load --address ... --rate 5 --pace-ms 250 --tables 1000 --max-p99-ms 50
  croupier load --address ... --store --html report.html
                                                also read the logs (CROUPIER_REDIS_URL and
                                                CROUPIER_SECRET as the service has them)

\b
Exit codes: 0 all is well; 1 a limit was exceeded or a promise broken; 2 it could not begin.
"""


class CannotBegin(Exception):
    """Why there is nothing to measure, in one sentence."""


Address = Annotated[
    str, typer.Option(help="The service, host:port; without it a private one is started.")
]
Mix = Annotated[
    str,
    typer.Option(help="Games with their weights: blossom_ridge=3,blast_radius; none is all alike."),
]
Seats = Annotated[
    int | None, typer.Option(min=1, help="Players at each table; without it any that may play.")
]
Tables = Annotated[int, typer.Option(min=1, max=GAMES_MAX, help="Games to play.")]
AtOnce = Annotated[
    int, typer.Option(min=1, max=AT_ONCE_MAX, help="Closed loop: how many are played at once.")
]
Rate = Annotated[
    float | None,
    typer.Option(min=0.001, help="Open loop: tables opened a second, however the service is."),
]
PaceMs = Annotated[
    int, typer.Option(min=0, help="Open loop: how far apart the decisions at a table are due.")
]
Watchers = Annotated[
    int, typer.Option(min=0, max=100, help="Spectators at each table, beside its players.")
]
Reconnect = Annotated[
    int, typer.Option(min=0, help="A spectator goes and resumes after so many frames; 0: never.")
]
Slow = Annotated[
    float, typer.Option(min=0, max=1, help="Which part of the spectators reads slowly.")
]
TimeMax = Annotated[float, typer.Option(min=1, help="Give up after so long.")]
OperatorKey = Annotated[
    str | None, typer.Option(envvar="CROUPIER_OPERATOR_KEY", help="If opening tables needs one.")
]
WithStore = Annotated[
    bool, typer.Option("--store", help="Also play the log of every table again and compare.")
]
MaxFailed = Annotated[int, typer.Option(min=0, help="So many calls may fail.")]
MaxP99 = Annotated[
    float | None,
    typer.Option(min=0, help="What 99 of 100 commands may take, from the moment they were due."),
]
MaxSeen = Annotated[
    float | None,
    typer.Option(min=0, help="How late its player's own watch may show a command, at the most."),
]
JsonFile = Annotated[
    Path | None, typer.Option("--json", help="Write everything that was measured there.")
]
HtmlFile = Annotated[Path | None, typer.Option("--html", help="Write a page with charts there.")]
Seed = Annotated[int, typer.Option(help="Chooses the games and when they arrive.")]


def load(
    address: Address = "",
    mix: Mix = "",
    seats: Seats = None,
    tables: Tables = 20,
    at_once: AtOnce = 10,
    rate: Rate = None,
    pace_ms: PaceMs = 100,
    watchers: Watchers = 1,
    reconnect_every: Reconnect = 50,
    slow: Slow = 0.0,
    time_max_s: TimeMax = 3600,
    operator_key: OperatorKey = None,
    store: WithStore = False,
    max_failed: MaxFailed = 0,
    max_p99_ms: MaxP99 = None,
    max_seen_ms: MaxSeen = None,
    json_file: JsonFile = None,
    html_file: HtmlFile = None,
    seed: Seed = 0,
) -> None:
    """Play whole games through the public API, measure, and check what was measured.

    Every seat is a player that chooses among its legal commands and watches its table, with
    the client's own retry policy. Afterwards every table is compared with what the service
    tells of it, and with its log where the store can be read: no command may be lost, doubled
    or reordered, no frame missing, no view may show what it should not.
    """
    how = _How(mix, seats, tables, at_once, rate, pace_ms, watchers, reconnect_every, slow)
    with _in_a_sentence():
        plan = how.plan(time_max_s)
        settings = _store(address, store)
        done = _carried_out(plan, address, operator_key, settings, seed)
    told = summary_of(done)
    broken = list(Limits(max_failed, max_p99_ms, max_seen_ms).exceeded(told))
    _write(json_file, lambda: json.dumps(told | {"broken": broken}, indent=1))
    _write(html_file, lambda: page_of(told, broken))
    for line in words_of(told, broken):
        typer.echo(line)
    raise typer.Exit(1 if broken else 0)


class _How(NamedTuple):
    """The options that make a plan."""

    mix: str
    seats: int | None
    tables: int
    at_once: int
    rate: float | None
    pace_ms: int
    watchers: int
    reconnect_every: int
    slow: float

    def plan(self, time_max_s: float) -> Plan:
        """Raises BadPlan."""
        mix = mix_of(self.mix, GAMES)
        return Plan(
            mix=mix,
            seats=seats_of(self.seats, mix, GAMES),
            tables=self.tables,
            at_once=self.at_once,
            rate=self.rate,
            pace_s=self.pace_ms / 1000,
            watchers=self.watchers,
            reconnect_every=self.reconnect_every,
            slow=self.slow,
            time_max_s=time_max_s,
        )


@contextmanager
def _in_a_sentence() -> Iterator[None]:
    """Why it cannot be done, for people."""
    try:
        with leaving_when_told():
            yield
    except (BadPlan, BadSettings, CannotBegin, CroupierError, ServiceFailed) as failure:
        typer.echo(f"Cannot load: {failure}", err=True)
        raise typer.Exit(BAD_USAGE) from None


def _store(address: str, wanted: bool) -> Settings | None:
    """How to open the store of somebody else's service, if its logs are to be read."""
    if not wanted or not address:
        return None
    settings = from_environment()
    if settings.redis_url is None:
        raise CannotBegin(
            "--store: set CROUPIER_REDIS_URL, CROUPIER_SECRET and CROUPIER_PREFIX as the service "
            "has them."
        )
    return settings


def _carried_out(
    plan: Plan, address: str, operator_key: str | None, settings: Settings | None, seed: int
) -> Run:
    """Play and check; a private service's logs are read when it has stopped."""
    with tempfile.TemporaryDirectory(prefix="croupier-load-") as folder:
        done = Run(plan, Path(folder))
        with _service(address, Path(folder) / "service") as (where, own):
            run(_played(done, where, operator_key, random.Random(seed)))
        store = settings or own
        if store is not None:
            run(_read(done, store))
        return done


@contextmanager
def _service(address: str, folder: Path) -> Iterator[tuple[str, Settings | None]]:
    if address:
        yield address, None
        return
    folder.mkdir()
    with private_service(folder) as service:
        typer.echo(f"A private service listens on {service.address}; its store is temporary.")
        yield service.address, service.settings


async def _played(done: Run, address: str, operator_key: str | None, chance: random.Random) -> None:
    """Play everything, then ask about everything."""
    async with Croupier(address, operator_key=operator_key) as croupier:
        info = await croupier.server_info()
    done.durability = Durability.Name(info.durability).removeprefix("DURABILITY_").lower()
    async with told_every_second(lambda: playing_line(done)):
        await done.play(address, operator_key, chance)
    async with told_every_second(lambda: f"asked about {done.asked} of {len(done.played)} tables"):
        await done.ask(address)


async def _read(done: Run, settings: Settings) -> None:
    from croupier.service import main

    try:
        async with (
            main.opened(settings) as (store, tables),
            told_every_second(lambda: f"read {done.read} of {len(done.played)} logs"),
        ):
            await read_logs(done, store, tables)
    except (StoreAway, main.CannotStart) as failure:
        done.unread = f"the store cannot be read: {failure}"


def _write(file: Path | None, text: Callable[[], str]) -> None:
    if file is not None:
        try:
            file.write_text(text(), encoding="utf-8")
        except OSError as failure:
            typer.echo(f"Cannot write {file}: {failure.strerror}.", err=True)
