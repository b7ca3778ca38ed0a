"""What holds at every table of Blast Radius, whoever did what."""

from typing import Any

from croupier.engines.blast_radius.cards import Health
from croupier.engines.blast_radius.endings import score
from croupier.engines.blast_radius.table import TURN_PHASES, Phase, Table
from croupier.engines.kernel.agenda import Step


def conserved(table: Any) -> object:
    """Every item and every objective in one place; and all that must hold besides."""
    check(table)
    return items_on(table), objectives_on(table)


def items_on(table: Table[Step]) -> list[str]:
    """Every item card, wherever it is."""
    hands = [card for hand in table.hands for card in hand]
    return sorted([*table.deck.peek(), *table.discard, *hands, *table.limbo])


def objectives_on(table: Table[Step]) -> list[str]:
    """Every objective, wherever it is."""
    active = [each.objective for mine in table.objectives for each in mine]
    scored = [each for mine in table.scored for each in mine]
    return sorted([*table.objective_deck.peek(), *active, *scored])


def check(table: Table[Step]) -> None:
    """The invariants that one table shows."""
    cards, limits = table.cards, table.cards.limits
    over = [hand for hand in table.hands if len(hand) > limits.hand_limit]
    assert len(over) <= 1
    if over:  # a hand above the limit is being cut, and nothing else goes on
        assert table.phase is Phase.DISCARD
    assert not [card for hand in table.hands for card in hand if cards.is_reflex(card)]
    for mine in table.objectives:
        full = len(mine) == limits.active_objectives
        assert full or table.phase is Phase.SURVIVORS or not table.objective_deck.count
        for active in mine:
            needs = cards.objectives[active.objective].needs
            assert all(0 <= n <= need.n for n, need in zip(active.progress, needs, strict=True))
    for health, turns in zip(table.health, table.incap_turns, strict=True):
        assert 0 <= turns <= (limits.recovery_turns if health is Health.INCAPACITATED else 0)
    if table.phase in (*TURN_PHASES, Phase.SURVIVORS, Phase.OVER) and not over:
        assert table.limbo == ()
    assert (table.active is None) is (table.phase is Phase.SURVIVORS)
    assert table.just_drawn is None or table.just_drawn in table.hands[table.active or 0]
    values = cards.objectives
    for seat in table.seats:
        assert score(table, seat) == sum(values[each].value for each in table.scored[seat])
