"""One replica of the house over a store, without a door: what the app tests drive."""

import hashlib
import uuid
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from croupier.engines.kernel.agenda import Command
from croupier.engines.kernel.values import Seat
from croupier.service.app.clerk import Clerk
from croupier.service.app.dealer import Dealer, Said
from croupier.service.app.games import Game
from croupier.service.app.house import House
from croupier.service.app.identity import Badge, Identity
from croupier.service.app.keys import Keys
from croupier.service.app.live import Tables
from croupier.service.app.lobby import Lobby, NewTable, Opened
from croupier.service.app.ports import Store
from croupier.service.app.records import TableId
from croupier.service.app.resume import ResumeTokens
from tests.engines.kernel.games import high_low, sealed_bids

KEYS = Keys((b"a root secret for tests, 32 bytes and more",))
GAMES = {engine.game: Game(engine) for engine in (sealed_bids, high_low)}


def new_id() -> bytes:
    """A command id."""
    return uuid.uuid4().bytes


class Entropy:
    """Bytes that look random and are the same in every run."""

    def __init__(self, name: str) -> None:
        self._name, self._n = name, 0

    def __call__(self, size: int) -> bytes:
        """The next bytes."""
        self._n += 1
        return hashlib.shake_256(f"{self._name} {self._n}".encode()).digest(size)


@dataclass(frozen=True)
class Replica:
    """The parts that a serving process joins, over one store."""

    store: Store
    tables: Tables
    clerk: Clerk
    identity: Identity
    dealer: Dealer
    lobby: Lobby
    house: House


def replica(store: Store, games: Mapping[str, Game] = GAMES, name: str = "entropy") -> Replica:
    """A replica with its own caches."""
    tables = Tables(store, games)
    clerk = Clerk(store, tables)
    identity = Identity(KEYS)
    dealer = Dealer(store, tables, clerk, ResumeTokens(KEYS.ring("resume")))
    lobby = Lobby(store, tables, clerk, identity, Entropy(name + uuid.uuid4().hex))
    return Replica(store, tables, clerk, identity, dealer, lobby, House(store, tables, clerk))


def new_table(seats: int = 2, **changes: Any) -> NewTable:
    """A table of sealed bids."""
    terms: dict[str, Any] = {
        "command_id": new_id(),
        "caller": "anyone",
        "game": "sealed_bids",
        "seats": seats,
        "options": sealed_bids.Options(),
        **changes,
    }
    return NewTable(**terms)


@dataclass(frozen=True)
class Party:
    """A table with everybody's badges."""

    table_id: TableId
    opened: Opened
    host: Badge
    seats: tuple[Badge, ...]


def bearer(here: Replica, token: str) -> Badge:
    """The badge of a token, read as from a request."""
    return here.identity.read(f"Bearer {token}")


async def seated(here: Replica, seats: int = 2, start: bool = True, **changes: Any) -> Party:
    """A table with a person on each seat, dealt."""
    opened = await here.lobby.create(new_table(seats, **changes))
    table_id = opened.live.snapshot.table_id
    badges = []
    for seat in range(seats):
        sat = await here.lobby.join(
            table_id, new_id(), opened.invite_code, Seat(seat), f"player {seat}"
        )
        badges.append(bearer(here, sat.token))
    host = bearer(here, opened.host_token)
    if start:
        await here.lobby.start(host, new_id())
    return Party(table_id, opened, host, tuple(badges))


def bid(badge: Badge, coins: int, **freshness: Any) -> Said:
    """A bid as it comes in."""
    assert badge.seat is not None
    command_id = freshness.pop("command_id", None) or new_id()
    return said(badge, sealed_bids.Bid(badge.seat, coins), command_id=command_id, **freshness)


def said(badge: Badge, command: Command, game: str = "sealed_bids", **more: Any) -> Said:
    """Any command as it comes in."""
    return Said(badge=badge, game=game, command=command, **more)
