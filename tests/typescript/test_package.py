"""What is in the package is current, whole, and what its README says."""

import filecmp
import json
import subprocess
from pathlib import Path

import pytest

from tests.e2e.test_readme import Reader, blocks
from tests.tidy.tree import ROOT
from tests.typescript.package import MODULES, PACKAGE, npm, there

pytestmark = pytest.mark.needs("node", "npm")

EXAMPLES = sorted((PACKAGE / "examples").glob("*.mjs"))
BUF = ROOT / ".tools/bin/buf"


def differing(one: Path, other: Path) -> list[str]:
    """The files that are not the same in both folders."""
    names = {path.relative_to(top) for top in (one, other) for path in top.rglob("*.ts")}
    _, different, missing = filecmp.cmpfiles(one, other, sorted(map(str, names)), shallow=False)
    return sorted(different + missing)


def test_the_stubs_are_what_the_contract_generates(tmp_path: Path) -> None:
    there(BUF, "make check")
    there(MODULES, "make typescript-tools")

    command = (str(BUF), "generate", "--output", str(tmp_path))
    done = subprocess.run(
        command, cwd=PACKAGE, capture_output=True, text=True, timeout=300, check=False
    )

    assert done.returncode == 0, done.stderr
    assert differing(PACKAGE / "src/gen", tmp_path / "src/gen") == []


def test_the_lock_names_every_package_by_its_hash_and_no_registry() -> None:
    lock = json.loads((PACKAGE / "package-lock.json").read_text())
    packages = {name: one for name, one in lock["packages"].items() if name}

    assert packages
    assert [name for name, one in packages.items() if "integrity" not in one] == []
    assert [name for name, one in packages.items() if "resolved" in one] == []


@pytest.mark.usefixtures("_package")
def test_what_is_packed_is_what_is_imported() -> None:
    (packed,) = json.loads(npm("pack", "--dry-run", "--json", "--ignore-scripts"))
    names = {one["path"] for one in packed["files"]}

    assert {
        "README.md",
        "dist/croupier.bundle.js",
        "dist/gen/croupier/games/blossom_ridge/v1/blossom_ridge_pb.d.ts",
        "dist/gen/croupier/v1/common_pb.js",
        "dist/index.d.ts",
        "dist/index.js",
        "examples/first_game.mjs",
        "package.json",
    } <= names
    assert {name.partition("/")[0] for name in names} == {
        "README.md", "dist", "examples", "package.json",
    }  # fmt: skip


def test_the_readme_shows_the_examples() -> None:
    shown = blocks(PACKAGE / "README.md", "js")

    assert sorted(shown) == sorted(path.read_text() for path in EXAMPLES)


@pytest.mark.needs("unshare")
@pytest.mark.usefixtures("_package")
@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.name)
def test_each_example_runs(reader: Reader, path: Path) -> None:
    done = reader.types(f"cd {PACKAGE} && node {path.relative_to(PACKAGE)}")

    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.strip()
