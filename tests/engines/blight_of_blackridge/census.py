"""Every card of a table, wherever it is."""

from croupier.engines.blight_of_blackridge.body import EMPTY
from croupier.engines.blight_of_blackridge.edition import BLANK, DAMAGE
from croupier.engines.blight_of_blackridge.sealed import Contributing
from croupier.engines.blight_of_blackridge.table import AnyTable


def cards_on(table: AnyTable) -> tuple[list[str], int, list[str]]:
    """Items and Corruption; Damage, in hands and not yet drawn; events."""
    found = [card for pile in table.piles for card in (*pile.peek().deck, *pile.peek().discard)]
    found += [card for body in table.bodies for card in body.peek().slots]
    found += [placed.card.peek() for placed in table.placed]
    found += [card.card.peek() for card in table.pot]
    found += [opened.card for opened in table.opened]
    for step in table.agenda:
        if isinstance(step, Contributing):
            found += [c for given in step.sealed for cards in given.peek() for c in cards]
    damage = found.count(DAMAGE) + table.damage.peek()
    events = [*table.events.peek(), *table.box.peek(), *table.event_discard]
    events += [event for won in table.trophies for event in won]
    played = table.event is not None and events.count(table.event) == 0
    events += [table.event] if played and table.event is not None else []
    items = [card for card in found if card not in (EMPTY, BLANK, DAMAGE)]
    return sorted(items), damage, sorted(events)
