"""What a run found, as plain data: for the JSON report, the HTML page and the last lines."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from croupier.service.load.figures import MEASURED, PERCENTILES, Samples, percentile
from croupier.service.load.run import Run

POINTS_MAX = 300  # of a chart
SECOND = 1.0
SAID_MAX = 20  # broken promises said at the end; the reports have more


@dataclass(frozen=True, slots=True)
class Limits:
    """What a run may not exceed; None does not matter."""

    failed: int = 0
    p99_ms: float | None = None  # of commands
    seen_ms: float | None = None  # the slowest of all watches

    def exceeded(self, summary: dict[str, Any]) -> Iterator[str]:
        """Every limit that this run broke, in words."""
        if summary["failed"] > self.failed:
            yield f"{summary['failed']} calls failed; {self.failed} may"
        if summary["tables"]["unfinished"]:
            yield f"{summary['tables']['unfinished']} tables did not come to their end"
        if summary["wrong"]["unread"]:
            yield summary["wrong"]["unread"]
        if summary["wrong"]["count"]:
            yield f"{summary['wrong']['count']} promises were broken"
        p99 = summary["latency_ms"]["command"]["p99"]
        if self.p99_ms is not None and p99 > self.p99_ms:
            yield f"99 of 100 commands took up to {p99:g} ms; {self.p99_ms:g} ms are allowed"
        slowest = summary["latency_ms"]["seen"]["p100"]
        if self.seen_ms is not None and slowest > self.seen_ms:
            yield f"a command was seen after {slowest:g} ms; {self.seen_ms:g} ms are allowed"


def summary_of(run: Run) -> dict[str, Any]:
    """Everything that is known of a run. Times are milliseconds, moments seconds."""
    figures = run.figures
    return {
        "seconds": round(figures.seconds, 3),
        "durability": run.durability,
        "lost": len(run.lost),
        "tables": {
            "planned": run.plan.tables,
            "opened": run.opened,
            "finished": sum(played.finished for played in run.played),
            "unfinished": run.plan.tables - sum(played.finished for played in run.played),
            "by_game": _by_game(run),
        },
        "counts": dict(sorted(figures.counts.items())),
        "per_second": round(figures.counts["command"] / max(figures.seconds, 1e-9), 1),
        "failed": figures.failures.total(),
        "failures": dict(figures.failures.most_common()),
        "latency_ms": {kind: _latency(figures.samples[kind]) for kind in MEASURED},
        "timeline": _timeline(figures.samples["command"]),
        "wrong": {
            "count": run.wrong.count,
            "words": run.wrong.words,
            "asked": run.asked,
            "read": run.read,
            "unread": run.unread,
        },
    }


def _by_game(run: Run) -> dict[str, int]:
    games: dict[str, int] = {}
    for played in run.played:
        games[played.game] = games.get(played.game, 0) + 1
    return dict(sorted(games.items()))


def _latency(samples: Samples) -> dict[str, float]:
    ordered = sorted(samples.took)
    return {
        f"p{percent:g}": round(percentile(ordered, percent) * 1e3, 2) for percent in PERCENTILES
    }


def _timeline(samples: Samples) -> list[dict[str, float]]:
    """Commands a second with their median and 99th percentile, for each piece of the run."""
    if not samples.at:
        return []
    piece = max(SECOND, max(samples.at) / POINTS_MAX)
    pieces: dict[int, list[float]] = {}
    for at, took in zip(samples.at, samples.took, strict=True):
        pieces.setdefault(int(at / piece), []).append(took)
    line = []
    for number in range(max(pieces) + 1):
        took_then = sorted(pieces.get(number, ()))
        line.append(
            {
                "at_s": round(number * piece, 3),
                "per_second": round(len(took_then) / piece, 2),
                "p50_ms": round(percentile(took_then, 50) * 1e3, 2),
                "p99_ms": round(percentile(took_then, 99) * 1e3, 2),
            }
        )
    return line


def playing_line(run: Run) -> str:
    """Where a run stands, in one line."""
    figures = run.figures
    over = sum(played.finished for played in run.played)
    p99 = figures.samples["command"].percentile(99) * 1e3
    return (
        f"{figures.seconds:4.0f} s: {over} of {run.plan.tables} tables over, "
        f"{run.playing} playing, {figures.counts['command']:,} commands, p99 {p99:.1f} ms, "
        f"{figures.failures.total()} failed"
    )


def words_of(summary: dict[str, Any], broken: list[str]) -> Iterator[str]:
    """The last lines."""
    tables, latency, wrong = summary["tables"], summary["latency_ms"], summary["wrong"]
    commands, frames = summary["counts"].get("command", 0), summary["counts"].get("frame", 0)
    yield (
        f"{tables['finished']} of {tables['planned']} tables were played to the end in "
        f"{summary['seconds']:.1f} s: {commands:,} commands ({summary['per_second']:g} a second), "
        f"{frames:,} frames watched."
    )
    for kind, meaning in MEASURED.items():
        told = ", ".join(f"{name} {ms:g}" for name, ms in latency[kind].items())
        yield f"  {kind:8} ms: {told}   ({meaning})"
    for what, times in summary["failures"].items():
        yield f"  failed {times} times: {what}"
    yield (
        f"The service promises durability {summary['durability']}. Compared with what it tells: "
        f"{wrong['asked']} tables; with their logs, played again: {wrong['read']} tables."
    )
    if summary["lost"]:
        yield (
            f"{summary['lost']} acknowledged commands were lost, as may happen there; what is left "
            "was checked."
        )
    if not wrong["read"]:
        yield "What a view may show was not checked: that needs the logs (--store)."
    for one in wrong["words"][:SAID_MAX]:
        yield f"  WRONG: {one}"
    yield f"{wrong['count']} promises were broken."
    yield "Passed." if not broken else f"Failed: {'; '.join(broken)}."
