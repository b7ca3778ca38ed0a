"""The npm package of `clients/typescript`, as its tests use it: installed, built, compiled."""

import fcntl
import os
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.tidy.tree import ROOT

PACKAGE = ROOT / "clients/typescript"
MODULES = PACKAGE / "node_modules"
BUILD = PACKAGE / "build"
SOURCES = ("src", "test", "examples", "package.json", "package-lock.json", "tsconfig.json")


def npm(*words: str) -> str:
    """What an npm script of the package says. Fails with all of it when the script does."""
    done = subprocess.run(
        ("npm", "--silent", *words),
        cwd=PACKAGE, capture_output=True, text=True, timeout=300, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def there(place: Path, how: str) -> None:
    """Leave the test out, and say so, where this is not there; fail where all must run."""
    if not place.exists():
        said = f"needs {place.relative_to(ROOT)}: {how}"
        if os.environ.get("CROUPIER_TEST_ALL") == "1":
            pytest.fail(said, pytrace=False)
        pytest.skip(said)


def built() -> None:
    """Build the package and compile its tests, unless that was done since the last change."""
    there(MODULES / ".package-lock.json", "make typescript-tools")
    BUILD.mkdir(exist_ok=True)
    with (BUILD / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)  # several test processes come here at once
        stamp, made = BUILD / "ready", PACKAGE / "dist/index.js"
        current = stamp.exists() and stamp.stat().st_mtime > max(_changes())
        if not (current and made.exists()):
            npm("run", "build")
            npm("run", "pretest")
            stamp.touch()


def _changes() -> Iterator[float]:
    for source in SOURCES:
        place = PACKAGE / source
        yield from (path.stat().st_mtime for path in (place, *place.rglob("*")))
