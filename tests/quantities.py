"""How much of a stated quantity a test runs: a twentieth, or all of it under CROUPIER_FULL=1."""

import os

SHARE = 20


def quantity(full: int) -> int:
    """The number of tables, kills or commands to run where the promise states `full`."""
    return full if os.environ.get("CROUPIER_FULL") == "1" else max(1, full // SHARE)
