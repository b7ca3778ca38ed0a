"""What happens to cards in Grimoires: each verb changes one and says so.

BLE-148, BLE-149, BLE-R26: none is ever used on The Dark One but `move_dark_one`.
BLE-138: demons leave play only by `banish` and `destroy`, which effects use.
BLE-R13: nobody takes a card back but by `withdraw`.
"""

from typing import TypeAlias

from croupier.engines.kernel.agenda import Step
from croupier.engines.kernel.change import Change
from croupier.engines.kernel.values import Seat, put, replace, without
from croupier.engines.the_blessed_dark.cards import Demon
from croupier.engines.the_blessed_dark.dice import Values
from croupier.engines.the_blessed_dark.events import (
    CardDiscarded,
    DarkOneMoved,
    DemonBanished,
    DemonSummoned,
    SpellDestroyed,
    SpellExhausted,
    SpellReadied,
    SpellsRefreshed,
    SpellWithdrawn,
)
from croupier.engines.the_blessed_dark.table import Entry, Grimoire, Table, is_spell
from croupier.engines.the_blessed_dark.verbs import into_hand

AnyTable: TypeAlias = Table[Step]


def _with(table: AnyTable, seat: Seat, grimoire: Grimoire) -> AnyTable:
    return replace(table, grimoires=put(table.grimoires, seat, grimoire))


def _change(table: AnyTable, seat: Seat, old: Entry, new: Entry) -> AnyTable:
    """Equal entries are the same in play, so that the first of them may stand for each."""
    grimoire = table.grimoires[seat]
    return _with(table, seat, put(grimoire, grimoire.index(old), new))


def _remove(table: AnyTable, seat: Seat, entry: Entry) -> AnyTable:
    return _with(table, seat, without(table.grimoires[seat], entry))


def refresh(table: AnyTable, seat: Seat) -> Change[AnyTable]:
    """BLE-070 to BLE-074. All exhausted spells of this seat; summoned demons stay as they are."""
    grimoire = table.grimoires[seat]
    cards = tuple(entry.card for entry in grimoire if entry.exhausted and is_spell(entry))
    readied = tuple(replace(e, exhausted=False) if is_spell(e) else e for e in grimoire)
    return Change(_with(table, seat, readied), (SpellsRefreshed(seat=seat, cards=cards),))


def exhaust(table: AnyTable, seat: Seat, card: str) -> Change[AnyTable]:
    """BLE-121, BLE-135. A ready spell is exhausted; an unsummoned demon stays unsummoned."""
    after = _change(table, seat, Entry(card), Entry(card, exhausted=True))
    return Change(after, (SpellExhausted(seat=seat, card=card),))


def ready(table: AnyTable, seat: Seat, card: str) -> Change[AnyTable]:
    """An exhausted spell is ready again."""
    after = _change(table, seat, Entry(card, exhausted=True), Entry(card))
    return Change(after, (SpellReadied(seat=seat, card=card),))


def banish(table: AnyTable, seat: Seat, card: str, by: Seat) -> Change[AnyTable]:
    """BLE-137. A summoned demon goes to the discard pile."""
    gone = _remove(table, seat, Entry(card, exhausted=True, summoned=True))
    after = replace(gone, discard=(*table.discard, card))
    return Change(after, (DemonBanished(seat=seat, card=card, by=by),))


def destroy(table: AnyTable, seat: Seat, entry: Entry, by: Seat) -> Change[AnyTable]:
    """BLE-210. A spell goes to the discard pile."""
    after = replace(_remove(table, seat, entry), discard=(*table.discard, entry.card))
    return Change(after, (SpellDestroyed(seat=seat, card=entry.card, by=by),))


def withdraw(table: AnyTable, seat: Seat, entry: Entry) -> Change[AnyTable]:
    """BLE-211. A spell goes back to the hand."""
    after = into_hand(_remove(table, seat, entry), seat, entry.card)
    return Change(after, (SpellWithdrawn(seat=seat, card=entry.card),))


def dispose(table: AnyTable, seat: Seat, card: str) -> Change[AnyTable]:
    """BLE-120 (3). By its icon: exhausted, discarded, or a demon summoned (BLE-131).

    BLE-134: nothing else summons a demon.
    """
    cast = Entry(card)
    table = replace(table, casting=None)
    printed = table.pack.contents.castable(card)
    if isinstance(printed, Demon):
        summoned = Entry(card, exhausted=True, summoned=True)
        told = DemonSummoned(seat=seat, card=card)
        return Change(_change(table, seat, cast, summoned), (told,))
    if printed.symbol == "exhaust":
        return exhaust(table, seat, card)
    after = replace(_remove(table, seat, cast), discard=(*table.discard, card))
    return Change(after, (CardDiscarded(seat=seat, card=card),))


def move_dark_one(table: AnyTable, taker: Seat, mods: Values) -> Change[AnyTable]:
    """BLE-142, BLE-144, BLE-146. For all blood of the taker, from the centre or from its holder.

    BLE-R22: what the modifiers cost is part of it, and everybody sees how the dice were changed.
    BLE-158: who loses it has neither its power nor its favor any more.
    """
    entry = Entry(table.pack.contents.dark_one.id, exhausted=True, summoned=True)
    giver, blood = table.dark_one, table.blood[taker]
    if giver is not None:
        table = _remove(table, giver, entry)
    table = _with(table, taker, (*table.grimoires[taker], entry))
    after = replace(table, dark_one=taker, blood=put(table.blood, taker, 0))
    return Change(after, (DarkOneMoved(giver=giver, taker=taker, blood=blood, mods=mods),))
