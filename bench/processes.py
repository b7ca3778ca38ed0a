"""Processes of one measurement: started, pinned, and their CPU time read from the kernel."""

import os
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

READY_LINES_MAX = 50
STOP_S = 30


@contextmanager
def process(
    *arguments: str, ready: str, cpu: int, env: Mapping[str, str] | None = None
) -> Iterator[int]:
    """A Python process pinned to one processor, ready when it has printed `ready`."""
    cpus = sorted(os.sched_getaffinity(0))
    child = subprocess.Popen(
        [sys.executable, *arguments],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        env={**os.environ, **(env or {})},
        preexec_fn=lambda: os.sched_setaffinity(0, {cpus[cpu % len(cpus)]}),
    )
    assert child.stdout is not None
    try:
        seen = []
        for _ in range(READY_LINES_MAX):
            line = child.stdout.readline()
            seen.append(line)
            if ready in line:
                break
        else:
            raise RuntimeError("not ready: " + "".join(seen))
        yield child.pid
    finally:
        child.terminate()
        child.communicate(timeout=STOP_S)


def pin(pid: int, cpu: int) -> None:
    """Keep a process, with all its threads, on one processor."""
    cpus = sorted(os.sched_getaffinity(0))
    for task in Path(f"/proc/{pid}/task").iterdir():
        os.sched_setaffinity(int(task.name), {cpus[cpu % len(cpus)]})


def cpu_s(pid: int) -> float:
    """User and system time of a process's threads so far, to the nanosecond."""
    tasks = Path(f"/proc/{pid}/task").iterdir()
    return sum(int((task / "schedstat").read_text().split()[0]) for task in tasks) / 1e9


def resident_kb(pid: int) -> int:
    """Its resident memory."""
    for line in Path(f"/proc/{pid}/status").read_text().splitlines():
        if line.startswith("VmRSS:"):
            return int(line.split()[1])
    raise RuntimeError("no VmRSS")
