"""A test that cannot run here says so, and fails where everything must run."""

from pathlib import Path

import pytest

PLANTED = """
import pytest

@pytest.mark.needs("unshare")
def test_here(): pass

@pytest.mark.needs("redis-server", "nginx")
def test_there(): pass
"""


@pytest.fixture
def planted(pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch) -> pytest.Pytester:
    """A project with our conftest, on a machine that has `unshare` and nothing else."""
    pytester.makeconftest(Path(__file__).with_name("conftest.py").read_text())
    pytester.makeini("[pytest]\nmarkers = needs(*programs)")
    pytester.makepyfile(PLANTED)
    found = {"unshare": "/usr/bin/unshare"}
    monkeypatch.setattr("shutil.which", found.get)
    return pytester


def test_what_is_missing_is_named_at_the_end(
    planted: pytest.Pytester, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("CROUPIER_TEST_ALL", raising=False)

    ran = planted.runpytest("-p", "no:valkey", "-p", "no:asyncio")

    ran.assert_outcomes(passed=1, skipped=1)
    ran.stdout.fnmatch_lines(["NOT RUN: *::test_there (needs Debian package nginx, redis-server)"])


def test_nothing_may_be_missing_where_all_must_run(
    planted: pytest.Pytester, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CROUPIER_TEST_ALL", "1")

    planted.runpytest("-p", "no:valkey", "-p", "no:asyncio").assert_outcomes(passed=1, errors=1)
