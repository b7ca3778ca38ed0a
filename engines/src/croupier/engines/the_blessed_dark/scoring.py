"""Favor, and who has won: all of it can be read off a table."""

from collections.abc import Sequence
from typing import assert_never

from croupier.engines.kernel.agenda import Step
from croupier.engines.kernel.result import Result, Standing
from croupier.engines.kernel.values import Seat
from croupier.engines.the_blessed_dark.edition import Contents
from croupier.engines.the_blessed_dark.table import Grimoire, Table, Tiebreak


def favor(contents: Contents, grimoire: Grimoire) -> int:
    """BLE-136, BLE-187. What a Grimoire is worth; it may be less than nothing.

    BLE-185: nothing else counts, neither hands nor blood nor the discard pile.
    """
    worth = contents.worth
    return sum([worth[entry.card][entry.summoned] for entry in grimoire])


def summoned_demons(contents: Contents, grimoire: Grimoire) -> int:
    """BLE-R40. Summoned demons, The Dark One not counted."""
    return sum([entry.summoned and contents.is_demon(entry.card) for entry in grimoire])


def favors(table: Table[Step]) -> tuple[int, ...]:
    """The favor of every seat."""
    return tuple([favor(table.pack.contents, grimoire) for grimoire in table.grimoires])


def result(table: Table[Step]) -> Result | None:
    """BLE-188. The final standings, or None while the game goes on."""
    if table.ended is None:
        return None
    keys = final_keys(table)
    best = max(keys)
    return Result(
        tuple(seat for seat in table.seats if keys[seat] == best),
        tuple(
            Standing(seat, 1 + sum(other > keys[seat] for other in keys), keys[seat][0])
            for seat in table.seats
        ),
        "none" if (rule := tiebreak(table)) is None else rule.value,
    )


def final_keys(table: Table[Step]) -> Sequence[tuple[int, ...]]:
    """BLE-006, BLE-R40. Favor, then what this table's options compare."""
    worth = favors(table)
    return [
        (worth[seat], *(_compared(table, seat, rule) for rule in table.options.tiebreak))
        for seat in table.seats
    ]


def tiebreak(table: Table[Step]) -> Tiebreak | None:
    """Which rule made the winners fewer than those with the most favor, the last such one."""
    keys, decided = final_keys(table), None
    best = max(keys)
    tied = sum(key[:1] == best[:1] for key in keys)
    for place, rule in enumerate(table.options.tiebreak, 2):
        left = sum(key[:place] == best[:place] for key in keys)
        if left < tied:
            tied, decided = left, rule
    return decided


def _compared(table: Table[Step], seat: Seat, rule: Tiebreak) -> int:
    match rule:
        case Tiebreak.DARK_ONE:
            return table.dark_one == seat
        case Tiebreak.SUMMONED_DEMONS:
            return summoned_demons(table.pack.contents, table.grimoires[seat])
        case Tiebreak.BLOOD:
            return table.blood[seat]
    assert_never(rule)
