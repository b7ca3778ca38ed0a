"""The command line as a person starts it: own settings, own directories, no leftovers."""

import os
import subprocess
import sys
from pathlib import Path

CROUPIER = str(Path(sys.executable).with_name("croupier"))
DEMO_MAX_S = 60


def environment(home: Path, **settings: str) -> dict[str, str]:
    """What a fresh account has, and these settings."""
    own = {name: value for name, value in os.environ.items() if not name.startswith("CROUPIER_")}
    return {**own, "HOME": str(home), "TMPDIR": str(home), **settings}


def run(
    home: Path, *words: str, said: str = "", **settings: str
) -> "subprocess.CompletedProcess[str]":
    """`croupier ...` to its end."""
    return subprocess.run(
        [CROUPIER, *words],
        env=environment(home, **settings),
        input=said,
        capture_output=True,
        text=True,
        timeout=DEMO_MAX_S * 2,
        check=False,
    )


def servers_of(home: Path) -> list[str]:
    """Processes still running whose command line or working directory is below this home."""
    found = []
    for entry in Path("/proc").iterdir():
        if entry.name.isdecimal():
            try:
                told = (entry / "cmdline").read_bytes().replace(b"\0", b" ").decode()
                where = os.readlink(entry / "cwd")
            except OSError:
                continue
            if str(home) in told or where.startswith(str(home)):
                found.append(told)
    return found


def children_of(pid: int) -> list[int]:
    """The processes that it started."""
    told = Path(f"/proc/{pid}/task/{pid}/children").read_text()
    return [int(child) for child in told.split()]
