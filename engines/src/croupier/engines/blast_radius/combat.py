"""Attacks: defend or allow, roll, steal, and what becomes of the weapons."""

from typing import ClassVar

from croupier.engines.blast_radius import health, piles, verbs
from croupier.engines.blast_radius.abilities import HelgaTakes
from croupier.engines.blast_radius.cards import Deed, Defence, Survivor
from croupier.engines.blast_radius.commands import Allow, Defend, PlayStrike
from croupier.engines.blast_radius.deciding import Decides
from croupier.engines.blast_radius.events import CombatResolved, DefenceChosen
from croupier.engines.blast_radius.reasons import (
    Cause,
    CombatOutcome,
    DiscardReason,
    MoveReason,
    Purpose,
)
from croupier.engines.blast_radius.table import AnyTable, Attack, Claim, Pending, Phase
from croupier.engines.kernel.agenda import Command
from croupier.engines.kernel.change import Change
from croupier.engines.kernel.rng import Rng
from croupier.engines.kernel.values import Seat

ROLLS_MAX = 100  # BLA-119: a fair die is done long before


class Combat(Decides, frozen=True):
    """BLA-112, BLA-115. The defender, if able, says whether to defend."""

    takes: ClassVar[tuple[type[Command], ...]] = (Defend, Allow)
    phase: ClassVar[Phase] = Phase.DEFENCE
    attack: Attack

    def asked(self, table: AnyTable) -> tuple[Seat, ...]:
        """BLA-097, BLA-117, BLA-133. Nobody who is Incapacitated or has nothing to defend with."""
        defender = self.attack.defender
        able = not table.is_down(defender) and any(
            table.cards.item(card).defence is not Defence.NONE for card in table.hands[defender]
        )
        return (defender,) if able else ()

    def about(self) -> Pending:
        """The attack."""
        return Pending(attack=self.attack)

    def do(self, table: AnyTable, answer: Defend | Allow | None, rng: Rng) -> Change[AnyTable]:
        """Steal, or roll for it."""
        match answer:
            case None if table.is_down(self.attack.defender):
                return self._stolen(table, CombatOutcome.INCAPACITATED)
            case None:  # BLA-R38
                return self._stolen(table, CombatOutcome.UNDEFENDED)
            case Allow(seat=seat):
                chosen = Change(table, (DefenceChosen(seat=seat),))
                return chosen.then(self._stolen, CombatOutcome.ALLOWED)
            case Defend():
                return self._fought(table, answer, rng)

    def _stolen(
        self, table: AnyTable, outcome: CombatOutcome, used: str | None = None
    ) -> Change[AnyTable]:
        """BLA-120, BLA-121, BLA-125, BLA-134. The item moves, then the weapon is discarded."""
        attack = self.attack
        change = verbs.give(table, attack.defender, attack.attacker, attack.item, MoveReason.STOLEN)
        counted = verbs.count(change.table, attack.attacker, Deed.STEAL)
        change = Change(counted, change.events)
        change = change.then(verbs.finish, attack.attacker, (attack.weapon,), DiscardReason.PLAYED)
        if used is not None and used != attack.item:  # BLA-R43: a stolen defence is not discarded
            change = change.then(self._defence_lost, used)
        return _resolved(change, attack, outcome)

    def _defence_lost(self, table: AnyTable, used: str) -> Change[AnyTable]:
        """BLA-122, BLA-132, BLA-R41, BLA-R42. A weapon is kept; a Dart is used up."""
        dart = table.cards.item(used).defence is Defence.DART
        if dart or table.options.defender_discards_on_loss:
            return verbs.discard(table, self.attack.defender, used, DiscardReason.DEFENDED)
        return Change(table)

    def _fought(self, table: AnyTable, answer: Defend, rng: Rng) -> Change[AnyTable]:
        """BLA-118, BLA-119, BLA-130, BLA-R39. Attacker, then defender, until they differ."""
        attack = self.attack
        change = Change(table, (DefenceChosen(seat=answer.seat, card=answer.card),))
        for _ in range(ROLLS_MAX):
            mine, high = piles.roll(change.table, attack.attacker, Purpose.COMBAT_ATTACK, rng)
            theirs, low = piles.roll(change.table, attack.defender, Purpose.COMBAT_DEFENCE, rng)
            change = Change(change.table, (*change.events, *mine.events, *theirs.events))
            if high != low:
                break
        else:
            raise AssertionError("a die that always ties")
        if high > low:
            won = verbs.count(change.table, attack.attacker, Deed.COMBAT_WIN)
            change = Change(won, change.events)
            return change.then(self._stolen, CombatOutcome.ATTACKER_WON, answer.card)
        return change.then(self._repelled, answer.card)

    def _repelled(self, table: AnyTable, used: str) -> Change[AnyTable]:
        """BLA-123, BLA-124, BLA-131. The item stays; what was used on both sides goes."""
        attack = self.attack
        counted = verbs.count(table, attack.defender, Deed.COMBAT_WIN)
        change = Change(verbs.count(counted, attack.defender, Deed.DEFEND_WIN))
        if table.options.attacker_keeps_weapon_on_loss:  # BLA-R40
            change = change.then(verbs.back, attack.attacker, attack.weapon)
        else:
            change = change.then(
                verbs.finish, attack.attacker, (attack.weapon,), DiscardReason.PLAYED
            )
        if table.cards.item(used).defence is Defence.DART:
            change = change.then(health.sicken, attack.attacker, Cause.DART, attack.defender)
        change = change.then(verbs.discard, attack.defender, used, DiscardReason.DEFENDED)
        return _resolved(change.then(self._helga), attack, CombatOutcome.DEFENDER_WON)

    def _helga(self, table: AnyTable) -> Change[AnyTable]:
        """BLA-160, BLA-R56. Whoever attacks Helga and loses the roll owes her a card."""
        attack = self.attack
        helga = table.seat_of(Survivor.HELGA)
        if helga != attack.defender or not _may_claim(table, helga, attack.attacker):
            return Change(table)
        return Change(table.next_first(HelgaTakes(Claim(helga, attack.attacker))))


def aimed(said: PlayStrike) -> Attack:
    """BLA-114. The attack that a weapon makes; the ladder has checked what it is aimed at."""
    assert said.target is not None, "a weapon has a target"
    assert said.item is not None, "a weapon names an item"
    return Attack(said.seat, said.target, said.item, said.cards[0])


def _may_claim(table: AnyTable, seat: Seat, owner: Seat) -> bool:
    room = len(table.hands[seat]) < table.cards.limits.hand_limit
    return room and bool(table.hands[owner])


def _resolved(change: Change[AnyTable], attack: Attack, outcome: CombatOutcome) -> Change[AnyTable]:
    return Change(change.table, (*change.events, CombatResolved(attack=attack, outcome=outcome)))
