"""CatalogService: what this server is and what can be played here. Needs no token."""

import tomllib
from collections.abc import Mapping
from typing import Any, NamedTuple

from croupier.engines.kernel.pack import Pack
from croupier.service.app.games import Game
from croupier.service.app.ports import Store
from croupier.service.app.problems import Problem
from croupier.service.transport.context import Call
from croupier.service.transport.messages import Scribe
from croupier.service.transport.wire import Wire
from croupier.v1 import catalog_service_pb2 as pb
from croupier.v1 import common_pb2


class Facts(NamedTuple):
    """What this server says of itself."""

    version: str
    durability: str  # "none" or "local"
    request_bytes_max: int
    page_size_max: int
    heartbeat_ms: int
    table_kept_s: int


class CatalogHandlers:
    """Games, packs and the server itself."""

    def __init__(
        self,
        facts: Facts,
        games: Mapping[str, Game],
        wires: Mapping[str, Wire],
        store: Store,
        scribe: Scribe,
    ) -> None:
        self._facts, self._games, self._wires = facts, games, wires
        self._store, self._scribe = store, scribe

    async def GetServerInfo(self, _: pb.GetServerInfoRequest, __: Call) -> pb.GetServerInfoResponse:
        """What this server is, promises and allows."""
        facts = self._facts
        reply = pb.GetServerInfoResponse(
            version=facts.version,
            games=sorted(self._games),
            durability=common_pb2.Durability.Value(f"DURABILITY_{facts.durability.upper()}"),
            limits=pb.Limits(
                request_bytes_max=facts.request_bytes_max,
                page_size_max=facts.page_size_max,
                heartbeat_ms=facts.heartbeat_ms,
                table_kept_s=facts.table_kept_s,
            ),
        )
        self._scribe.stamp(reply.server_time)
        return reply

    async def ListGames(self, _: pb.ListGamesRequest, __: Call) -> pb.ListGamesResponse:
        """Every game, by name."""
        return pb.ListGamesResponse(
            games=[self._told(self._games[name]) for name in sorted(self._games)]
        )

    async def GetGame(self, request: pb.GetGameRequest, _: Call) -> pb.GetGameResponse:
        """One game."""
        return pb.GetGameResponse(game=self._told(self._game(request.game)))

    async def ListPacks(self, request: pb.ListPacksRequest, _: Call) -> pb.ListPacksResponse:
        """The packs of a game, the house edition first."""
        game = self._game(request.game)
        return pb.ListPacksResponse(packs=[_named(game.name, pack) for pack in game.packs()])

    async def GetPack(self, request: pb.GetPackRequest, _: Call) -> pb.GetPackResponse:
        """One pack with its cards."""
        game = self._game(request.game)
        pack = await game.fetch(request.sha256, self._store)
        reply = pb.GetPackResponse(pack=_named(game.name, pack), toml=pack.text)
        reply.contents.update(tomllib.loads(pack.text))
        return reply

    def _game(self, name: str) -> Game:
        if name not in self._games:
            raise Problem("UNKNOWN_GAME")
        return self._games[name]

    def _told(self, game: Game) -> pb.Game:
        engine = game.engine
        return pb.Game(
            game=game.name,
            seats_min=engine.seats.start,
            seats_max=engine.seats.stop - 1,
            rules_prefix=engine.rules,
            rules_number=engine.RULES,
            default_options=self._wires[game.name].options_to(engine.options()),
            house_pack=_named(game.name, game.house_pack),
        )


def _named(game: str, pack: Pack[Any]) -> pb.Pack:
    return pb.Pack(sha256=pack.sha256, game=game, edition=pack.contents.edition)
