"""The report as one HTML page that loads nothing: tables, and charts drawn as SVG."""

from collections.abc import Sequence
from html import escape
from typing import Any

from croupier.service.load.figures import MEASURED

WIDTH, HEIGHT, LEFT, BOTTOM = 720, 200, 60, 24

STYLE = """
body{font:15px/1.5 system-ui,sans-serif;max-width:46rem;margin:2rem auto;padding:0 1rem;color:#222}
table{border-collapse:collapse;margin:1rem 0}td,th{padding:.2rem .8rem;text-align:right}
td:first-child,th:first-child{text-align:left;padding-left:0}tr+tr{border-top:1px solid #ddd}
.good{color:#176b2c}.bad{color:#a40e0e}svg{width:100%;height:auto}figure{margin:1.5rem 0}
@media(prefers-color-scheme:dark){body{background:#161616;color:#ddd}tr+tr{border-color:#444}
.good{color:#6fcf86}.bad{color:#ff7b72}}
"""
COLOURS = ("#3566b5", "#c0622b")


def page_of(summary: dict[str, Any], broken: Sequence[str]) -> str:
    """The whole page."""
    parts = (
        "<!doctype html><html lang='en'><meta charset='utf-8'>",
        "<meta name='viewport' content='width=device-width'><title>Croupier under load</title>",
        f"<style>{STYLE}</style><h1>Croupier under load</h1>",
        _verdict(broken),
        _overview(summary),
        _latencies(summary),
        _chart("Commands answered in a second", summary["timeline"], ("per_second",), ""),
        _chart("How long commands took", summary["timeline"], ("p50_ms", "p99_ms"), " ms"),
        _failures(summary),
        _wrong(summary),
    )
    return "".join(parts) + "</html>\n"


def _verdict(broken: Sequence[str]) -> str:
    if not broken:
        return (
            "<p class='good'><strong>Passed.</strong> No limit was exceeded, no promise broken.</p>"
        )
    listed = "".join(f"<li>{escape(one)}</li>" for one in broken)
    return f"<p class='bad'><strong>Failed.</strong></p><ul class='bad'>{listed}</ul>"


def _overview(summary: dict[str, Any]) -> str:
    tables, wrong = summary["tables"], summary["wrong"]
    games = ", ".join(f"{many} of {game}" for game, many in tables["by_game"].items())
    commands, frames = (summary["counts"].get(name, 0) for name in ("command", "frame"))
    return _table(
        ("", ""),
        [
            ("Lasted", f"{summary['seconds']:,.1f} s"),
            ("Tables", f"{tables['finished']} of {tables['planned']} to the end ({games})"),
            ("Commands", f"{commands:,} ({summary['per_second']:g} a second)"),
            ("Frames watched", f"{frames:,}"),
            ("Durability", summary["durability"]),
            ("Lost as it may", summary["lost"]),
            ("Tables compared with what the API tells", wrong["asked"]),
            ("Tables compared with their log, played again", wrong["read"]),
        ],
    )


def _latencies(summary: dict[str, Any]) -> str:
    told = summary["latency_ms"]
    heads = ("Milliseconds", *next(iter(told.values())))
    rows = [(MEASURED[kind], *(f"{ms:g}" for ms in told[kind].values())) for kind in told]
    return "<h2>Latencies</h2>" + _table(heads, rows)


def _failures(summary: dict[str, Any]) -> str:
    if not summary["failures"]:
        return ""
    return "<h2>Failed calls</h2>" + _table(("", "times"), list(summary["failures"].items()))


def _wrong(summary: dict[str, Any]) -> str:
    words = summary["wrong"]["words"]
    if not words:
        return ""
    listed = "".join(f"<li><code>{escape(one)}</code></li>" for one in words)
    return f"<h2>Broken promises</h2><ol>{listed}</ol>"


def _table(heads: Sequence[object], rows: Sequence[Sequence[object]]) -> str:
    def row(cells: Sequence[object], tag: str) -> str:
        return "<tr>" + "".join(f"<{tag}>{escape(str(cell))}</{tag}>" for cell in cells) + "</tr>"

    top = row(heads, "th") if any(heads) else ""
    return f"<table>{top}{''.join(row(cells, 'td') for cells in rows)}</table>"


def _chart(title: str, line: Sequence[dict[str, float]], names: Sequence[str], unit: str) -> str:
    """Lines over time, from 0 to the greatest value."""
    if len(line) < 2:
        return ""
    top = max((point[name] for point in line for name in names), default=0.0) or 1.0
    last = line[-1]["at_s"] or 1.0

    def place(point: dict[str, float], name: str) -> str:
        x = LEFT + point["at_s"] / last * (WIDTH - LEFT)
        y = HEIGHT - point[name] / top * (HEIGHT - 10)
        return f"{x:.1f},{y:.1f}"

    lines = "".join(
        f"<polyline fill='none' stroke='{colour}' stroke-width='1.5' "
        f"points='{' '.join(place(point, name) for point in line)}'/>"
        for name, colour in zip(names, COLOURS, strict=False)
    )
    words = "font-size='12' fill='currentColor'"
    axes = (
        f"<path d='M{LEFT} 10V{HEIGHT}H{WIDTH}' fill='none' stroke='currentColor' opacity='.4'/>"
        f"<text x='{LEFT - 6}' y='18' text-anchor='end' {words}>{top:g}{unit}</text>"
        f"<text x='{LEFT - 6}' y='{HEIGHT}' text-anchor='end' {words}>0</text>"
        f"<text x='{WIDTH}' y='{HEIGHT + 18}' text-anchor='end' {words}>{last:g} s</text>"
    )
    keys = " ".join(
        f"<span style='color:{colour}'>{name.removesuffix('_ms')}</span>"
        for name, colour in zip(names, COLOURS, strict=False)
        if len(names) > 1
    )
    drawn = f"<svg viewBox='0 0 {WIDTH} {HEIGHT + BOTTOM}' role='img'>{axes}{lines}</svg>"
    return f"<figure><figcaption>{title} {keys}</figcaption>{drawn}</figure>"
