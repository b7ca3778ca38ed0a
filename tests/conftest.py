"""What is not run is said: a test that needs a program of the system names it.

`@pytest.mark.needs("redis-server")` runs where that program is installed. Where it is not, the
run ends with a line `NOT RUN: <test> (needs Debian package redis-server)`; under
CROUPIER_TEST_ALL=1, as in CI, the test fails instead. Any other skipped test is listed, too.
"""

import os
import shutil
import signal

import pytest

pytest_plugins = ["pytester"]

# Tests fork (a terminal of their own) beside gRPC's threads; its fork handlers are not for that.
os.environ.setdefault("GRPC_ENABLE_FORK_SUPPORT", "0")

# program -> the Debian package that has it
PACKAGES = {
    "chromium": "chromium",
    "curl": "curl",
    "nginx": "nginx",
    "node": "nodejs",
    "npm": "npm",
    "redis-server": "redis-server",
    "unshare": "util-linux",
}


def pytest_configure() -> None:
    """Ctrl-C reaches the programs under test, also where the run itself is in the background:
    a shell starts such a run with SIGINT ignored, and children would inherit that."""
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)


def pytest_runtest_setup(item: pytest.Item) -> None:
    """Skip or fail a test whose programs are missing, before its fixtures start anything."""
    needed = [name for marker in item.iter_markers("needs") for name in marker.args]
    missing = sorted({PACKAGES[name] for name in needed if shutil.which(name) is None})
    if not missing:
        return
    said = f"needs Debian package {', '.join(missing)}"
    if os.environ.get("CROUPIER_TEST_ALL") == "1":
        pytest.fail(said, pytrace=False)
    pytest.skip(said)


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Name every test that was skipped, and why; say what passed tests recorded as "told"."""
    for report in terminalreporter.stats.get("skipped", []):
        terminalreporter.write_line(f"NOT RUN: {report.nodeid} ({_reason(report)})")
    for report in terminalreporter.stats.get("passed", []):
        for name, text in report.user_properties:
            if name == "told":
                terminalreporter.write_line(str(text))


def _reason(report: pytest.TestReport) -> str:
    said = report.longrepr[2] if isinstance(report.longrepr, tuple) else str(report.longrepr)
    return said.removeprefix("Skipped: ")
