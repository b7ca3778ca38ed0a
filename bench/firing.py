"""Fires a plan from a process of its own, and says what it cost the server."""

import os
import subprocess
import sys

import msgspec

from bench.load import Measured, Plan
from bench.processes import cpu_s, resident_kb
from croupier.service.adapters.embedded import EmbeddedValkey

LOAD_CPU = 1

Server = tuple[str, list[int]]  # address, processes


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
    """Run a plan in a process of its own; CPU seconds of server and Valkey meanwhile, and by how
    much the server grew while everybody came."""
    raw = msgspec.msgpack.encode(prepared)
    empty = sum(map(resident_kb, server[1]))
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
    resident = sum(map(resident_kb, server[1]))
    out, _ = child.communicate(b"x")
    after = [sum(map(cpu_s, pids)) for pids in (server[1], store)]
    measured = msgspec.json.decode(out, type=Measured)
    if measured.failures:
        raise RuntimeError(f"{len(measured.failures)} calls failed: {measured.failures[0]}")
    return measured, {
        "server": after[0] - before[0],
        "valkey": after[1] - before[1],
        "watching_kb": resident - empty,
    }


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
