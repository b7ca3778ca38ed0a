"""`python -m bench`: every figure in one interleaved run, as JSON and as a table."""

import argparse
import asyncio
import json
import os
import platform
import secrets
import socket
import statistics
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

import msgspec

from bench import engines, plan
from bench.load import Measured, Plan, Request
from bench.processes import cpu_s, pin, process
from bench.report import table
from croupier.service import main as house
from croupier.service.adapters.embedded import EmbeddedValkey
from croupier.service.catalogue import GAMES
from croupier.service.settings import Settings

SERVER_CPU, LOAD_CPU = 0, 1
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
        one = up.enter_context(serving(settings, 1))
        two = up.enter_context(serving(settings, 2))
        sizes = await sizes_of(game, settings, one)
        echo = up.enter_context(echoing(*sizes))
        runs: dict[str, list[dict[str, float]]] = {}
        for number in range(rounds):
            progress(f"round {number + 1} of {rounds}")
            for name, figures in await one_round(
                game, settings, valkey, (echo, one, two), tables, calls
            ):
                runs.setdefault(name, []).append(figures)
                progress(f"  {name}: {figures['server_us']:.0f} us of server CPU")
    return {
        "machine": f"{platform.machine()}, {os.cpu_count()} processors",
        "python": platform.python_version(),
        "game": game,
        "tables": tables,
        "reply_bytes": sizes[0],
        "frame_bytes": sizes[1],
        "rounds": runs,
        "medians": {name: medians(figures) for name, figures in runs.items()},
        "engine": engines.measure(next(e for e in GAMES if e.game == game)),
    }


Server = tuple[str, list[int]]  # address, processes


@contextmanager
def serving(settings: Settings, processes: int) -> Iterator[Server]:
    """`croupier serve`, once or twice on one port."""
    port = free_port()
    assert settings.secret is not None
    env = {
        "CROUPIER_REDIS_URL": str(settings.redis_url),
        "CROUPIER_SECRET": settings.secret.get_secret_value(),
        "CROUPIER_GRPC_PORT": str(port),
        "CROUPIER_REUSE_PORT": "true",
        "CROUPIER_LAME_DUCK_S": "0",
        "CROUPIER_LOG_LEVEL": "warning",
    }
    with ExitStack() as up:
        pids = [
            up.enter_context(process(CROUPIER, "serve", ready="store", cpu=n, env=env))
            for n in range(processes)
        ]
        yield f"127.0.0.1:{port}", pids


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
    servers: tuple[Server, Server, Server],
    tables: int,
    calls: int,
) -> list[tuple[str, dict[str, float]]]:
    """Each server once: echo, one process, two processes, one in flight, watchers."""
    echo, one, two = servers
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
        ("command, two processes", await commanded(two, tables, each)),
        ("echo, one in flight", echoed(1, LONE_CALLS)),
        ("command, one in flight", await commanded(one, 1, LONE_CALLS)),
        ("echo, 100 watchers", deliveries(fire(echo_watched(echo), echo, valkey))),
        (
            "command, 100 watchers",
            deliveries(await watched(game, settings, one, valkey, WATCHERS)),
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


def deliveries(run: tuple[Measured, dict[str, float]]) -> dict[str, float]:
    """One run with watchers as figures for each call and each delivery."""
    measured, spent = run
    return {
        **figures(run),
        "deliveries": measured.deliveries,
        "delivery_us": spent["server"] / max(1, measured.deliveries) * 1e6,
    }


def fire(
    prepared: Plan, server: Server, valkey: EmbeddedValkey | None
) -> tuple[Measured, dict[str, float]]:
    """Run a plan in a process of its own; CPU seconds of server and Valkey meanwhile."""
    raw = msgspec.msgpack.encode(prepared)
    cpus = sorted(os.sched_getaffinity(0))
    child = subprocess.Popen(
        [sys.executable, "-m", "bench.load"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        preexec_fn=lambda: os.sched_setaffinity(0, {cpus[LOAD_CPU % len(cpus)]}),
    )
    assert child.stdin is not None
    assert child.stdout is not None
    child.stdin.write(len(raw).to_bytes(8, "big") + raw)
    child.stdin.flush()
    if child.stdout.readline() != b"firing\n":
        raise RuntimeError("the load process did not begin")
    store = [valkey.process.pid] if valkey else []
    before = [sum(map(cpu_s, pids)) for pids in (server[1], store)]
    out, _ = child.communicate(b"x")
    after = [sum(map(cpu_s, pids)) for pids in (server[1], store)]
    measured = msgspec.json.decode(out, type=Measured)
    if measured.failures:
        raise RuntimeError(f"{len(measured.failures)} calls failed: {measured.failures[0]}")
    return measured, {"server": after[0] - before[0], "valkey": after[1] - before[1]}


def figures(run: tuple[Measured, dict[str, float]]) -> dict[str, float]:
    """One run as figures for each call."""
    measured, spent = run
    waits = sorted(measured.latencies_ms)
    return {
        "calls": measured.calls,
        "calls_s": measured.calls / measured.seconds,
        "server_us": spent["server"] / measured.calls * 1e6,
        "valkey_us": spent["valkey"] / measured.calls * 1e6,
        "client_us": measured.client_cpu_s / measured.calls * 1e6,
        "p50_ms": waits[len(waits) // 2],
        "p99_ms": waits[len(waits) * 99 // 100],
    }


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
