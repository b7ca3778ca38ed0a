"""The figures as a table for people: ratios first, for absolute numbers hold on one machine."""

from typing import Any

ROWS = (
    "echo",
    "command",
    "command, two processes",
    "echo, one in flight",
    "command, one in flight",
    "echo, 100 watchers",
    "command, 100 watchers",
)


def table(found: dict[str, Any]) -> str:
    """A readable table with the targets that can be read off it."""
    medians, engine = found["medians"], found["engine"]
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
    echoed, watched = medians["echo, 100 watchers"], medians["command, 100 watchers"]
    lines += [
        "",
        f"a durable command / an echo of the same size: {_ratio(medians):.2f} x its server CPU",
        f"one frame to one of 100 watchers: {watched['delivery_us']:.0f} us of server CPU, "
        f"a canned frame {echoed['delivery_us']:.0f} us ({found['frame_bytes']} bytes)",
        f"engine: apply with prompts {engine['apply_us']:.0f} us, "
        f"a view {engine['view_us']:.0f} us, the legal list {engine['legal_us']:.0f} us",
        f"snapshot: encode {engine['encode_us']:.1f} us, decode {engine['decode_us']:.1f} us",
        f"one in flight: command p50 {medians['command, one in flight']['p50_ms']:.2f} ms, "
        f"echo p50 {medians['echo, one in flight']['p50_ms']:.2f} ms",
    ]
    return "\n".join(lines)


def _ratio(medians: dict[str, dict[str, float]]) -> float:
    return medians["command"]["server_us"] / medians["echo"]["server_us"]


def _rounds(found: dict[str, Any]) -> int:
    return len(found["rounds"]["echo"])
