"""What a game must provide. A game is a module with these names; there is no base class.

Each function is pure: the same arguments give the same answer, and nothing is touched.
What a game takes (its own table, view, commands, prompts) is `Any` here, so that it may write
its own closed unions.
"""

from collections.abc import Iterator
from typing import Any, Protocol

from croupier.engines.kernel.agenda import Answer, Command, Prompt
from croupier.engines.kernel.change import Change
from croupier.engines.kernel.pack import Pack
from croupier.engines.kernel.refusal import Refusal
from croupier.engines.kernel.result import Result
from croupier.engines.kernel.rng import Rng
from croupier.engines.kernel.values import Seat, Value, Viewer

Policy = str  # how the house plays a seat: "absent" (the catalogue's defaults) or "random"
POLICIES: tuple[Policy, ...] = ("absent", "random")


class TurnClock(Value, frozen=True):
    """How long a person has, in seconds, where a prompt has no limit of its own; 0 is for ever."""

    turn_s: int = 0  # for a decision of the own turn
    reply_s: int = 0  # for an answer to what others did


class Engine(Protocol):
    """The names a game module has."""

    game: str  # its name in the API: "blossom_ridge"
    rules: str  # the prefix of its rule ids: "BLO"
    RULES: int  # grows when a fix could change a running table
    seats: range  # how many may play: range(2, 5)
    options: type[Any]  # a Value with defaults for every field
    stored: Any  # what the store decodes: Table[Draw | Play | ...]
    commands: Any  # the union of its commands
    events: Any  # the union of its events
    prompts: Any  # the union of its prompts
    view: type[Any]  # what `project` gives
    turn_clock: TurnClock  # how long a person has, unless a table says otherwise
    house_pack: str  # the TOML text of the edition that ships with it

    def read_pack(self, text: str) -> Pack[Any]:
        """A pack from TOML. Raises BadPack."""
        ...

    def setup(self, seats: int, options: Any, pack: Pack[Any], rng: Rng) -> Change[Any]:
        """The table before the first decision. Raises Refused for impossible options."""
        ...

    def apply(self, table: Any, command: Any, rng: Rng) -> Change[Any]:
        """The table after a command. Raises Refused before any draw."""
        ...

    def questions(self, table: Any) -> tuple[Prompt, ...]:
        """What seats must answer now: at most one each."""
        ...

    def invitations(self, table: Any, seat: Seat) -> tuple[Prompt, ...]:
        """What this seat may send beside its question."""
        ...

    def legal(self, table: Any, seat: Seat) -> Iterator[Answer]:
        """Every legal command of this seat, lazily."""
        ...

    def accepts(self, table: Any, command: Any) -> bool:
        """The one judge of legality, without randomness."""
        ...

    def why_not(self, view: Any, command: Any) -> Refusal | None:
        """The reason for a no, from the sender's own view alone. `apply` asks only after a no;
        None would say that the rules have nothing against it."""
        ...

    def house_answer(self, view: Any, prompt: Any, policy: Policy, rng: Rng) -> Command:
        """A legal answer to this prompt, from the seat's own view alone."""
        ...

    def project(self, table: Any, viewer: Viewer) -> Any:
        """What this viewer may see, built up from nothing."""
        ...

    def redeal(self, table: Any, viewer: Viewer, rng: Rng) -> Any:
        """Another table that this viewer cannot tell apart (for the laws)."""
        ...

    def result(self, table: Any) -> Result | None:
        """How it ended, or None while it goes on."""
        ...
