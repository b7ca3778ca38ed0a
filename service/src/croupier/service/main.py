"""Joins every part into one process. The only place that knows them all."""

import asyncio
import gc
import os
import secrets
import signal
import sys
import tomllib
from collections.abc import AsyncIterator, Coroutine, Iterator, Mapping
from contextlib import ExitStack, asynccontextmanager, contextmanager
from pathlib import Path
from typing import Any

import uvloop
from structlog.typing import FilteringBoundLogger

from croupier.engines.kernel.pack import BadPack
from croupier.service import logs
from croupier.service.adapters.durability import NotDurableEnough
from croupier.service.adapters.embedded import EmbeddedError, EmbeddedValkey
from croupier.service.adapters.seals import StoreKeys
from croupier.service.adapters.store import RedisStore, WrongSecret
from croupier.service.app.games import Game
from croupier.service.app.keys import ROOT_BYTES_MIN, Keys
from croupier.service.app.live import Tables
from croupier.service.app.ports import StoreAway
from croupier.service.catalogue import GAMES
from croupier.service.measuring import watch_the_loop
from croupier.service.parts import Parts, joined
from croupier.service.settings import PREFIX, BadSettings, Settings, unknown, why_not_there
from croupier.service.transport.grpc_door import GrpcDoor, Place, address
from croupier.service.transport.http.door import HttpDoor
from croupier.service.transport.metrics_door import MetricsDoor

CANNOT_START = 1
SECRET_NAME = "secret"  # beside the data
ROOT_BYTES = 32
RESTORE = f"restore it, or begin anew in another {PREFIX}DATA_DIR"
COLLECT_AFTER = 50_000  # new containers; at 700, Python's own, it takes a tenth of a command's time
FAREWELL_S = 1.0  # for the last replies to leave; only idle streams of tools are still open then
STORELESS_S = 3.0  # to say goodbye when there is no store any more: nothing can be finished


class CannotStart(Exception):
    """Why, in one sentence that says what to do."""


def run(settings: Settings) -> int:
    """Serve until told to stop; the exit code."""
    log = logs.configure(settings.log_format, settings.log_level)
    try:
        with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
            return runner.run(_serve(settings, log))
    except CannotStart as sentence:
        sys.stderr.write(f"croupier cannot start: {sentence}\n")
        return CANNOT_START


def roots(settings: Settings) -> tuple[bytes, ...]:
    """The root secrets in force. Raises BadSettings when there are none yet."""
    given = settings.roots()
    if given or settings.redis_url is not None:
        return given
    kept = settings.data / SECRET_NAME
    try:
        secret = kept.read_bytes().strip()
    except OSError:
        raise BadSettings(
            f"{PREFIX}DATA_DIR: {settings.data} has no secret yet; `croupier serve` makes one."
        ) from None
    if len(secret) < ROOT_BYTES_MIN:
        raise BadSettings(f"{kept} holds no secret any more: {RESTORE}.")
    return (secret,)


@asynccontextmanager
async def opened(settings: Settings) -> AsyncIterator[tuple[RedisStore, Tables]]:
    """The store as `serve` would open it, and its tables; nothing is served. For tools."""
    games = _games(settings.packs_dir)
    async with _store(settings) as (store, _, _):
        yield store, Tables(store, games)


@asynccontextmanager
async def _store(
    settings: Settings,
) -> AsyncIterator[tuple[RedisStore, Keys, EmbeddedValkey | None]]:
    """The store, with a Valkey of our own unless an address is given. It stops last."""
    with ExitStack() as stack:
        with _in_a_sentence(settings):
            url, valkey, made = settings.redis_url, None, False
            if url is None:
                valkey = stack.enter_context(EmbeddedValkey.start(settings.data))
                url = valkey.url
                made = _keep_a_secret(settings)
            keys = Keys(roots(settings))
            try:
                store = await RedisStore.open(
                    url,
                    StoreKeys(keys.at_rest("seal"), keys.at_rest("chain"), keys.at_rest("seed")),
                    prefix=settings.prefix,
                    durability=settings.durability,
                )
            except WrongSecret:
                if made:  # in the place of a lost one, which may come back
                    (settings.data / SECRET_NAME).unlink()
                raise
        try:
            yield store, keys, valkey
        finally:
            await store.aclose()


@contextmanager
def _in_a_sentence(settings: Settings) -> Iterator[None]:
    """What may be wrong around the service, said so that its operator can mend it."""
    try:
        yield
    except WrongSecret as error:
        if settings.redis_url is not None or settings.roots():
            raise CannotStart(str(error)) from None
        kept = settings.data / SECRET_NAME
        raise CannotStart(f"{kept} is not the one that the tables need: {RESTORE}.") from None
    except (EmbeddedError, NotDurableEnough, BadSettings) as error:
        raise CannotStart(str(error)) from None
    except StoreAway:
        raise CannotStart(f"{_store_setting(settings)} does not answer.") from None
    except (FileExistsError, NotADirectoryError) as error:
        raise CannotStart(f"{PREFIX}DATA_DIR: {error.filename} is not a directory.") from None
    except OSError as error:
        raise CannotStart(f"{PREFIX}DATA_DIR: {error.filename}: {error.strerror}.") from None


def _store_setting(settings: Settings) -> str:
    variable = "DATA_DIR" if settings.redis_url is None else "REDIS_URL"
    return f"{PREFIX}{variable}: {settings.store_name}"


def _keep_a_secret(settings: Settings) -> bool:
    """Make the root secret of a private store, once, readable by its owner alone; if it did."""
    if settings.roots():
        return False
    kept = settings.data / SECRET_NAME
    try:
        made = os.open(kept, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    except FileExistsError:
        return False
    with os.fdopen(made, "w", encoding="ascii") as file:
        file.write(secrets.token_hex(ROOT_BYTES) + "\n")
        file.flush()
        os.fsync(file.fileno())
    return True


def _games(packs_dir: Path | None) -> Mapping[str, Game]:
    """Every game of the house, with the operator's packs."""
    games = {engine.game: Game(engine) for engine in GAMES}
    for path in sorted(packs_dir.glob("*.toml")) if packs_dir is not None else ():
        try:
            text = path.read_text(encoding="utf-8")
            game = tomllib.loads(text).get("game")
            if game not in games:
                raise BadPack(f"game: {game!r} is not played here")
            games[game].learn(text)
        except (BadPack, OSError, ValueError) as error:
            raise CannotStart(f"{PREFIX}PACKS_DIR: {path.name}: {error}") from None
    return games


def _tell_of_packs(games: Mapping[str, Game], log: FilteringBoundLogger) -> None:
    """What is odd about an edition and may not be meant; it is played all the same."""
    for game in games.values():
        for pack in game.packs():
            for warning in pack.warnings:
                edition = pack.contents.edition
                log.warning("pack.odd", game=game.name, edition=edition, warning=warning)


async def _serve(settings: Settings, log: FilteringBoundLogger) -> int:
    loop = asyncio.get_running_loop()
    loop.set_exception_handler(lambda _, context: logs.loop_failed(log, context))
    stop, now = asyncio.Event(), asyncio.Event()
    for number in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(number, _told_to_stop, stop, now)
    games = _games(settings.packs_dir)
    _tell_of_packs(games, log)
    async with _store(settings) as (store, keys, valkey):
        parts = joined(settings, log, games, store, keys, await store.durability())
        ports = await _opened(settings, parts)
        failed = asyncio.Event()
        works = (parts.hub.run(), parts.house.run(), watch_the_loop(parts.figures))
        tasks = [_kept(work, log, stop, failed) for work in works]
        lost = asyncio.create_task(_lost(valkey, log, parts, stop))
        _quieten_the_collector()
        await _announce(settings, log, store, ports)
        await stop.wait()
        storeless = lost.done()
        await _drain(settings, log, parts, now, storeless)
        for task in (*tasks, lost):
            task.cancel()
        await asyncio.gather(*tasks, lost, return_exceptions=True)
    log.info("stopped")
    return CANNOT_START if storeless or failed.is_set() else 0


async def _opened(settings: Settings, parts: Parts) -> Mapping[str, int]:
    """Every door of this process that is asked for, and its port in the end."""
    doors: list[tuple[str, int | None, GrpcDoor | HttpDoor | MetricsDoor]] = [
        ("GRPC_PORT", settings.grpc_port, parts.door),
        ("HTTP_PORT", settings.http_port, parts.http),
        ("METRICS_PORT", settings.metrics_port, parts.metrics),
    ]
    ports: dict[str, int] = {}
    for setting, port, door in doors:
        if port is None:
            continue
        try:
            ports[setting] = await door.open(Place(settings.host, port, settings.reuse_port))
        except OSError:
            raise CannotStart(why_not_there(settings.host, port, setting)) from None
    return ports


async def _lost(
    valkey: EmbeddedValkey | None, log: FilteringBoundLogger, parts: Parts, stop: asyncio.Event
) -> None:
    """Notice when the private store ends by itself: then the house ends, to be started anew."""
    if valkey is None:
        await asyncio.Event().wait()
        return
    how = await valkey.ended()
    if stop.is_set():
        return  # told to stop together with its house
    await parts.door.warn()
    log.critical("store.ended", how=how, said=str(valkey.log))
    sys.stderr.write(f"croupier ends: its private Valkey {how}; {valkey.log} says why.\n")
    stop.set()


def _quieten_the_collector() -> None:
    """What exists now stays; what comes is nearly all free of cycles, so it looks seldom."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(COLLECT_AFTER)


def _told_to_stop(stop: asyncio.Event, now: asyncio.Event) -> None:
    """The first signal asks to stop, the second one to stop at once."""
    (now if stop.is_set() else stop).set()


def _kept(
    work: Coroutine[Any, Any, None],
    log: FilteringBoundLogger,
    stop: asyncio.Event,
    failed: asyncio.Event,
) -> asyncio.Task[None]:
    """Work that must never end: if it does, the process stops, and is started anew."""

    def ended(task: asyncio.Task[None]) -> None:
        if not task.cancelled():
            log.critical("task.ended", exc_info=task.exception())
            failed.set()
            stop.set()

    task = asyncio.create_task(work)
    task.add_done_callback(ended)
    return task


async def _announce(
    settings: Settings, log: FilteringBoundLogger, store: RedisStore, ports: Mapping[str, int]
) -> None:
    """Where the service is and what it promises: a line for people, one for machines."""
    durability = await store.durability()
    where = {setting: address(settings.host, port) for setting, port in ports.items()}
    grpc, http, metrics = (where.get(f"{door}_PORT") for door in ("GRPC", "HTTP", "METRICS"))
    log.info(
        "serving", grpc=grpc, http=http, metrics=metrics, store=settings.store_name,
        durability=durability,
    )  # fmt: skip
    if durability == "none":
        log.warning("durability.none", reasons=list(store.durability_reasons))
    if misspelt := unknown():
        log.warning("settings.unknown", names=list(misspelt), near=misspelt)
        for name, near in misspelt.items():
            hint = f" Did you mean {near}?" if near else ""
            sys.stderr.write(f"croupier: {name} is not a setting and changes nothing.{hint}\n")
    promise = {
        "local": "nothing acknowledged is lost",
        "none": "the last moments may be lost in a crash",
    }
    said = ["Croupier is at the table.", f"  gRPC    {grpc}", f"  HTTP    http://{http}"]
    if metrics is not None:
        said.append(f"  metrics http://{metrics}/metrics")
    said.append(f"  store   {settings.store_name} ({promise[durability]})")
    sys.stdout.write("".join(f"{line}\n" for line in said))
    sys.stdout.flush()


async def _drain(
    settings: Settings,
    log: FilteringBoundLogger,
    parts: Parts,
    now: asyncio.Event,
    storeless: bool,
) -> None:
    """Leave the table politely, within the grace time; a second signal ends it at once."""
    lame_duck_s = 0 if storeless else settings.lame_duck_s
    grace_s = min(STORELESS_S, settings.grace_s) if storeless else settings.grace_s
    log.info("drain", grace_s=grace_s)
    leaving = asyncio.create_task(_leave(parts, lame_duck_s, grace_s))
    hurry = asyncio.create_task(now.wait())
    await asyncio.wait((leaving, hurry), timeout=grace_s, return_when=asyncio.FIRST_COMPLETED)
    if not leaving.done():
        log.warning("drain.cut", signalled=now.is_set())
    polite = leaving.done() and not now.is_set()
    for task in (leaving, hurry):
        task.cancel()
    await asyncio.gather(leaving, hurry, return_exceptions=True)
    await asyncio.gather(parts.door.close(FAREWELL_S if polite else 0), parts.http.close())
    parts.metrics.close()


async def _leave(parts: Parts, lame_duck_s: float, grace_s: float) -> None:
    """Not ready any more; go on serving while balancers notice; then end what is open."""
    await parts.door.warn()
    await asyncio.sleep(lame_duck_s)
    parts.admission.close()
    await asyncio.gather(parts.hub.drain(), parts.house.rest())
    await parts.admission.empty(grace_s)
