"""What the store's settings promise. Anything but the safe settings is said to be "none"."""

from collections.abc import Mapping
from typing import Any, NamedTuple

from redis.exceptions import RedisError

from croupier.service.adapters.calls import was_refused
from croupier.service.adapters.links import Link

_SETTINGS = {
    "appendonly": ("yes", "the append-only file is off (appendonly yes)"),
    "appendfsync": ("always", "replies may come before the disk has them (appendfsync always)"),
    "no-appendfsync-on-rewrite": ("no", "a rewrite stops the fsync (no-appendfsync-on-rewrite no)"),
    "maxmemory-policy": ("noeviction", "tables may be evicted (maxmemory-policy noeviction)"),
}


class Durability(NamedTuple):
    """A level, and in sentences why it is not "local"."""

    level: str
    reasons: tuple[str, ...] = ()


class NotDurableEnough(Exception):
    """The store promises less than the operator asked for."""


async def durability_of(link: Link, temporary: bool = False) -> Durability:
    """Ask every server that takes writes. `temporary`: the data directory is thrown away."""
    reasons: dict[str, None] = {}
    if temporary:
        reasons["the data directory is temporary"] = None
    try:
        for flat in await link.servers("CONFIG", "GET", "*"):
            reasons |= dict.fromkeys(_settings_lacking(_pairs(flat)))
    except RedisError as error:
        if not was_refused(error) and "unknown command" not in str(error):
            raise
        reasons["the server does not tell its settings (CONFIG is forbidden)"] = None
    for report in await link.servers("INFO"):
        reasons |= dict.fromkeys(_state_lacking(_facts(report)))
    return Durability("none" if reasons else "local", tuple(reasons))


def demanded(asked: str, found: Durability) -> None:
    """Refuse to start on less than was asked for. "" asks for nothing."""
    if asked == "replicated":
        raise NotDurableEnough(
            "Durability 'replicated' is not offered yet: ask for 'local' or leave it out."
        )
    if asked not in ("", "none", "local"):
        raise NotDurableEnough(f"There is no durability {asked!r}: ask for 'local' or 'none'.")
    if asked == "local" and found.level != "local":
        raise NotDurableEnough(f"Durability 'local' was asked for, but {'; '.join(found.reasons)}.")


def _settings_lacking(settings: Mapping[str, str]) -> list[str]:
    return [why for name, (safe, why) in _SETTINGS.items() if settings.get(name) != safe]


def _state_lacking(facts: Mapping[str, str]) -> list[str]:
    lacking = []
    if facts.get("aof_last_write_status", "ok") != "ok":
        lacking.append("the last write to the append-only file failed")
    if int(facts.get("connected_slaves", "0")) > 0:
        lacking.append("a replica may be promoted without the last commits")
    return lacking


def _pairs(flat: Any) -> dict[str, str]:
    items = [item.decode(errors="replace") for item in flat]
    return dict(zip(items[::2], items[1::2], strict=True))


def _facts(report: Any) -> dict[str, str]:
    text = report.decode(errors="replace") if isinstance(report, bytes) else str(report)
    lines = (line.partition(":") for line in text.splitlines())
    return {name: value for name, colon, value in lines if colon}
