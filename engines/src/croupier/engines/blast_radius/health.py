"""Being well, Sick and Incapacitated: the changes and what they count for."""

from croupier.engines.blast_radius.cards import Deed, Health
from croupier.engines.blast_radius.events import HealthChanged, HealthUnchanged
from croupier.engines.blast_radius.reasons import Cause
from croupier.engines.blast_radius.table import AnyTable
from croupier.engines.blast_radius.verbs import count
from croupier.engines.kernel.change import Change
from croupier.engines.kernel.values import Seat, put, replace


def sicken(table: AnyTable, seat: Seat, cause: Cause, by: Seat | None = None) -> Change[AnyTable]:
    """BLA-089, BLA-092. Healthy becomes Sick; Sick becomes Incapacitated at once."""
    worse = Health.SICK if table.health[seat] is Health.HEALTHY else Health.INCAPACITATED
    return _worsen(table, seat, worse, cause, by)


def incapacitate(
    table: AnyTable, seat: Seat, cause: Cause, by: Seat | None = None
) -> Change[AnyTable]:
    """BLA-093, BLA-107. Whoever is not yet becomes Incapacitated; what they have stays theirs."""
    return _worsen(table, seat, Health.INCAPACITATED, cause, by)


def _worsen(
    table: AnyTable, seat: Seat, worse: Health, cause: Cause, by: Seat | None
) -> Change[AnyTable]:
    """BLA-094, BLA-R27. An Incapacitated player stays as is, the counter too."""
    if table.is_down(seat):
        return Change(table, (HealthUnchanged(seat=seat, cause=cause),))
    after = _set(table, seat, worse)
    if by is not None and by != seat:
        after = count(after, by, Deed.SICKEN_OTHER)
    return Change(after, (_changed(table, seat, worse, cause),))


def cure(table: AnyTable, seat: Seat, cause: Cause, by: Seat | None = None) -> Change[AnyTable]:
    """BLA-106, BLA-R36. Every recovery leads to Healthy, whoever brought it about."""
    after = count(_set(table, seat, Health.HEALTHY), seat, Deed.RECOVER)
    if by is not None:
        after = count(after, by, Deed.HEAL_SELF if by == seat else Deed.HEAL_OTHER)
    return Change(after, (_changed(table, seat, Health.HEALTHY, cause),))


def _set(table: AnyTable, seat: Seat, health: Health) -> AnyTable:
    """BLA-105. The turns spent Incapacitated start anew with every change."""
    return replace(
        table,
        health=put(table.health, seat, health),
        incap_turns=put(table.incap_turns, seat, 0),
    )


def _changed(table: AnyTable, seat: Seat, after: Health, cause: Cause) -> HealthChanged:
    return HealthChanged(seat=seat, before=table.health[seat], after=after, cause=cause)
