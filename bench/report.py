"""The figures as a table for people: ratios first, for absolute numbers hold on one machine."""

from typing import Any

ROWS = (
    "echo",
    "command",
    "command, HTTP port",
    "command, two processes",
    "echo, one in flight",
    "command, one in flight",
    "echo, 100 watchers",
    "command, 100 watchers",
    "HTTP port, 100 watchers",
)


def table(found: dict[str, Any]) -> str:
    """A readable table with the targets that can be read off it."""
    medians = found["medians"]
    echo_us = medians["echo"]["server_us"]
    lines = [
        f"{found['game']}, {found['tables']} tables, replies of {found['reply_bytes']} bytes, "
        f"{found['machine']}, Python {found['python']}; medians of {_rounds(found)} rounds",
        "",
        f"{'':26}{'x echo':>8}{'server us':>11}{'valkey us':>11}{'client us':>11}"
        f"{'calls/s':>9}{'p50 ms':>8}{'p99 ms':>8}",
    ]
    for name in ROWS:
        row = medians[name]
        lines.append(
            f"{name:26}{row['server_us'] / echo_us:8.2f}{row['server_us']:11.0f}"
            f"{row['valkey_us']:11.0f}{row['client_us']:11.0f}{row['calls_s']:9.0f}"
            f"{row['p50_ms']:8.2f}{row['p99_ms']:8.2f}"
        )
    return "\n".join([*lines, "", *_targets(found)])


def _targets(found: dict[str, Any]) -> list[str]:
    """The figures that have a target."""
    medians, engine, memory = found["medians"], found["engine"], found["memory"]
    echo_us = medians["echo"]["server_us"]
    doors = [medians[name]["server_us"] / echo_us for name in ("command", "command, HTTP port")]
    watches = ("echo, 100 watchers", "command, 100 watchers", "HTTP port, 100 watchers")
    canned, delivered, fast = (1e6 / medians[name]["delivery_us"] for name in watches)
    alone = medians["command, one in flight"]["p50_ms"]
    echo_ms, write_ms = (
        medians[name]["p50_ms"] for name in ("echo, one in flight", "a write, one in flight")
    )
    return [
        f"S1  a durable command / an echo of the same size: {doors[0]:.2f} x its server CPU (1.6)",
        f"S2  the same command by gRPC on the HTTP port: {doors[1]:.2f} x (1.0)",
        f"S5  engine: apply with prompts {engine['apply_us']:.0f} us (50), a view "
        f"{engine['view_us']:.0f} us (25), the legal list {engine['legal_us']:.0f} us (50); "
        f"snapshot: encode {engine['encode_us']:.1f} us, decode {engine['decode_us']:.1f} us",
        f"S6  deliveries to 100 watchers: {delivered / 1_000:.0f}k/s/core, on the HTTP port "
        f"{fast / 1_000:.0f}k, commands included; canned frames of {found['frame_bytes']} bytes "
        f"{canned / 1_000:.0f}k: {delivered / canned:.2f} x and {fast / canned:.2f} x (2)",
        f"S8  an idle watch {memory['watch_kb']:.1f} KB (12), a table "
        f"{memory['table_bytes'] / 1024:.1f} KB of the store (16), a command "
        f"{memory['command_bytes']:.0f} B (700)",
        f"S9  one in flight: p50 {alone:.2f} ms, {alone / (echo_ms + write_ms):.2f} x (1.5) an "
        f"echo ({echo_ms:.2f} ms) and a write on disk ({write_ms:.2f} ms)",
        "In brackets: the targets.",
    ]


def _rounds(found: dict[str, Any]) -> int:
    return len(found["rounds"]["echo"])
