"""Every part of a house, made and joined: what `main` runs."""

import secrets
import time
from collections.abc import Mapping
from dataclasses import dataclass
from importlib.metadata import version

from structlog.typing import FilteringBoundLogger

from croupier.service.adapters.tables import Retention
from croupier.service.app.clerk import Clerk
from croupier.service.app.games import Game
from croupier.service.app.house import House
from croupier.service.app.hub import Hub
from croupier.service.app.identity import Identity, OperatorKey
from croupier.service.app.keys import Keys
from croupier.service.app.live import Tables
from croupier.service.app.lobby import Lobby
from croupier.service.app.pace import Pace
from croupier.service.app.ports import Store
from croupier.service.app.resume import ResumeTokens
from croupier.service.figures import Figures
from croupier.service.measures import Measures
from croupier.service.measuring import MeasuredDealer, MeasuredStore, add_levels
from croupier.service.settings import Settings
from croupier.service.transport.admission import Admission, Limits
from croupier.service.transport.context import Desk
from croupier.service.transport.descriptors import POOL, services
from croupier.service.transport.dispatcher import MESSAGE_BYTES_MAX, Dispatcher, methods_of
from croupier.service.transport.grpc_door import GrpcDoor
from croupier.service.transport.handlers.catalog import CatalogHandlers, Facts
from croupier.service.transport.handlers.lobby import LobbyHandlers
from croupier.service.transport.handlers.table import TableHandlers
from croupier.service.transport.handlers.transcript import TranscriptHandlers
from croupier.service.transport.http.app import App
from croupier.service.transport.http.door import HttpDoor
from croupier.service.transport.http.pages import pages
from croupier.service.transport.http.tools import tools
from croupier.service.transport.messages import Scribe
from croupier.service.transport.metrics_door import MetricsDoor
from croupier.service.transport.wire import Wire

PAGE_SIZE_MAX = 256


@dataclass(frozen=True, slots=True)
class Parts:
    """What runs."""

    hub: Hub
    house: House
    admission: Admission
    dispatcher: Dispatcher
    door: GrpcDoor
    http: HttpDoor
    metrics: MetricsDoor
    measures: Measures
    figures: Figures


def joined(
    settings: Settings,
    log: FilteringBoundLogger,
    games: Mapping[str, Game],
    kept: Store,
    keys: Keys,
    durability: str,
) -> Parts:
    """In the order in which they stand on each other. `kept` is the store, not yet measured."""
    measures = Measures()
    figures = Figures(measures, games)
    store = MeasuredStore(kept, figures.tables)
    tables = Tables(store, games)
    clerk, identity = Clerk(store, tables), Identity(keys)
    resume, pace = ResumeTokens(keys.ring("resume")), Pace()
    dealer = MeasuredDealer(store, tables, clerk, resume, figures.tables)
    lobby = Lobby(store, tables, clerk, identity, secrets.token_bytes)
    hub, house = Hub(tables, store, resume, pace), House(store, tables, clerk)
    clerk.tell(hub.heard)
    clerk.tell(house.heard)

    wires = {name: Wire(game.engine) for name, game in games.items()}
    scribe = Scribe(games, wires, _clock_ms, settings.house_think_ms)
    facts = _facts(pace, durability)
    handlers = {
        "CatalogService": CatalogHandlers(facts, games, wires, store, scribe),
        "LobbyService": LobbyHandlers(lobby, scribe, settings.test_seeds),
        "TableService": TableHandlers(dealer, hub, scribe, figures.delivered),
        "TranscriptService": TranscriptHandlers(dealer, scribe),
    }
    limits = Limits(settings.unary_max, settings.watches_max)
    admission = Admission(limits)
    add_levels(measures, store, hub, admission, limits, durability, facts.version)
    methods = [one for service in services() for one in methods_of(service, handlers[service.name])]
    desk = _desk(settings, identity)
    dispatcher = Dispatcher(methods, desk, admission, log, figures.answered)
    doors = _doors(settings, dispatcher, measures)
    return Parts(hub, house, admission, dispatcher, *doors, measures, figures)


def _doors(
    settings: Settings, dispatcher: Dispatcher, measures: Measures
) -> tuple[GrpcDoor, HttpDoor, MetricsDoor]:
    """Every way in. Beyond this machine the figures have their own alone: docs/adr/0013."""
    grpc = GrpcDoor(dispatcher, settings.connection_age_s, POOL if settings.reflection else None)
    figures = measures.render if settings.loopback else None
    assisted = tools(grpc.health, grpc.reflection)
    app = App(dispatcher, assisted, pages(lambda: grpc.serving, figures), settings.origins)
    return grpc, HttpDoor(app), MetricsDoor(measures.render, lambda: grpc.serving)


def _facts(pace: Pace, durability: str) -> Facts:
    """What the server says of itself."""
    return Facts(
        version=version("croupier"),
        durability=durability,
        request_bytes_max=MESSAGE_BYTES_MAX,
        page_size_max=PAGE_SIZE_MAX,
        heartbeat_ms=round(pace.heartbeat_s * 1.1 * 1_000),
        table_kept_s=Retention().live_ms // 1_000,
    )


def _desk(settings: Settings, identity: Identity) -> Desk:
    """Who checks papers."""
    key = settings.operator_key
    return Desk(identity, OperatorKey(None if key is None else key.get_secret_value()))


def _clock_ms() -> int:
    return time.time_ns() // 1_000_000
