"""The games this house offers, each with how its values are written down."""

from typing import Any

from croupier.engines.kernel.agenda import Command
from croupier.engines.kernel.change import Event
from croupier.engines.kernel.engine import Engine, TurnClock
from croupier.engines.kernel.pack import BadPack, Pack
from croupier.engines.kernel.stored import Stored
from croupier.service.app.ports import Store
from croupier.service.app.problems import Problem

PACKS_MAX = 1024  # packs kept in memory; every table's pack is also in the store


class Game:
    """An engine and the stored forms of its tables, commands, events and options."""

    def __init__(self, engine: Engine) -> None:
        self.engine = engine
        self._packs: dict[str, Pack[Any]] = {}
        self.house_pack = self.learn(engine.house_pack)
        self.tables: Stored[Any] = Stored(engine.stored, self.pack)
        self.commands: Stored[Command] = Stored(engine.commands)
        self.events: Stored[tuple[Event, ...]] = Stored(
            tuple.__class_getitem__((engine.events, ...))
        )
        self.options: Stored[Any] = Stored(engine.options)

    @property
    def turn_clock(self) -> TurnClock:
        """How long a person has, unless a table says otherwise."""
        return self.engine.turn_clock

    @property
    def name(self) -> str:
        """Its name in the API."""
        return self.engine.game

    def learn(self, text: str) -> Pack[Any]:
        """Keep a pack in memory. Raises BadPack."""
        pack = self.engine.read_pack(text)
        if len(self._packs) >= PACKS_MAX:
            del self._packs[next(key for key in self._packs if key != self.house_pack.sha256)]
        self._packs[pack.sha256] = pack
        return pack

    def pack(self, sha256: str) -> Pack[Any]:
        """A pack in memory. KeyError when it is not: `fetch` it first."""
        return self._packs[sha256]

    def packs(self) -> tuple[Pack[Any], ...]:
        """The packs in memory, the house edition first."""
        return tuple(self._packs.values())

    async def fetch(self, sha256: str, store: Store) -> Pack[Any]:
        """A pack from memory or the store. Raises UNKNOWN_PACK."""
        if sha256 not in self._packs:
            text = await store.get_pack(sha256)
            if text is None:
                raise Problem("UNKNOWN_PACK")
            try:
                self.learn(text)
            except BadPack:  # the store keeps the packs of every game
                raise Problem("UNKNOWN_PACK") from None
        return self._packs[sha256]
