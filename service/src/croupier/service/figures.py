"""The figures of a house: every name and label that an operator meets in `/metrics`.

Beside these, `measuring` adds the levels, and Prometheus's own library those of the process.
"""

from collections.abc import Iterable, Iterator

from croupier.service.app.frames import Kind
from croupier.service.app.problems import REASONS, Code
from croupier.service.app.records import Status
from croupier.service.measures import Counter, Measures, Timer
from croupier.service.transport.context import DOORS
from croupier.service.transport.descriptors import services
from croupier.service.transport.dispatcher import UNKNOWN

RULES = "RULES"  # a game's own reasons, together: there is one for nearly each paragraph
CODES = ("OK", "CANCELLED", *(code.name for code in Code))
FATES = ("accepted", "replayed", *(code.name.lower() for code in Code))
COMMIT_OUTCOMES = (
    "committed",
    "known",
    "lost_race",
    "too_late",
    "not_due",
    "gone",
    "full",
    "not_applied",  # the store was away
    "unknown",  # so, but it may have been applied
    "failed",
)


class Figures:
    """What the parts of a house count and time."""

    def __init__(self, measures: Measures, games: Iterable[str]) -> None:
        self._streams = frozenset(_methods(streams=True))
        unary, every = tuple(_methods(streams=False)), (*_methods(), UNKNOWN)
        self._requests = measures.counter(
            "croupier_requests_total", "Requests answered, by door, method and code.",
            door=DOORS, method=every, code=CODES,
        )  # fmt: skip
        self._times = measures.timer(
            "croupier_request_duration_seconds", "How long unary requests took.",
            door=DOORS, method=unary,
        )  # fmt: skip
        self._refusals = measures.counter(
            "croupier_refusals_total", "Requests refused, by reason; RULES are those of the games.",
            reason=(*REASONS, RULES),
        )  # fmt: skip
        self._frames = measures.counter(
            "croupier_frames_total", "Frames delivered to watchers, by kind.",
            kind=[kind.value for kind in Kind],
        )  # fmt: skip
        self.loop_lag = measures.timer(
            "croupier_event_loop_lag_seconds", "How late the event loop comes to what is due."
        )
        self.tables = TableFigures(measures, tuple(games))

    def answered(
        self, door: str, method: str, code: str, reason: str | None, took_s: float
    ) -> None:
        """A request was answered."""
        self._requests.add(door, method, code)
        if reason is not None:
            self._refusals.add(reason if reason in REASONS else RULES)
        if method not in self._streams and method != UNKNOWN:
            self._times.took(took_s, door, method)

    def delivered(self, kind: Kind) -> None:
        """A watcher has a frame."""
        self._frames.add(kind.value)


class TableFigures:
    """What happens to tables."""

    def __init__(self, measures: Measures, games: Iterable[str]) -> None:
        games = tuple(games)
        self.commands: Counter = measures.counter(
            "croupier_commands_total", "Commands of players, by game and what became of them.",
            game=games, outcome=FATES,
        )  # fmt: skip
        self.commits: Counter = measures.counter(
            "croupier_commits_total", "Attempts to commit, by what the store said.",
            outcome=COMMIT_OUTCOMES,
        )  # fmt: skip
        self.store_times: Timer = measures.timer(
            "croupier_store_duration_seconds", "How long the store took, retries included.",
            operation=("create", "commit", "look"),
        )  # fmt: skip
        self.lateness: Timer = measures.timer(
            "croupier_due_lateness_seconds",
            "How long after its moment a due answer of the house was committed.",
        )
        self.statuses: Counter = measures.counter(
            "croupier_tables_total", "Tables that came into a status here.",
            game=games, status=[status.value for status in Status],
        )  # fmt: skip


def _methods(streams: bool | None = None) -> Iterator[str]:
    """Every RPC as the log calls it: all, or those that stream, or those that do not."""
    for service in services():
        for method in service.methods:
            if streams is None or bool(method.server_streaming) is streams:
                yield f"{service.name}/{method.name}"
