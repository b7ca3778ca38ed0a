"""What may be said out of turn: taking an offer back, and Karrot's attack."""

from collections.abc import Iterator
from typing import ClassVar

from croupier.engines.blast_radius import asking, choices, legality, scene
from croupier.engines.blast_radius.cards import Survivor
from croupier.engines.blast_radius.choices import Answer
from croupier.engines.blast_radius.combat import Combat, aimed
from croupier.engines.blast_radius.commands import KarrotWaits, PlayStrike, Said, WithdrawTrade
from croupier.engines.blast_radius.deciding import Decides
from croupier.engines.blast_radius.table import KARROT_PHASES, AnyTable, Phase
from croupier.engines.blast_radius.talk import KarrotWaited, TradeWithdrawn
from croupier.engines.blast_radius.verbs import play
from croupier.engines.kernel.agenda import Command, Prompt, Step
from croupier.engines.kernel.change import Change
from croupier.engines.kernel.rng import Rng
from croupier.engines.kernel.values import Seat, replace


class Withdraw(Step, frozen=True):
    """BLA-151. The active player may take the offer back while the partner thinks."""

    takes: ClassVar[tuple[type[Command], ...]] = (WithdrawTrade,)
    seat: Seat

    def ask(self, table: AnyTable) -> tuple[Prompt, ...]:
        """A standing invitation."""
        return (asking.withdraw(scene.of_table(table, self.seat)),)

    def answers(self, table: AnyTable, seat: Seat) -> Iterator[Answer]:
        """The one thing to say."""
        yield WithdrawTrade(seat)

    def do(self, table: AnyTable, answer: WithdrawTrade, rng: Rng) -> Change[AnyTable]:
        """Back to the action, which is unused."""
        after = replace(table, agenda=table.agenda[1:])
        return Change(after, (TradeWithdrawn(seat=answer.seat),))


class KarrotAttacks(Step, frozen=True):
    """BLA-157. Karrot attacks on another player's turn, between two of that player's commands."""

    takes: ClassVar[tuple[type[Command], ...]] = (PlayStrike,)
    seat: Seat

    def ask(self, table: AnyTable) -> tuple[Prompt, ...]:
        """A standing invitation."""
        return (asking.karrot(scene.of_table(table, self.seat)),)

    def answers(self, table: AnyTable, seat: Seat) -> Iterator[Answer]:
        """Every weapon, at every card of the others."""
        here = scene.of_table(table, seat)
        return choices.legal(here, asking.karrot(here))

    def accepts(self, table: AnyTable, command: Said) -> bool:
        """Whether the ladder finds no reason against it."""
        return legality.why_not(scene.of_table(table, command.seat), command) is None

    def do(self, table: AnyTable, answer: PlayStrike, rng: Rng) -> Change[AnyTable]:
        """BLA-R54. It costs nobody's action; what was interrupted goes on after it."""
        return attacked(table, answer)


class KarrotWindow(Decides, frozen=True):
    """BLA-R54. If the table gives her time, Karrot is asked before another player's action."""

    takes: ClassVar[tuple[type[Command], ...]] = (PlayStrike, KarrotWaits)
    phase: ClassVar[Phase] = Phase.KARROT

    def asked(self, table: AnyTable) -> tuple[Seat, ...]:
        """Karrot, if there is a window and she can attack."""
        window = table.options.karrot_window_ms and not self._lost(table)
        karrot = may_interrupt(table) if window else None
        return () if karrot is None else (karrot,)

    def _lost(self, table: AnyTable) -> bool:
        """BLA-095. Whether no action follows."""
        return table.active is not None and table.is_down(table.active)

    def limit_ms(self, table: AnyTable) -> int | None:
        """A short time."""
        return table.options.karrot_window_ms

    def do(
        self, table: AnyTable, answer: PlayStrike | KarrotWaits | None, rng: Rng
    ) -> Change[AnyTable]:
        """Attack or wait."""
        match answer:
            case None:
                return Change(table)
            case PlayStrike():
                return attacked(table, answer)
            case KarrotWaits(seat=seat):
                return Change(table, (KarrotWaited(seat=seat),))


def attacked(table: AnyTable, said: PlayStrike) -> Change[AnyTable]:
    """The attack, in front of what was interrupted."""
    return play(replace(table, karrot_used=True).next_first(Combat(aimed(said))), said)


def may_interrupt(table: AnyTable) -> Seat | None:
    """Karrot's seat, while it may attack on the running turn of another."""
    karrot = table.seat_of(Survivor.KARROT)
    if karrot is None or karrot == table.active or table.karrot_used or table.is_down(karrot):
        return None
    armed = any(table.cards.item(card).is_weapon for card in table.hands[karrot])
    prey = any(hand for seat, hand in enumerate(table.hands) if seat != karrot)
    return karrot if armed and prey else None


def standing(table: AnyTable) -> tuple[Step, ...]:
    """What may be said beside the question."""
    if not table.agenda or table.active is None:
        return ()
    if table.phase is Phase.TRADE_ANSWER:
        asking_step = table.asking
        assert asking_step is not None, "a partner is asked"
        return () if table.active in asking_step.asked(table) else (Withdraw(table.active),)
    if table.phase in KARROT_PHASES:
        karrot = may_interrupt(table)
        return () if karrot is None else (KarrotAttacks(karrot),)
    return ()
