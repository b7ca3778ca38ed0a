"""`python -m bench`: every figure in one interleaved run, as JSON and as a table."""

import argparse
import asyncio
import json
import os
import platform
import secrets
import socket
import statistics
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

from bench import engines, kept, plan
from bench.firing import LOAD_CPU, Server, deliveries, figures, fire
from bench.load import Measured, Plan, Request
from bench.processes import pin, process
from bench.report import table
from croupier.service import main as house
from croupier.service.adapters.embedded import EmbeddedValkey
from croupier.service.catalogue import GAMES
from croupier.service.settings import Settings

SERVER_CPU = 0
CROUPIER = str(Path(sys.executable).with_name("croupier"))
WATCHERS = 100
LONE_CALLS = 100
WATCHED_CALLS = 200
ECHO = "/bench.Echo/Call"
ECHO_WATCH = "/bench.Echo/Watch"


def main() -> None:
    """Parse, measure, write."""
    parser = argparse.ArgumentParser(prog="python -m bench", description=__doc__)
    parser.add_argument("--rounds", type=int, default=3, help="interleaved rounds (default 3)")
    parser.add_argument("--tables", type=int, default=64, help="tables at once (default 64)")
    parser.add_argument("--calls", type=int, default=4000, help="calls a round (default 4000)")
    parser.add_argument("--out", type=Path, default=Path("bench/out"), help="where JSON goes")
    parser.add_argument("--game", default="blossom_ridge", help="which game (blossom_ridge)")
    asked = parser.parse_args()
    found = asyncio.run(measure(asked.game, asked.rounds, asked.tables, asked.calls))
    asked.out.mkdir(parents=True, exist_ok=True)
    path = asked.out / time.strftime("%Y%m%d-%H%M%S.json")
    path.write_text(json.dumps(found, indent=2) + "\n")
    sys.stdout.write(table(found) + f"\nAll figures: {path}\n")


async def measure(game: str, rounds: int, tables: int, calls: int) -> dict[str, Any]:
    """All servers are up for the whole run and take turns."""
    with ExitStack() as up:
        valkey = up.enter_context(EmbeddedValkey.start())
        pin(valkey.process.pid, LOAD_CPU)
        settings = Settings.model_validate(
            {"redis_url": valkey.url, "secret": secrets.token_hex(32), "log_level": "warning"}
        )
        one, http = up.enter_context(serving(settings, 1))
        two, _ = up.enter_context(serving(settings, 2))
        sizes = await sizes_of(game, settings, one)
        memory = await kept.measure(game, settings, one, valkey)
        echo = up.enter_context(echoing(*sizes))
        runs: dict[str, list[dict[str, float]]] = {}
        for number in range(rounds):
            progress(f"round {number + 1} of {rounds}")
            for name, measured in await one_round(
                game, settings, valkey, (echo, one, two, http), tables, calls
            ):
                runs.setdefault(name, []).append(measured)
                progress(f"  {name}: {measured.get('server_us', 0):.0f} us of server CPU")
    return {
        "machine": f"{platform.machine()}, {os.cpu_count()} processors",
        "python": platform.python_version(),
        "game": game,
        "tables": tables,
        "reply_bytes": sizes[0],
        "frame_bytes": sizes[1],
        "rounds": runs,
        "medians": {name: medians(each) for name, each in runs.items()},
        "memory": memory,
        "engine": engines.measure(next(e for e in GAMES if e.game == game)),
    }


@contextmanager
def serving(settings: Settings, processes: int) -> Iterator[tuple[Server, Server]]:
    """`croupier serve`, once or twice on one port: its gRPC door, and its HTTP port."""
    port, http = free_port(), free_port()
    assert settings.secret is not None
    env = {
        "CROUPIER_REDIS_URL": str(settings.redis_url),
        "CROUPIER_SECRET": settings.secret.get_secret_value(),
        "CROUPIER_GRPC_PORT": str(port),
        "CROUPIER_HTTP_PORT": str(http),
        "CROUPIER_REUSE_PORT": "true",
        "CROUPIER_LAME_DUCK_S": "0",
        "CROUPIER_LOG_LEVEL": "warning",
    }
    with ExitStack() as up:
        pids = [
            up.enter_context(process(CROUPIER, "serve", ready="store", cpu=n, env=env))
            for n in range(processes)
        ]
        yield (f"127.0.0.1:{port}", pids), (f"127.0.0.1:{http}", pids)


@contextmanager
def echoing(size: int, frame_size: int) -> Iterator[Server]:
    """The yardstick, answering with as many bytes as a real command does."""
    port = free_port()
    arguments = ("-m", "bench.echo", str(port), str(size), str(frame_size))
    with process(*arguments, ready="echo", cpu=SERVER_CPU) as pid:
        yield f"127.0.0.1:{port}", [pid]


async def sizes_of(game: str, settings: Settings, server: Server) -> tuple[int, int]:
    """How large the answer to a real command is, and a frame of a watch, over one game."""
    measured, _ = await watched(game, settings, server, None, 1)
    return measured.reply_bytes // measured.calls, measured.frame_bytes // measured.deliveries


async def one_round(
    game: str,
    settings: Settings,
    valkey: EmbeddedValkey,
    servers: tuple[Server, Server, Server, Server],
    tables: int,
    calls: int,
) -> list[tuple[str, dict[str, float]]]:
    """Each server once: echo, one process by both doors, two processes, one in flight, watchers."""
    echo, one, two, http = servers
    each = max(1, calls // tables)
    canned = Request(b"x" * 200)

    def echoed(lanes: int, calls: int) -> dict[str, float]:
        prepared = Plan(echo[0], ECHO, [[canned] * calls for _ in range(lanes)])
        return figures(fire(prepared, echo, valkey))

    async def commanded(server: Server, lanes: int, calls: int) -> dict[str, float]:
        prepared = await planned(game, settings, server, lanes, calls)
        return figures(fire(Plan(server[0], plan.SUBMIT, prepared), server, valkey))

    return [
        ("echo", echoed(tables, each)),
        ("command", await commanded(one, tables, each)),
        ("command, HTTP port", await commanded(http, tables, each)),
        ("command, two processes", await commanded(two, tables, each)),
        ("echo, one in flight", echoed(1, LONE_CALLS)),
        ("command, one in flight", await commanded(one, 1, LONE_CALLS)),
        ("a write, one in flight", await kept.fsynced(valkey)),
        ("echo, 100 watchers", deliveries(fire(echo_watched(echo), echo, valkey))),
        (
            "command, 100 watchers",
            deliveries(await watched(game, settings, one, valkey, WATCHERS)),
        ),
        (
            "HTTP port, 100 watchers",
            deliveries(await watched(game, settings, http, valkey, WATCHERS)),
        ),
    ]


def echo_watched(echo: Server) -> Plan:
    """Canned frames to as many watchers."""
    canned = Request(b"x" * 200)
    calls = [canned] * WATCHED_CALLS
    return Plan(echo[0], ECHO, [calls], ECHO_WATCH, [canned] * WATCHERS)


async def planned(
    game: str, settings: Settings, server: Server, tables: int, each: int
) -> list[list[Request]]:
    """So many games, the first commands of each."""
    dealt = await plan.deal(server[0], game, 4, tables)
    async with house.opened(settings) as (_, known):
        return [(await plan.play_ahead(known, one))[:each] for one in dealt]


async def watched(
    game: str, settings: Settings, server: Server, valkey: EmbeddedValkey | None, watchers: int
) -> tuple[Measured, dict[str, float]]:
    """One game at one table, and so many who watch it."""
    (dealt,) = await plan.deal(server[0], game, 4, 1)
    async with house.opened(settings) as (_, known):
        requests = await plan.play_ahead(known, dealt)
    prepared = Plan(server[0], plan.SUBMIT, [requests], plan.WATCH, plan.watchers(dealt, watchers))
    return fire(prepared, server, valkey)


def medians(runs: list[dict[str, float]]) -> dict[str, float]:
    """The middle of each figure."""
    return {name: statistics.median(run[name] for run in runs) for name in runs[0]}


def free_port() -> int:
    """A port that nothing listens on."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def progress(line: str) -> None:
    """What is going on, for whoever waits."""
    sys.stderr.write(line + "\n")
    sys.stderr.flush()


if __name__ == "__main__":
    main()
